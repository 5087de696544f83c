#!/usr/bin/env python3
"""How the errors of estimates grow with n, d and epsilon: fitted slopes of logarithms with 95 % intervals, beside theory.

Errors are what privacy adds: distances from the same figure of the same table without privacy, as root mean squares over
tables. Means and shares are in half widths of the range, covariances in products of them, as operator norms.

  central      a trusted server adds noise to the sum, Laplace at a pure epsilon or Gaussian at a GDP price
  shuffled     devices report at the local epsilon that a central (epsilon, 1e-6) allows, and reports are shuffled
  local        devices report at the epsilon itself

Means over d columns lose d^1.5 with Laplace noise and d with Gaussian noise. The slope of d of hypothesis selection is
measured by HypothesisRates of tests/estimate/hypothesis.

Prints evidence lines and writes build/bench/estimate_rates.svg. Needs build/libdpcvx.so and numpy. DPCVX_TABLES is the
number of tables a point (200); where each device reports it is a half.
"""
import math
import os
import sys

import numpy

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path.insert(0, os.path.join("bindings", "python"))
os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
import dpcvx  # noqa: E402

TABLES, DELTA = max(8, int(os.environ.get("DPCVX_TABLES", "200"))), 1e-6
SIZES, REPORTED, EPSILONS = (300, 1000, 3000, 10000, 30000), (300, 1000, 3000, 10000), (0.1, 0.2, 0.4, 0.8)
COLUMNS, SIDES = (1, 2, 4, 8, 16, 32), (4, 8, 16, 32)


def table(rows, columns, seed):
    return numpy.random.default_rng(seed).uniform(-1, 1, (rows, columns))


def pure(epsilon):
    """A ledger, and a price that it takes."""
    return dpcvx.Budget(50.0, DELTA), dpcvx.Curve.pure(epsilon)


def gdp(mu):
    return dpcvx.Budget(50.0, DELTA, filter=dpcvx.FILTER_GDP), dpcvx.Curve.gdp(mu)


def central(rows, columns, paid, seed):
    x = table(rows, columns, seed)
    found = dpcvx.Estimate(dpcvx.Dataset(x), paid[0], (-1, 1), paid[1])
    return numpy.linalg.norm(found.values - x.mean(axis=0))


def reported(rows, epsilon, seed):
    x, protocol, rng = table(rows, 1, seed)[:, 0], dpcvx.LocalProtocol.mean(-1, 1, epsilon), dpcvx.Rng()
    sums = dpcvx.LocalAggregator(protocol)
    sums.add_each(protocol.shuffle(b"".join(protocol.report(value, rng=rng) for value in x), rng))
    return abs(sums.estimate().values[0] - x.mean())


def covariance(rows, columns, paid, seed):
    x = 0.1 * numpy.random.default_rng(seed).standard_normal((rows, columns)).clip(-9, 9)
    found = dpcvx.Covariance(dpcvx.Dataset(x), paid[0], ranges=(-1, 1), price=paid[1])
    return numpy.linalg.norm(found.matrix - numpy.cov(x.T, bias=True).reshape(columns, columns), 2)


# What is measured: words, the variable and its values, the error of one table, what theory says, and the panel.
SERIES = (
    ("mean, central, Laplace", "n", SIZES, lambda n, seed: central(n, 1, pure(1.0), seed), -1),
    ("mean, shuffled", "n", REPORTED, lambda n, seed: reported(n, dpcvx.calibrate_shuffled(1.0, DELTA, users=n), seed), None),
    ("mean, local", "n", REPORTED, lambda n, seed: reported(n, 1.0, seed), -0.5),
    ("mean, central, Laplace", "epsilon", EPSILONS, lambda e, seed: central(3000, 1, pure(e), seed), -1),
    ("mean, local", "epsilon", EPSILONS, lambda e, seed: reported(3000, e, seed), -1),
    ("means, central, Laplace", "d", COLUMNS, lambda d, seed: central(3000, d, pure(1.0), seed), 1.5),
    ("means, central, Gaussian", "d", COLUMNS, lambda d, seed: central(3000, d, gdp(1.0), seed), 1),
    ("covariance, Gaussian", "d", SIDES, lambda d, seed: covariance(20000, d, gdp(0.1), seed), 1.5),
    ("covariance, Gaussian", "n", SIZES[2:], lambda n, seed: covariance(n, 8, gdp(0.02), seed), -1),
)


