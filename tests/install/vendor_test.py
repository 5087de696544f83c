#!/usr/bin/env python3
"""What packages carry: every header that is reached and none of another library, makefiles that any make reads, and the
Go module's path at one place. `make packages` builds them."""
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "cmake"))
sys.dont_write_bytecode = True
import go_module  # noqa: E402
import joined  # noqa: E402
import vendor  # noqa: E402

WORK = os.path.join(ROOT, os.environ["BUILD"], "tests", "install", "vendor_test")
# What a make that is not GNU's does not read: conditionals, functions, pattern rules, other assignments.
GNU = re.compile(r"\$\((wildcard|shell|patsubst|subst|foreach|if|eval|call|addprefix|notdir) |^ *(ifeq|ifneq|ifdef|define|export)\b"
                 r"|:=|\+=|\?=|%\.", re.M)
# Where the headers of the compiler and of the C library are.
OF_COMPILER = re.compile(r"/usr/(lib/(gcc|llvm)|include/(c\+\+|x86_64|aarch64|bits|linux|asm|[\w-]+\.h$|sys/))")
failures = 0


def test(name, problems):
    """One test: it passes when there are no problems."""
    global failures
    for problem in problems:
        print("  " + str(problem))
    failures += 1 if problems else 0
    print(("not ok " if problems else "ok ") + "vendor: " + name)


def run(*command):
    """The status of a command, and what it prints."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, check=False)
    return done.returncode, done.stdout


def staged(script):
    """What a script of cmake/ writes for packing."""
    status, said = run(sys.executable, "-B", os.path.join(ROOT, "cmake", script), WORK)
    if status:
        sys.exit("%s: %s" % (script, said))


ALL_HEADERS = "".join('#include "%s"\n' % path[len("src/"):] for path in vendor.library_files()
                      if path.startswith("src/") and path.endswith(".h"))


def header_problems(package, *flags, more=""):
    """Headers that the C++ compiler takes from outside a package and its own folders, or does not find."""
    source = os.path.join(WORK, "asked.cpp")
    vendor.write(source, ALL_HEADERS + more)
    status, said = run(os.environ["CXX"], "-std=c++17", "-fno-exceptions", "-M", *flags, source)
    if status:
        yield (re.findall(r".*fatal error: .*", said) + [said])[0]
        return
    found = said.replace("\\\n", " ").split()[1:]
    ours = [path for path in found if path.startswith(ROOT) and path != source]
    yield from (path for path in ours if not path.startswith(package + os.sep))
    yield from (path for path in found if path not in ours + [source] and not OF_COMPILER.match(path))
    if len(ours) < 100:
        yield "only %d headers of the package were read" % len(ours)


def source_problems(folder):
    """Sources of the library that a package lacks or has beside them; R's package leaves out those for AVX."""
    there = {os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names
             if name.endswith((".cpp", ".h"))}
    return {path for path in there if not path.startswith("src/joined/")} ^ set(vendor.library_files())


def join_problems(library):
    """Sources that joined files hold twice or never."""
    held = [path for name in glob.glob(os.path.join(library, "src", "joined", "*.cpp"))
            for path in re.findall('#include "(.*)"', vendor.read(name))]
    expected = [path[len("src/"):] for path in vendor.library_files(with_avx=False)
                if path.endswith(".cpp") and path != "src/base/runtime.cpp"]
    return sorted(set(held) ^ set(expected)) + sorted({path for path in held if held.count(path) > 1})


# What would change its meaning or not compile beside `namespace { double twice(double x); }`.
STRANGERS = {
    "the same function": "namespace a {\nnamespace {\ndouble twice(double x) { return x; }\n}\n}\n",
    "a function of a header that is called": "#include \"a/far.h\"\ndouble b::called() { return twice(1); }\n",
    "a header that names it": "#include \"a/far.h\"\n",
    "a header of the system": "#include <unistd.h>\n",
    "another directive": "using namespace b;\n",
    "a macro of a name that it uses": "#define x 1\n",
    "a type of a name that it uses": "namespace a {\nstruct x {\n};\n}\n",
}


