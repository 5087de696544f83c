#!/usr/bin/env python3
"""What a real table with many records a user allows: the demo's flights (4,037 aircraft, 328,521 rows, late departures
by logistic regression of 13 coefficients), aircraft protected, delta = 1e-6, basic filter.

Replace-one, all aircraft: methods that take an aircraft as one record; stable ones that buy their threshold, since
nothing may be declared of aircraft some of which flew once; the plan's own choice; a cap on the records of an aircraft;
and a fit for records whose price is cut so that groups of as many as the cap allows keep the same price. Add/remove, a
declared least number of records, aircraft below which are null, and a number of aircraft above it that is declared
too: here noise may fall with the number of records. Beside them the fit without privacy and the one answer for all.
Held out: a fifth of the aircraft with all their rows. Means over fits, each with a budget of its own; "unstable" counts
those that said nothing, or stopped in a phase: nothing said counts as coefficients of 0. Measured on the table itself:
not private.

Prints evidence lines. Needs build/libdpcvx.so and numpy. DPCVX_FITS is the number of fits of each kind (2),
DPCVX_SPLITS that of splits (1), DPCVX_EPSILONS lists prices.
"""
import math
import os
import sys
import time

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
EPSILONS = [float(text) for text in os.environ.get("DPCVX_EPSILONS", "0.5 1 2 4 8").split()]
FITS, SPLITS = max(1, int(os.environ.get("DPCVX_FITS", "2"))), max(1, int(os.environ.get("DPCVX_SPLITS", "1")))
DELTA, CAP, GROUP = 1e-6, 50, 4
LEAST, DECLARED = 50, 1620  # records of an aircraft, and how many aircraft are said to have as many

# Name; method; options of the objective; options of the plan; the cap on records.
STABLE = ("stable_output", "phased_erm", "phased_sco", "strongly_convex_erm", "strongly_convex_sco")
BUYS, RIDGE = {"threshold_epsilon_fraction": 0.2}, {"l2": 0.01}
ALL_KINDS = [
    ("output perturbation", "output_perturbation", {}, {}, None),
    ("output perturbation, l2 = 0.01", "output_perturbation", RIDGE, {}, None),
    ("objective perturbation", "objective_perturbation", {}, {}, None),
    ("exponential mechanism", "exponential_mechanism", {}, {}, None),
    ("noisy gradient descent", "noisy_gradient_descent", {}, {}, None),
    (f"noisy gradient descent, cap {CAP}", "noisy_gradient_descent", {}, {}, CAP),
    ("stable output, bought", "stable_output", {}, BUYS, None),
    ("stable output, l2 = 0.01, bought", "stable_output", RIDGE, BUYS, None),
    ("phased ERM, bought", "phased_erm", {}, BUYS, None),
    ("strongly convex ERM, l2 = 0.01, bought", "strongly_convex_erm", RIDGE, BUYS, None),
    ("automatic", "automatic", {}, {}, None),
]
LEAST_KINDS = [
    ("output perturbation", "output_perturbation", {}, {}, None),
    ("output perturbation, l2 = 0.01", "output_perturbation", RIDGE, {}, None),
    ("objective perturbation", "objective_perturbation", {}, {}, None),
    ("noisy gradient descent", "noisy_gradient_descent", {}, {}, None),
    ("stable output", "stable_output", {}, {}, None),
    ("stable output, l2 = 0.01", "stable_output", RIDGE, {}, None),
    ("stable output, l2 = 0.01, bought", "stable_output", RIDGE, BUYS, None),
    ("phased ERM", "phased_erm", {}, {}, None),
    ("phased SCO", "phased_sco", {}, {}, None),
    ("strongly convex ERM, l2 = 0.01", "strongly_convex_erm", RIDGE, {}, None),
    ("strongly convex SCO, l2 = 0.01", "strongly_convex_sco", RIDGE, {}, None),
    ("automatic", "automatic", {}, {}, None),
]


def gdp_delta(mu, epsilon):
    def tail(x):
        return math.erfc(x / math.sqrt(2)) / 2
    return tail(epsilon / mu - mu / 2) - math.exp(epsilon) * tail(epsilon / mu + mu / 2)