def slope(xs, ys, errors):
    """Of a weighted line through (log x, log y), and half of its 95 % interval."""
    x, y, weights = numpy.log(xs), numpy.log(ys), (numpy.array(ys) / errors) ** 2
    middle = numpy.average(x, weights=weights)
    spread = numpy.sum(weights * (x - middle) ** 2)
    return float(numpy.sum(weights * (x - middle) * y) / spread), 1.96 / math.sqrt(spread)


def measure(series):
    """Root mean squares of the errors at each value, and their standard errors by the delta method."""
    name, variable, values, error, _ = series
    count = TABLES // 2 if "local" in name or "shuffled" in name else TABLES
    points = []
    for value in values:
        squares = numpy.array([error(value, seed) ** 2 for seed in range(count)])
        size = math.sqrt(squares.mean())
        points.append((value, size, squares.std(ddof=1) / math.sqrt(count) / (2 * size)))
    return points


# ---- The picture ----

WIDTH, HEIGHT, MARGIN = 380, 320, 56
COLOURS = ("#0b6bcb", "#2f8f4e", "#c2410c", "#7c3aed")


def place(value, values, low, high):
    first, last = math.log(min(values)), math.log(max(values))
    return low + (math.log(value) - first) / (last - first) * (high - low)


def panel(left, variable, lines):
    xs = [x for _, points in lines for x, _, _ in points]
    ys = [y for _, points in lines for _, y, _ in points]
    at = lambda x, y: (place(x, xs, left + MARGIN, left + WIDTH - 20), place(y, ys, HEIGHT - 40, 30 + 18 * len(lines)))  # noqa: E731
    out = [f'<text x="{left + WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle">{variable}</text>']
    for x in sorted({min(xs), max(xs)}):
        out.append(f'<text x="{at(x, ys[0])[0]:.1f}" y="{HEIGHT - 22}" text-anchor="middle">{x:g}</text>')
    for y in (min(ys), max(ys)):
        out.append(f'<text x="{left + MARGIN - 6}" y="{at(xs[0], y)[1] + 4:.1f}" text-anchor="end">{y:.2g}</text>')
    for i, (name, points) in enumerate(lines):
        corners = " ".join("%.1f,%.1f" % at(x, y) for x, y, _ in points)
        out.append(f'<polyline points="{corners}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"/>')
        out.append(f'<text x="{left + MARGIN}" y="{18 + 17 * i}" fill="{COLOURS[i]}">{name}</text>')
        for x, y, error in points:
            across, down = at(x, y)
            out.append(f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3.5" fill="{COLOURS[i]}"><title>{name}, {variable} = {x:g}: '
                       f'{y:.3g} +- {error:.1g}</title></circle>')
    return out


def picture(curves):
    panels = {}
    for (_, variable, *_), line in curves:
        panels.setdefault(variable, []).append(line)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(panels) * WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
           'font-size="12">', f'<rect width="{len(panels) * WIDTH}" height="{HEIGHT}" fill="white"/>']
    for i, (variable, lines) in enumerate(panels.items()):
        out += panel(i * WIDTH, variable, lines)
    return "\n".join(out + ["</svg>", ""])


def main():
    curves = []
    for series in SERIES:
        name, variable, values, _, theory = series
        points = measure(series)
        found, half = slope([x for x, _, _ in points], [y for _, y, _ in points], [e for _, _, e in points])
        said = f"theory {theory:g}" if theory is not None else "between -1 and -0.5"
        print(f"evidence: estimate: {name}, errors by privacy against {variable}: slope {found:.2f} +- {half:.2f} ({said}); " +
              ", ".join(f"{y:.3g}+-{e:.1g} at {x:g}" for x, y, e in points), flush=True)
        curves.append((series, (f"{name}: slope {found:.2f} ± {half:.2f}", points)))
    os.makedirs(os.path.join(BUILD, "bench"), exist_ok=True)
    with open(os.path.join(BUILD, "bench", "estimate_rates.svg"), "w", encoding="utf-8") as file:
        file.write(picture(curves))


if __name__ == "__main__":
    main()
