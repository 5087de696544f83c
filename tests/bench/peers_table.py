#!/usr/bin/env python3
"""One table of all peers in one run: what a task takes by the library and by every peer that can do it, how well it is
done, and the ratio to ours. Data and privacy are the same for all: epsilon 1, delta 1e-6.

Seconds are those of the processor, medians of TURNS that the libraries take in turn, each in a process of its own with
one thread, from arrays to the answer and without imports. A model is judged on new rows. scikit-learn and numpy give no
privacy. Prints a table for bindings/README.md, and evidence lines. Needs build/libdpcvx.so, and the others where
DPCVX_PEERS names a Python that has them, as `make peers` does; it may name several, with colons between.
  peers_table.py [PATTERN]    tasks whose names contain it
"""
import json
import os
import statistics
import subprocess
import sys
import time
import warnings

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
TURNS, EPSILON, DELTA = 3, 1.0, 1e-6
RATE, STEPS, NOISE = 0.01, 5000, 1.1
NEW_ROWS = 10000
# Each task, and what its quality is.
TASKS = {
    "two classes, 20,000 x 20": "share of new rows that are right",
    "ten classes, 20,000 x 20": "share of new rows that are right",
    "squares, 20,000 x 20": "R^2 on new rows",
    "quantile 0.9, 5,000 x 5": "mean pinball loss on new rows",
    "mean and median of 20,000": "the greater error",
    "noise on 20,000 numbers": "standard deviation over the least that mu-GDP allows",
    "epsilon of 5,000 sampled steps": "epsilon",
    "noise of 5,000 sampled steps": "noise multiplier",
}


def table(numpy, task):
    """Rows in [-1, 1] and labels, to fit and new ones."""
    generator = numpy.random.default_rng(1)
    rows, columns = (int(part.strip().replace(",", "")) for part in task.split(", ", 1)[1].split(" x "))
    X = generator.uniform(-1, 1, (rows + NEW_ROWS, columns))
    scores = X @ generator.standard_normal((columns, 10))
    if task.startswith("two"):
        y = (scores[:, 0] + 0.5 * generator.standard_normal(len(X)) > 0).astype(int)
    elif task.startswith("ten"):
        y = (scores + 0.5 * generator.standard_normal(scores.shape)).argmax(1)
    elif task.startswith("squares"):
        y = (scores[:, 0] / 8 + 0.1 * generator.standard_normal(len(X))).clip(-1, 1)
    else:
        y = (scores[:, 0] / 8 + 0.2 * generator.exponential(1, len(X))).clip(-1, 1)
    return X[:rows], y[:rows], X[rows:], y[rows:]


def quality(numpy, task, y, found):
    if "classes" in task:
        return float((y == found).mean())
    if task.startswith("squares"):
        return float(1 - ((y - found) ** 2).mean() / y.var())
    return float(numpy.maximum(0.9 * (y - found), -0.1 * (y - found)).mean())


def numbers(numpy):
    return numpy.random.default_rng(1).uniform(20, 60, 20000)


def errors(numpy, mean, median):
    values = numbers(numpy)
    return float(max(abs(mean - values.mean()), abs(median - numpy.median(values))))


# ---- What each library does: a function of the task that gives another, which does it and gives its quality, or a
# function that tells it. None where the library cannot.

