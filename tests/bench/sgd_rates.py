#!/usr/bin/env python3
"""How the excess risk of private SGD falls with n, for losses whose gradients are alpha-Hoelder: absolute loss (alpha =
0), power 1.5 (0.5), Huber (1); noise on the output, on each gradient, on mini-batches.

The population is known, so excess risks are exact: a row is one of the d unit vectors, its label s_j Y with probability
(1 + rho) / 2 and -s_j Y else, s_j signs. Risk and least risk have closed forms. Rates are about the worst population:
of rho = 1, 1/2, ..., 1/256 that where a pilot loses most is measured with fresh samples. The domain is the ball of
radius 1; replace-one, delta = 1e-6. Two regimes: one where sampling decides (theory: n^-1/2), one where privacy does
(1 / (n epsilon) for noise on gradients, (n epsilon)^-1/2 for noise on the output; Wang, Lei, Ying and Zhang 2022,
Theorems 10 and 12). Slopes of log mean risk against log n, weighted by the samples' standard errors, 95 % intervals.

Also the number of gradients of single units against n under both schedules, beside the exponent max(1, (2 - alpha) /
(1 + alpha)) of their Table 1, and the predicted risk, which the mean of the measured may not pass.

Prints evidence lines and writes build/bench/sgd_rates.svg. Needs build/libdpcvx.so, numpy and scipy. DPCVX_SAMPLES is the
number of samples a point (6), with two fits each.
"""
import math
import multiprocessing
import os
import sys
from dataclasses import dataclass

import numpy
import scipy.sparse

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path.insert(0, os.path.join("bindings", "python"))
os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
import dpcvx  # noqa: E402

SAMPLES = max(3, int(os.environ.get("DPCVX_SAMPLES", "6")))
DELTA, RADIUS = 1e-6, 1.0
SIGNALS = [2.0**-k for k in range(9)]
CORNERS = {0.0: "absolute", 0.5: "power 1.5", 1.0: "Huber"}


# ---- The populations ----

class Population:
    """One coordinate of the risk, E phi(w - label) with labels s Y, as a function of u = s w; all others are alike."""

    def __init__(self, alpha, dimension, rho):
        self.alpha, self.dimension, self.rho = alpha, dimension, rho
        self.place = RADIUS / math.sqrt(dimension)  # where the ball ends if all |w_j| are equal
        # Labels near the middle of the ball have their corner there; those of the power loss lie farther, since near
        # them it is curved, and curvature is what rates for the worst population must do without.
        self.label = {0.0: 0.5, 0.5: 4.0, 1.0: 0.5}[alpha] * self.place
        self.width = self.label / 2  # of the Huber loss

    def phi(self, r):
        r = numpy.abs(r)
        if self.alpha == 0:
            return r
        if self.alpha == 0.5:
            return r**1.5
        return numpy.where(r <= self.width, r * r / (2 * self.width), r - self.width / 2)

    def minimiser(self):
        if self.alpha == 0:
            return self.label
        if self.alpha == 0.5:  # (1 + rho) sqrt(Y - u) = (1 - rho) sqrt(Y + u), within the ball
            return min(self.place, self.label * 2 * self.rho / (1 + self.rho**2))
        return self.label - self.width * (1 - self.rho) / (1 + self.rho)

    def risk(self, u):
        agree, differ = self.phi(u - self.label), self.phi(u + self.label)
        return numpy.mean((1 + self.rho) / 2 * agree + (1 - self.rho) / 2 * differ)

    def excess(self, w, signs):
        return float(self.risk(w * signs) - self.risk(numpy.full(self.dimension, self.minimiser())))

    def sample(self, generator, n):
        """A dataset of n rows, and the signs."""
        signs = generator.choice([-1.0, 1.0], self.dimension)
        columns = generator.integers(0, self.dimension, n)
        labels = signs[columns] * self.label * numpy.where(generator.random(n) < (1 + self.rho) / 2, 1, -1)
        return dpcvx.Dataset(unit_rows(columns, self.dimension), labels), signs

    def objective(self, table):
        loss, options = {0.0: ("absolute", {}), 0.5: ("power", {"exponent": 1.5}),
                         1.0: ("huber", {"huber_width": self.width})}[self.alpha]
        return dpcvx.Objective(table, loss, dpcvx.Domain.ball(RADIUS, self.dimension), intercept=False,
                               label_bound=self.label, **options)


def unit_rows(columns, dimension):
    """Rows that are unit vectors."""
    return scipy.sparse.csr_matrix((numpy.ones(len(columns)), columns, numpy.arange(len(columns) + 1)),
                                   (len(columns), dimension))


# ---- Fits ----

@dataclass(frozen=True)
class Series:
    """One curve: a method on problems of one kind."""
    regime: str
    alpha: float
    method: str
    paper: bool  # its schedule instead of that of least predicted risk
    dimension: int
    epsilon: float
    sizes: tuple
    theory: float

    def budget(self):
        """Its filter counts what sampling and random orders are worth."""
        return dpcvx.Budget(self.epsilon, DELTA, filter=dpcvx.FILTER_BASIC)

    def name(self):
        words = self.method.replace("_", " ") + (", paper's schedule" if self.paper else "")
        return f"{self.regime}: {CORNERS[self.alpha]} (alpha = {self.alpha:g}), {words}"


