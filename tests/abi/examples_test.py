#!/usr/bin/env python3
"""Each program of bindings/c/examples compiles as C99, links against the archive and libm alone, runs, and finds itself
right: it ends with 0. It says first what it shows, and is short."""
import glob
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("BUILD", "build")
CC = os.environ.get("CC", "cc")
FLAGS = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wstrict-prototypes", "-Werror", "-O1"]
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


def problem_of(source, name, work):
    with open(source) as text:
        lines = text.read().splitlines()
    if len(lines) > MOST_LINES:
        return "%d lines, at most %d" % (len(lines), MOST_LINES)
    if not lines[0].startswith("/* ") or "cc %s.c -ldpcvx -lm" % name not in "\n".join(lines[:5]):
        return "its first comment says what it shows, and how it is compiled"
    program = os.path.join(work, name)
    problem, _ = run([CC] + FLAGS + ["-I", os.path.join(ROOT, "include"), "-o", program, source,
                                     os.path.join(BUILD, "libdpcvx.a"), "-lm"])
    if problem:
        return problem
    problem, shown = run([program])
    return problem or ("" if shown else "it prints nothing")


def main():
    work = os.path.join(BUILD, "tests", "examples")
    os.makedirs(work, exist_ok=True)
    sources = sorted(glob.glob(os.path.join(ROOT, "bindings/c/examples/*.c")))
    names = [os.path.splitext(os.path.basename(source))[0] for source in sources]
    test("they are all there", "" if EXPECTED <= set(names) else "missing: %s" % sorted(EXPECTED - set(names)))
    for source, name in zip(sources, names):
        test(name, problem_of(source, name, work))
    wrong = os.path.join(work, "wrong.c")
    with open(wrong, "w") as text:
        text.write("/* Control.\n *\n *   cc wrong.c -ldpcvx -lm */\nint main(void) { return 1; }\n")
    test("control: one that finds itself wrong is seen", "" if problem_of(wrong, "wrong", work) else "it was not")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
