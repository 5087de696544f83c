#!/usr/bin/env python3
"""The Rust crates against an installed library, without the network: their tests and examples, programs for tasks, the same
bits as in C, all functions within reach, and the boundary under AddressSanitizer (where the toolchain has it) and valgrind.

The features ndarray and serde need crates that `make deps` fetches. Without them a copy of the crates is tested that has none."""
import glob
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", "install"), os.path.join(ROOT, "bindings", "generate")]
sys.dont_write_bytecode = True
from rust_words import CALLS  # noqa: E402
from tasks_test import BUILD, TASKS  # noqa: E402

WORK = os.path.join(BUILD, "tests", "rust")
CRATES, PREFIX, TARGET = os.path.join(WORK, "crates"), os.path.join(WORK, "prefix"), os.path.join(BUILD, "rust")
# Functions that dpcvx does not wrap. dpcvx::sys has them.
LOWLEVEL_ALONE = {
    "dpcvx_dataset_shape": "Dataset::rows and Dataset::columns tell it",
    "dpcvx_options_get_bounds_f64": "the documentation of each setter states its bounds",
    "dpcvx_options_get_bounds_i64": "as well",
    "dpcvx_options_get_f64": "options are read where they are given",
    "dpcvx_options_get_i64": "as well",
    "dpcvx_partial_sum_add_blocks": "an iterator and PartialSum::add_rows do it; a sum that is dropped adds nothing",
}
UNDER_SANITIZERS = ("callbacks", "threads", "input", "ledger", "cycles")
failed = False


def test(name, problem):
    global failed
    failed = failed or bool(problem)
    if problem:
        print(problem.rstrip())
    print(("not ok " if problem else "ok ") + "rust: " + name)


def environment(**more):
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("MAKE", "MFLAGS", "DPCVX_", "CARGO_FEATURE", "RUSTFLAGS"))}
    ours = {"CARGO_NET_OFFLINE": "true", "CARGO_TARGET_DIR": TARGET, "RUST_BACKTRACE": "0",
            "PKG_CONFIG_PATH": os.path.join(PREFIX, "lib", "pkgconfig")}
    return {**kept, **ours, **more}


def run(command, folder=CRATES, **more):
    """The status of a command, and what it prints."""
    done = subprocess.run(command, cwd=folder, env=environment(**more), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, errors="replace")
    return done.returncode, done.stdout


def problem_of(result):
    return "" if result[0] == 0 else result[1] or "it ended with %d" % result[0]


def text_of(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as source:
        return source.read()


def prepare():
    """An installed library, and a copy of the crates. Returns the features that can be built offline."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, "bindings", "rust"), CRATES, ignore=shutil.ignore_patterns("target"))
    test("make install", problem_of(run(["make", "BUILD=" + BUILD, "PREFIX=" + PREFIX, "install"], ROOT)))
    # Cargo links anew what is newer than its programs.
    shutil.copystat(os.path.join(BUILD, "libdpcvx.a"), os.path.join(PREFIX, "lib", "libdpcvx.a"))
    if run(["cargo", "metadata", "--locked", "--format-version", "1"])[0] == 0:
        return ["--features", "ndarray,serde"]
    print("skip rust: ndarray and serde: cargo has not fetched these crates (make deps)")
    manifest = os.path.join(CRATES, "dpcvx", "Cargo.toml")
    with open(manifest) as source:
        lines = [line for line in source if not re.search("ndarray|serde", line)]
    with open(manifest, "w") as sink:
        sink.writelines(lines)
    os.remove(os.path.join(CRATES, "Cargo.lock"))
    return []


def merging_doctests():
    """The environment in which rustdoc compiles the examples of documentation as one program, where it can do that."""
    shown = run(["rustdoc", "-Z", "unstable-options", "--help"], ROOT, RUSTC_BOOTSTRAP="1")[1]
    if "--merge-doctests" not in shown:
        return {}
    return {"RUSTC_BOOTSTRAP": "1", "RUSTDOCFLAGS": "-Z unstable-options --merge-doctests=yes"}


def crate_tests(features):
    """The crates' own tests and the examples of their documentation: one line each."""
    status, shown = run(["cargo", "test", "--no-fail-fast"] + features + ["--", "--nocapture"], **merging_doctests())
    found = re.findall(r"^test (.*?)(?: - should panic)? \.\.\. (ok|FAILED)$", shown, re.M)
    for name, result in found:
        test(name, "" if result == "ok" else "it failed")
    for line in re.findall(r"^evidence: .*$", shown, re.M):
        print(line)
    test("cargo test, %d tests" % len(found), "" if status == 0 and len(found) > 40 else shown)
    return status == 0


def counted(text):
    """Lines of code of an example, and the options that it sets."""
    options = text_of("bindings", "rust", "dpcvx", "src", "generated", "options.rs")
    names = set(re.findall(r"^    pub fn (\w+)\(mut self, value:", options, re.M)) - {"delta", "method", "unit"}
    code = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("//")]
    found = re.findall(r"\.(\w+)\((?![|&)])", "\n".join(code))
    return len(code), sum(name in names for name in found) + 2 * found.count("label_range")


