#!/usr/bin/env python3
"""What is generated from the public headers is what the generators write now: the description of the API, and modules and
files of the bindings. Needs libclang for a Python. Without it the description is skipped, and the rest is checked against
the description as it lies."""
import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DESCRIPTION = os.path.join(ROOT, "bindings", "api.json")
DESCRIBE = os.path.join(ROOT, "bindings", "generate", "describe.py")
failures = 0


def test(name, problems):
    """One test: it passes when there are no problems."""
    global failures
    for problem in problems:
        print("  " + problem)
    failures += 1 if problems else 0
    print(("not ok " if problems else "ok ") + "generated: " + name)


def run(*command):
    """(exit status, output)"""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, check=False)
    return done.returncode, done.stdout


def python_with_libclang():
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and run(python, "-c", "from clang import cindex; cindex.Index.create()")[0] == 0:
            return python
    return None


def described(python, headers, work):
    """(the description of these headers, what the generator said)"""
    output = os.path.join(work, "api.json")
    status, said = run(python, "-B", DESCRIBE, headers, output)
    if status != 0:
        return None, said
    with open(output) as source:
        return source.read(), said


def changed_headers(work, header, pattern, instead):
    """A folder of the headers with one place of one of them changed."""
    folder = os.path.join(work, "include")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, "include"), folder)
    path = os.path.join(folder, "dpcvx", header)
    with open(path) as source:
        text = source.read()
    text, count = re.subn(pattern, instead, text, count=1)
    assert count == 1, pattern
    with open(path, "w") as sink:
        sink.write(text)
    return folder


def check_description(python, work):
    with open(DESCRIPTION) as source:
        committed = source.read()
    made, said = described(python, os.path.join(ROOT, "include"), work)
    test("the description of the API is that of the headers",
         [] if made == committed else [said or 'bindings/api.json is stale: "make api" writes it anew'])
    step = r"#define DPCVX_PLAN_OPTION_STEPS 401\b"
    changed, _ = described(python, changed_headers(work, "solve.h", step, "#define DPCVX_PLAN_OPTION_STEPS 499"), work)
    test("control: another number changes it", [] if changed not in (None, committed) else ["it did not"])
    for what, pattern, instead, words in (
            ("an option without a type", "(" + step + r"\s*/\* )i64", r"\1", "DPCVX_PLAN_OPTION_STEPS"),
            ("a number of no family", step, "#define DPCVX_STRAY 7\n#define DPCVX_PLAN_OPTION_STEPS 401", "DPCVX_STRAY"),
            ("an array that nothing counts", r"double \*out, int64_t dimension, ", "double *out, ", "nothing counts")):
        made, said = described(python, changed_headers(work, "solve.h", pattern, instead), work)
        test("control: %s is refused" % what, [] if made is None and words in said else [said or "it was not"])


class Generated:
    """What a generator writes into a folder of the bindings."""

    def __init__(self, what, generator, folder, names):
        self.what, self.names = what, re.compile(names)
        self.generator = os.path.join(ROOT, "bindings", "generate", generator)
        self.folder = os.path.join(ROOT, "bindings", *folder.split("/"))

    def files(self, folder):
        paths = (os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names)
        return sorted(path for path in paths if self.names.fullmatch(path))

    def problems(self, folder):
        here, made = self.files(self.folder), self.files(folder)
        problems = ["%s is not the generator's" % name for name in here if name not in made]
        return problems + ['%s is stale: "make api" writes it anew' % name for name in made
                           if name not in here or not filecmp.cmp(os.path.join(folder, name),
                                                                  os.path.join(self.folder, name), False)]

    def check(self, work):
        folder = os.path.join(work, os.path.basename(self.generator))
        status, said = run(sys.executable, "-B", self.generator, DESCRIPTION, folder)
        test("%s are those of the description" % self.what, [said] if status else self.problems(folder))
        with open(DESCRIPTION) as source:
            api = json.load(source)
        api["options"][0]["keys"][0]["value"] += 1
        next(entry for entry in api["functions"] if entry["name"] == "dpcvx_curve_create_gdp")["parameters"][0]["type"] = "i64"
        changed = os.path.join(work, "changed.json")
        with open(changed, "w") as sink:
            json.dump(api, sink)
        run(sys.executable, "-B", self.generator, changed, folder)
        test("control: another number and type in the description change %s" % self.what,
             [] if self.problems(folder) else ["it did not"])


ALL = (Generated("the modules of the Python package", "python.py", "python/dpcvx/_generated", r".*\.py"),
       Generated("the generated files of the Go module", "go.py", "go", r".*_generated\.go"),
       Generated("the generated files of the Rust crates", "rust.py", "rust", r"dpcvx(-sys)?/src/generated/.*\.rs"),
       Generated("the generated files of the R package", "r.py", "r",
                 r"src/generated\.c|R/generated_\w+\.R|man/dp_(options|figures)\.Rd"))


def main():
    with tempfile.TemporaryDirectory() as work:
        python = python_with_libclang()
        if python:
            check_description(python, work)
        else:
            print("skip generated: the description of the API: no Python here has libclang")
        for generated in ALL:
            generated.check(work)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