def by_dpcvx(task):
    import numpy
    sys.path.insert(0, os.path.join(ROOT, "bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx
    if task == "mean and median of 20,000":
        values = numbers(numpy)

        def release():
            budget, rng = dpcvx.Budget(epsilon=EPSILON, delta=DELTA), dpcvx.Rng()
            span = 120 / len(values) * (1 + 1e-9)
            mean = dpcvx.release_gaussian(budget, rng, budget.price(0.5), [values.clip(0, 120).mean()], span)[0]
            return errors(numpy, mean, dpcvx.release_quantile(budget, rng, budget.price(1.0), values, 0.5, 0, 120))
        return release
    if task.startswith("noise on"):
        values = numbers(numpy)

        def noise():
            budget = dpcvx.Budget(epsilon=EPSILON, delta=DELTA)
            found = dpcvx.release_gaussian(budget, dpcvx.Rng(), budget.price(1.0), values, 1.0)
            return float((found - values).std() * dpcvx.calibrate_gdp(EPSILON, DELTA))
        return noise
    if task.startswith("epsilon"):
        return lambda: dpcvx.Curve.subsampled_gaussian(NOISE, RATE, STEPS).epsilon(DELTA)
    if task.startswith("noise of"):
        return lambda: dpcvx.calibrate_subsampled_gaussian(EPSILON, DELTA, RATE, STEPS)
    X, y, new, truth = table(numpy, task)
    ends = (-numpy.ones(X.shape[1]), numpy.ones(X.shape[1]))

    def fit():
        if "classes" in task:
            data = dpcvx.Dataset(X, y, classes=tuple(range(10 if task.startswith("ten") else 2)))
            loss, extra = ("multinomial" if task.startswith("ten") else "logistic"), {}
        else:
            data, loss, extra = dpcvx.Dataset(X, y), "squared", {"label_low": -1, "label_high": 1}
            if task.startswith("quantile"):
                loss, extra = "pinball", dict(extra, quantile=0.9)
        made = dpcvx.fit_table(data, loss, epsilon=EPSILON, delta=DELTA, ranges=ends, **extra)
        return lambda: quality(numpy, task, truth, made.predict(new))
    return fit


def by_diffprivlib(task):
    import numpy
    from diffprivlib import models, tools
    if task == "mean and median of 20,000":
        values, half = numbers(numpy), {"epsilon": EPSILON / 2, "bounds": (0, 120)}
        return lambda: errors(numpy, tools.mean(values, **half), tools.median(values, **half))
    if "classes" in task or task.startswith("squares"):
        X, y, new, truth = table(numpy, task)

        def fit():
            if "classes" in task:
                model = models.LogisticRegression(epsilon=EPSILON, data_norm=X.shape[1] ** 0.5).fit(X, y)
            else:
                model = models.LinearRegression(epsilon=EPSILON, bounds_X=(-1, 1), bounds_y=(-1, 1)).fit(X, y)
            return lambda: quality(numpy, task, truth, model.predict(new))
        return fit
    return None


def by_opacus(task):
    import numpy
    import torch
    from opacus import PrivacyEngine
    from opacus.accountants import PRVAccountant
    from opacus.accountants.utils import get_noise_multiplier
    torch.set_num_threads(1)
    if task.startswith("epsilon"):
        def spent():
            accountant = PRVAccountant()
            accountant.history = [(NOISE, RATE, STEPS)]
            return float(accountant.get_epsilon(DELTA))
        return spent
    if task.startswith("noise of"):
        return lambda: float(get_noise_multiplier(target_epsilon=EPSILON, target_delta=DELTA, sample_rate=RATE,
                                                  steps=STEPS, accountant="prv"))
    if task.startswith("noise on") or task.startswith("mean"):
        return None
    X, y, new, truth = table(numpy, task)
    classes = 10 if task.startswith("ten") else 2 if "classes" in task else 1
    epochs, batch, rate = 10, len(X) // 50, 2.0 if classes > 1 else 0.3

    def fit():
        labels = torch.tensor(y, dtype=torch.long if classes > 1 else torch.float32)
        rows = torch.utils.data.TensorDataset(torch.tensor(X, dtype=torch.float32), labels)
        model = torch.nn.Linear(X.shape[1], classes)
        model, optimizer, batches = PrivacyEngine().make_private_with_epsilon(
            module=model, optimizer=torch.optim.SGD(model.parameters(), lr=rate),
            data_loader=torch.utils.data.DataLoader(rows, batch_size=batch), target_epsilon=EPSILON,
            target_delta=DELTA, epochs=epochs, max_grad_norm=1.0)
        for _ in range(epochs):
            for some, own in batches:
                optimizer.zero_grad()
                if classes > 1:
                    torch.nn.functional.cross_entropy(model(some), own).backward()
                else:
                    over = own - model(some).squeeze(1)
                    cost = over ** 2 if task.startswith("squares") else torch.maximum(0.9 * over, -0.1 * over)
                    cost.mean().backward()
                optimizer.step()
        found = model(torch.tensor(new, dtype=torch.float32)).detach().numpy()
        return lambda: quality(numpy, task, truth, found.argmax(1) if classes > 1 else found[:, 0])
    return fit


def by_opendp(task):
    import numpy
    import opendp.prelude as dp
    dp.enable_features("contrib")
    if task == "mean and median of 20,000":
        values, candidates = numbers(numpy).tolist(), numpy.arange(0, 120.01, 0.1)

        def release():
            budget = dp.Context.compositor(
                data=values, privacy_unit=dp.unit_of(contributions=2), privacy_loss=dp.loss_of(epsilon=EPSILON),
                split_evenly_over=2, domain=dp.vector_domain(dp.atom_domain(T=float, nan=False), size=len(values)))
            mean = budget.query().clamp((0.0, 120.0)).mean().laplace().release()
            scores = budget.query().quantile_score_candidates(candidates.tolist(), 0.5)
            return errors(numpy, mean, candidates[scores.report_noisy_max_gumbel(optimize="min").release()])
        return release
    if task.startswith("noise on"):
        values, rho = numbers(numpy), 0.024356  # (1, 1e-6) by Canonne, Kamath and Steinke 2020, Proposition 12
        space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l2_distance(T=float)

        def noise():
            scale = (1 / (2 * rho)) ** 0.5
            found = numpy.array(dp.m.make_gaussian(*space, scale)(values.tolist()))
            return float((found - values).std() * MU)
        return noise
    return None


def by_dp_accounting(task):
    import dp_accounting
    from dp_accounting.pld import PLDAccountant
    if not task.endswith("sampled steps"):
        return None

    def event(noise):
        step = dp_accounting.PoissonSampledDpEvent(RATE, dp_accounting.GaussianDpEvent(noise))
        return dp_accounting.SelfComposedDpEvent(step, STEPS)
    if task.startswith("epsilon"):
        return lambda: PLDAccountant().compose(event(NOISE)).get_epsilon(DELTA)
    return lambda: dp_accounting.calibrate_dp_mechanism(PLDAccountant, event, EPSILON, DELTA)


def by_no_privacy(task):
    import numpy
    from sklearn import linear_model
    if task == "mean and median of 20,000":
        values = numbers(numpy)
        return lambda: errors(numpy, values.mean(), numpy.median(values))
    if task.startswith("noise on"):
        values, generator = numbers(numpy), numpy.random.default_rng()

        def noise():
            return float((generator.standard_normal(len(values)) / MU + values - values).std() * MU)
        return noise
    if task.endswith("sampled steps"):
        return None
    X, y, new, truth = table(numpy, task)

    def fit():
        model = (linear_model.LogisticRegression() if "classes" in task else linear_model.LinearRegression()
                 if task.startswith("squares") else linear_model.QuantileRegressor(quantile=0.9, alpha=0))
        model.fit(X, y)
        return lambda: quality(numpy, task, truth, model.predict(new))
    return fit


MU = 0.23670438  # of the Gaussian that is (1, 1e-6)-DP: Balle and Wang 2018
WHO = {"dpcvx": (by_dpcvx, "numpy"), "diffprivlib": (by_diffprivlib, "diffprivlib"), "opacus": (by_opacus, "opacus"),
       "opendp": (by_opendp, "opendp"), "dp-accounting": (by_dp_accounting, "dp_accounting"),
       "scikit-learn, numpy": (by_no_privacy, "sklearn")}


# ---- The table

def serve(name):
    """Does the task of each line that comes in: its seconds and quality go out, null where it cannot."""
    warnings.simplefilter("ignore")
    ready = (None, None)
    for line in sys.stdin:
        task = json.loads(line)
        if ready[0] != task:
            ready = (task, WHO[name][0](task))
        if ready[1] is None:
            print("null", flush=True)
            continue
        start = time.process_time()
        found = ready[1]()
        seconds = time.process_time() - start
        print(json.dumps([seconds, found() if callable(found) else float(found)]), flush=True)


def start(name):
    """A process of a library, or None where no Python has it."""
    peers = os.environ.get("DPCVX_PEERS", os.path.join(BUILD, "peers", "bin", "python3"))
    one = {kind + "_NUM_THREADS": "1" for kind in ("OMP", "OPENBLAS", "MKL")}
    for python in [sys.executable] + peers.split(":"):
        command = [python, "-c", "import " + WHO[name][1]]
        if os.path.exists(python) and subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return subprocess.Popen([python, "-B", os.path.abspath(__file__), "--serve", name], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                    env={**os.environ, **one})
    return None


def ask(process, task):
    process.stdin.write(json.dumps(task) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def measure(processes, task):
    """Medians of seconds and quality by library; None where it cannot."""
    found = {name: [] for name in processes}
    for _ in range(TURNS):
        for name, process in processes.items():
            if found[name] is not None:
                answer = ask(process, task)
                found[name] = None if answer is None else found[name] + [answer]
    return {name: turns and tuple(statistics.median(column) for column in zip(*turns)) for name, turns in found.items()}


def round_ratio(ratio):
    """Two digits."""
    return "%.2g" % ratio if ratio < 100 else "%d" % round(ratio, -1)


def cell(task, name, result, ours):
    if result is None:
        return "no"
    seconds, good = result
    if name != "dpcvx":
        print("evidence: peers: %s: %s %.3g s of processor, %.3g times ours; %s %.4g, ours %.4g" % (
            task, name, seconds, seconds / ours[0], TASKS[task], good, ours[1]), file=sys.stderr)
    return "%.3g s%s; %.4g" % (seconds, "" if name == "dpcvx" else ", %s ×" % round_ratio(seconds / ours[0]), good)


def main(pattern=""):
    processes = {}
    for name in WHO:
        process = start(name)
        if process is None:
            print("without %s: DPCVX_PEERS names no Python that has it" % name)
        else:
            processes[name] = process
    if "dpcvx" not in processes:
        print("skip peers_table: numpy is not here")
        return 0
    print("| task; quality | %s |" % " | ".join(processes))
    print("|---" * (1 + len(processes)) + "|")
    for task in TASKS:
        if pattern in task:
            results = measure(processes, task)
            cells = [cell(task, name, result, results["dpcvx"]) for name, result in results.items()]
            print("| %s; %s | %s |" % (task, TASKS[task], " | ".join(cells)), flush=True)
    for process in processes.values():
        process.stdin.close()
        process.wait()
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    else:
        sys.exit(main(*sys.argv[1:2]))