def tasks():
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    for task, name in TASKS.items():
        since = time.monotonic()
        status, shown = run([os.path.join(TARGET, "debug", "examples", name)])
        lines, options = counted(text_of("bindings", "rust", "dpcvx", "examples", name + ".rs"))
        test("task: " + task, problem_of((status, shown)) or ("" if shown else "it prints nothing"))
        print("evidence: tasks: %s: Rust %d lines, %d options set, %.1f s" % (
            task, lines, options, time.monotonic() - since))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = used.ru_utime + used.ru_stime - begin.ru_utime - begin.ru_stime
    print("evidence: tasks: %d Rust programs run in %.1f s of CPU" % (len(TASKS), spent))


def same_bits():
    program = os.path.join(WORK, "same_bits")
    source = os.path.join(ROOT, "tests", "install", "same_bits.c")
    compiled = run([os.environ.get("CC", "cc"), "-std=c99", "-O1", "-I" + os.path.join(ROOT, "include"), "-o", program,
                    source, os.path.join(BUILD, "libdpcvx.a"), "-lm"])
    in_c, in_rust = run([program]), run([os.path.join(TARGET, "debug", "examples", "same_bits")])
    differ = [line.split()[0] for line, other in zip(in_c[1].splitlines(), in_rust[1].splitlines()) if line != other]
    test("one seed gives the same bits as in C, %d numbers" % (len(in_c[1].split()) - len(in_c[1].splitlines())),
         problem_of(compiled) or problem_of(in_rust) or ("differ: %s" % differ if differ or in_c != in_rust else "") or
         ("" if len(in_c[1]) > 10000 else "too few"))


def without_comments(path):
    with open(path, encoding="utf-8") as source:
        return re.sub(r"//.*", "", source.read())


def unreachable(exported):
    """Functions of the symbol table that the raw crate does not declare."""
    declared = re.findall(r"\bpub fn (dpcvx_\w+)\(", without_comments(os.path.join(
        ROOT, "bindings", "rust", "dpcvx-sys", "src", "generated", "functions.rs")))
    return sorted(exported - set(declared)), sorted(set(declared) - exported)


def reach():
    shown = subprocess.run(["nm", "-D", "--defined-only", os.path.join(BUILD, "libdpcvx.so")], stdout=subprocess.PIPE,
                           check=True, universal_newlines=True).stdout
    exported = set(re.findall(r" T (dpcvx_\w+)", shown))
    lacks, strays = unreachable(exported)
    test("dpcvx-sys declares all %d functions of the symbol table, and no other" % len(exported),
         "\n".join(lacks + strays) or ("" if len(exported) > 200 else "too few"))
    found = unreachable({"dpcvx_not_there"})[0]
    test("control: a function that is not declared is found", "" if found else "it was not")
    used = set()
    for path in glob.glob(os.path.join(ROOT, "bindings", "rust", "dpcvx", "src", "**", "*.rs"), recursive=True):
        used.update(re.findall(r"\b(?:sys::|: )(dpcvx_\w+)", without_comments(path)))
    wrapped = used & exported
    alone = exported - wrapped
    test("dpcvx wraps %d functions, dpcvx::sys alone has %d" % (len(wrapped), len(alone)), "\n".join(
        ["%s is not wrapped, and not listed as such" % name for name in sorted(alone - set(LOWLEVEL_ALONE))] +
        ["%s is wrapped, and listed as not" % name for name in sorted(set(LOWLEVEL_ALONE) - alone)]))
    # Those that cannot fail, or fail by the name of what they read, are in no message.
    silent = re.compile(r"_destroy$|_options_create$|_get_[fi]64$|^dpcvx_(plan|nonprivate_sampler|options)_[gs]et|_(version|status_name)$")
    test("messages name what dpcvx wraps by its names", "\n".join(
        "CALLS of rust_words.py lack %s" % name for name in sorted(wrapped - set(CALLS)) if not silent.search(name)))
    print("evidence: bindings: Rust wraps %d of %d functions without unsafe; %d are reached by dpcvx::sys alone: %s" % (
        len(wrapped), len(exported), len(alone), ", ".join(sorted(alone))))


OTHER = os.path.join(TARGET, "other")


def shared_example():
    return run(["cargo", "build", "--example", "accounting"], CARGO_TARGET_DIR=OTHER, DPCVX_STATIC="0")


