#!/usr/bin/env python3
"""Private means, variances, medians and histograms of one column beside opendp and diffprivlib, at equal pure epsilon and
on the same tables, in one run, each library in a process of its own.

The error of a release is its distance from what numpy computes of the same table without privacy: a root mean square over
tables, and for histograms over cells too, in shares. numpy's own line has its distance from what the law has. Times are
medians of a call, with its preparation. Histograms are for tables of which a record is added or removed, as diffprivlib has
them; all else for tables of which a record is replaced.

Prints evidence lines. DPCVX_TABLES is the number of tables (100). Needs build/libdpcvx.so and numpy, and opendp and
diffprivlib where DPCVX_PEERS names a Python that has them, as `make peers` does.
"""
import json
import math
import os
import statistics
import subprocess
import sys
import time

import numpy

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
TABLES = max(5, int(os.environ.get("DPCVX_TABLES", "100")))
SIZES, EPSILONS, LONGEST = (1000, 10000), (0.1, 1.0), 900
LOW, HIGH, CELLS, GRID = 0.0, 100.0, 10, 256
EDGES = numpy.linspace(LOW, HIGH, CELLS + 1)

# Draws of a law, and its mean, variance and median once clipped to the range: by numpy from 2 * 10^6 draws.
LAWS = {
    "normal": lambda rng, n: rng.normal(50, 12, n),
    "lognormal": lambda rng, n: 5 * numpy.exp(rng.normal(0, 1, n)),
}
STATISTICS = {
    "mean": lambda x: numpy.array([x.mean()]),
    "variance": lambda x: numpy.array([x.var()]),
    "median": lambda x: numpy.array([numpy.quantile(x, 0.5)]),
    "histogram": lambda x: numpy.histogram(x, EDGES)[0] / x.size,
}


def table_of(law, size, seed):
    return numpy.clip(LAWS[law](numpy.random.default_rng(seed), size), LOW, HIGH)


# ---- What a library releases: a function of a table and epsilon for each statistic -----------------------------------------


def by_library():
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx

    def start(x, epsilon, adjacency="replace_one"):
        return dpcvx.Dataset(x.reshape(-1, 1)), dpcvx.Budget(epsilon, 0.0, adjacency=adjacency), dpcvx.Curve.pure(epsilon)

    def means(x, epsilon):
        data, budget, price = start(x, epsilon)
        return dpcvx.Estimate(data, budget, (LOW, HIGH), price)

    def median(x, epsilon):
        _, budget, price = start(x, epsilon)
        return [dpcvx.release_quantile(budget, dpcvx.Rng(), price, x, 0.5, LOW, HIGH)]

    def histogram(x, epsilon):
        data, budget, price = start(x, epsilon, "add_remove")
        return dpcvx.Histogram(data, budget, EDGES, price=price).values

    return {"mean": lambda x, epsilon: means(x, epsilon).values, "variance": lambda x, epsilon: means(x, epsilon).variances().values,
            "median": median, "histogram": histogram}


def by_diffprivlib():
    from diffprivlib import tools
    bounds = (LOW, HIGH)

    def histogram(x, epsilon):
        counts = tools.histogram(x, epsilon=epsilon, bins=CELLS, range=bounds)[0]
        return counts / x.size

    return {"mean": lambda x, epsilon: [tools.mean(x, epsilon=epsilon, bounds=bounds)],
            "variance": lambda x, epsilon: [tools.var(x, epsilon=epsilon, bounds=bounds)],
            "median": lambda x, epsilon: [tools.quantile(x, 0.5, epsilon=epsilon, bounds=bounds)], "histogram": histogram}


def by_opendp():
    import opendp.prelude as dp
    dp.enable_features("contrib", "floating-point", "honest-but-curious")
    candidates = [float(edge) for edge in numpy.linspace(LOW, HIGH, GRID + 1)]

    def space(x):
        return dp.vector_domain(dp.atom_domain(bounds=(LOW, HIGH), nan=False), size=x.size), dp.symmetric_distance()

    def released(x, epsilon, chain, far):
        measure = dp.binary_search_chain(chain, d_in=far, d_out=epsilon)
        return measure(x.tolist())

    def mean(x, epsilon):
        return [released(x, epsilon, lambda scale: space(x) >> dp.t.then_mean() >> dp.m.then_laplace(scale), 2)]

    def variance(x, epsilon):
        return [released(x, epsilon, lambda scale: space(x) >> dp.t.then_variance(ddof=0) >> dp.m.then_laplace(scale), 2)]

    def median(x, epsilon):
        return [released(x, epsilon, lambda scale: space(x) >> dp.m.then_private_quantile(dp.max_divergence(), candidates, 0.5, scale), 2)]

    def histogram(x, epsilon):
        plain = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
        cells = list(range(CELLS))

        def chain(scale):
            return (plain >> dp.t.then_find_bin(list(EDGES[1:-1])) >> dp.t.then_count_by_categories(cells, null_category=False)
                    >> dp.m.then_laplace(scale))

        return numpy.array(released(x, epsilon, chain, 1)) / x.size

    return {"mean": mean, "variance": variance, "median": median, "histogram": histogram}


