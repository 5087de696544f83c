#!/usr/bin/env python3
"""Each program of bindings/c/examples, which make has compiled as C99 and linked against the archive and libm alone, runs and
finds itself right: it ends with 0. It says first what it shows, and is short."""
import glob
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("BUILD", "build")
CC = os.environ.get("CC", "cc")
WORK = os.path.join(BUILD, "tests", "examples")
MOST_LINES = 80
EXPECTED = {"account", "accounting", "choose_hypothesis", "choose_settings", "counts", "estimate_covariance",
            "estimate_mean", "estimate_quantiles", "estimate_robust", "fit_predict", "held_out", "last_iterate",
            "ledger", "arrow_stream", "file_blocks", "local_reports", "many_fits", "minimise_parts", "own_loss", "quantile",
            "regression", "release_mean",
            "sampling", "shuffled", "sparse", "users"}
failures = 0


def test(name, problem):
    global failures
    if problem:
        print(problem.rstrip())
        failures += 1
    print(("not ok " if problem else "ok ") + "example: " + name)


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return "" if done.returncode == 0 else done.stdout + "\n%s ended with %d" % (command[0], done.returncode), done.stdout


def problem_of(source, name):
    with open(source) as text:
        lines = text.read().splitlines()
    if len(lines) > MOST_LINES:
        return "%d lines, at most %d" % (len(lines), MOST_LINES)
    if not lines[0].startswith("/* ") or "cc %s.c -ldpcvx -lm" % name not in "\n".join(lines[:5]):
        return "its first comment says what it shows, and how it is compiled"
    problem, shown = run([os.path.join(WORK, name)])
    return problem or ("" if shown else "it prints nothing")


def main():
    sources = sorted(glob.glob(os.path.join(ROOT, "bindings/c/examples/*.c")))
    names = [os.path.splitext(os.path.basename(source))[0] for source in sources]
    test("they are all there", "" if EXPECTED <= set(names) else "missing: %s" % sorted(EXPECTED - set(names)))
    for source, name in zip(sources, names):
        test(name, problem_of(source, name))
    wrong = os.path.join(WORK, "wrong.c")
    with open(wrong, "w") as text:
        text.write("/* Control.\n *\n *   cc wrong.c -ldpcvx -lm */\n#include <stdio.h>\nint main(void) { return puts(\"wrong\") > 0; }\n")
    made, _ = run([CC, "-o", os.path.join(WORK, "wrong"), wrong])
    found = problem_of(wrong, "wrong")
    test("control: one that finds itself wrong is seen", made or ("" if "ended with 1" in found else "it was not"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
