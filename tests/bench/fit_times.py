#!/usr/bin/env python3
"""What every method's plan and fit take, against n, d, epsilon and threads: a table, and build/bench/fit_times.svg.

One setting moves at a time from 20,000 units of 20 columns at epsilon 1 on one thread: logistic regression with
l2 = 0.001, of records; least squares for sufficient statistics; of users with 10 records and l2 = 0.02 for methods of
users. Seconds are those of the processor (and of the clock, for threads), medians of TURNS. At most METHOD_SECONDS of
the processor go to a method. Beside them stand what the plan expects, and what numpy takes for as many passes over the
same rows: gradients without noise or clips.

DPCVX_BEFORE names another checkout, built in its build/: both are timed in turn, and the table shows the ratio. Needs
build/libdpcvx.so and numpy; where it is not here, DPCVX_PEERS names a Python that has it.
  fit_times.py [PATTERN]    methods whose names contain it
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
TURNS, MOST_SECONDS, RECORDS = 3, 6.0, 10
METHOD_SECONDS = 120  # of the processor: what is left of a method's cells then is not timed
BASE = {"n": 20000, "d": 20, "epsilon": 1.0, "threads": 1}
AXES = {"n": (2000, 20000, 200000), "d": (5, 20, 100), "epsilon": (0.3, 1.0, 3.0), "threads": (1, 2)}
RECORD_METHODS = ("automatic", "noisy_gradient_descent", "noisy_sgd", "dp_sgd_gradient", "dp_sgd_output",
                  "output_perturbation", "objective_perturbation", "exponential_mechanism", "sufficient_statistics")
USER_METHODS = ("stable_output", "phased_erm", "phased_sco", "strongly_convex_erm", "strongly_convex_sco")


def cells(method):
    seen = []
    for axis, values in AXES.items():
        for value in values:
            cell = {**BASE, axis: value, "method": method}
            if cell not in seen:
                seen.append(cell)
                yield cell


def table(numpy, cell):
    """Rows, labels, and the users where a method is for users."""
    generator = numpy.random.default_rng(1)
    users = cell["method"] in USER_METHODS
    rows = cell["n"] * (RECORDS if users else 1)
    features = generator.standard_normal((rows, cell["d"])) / math.sqrt(cell["d"])
    signal = features @ generator.standard_normal(cell["d"])
    labels = signal / 4 if cell["method"] == "sufficient_statistics" else numpy.where(signal > 0, 1.0, -1.0)
    return features, labels, numpy.repeat(numpy.arange(cell["n"]), RECORDS) if users else None


class Worker:
    """Times cells with one library, in a process of its own: answers lines of JSON."""

    def __init__(self):
        import numpy
        sys.path.insert(0, os.path.join(os.environ["DPCVX_ROOT"], "bindings", "python"))
        import dpcvx
        self.numpy, self.dpcvx, self.made = numpy, dpcvx, (None, None)

    def objective(self, cell):
        key = (cell["n"], cell["d"], cell["method"] in USER_METHODS, cell["method"] == "sufficient_statistics")
        if self.made[0] != key:
            features, labels, users = table(self.numpy, cell)
            dataset = self.dpcvx.Dataset(features, labels, users=users)
            squared = cell["method"] == "sufficient_statistics"
            extra = {"label_bound": 1.0} if squared else {}
            if users is not None:
                extra["min_records_per_user"] = RECORDS
            self.made = (key, self.dpcvx.Objective(dataset, "squared" if squared else "logistic",
                                                   l2=0.02 if users is not None else 1e-3, **extra))
        return self.made[1]

    def time(self, cell):
        dpcvx, objective = self.dpcvx, self.objective(cell)
        unit = dpcvx.USER if cell["method"] in USER_METHODS else dpcvx.RECORD
        budget = dpcvx.Budget(cell["epsilon"], 1e-6, unit=unit, filter=dpcvx.FILTER_BASIC)
        start = time.process_time()
        try:
            plan = dpcvx.Plan(budget, objective, method=cell["method"], threads=cell["threads"])
        except dpcvx.Error as error:
            return {"lacks": str(error)}
        planned = time.process_time()
        out = {"plan": planned - start, "passes": plan.figure("passes"), "steps": plan.figure("steps"),
               "chosen": plan.method()}
        try:
            out["expected"] = plan.figure("expected_seconds")
        except ValueError:
            out["expected"] = None  # a library that does not state it
        if out["expected"] and out["expected"] > 3 * MOST_SECONDS:
            return out
        start, clock = time.process_time(), time.perf_counter()
        dpcvx.Fit(budget, plan)
        out["fit"], out["clock"] = time.process_time() - start, time.perf_counter() - clock
        return out

    def pass_by_numpy(self, cell):
        numpy = self.numpy
        features, labels, _ = table(numpy, cell)
        w = numpy.zeros(cell["d"])
        start = time.process_time()
        for _ in range(3):
            slopes = -labels / (1 + numpy.exp(labels * (features @ w)))
            w = w - 1e-3 * (slopes @ features) / len(labels)
        return {"pass": (time.process_time() - start) / 3}

    def serve(self):
        for line in sys.stdin:
            cell = json.loads(line)
            if cell.pop("seconds", False):
                answer = {"seconds": time.process_time()}
            else:
                answer = self.pass_by_numpy(cell) if cell.pop("numpy", False) else self.time(cell)
            print(json.dumps(answer), flush=True)


class Library:
    def __init__(self, python, root, build):
        environment = dict(os.environ, DPCVX_ROOT=root, DPCVX_LIBRARY=os.path.join(build, "libdpcvx.so"),
                           OPENBLAS_NUM_THREADS="1", PYTHONWARNINGS="ignore")
        self.process = subprocess.Popen([python, "-B", os.path.abspath(__file__), "--worker"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, universal_newlines=True, env=environment)

    def ask(self, cell):
        self.process.stdin.write(json.dumps(cell) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure(libraries, cell):
    """The medians of each library, in turn; one turn where a fit is long."""
    turns = [[library.ask(cell)] for library in libraries]
    if any("fit" not in turn[0] for turn in turns):
        return [turn[0] for turn in turns]
    for _ in range(TURNS - 1 if max(turn[0]["fit"] for turn in turns) < MOST_SECONDS / TURNS else 0):
        for library, turn in zip(libraries, turns):
            turn.append(library.ask(cell))
    return [{**turn[0], **{key: statistics.median(one[key] for one in turn) for key in ("plan", "fit", "clock")}}
            for turn in turns]


def children_seconds(libraries):
    """What the workers' processors have taken so far."""
    return sum(library.ask({"seconds": True})["seconds"] for library in libraries)


