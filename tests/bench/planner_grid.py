#!/usr/bin/env python3
"""How good the planner's choice is: excess risk of every method that applies, on a grid of problems with users.

Users hold m records each; one user is the unit of privacy (replace-one, delta 1e-6, basic filter). Rows are normal of
variance 1 / d a coordinate, clipped to length 1, no intercept. Logistic labels have log-odds of standard deviation 2;
regressions a signal of 0.25 and noise of 1/6, labels clipped to 1, coefficients in a ball of twice the signal's length.
In the heterogeneous variant a user's rows share a tenth of their variance, and a user's coefficients differ from the
population's by a quarter of their length. Every cell plans with MIN_RECORDS_PER_USER = m. What is measured is the excess risk
on the population: the expected loss on 20,000 fresh records of as many users, less the least there is; a release that
says nothing counts as the start, 0.

Means of 20 fits of one table, the same for all methods; of fewer where they would take long (--seconds a method and
cell), and none where the rows would not fit into 2 GB or one fit would take half a minute: these are named. With
--calibrate it prints measured over typical risk for each method, on seeds and cells that the grid does not have.

  planner_grid.py [--out FILE] [--seconds S] [--cells PATTERN] [--calibrate] [--variant iid|own]
  planner_grid.py --report FILE
  planner_grid.py --replan FILE --out FILE    what this library would choose, by risks measured before
"""
import argparse
import csv
import json
import math
import os
import sys
import time

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
DELTA, TEST, MOST_BYTES, MOST_SECONDS = 1e-6, 20_000, 2 << 30, 30.0
GRID = [(n, m, d, eps, loss) for n in (300, 3000, 30_000) for m in (1, 10, 100, 1000) for d in (5, 50)
        for eps in (0.5, 2.0) for loss in ("logistic", "squared")]
CALIBRATION = [(n, m, d, eps, loss) for n in (500, 6000) for m in (1, 5, 40) for d in (3, 12, 30)
               for eps in (0.3, 1.0, 3.0) for loss in ("logistic", "squared")]
FIELDS = ("variant", "n", "m", "d", "epsilon", "loss", "method", "picked", "typical", "predicted", "risk", "error",
          "runs", "unstable", "seconds", "note")


def load():
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bindings", "python"))
    os.environ.setdefault("DPCVX_LIBRARY", os.path.join(BUILD, "libdpcvx.so"))
    import dpcvx
    return dpcvx


class Problem:
    """A population, and tables from it."""

    def __init__(self, numpy, variant, m, d, loss, seed):
        self.np, self.variant, self.m, self.d, self.loss = numpy, variant, m, d, loss
        self.generator = numpy.random.default_rng(seed)
        self.signal = 2.0 if loss == "logistic" else 0.25
        best = self.generator.standard_normal(d)
        self.best = best * (self.signal * math.sqrt(d) / numpy.linalg.norm(best))

    def rows(self, users, records):
        """Features and what labels are drawn from: log-odds or means."""
        np, g, d = self.np, self.generator, self.d
        rows = g.standard_normal((users * records, d), dtype=np.float32)
        own = None
        if self.variant == "own":
            rows *= np.float32(math.sqrt(0.9))
            shift = g.standard_normal((users, d), dtype=np.float32) * np.float32(math.sqrt(0.1))
            rows.reshape(users, records, d)[...] += shift[:, None, :]
            own = self.best + 0.25 * self.signal * g.standard_normal((users, d))
        rows /= np.float32(math.sqrt(d))
        rows /= np.maximum(np.sqrt(np.einsum("ij,ij->i", rows, rows)), np.float32(1))[:, None]
        if own is None:
            return rows, rows @ self.best.astype(np.float32)
        return rows, np.einsum("urd,ud->ur", rows.reshape(users, records, d), own.astype(np.float32)).reshape(-1)

    def table(self, users):
        np, g = self.np, self.generator
        rows, z = self.rows(users, self.m)
        if self.loss == "logistic":
            return rows, np.where(g.random(len(z)) < 1 / (1 + np.exp(-z)), 1.0, -1.0)
        return rows, np.clip(z + g.standard_normal(len(z)) / 6, -1, 1).astype(float)

    def make_test(self):
        rows, z = self.rows(TEST, 1)
        self.test = rows.astype(float)
        self.means = 1 / (1 + self.np.exp(-z)) if self.loss == "logistic" else z.astype(float)
        w = self.best.copy()
        for _ in range(8):  # Newton: the least there is
            u = self.test @ w
            p = 1 / (1 + self.np.exp(-u)) if self.loss == "logistic" else u
            c = p * (1 - p) if self.loss == "logistic" else self.np.ones(TEST)
            w -= self.np.linalg.solve((self.test.T * c) @ self.test, self.test.T @ (p - self.means))
        self.least = self.value(w)

    def value(self, w):
        z = self.test @ w
        if self.loss == "logistic":
            return float(self.np.mean(self.np.logaddexp(0, z) - self.means * z))
        return float(self.np.mean((z - self.means) ** 2) / 2)

    def excess(self, w):
        return self.value(self.np.asarray(w)) - self.least


