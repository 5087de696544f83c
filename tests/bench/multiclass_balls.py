#!/usr/bin/env python3
"""Private multinomial models of a public table in balls of the nuclear and of the Frobenius norm, by noisy gradient descent,
beside noisy gradient descent without a domain and what AUTOMATIC takes.

Each row has its values moved to [-1, 1] by their public range and is divided by its l2 norm. The matrix has a row for each
class, with the coefficients and the intercept. The radius is chosen for each norm and epsilon on another table, satimage: the
one with the least mean log loss over five splits with two fits each. It is judged on digits alone, on five splits of 80 % and
20 % with eight fits each, delta = 1 / n^2, replace-one. No other option is set.

Prints evidence lines: means of log loss and accuracy over splits, and of differences to the Frobenius ball on the same split, with
95 % intervals of Student's law. Needs build/libdpcvx.so, numpy, and DPCVX_TABLES, the folder of packages of the protocol
(build/protocol/cache); fetches into it what is missing.
"""
import math
import os
import sys
import warnings

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
CACHE = os.path.abspath(os.environ.get("DPCVX_TABLES", os.path.join(BUILD, "protocol", "cache")))
TUNING, JUDGED = ("satimage", 0, 255), ("digits", 0, 16)
EPSILONS, SPLITS, RADII = (0.5, 2.0, 8.0), 5, tuple(2.0**i for i in range(1, 10))
TUNING_FITS, FITS = 2, 8  # a split
POWERS = {"nuclear": 1.0, "Frobenius": 2.0}
STUDENT = 2.776  # the 97.5 % quantile with SPLITS - 1 degrees of freedom


def rows_of(numpy, values, low, high):
    """Rows of length 1."""
    moved = (2 * values - low - high) / (high - low)
    return moved / numpy.maximum(numpy.linalg.norm(moved, axis=1, keepdims=True), 1e-12)


def split(numpy, table, low, high, seed):
    order = numpy.random.default_rng(seed).permutation(len(table.y))
    rows, cut = rows_of(numpy, table.X, low, high)[order], len(order) * 4 // 5
    return (rows[:cut], table.y[order[:cut]]), (rows[cut:], table.y[order[cut:]])


def scores(numpy, coefficients, rows, labels, classes):
    """Mean log loss and accuracy."""
    w = numpy.asarray(coefficients).reshape(classes, -1)
    decisions = rows @ w[:, :-1].T + w[:, -1]
    top = decisions.max(axis=1, keepdims=True)
    logs = decisions - top - numpy.log(numpy.exp(decisions - top).sum(axis=1, keepdims=True))
    return -logs[numpy.arange(len(labels)), labels].mean(), (decisions.argmax(axis=1) == labels).mean()


def measured(numpy, dpcvx, parts, classes, epsilon, method, fits, ball=None):
    """Mean log loss and accuracy of so many fits, and the method they took. `ball` is (p, radius) or None."""
    (rows, labels), (fresh, truth) = parts
    domain = None if ball is None else dpcvx.Domain.schatten_ball(ball[1], classes, rows.shape[1] + 1, ball[0])
    objective = dpcvx.Objective(dpcvx.Dataset(rows, labels), "multinomial", domain, classes=classes, row_bound=math.sqrt(2))
    found = []
    for _ in range(fits):
        budget = dpcvx.Budget(epsilon, 1 / len(rows)**2, adjacency=dpcvx.REPLACE_ONE)
        plan = dpcvx.Plan(budget, objective, method=method)
        found.append(scores(numpy, dpcvx.Fit(budget, plan).coefficients(), fresh, truth, classes))
    return *numpy.mean(found, axis=0), plan.method()


def interval(numpy, values):
    values = numpy.asarray(values)
    return "%.4f +- %.4f" % (values.mean(), STUDENT * values.std(ddof=1) / math.sqrt(len(values)))


def chosen_radii(numpy, dpcvx, table, low, high):
    """{(norm, epsilon): radius}, of least mean log loss."""
    classes, out = int(table.y.max()) + 1, {}
    parts = [split(numpy, table, low, high, seed) for seed in range(SPLITS)]
    for epsilon in EPSILONS:
        for norm, p in POWERS.items():
            losses = [float(numpy.mean([measured(numpy, dpcvx, part, classes, epsilon, "noisy_gradient_descent", TUNING_FITS,
                                                 (p, radius))[0] for part in parts])) for radius in RADII]
            out[norm, epsilon] = RADII[int(numpy.argmin(losses))]
            print(f"evidence: balls of classes: {table.name}, epsilon = {epsilon:g}, {norm}: " + ", ".join(
                f"log loss {loss:.3f} at radius {radius:g}" for loss, radius in zip(losses, RADII)), flush=True)
    return out


def judge(numpy, dpcvx, table, low, high, radii):
    classes = int(table.y.max()) + 1
    parts = [split(numpy, table, low, high, seed) for seed in range(SPLITS)]
    for epsilon in EPSILONS:
        found = {}
        for name in (*POWERS, "no domain", "automatic"):
            ball = (POWERS[name], radii[name, epsilon]) if name in POWERS else None
            method = name if name == "automatic" else "noisy_gradient_descent"
            found[name] = [measured(numpy, dpcvx, part, classes, epsilon, method, FITS, ball) for part in parts]
        for name, fits in found.items():
            loss, right = (numpy.array([fit[i] for fit in fits]) for i in (0, 1))
            against = [numpy.array([fit[i] for fit in found["Frobenius"]]) for i in (0, 1)]
            how = f"radius {radii[name, epsilon]:g}" if name in POWERS else fits[0][2].replace("_", " ")
            beside = "" if name == "Frobenius" else (f"; beside the Frobenius ball {interval(numpy, loss - against[0])} and "
                                                     f"{interval(numpy, right - against[1])}")
            print(f"evidence: balls of classes: {table.name}, epsilon = {epsilon:g}: {name} ({how}): log loss "
                  f"{interval(numpy, loss)}, accuracy {interval(numpy, right)}{beside}", flush=True)


def main():
    import numpy
    sys.path[:0] = [os.path.join("bindings", "python"), os.path.join("tests", "bench", "protocol")]
    os.environ.setdefault("DPCVX_LIBRARY", os.path.join(BUILD, "libdpcvx.so"))
    import dpcvx
    import registry
    for category in (dpcvx.NotDeclaredWarning, dpcvx.WeakPrivacyWarning, dpcvx.NoiseWarning):
        warnings.simplefilter("ignore", category)
    radii = chosen_radii(numpy, dpcvx, registry.load(TUNING[0], CACHE), *TUNING[1:])
    judge(numpy, dpcvx, registry.load(JUDGED[0], CACHE), *JUDGED[1:], radii)


if __name__ == "__main__":
    main()