def ways_to_the_library():
    """The shared library on request, and a message where there is none."""
    other, built = OTHER, shared_example()
    program, library = os.path.join(other, "debug", "examples", "accounting"), os.path.join(PREFIX, "lib")
    linked = "" if built[0] else run(["ldd", program], LD_LIBRARY_PATH=library)[1]
    ran = run([program], LD_LIBRARY_PATH=library)
    test("DPCVX_STATIC=0 links the shared library", problem_of(built) or problem_of(ran) or
         ("" if library + "/libdpcvx.so.0" in linked else linked))
    # In a folder of its own: the next run would compile again what has another environment.
    status, shown = run(["cargo", "build"], CARGO_TARGET_DIR=other + "-none", PKG_CONFIG_LIBDIR="/nowhere", PKG_CONFIG_PATH="")
    told = status and "turn on the feature `vendored`" in shown
    test("without a library the build says how to get one", "" if told else shown or "it builds")


def another_library():
    """What cargo builds holds the static library that there is now."""
    folder = os.path.join(WORK, "library")
    os.makedirs(folder)
    library = shutil.copy2(os.path.join(BUILD, "libdpcvx.a"), folder)

    def compiles():
        return "Compiling dpcvx-sys" in run(["cargo", "build", "-p", "dpcvx-sys"], DPCVX_LIB_DIR=folder,
                                            CARGO_TARGET_DIR=os.path.join(WORK, "target"))[1]

    found = [compiles(), compiles()]
    os.utime(library)
    found.append(compiles())
    test("another static library is taken; the same one is not compiled again", "" if found == [True, False, True] else str(found))


def programs(shown):
    """Test programs by name, as cargo lists what it built."""
    found = {}
    for line in shown.splitlines():
        if line.startswith("{"):
            built = json.loads(line)
            if built.get("executable") and "test" in built.get("target", {}).get("kind", []):
                found[built["target"]["name"]] = built["executable"]
    return found


def built_tests(features=(), **more):
    names = [part for name in UNDER_SANITIZERS + ("planted",) for part in ("--test", name)]
    target = ["--target", more.pop("triple")] if "triple" in more else []
    command = ["cargo", "test", "-p", "dpcvx", "--no-run", "--message-format", "json", *features] + target + names
    status, shown = run(command, **more)
    return programs(shown), "" if status == 0 else shown


def mistakes_found(what, program, before, **more):
    for mistake in ("planted_leak", "planted_use_after_free"):
        status, shown = run(before + [program, "--ignored", "--exact", mistake, "--test-threads", "1"], **more)
        test("%s: control: a %s is found" % (what, mistake.replace("_", " ")), "" if status else shown)


def built_with_address_sanitizer():
    """The test programs, and what went wrong. None where the toolchain has no AddressSanitizer."""
    version = run(["rustc", "-vV"], ROOT)[1]
    triple = re.search(r"^host: (.*)$", version, re.M).group(1)
    sysroot = run(["rustc", "--print", "sysroot"], ROOT)[1].strip()
    if not glob.glob(os.path.join(sysroot, "lib", "rustlib", triple, "lib", "librustc*rt.asan.a")):
        return None
    # A stable toolchain has the runtime, and asks for this variable to use it.
    return built_tests(triple=triple, RUSTC_BOOTSTRAP="1", RUSTFLAGS="-Zsanitizer=address",
                       CARGO_TARGET_DIR=os.path.join(TARGET, "asan"))


def address_sanitizer():
    found = built_with_address_sanitizer()
    if found is None:
        print("evidence: bindings: Rust: this toolchain has no AddressSanitizer; valgrind alone watches the boundary")
        return
    built, problem = found
    whole = len(built) == len(UNDER_SANITIZERS) + 1
    test("AddressSanitizer: the tests build", problem or ("" if whole else str(built)))
    for name in UNDER_SANITIZERS if not problem else ():
        test("AddressSanitizer: " + name, problem_of(run([built[name]], DPCVX_CYCLES="1000",
                                                         ASAN_OPTIONS="allocator_may_return_null=1")))
    if not problem:
        mistakes_found("AddressSanitizer", built["planted"], [])


def valgrind(features):
    if not shutil.which("valgrind"):
        print("skip rust: valgrind: there is no valgrind")
        return
    built, problem = built_tests(features)  # those that crate_tests() built
    watched = ["valgrind", "-q", "--leak-check=full", "--errors-for-leak-kinds=definite", "--error-exitcode=99"]
    for name in ("callbacks", "cycles") if not problem else ():
        test("valgrind: " + name, problem_of(run(watched + [built[name]], DPCVX_CYCLES="100")))
    test("valgrind: the tests build", problem)
    if not problem:
        mistakes_found("valgrind", built["planted"], watched)


def build():
    """Compiles what the tests run, without a test."""
    features = prepare()
    run(["cargo", "test", "--no-run"] + features)
    built_with_address_sanitizer()
    shared_example()


def main():
    compiling = sys.argv[1:] == ["build"]
    if not shutil.which("cargo"):
        if not compiling:
            print("skip rust: there is no cargo")
        return 0
    if compiling:
        return build()
    features = prepare()
    if crate_tests(features):
        tasks()
        same_bits()
        valgrind(features)
        address_sanitizer()
    reach()
    ways_to_the_library()
    another_library()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