def objective_of(dpcvx, problem, users, extra):
    rows, labels = problem.table(users)
    owners = problem.np.repeat(problem.np.arange(users, dtype=problem.np.int64), problem.m)
    data = dpcvx.Dataset(rows, labels, users=owners)
    options = {"intercept": 0, "row_bound": 1.0}
    if problem.m > 1 and not os.environ.get("NO_LEAST"):
        options["min_records_per_user"] = problem.m
    domain = None
    if problem.loss == "squared":
        options["label_bound"] = 1.0
        domain = dpcvx.Domain.ball(2 * problem.signal * math.sqrt(problem.d), problem.d)
    options.update(extra)
    return dpcvx.Objective(data, problem.loss, domain=domain, **options)


def budget_of(dpcvx, epsilon):
    return dpcvx.Budget(epsilon, DELTA, unit=dpcvx.USER, filter=dpcvx.FILTER_BASIC)


def run_cell(dpcvx, numpy, variant, cell, seed, seconds, only=None):
    """One record a method that applies; and notes."""
    n, m, d, epsilon, loss = cell
    head = {"variant": variant, "n": n, "m": m, "d": d, "epsilon": epsilon, "loss": loss}
    if n * m * d * 4 * 2.5 > MOST_BYTES:
        yield dict(head, method="", note="its rows would not fit into 2 GB")
        return
    problem = Problem(numpy, variant, m, d, loss, seed)
    problem.make_test()
    objective = objective_of(dpcvx, problem, n, {})
    plan = dpcvx.Plan(budget_of(dpcvx, epsilon), objective)
    said = {it["method"].replace(" ", "_"): it for it in json.loads(plan.json())["methods"]}
    names = {name: key for key, name in zip(said, [k for k in dpcvx.METHODS if k != "automatic"])}
    results = {}
    for name in dpcvx.METHODS:
        if name == "automatic" or not said[names[name]]["applies"] or (only and name not in only):
            continue
        known = said[names[name]]
        record = dict(head, method=name, picked=int(plan.method() == name), typical=known["typical_risk"],
                      predicted=known["predicted_risk"], note="")
        chosen = dpcvx.Plan(budget_of(dpcvx, epsilon), objective, method=name)
        guess = chosen.figure("passes") * n * m * (d + 10) / 4e8 + chosen.figure("steps") * 1e-6
        if name == "exponential_mechanism":  # passes over divergences, and tries
            guess *= 6
        if guess > MOST_SECONDS:
            yield dict(record, note="one fit would take %.0f s" % guess)
            continue
        risks, unstable, start = [], 0, time.perf_counter()
        for run in range(20):
            spent = time.perf_counter() - start
            if run > 0 and spent > seconds and (run > 2 or spent > 10 * seconds):
                break
            budget = budget_of(dpcvx, epsilon)
            rng = dpcvx.Rng(("%d %d %s" % (seed, run, name)).encode().ljust(32)[:32])
            fit = dpcvx.Fit(budget, chosen, rng)
            try:
                w = fit.coefficients()
            except dpcvx.Error:
                w, unstable = [0.0] * d, unstable + 1
            risks.append(problem.excess(w))
        took = (time.perf_counter() - start) / len(risks)
        error = numpy.std(risks) / math.sqrt(max(1, len(risks) - 1))
        results[name] = float(numpy.mean(risks))
        yield dict(record, risk="%.6g" % results[name], error="%.3g" % error, runs=len(risks), unstable=unstable,
                   seconds="%.3g" % took)