SIDES = {"library": by_library, "opendp": by_opendp, "diffprivlib": by_diffprivlib}


def work(side, law, size, epsilon):
    """Errors and seconds of each statistic, as JSON."""
    out = {}
    for name, release in SIDES[side]().items():
        exact = STATISTICS[name]
        try:
            release(table_of(law, size, 10**6), epsilon)  # loads the code
            squares, seconds = [], []
            for seed in range(TABLES):
                x = table_of(law, size, seed)
                start = time.perf_counter()
                found = release(x, epsilon)
                seconds.append(time.perf_counter() - start)
                squares.append(float(numpy.mean((numpy.asarray(found) - exact(x)) ** 2)))
            out[name] = {"error": math.sqrt(statistics.fmean(squares)), "seconds": statistics.median(seconds)}
        except Exception as error:  # noqa: BLE001: of a peer whose interface changed, say
            out[name] = {"why": f"{type(error).__name__}: {error}".splitlines()[0][:120]}
    print(json.dumps(out))


def asked(python, side, law, size, epsilon):
    try:
        done = subprocess.run([python, "-B", "-W", "ignore", __file__, side, law, str(size), str(epsilon)], capture_output=True,
                              text=True, timeout=LONGEST, check=True)
    except subprocess.TimeoutExpired:
        return None, f"none in {LONGEST} s"
    except subprocess.CalledProcessError as error:
        return None, (error.stderr.splitlines() or [f"ended with {error.returncode}"])[-1]
    return json.loads(done.stdout.splitlines()[-1]), None


def without_privacy(law, size):
    """numpy's distance from the law, and its seconds."""
    large = table_of(law, 2 * 10**6, 10**7)
    out = {}
    for name, statistic in STATISTICS.items():
        truth, squares, seconds = statistic(large), [], []
        for seed in range(TABLES):
            x = table_of(law, size, seed)
            start = time.perf_counter()
            found = statistic(x)
            seconds.append(time.perf_counter() - start)
            squares.append(float(numpy.mean((found - truth) ** 2)))
        out[name] = {"error": math.sqrt(statistics.fmean(squares)), "seconds": statistics.median(seconds)}
    return out


def compare(peers, law, size, epsilon):
    ours, why = asked(sys.executable, "library", law, size, epsilon)
    if ours is None:
        print(f"failed: {law}: {why}")
        return
    plain = without_privacy(law, size)
    answers = {side: asked(python, side, law, size, epsilon) for side, python in peers.items()}
    for name in STATISTICS:
        if "why" in ours[name]:
            print(f"failed: {name} of {law}: {ours[name]['why']}")
            continue
        error, seconds = ours[name]["error"], ours[name]["seconds"]
        line = (f"evidence: estimate: {name}, {law}, n = {size}, epsilon = {epsilon:g}: error by noise {error:.3g} in "
                f"{seconds * 1e3:.3g} ms; numpy errs by {plain[name]['error']:.3g} from the law, in "
                f"{plain[name]['seconds'] * 1e3:.3g} ms")
        for side, (answer, problem) in answers.items():
            found = answer.get(name, {}) if answer else {"why": problem}
            if "why" in found:
                line += f"; {side}: no answer ({found['why']})"
            else:
                line += (f"; {side}: {found['error']:.3g}, {found['error'] / error:.2f} times ours, in "
                         f"{found['seconds'] * 1e3:.3g} ms, {found['seconds'] / seconds:.2f} times ours")
        print(line, flush=True)


def main():
    python = os.environ.get("DPCVX_PEERS") or os.path.join(BUILD, "peers", "bin", "python3")
    peers = {side: python for side in ("opendp", "diffprivlib") if os.path.exists(python) and not
             subprocess.run([python, "-c", f"import {side}"], capture_output=True).returncode}
    if not peers:
        print("skip estimate_peer: there is no Python with opendp or diffprivlib; `make peers` makes one")
        return
    for law in LAWS:
        for size in SIZES:
            for epsilon in EPSILONS:
                compare(peers, law, size, epsilon)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
    else:
        main()
