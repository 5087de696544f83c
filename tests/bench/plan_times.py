#!/usr/bin/env python3
"""What a plan takes by each method and filter, at 100,000 units of 20 columns and delta 1e-6: a table for each unit and
adjacency, of the dearest of several epsilons.

Milliseconds of the processor, medians of TURNS plans of one process, on one thread. Units are records, or users of 3
declared records. Logistic regression with l2 = 0.001 (users 0.02); least squares for sufficient statistics. A plan by
AUTOMATIC leaves methods that may return nothing until a ranking is asked for, which "ranking" does. The last line says
which are above what a caller may wait: 10 ms for a method by its name, 60 ms for AUTOMATIC, 200 ms for a ranking. Needs
build/libdpcvx.so and numpy.
"""
import os
import statistics
import sys
import time
import warnings

from fit_times import RECORD_METHODS, ROOT, USER_METHODS, python_with_numpy

TURNS, UNITS, RECORDS = 3, 100000, 3
NAMED_SECONDS, SECONDS = 0.010, {"automatic": 0.060, "ranking": 0.200}
EPSILONS = (0.1, 0.3, 1.0, 3.0, 8.0)
FILTERS = ("BASIC", "GDP", "RDP", "ZCDP")


def objectives(numpy, dpcvx, users, adjacency):
    """The objective of classes, and that of squares."""
    generator = numpy.random.default_rng(1)
    rows = UNITS * (RECORDS if users else 1)
    features = generator.standard_normal((rows, 20)) / 4.5
    labels = numpy.where(features[:, 0] > 0, 1.0, -1.0)
    dataset = dpcvx.Dataset(features, labels, users=numpy.repeat(numpy.arange(UNITS), RECORDS) if users else None)
    extra = {"l2": 0.02, "min_records_per_user": RECORDS} if users else {"l2": 1e-3}
    if adjacency == "add_remove":
        extra["nominal_units"] = UNITS
    return dpcvx.Objective(dataset, "logistic", **extra), dpcvx.Objective(dataset, "squared", label_bound=1.0, **extra)


def plan_seconds(dpcvx, objective, terms, method):
    """The median, or None where the method does not apply."""
    seconds = []
    for _ in range(TURNS):
        budget = dpcvx.Budget(**terms)
        start = time.process_time()
        try:
            plan = dpcvx.Plan(budget, objective, method="automatic" if method == "ranking" else method)
        except dpcvx.Error:
            return None
        if method == "ranking":
            plan.ranking()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def dearest(dpcvx, objective, terms, method):
    """Of all epsilons; None where the method applies at none."""
    found = [plan_seconds(dpcvx, objective, dict(terms, epsilon=epsilon), method) for epsilon in EPSILONS]
    return max((seconds for seconds in found if seconds is not None), default=None)


def main():
    if python_with_numpy() != sys.executable:
        print("skip plan_times: numpy is not here")
        return 0
    import numpy
    sys.path.insert(0, os.path.join(ROOT, "bindings", "python"))
    import dpcvx
    warnings.simplefilter("ignore", dpcvx.NotDeclaredWarning)
    slow, most = [], {"named": 0.0, "automatic": 0.0, "ranking": 0.0}
    for unit in ("record", "user"):
        for adjacency in ("replace_one", "add_remove"):
            classes, squares = objectives(numpy, dpcvx, unit == "user", adjacency)
            print("%-28s%s" % ("%ss, %s: ms" % (unit, adjacency), "%9s" * 4 % FILTERS))
            for method in ("ranking",) + RECORD_METHODS + ("last_iterate",) + (USER_METHODS if unit == "user" else ()):
                line = "%-28s" % method
                for name in FILTERS:
                    terms = {"delta": 1e-6, "unit": unit, "adjacency": adjacency, "filter": name.lower()}
                    seconds = dearest(dpcvx, squares if method == "sufficient_statistics" else classes, terms, method)
                    line += "%9s" % ("-" if seconds is None else "%.2f" % (1e3 * seconds))
                    kind = method if method in SECONDS else "named"
                    most[kind] = max(most[kind], seconds or 0)
                    if seconds and seconds > SECONDS.get(method, NAMED_SECONDS):
                        slow.append("%s (%s, %ss, %s)" % (method, name, unit, adjacency))
                print(line, flush=True)
    print("evidence: plan times: named methods at most %.1f ms, AUTOMATIC at most %.1f ms, rankings at most %.1f ms; above "
          "10, 60 and 200: %s" % (1e3 * most["named"], 1e3 * most["automatic"], 1e3 * most["ranking"],
                                  ", ".join(slow) or "none"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
