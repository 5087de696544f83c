#!/usr/bin/env python3
"""How the excess risk of fits that protect users falls with users n, records m and dimension d, and from how many
records on it pays to count on them. (epsilon, delta) = (1, 1e-6), replace-one, basic filter.

Means: rows s e_j, labels s theta_j + noise, squared loss on a ball. The mean of a user's records has the same gradients
as the records, so a user is d rows, for any m; a threshold is then declared, by the rule that MIN_RECORDS_PER_USER = m has
("by the rule") or 4.5 times what mean gradients really have ("known"). "Convex" has no quadratic, and s falls from 1
to 1/8 along the axes, since rates are about the worst curvature; "strongly convex" has l2 = 1/4, s = 1. Logistic
regressions have real records, MIN_RECORDS_PER_USER = m, l2 = 1/20. Excess empirical risk, and population risk for SCO; a fit
that says nothing counts as the start. Slopes of log mean risk, with 95 % intervals, beside Table 1 of Ghazi, Kamath,
Kumar, Manurangsi, Meka and Zhang 2023. Those of the noise are exact, by plans.

The crossover: for n, the least m at which a method's noise, and its risk on typical data, are below those of a user as
one record (output perturbation, and the best of such methods), by plans.

Prints evidence lines. Needs build/libdpcvx.so, numpy and scipy. DPCVX_FITS is the number of fits a point (12).
"""
import math
import os
import sys

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
FITS, EPSILON, DELTA = max(3, int(os.environ.get("DPCVX_FITS", "12"))), 1.0, 1e-6
FAILURE = 1e-6  # chance that the rule's threshold fails honest users; the default, 1 %, costs more than all noise here
STABLE = ("stable_output", "phased_erm", "phased_sco", "strongly_convex_erm", "strongly_convex_sco")
ALONE = ("output_perturbation", "objective_perturbation", "exponential_mechanism", "noisy_gradient_descent")
BASE = {"n": 20_000, "m": 10_000, "d": 4}
SWEEPS = {"n": (10_000, 20_000, 40_000), "m": (1_000, 10_000, 100_000), "d": (2, 4, 8)}
SPREAD, RADIUS = 0.25, 1.5  # of a label, and of the domain


def rows_of_users(numpy, users, dimension, lengths):
    """Rows s_j e_j of each user, one for each s_j."""
    import scipy.sparse
    rows = users * len(lengths)
    return scipy.sparse.csr_matrix((numpy.tile(lengths, users), numpy.arange(rows) % len(lengths), numpy.arange(rows + 1)),
                                   (rows, dimension))


class Means:
    """Tables of user means, and excess risks, which have closed forms."""

    def __init__(self, numpy, dpcvx, n, m, d, l2, seed):
        self.numpy, self.l2 = numpy, l2
        lengths = numpy.ones(d) if l2 > 0 else 2.0**-numpy.linspace(0, 3, d)
        generator = numpy.random.default_rng(seed)
        self.curvature = lengths**2 / d
        self.best = generator.choice([-1.0, 1.0], d) / math.sqrt(d)
        labels = lengths * self.best + generator.standard_normal((n, d)) * (SPREAD / math.sqrt(m))
        labels = labels.clip(-1, 1)
        self.sample = labels.mean(axis=0) / lengths
        self.norm = numpy.linalg.norm(lengths) / d * SPREAD / math.sqrt(m)
        table = dpcvx.Dataset(rows_of_users(numpy, n, d, lengths), labels.ravel(), users=numpy.repeat(numpy.arange(n), d))
        self.objective = objective(dpcvx, table, d, l2)

    def excess(self, w, population):
        """Means lie well inside the domain."""
        centre, h = self.best if population else self.sample, self.curvature
        return float(self.numpy.sum((h + self.l2) * (w - centre * h / (h + self.l2))**2) / 2)


def objective(dpcvx, table, d, l2, **options):
    return dpcvx.Objective(table, "squared", dpcvx.Domain.ball(RADIUS, d), intercept=0, label_bound=1.0, l2=l2,
                           **options)


def budget(dpcvx):
    return dpcvx.Budget(EPSILON, DELTA, unit=dpcvx.USER, filter=dpcvx.FILTER_BASIC)


PLANS = {}


