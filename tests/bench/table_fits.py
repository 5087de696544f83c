#!/usr/bin/env python3
"""Held-out accuracy of private fits on a table of the caller's: logistic regression with the method that the defaults
choose, and with the regularized exponential mechanism, under both adjacencies, delta = 1 / n^2, ten fits a price,
beside the minimiser without privacy.

DPCVX_TABLE_TRAIN and DPCVX_TABLE_TEST name two files of comma-separated numbers (may be gzipped) under a line of
names, the label -1 or 1 in the first column; without them there is nothing to do. Each row gets a 1 appended and is
divided by its l2 norm; a table mostly of zeros is kept in compressed rows. n, the number of training rows, counts as
public. Arguments name methods to take in place of those two. Prints evidence lines. Needs build/libdpcvx.so, numpy and
scipy.
"""
import os
import statistics
import sys
import time

EPSILONS, FITS = (0.1, 0.5, 1.0, 4.0), 10
METHODS = ("automatic", "exponential_mechanism")


def table(numpy, path):
    numbers = numpy.loadtxt(path, delimiter=",", ndmin=2, skiprows=1)
    rows = numpy.hstack([numbers[:, 1:], numpy.ones((len(numbers), 1))])
    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True), numbers[:, 0]


def accuracy(numpy, labels, answers):
    return float(numpy.mean(numpy.asarray(answers) == labels))


def main():
    files = [os.environ.get("DPCVX_TABLE_" + part) for part in ("TRAIN", "TEST")]
    if None in files:
        print("skip table_fits: DPCVX_TABLE_TRAIN and DPCVX_TABLE_TEST name no table")
        return 0
    import numpy
    import scipy.sparse
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.abspath(os.path.join(os.environ.get("BUILD", "build"), "libdpcvx.so"))
    import dpcvx
    (rows, labels), (test_rows, test_labels) = (table(numpy, path) for path in files)
    n, delta = len(rows), 1 / len(rows) ** 2
    name = os.path.basename(files[0]).split(".")[0]
    held_out = dpcvx.Dataset(test_rows)
    train = dpcvx.Dataset(scipy.sparse.csr_matrix(rows) if numpy.mean(rows != 0) < 0.25 else rows, labels)
    best = dpcvx.Objective(train, intercept=False, l2=1e-6).nonprivate_minimum()
    common = max(float(numpy.mean(test_labels == 1)), float(numpy.mean(test_labels == -1)))
    print(f"evidence: fits: {name}, {n:,} rows x {rows.shape[1]}: without privacy "
          f"{accuracy(numpy, test_labels, numpy.where(test_rows @ numpy.array(best) > 0, 1, -1)):.4f}, "
          f"one answer for all {common:.4f}")
    for method in sys.argv[1:] or METHODS:
        for words, adjacency in (("add/remove", dpcvx.ADD_REMOVE), ("replace-one", dpcvx.REPLACE_ONE)):
            objective = dpcvx.Objective(train, intercept=False,
                                        nominal_units=n if adjacency == dpcvx.ADD_REMOVE else 0)
            for epsilon in EPSILONS:
                reached, seconds = [], []
                for _ in range(FITS):
                    budget = dpcvx.Budget(epsilon, delta, adjacency=adjacency)
                    start = time.process_time()
                    plan = dpcvx.Plan(budget, objective, method=method)
                    fit = dpcvx.Fit(budget, plan)
                    seconds.append(time.process_time() - start)
                    reached.append(accuracy(numpy, test_labels, fit.predict(held_out)))
                mean, middle = statistics.mean(reached), statistics.median(seconds)
                asked, chosen = (which.replace("_", " ") for which in (method, plan.method()))
                print(f"evidence: fits: {name}: {asked}, epsilon = {epsilon:g}, delta = {delta:.2g}, {words}, defaults: "
                      f"{mean:.4f} +- {statistics.stdev(reached):.4f} over {FITS} fits of {middle:.2f} s of one core, "
                      f"{chosen} of {plan.figure('steps'):,.0f} steps, {plan.figure('passes'):,.0f} passes planned",
                      flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
