#!/usr/bin/env python3
"""The tasks of tasks.csv in C and in Python: each program runs and finds itself right. Their lines, and the options they set
by hand, are printed as evidence. One seed gives the same bits in both languages."""
import ast
import csv
import os
import re
import resource
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
CC = os.environ.get("CC", "cc")
WORK = os.path.join(BUILD, "tests", "tasks")
with open(os.path.join(ROOT, "tests", "install", "tasks.csv"), encoding="utf-8") as table:
    TASKS = {row["task"]: row["program"] for row in csv.DictReader(table)}
TAKE_OPTIONS = {"fit_table", "Objective", "Plan", "Budget", "create_ledger", "FunctionSampler", "Estimate"}
MOST_SECONDS = 60  # of CPU, for all programs together
C_FLAGS = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-I", os.path.join(ROOT, "include")]
ENVIRONMENT = dict(os.environ, PYTHONPATH=os.path.join(ROOT, "bindings", "python"), PYTHONPYCACHEPREFIX=os.path.join(BUILD, "pycache"),
                   DPCVX_LIBRARY=os.path.join(BUILD, "libdpcvx.so"), PYTHONDONTWRITEBYTECODE="")
failed = False


def test(name, problem):
    global failed
    failed = failed or bool(problem)
    if problem:
        print(problem.rstrip())
    print(("not ok " if problem else "ok ") + "tasks: " + name)


def run(command):
    """What a command prints, the problem if it fails, and its seconds."""
    begin = time.monotonic()
    done = subprocess.run(command, cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                          env=ENVIRONMENT, check=False)
    problem = "" if done.returncode == 0 else "%s\n%s ended with %d" % (done.stdout, command[-1], done.returncode)
    return done.stdout, problem, time.monotonic() - begin


def compiled(source, name):
    program = os.path.join(WORK, name)
    return program, run([CC, *C_FLAGS, "-o", program, source, os.path.join(BUILD, "libdpcvx.a"), "-lm"])[1]


def text_of(path):
    with open(path, encoding="utf-8") as source:
        return source.read()


def c_counts(text):
    """Lines of code, and options that are set."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return sum(bool(line.strip()) for line in code.splitlines()), len(re.findall(r"dpcvx_options_set_", code))


def python_counts(text, options):
    tree = ast.parse(text)
    documented = [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.FunctionDef)) and ast.get_docstring(node)]
    skipped = {line for node in documented for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)}
    lines = sum(bool(re.sub(r"^\s*#.*", "", line).strip()) and number not in skipped
                for number, line in enumerate(text.splitlines(), 1))
    return lines, sum(keyword.arg in options for node in ast.walk(tree)
                      if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in TAKE_OPTIONS for keyword in node.keywords)


def option_names():
    with open(os.path.join(ROOT, "bindings", "python", "dpcvx", "_generated", "options.py"), encoding="utf-8") as source:
        return set(re.findall(r'^        "(\w+)": Key\(', source.read(), re.M)) - {"delta", "method", "unit"}


def main():
    os.makedirs(WORK, exist_ok=True)
    options = option_names()
    rows = []
    for task, name in TASKS.items():
        c_source = os.path.join(ROOT, "bindings", "c", "examples", name + ".c")
        python_source = os.path.join(ROOT, "bindings", "python", "examples", name + ".py")
        seconds = [0.0, 0.0]
        _, problem, seconds[0] = run([os.path.join(BUILD, "tests", "examples", name)])
        test("%s in C" % task, problem)
        if name == "sparse" and subprocess.run([sys.executable, "-c", "import scipy"], stderr=subprocess.DEVNULL).returncode:
            print("skip tasks: %s in Python: there is no scipy" % task)
        else:
            shown, problem, seconds[1] = run([sys.executable, python_source])
            test("%s in Python" % task, problem or ("" if shown else "it prints nothing"))
        rows.append((task, c_counts(text_of(c_source)), python_counts(text_of(python_source), options), seconds))
    for task, (c_lines, c_options), (lines, set_ones), seconds in rows:
        print("evidence: tasks: %s: C %d lines, %d options set, %.1f s; Python %d lines, %d options set, %.1f s" % (
            task, c_lines, c_options, seconds[0], lines, set_ones, seconds[1]))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = used.ru_utime + used.ru_stime
    test("all within %d seconds of CPU" % MOST_SECONDS, "" if spent <= MOST_SECONDS else "%.1f s" % spent)
    print("evidence: tasks: all %d programs run in %.1f s of CPU" % (2 * len(TASKS), spent))
    wrong = os.path.join(WORK, "wrong.py")
    with open(wrong, "w") as source:
        source.write("assert False\n")
    test("control: a program that finds itself wrong is seen", "" if run([sys.executable, wrong])[1] else "it was not")

    program, problem = compiled(os.path.join(ROOT, "tests", "install", "same_bits.c"), "same_bits")
    in_c, trouble, _ = ("", problem, 0) if problem else run([program])
    in_python, other, _ = run([sys.executable, os.path.join(ROOT, "tests", "install", "same_bits.py")])
    differ = [line.split()[0] for line, same in zip(in_c.splitlines(), in_python.splitlines()) if line != same]
    test("one seed gives the same bits in C and Python, %d numbers" % (len(in_c.split()) - len(in_c.splitlines())),
         trouble or other or ("differ: %s" % differ if differ or in_c != in_python else "" if len(in_c) > 10000 else "too few"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
