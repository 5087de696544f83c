#!/usr/bin/env python3
"""How good are private fits with losses that have corners? Hinge, power hinge (q = 1.5), absolute and pinball losses on
the demo's two tables, by noisy SGD with noise on the output, on each gradient, on mini-batches, and by the method that
the plan chooses, beside the minimiser without privacy and the best constant.

Tumours (a record protected): hinges tell malignant from benign by all 30 columns; regressions predict the worst radius
of a nucleus from the ten means. Flights (an aircraft with all its rows, at most 4 of them): the hinge tells late
departures, absolute and pinball (.9) losses predict the distance from airport, hour and airline. All ranges are public
(bindings/c/data/README.md); settings are the defaults, the budget's filter is the basic one, which counts
what sampling and random orders are worth; delta = 1 / n^2, replace-one. Held out: a fifth of the records or aircraft.
Means over fits, each with a budget of its own, +- their standard error. Measured on the tables themselves: not private.

Prints evidence lines. Needs build/libdpcvx.so and numpy. DPCVX_FITS is the number of fits of each kind (10).
"""
import multiprocessing
import os
import re
import sys

import numpy

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path.insert(0, os.path.join("bindings", "python"))
os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
import dpcvx  # noqa: E402

DATA = os.path.join("bindings", "c", "data")
FITS, SPLITS = max(2, int(os.environ.get("DPCVX_FITS", "10"))), 3
EPSILONS = (0.1, 0.5, 1.0, 4.0)
METHODS = {"output": "dp_sgd_output", "gradient": "dp_sgd_gradient", "batches": "noisy_sgd", "automatic": "automatic"}
LOSSES = {"hinge": ("hinge", {}), "power hinge": ("power_hinge", {"exponent": 1.5}), "absolute": ("absolute", {}),
          "pinball .1": ("pinball", {"quantile": 0.1}), "pinball .5": ("pinball", {"quantile": 0.5}),
          "pinball .9": ("pinball", {"quantile": 0.9})}
RADIUS = 5  # of the domain that power hinges need: decisions of five margins on the longest rows
MOST_FLIGHTS = 4  # of an aircraft, spread over the year