def joining():
    root = os.path.join(WORK, "joined")
    vendor.write(os.path.join(root, "a", "far.h"), "int twice(int x);\n")
    vendor.write(os.path.join(root, "a", "own.cpp"), "namespace a {\nnamespace {\ndouble twice(double x) { return 2 * x; }\n}\n}\n")
    vendor.write(os.path.join(root, "a", "stranger.cpp"), "namespace a {\n// twice\ndouble thrice() { return 3; }\n}\n")
    paths = ["a/own.cpp", "a/stranger.cpp"]
    test("sources that share no name are joined", [] if joined.groups(root, paths) == [paths] else joined.groups(root, paths))
    vendor.write(os.path.join(root, "a", "near.h"), "namespace a {\nint near(int x);\n}\n")
    vendor.write(os.path.join(root, "a", "over.h"), "namespace a {\ndouble near(double x);\n}\n")
    vendor.write(os.path.join(root, "b", "one.cpp"), '#include "a/near.h"\ndouble one() { return a::near(1.5); }\n')
    for header, joins in (("near.h", True), ("over.h", False)):
        vendor.write(os.path.join(root, "b", "two.cpp"), '#include "a/%s"\nint two() { return 2; }\n' % header)
        found = joined.groups(root, ["b/one.cpp", "b/two.cpp"])
        test("sources of one header are joined" if joins else "control: a source that brings an overload is not joined",
             [] if (len(found) == 1) == joins else [found])
    for what, text in STRANGERS.items():
        vendor.write(os.path.join(root, "a", "stranger.cpp"), text)
        found = joined.groups(root, paths)
        test("control: %s is not joined with it" % what, [] if sorted(found) == [["a/own.cpp"], ["a/stranger.cpp"]] else [found])


def make_problems(text, objects):
    yield from ("not every make reads: " + found.group(0) for found in GNU.finditer(text))
    listed = set(re.findall(r"(library/\S+)\.o", text))
    yield from sorted(listed ^ objects)


def r_package():
    staged("r_package.py")
    package = os.path.join(WORK, "dpcvx")
    library = os.path.join(package, "src", "library")
    flags = ("-DDPCVX_NO_AVX", "-I" + os.path.join(library, "include"), "-I" + os.path.join(library, "src"))
    test("R's package holds every header", list(header_problems(package, *flags)))
    differ = {path for path in source_problems(library) if not re.search(r"_avx(2|512)\.cpp$", path)}
    test("R's package holds every source but the runtime's and those for AVX", sorted(differ ^ {"src/base/runtime.cpp"}))
    text = vendor.read(os.path.join(package, "src", "Makevars.in"))
    objects = {"library/src/joined/" + name[:-4] for name in os.listdir(os.path.join(library, "src", "joined"))}
    test("R's package compiles each source once", join_problems(library))
    test("any make reads its Makevars, which lists every object", list(make_problems(text, objects)))
    test("control: a wildcard and a missing object are seen",
         [] if len(list(make_problems("X := 1\n" + text.replace("library/src/joined/audit_0.o", ""), objects))) == 2 else ["they are not"])
    vendor.write(os.path.join(WORK, "outside", "other.h"), "")
    found = list(header_problems(package, *flags, "-I" + WORK, more='#include "outside/other.h"\n'))
    test("control: a header of another place is seen", [] if len(found) == 1 and "other.h" in found[0] else found or ["it is not"])
    os.remove(os.path.join(library, "src", "base", "status.h"))
    test("control: a header that is gone is seen", [] if list(header_problems(package, *flags)) else ["it is not"])


def rust_crates():
    staged("rust_crates.py")
    vendored = os.path.join(WORK, "crates", "dpcvx-sys", "vendor")
    flags = ("-I" + os.path.join(vendored, "include"), "-I" + os.path.join(vendored, "src"))
    test("dpcvx-sys holds every header", list(header_problems(vendored, *flags)))
    test("dpcvx-sys holds every source", sorted(source_problems(vendored)))
    test("dpcvx-sys compiles each source once", join_problems(vendored))


GOOD = ("example.com/dpcvx", "git.example.com/me/dpcvx/bindings/go", "example.com/~me/x_y")
BAD = ("", "dpcvx", "me/dpcvx", "Example.com/x", "example.com//x", "example.com/x/", "/example.com/x", "example.com/a b",
       "example.com/x/v1", "example.com/x/v7", "example.com/.x", "-a.com/x")


def go_path():
    test("paths that Go fetches are taken, others are refused",
         [path for path in GOOD if go_module.problem_of(path)] + [path for path in BAD if not go_module.problem_of(path)])
    folder = os.path.join(WORK, "go")
    shutil.copytree(os.path.join(ROOT, "bindings", "go"), folder)
    before = {path: vendor.read(path) for path in (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)}
    changed, old = go_module.rename(folder, GOOD[1])
    left = [path for path in before if old in vendor.read(path)]
    test("renaming the module leaves no old path", left + ([] if len(changed) > 20 else ["only %d files changed" % len(changed)]))
    go_module.rename(folder, old)
    test("renaming it back gives the same files", [path for path, text in before.items() if vendor.read(path) != text])


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    r_package()
    rust_crates()
    joining()
    go_path()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