def root(function, low, high):
    """Where a rising function passes 0."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return low


def record_epsilon(epsilon):
    """The epsilon of records at which groups of GROUP of them are within (epsilon, DELTA), for Gaussian releases."""
    mu = root(lambda mu: gdp_delta(mu, epsilon) - DELTA, 1e-6, 20) / GROUP * (1 - 1e-9)
    return root(lambda price: DELTA - gdp_delta(mu, price), 1e-9, epsilon)


class Split:
    """Training and held-out rows, and what decisions about these are worth."""

    def __init__(self, numpy, dpcvx, fits, task, seed):
        self.numpy, self.dpcvx, self.fits, self.task = numpy, dpcvx, fits, task
        out = task.held_out(seed)
        self.inside, self.labels = ~out, task.labels[out]
        self.train, self.test = task.dataset(~out), task.dataset(out)
        self.counts = numpy.unique(task.owners[~out], return_counts=True)[1]

    def objective(self, options, cap=None, unit=None):
        """Of all rows, of at most `cap` random ones of each aircraft, or of these without what they belong to."""
        task, rows, table = self.task, self.inside, self.train
        if unit == self.dpcvx.RECORD:
            shuffled = self.numpy.random.default_rng(1).permutation(self.numpy.flatnonzero(rows))
            shuffled = shuffled[self.numpy.argsort(task.owners[shuffled], kind="stable")]
            first = self.numpy.searchsorted(task.owners[shuffled], task.owners[shuffled])
            rows = shuffled[self.numpy.arange(len(shuffled)) - first < cap]
            table = self.dpcvx.Dataset(task.rows[rows], task.labels[rows], ranges=(task.low, task.high))
        elif cap:
            table = self.dpcvx.Dataset(task.rows[rows], task.labels[rows], ranges=(task.low, task.high),
                                       users=task.owners[rows], max_records_per_user=cap)
        return self.dpcvx.Objective(table, **{"l2": 1e-4, **options})

    def worth(self, decisions):
        z = self.numpy.asarray(decisions)
        return (float(self.numpy.mean((z > 0) == (self.labels > 0))), self.fits.rank_area(self.labels, z),
                float(self.numpy.mean(self.numpy.logaddexp(0, -self.labels * z))))


def line(numpy, name, worths, unstable, more=""):
    accuracy, area, loss = numpy.mean(worths, axis=0)
    text = f"{name}: accuracy {accuracy:.4f}, AUC {area:.4f}, log loss {loss:.4f}"
    if unstable is not None:
        text += f", {unstable} of {len(worths)} unstable"
    print(f"evidence: users' table: {text}{more}", flush=True)


def run(numpy, dpcvx, splits, objectives, epsilon, kind, unit, adjacency):
    """What fits are worth, how many were unstable, and how they were made."""
    name, method, _, options, _ = kind
    worths, unstable, seconds, how = [], 0, 0, ""
    for split, objective in zip(splits, objectives):
        budget = dpcvx.Budget(epsilon, DELTA, adjacency, unit, filter=dpcvx.FILTER_BASIC)
        plan = dpcvx.Plan(budget, objective, method=method, **options)
        if method == "automatic":
            how = f", by {plan.method().replace('_', ' ')}"
        elif method in STABLE:
            how = (f", {plan.figure('test_levels'):.0f} levels, threshold {plan.figure('outlier_threshold'):.3g}, noise "
                   f"{plan.figure('noise_stddev'):.3g} (an aircraft as one record: {plan.figure('baseline_noise_stddev'):.3g})")
        for _ in range(FITS):
            budget = dpcvx.Budget(epsilon, DELTA, adjacency, unit, filter=dpcvx.FILTER_BASIC)
            start = time.perf_counter()
            fit = dpcvx.Fit(budget, plan)
            seconds += time.perf_counter() - start
            stopped = fit.outcome() == "unstable"
            unstable += stopped
            try:
                worths.append(split.worth(fit.decision_values(split.test)))
            except dpcvx.Error:
                if not stopped:
                    raise
                worths.append(split.worth(numpy.zeros(len(split.labels))))
    return worths, unstable, f"{how}, {seconds / len(worths):.2f} s a fit"


def main():
    try:
        import numpy
    except ImportError:
        print("skip user_tables: numpy is not here")
        return 0
    sys.path[:0] = [os.path.join("bindings", "python"), os.path.dirname(os.path.abspath(__file__))]
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx
    import loss_fits
    loss_fits.MOST_FLIGHTS = 1 << 30  # all rows
    splits = [Split(numpy, dpcvx, loss_fits, next(loss_fits.flights()), seed) for seed in range(SPLITS)]
    counts = splits[0].counts
    print("evidence: users' table: flights, training on %d aircraft with %d rows, %d of the largest; fewer than m rows "
          "have %s" % (len(counts), counts.sum(), counts.max(), ", ".join(
              f"{100 * numpy.mean(counts < m):.0f} % (m = {m})" for m in (2, 10, 30, 50, 100, 200))))
    best = [s.objective({"l2": 1e-6}) for s in splits]
    line(numpy, "without privacy", [s.worth(o.nonprivate_decision_values(o.nonprivate_minimum(), s.test))
                                    for s, o in zip(splits, best)], None)
    line(numpy, "one answer for all", [s.worth(numpy.full(len(s.labels), math.log(share / (1 - share))))
                                       for s in splits for share in [numpy.mean(s.task.labels[s.inside] > 0)]], None)
    made = {}

    def show(words, epsilon, kind, adjacency, common, unit=dpcvx.USER, price=None):
        key = (tuple(sorted({**kind[2], **common}.items())), kind[4], unit)
        if key not in made:
            made[key] = [s.objective({**kind[2], **common}, kind[4], unit) for s in splits]
        try:
            worths, unstable, how = run(numpy, dpcvx, splits, made[key], price or epsilon, kind, unit, adjacency)
            line(numpy, f"epsilon {epsilon:g}, {words}, {kind[0]}", worths, unstable, how)
        except dpcvx.Error as refused:
            print(f"evidence: users' table: epsilon {epsilon:g}, {words}, {kind[0]}: {refused}", flush=True)

    for epsilon in EPSILONS:
        for kind in ALL_KINDS:
            show("replace-one, all aircraft", epsilon, kind, dpcvx.REPLACE_ONE, {})
        kind = (f"noisy gradient descent for records, cap {GROUP}, as a group", "noisy_gradient_descent", {}, {}, GROUP)
        show("replace-one, all aircraft", epsilon, kind, dpcvx.REPLACE_ONE, {}, dpcvx.RECORD, record_epsilon(epsilon))
        for kind in LEAST_KINDS:
            show(f"add/remove, {LEAST} rows or more", epsilon, kind, dpcvx.ADD_REMOVE,
                 {"min_records_per_user": LEAST, "nominal_units": DECLARED})
    return 0


if __name__ == "__main__":
    sys.exit(main())