SAMPLING = dict(regime="sampling decides", dimension=4, epsilon=100.0)
PRIVACY = dict(regime="privacy decides", dimension=4)
SHORT, LONG = (128, 256, 512, 1024), (2048, 4096, 8192, 16384)


def all_series():
    for alpha in CORNERS:
        squares = alpha == 0  # the paper's schedule takes n^2 steps
        for method in ("dp_sgd_output", "dp_sgd_gradient", "noisy_sgd"):
            if method not in dpcvx.METHODS:
                continue
            epsilon, slope = (0.2, -0.5) if method == "dp_sgd_output" else (0.02, -1.0)
            for paper in (False, True):
                if paper and method == "noisy_sgd":
                    continue
                sizes = SHORT if paper and squares else LONG
                # Smaller samples at as many n epsilon.
                price = epsilon * (16 if method == "dp_sgd_gradient" and sizes is SHORT else 1)
                yield Series(alpha=alpha, method=method, paper=paper, sizes=sizes, theory=-0.5, **SAMPLING)
                yield Series(alpha=alpha, method=method, paper=paper, sizes=sizes, theory=slope, epsilon=price,
                             **PRIVACY)


def plan_for(series, objective, budget):
    more = {"schedule": dpcvx.SCHEDULE_REFERENCE, "max_passes": 1e6} if series.paper else {}
    return dpcvx.Plan(budget, objective, method=series.method, planning_radius=RADIUS, **more)


def fits(series, n, rho, seed, samples):
    """The mean excess risk of two fits of each of some fresh samples, and a plan."""
    population, risks = Population(series.alpha, series.dimension, rho), []
    for turn in range(samples):
        table, signs = population.sample(numpy.random.default_rng(seed + turn), n)
        plan = plan_for(series, population.objective(table), series.budget())
        two = [dpcvx.Fit(series.budget(), plan).coefficients() for _ in range(2)]
        risks.append(sum(population.excess(numpy.array(w), signs) for w in two) / 2)
    return risks, plan


def worst_signal(series, n, signals, seed):
    """Of signals that one under which two fits lose most."""
    losses = [fits(series, n, rho, seed, 1)[0] for rho in signals]
    return signals[losses.index(max(losses))]


def reference_rate(plan):
    """Of the paper's theorem; methods that are not the paper's have none."""
    return plan.figure("reference_rate") if plan.method().startswith("dp_sgd") else math.inf


def measure(series):
    """The points of a series, each the worst of the populations: the more units, the weaker the worst signal."""
    points, signals = [], SIGNALS
    for index, n in enumerate(series.sizes):
        rho = worst_signal(series, n, signals, 1000 * index)
        signals = [rho, rho / 2, rho / 4]
        risks, plan = fits(series, n, rho, 1000 * index + 500, SAMPLES)
        points.append({"n": n, "mean": float(numpy.mean(risks)), "steps": plan.figure("steps"),
                       "error": float(numpy.std(risks, ddof=1)) / math.sqrt(SAMPLES),
                       "predicted": plan.figure("population_risk"), "rate": reference_rate(plan)})
    return points


def slope(xs, ys, errors):
    """Of a weighted line through (log x, log y), and half of its 95 % interval."""
    x, y = numpy.log(xs), numpy.log(ys)
    weights = (numpy.array(ys) / numpy.maximum(errors, 1e-3 * numpy.array(ys)))**2
    middle = numpy.average(x, weights=weights)
    spread = numpy.sum(weights * (x - middle)**2)
    return float(numpy.sum(weights * (x - middle) * y) / spread), 1.96 / math.sqrt(spread)


# ---- Numbers of gradients: plans alone ----

def steps_planned(alpha, method, paper, n):
    """Of a plan for n units; alpha is any, by the power 1 + alpha."""
    rows = unit_rows(numpy.zeros(n, numpy.int64), 4)
    loss, options = ("absolute", {}) if alpha == 0 else ("power", {"exponent": 1 + alpha})
    if alpha == 1:
        loss, options = "squared", {}
    objective = dpcvx.Objective(dpcvx.Dataset(rows, numpy.zeros(n)), loss, dpcvx.Domain.ball(RADIUS, 4),
                                intercept=False, label_bound=0.5, **options)
    series = Series("", alpha, method, paper, 4, 1.0, (), 0)
    plan = plan_for(series, objective, series.budget())
    return plan.figure("steps") * plan.figure("batch_size")


