#!/usr/bin/env python3
"""Excess risk of trace regressions by the exponential mechanism, with singular values regularized in the nuclear geometry
and with the l2 norm, against d1, d2 and the number of rows n. (Gopi, Lee, Liu, Shen and Tian 2023, Corollary 5)

Rows are d1 x d2 matrices A whose singular values are all 1: spectral norm 1, l2 norm sqrt(min(d1, d2)). Labels are -1
or 1 by the logistic law of <A, W>, W of rank 2 (and 1) with equal singular values and nuclear norm R. So W is the best model,
and the excess population risk over it is at least 0. It is computed on fresh rows, with the labels' probabilities.
Both geometries are told the truth: PLANNING_RADIUS is R, and R / sqrt(rank) in l2. Replace-one, mu-GDP, no domain.

The theory's risk is H sqrt(d1 d2 theta) / mu up to a constant, H the change of the gradient over n: slopes 1/2 in d1 and
-1 in n, in d2 < d1 1/2 and logarithms (nuclear, theta about R^2 log d2), and 1 in l2 (H grows with sqrt(d2)).

Prints evidence lines, means and slopes with 95 % intervals. Needs build/libdpcvx.so and numpy. DPCVX_FITS is the number of
fits a point (12), of which the large matrices have half.
"""
import math
import os
import sys
import warnings

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
FITS, MU, NUCLEAR = max(3, int(os.environ.get("DPCVX_FITS", "12"))), 1.0, 8.0
BASE = {"d1": 12, "d2": 6, "n": 1000, "rank": 2}
SWEEPS = {"d1": (8, 12, 18, 27), "d2": (3, 4, 6, 9), "n": (500, 1000, 2000, 4000)}
LARGE = [{"d1": d1, "d2": d2, "n": n, "rank": rank} for d1, d2, n in ((16, 16, 200), (30, 20, 250)) for rank in (1, 2)]
GEOMETRIES = {"nuclear": 1.0, "l2": 2.0}
NORMAL = 1.96
FRESH = 4000


def rows(numpy, generator, n, d1, d2):
    """Matrices of orthonormal columns, or rows where these are fewer."""
    wide = d2 > d1
    found = numpy.linalg.qr(generator.standard_normal((n, d2, d1) if wide else (n, d1, d2)))[0]
    return found.transpose(0, 2, 1) if wide else found


def probability(numpy, decisions):
    return 1 / (1 + numpy.exp(-decisions))


def excess(numpy, dpcvx, at, geometry, seed):
    """Of one fit of a table of its own."""
    d1, d2, n, rank = at["d1"], at["d2"], at["n"], at["rank"]
    generator = numpy.random.default_rng(seed)
    left, right = (numpy.linalg.qr(generator.standard_normal((d, rank)))[0] for d in (d1, d2))
    best = (left @ right.T).ravel() * NUCLEAR / rank
    table, fresh = (rows(numpy, generator, many, d1, d2).reshape(many, -1) for many in (n, FRESH))
    labels = numpy.where(generator.random(n) < probability(numpy, table @ best), 1.0, -1.0)
    objective = dpcvx.Objective(dpcvx.Dataset(table, labels), "logistic", None, intercept=0, matrix_rows=d1,
                                row_norm=math.inf)
    budget = dpcvx.Budget(100, 0.01)
    p = GEOMETRIES[geometry]
    radius = NUCLEAR if p == 1 else NUCLEAR / math.sqrt(rank)
    plan = dpcvx.Plan(budget, objective, dpcvx.Curve.gdp(MU), "exponential_mechanism", geometry=p, planning_radius=radius,
                      max_passes=1e6)
    model = numpy.asarray(dpcvx.Fit(budget, plan).coefficients()).ravel()
    true, ours = fresh @ best, fresh @ model
    positive = probability(numpy, true)
    losses = positive * numpy.logaddexp(0, -ours) + (1 - positive) * numpy.logaddexp(0, ours)
    least = positive * numpy.logaddexp(0, -true) + (1 - positive) * numpy.logaddexp(0, true)
    return float((losses - least).mean()), plan.method_figure("exponential_mechanism", "predicted_risk")


def measured(numpy, dpcvx, at, geometry, fits=FITS):
    """Mean excess, its standard error, and the predicted risk."""
    found = [excess(numpy, dpcvx, at, geometry, seed) for seed in range(fits)]
    risks = numpy.array([risk for risk, _ in found])
    return risks.mean(), risks.std(ddof=1) / math.sqrt(fits), found[0][1]


def slope(numpy, values, points):
    """Of log risk against log value, by weighted least squares, with half the width of its interval."""
    x, y = numpy.log(values), numpy.log([mean for mean, _, _ in points])
    weights = numpy.array([(mean / error)**2 for mean, error, _ in points])
    x = x - (weights * x).sum() / weights.sum()
    return (weights * x * y).sum() / (weights * x * x).sum(), NORMAL / math.sqrt((weights * x * x).sum())


def main():
    import numpy
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ.setdefault("DPCVX_LIBRARY", os.path.join(BUILD, "libdpcvx.so"))
    import dpcvx
    for category in (dpcvx.NotDeclaredWarning, dpcvx.WeakPrivacyWarning, dpcvx.NoiseWarning):
        warnings.simplefilter("ignore", category)
    known = {}
    for name, values in SWEEPS.items():
        for geometry in GEOMETRIES:
            points = []
            for value in values:
                at = {**BASE, name: value}
                key = (geometry, *at.values())
                if key not in known:
                    known[key] = measured(numpy, dpcvx, at, geometry)
                points.append(known[key])
            power, half = slope(numpy, values, points)
            predicted = math.log(points[-1][2] / points[0][2]) / math.log(values[-1] / values[0])
            print(f"evidence: trace regression: {geometry}: {name}^({power:.2f} +- {half:.2f}), predicted {predicted:.2f}; " +
                  ", ".join(f"{mean:.3f} +- {NORMAL * error:.3f} (predicted {bound:.2f}) at {value}"
                            for value, (mean, error, bound) in zip(values, points)), flush=True)
    for at in LARGE:
        (nuclear, error, bound), (plain, other, least) = (
            measured(numpy, dpcvx, at, geometry, max(3, FITS // 2)) for geometry in GEOMETRIES)
        ratio = nuclear / plain
        half = NORMAL * ratio * math.hypot(error / nuclear, other / plain)
        print(f"evidence: trace regression: {at['d1']} x {at['d2']}, n = {at['n']}, rank {at['rank']}: risk of the nuclear geometry over "
              f"that of l2 {ratio:.2f} +- {half:.2f}, predicted {bound / least:.2f} (risks {nuclear:.3f} and {plain:.3f})", flush=True)


if __name__ == "__main__":
    main()