def shown(seconds):
    return "-" if seconds is None else "%.3g" % (1e3 * seconds)


def show(cell, results, by_numpy):
    now = results[-1]
    settings = "%-23s %6d %4d %4.1f %2d" % (cell["method"], cell["n"], cell["d"], cell["epsilon"], cell["threads"])
    if "fit" not in now:
        print("%s  %s" % (settings, now["lacks"].split(": ")[-1][:90] if "lacks" in now else
                          "not timed: %.3g s expected" % now["expected"]), flush=True)
        return
    before = ""
    if len(results) > 1 and "fit" in results[0]:
        before = "%9s %9s %6.2f" % (shown(results[0]["plan"]), shown(results[0]["fit"]), now["fit"] / results[0]["fit"])
    print("%s %8s %9s %9s %9s %8.4g %8d %9s %s" % (
        settings, shown(now["plan"]), shown(now["fit"]), shown(now["clock"]), shown(now["expected"]), now["passes"],
        now["steps"], shown(by_numpy["pass"] * now["passes"]), before), flush=True)


def svg(results):
    """One panel an axis, one line a method: seconds of plan and fit, both axes logarithmic."""
    colours = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#16a085", "#7f8c8d", "#000000", "#e84393")
    width, height, margin = 400, 300, 45
    methods = list(dict.fromkeys(cell["method"] for cell, _ in results))
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">'
           % (2 * width + 190, 2 * height), '<rect width="100%" height="100%" fill="white"/>']
    for panel, (axis, values) in enumerate(AXES.items()):
        left, top = panel % 2 * width, panel // 2 * height

        def place(value, seconds):
            share = math.log(value / values[0]) / math.log(values[-1] / values[0])
            return (left + margin + share * (width - 2 * margin),
                    top + height - margin - (math.log10(seconds) + 4) / 6 * (height - 2 * margin))

        out.append('<text x="%d" y="%d">seconds against %s</text>' % (left + margin, top + 20, axis))
        for power in range(-4, 3):
            x, y = place(values[0], 10.0 ** power)
            out.append('<path d="M%.1f,%.1fH%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="end">1e%d</text>'
                       % (x, y, x + width - 2 * margin, x - 4, y + 4, power))
        for value in values:
            out.append('<text x="%.1f" y="%.1f" text-anchor="middle">%g</text>'
                       % (place(value, 1)[0], top + height - margin + 16, value))
        for method in methods:
            mark = methods.index(method)
            points = [place(cell[axis], max(1e-4, result["plan"] + result["clock"])) for cell, result in results
                      if cell["method"] == method and "fit" in result
                      and all(cell[key] == BASE[key] for key in BASE if key != axis)]
            if points:
                out.append('<polyline points="%s" fill="none" stroke="%s"%s/>' % (
                    " ".join("%.1f,%.1f" % point for point in sorted(points)), colours[mark % len(colours)],
                    ' stroke-dasharray="4"' if mark >= len(colours) else ""))
    for mark, method in enumerate(methods):
        out.append('<text x="%d" y="%d" fill="%s">%s%s</text>' % (
            2 * width, 40 + 16 * mark, colours[mark % len(colours)], method.replace("_", " "),
            " (dashed)" if mark >= len(colours) else ""))
    return "\n".join(out + ["</svg>", ""])


