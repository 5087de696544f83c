#!/usr/bin/env python3
"""The example of the README compiles as it stands, links against the archive alone, and fits."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ["BUILD"]
CC = os.environ.get("CC", "cc")
work = os.path.join(BUILD, "tests", "readme")
os.makedirs(work, exist_ok=True)
failures = 0


def test(name, good, shown=""):
    global failures
    print(("ok " if good else "not ok ") + name)
    if not good:
        print(shown)
        failures += 1


with open(os.path.join(ROOT, "README.md")) as readme:
    text = readme.read()
programs = re.findall(r"```c\n(.*?)```", text, re.S)
test("the README has one C program", len(programs) == 1)

source = os.path.join(work, "fit.c")
program = os.path.join(work, "fit")
with open(source, "w") as out:
    out.write(programs[0])
command = [CC, "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I", os.path.join(ROOT, "include"), "-o",
           program, source, os.path.join(BUILD, "libdpcvx.a"), "-lm"]
compiled = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
test("it compiles as C99 and links with libm alone", compiled.returncode == 0, compiled.stdout)
if compiled.returncode == 0:
    ran = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    shown = re.match(r"w = \((-?[\d.]+), (-?[\d.]+)\), intercept (-?[\d.]+)\n$", ran.stdout)
    # the labels compare the columns: the model must say so, with a margin of many standard deviations
    test("it prints a model that tells the columns apart",
         ran.returncode == 0 and shown is not None and float(shown.group(1)) > 0 > float(shown.group(2)), ran.stdout)
links = [target for target in re.findall(r"\]\(([^)#]+)\)", text) if not target.startswith("http")]
missing = [target for target in links if not os.path.exists(os.path.join(ROOT, target))]
test("its links lead somewhere", not missing, str(missing))
sys.exit(1 if failures else 0)
