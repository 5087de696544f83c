#!/usr/bin/env python3
"""Excess risk of bilinear models x' W z by noisy gradient descent in a nuclear ball, in a Frobenius ball, and without a domain.

Rows are x z', x and z independent and uniform on unit spheres of R^30 and R^20, so all Schatten norms of a row are 1. Labels are
-1 or 1 by the logistic law of x' W z, W of rank 1 or 2 with equal singular values and nuclear norm 60. Each ball is the least one
that holds W: radius 60, and 60 / sqrt(rank). Without a domain PLANNING_RADIUS is the latter. Replace-one, 1-GDP. The excess
population risk over W is computed on 4,000 fresh rows, with the labels' probabilities.

Prints evidence lines, with 95 % intervals of Student's law over tables. Needs build/libdpcvx.so and numpy.
"""
import math
import os
import sys
import warnings

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
D1, D2, NUCLEAR, MU, TABLES, FRESH = 30, 20, 60.0, 1.0, 12, 4000
STUDENT = 2.201  # the 97.5 % quantile with TABLES - 1 degrees of freedom
POINTS = [(rank, n) for n in (2000, 20000) for rank in (1, 2)]


def table(numpy, generator, count):
    x, z = (generator.standard_normal((count, d)) for d in (D1, D2))
    x, z = (side / numpy.linalg.norm(side, axis=1, keepdims=True) for side in (x, z))
    return (x[:, :, None] * z[:, None, :]).reshape(count, -1)


def excesses(numpy, dpcvx, rank, n, seed):
    """Of one fit each in the nuclear ball, the Frobenius ball and everywhere, on one table."""
    generator = numpy.random.default_rng(seed)
    left, right = (numpy.linalg.qr(generator.standard_normal((d, rank)))[0] for d in (D1, D2))
    best, frobenius = (left @ right.T).ravel() * NUCLEAR / rank, NUCLEAR / math.sqrt(rank)
    rows, fresh = table(numpy, generator, n), table(numpy, generator, FRESH)
    labels = numpy.where(generator.random(n) < 1 / (1 + numpy.exp(-rows @ best)), 1.0, -1.0)
    true = fresh @ best
    positive = 1 / (1 + numpy.exp(-true))
    out = []
    for ball in ((NUCLEAR, 1.0), (frobenius, 2.0), None):
        domain = None if ball is None else dpcvx.Domain.schatten_ball(ball[0], D1, D2, ball[1])
        objective = dpcvx.Objective(dpcvx.Dataset(rows, labels), "logistic", domain, intercept=0)
        options = {"planning_radius": frobenius} if ball is None else {}
        budget = dpcvx.Budget(100, 0.01)
        plan = dpcvx.Plan(budget, objective, dpcvx.Curve.gdp(MU), "noisy_gradient_descent", **options)
        ours = fresh @ numpy.asarray(dpcvx.Fit(budget, plan).coefficients()).ravel()
        risks = [(positive * numpy.logaddexp(0, -at) + (1 - positive) * numpy.logaddexp(0, at)).mean() for at in (ours, true)]
        out.append(risks[0] - risks[1])
    return out


def main():
    import numpy
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ.setdefault("DPCVX_LIBRARY", os.path.join(BUILD, "libdpcvx.so"))
    import dpcvx
    for category in (dpcvx.NotDeclaredWarning, dpcvx.WeakPrivacyWarning, dpcvx.NoiseWarning):
        warnings.simplefilter("ignore", category)
    for rank, n in POINTS:
        found = numpy.array([excesses(numpy, dpcvx, rank, n, seed) for seed in range(TABLES)])
        less = found[:, 0] - found[:, 1]
        half = STUDENT * less.std(ddof=1) / math.sqrt(TABLES)
        nuclear, frobenius, free = found.mean(axis=0)
        print(f"evidence: rank-one rows: {D1} x {D2}, n = {n}, rank {rank}: excess risk {nuclear:.4f} in the nuclear ball, "
              f"{frobenius:.4f} in the Frobenius ball, {free:.4f} without a domain; the first less the second {less.mean():.4f} +- "
              f"{half:.4f}", flush=True)


if __name__ == "__main__":
    main()