def replan(dpcvx, numpy, path, out):
    """The file's cells with what this library plans, and the risks that were measured."""
    rows = list(csv.DictReader(open(path, encoding="utf-8")))
    made = {}
    for row in rows:
        key = tuple(row[name] for name in FIELDS[:6])
        if not row["risk"]:
            continue
        if key not in made:
            n, m, d, epsilon, loss = int(row["n"]), int(row["m"]), int(row["d"]), float(row["epsilon"]), row["loss"]
            problem = Problem(numpy, "iid", m, d, loss, 1)
            problem.table = lambda users: (numpy.zeros((users * m, d), dtype=numpy.float32), numpy.ones(users * m))
            plan = dpcvx.Plan(budget_of(dpcvx, epsilon), objective_of(dpcvx, problem, n, {}))
            made[key] = json.loads(plan.json())["methods"]
        said = dict(zip([name for name in dpcvx.METHODS if name != "automatic"], made[key]))[row["method"]]
        row["typical"], row["predicted"] = said["typical_risk"], said["predicted_risk"]
    with open(out, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, restval="")
        writer.writeheader()
        writer.writerows(rows)


def share(ratios, most):
    return sum(ratio <= most for ratio in ratios) / len(ratios)


def report(path):
    cells, skipped = {}, []
    for row in csv.DictReader(open(path, encoding="utf-8")):
        key = tuple(row[name] for name in FIELDS[:6])
        if row["risk"]:
            cells.setdefault(key, {})[row["method"]] = row
        else:
            skipped.append(key + (row["method"], row["note"]))
    for variant in ("iid", "own"):
        mine = {key: rows for key, rows in cells.items() if key[0] == variant}
        if not mine:
            continue
        ratios = {}
        for key, rows in mine.items():
            least = min(float(row["risk"]) for row in rows.values())
            first = min(rows.values(), key=lambda row: float(row["typical"]))
            ratios[key] = (float(first["risk"]) / least, first["method"],
                           min(rows.values(), key=lambda row: float(row["risk"]))["method"])
        values = [ratio for ratio, _, _ in ratios.values()]
        print("evidence: planner: %s users, %d cells: the pick's risk is within 1.2 x the best method's on %.0f %%, "
              "within 2 x on %.0f %%; the worst is %.2f x"
              % ("like" if variant == "iid" else "unlike", len(values), 100 * share(values, 1.2),
                 100 * share(values, 2), max(values)))
        for key, (ratio, method, best) in sorted(ratios.items(), key=lambda item: -item[1][0]):
            if ratio > 1.2:
                print("  n %s m %s d %s epsilon %s %s: %s is %.2f x %s" % (*key[1:], method, ratio, best))
        methods = sorted({method for rows in mine.values() for method in rows})
        for method in methods:
            logs = sorted(math.log(float(rows[method]["risk"]) / float(rows[method]["typical"]))
                          for rows in mine.values() if method in rows)
            at = [math.exp(logs[int(q * (len(logs) - 1))]) for q in (0, 0.1, 0.5, 0.9, 1)]
            print("  %s: measured over typical risk %s (least, tenth, median, ninth tenth, most of %d)"
                  % (method, " ".join("%.2f" % x for x in at), len(logs)))
    for it in skipped:
        print("  not measured: %s" % (it,))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default=None)
    parser.add_argument("--report", default=None)
    parser.add_argument("--replan", default=None)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--variant", default="iid", choices=("iid", "own"))
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--cells", default="")
    parser.add_argument("--methods", default="")
    given = parser.parse_args()
    if given.report:
        report(given.report)
        return 0
    try:
        import numpy
    except ImportError:
        print("skip planner_grid: numpy is not here")
        return 0
    dpcvx = load()
    if given.replan:
        replan(dpcvx, numpy, given.replan, given.out)
        report(given.out)
        return 0
    path = given.out or os.path.join(BUILD, "planner_grid.csv")
    done = set()
    if os.path.exists(path):
        done = {tuple(row[name] for name in FIELDS[:7]) for row in csv.DictReader(open(path, encoding="utf-8"))}
    only = set(filter(None, given.methods.split(",")))
    fresh = not os.path.exists(path)
    with open(path, "a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, restval="")
        if fresh:
            writer.writeheader()
        cells = sorted(CALIBRATION if given.calibrate else GRID, key=lambda cell: cell[0] * cell[1] * cell[2])
        for index, cell in enumerate(cells):
            name = "n%d m%d d%d e%g %s" % cell
            key = (given.variant,) + tuple(str(x) for x in cell)
            if given.cells not in name or (not only and any(it[:6] == key for it in done)):
                continue
            seed = (7_000_000 if given.calibrate else 1) + 1000 * index
            for record in run_cell(dpcvx, numpy, given.variant, cell, seed, given.seconds, only):
                if (key + (record["method"],)) not in done:
                    writer.writerow(record)
                    file.flush()
    report(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
