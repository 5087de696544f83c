#!/usr/bin/env python3
"""make lint, on a tree of one source and one test: it passes what is right, fails on each kind of mistake that is
planted, and stops at once where a tool is missing, whose package it names."""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPIED = ["Makefile", ".clang-format", ".clang-tidy", "cmake/setup.sh", "include/dpcvx/base.h", "tests/run.py",
          "tests/tests.mk", "tests/check/lint.mk", "tests/check/format_test.sh"]
SOURCE, TEST = "src/base/planted.cpp", "tests/base/planted_test.cpp"
RIGHT = {
    SOURCE: 'extern "C" __attribute__((visibility("default"))) int dpcvx_planted(int x) { return x + 1; }\n',
    TEST: "int twice(int x);\nint twice(int x) { return 2 * x; }\n",
    "tests/abi/symbols_test.py": "print('ok symbols')\n",
    "tests/abi/headers_test.sh": "echo ok headers\n",
    "bindings/go/go.mod": "module planted\n",
    ".ci/run": "true\n",
}
TOOLS = {"clang-tidy-14": "clang-tidy-14", "clang-format-14": "clang-format-14", "clang++-14": "clang-14",
         "gofmt": "golang-go"}

failures = 0


def test(name, good, output):
    global failures
    if not good:
        print(output)
        failures += 1
    print(("ok lint: " if good else "not ok lint: ") + name)


def write(tree, path, text):
    os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
    with open(os.path.join(tree, path), "w") as sink:
        sink.write(text)


def planted(tree, **changed):
    """The tree as it is right, but for the sources that are changed."""
    for path, text in dict(RIGHT, **{{"source": SOURCE, "test": TEST}[key]: text for key, text in changed.items()}).items():
        write(tree, path, text)


def lint(tree, build, path=None, **variables):
    """(exit status, output) of make lint, which goes on to every mistake and prints what one command says in one piece."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("DPCVX_", "MAKE", "MFLAGS")) and key not in ("BUILD", "CLANGXX", "EXTRA_CXXFLAGS")}
    kept.update(variables)
    if path:
        kept["PATH"] = path
    done = subprocess.run(["make", "-k", "-j2", "-O", "BUILD=" + build, "lint"], cwd=tree, env=kept, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    return done.returncode, done.stdout


def mistakes(tree):
    planted(tree)
    status, output = lint(tree, "build")
    test("control: a tree without mistakes passes", status == 0 and ", 0 failed" in output, output)

    planted(tree, source=RIGHT[SOURCE].replace("{ ", "{\n  int unused;\n  ").replace("; }", ";\n}"))
    status, output = lint(tree, "build")
    test("a warning of g++ fails it", status != 0 and "[-Werror=unused-variable]" in output, output)
    test("a warning of clang++ fails it", status != 0 and "[clang-diagnostic-unused-variable" in output, output)
    status, output = lint(tree, "werror", EXTRA_CXXFLAGS="-Werror")
    test("so does one that the library's own compilation finds by -Werror",
         status != 0 and "[-Werror=unused-variable]" in output and "  WARN" not in output, output)

    planted(tree, source=RIGHT[SOURCE] + "const char *dpcvx_nothing() { return 0; }\n",
            test=RIGHT[TEST].replace("{ ", "{\n  int unused;\n  ").replace("; }", ";\n}"))
    status, output = lint(tree, "build")
    test("a finding of clang-tidy fails it", status != 0 and "[modernize-use-nullptr" in output, output)
    test("a warning in a test fails it", status != 0 and TEST + ":3:7: error: unused variable" in output, output)

    planted(tree, source=RIGHT[SOURCE].replace("x + 1", "x+1"))
    status, output = lint(tree, "build")
    test("a format of one's own fails it", status != 0 and "not ok format: C and C++" in output, output)


def missing_tools(tree, place):
    """Each in turn: the PATH is a copy of this one, of links, without the tool."""
    folders = []
    for folder in os.environ["PATH"].split(os.pathsep):
        if not os.path.isdir(folder):
            continue
        folders.append(os.path.join(place, str(len(folders))))
        os.mkdir(folders[-1])
        for name in os.listdir(folder):
            os.symlink(os.path.join(folder, name), os.path.join(folders[-1], name))
    planted(tree)
    for tool, package in TOOLS.items():
        links = [os.path.join(folder, tool) for folder in folders]
        links = [(link, os.readlink(link)) for link in links if os.path.lexists(link)]
        for link, _ in links:
            os.remove(link)
        status, output = lint(tree, "without-" + tool, os.pathsep.join(folders))
        built = [name for _, _, names in os.walk(os.path.join(tree, "without-" + tool)) for name in names
                 if name.endswith((".o", ".ok"))]
        said = [line for line in output.splitlines() if line.startswith("dpcvx: missing")]
        test("without %s it stops at once and names the package" % tool,
             status != 0 and len(said) == 1 and " %s" % package in said[0] and not built, output + str(built))
        for link, target in links:
            os.symlink(target, link)


def main():
    ready = subprocess.run(["sh", "cmake/setup.sh", "check", "lint"], cwd=ROOT, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    if ready.returncode != 0:
        print("skip lint: " + " ".join(ready.stdout.splitlines()[:1]))
        return 0
    with tempfile.TemporaryDirectory() as place:
        tree = os.path.join(place, "tree")
        for path in COPIED:
            os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
            shutil.copy(os.path.join(ROOT, path), os.path.join(tree, path))
        mistakes(tree)
        missing_tools(tree, place)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
