#!/usr/bin/env python3
"""How the time of a fit by the exponential mechanism grows with n: direct draws where they serve, rounds elsewhere.

One setting moves at a time from logistic regression of records with 20 columns and an intercept on R^d, epsilon 1,
without l2, one thread. Entries of rows are normal, their lengths about 1, and log-odds have a standard deviation of 2.
Seconds are those of the processor, medians of TURNS. The last column is the slope of log(time) in log(n) from the
first n that is timed to the last. Fits that are expected to take more than MOST_SECONDS are left out.

DPCVX_BEFORE names another checkout, built in its build/: both are timed in turn. Needs build/libdpcvx.so and numpy.
  direct_times.py [PATTERN]    settings whose names contain it
"""
import json
import math
import os
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
SIZES, TURNS, MOST_SECONDS = (1000, 3000, 10000, 30000, 100000), 3, 5.0
BASE = {"columns": 20, "epsilon": 1.0, "loss": "logistic", "l2": 0.0, "ball": 0.0, "box": 0.0, "users": 1,
        "skew": 0, "rare": 0, "smoothing": None}
SETTINGS = {
    "logistic, d = 21": {},
    "epsilon = .25": {"epsilon": 0.25},
    "epsilon = 4": {"epsilon": 4.0},
    "l2 = .01": {"l2": 0.01},
    "ball of radius 30": {"ball": 30.0},
    "ball of radius 10": {"ball": 10.0},
    "ball of radius 2": {"ball": 2.0},
    "box of half width 1": {"box": 1.0},
    "box of half width 2": {"box": 2.0},
    "box of nonnegative coefficients": {"box": 8.0, "low": 0.0},
    "squared, ball of radius 30": {"loss": "squared", "ball": 30.0},
    "hinge, smoothing .5": {"loss": "hinge", "smoothing": 0.5},
    "hinge, smoothing 1": {"loss": "hinge", "smoothing": 1.0},
    "d = 6": {"columns": 5},
    "d = 51": {"columns": 50},
    "users of 5 records": {"users": 5},
    "rows of unlike directions": {"skew": 1},
    "rows alone in their columns": {"rare": 3},
}


def table(numpy, cell):
    generator = numpy.random.default_rng(1)
    n, d = cell["n"] * cell["users"], cell["columns"]
    features = generator.standard_normal((n, d))
    if cell["skew"]:
        features *= 0.9 ** numpy.arange(d)
    share = 2 / math.sqrt(d)
    odds = features @ (share * numpy.where(numpy.arange(d) % 2 == 0, 1.0, -1.0))
    labels = numpy.where(generator.random(n) < 1 / (1 + numpy.exp(-odds)), 1.0, -1.0)
    features /= math.sqrt(d)
    for column in range(cell["rare"]):
        features[:, column] = 0
        features[column, column] = 1
    users = numpy.repeat(numpy.arange(cell["n"]), cell["users"]) if cell["users"] > 1 else None
    return features, labels, users


def worker():
    import numpy
    sys.path.insert(0, os.path.join(os.environ["DPCVX_ROOT"], "bindings", "python"))
    import dpcvx
    for line in sys.stdin:
        cell = json.loads(line)
        features, labels, users = table(numpy, cell)
        unit = dpcvx.USER if users is not None else dpcvx.RECORD
        dataset = dpcvx.Dataset(features, labels, users=users)
        extra = {"label_bound": 1.0} if cell["loss"] == "squared" else {}
        size = cell["columns"] + 1
        domain = dpcvx.Domain.ball(cell["ball"], size) if cell["ball"] else None
        if cell["box"]:
            domain = dpcvx.Domain.box([cell.get("low", -cell["box"])] * size, [cell["box"]] * size)
        objective = dpcvx.Objective(dataset, cell["loss"], domain, l2=cell["l2"], **extra)
        fits = []
        for _ in range(TURNS):
            budget = dpcvx.Budget(cell["epsilon"], 1e-6, unit=unit)
            options = {} if cell["smoothing"] is None else {"smoothing": cell["smoothing"]}
            plan = dpcvx.Plan(budget, objective, method="exponential_mechanism", **options)
            if plan.figure("expected_seconds") > 60:
                break
            start = time.process_time()
            dpcvx.Fit(budget, plan)
            fits.append(time.process_time() - start)
            if fits[-1] > MOST_SECONDS / 3:
                break
        answer = {"seconds": statistics.median(fits) if fits else None, "steps": plan.figure("steps"),
                  "expected": plan.figure("expected_seconds")}
        print(json.dumps(answer), flush=True)


class Library:
    def __init__(self, root, build):
        environment = dict(os.environ, DPCVX_ROOT=root, DPCVX_LIBRARY=os.path.join(build, "libdpcvx.so"),
                           OPENBLAS_NUM_THREADS="1", PYTHONWARNINGS="ignore")
        self.process = subprocess.Popen([sys.executable, "-B", os.path.abspath(__file__), "--worker"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, universal_newlines=True,
                                        env=environment)

    def ask(self, cell):
        self.process.stdin.write(json.dumps(cell) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def shown(seconds):
    return "-" if seconds is None else f"{1000 * seconds:.3g}"


def slope(found):
    timed = [(n, seconds) for n, seconds in found if seconds]
    if len(timed) < 2:
        return "-"
    (first, low), (last, high) = timed[0], timed[-1]
    return f"{math.log(high / low) / math.log(last / first):.2f}"


def main():
    if "--worker" in sys.argv:
        return worker()
    pattern = sys.argv[1] if len(sys.argv) > 1 else ""
    libraries = {"now": Library(ROOT, BUILD)}
    if os.environ.get("DPCVX_BEFORE"):
        before = os.path.abspath(os.environ["DPCVX_BEFORE"])
        libraries = {"before": Library(before, os.path.join(before, "build")), **libraries}
    print("| ms of the processor | library |" + "".join(f" n = {n:,} |" for n in SIZES) + " slope |")
    print("|---|---|" + "---|" * (len(SIZES) + 1))
    for name, changes in SETTINGS.items():
        if pattern not in name:
            continue
        for which, library in libraries.items():
            found = [(n, library.ask({**BASE, **changes, "n": n})["seconds"]) for n in SIZES]
            print(f"| {name} | {which} | " + " | ".join(shown(seconds) for _, seconds in found) +
                  f" | {slope(found)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
