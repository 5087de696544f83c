#!/usr/bin/env python3
"""Few units: how narrow a proved interval of a robust statistic may be at all, beside an oracle's.

Tables have 100 units, 256 cells and Gaussian noise (replace-one). Values are drawn from a law F. Laws G have a figure
of at least t. An interval that holds for all laws ends below t with probability 0.05 at most under each G. So under F
it does with at most the power of the best test of a mixture of such G (PROOFS.md of src/estimate/robust, section 5).
Tests see the noisy nodes of the tree, as an interval does. The density of these nodes is summed over all tables, from
the cells upwards. So the power is exact, except for the tables drawn.

Prints one line a law, a figure and an epsilon. Two bounds are on medians of widths: one is of the distance of both
ends' medians, one of any interval's. The third is on expected widths.

Controls: two cells, where the best interval is known. A bound at a level of 0.01 has to exceed what it needs.
Needs numpy and scipy. DPCVX_TABLES is the number of tables a test (400). DPCVX_LAWS takes names of laws, with ";".
"""
import os

import numpy
from scipy.optimize import brentq, isotonic_regression, nnls
from scipy.special import gammaln, ndtr
from scipy.stats import binom

UNITS, DELTA, LEVEL, MOST = 100, 1e-6, 0.05, 1.645
TABLES = max(200, int(os.environ.get("DPCVX_TABLES", "400")))
LAWS = {
    "uniform": lambda x: (x + 1) / 2,
    "fair coin": lambda x: 0.5 + 0 * x,
    "coin of 1/20": lambda x: 0.95 + 0 * x,
    "five steps": lambda x: numpy.floor((x + 1) * 2 + 1) / 5,
    "arcsine": lambda x: 1 - numpy.arccos(x) / numpy.pi,
    "normal, sd 1/3": lambda x: ndtr(3 * x),
    "normal, sd 1/8": lambda x: ndtr(8 * x),
    "exponential": lambda x: -numpy.expm1(-3 * (x + 1)),
    "lognormal": lambda x: ndtr(numpy.log(numpy.maximum(10 * (x + 1), 1e-300))),
    "Student, 2 degrees": lambda x: 0.5 + 10 * x / (2 * numpy.sqrt(2 + 100 * x * x)),
}
FIGURES = {"trimmed mean": 0.1, "winsorized mean": 0.1, "interquartile range": 0.25}
PLACES = (0.4, 0.7, 1, 1.3, 1.7, 2.3)  # of alternatives, beside the farthest at MOST standard deviations
MARGIN = 2e-4  # of shares at quantiles, as nearest laws are found to less than that
PARTS = 5  # of a mixture


def noise_of(epsilon, levels):
    def curve(mu):
        return ndtr(mu / 2 - epsilon / mu) - numpy.exp(epsilon) * ndtr(-mu / 2 - epsilon / mu) - DELTA
    return numpy.sqrt(2 * levels) / brentq(curve, 1e-3, 9)