def python_with_numpy():
    for python in [sys.executable] + os.environ.get("DPCVX_PEERS", os.path.join(BUILD, "peers/bin/python3")).split(":"):
        if os.path.exists(python) and subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL,
                                                     check=False).returncode == 0:
            return python
    return None


def main(pattern=""):
    python = python_with_numpy()
    if python is None:
        print("skip fit_times: numpy is not here")
        return 0
    before = os.environ.get("DPCVX_BEFORE")
    libraries, results = [Library(python, before, os.path.join(before, "build"))] if before else [], []
    libraries.append(Library(python, ROOT, BUILD))
    print("milliseconds: of the processor, but for fit (clock)\n%-23s %6s %4s %4s %2s %8s %9s %9s %9s %8s %8s %9s%s" % (
        "method", "n", "d", "eps", "t", "plan", "fit", "(clock)", "expected", "passes", "steps", "numpy",
        "    before: plan, fit; ratio" if before else ""))
    for method in RECORD_METHODS + USER_METHODS:
        start = children_seconds(libraries)
        for cell in cells(method) if pattern in method else ():
            if children_seconds(libraries) - start > METHOD_SECONDS:
                print("%s: %d seconds are over" % (method, METHOD_SECONDS), flush=True)
                break
            measured = measure(libraries, cell)
            show(cell, measured, libraries[-1].ask(dict(cell, numpy=True)))
            results.append((cell, measured[-1]))
    for library in libraries:
        library.close()
    ratios = sorted(result["fit"] / result["expected"] for cell, result in results
                    if result.get("fit") and result.get("expected") and cell["threads"] == 1)
    if ratios:
        print("evidence: fit times: %d fits took %.2f to %.2f times what their plans expected, %.2f in the median" % (
            len(ratios), ratios[0], ratios[-1], statistics.median(ratios)))
    os.makedirs(os.path.join(BUILD, "bench"), exist_ok=True)
    with open(os.path.join(BUILD, "bench", "fit_times.svg"), "w", encoding="utf-8") as file:
        file.write(svg(results))
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        Worker().serve()
    else:
        sys.exit(main(*sys.argv[1:2]))