def rule_plan(numpy, dpcvx, n, m, d, l2, outliers=0):
    """The plan for users who are said to have m records each. It reads no data, and there are none."""
    key = (n, m, d, l2, outliers)
    if key not in PLANS:
        table = dpcvx.Dataset(rows_of_users(numpy, n, d, numpy.ones(1)), numpy.zeros(n), users=numpy.arange(n))
        options = {"max_unstable_probability": FAILURE, **({"outliers": outliers} if outliers else {})}
        PLANS[key] = dpcvx.Plan(budget(dpcvx), objective(dpcvx, table, d, l2, min_records_per_user=m), **options)
    return PLANS[key]


def figure(dpcvx, plan, method, name):
    try:
        return plan.method_figure(method, name)
    except dpcvx.Error:
        return math.inf


def slope(numpy, xs, ys, errors):
    """Of a weighted line through (log x, log y), and half of its 95 % interval."""
    x, y, errors = numpy.log(xs), numpy.log(ys), numpy.maximum(errors, 1e-3 * numpy.array(ys))
    weights = (numpy.array(ys) / errors)**2
    middle = numpy.average(x, weights=weights)
    spread = numpy.sum(weights * (x - middle)**2)
    return float(numpy.sum(weights * (x - middle) * y) / spread), 1.96 / math.sqrt(spread)


# ---- Means ----

def point(numpy, dpcvx, series, at):
    """Mean excess risk, its standard error, and the share that was unstable; None where the method does not apply."""
    method, known, l2, population = series[1:5]
    problem, options = Means(numpy, dpcvx, *at.values(), l2, 7), {}
    if method in STABLE:
        plan = rule_plan(numpy, dpcvx, *at.values(), l2) if not known else None
        if " at " in series[0]:
            options["outliers"] = dpcvx.OUTLIERS_PUBLIC_REFERENCE
        options["outlier_threshold"] = 4.5 * problem.norm if known else figure(dpcvx, plan, method, "outlier_threshold")
    elif known:  # gradients are clipped as MIN_RECORDS_PER_USER has it
        lipschitz = problem.objective.figure("lipschitz")
        options["clipping_norm"] = min(lipschitz, 2 * lipschitz / math.sqrt(at["m"]) + l2 * RADIUS)
    try:
        plan = dpcvx.Plan(budget(dpcvx), problem.objective, method=method, **options)
    except dpcvx.Error as refused:
        print(f"evidence: user rates: {series[0]}, n = {at['n']}: {refused}")
        return None
    risks, unstable = [], 0
    for _ in range(FITS if "gradient" not in method else 3):
        fit = dpcvx.Fit(budget(dpcvx), plan)
        unstable += fit.outcome() == "unstable"
        try:
            w = numpy.array(fit.coefficients())
        except dpcvx.Error:
            w = numpy.zeros(at["d"])
        risks.append(problem.excess(w, population))
    return float(numpy.mean(risks)), float(numpy.std(risks, ddof=1)) / math.sqrt(len(risks)), unstable / len(risks)


# What Table 1 says; mean gradients fall as d^-1/2 here, and thresholds with them where they are known.
CONVEX, STRONG, KNOWN_CONVEX, KNOWN_STRONG = (("-1", "-1/2", "1/2"), ("-2", "-1", "1"), ("-1", "-1/2", "0"),
                                              ("-2", "-1", "0"))