class Release:
    """Noisy counts of all nodes of a binary tree below its root. The number of units is public."""

    def __init__(self, cells, epsilon):
        self.cells, self.levels = cells, cells.bit_length() - 1
        self.sigma = noise_of(epsilon, self.levels)
        self.nodes = numpy.vstack([numpy.kron(numpy.eye(cells >> k), numpy.ones((1, 1 << k)))
                                   for k in range(self.levels)])
        self.inverse = numpy.linalg.inv(self.nodes.T @ self.nodes)
        self.edges = numpy.linspace(-1, 1, cells + 1)
        self.middles = (self.edges[1:] + self.edges[:-1]) / 2

    def draw(self, law, tables, rng):
        counts = rng.multinomial(UNITS, law / law.sum(), size=tables).astype(float)
        return counts @ self.nodes.T + self.sigma * rng.standard_normal((tables, len(self.nodes)))

    def counts(self, noisy):
        """Least squares, given the number of units."""
        out, one = noisy @ self.nodes @ self.inverse, self.inverse.sum(1)
        return out + numpy.outer((UNITS - out.sum(1)) / one.sum(), one)

    def log_densities(self, noisy, law, chunk=200):
        """Of each table's nodes, up to a constant. A node's message has one number for each count it may have.
        Cells have Poisson counts, of which the sum is known."""
        return numpy.concatenate([self._log_densities(noisy[i:i + chunk], law) for i in range(0, len(noisy), chunk)])

    def _log_densities(self, noisy, law):
        means, out, first, message = UNITS * law, numpy.zeros(len(noisy)), 0, None
        for level in range(self.levels + 1):
            most = int(min(UNITS, numpy.ceil(means.max() + 8 * numpy.sqrt(means.max()) + 14)))
            if level == 0:
                counts, positive = numpy.arange(most + 1), numpy.maximum(means, 1e-300)[:, None]
                here = numpy.exp(counts * numpy.log(positive) - means[:, None] - gammaln(counts + 1))[None]
            else:
                left, right = message[:, 0::2], message[:, 1::2]
                size = 2 * message.shape[2] - 1
                length = 1 << (size - 1).bit_length()
                here = numpy.fft.irfft(numpy.fft.rfft(left, length) * numpy.fft.rfft(right, length), length)
                here = numpy.maximum(here[:, :, :min(size, most + 1)], 0)
                counts = numpy.arange(here.shape[2])
            if level == self.levels:
                return out + numpy.log(numpy.maximum(here[:, 0, UNITS], 1e-300))
            far = -0.5 * ((noisy[:, first:first + len(means), None] - counts) / self.sigma) ** 2
            nearest = far.max(2, keepdims=True)
            message = here * numpy.exp(far - nearest)
            greatest = message.max(2, keepdims=True)
            message /= greatest
            out += (nearest + numpy.log(greatest)).sum((1, 2))
            first += len(means)
            means = means.reshape(-1, 2).sum(1)
        raise AssertionError

    def metric(self, law, other):
        """Of squared distances, were counts normal with the covariance of a law half-way."""
        middle = (law + other) / 2
        sampling = UNITS * (numpy.diag(middle) - numpy.outer(middle, middle))
        return numpy.linalg.inv(self.sigma ** 2 * self.inverse + sampling) * UNITS ** 2

    def nearest(self, law, equal, most):
        """The nearest law for which rows @ shares has given values, or at most these; and how far it is."""
        other, slack = law, len(most)
        rows = [(numpy.ones(self.cells), 1.0), *equal, *most]
        limits = numpy.zeros((len(rows), self.cells + slack))
        limits[:, :self.cells] = [row for row, _ in rows]
        limits[len(rows) - slack:, self.cells:] = numpy.eye(slack)
        values = numpy.array([value for _, value in rows])
        for _ in range(2):
            root = numpy.linalg.cholesky(self.metric(law, other)).T
            left = numpy.vstack([numpy.hstack([root, numpy.zeros((self.cells, slack))]), 1e4 * limits])
            try:
                found = nnls(left, numpy.concatenate([root @ law, 1e4 * values]), maxiter=3000)[0]
            except RuntimeError:
                return None, numpy.inf
            if numpy.abs(limits @ found - values).max() > MARGIN / 2:
                return None, numpy.inf
            other = found[:self.cells] / found[:self.cells].sum()
        return other, numpy.sqrt((other - law) @ self.metric(law, other) @ (other - law))


def shares_up_to(law):
    return numpy.concatenate([[0], numpy.cumsum(law)])


def quantile_cell(law, p):
    return int(min(numpy.searchsorted(numpy.cumsum(law), p - 1e-12), len(law) - 1))


