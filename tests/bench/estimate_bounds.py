#!/usr/bin/env python3
"""How narrow a proved interval may be at all: a bound from below on its expected width, beside an oracle's.

Tables have 10,000 units, 1,024 cells and Gaussian noise (replace-one). Values are drawn from a law F. Another law G has
the figure t. An interval that holds for all laws leaves t out with probability 0.05 at most under G. So under F it does
with at most the power of the best test of G against F. So its expected width is at least the integral of 1 less that
power (Pratt 1961), here by trapezoids. G is a mixture of laws near F: of each pair of places for both quantiles it is
the nearest law, by the noise of all nodes of the tree. Tests see besides which units lie elsewhere under G, which only
adds to their power.

Prints one line a law and a figure. Needs numpy and scipy. DPCVX_TABLES is the number of tables a test (1,000).
"""
import os

import numpy
from scipy.optimize import brentq, minimize
from scipy.special import ndtr

CELLS, LEVELS, UNITS, EPSILON, DELTA = 1024, 10, 10000, 0.1, 1e-6
TABLES = max(200, int(os.environ.get("DPCVX_TABLES", "1000")))
EDGES = numpy.linspace(-1, 1, CELLS + 1)
MIDDLES = (EDGES[1:] + EDGES[:-1]) / 2
MU = brentq(lambda mu: ndtr(mu / 2 - EPSILON / mu) - numpy.exp(EPSILON) * ndtr(-mu / 2 - EPSILON / mu) - DELTA, 1e-3, 9)
SIGMA = numpy.sqrt(2 * LEVELS) / MU
LAWS = {"uniform": lambda x: (x + 1) / 2, "normal, sd 1/3": lambda x: ndtr(3 * x)}
PLACES = numpy.linspace(0, 4.5, 10)  # of alternatives, in standard deviations of the figure


def nodes(counts):
    """All nodes of the tree below its root, of counts of cells in the last axis."""
    out = [counts]
    for _ in range(LEVELS - 1):
        out.append(out[-1].reshape(*counts.shape[:-1], -1, 2).sum(-1))
    return numpy.concatenate(out, axis=-1) / SIGMA


def squared_distance(change):
    """Half the squared distance of two laws' nodes, and its gradient."""
    gradient, here = numpy.zeros(CELLS), change
    for level in range(LEVELS):
        gradient += numpy.repeat(here, 2 ** level)
        here = here.reshape(-1, 2).sum(1) if level + 1 < LEVELS else here
    return change @ gradient / 2, gradient


def nearest(law, equal, rounds=12):
    """The nearest counts of cells to `law`, none negative, for which rows @ counts has given values."""
    rows, values = (numpy.array(part) for part in zip(*equal))
    dual, stiff, counts = numpy.zeros(len(values)), 0.02, law.copy()
    for _ in range(rounds):
        def cost(q):
            value, gradient = squared_distance(q - law)
            left = rows @ q - values
            return value + dual @ left + stiff / 2 * left @ left, gradient + rows.T @ (dual + stiff * left)
        counts = minimize(cost, counts, jac=True, method="L-BFGS-B", bounds=[(0, None)] * CELLS,
                          options={"maxiter": 300}).x
        left = rows @ counts - values
        dual, stiff = dual + stiff * left, min(3 * stiff, 20)
        if numpy.abs(left).max() < 0.02:
            break
    return counts / counts.sum()


def shares_up_to(shares):
    return numpy.concatenate([[0], numpy.cumsum(shares)])


def places_of(law, a):
    """The edges nearest to the quantiles of a and 1 - a."""
    up_to = shares_up_to(law) / UNITS
    return [int(round(numpy.interp(p, up_to, numpy.arange(CELLS + 1)))) for p in (a, 1 - a)]


def counts_between(law, a, i, j, more=()):
    """The nearest counts with a share a below edge i, and from edge j on. Then both quantiles may be at these edges."""
    cells = numpy.arange(CELLS)
    return nearest(law, [((cells < i).astype(float), a * UNITS), ((cells >= j).astype(float), a * UNITS),
                         (numpy.ones(CELLS), float(UNITS)), *more])