SERIES = (  # words, method, whether what is said is known, l2, population, what Table 1 says of n, m, d
    ("convex ERM, stable output by the rule", "stable_output", False, 0, False, CONVEX),
    ("convex ERM, stable output, threshold known", "stable_output", True, 0, False, KNOWN_CONVEX),
    ("convex ERM, stable output at a public point, threshold known", "stable_output", True, 0, False, KNOWN_CONVEX),
    ("convex ERM, phased ERM, threshold known", "phased_erm", True, 0, False, KNOWN_CONVEX),
    ("convex SCO, phased SCO, threshold known", "phased_sco", True, 0, True, KNOWN_CONVEX),
    ("convex ERM, phased ERM at public points, threshold known", "phased_erm", True, 0, False, KNOWN_CONVEX),
    ("convex SCO, phased SCO at public points, threshold known", "phased_sco", True, 0, True, KNOWN_CONVEX),
    ("convex ERM, output perturbation of a user as one record", "output_perturbation", False, 0, False,
     ("-1", "0", "1/2")),
    ("strongly convex ERM, stable output by the rule", "stable_output", False, 0.25, False, STRONG),
    ("strongly convex ERM, stable output, threshold known", "stable_output", True, 0.25, False, KNOWN_STRONG),
    ("strongly convex ERM, stable output at a public point, threshold known", "stable_output", True, 0.25, False,
     KNOWN_STRONG),
    ("strongly convex ERM, strongly convex ERM, threshold known", "strongly_convex_erm", True, 0.25, False,
     KNOWN_STRONG),
    ("strongly convex SCO, strongly convex SCO, threshold known", "strongly_convex_sco", True, 0.25, True,
     KNOWN_STRONG),
    ("strongly convex ERM, output perturbation of a user as one record", "output_perturbation", False, 0.25, False,
     ("-2", "0", "1")),
    ("strongly convex ERM, noisy gradient descent of a user as one record", "noisy_gradient_descent", False, 0.25,
     False, ("-2", "0", "1")),
    ("strongly convex ERM, noisy gradient descent clipped for m records", "noisy_gradient_descent", True, 0.25, False,
     STRONG),
)


def means(numpy, dpcvx, chosen=SERIES):
    for series in chosen:
        base = None
        for told, (name, values) in zip(series[5], SWEEPS.items()):
            if name == "d" and "gradient" in series[1]:
                continue
            found = []
            for value in values:
                if value == BASE[name] and base is not None:
                    found.append((value,) + base)
                    continue
                result = point(numpy, dpcvx, series, {**BASE, name: value})
                if result is None:
                    continue
                base = result if value == BASE[name] else base
                found.append((value,) + result)
            if len(found) < 2:
                continue
            xs, ys, errors, unstable = zip(*found)
            power, half = slope(numpy, xs, ys, errors)
            print(f"evidence: user rates: means, {series[0]}: {name}^({power:.2f} +- {half:.2f}), Table 1 {told}; " +
                  ", ".join(f"{x:,}: {y:.2g}" + (f" ({100 * u:.0f} % unstable)" if u else "")
                            for x, y, u in zip(xs, ys, unstable)), flush=True)


# ---- Logistic regressions ----

def logistic(numpy, dpcvx):
    d, l2 = 3, 0.05
    for name, values, told, fixed in (("n", (2000, 4000, 8000), "-2", 100), ("m", (10, 40, 160), "-1", 4000)):
        found = {method: [] for method in ("stable_output", "strongly_convex_erm", "output_perturbation")}
        for value in values:
            n, m = (value, fixed) if name == "n" else (fixed, value)
            generator = numpy.random.default_rng(3)
            rows = generator.standard_normal((n * m, d), dtype=numpy.float32)
            rows /= numpy.linalg.norm(rows, axis=1, keepdims=True)
            chance = 1 / (1 + numpy.exp(-4 * rows[:, 0]))
            table = dpcvx.Dataset(rows, numpy.where(generator.random(n * m) < chance, 1.0, -1.0),
                                  users=numpy.repeat(numpy.arange(n), m))
            it = dpcvx.Objective(table, intercept=0, l2=l2, min_records_per_user=m)
            best = numpy.array(it.nonprivate_minimum(1e-10))
            slopes = (rows[:50_000] / (numpy.exp(rows[:50_000] @ best) + numpy.exp(-rows[:50_000] @ best) + 2)[:, None])
            hessian = slopes.T @ rows[:50_000] / len(slopes) + l2 * numpy.eye(d)
            for method, points in found.items():
                try:
                    plan = dpcvx.Plan(budget(dpcvx), it, method=method)
                except dpcvx.Error as refused:
                    print(f"evidence: user rates: logistic, n = {n}, m = {m}: {refused}")
                    continue
                risks, unstable = [], 0
                for _ in range(FITS):
                    fit = dpcvx.Fit(budget(dpcvx), plan)
                    stopped = fit.outcome() == "unstable"
                    unstable += stopped
                    w = best * 0
                    if not stopped or plan.figure("phases") > 1:
                        try:
                            w = numpy.array(fit.coefficients())
                        except dpcvx.Error:
                            pass
                    risks.append(float((w - best) @ hessian @ (w - best)) / 2)
                points.append((value, float(numpy.mean(risks)), float(numpy.std(risks)) / math.sqrt(FITS), unstable))
        for method, points in found.items():
            if len(points) > 1:
                xs, ys, errors, unstable = zip(*points)
                power, half = slope(numpy, xs, ys, errors)
                said = told if method != "output_perturbation" or name == "n" else "0"
                print(f"evidence: user rates: logistic, {method.replace('_', ' ')}, least records m: "
                      f"{name}^({power:.2f} +- {half:.2f}), Table 1 {said}; " + ", ".join(
                          f"{x:,}: {y:.2g}" + (f" ({u} of {FITS} unstable)" if u else "")
                          for x, y, u in zip(xs, ys, unstable)), flush=True)


