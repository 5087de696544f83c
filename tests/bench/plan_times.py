#!/usr/bin/env python3
"""What a plan takes by each method and filter, at 100,000 units of 20 columns, epsilon 1, delta 1e-6: one table.

Milliseconds of the processor, medians of TURNS plans of one process, on one thread. Units are records, or users of 3
declared records. Logistic regression with l2 = 0.001 (users 0.02); least squares for sufficient statistics. A plan by
AUTOMATIC ranks every method. The last line says which are above what a caller may wait: 10 ms for a method by its name,
60 ms for AUTOMATIC. Needs build/libdpcvx.so and numpy.
"""
import os
import statistics
import sys
import time

from fit_times import RECORD_METHODS, ROOT, USER_METHODS, python_with_numpy

TURNS, UNITS, RECORDS = 5, 100000, 3
NAMED_SECONDS, AUTOMATIC_SECONDS = 0.010, 0.060
FILTERS = ("BASIC", "GDP", "RDP", "ZCDP")


def objectives(numpy, dpcvx, users):
    """The objective of classes, and that of squares."""
    generator = numpy.random.default_rng(1)
    rows = UNITS * (RECORDS if users else 1)
    features = generator.standard_normal((rows, 20)) / 4.5
    labels = numpy.where(features[:, 0] > 0, 1.0, -1.0)
    dataset = dpcvx.Dataset(features, labels, users=numpy.repeat(numpy.arange(UNITS), RECORDS) if users else None)
    extra = {"l2": 0.02, "min_records_per_user": RECORDS} if users else {"l2": 1e-3}
    return dpcvx.Objective(dataset, "logistic", **extra), dpcvx.Objective(dataset, "squared", label_bound=1.0, **extra)


def plan_seconds(dpcvx, objective, unit, filter_name, method):
    """The median, or None where the method does not apply."""
    seconds = []
    for _ in range(TURNS):
        budget = dpcvx.Budget(1.0, 1e-6, unit=unit, filter=getattr(dpcvx, "FILTER_" + filter_name))
        start = time.process_time()
        try:
            dpcvx.Plan(budget, objective, method=method)
        except dpcvx.Error:
            return None
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def main():
    if python_with_numpy() != sys.executable:
        print("skip plan_times: numpy is not here")
        return 0
    import numpy
    sys.path.insert(0, os.path.join(ROOT, "bindings", "python"))
    import dpcvx
    slow, named, automatic = [], 0.0, 0.0
    for users in (False, True):
        classes, squares = objectives(numpy, dpcvx, users)
        print("%-28s%s" % ("ms; units are users" if users else "ms; units are records", "%9s" * 4 % FILTERS))
        for method in RECORD_METHODS + (USER_METHODS if users else ()):
            line = "%-28s" % method
            for name in FILTERS:
                seconds = plan_seconds(dpcvx, squares if method == "sufficient_statistics" else classes,
                                       dpcvx.USER if users else dpcvx.RECORD, name, method)
                line += "%9s" % ("-" if seconds is None else "%.2f" % (1e3 * seconds))
                if method == "automatic":
                    automatic = max(automatic, seconds or 0)
                else:
                    named = max(named, seconds or 0)
                if seconds and seconds > (AUTOMATIC_SECONDS if method == "automatic" else NAMED_SECONDS):
                    slow.append("%s (%s)" % (method, name))
            print(line, flush=True)
    print("evidence: plan times: named methods at most %.1f ms, AUTOMATIC at most %.1f ms; above 10 and 60: %s" % (
        1e3 * named, 1e3 * automatic, ", ".join(slow) or "none"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