def ranges(law, cells, unit):
    """Laws whose interquartile range is longer by so many cells, and by how much it is."""
    first, last = places_of(law, 0.25)
    shifts = numpy.unique(numpy.round(numpy.linspace(-1, 1, 5) * unit / 2 * CELLS).astype(int))
    pairs = [(first - cells // 2 + shift, last + cells - cells // 2 + shift) for shift in shifts]
    return [counts_between(law, 0.25, i, j) for i, j in pairs], cells * 2 / CELLS


def winsorized(law, cells, unit):
    """Laws whose winsorized mean is more by so many cells, for some moves of both quantiles."""
    first, last = places_of(law, 0.1)
    move, out = cells * 2 / CELLS, []
    goal = law @ numpy.clip(MIDDLES, EDGES[first], EDGES[last]) / UNITS + move
    for part in (1, 1.6, 2.2, 2.8):
        shift = int(round(part * cells))  # of which a tenth is in the mean, at either end
        i, j = first + shift, last + shift
        out.append(counts_between(law, 0.1, i, j, [(30 * numpy.clip(MIDDLES, EDGES[i], EDGES[j]), 30 * UNITS * goal)]))
    return out, abs(move)


def greatest_power(law, others, rng):
    """Of a test of the mixture of `others`, weighted by how near they are, against `law`, at 0.05; by drawing."""
    base, far = law / UNITS, [numpy.sqrt(2 * squared_distance(UNITS * other - law)[0]) / SIGMA for other in others]
    weights = numpy.exp(-0.5 * (numpy.square(far) - min(far) ** 2))
    weights /= weights.sum()
    kept = [numpy.minimum(other / base, 1) for other in others]
    filled = [numpy.maximum(other - base, 0) / numpy.maximum(other - base, 0).sum() for other in others]
    ratios = {True: [], False: []}
    for of_mixture in (True, False):
        for _ in range(TABLES):
            here, moves = rng.multinomial(UNITS, base / base.sum()), []
            for keep, fill in zip(kept, filled):
                left = here - rng.binomial(here, keep)
                moves.append(rng.multinomial(left.sum(), fill) - left)
            moves = nodes(numpy.array(moves, dtype=float))
            noise = rng.standard_normal(moves.shape[1])
            if of_mixture:
                noise = noise + moves[rng.choice(len(others), p=weights)]
            ratios[of_mixture].append(numpy.log(numpy.exp(moves @ noise - 0.5 * (moves ** 2).sum(1)) @ weights))
    return numpy.mean(numpy.array(ratios[False]) <= numpy.quantile(ratios[True], 0.05))


def least_width(name, figure, unit, symmetric):
    """`unit` is about a standard deviation of the best estimate."""
    law, rng, out = numpy.diff(LAWS[name](EDGES)), numpy.random.default_rng(5), 0
    law *= UNITS / law.sum()
    for sign in (1,) if symmetric else (-1, 1):
        before, missed = 0, 0.95
        for place in PLACES[1:]:
            others, far = figure(law, sign * int(round(place * unit / 2 * CELLS)), unit)
            now = 1 - greatest_power(law, others, rng)
            out += (abs(far) - before) * (now + missed) / 2 * (2 if symmetric else 1)
            before, missed = abs(far), now
            if now < 0.02:
                break
    return out


def main():
    for figure, name, unit, symmetric in ((ranges, "uniform", 0.037, False),
                                          (winsorized, "normal, sd 1/3", 0.0105, True)):
        least = least_width(name, figure, unit, symmetric)
        print(f"evidence: estimate: {figure.__name__}, {name}, epsilon = {EPSILON}, n = {UNITS}: an interval that "
              f"holds for all laws has an expected width of about {least:.4f}", flush=True)


if __name__ == "__main__":
    main()