# ---- Plans alone ----

def noise_slopes(numpy, dpcvx):
    for l2, method in ((0.25, "stable_output"), (0, "stable_output"), (0, "phased_erm")):
        parts = []
        what = "predicted_risk" if l2 == 0 else "noise_stddev"
        for name, values in (("n", (10_000, 40_000, 160_000)), ("m", (100, 1000, 10_000, 100_000)), ("d", (2, 16))):
            plans = [rule_plan(numpy, dpcvx, *{**BASE, name: value}.values(), l2) for value in values]
            noises = [figure(dpcvx, plan, method, what) for plan in plans]
            steps = [math.log(b / a) / math.log(y / x)
                     for x, y, a, b in zip(values, values[1:], noises, noises[1:])]
            parts.append(f"{name} ({', '.join(f'{v:,}' for v in values)}): " + ", ".join(f"{s:.2f}" for s in steps))
        print(f"evidence: user rates: {what.replace('_', ' ')} of {method.replace('_', ' ')} by the rule, l2 = {l2:g}, "
              f"exponents between neighbouring {'; '.join(parts)}", flush=True)


def crossover(numpy, dpcvx):
    d, grid = BASE["d"], (10, 100, 1000, 10_000, 100_000)
    print(f"evidence: user crossover: squared loss, d = {d}: the least m of {grid} at which a method's typical risk is "
          "below output perturbation's of a user as one record / that of the best method of users as one record; and "
          "at which a stable output's noise is below output perturbation's with the same quadratic")
    for l2 in (0.25, 0):
        for n in (1000, 10_000, 100_000):
            alone = rule_plan(numpy, dpcvx, n, 1, d, l2)
            output = figure(dpcvx, alone, "output_perturbation", "typical_risk")
            best, who = min((figure(dpcvx, alone, method, "typical_risk"), method) for method in ALONE)
            parts = []
            for outliers, suffix in ((0, ""), (dpcvx.OUTLIERS_PUBLIC_REFERENCE, " at public points")):
                plans = [(m, rule_plan(numpy, dpcvx, n, m, d, l2, outliers)) for m in grid]

                def least(method, name, most):
                    return next((f"{m:,}" for m, plan in plans if 0 < figure(dpcvx, plan, method, name) < most(plan)),
                                "none")
                for method in STABLE if outliers == 0 else STABLE[:3]:
                    if l2 == 0 and method.startswith("strongly"):
                        continue
                    part = f"{method.replace('_', ' ')}{suffix} " + " / ".join(
                        least(method, "typical_risk", lambda plan, most=most: most) for most in (output, best))
                    if method == "stable_output":
                        part += ", noise " + least(method, "noise_stddev", lambda plan: figure(
                            dpcvx, plan, "stable_output", "baseline_noise_stddev"))
                    parts.append(part)
                if outliers == 0:
                    parts.append("noisy gradient descent clipped for m records - / " +
                                 least("noisy_gradient_descent", "typical_risk", lambda plan: 0.9 * best))
            print(f"evidence: user crossover: l2 = {l2:g}, n = {n:,} (best: {who.replace('_', ' ')}): " +
                  "; ".join(parts), flush=True)


def main():
    try:
        import numpy
        import scipy.sparse  # noqa: F401
    except ImportError:
        print("skip user_rates: numpy or scipy is not here")
        return 0
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx
    parts = {"noise": noise_slopes, "crossover": crossover, "means": means, "logistic": logistic}
    for name in sys.argv[1:] or parts:
        if name in parts:
            parts[name](numpy, dpcvx)
        else:  # those series whose words hold it
            means(numpy, dpcvx, [series for series in SERIES if name in series[0]])
    return 0


if __name__ == "__main__":
    sys.exit(main())
