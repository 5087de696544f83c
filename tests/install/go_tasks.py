#!/usr/bin/env python3
"""The tasks of tasks.csv in Go: each program runs and finds itself right. Their lines, and the options they set by hand,
are printed as evidence. One seed gives the same bits in C and in Go. go_test.sh runs this with the installed copy's
environment. Usage: go_tasks.py [build]    build: only compiles the programs."""
import os
import re
import resource
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "install"))
from tasks_test import BUILD, CC, C_FLAGS, TASKS, text_of  # noqa: E402

MODULE = os.path.join(ROOT, "bindings", "go")
WORK = os.path.join(BUILD, "tests", "tasks", "go")
MOST_SECONDS = 30  # of CPU, for the programs together
NO_OPTIONS = {"Rng", "Price", "Progress", "Unit", "Adjacency"}  # arguments by another name
failed = False


def test(name, problem):
    global failed
    failed = failed or bool(problem)
    if problem:
        print(problem.rstrip())
    print(("not ok " if problem else "ok ") + "tasks: " + name)


def run(*command):
    """What a command prints, the problem if it fails, and its seconds."""
    begin = time.monotonic()
    done = subprocess.run(command, cwd=MODULE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, check=False)
    problem = "" if done.returncode == 0 else "%s\n%s ended with %d" % (done.stdout, command[-1], done.returncode)
    return done.stdout, problem, time.monotonic() - begin


def counts(text):
    """Lines of code, and options that are set."""
    lines = [re.sub(r"(^|\s)//.*", "", line) for line in text.splitlines()]
    options = sum(2 if name == "LabelRange" else 1 for name in re.findall(r"\bdpcvx\.With(\w+)\(", "\n".join(lines))
                  if name not in NO_OPTIONS)
    return sum(bool(line.strip()) for line in lines), options


def main():
    os.makedirs(WORK, exist_ok=True)
    _, problem, _ = run("go", "build", "-ldflags=-w", "-o", WORK + os.sep, "./examples/...", "./internal/same_bits")
    if sys.argv[1:] == ["build"]:
        return bool(problem)
    test("programs in Go compile", problem)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for task, name in TASKS.items():
        shown, problem, seconds = run(os.path.join(WORK, name))
        test("%s in Go" % task, problem or ("" if shown else "it prints nothing"))
        lines, options = counts(text_of(os.path.join(MODULE, "examples", name, "main.go")))
        print("evidence: tasks: %s: Go %d lines, %d options set, %.1f s" % (task, lines, options, seconds))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    test("those in Go within %d seconds of CPU" % MOST_SECONDS, "" if spent <= MOST_SECONDS else "%.1f s" % spent)
    wrong = os.path.join(WORK, "wrong.go")
    with open(wrong, "w") as sink:
        sink.write('package main\n\nimport "os"\n\nfunc main() { print("found wrong"); os.Exit(1) }\n')
    said, problem, _ = run("go", "run", wrong)
    test("control: a program that finds itself wrong is seen",
         "" if problem and "found wrong" in said else "it was not")

    program = os.path.join(WORK, "same_bits_of_c")
    source, library = os.path.join(ROOT, "tests", "install", "same_bits.c"), os.path.join(BUILD, "libdpcvx.a")
    _, problem, _ = run(CC, *C_FLAGS, "-o", program, source, library, "-lm")
    in_c, trouble, _ = ("", problem, 0) if problem else run(program)
    in_go, other, _ = run(os.path.join(WORK, "same_bits"))
    differ = [line.split()[0] for line, same in zip(in_c.splitlines(), in_go.splitlines()) if line != same]
    unlike = "differ: %s" % differ if differ or in_c != in_go else "" if len(in_c) > 10000 else "too few"
    test("one seed gives the same bits in C and Go, %d numbers" % (len(in_c.split()) - len(in_c.splitlines())),
         trouble or other or unlike)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