class Figure:
    """A statistic of a law of cells."""

    def __init__(self, release, name):
        self.release, self.name, self.a = release, name, FIGURES[name]
        self.cell = 2 / release.cells

    def estimate(self, up_to):
        """From shares up to edges, as the library's."""
        a, edges, middles = self.a, self.release.edges, self.release.middles
        shares = numpy.concatenate([[0], numpy.clip(isotonic_regression(up_to[1:-1]).x, 0, 1), [1]])
        if self.name == "interquartile range":
            return self._quantile(shares, 1 - a, edges) - self._quantile(shares, a, edges)
        parts = numpy.diff(numpy.clip(shares, a, 1 - a))
        if self.name == "trimmed mean":
            return parts @ middles / (1 - 2 * a)
        inside = numpy.flatnonzero(parts > 0)
        return parts @ middles + a * middles[inside[0]] + a * middles[inside[-1]]

    @staticmethod
    def _quantile(shares, p, edges):
        i = max(int(numpy.searchsorted(shares, p)), 1)
        rise = shares[i] - shares[i - 1]
        return edges[i - 1] + (edges[i] - edges[i - 1]) * ((p - shares[i - 1]) / rise if rise > 0 else 0)

    def end(self, law, sign):
        """The greatest (least) figure of a law with these shares of cells."""
        a, edges = self.a, self.release.edges
        i, j = quantile_cell(law, a), quantile_cell(law, 1 - a)
        if self.name == "interquartile range":
            return edges[j + 1] - edges[i] if sign > 0 else max(edges[j] - edges[i + 1], 0)
        at = edges[1:] if sign > 0 else edges[:-1]
        mean = numpy.diff(numpy.clip(shares_up_to(law), a, 1 - a)) @ at
        return mean / (1 - 2 * a) if self.name == "trimmed mean" else mean + a * (at[i] + at[j])

    def oracle(self, law, rng, tables=2000):
        """The least width about an estimate that holds any one of a law's targets (Imbens and Manski 2004)."""
        found = self.release.counts(self.release.draw(law, tables, rng))
        values = numpy.array([self.estimate(up) for up in numpy.cumsum(numpy.insert(found, 0, 0, axis=1), 1) / UNITS])
        ends, middle = (self.end(law, -1), self.end(law, 1)), numpy.median(values)
        half = (ends[1] - ends[0]) / 2
        return 2 * max(numpy.quantile(numpy.abs(values - middle - off), 0.95) for off in (-half, half))

    def other(self, law, sign, figure, place):
        """The nearest law with a figure, and both quantiles (of a range: the lower one) in given cells."""
        cells, a = self.release.cells, self.a

        def below(edge):
            return (numpy.arange(cells) < edge).astype(float)

        def at_most(edge, share):
            return below(edge), share - MARGIN

        def at_least(edge, share):
            return -below(edge), -share - MARGIN
        if self.name == "interquartile range":
            i = place[0]
            j = i + int(round(figure / self.cell)) - sign
            if not i <= j < cells:
                return None, numpy.inf
            limits = [at_least(i + 1, a), at_most(j, 1 - a)] if sign > 0 else [at_most(i, a), at_least(j + 1, 1 - a)]
            return self.release.nearest(law, [], limits)
        i, j = place
        if not 0 <= i <= j < cells:
            return None, numpy.inf
        at = self.release.middles + sign * self.cell / 2
        goal = figure if self.name == "winsorized mean" else (1 - 2 * a) * figure + a * at[i] + a * at[j]
        return self.release.nearest(law, [(numpy.clip(at, at[i], at[j]), goal)],
                                    [at_most(i, a), at_least(i + 1, a), at_most(j, 1 - a), at_least(j + 1, 1 - a)])

    def own_place(self, law):
        pair = quantile_cell(law, self.a), quantile_cell(law, 1 - self.a)
        return pair[:1] if self.name == "interquartile range" else pair

    def farthest(self, law, sign, guess):
        """How far the figure of a law MOST standard deviations away is, and places of the nearest such laws."""
        start, step, best, far = self.end(law, sign), guess, self.own_place(law), {}
        moves = [move[:len(best)] for move in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
                 if any(move[:len(best)])]
        for _ in range(4):
            far, size = {}, 32

            def distance(place, far=far, step=step):
                if place not in far:
                    far[place] = self.other(law, sign, start + sign * step, place)[1]
                return far[place]
            while size >= 2:
                nearby = [tuple(p + size * m for p, m in zip(best, move)) for move in moves]
                nearest = min(nearby, key=distance)
                if distance(nearest) < distance(best) - 1e-6:
                    best = nearest
                else:
                    size //= 4
            if abs(far[best] - MOST) < 0.05:
                break
            step *= min(max(MOST / far[best], 0.5), 1.6) if numpy.isfinite(far[best]) else 0.7
        return step, sorted(far, key=far.get)[:PARTS]


def greatest_power(noisy, base, release, others, far, level):
    """Of a test of the mixture of `others`, weighted by how near they are, against the law of `noisy`."""
    weights = numpy.exp(-0.5 * (numpy.square(far) - min(far) ** 2))
    ratios = sum(w * numpy.exp(release.log_densities(noisy, other) - base) for w, other in zip(weights, others))
    ratios = numpy.sort(ratios / weights.sum())
    reached = numpy.searchsorted(numpy.cumsum(ratios) / len(ratios), level)
    return min((reached + 1) / len(ratios), 1)