def complexity():
    for method in ("dp_sgd_output", "dp_sgd_gradient", "noisy_sgd"):
        if method not in dpcvx.METHODS:
            continue
        for paper in (True, False) if method != "noisy_sgd" else (False,):
            parts = []
            for alpha in (0.0, 0.25, 0.5, 0.75, 1.0):
                sizes = (500, 1000, 2000, 4000) if paper else (2000, 8000, 32000, 128000)
                steps = [steps_planned(alpha, method, paper, n) for n in sizes]
                power = slope(sizes, steps, [1e-3 * s for s in steps])[0]
                told = max(1, (2 - alpha) / (1 + alpha))
                parts.append(f"alpha = {alpha:g} n^{power:.2f}" + (f" (Table 1: {told:.2f})" if paper else ""))
            schedule = "the paper's schedule" if paper else "least predicted risk"
            print(f"evidence: rates: gradients of single units, {method.replace('_', ' ')}, {schedule}: " +
                  ", ".join(parts), flush=True)


# ---- The picture ----

COLOURS = {"dp_sgd_output": "#c0392b", "dp_sgd_gradient": "#1b6ca8", "noisy_sgd": "#2e8b57"}
DASHES = {0.0: "", 0.5: "7,4", 1.0: "2,3"}
WIDTH, HEIGHT, MARGIN = 560, 460, 60


def panel(left, regime, curves):
    """Mean excess risk against n, both axes logarithmic, of the curves of a regime."""
    chosen = [(series, points) for series, points in curves if series.regime == regime and not series.paper]
    values = [point["mean"] for _, points in chosen for point in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    first, last = math.log10(LONG[0]), math.log10(LONG[-1])

    def place(n, value):
        x = left + MARGIN + (math.log10(n) - first) / (last - first) * (WIDTH - 2 * MARGIN)
        return x, HEIGHT - MARGIN - (math.log10(value) - low) / (high - low) * (HEIGHT - 2 * MARGIN)

    out = [f'<text x="{left + WIDTH / 2}" y="24" text-anchor="middle">Excess risk where {regime}</text>']
    for power in range(low, high + 1):
        x, y = place(LONG[0], 10.0**power)
        out.append(f'<path d="M{x:.1f},{y:.1f}h{WIDTH - 2 * MARGIN}" stroke="#ddd"/>'
                   f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    for n in LONG:
        out.append(f'<text x="{place(n, 1)[0]:.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{n}</text>')
    for series, points in chosen:
        line = " ".join("%.1f,%.1f" % place(point["n"], point["mean"]) for point in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[series.method]}" stroke-width="2" '
                   f'stroke-dasharray="{DASHES[series.alpha]}"/>')
    return out


def svg(curves):
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH}" height="{HEIGHT + 30}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{2 * WIDTH}" height="{HEIGHT + 30}" fill="white"/>']
    for index, regime in enumerate(dict.fromkeys(series.regime for series, _ in curves)):
        out += panel(index * WIDTH, regime, curves)
    x = MARGIN
    for name, colour in COLOURS.items():
        out.append(f'<text x="{x}" y="{HEIGHT + 15}" fill="{colour}">{name.replace("_", " ")}</text>')
        x += 130
    out.append(f'<text x="{x}" y="{HEIGHT + 15}">whole lines: alpha = 0, dashes: 0.5, dots: 1</text>')
    return "\n".join(out + ["</svg>", ""])


# ---- All of it ----

def report(series, points):
    """Prints a series; whether the prediction held."""
    found, half = slope([p["n"] for p in points], [p["mean"] for p in points], [p["error"] for p in points])
    ratios = [p["predicted"] / p["mean"] for p in points]
    kept = min(ratios) >= 1
    rate = f"; the theorem's rate {points[0]['rate']:.2g} to {points[-1]['rate']:.2g}" if series.paper else ""
    said = f"predicted {min(ratios):.3g} to {max(ratios):.3g} times that: {'met' if kept else 'MISSED'}"
    print(f"evidence: rates: {series.name()}: slope {found:.2f} +- {half:.2f} (theory {series.theory:g}); epsilon = "
          f"{series.epsilon:g}, d = {series.dimension}, n = {series.sizes[0]} to {series.sizes[-1]}: " +
          ", ".join(f"{p['mean']:.2g}+-{p['error']:.1g}" for p in points) +
          f"; steps over n {points[0]['steps'] / points[0]['n']:.3g} to {points[-1]['steps'] / points[-1]['n']:.3g}{rate}; " +
          (said if min(ratios) < math.inf else "no prediction"), flush=True)
    return kept


def main():
    everything, curves, kept = list(all_series()), [], []
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for series, points in zip(everything, pool.imap(measure, everything, chunksize=1)):
            curves.append((series, points))
            kept.append(report(series, points))
    print(f"evidence: rates: the mean excess risk stayed below the predicted in {sum(kept)} of {len(kept)} series: "
          f"{'met' if all(kept) else 'MISSED'}")
    complexity()
    os.makedirs(os.path.join(BUILD, "bench"), exist_ok=True)
    with open(os.path.join(BUILD, "bench", "sgd_rates.svg"), "w", encoding="utf-8") as file:
        file.write(svg(curves))
    return 0


if __name__ == "__main__":
    sys.exit(main())
