#!/usr/bin/env python3
"""The example at the head of each public header compiles as C99, runs, and prints what it says it prints.

An example is the indented block that follows a line with "Example" in the header's first comment. It is the body of
main(); a static function that it begins with stands before main(), and does not count as lines. A comment
"// prints TEXT" states the next line of output; "..." in it stands for any text.
"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "check"))
sys.dont_write_bytecode = True
from prose import comments

BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
CC = os.environ.get("CC", "cc")
FLAGS = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I" + os.path.join(ROOT, "include")]
MOST_LINES = 15
INCLUDES = "#include <dpcvx.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"


def example(header):
    """The lines of the first example of a header, without their margin."""
    with open(header) as source:
        lines = [line for _, line in comments(source.read())[0][2]]
    at = next((i for i, line in enumerate(lines) if line.startswith("Example")), len(lines))
    block = []
    for line in lines[at + 1:]:
        if line.strip() and not line.startswith("    "):
            if block:
                break
            continue
        block.append(line[4:].rstrip())
    while block and not block[-1]:
        block.pop()
    return [line for line in block[next((i for i, line in enumerate(block) if line), 0):]]


def split(lines):
    """The callback that the example begins with, and the body of main()."""
    end = lines.index("}") + 1 if lines and lines[0].startswith("static ") and "}" in lines else 0
    return lines[:end], lines[end:]


def program(lines):
    before, body = split(lines)
    return INCLUDES + "\n".join(before) + "\nint main(void) {\n  " + "\n  ".join(body) + "\n  return 0;\n}\n"


def expected(lines):
    return [match.group(1) for match in (re.search(r"// prints (.*)$", line) for line in lines) if match]


def agrees(pattern, line):
    return re.fullmatch(".*".join(re.escape(part) for part in pattern.split("...")), line) is not None


def problems_of(lines, name):
    if not lines:
        return ["no example"]
    code = [line for line in split(lines)[1] if line and not re.match(r"\s*//", line)]
    problems = ["%d lines" % len(code)] if len(code) > MOST_LINES else []
    folder = os.path.join(BUILD, "tests", "examples")
    os.makedirs(folder, exist_ok=True)
    source, binary = os.path.join(folder, name + ".c"), os.path.join(folder, name)
    with open(source, "w") as out:
        out.write(program(lines))
    built = subprocess.run([CC] + FLAGS + ["-o", binary, source, os.path.join(BUILD, "libdpcvx.a"), "-lm", "-lpthread"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if built.returncode:
        return problems + built.stdout.splitlines()
    run = subprocess.run([binary], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=60)
    if run.returncode or run.stderr:
        problems.append("status %d, stderr: %s" % (run.returncode, run.stderr))
    shown = [line for line in run.stdout.splitlines() if line]
    wanted = expected(lines)
    if wanted and len(wanted) != len(shown):
        problems.append("%d lines printed, %d stated: %r" % (len(shown), len(wanted), shown))
    problems += ["printed %r, stated %r" % pair for pair in zip(shown, wanted) if not agrees(pair[1], pair[0])]
    return problems


CONTROL = ['double mu;',
           'if (dpcvx_calibrate_gdp(1.0, 1e-6, &mu, NULL) == DPCVX_OK) printf("mu %.3f\\n", mu);  // prints mu 0.2...']


def main():
    failures = 0

    def test(name, problems):
        nonlocal failures
        for problem in problems:
            print("  " + problem)
        print(("not ok " if problems else "ok ") + "example: " + name)
        failures += bool(problems)

    for header in sorted(glob.glob(os.path.join(ROOT, "include", "dpcvx", "*.h"))):
        name = os.path.basename(header)
        test(name, problems_of(example(header), name[:-2]))
    test("control: a right statement of the output passes", problems_of(CONTROL, "control"))
    wrong = [line.replace("mu 0.2", "mu 0.3") for line in CONTROL]
    test("control: a wrong statement of the output is found", [] if problems_of(wrong, "control") else ["nothing found"])
    broken = [line.replace("double mu;", "") for line in CONTROL]
    test("control: an example that does not compile is found", [] if problems_of(broken, "control") else ["nothing found"])
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
