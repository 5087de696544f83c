#!/usr/bin/env python3
"""Each example of the README compiles as it stands, links against the archive alone, and fits. Its links lead somewhere."""
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


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return done.returncode == 0, done.stdout


def numbers(pattern, shown):
    match = re.match(pattern, shown)
    return [float(number) for number in match.groups()] if match else []


def compiled_and_run(name, source):
    """What a C block prints, compiled as C99 and linked with the archive and libm alone; None where it fails."""
    file, program = os.path.join(work, name + ".c"), os.path.join(work, name)
    with open(file, "w") as out:
        out.write(source)
    good, shown = run([CC, "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I", os.path.join(ROOT, "include"),
                       "-o", program, file, os.path.join(BUILD, "libdpcvx.a"), "-lm"])
    test("%s compiles as C99 and links with libm alone" % name, good, shown)
    if not good:
        return ""
    good, shown = run([program])
    test("%s runs" % name, good, shown)
    return shown if good else ""


with open(os.path.join(ROOT, "README.md")) as readme:
    text = readme.read()
programs = re.findall(r"```c\n(.*?)```", text, re.S)
test("the README has two C programs", len(programs) == 2)
first_program, first_shell = text.find("```c\n"), text.find("```sh\n")
test("it begins with the two commands and one call", 0 < first_shell < first_program and
     re.findall(r"^make \w+", text[first_shell + 6:], re.M)[:2] == ["make demo", "make test"] and
     "dpcvx_fit_table(" in programs[0])

shown = compiled_and_run("classification", programs[0])
w = numbers(r"w = \((-?[\d.]+), (-?[\d.]+)\), intercept (-?[\d.]+)\n$", shown)
# the labels compare the columns: the model must say so, with a margin of many standard deviations
test("it prints a model that tells the columns apart", len(w) == 3 and w[0] > 0 > w[1], shown)
shown = compiled_and_run("regression", programs[1])
w = numbers(r"wage = (-?[\d.]+) \+ (-?[\d.]+) per hour\n$", shown)
# 25 + 4 x without privacy; the standard deviations over 60 fits are 0.96 and 0.048
test("it prints about the line that the labels follow", len(w) == 2 and abs(w[0] - 25) < 8 and abs(w[1] - 4) < 0.4, shown)
links = [target for target in re.findall(r"\]\(([^)#]+)\)", text) if not target.startswith("http")]
missing = [target for target in links if not os.path.exists(os.path.join(ROOT, target))]
test("its links lead somewhere", not missing, str(missing))
sys.exit(1 if failures else 0)
