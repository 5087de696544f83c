#!/usr/bin/env python3
"""The Python package keeps to its type hints: mypy finds nothing."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "bindings", "python")
CACHE = os.path.abspath(os.path.join(os.environ.get("BUILD", os.path.join(ROOT, "build")), "mypy"))


def mypy():
    """A Python that has mypy."""
    for python in ("python3", "/usr/bin/python3"):
        done = subprocess.run([python, "-m", "mypy", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            return python
    return None


def found(python, *what):
    done = subprocess.run([python, "-m", "mypy", "--cache-dir", CACHE, *what], cwd=FOLDER, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    return "" if done.returncode == 0 else done.stdout or "mypy ended with %d" % done.returncode


def main():
    python = mypy()
    if python is None:
        print("skip python types: there is no mypy")
        return 0
    problems = found(python, "dpcvx")
    print(problems + ("not ok" if problems else "ok") + " python types: mypy finds nothing in the package")
    caught = "incompatible type" in found(python, "-c", "import dpcvx\ndpcvx.Curve.gdp('a third')\n")
    print(("ok" if caught else "not ok") + " python types: control: a wrong type is found by a caller's mypy")
    return 1 if problems or not caught else 0


if __name__ == "__main__":
    sys.exit(main())
