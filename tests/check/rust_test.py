#!/usr/bin/env python3
"""The Rust crates keep to rustfmt's format, clippy finds nothing in them, and their documentation has no warning.
bindgen reads the same off the headers. What must not compile does not."""
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "bindings", "rust")
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
TARGET = os.path.join(BUILD, "lint", "rust")
# No library is linked: any folder serves.
ENVIRONMENT = dict(os.environ, CARGO_NET_OFFLINE="true", CARGO_TARGET_DIR=TARGET, DPCVX_LIB_DIR=BUILD)
# Programs that must not compile, and why not.
REFUSED = {
    "a stream of random bits in two threads at once": (
        "fn shared<T: Sync>(_: T) {}\nfn main() { shared(dpcvx::Rng::new().unwrap()) }", "E0277"),
    "a closure that does not move between threads": (
        "fn main() { let kept = std::rc::Rc::new(1.0); let data = dpcvx::Dataset::new(&[[1.0]], &[1.0]).unwrap();\n"
        "let _ = dpcvx::Objective::with_loss(&data, move |z, _| (z * *kept, *kept)); }", "E0277"),
    "a closure that borrows what may end before the objective": (
        "fn main() { let data = dpcvx::Dataset::new(&[[1.0]], &[1.0]).unwrap(); let objective = {\n"
        "let kept = 1.0; dpcvx::Objective::with_loss(&data, |z, _| (z * kept, kept)).build() }; drop(objective); }",
        "E0373"),
    "events of a plan that outlive its call": (
        "fn main() { let all = dpcvx::Accountant::new(dpcvx::Adjacency::ReplaceOne, dpcvx::Unit::Record).unwrap();\n"
        "let mut kept = None;\n"
        "let _ = all.calibrate((1.0, 1e-6), 1.0, 2.0, |_, events| { kept = Some(events); Ok(()) }); }",
        "E0521"),
    "a key of fewer than 16 bytes": (
        "fn main() { let _ = dpcvx::Budget::open_ledger(\"day.ledger\", Some(b\"short\"), None); }", "E0308"),
    "a plan of an option's wrong type": (
        "fn main() { let _ = dpcvx::PlanOptions::new().steps(0.5); }", "E0308"),
}
failed = False


def test(name, problem):
    global failed
    failed = failed or bool(problem)
    if problem:
        print(problem.rstrip())
    print(("not ok " if problem else "ok ") + "rust: " + name)


def run(*command, **more):
    done = subprocess.run(command, cwd=FOLDER, env=dict(ENVIRONMENT, **more), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return "" if done.returncode == 0 else done.stdout or "it ended with %d" % done.returncode


def declarations(text):
    """What a module declares: functions and callbacks with their types, and numbers."""
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"::std::(os::raw|option)::", "", text).replace("dpcvx_status", "i32")
    text = re.sub(r",\s*([)>])", r"\1", re.sub(r"\s+", " ", text))
    text = text.replace("( ", "(").replace(" )", ")").replace("< ", "<")
    found = dict(re.findall(r"pub fn (dpcvx_\w+)(\(.*?);", text))
    found.update(re.findall(r"pub type (dpcvx_\w+) = (Option.*?);", text))
    found.update(re.findall(r"pub const (DPCVX_\w+): \w+ = (-?\d+);", text))
    return {name: said.strip().replace(" >", ">") for name, said in found.items()}


def bindgen(headers, work):
    """What bindgen reads off headers, and what it says where it fails."""
    output = os.path.join(work, "bindgen.rs")
    command = ["bindgen", os.path.join(headers, "dpcvx.h"), "-o", output, "--no-layout-tests", "--no-doc-comments",
               "--size_t-is-usize", "--allowlist-function", "dpcvx_.*", "--allowlist-type", "dpcvx_.*",
               "--allowlist-var", "DPCVX_.*", "--", "-I" + headers]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if done.returncode:
        return {}, done.stdout
    with open(output) as source:
        return declarations(source.read()), ""


def differences(ours, theirs):
    return "\n".join("%s: %s; bindgen: %s" % (name, ours.get(name), theirs.get(name))
                     for name in sorted(set(ours) | set(theirs)) if ours.get(name) != theirs.get(name))


def compare_with_bindgen():
    os.makedirs(TARGET, exist_ok=True)
    ours = {}
    for path in glob.glob(os.path.join(FOLDER, "dpcvx-sys", "src", "generated", "*.rs")):
        with open(path, encoding="utf-8") as source:
            ours.update(declarations(source.read()))
    headers = os.path.join(ROOT, "include")
    theirs, problem = bindgen(headers, TARGET)
    test("bindgen reads the same %d declarations off the headers" % len(theirs),
         problem or differences(ours, theirs) or ("" if len(theirs) > 600 else "too few"))
    changed = os.path.join(TARGET, "include")
    shutil.rmtree(changed, ignore_errors=True)
    shutil.copytree(headers, changed)
    path = os.path.join(changed, "dpcvx", "random.h")
    with open(path) as source:
        text = source.read()
    with open(path, "w") as sink:
        sink.write(text.replace("double scale, int64_t *out", "float scale, int64_t *out"))
    found = differences(ours, bindgen(changed, TARGET)[0])
    test("control: a parameter of another type is found", "" if "discrete_laplace" in found else "it was not")


def refused():
    """What must not compile, against the metadata that clippy left."""
    library = os.path.join(TARGET, "debug", "libdpcvx.rlib")
    problem = run("cargo", "build", "--locked", "-p", "dpcvx")
    test("the crate builds", problem)
    if problem:
        return
    for name, (program, code) in REFUSED.items():
        source = os.path.join(TARGET, "refused.rs")
        with open(source, "w") as sink:
            sink.write(program + "\n")
        said = run("rustc", "--edition", "2021", "--emit", "metadata", "--out-dir", TARGET, "--extern", "dpcvx=" + library,
                   "-L", "dependency=" + os.path.join(TARGET, "debug", "deps"), source)
        test("it does not compile: " + name, "" if "error[%s]" % code in said else said or "it does")


def main():
    if shutil.which("bindgen"):
        compare_with_bindgen()
    else:
        print("skip rust: the headers: there is no bindgen")
    if not shutil.which("cargo"):
        print("skip rust: there is no cargo")
        return 0
    if shutil.which("rustfmt"):
        test("the format", run("cargo", "fmt", "--all", "--check"))
    else:
        print("skip rust: the format: there is no rustfmt")
    if run("cargo", "metadata", "--locked", "--format-version", "1"):
        print("skip rust: clippy: cargo has not fetched the crates ndarray and serde (make deps)")
        return 1 if failed else 0
    if shutil.which("cargo-clippy"):
        test("clippy finds nothing", run("cargo", "clippy", "--locked", "--all-targets", "--features", "ndarray,serde", "--",
                                         "-D", "warnings"))
    else:
        print("skip rust: clippy: there is no cargo-clippy")
    test("the documentation has no warning", run("cargo", "doc", "--locked", "--no-deps", RUSTDOCFLAGS="-D warnings"))
    refused()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