def powers(release, figure, law, sign, noisy, base, guess, level=LEVEL):
    """Figures of others and the greatest power of tests of them, from the law's own on."""
    start = figure.end(law, sign)
    step, places = figure.farthest(law, sign, guess)
    out, own = [(start, level)], figure.own_place(law)
    for part in PLACES:
        tried = {tuple(int(round(o + part * (p - o))) for o, p in zip(own, place)) for place in places}
        found = [figure.other(law, sign, start + sign * step * part, place) for place in sorted(tried)]
        found = [f for f in found if f[1] < 6]
        if not found:
            break
        others, far = [f[0] for f in found], [f[1] for f in found]
        reached = min(sign * figure.end(other, sign) for other in others) * sign
        if sign * reached > sign * out[-1][0]:
            out.append((reached, max(greatest_power(noisy, base, release, others, far, level), out[-1][1])))
        if out[-1][1] > 0.97:
            break
    return out


def bounds_of(low, high):
    """On the distance of the ends' medians, on the median of any interval and on the expected width."""
    def reach(side, power):
        figures, found = zip(*side)
        if found[-1] < power:
            return figures[-1]
        return numpy.interp(power, found, figures)

    def integral(side, of):
        return sum(abs(b[0] - a[0]) * (of(a[1]) + of(b[1])) / 2 for a, b in zip(side, side[1:]))
    within = high[0][0] - low[0][0]
    ends = reach(high, 0.5) - reach(low, 0.5)
    by_two = max(reach(high, power) - reach(low, 0.5 - power) for power in numpy.linspace(0.05, 0.45, 41))
    by_all = 0.9 * within + sum(integral(side, lambda power: max(1 - 2 * power, 0)) for side in (low, high))
    expected = (1 - LEVEL) * within + sum(integral(side, lambda power: 1 - power) for side in (low, high))
    return ends, max(by_two, by_all), expected


def control(rng, tables=4000):
    """Two cells, half of the units in each: what one-sided tests accept of the share in the second one is the best
    interval of it. They are tests of the difference of both counts, whose law is a sum of normal ones."""
    release, law, shares = Release(2, 1), numpy.array([0.5, 0.5]), numpy.linspace(0.5, 1, 51)
    noisy = release.draw(law, tables, rng)
    low = numpy.zeros(tables)
    for share in shares:
        counts, sigma = numpy.arange(UNITS + 1), numpy.sqrt(2) * release.sigma
        far = numpy.subtract.outer(noisy[:, 1] - noisy[:, 0], 2 * counts - UNITS) / sigma
        low += ndtr(far) @ binom.pmf(counts, UNITS, share) >= LEVEL
    needed = (low.mean() - 0.5) * (shares[1] - shares[0])
    noisy = release.draw(law, tables, rng)
    base = release.log_densities(noisy, law)
    for level in (LEVEL, 0.01):
        kept = [1 - greatest_power(noisy, base, release, [numpy.array([1 - s, s])], [0.0], level) for s in shares]
        bound = (sum(kept) - kept[0] / 2 - kept[-1] / 2) * (shares[1] - shares[0])
        as_expected = abs(bound / needed - 1) < 0.04 if level == LEVEL else bound > 1.15 * needed
        kind = "evidence: estimate" if as_expected else "failed"
        print(f"{kind}: two cells: a bound of {bound:.4f} at level {level}, where the best "
              f"interval has {needed:.4f} above the share", flush=True)


def tell(release, epsilon, name, law, figure, rng):
    noisy = release.draw(law, TABLES, rng)
    base = release.log_densities(noisy, law)
    oracle = figure.oracle(law, rng)
    low, high = (powers(release, figure, law, sign, noisy, base, 0.42 * oracle) for sign in (-1, 1))
    ends, least, expected = bounds_of(low, high)
    print(f"evidence: estimate: {figure.name}, {name}, epsilon = {epsilon:g}, n = {UNITS}: over the oracle's width of "
          f"{oracle:.4f}, medians of ends are {ends / oracle:.2f} apart at least, any interval has a median of "
          f"{least / oracle:.2f} and an expected width of {expected / oracle:.2f} at least", flush=True)


def main():
    control(numpy.random.default_rng(11))
    names = os.environ.get("DPCVX_LAWS", "coin of 1/20;normal, sd 1/3;exponential;lognormal").split(";")
    for epsilon in (1, 4):
        release = Release(256, epsilon)
        for name in names:
            up_to = numpy.concatenate([[0], LAWS[name](release.edges[1:-1]), [1]])
            for kind in FIGURES:
                tell(release, epsilon, name, numpy.diff(up_to), Figure(release, kind), numpy.random.default_rng(7))


if __name__ == "__main__":
    main()