class Task:
    """A table with one thing to tell: rows, labels, who owns each row, ranges, losses."""

    def __init__(self, name, rows, labels, owners, low, high, unit, losses):
        self.name, self.rows, self.labels, self.owners = name, rows, labels, owners
        self.low, self.high, self.unit, self.losses = low, high, unit, losses

    def held_out(self, seed):
        """Which rows: those of a fifth of the owners."""
        units = self.owners.max() + 1
        chosen = numpy.zeros(units, bool)
        chosen[numpy.random.default_rng(seed).permutation(units)[:units // 5]] = True
        return chosen[self.owners]

    def dataset(self, which):
        users = self.owners[which] if self.unit == dpcvx.USER else None
        return dpcvx.Dataset(self.rows[which], self.labels[which], ranges=(self.low, self.high), users=users)


# ---- The tables ----

FEATURE_HIGH, PART = (25, 40, 160, 2000, 0.2, 0.4, 0.4, 0.4, 0.4, 0.2), (1, 1 / 20, 1.5)
SIGNS, NUMBERS = ("hinge", "power hinge"), ("absolute", "pinball .1", "pinball .5", "pinball .9")


def tumours():
    with open(os.path.join(DATA, "breast_cancer.inc"), encoding="ascii") as file:
        table = numpy.array([[float(x) for x in line.strip(" {},\n").split(",")] for line in file if line.strip()])
    high = numpy.array([h * part for part in PART for h in FEATURE_HIGH])
    owners = numpy.arange(len(table))
    yield Task("tumours", table[:, :30], numpy.where(table[:, 30] > 0, 1.0, -1.0), owners, 0 * high, high, dpcvx.RECORD,
               SIGNS)
    worst = table[:, 20] / high[20] * 2 - 1
    yield Task("tumours", table[:, :10], worst, owners, 0 * high[:10], high[:10], dpcvx.RECORD, NUMBERS)


ALPHABET = "".join(chr(c) for c in range(ord("#"), ord("~") + 1) if chr(c) not in "?\\")
BASES = (2, 12, 7, 24, 3, 16, 100, 11, 2, 13)
LATE, MONTH, WEEKDAY, HOUR, AIRPORT, AIRLINE, DISTANCE, VISIBILITY, RAIN, WIND = range(10)


def flights():
    with open(os.path.join(DATA, "flights.inc"), encoding="ascii") as file:
        aircraft = [text for line in file for text in re.findall('"([^"]*)"', line)]
    digits = numpy.zeros(256, numpy.int64)
    digits[[ord(c) for c in ALPHABET]] = range(90)
    counts = numpy.array([len(text) // 5 for text in aircraft])
    owners = numpy.repeat(numpy.arange(len(aircraft)), counts)
    packed = digits[numpy.frombuffer("".join(aircraft).encode(), numpy.uint8)].reshape(-1, 5)
    place = numpy.arange(len(packed)) - numpy.repeat(numpy.cumsum(counts) - counts, counts)
    share = numpy.minimum(1, MOST_FLIGHTS / counts)[owners]
    kept = numpy.floor((place + 1) * share) > numpy.floor(place * share)
    owners, packed = owners[kept], packed[kept]
    values, known = packed @ 90 ** numpy.arange(4, -1, -1), []
    for base in BASES:
        known.append(values % base)
        values = values // base
    angle = 2 * numpy.pi * known[MONTH] / 12
    airports = [known[AIRPORT] == i for i in range(3)]
    year = [numpy.cos(angle), numpy.sin(angle), numpy.cos(2 * angle), numpy.sin(2 * angle)]
    rows = numpy.column_stack([known[HOUR], known[DISTANCE], 10 - known[VISIBILITY], known[RAIN], known[WIND]] +
                              airports + year).astype(numpy.float32)
    low, high = numpy.array([[0, 0, -10, -1, -12] + 7 * [-1], [23, 100, 10, 1, 12] + 7 * [1]])
    late = numpy.where(known[LATE] > 0, 1.0, -1.0)
    yield Task("flights", rows, late, owners, low, high, dpcvx.USER, ("hinge",))
    airlines = [known[AIRLINE] == i for i in range(16)]
    rows = numpy.column_stack([known[HOUR]] + airports + airlines).astype(numpy.float32)
    low, high = numpy.array([[0] + 19 * [-1], [23] + 19 * [1]])
    yield Task("flights", rows, known[DISTANCE] / 50 - 1, owners, low, high, dpcvx.USER, ("absolute", "pinball .9"))


# ---- Measures ----

def measure(loss, labels, decisions):
    """Accuracy of signs; else the mean pinball loss (half the absolute one at .5), as a share of the label's range."""
    if loss in SIGNS:
        return float(numpy.mean((decisions > 0) == (labels > 0)))
    tau, off = LOSSES[loss][1].get("quantile", 0.5), labels - decisions
    return float(numpy.mean(numpy.maximum(tau * off, (tau - 1) * off))) / 2 * (2 if loss == "absolute" else 1)


def rank_area(labels, decisions):
    """The area under the ROC curve, ties counted half."""
    _, place, counts = numpy.unique(decisions, return_inverse=True, return_counts=True)
    ranks = (numpy.cumsum(counts) - (counts - 1) / 2)[place]
    positive = labels > 0
    many = positive.sum()
    return float((ranks[positive].sum() - many * (many + 1) / 2) / (many * (len(labels) - many)))


def best_constant(loss, labels):
    if loss in SIGNS:
        return 1.0 if numpy.mean(labels) > 0 else -1.0
    return float(numpy.quantile(labels, LOSSES[loss][1].get("quantile", 0.5)))


def objective(task, loss, table, **options):
    name, given = LOSSES[loss]
    columns = task.rows.shape[1] + 1
    domain = dpcvx.Domain.ball(RADIUS, columns) if loss == "power hinge" else None
    if loss in NUMBERS:
        options["label_bound"] = 1.0
    return dpcvx.Objective(table, name, domain, **given, **options)


class Split:
    """Training and held-out rows, the datasets of both, and what a model's decisions are worth."""

    def __init__(self, task, seed):
        self.task, out = task, task.held_out(seed)
        self.labels, self.train_labels = task.labels[out], task.labels[~out]
        self.train, self.test = task.dataset(~out), task.dataset(out)
        self.units = len(numpy.unique(task.owners[~out]))

    def worth(self, loss, decisions):
        decisions = numpy.asarray(decisions)
        if loss in SIGNS and self.task.unit == dpcvx.USER:
            return measure(loss, self.labels, decisions), rank_area(self.labels, decisions)
        return (measure(loss, self.labels, decisions),)

    def without_privacy(self, loss):
        smooth = {} if loss == "power hinge" else {"smoothing": 0.02}
        best = objective(self.task, loss, self.train, l2=1e-5, **smooth)
        w = best.nonprivate_minimum(max_passes=300)
        return self.worth(loss, best.nonprivate_decision_values(w, self.test))

    def constant(self, loss):
        return self.worth(loss, numpy.full(len(self.labels), best_constant(loss, self.train_labels)))

    def budget(self, epsilon):
        """Its filter counts what sampling and random orders are worth."""
        return dpcvx.Budget(epsilon, 1 / self.units**2, unit=self.task.unit, filter=dpcvx.FILTER_BASIC)

    def private(self, loss, target, method, epsilon, fits):
        """What fits by one plan are worth, and the plan's method."""
        plan = dpcvx.Plan(self.budget(epsilon), target, method=METHODS[method])
        return [self.worth(loss, dpcvx.Fit(self.budget(epsilon), plan).decision_values(self.test))
                for _ in range(fits)], plan.method()


def summary(loss, worths):
    names, out = ("accuracy", "AUC") if loss in SIGNS else ("loss",), []
    for name, values in zip(names, zip(*worths)):
        spread = f" +- {numpy.std(values, ddof=1) / len(values)**0.5:.4f}" if len(values) > 1 else ""
        out.append(f"{name} {numpy.mean(values):.4f}{spread}")
    return ", ".join(out)


def run(job):
    """The lines of a task and a loss."""
    task, loss = job
    splits = [Split(task, seed) for seed in range(SPLITS)]
    targets = [objective(task, loss, split.train) for split in splits]
    lines = [f"{task.name}, {loss}: without privacy {summary(loss, [s.without_privacy(loss) for s in splits])}; "
             f"best constant {summary(loss, [s.constant(loss) for s in splits])}"]
    for epsilon in EPSILONS:
        parts = []
        for method in METHODS:
            if METHODS[method] not in dpcvx.METHODS:
                continue
            worths, chosen = [], set()
            for turn, (split, target) in enumerate(zip(splits, targets)):
                fits = (FITS + turn) // SPLITS
                more, name = split.private(loss, target, method, epsilon, fits)
                worths += more
                chosen.add(name)
            by = f" (by {' or '.join(sorted(chosen))})" if method == "automatic" else ""
            parts.append(f"{method} {summary(loss, worths)}{by}")
        lines.append(f"{task.name}, {loss}, epsilon = {epsilon:g}, delta = 1/{splits[0].units}^2, {FITS} fits: " +
                     "; ".join(parts))
    return lines


def main():
    jobs = [(task, loss) for tasks in (tumours(), flights()) for task in tasks for loss in task.losses]
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for lines in pool.imap(run, jobs, chunksize=1):
            for line in lines:
                print(f"evidence: corners: {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
