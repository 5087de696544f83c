#!/usr/bin/env python3
"""The protocol of tests/bench/protocol measures what it says: ranges, splits, the others' sensitivities, verdicts."""
import os
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "bench", "protocol"))
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
try:
    import numpy as np
    import scipy.sparse
except ImportError:
    print("skip protocol: there is no numpy or no scipy")
    sys.exit(0)

import cells  # noqa: E402
import judge  # noqa: E402
import noise  # noqa: E402
import ours  # noqa: E402
import peers  # noqa: E402
import prepare  # noqa: E402
import ranks  # noqa: E402
from registry import Table  # noqa: E402

failures = 0


def test(name, holds):
    global failures
    failures += not holds
    print(("ok " if holds else "not ok ") + "protocol: " + name)


def table(task, users=None, n=400, d=5, classes=3):
    """A made-up table."""
    random = np.random.default_rng(7)
    X = random.normal(size=(n, d)) * 10.0 ** np.arange(d)
    y = X[:, 0] + random.normal(size=n)
    if task == "multiclass":
        y = random.integers(0, classes, n)
    if task == "binary":
        y = (y > 0).astype(int)
    ids = None if users is None else random.integers(0, users, n)
    return Table(X, y, None if ids is None else np.unique(ids, return_inverse=True)[1], task, "adult", "", None)


# ---- Preparation

test("ranges are rounded outward to a digit of their distance",
     prepare.outward(-3.2, 41.0) == (-10.0, 50.0) and prepare.outward(1946.0, 2003.0) == (1940.0, 2010.0))
test("a column of 0 and 1 has the range 0 to 1", prepare.declared_range(np.array([0.0] * 999 + [1.0])) == (0.0, 1.0))
sparse = prepare.declared_ranges(scipy.sparse.csr_matrix([[-3.2, 1.0], [41.0, 0.0]]))
test("a sparse table has symmetric ranges", np.array_equal(sparse, [[-50, -1], [50, 1]]))
test("a constant column has a range", prepare.declared_range(np.full(9, 4.0)) == (4.0, 5.0))
by_user = prepare.Task(table("binary", users=15), "logistic")
train, held_out = by_user.split(3)
test("of a user at most so many records are kept", np.bincount(by_user.units).max() == prepare.USER_RECORDS)
test("the shares of a user's records add up to 1", np.allclose(np.bincount(train.units, train.weights), 1))
test("a user is on one side of a split", train.count + held_out.count == by_user.units.max() + 1)
test("a split does not change", np.array_equal(by_user.split(3)[1].labels, held_out.labels))
test("scaled rows are within the row norm",
     np.abs(train.scaled).max() <= 1 and np.linalg.norm(train.scaled, axis=1).max() <= by_user.row_norm * (1 + 1e-6))

# ---- The others' privacy

mu = noise.gdp_mu(1.0, 1e-6)
test("the closed form agrees with the library", abs(ours.dpcvx.Curve.gdp(mu).delta(1.0) / 1e-6 - 1) < 1e-6)


def change(task, part, clip, other):
    """How far the clipped sum moves where the rows of unit 0 are multiplied by a number, and where it leaves."""
    random, w = np.random.default_rng(1), np.full((part.scaled.shape[1], task.classes or 1), 0.3, np.float32)
    w = w * random.normal(size=w.shape)
    labels = peers.clipped_labels(task, part.labels)
    norms, mine = np.linalg.norm(part.scaled, axis=1), part.units == 0
    whole = peers.clipped_sum(task, part, labels, w, clip, slice(None), norms)
    rest = peers.clipped_sum(task, part, labels, w, clip, np.flatnonzero(~mine), norms)
    saved, part.scaled = part.scaled, part.scaled.copy()
    part.scaled[mine] *= other
    replaced = peers.clipped_sum(task, part, labels, w, clip, slice(None), norms)
    part.scaled = saved
    return np.linalg.norm(whole - replaced), np.linalg.norm(whole - rest)


for kind, loss in (("binary", "logistic"), ("multiclass", "multinomial"), ("least-squares", "squared"),
                   ("quantile", "pinball.9")):
    for users in (None, 30):
        task = prepare.Task(table(kind, users), loss)
        part = task.split(0)[0]
        moved, gone = change(task, part, 0.01, -1.0)
        test("one unit moves the clipped sum by at most its sensitivity, %s%s" % (loss, ", users" if users else ""),
             moved <= 2 * (1 + 1e-4) and gone <= 1 + 1e-4)
        test("control: less would be too little, %s%s" % (loss, ", users" if users else ""), gone > 0.95)

rows = np.random.default_rng(5).uniform(-1, 1, (2, 200, 6))
labels = np.random.default_rng(6).choice([-1.0, 1.0], (2, 200))
bound = np.sqrt(6)
outer = np.einsum("ani,anj->anij", rows, rows)
test("AdaSSP's sensitivities", np.linalg.norm(outer[0] - outer[1], axis=(1, 2)).max() <= np.sqrt(2) * bound ** 2 and
     np.linalg.norm(rows[0] * labels[0, :, None] - rows[1] * labels[1, :, None], axis=1).max() <= 2 * bound)

# ---- Runs

test("a fit that takes too long is stopped, and those before it stay",
     cells.in_child(lambda x: time.sleep(0) if x < 2 else sum(iter(int, 1)), [0, 1, 2], 1) == [None, None])
test("a process that fails gives nothing", cells.in_child(lambda x: os._exit(3), [0], 5) == [])

# ---- Verdicts


def cell(automatic, best, trivial=0.5, typical=(0.1, 0.2, 0.3), warned=False):
    """A made-up cell: accuracies of AUTOMATIC and of the best; risks .1, .2, .3 of three methods."""
    def fits(level, more=None):
        return [dict({"fit": f, "accuracy": level + 0.001 * (f % 2), "log_loss": 1 - level, "risk": 1 - level,
                      "seconds": 0.0}, **more or {}) for f in range(20)]
    models = {"automatic": fits(automatic, {"method": "noisy SGD", "warned": warned, "typical_risk": typical[0]}),
              "adassp": fits(best)}
    for name, expected, level in zip(("noisy_sgd", "output_perturbation", "dp_sgd_output"), typical, (0.9, 0.8, 0.7)):
        models[name] = fits(level, {"typical_risk": expected})
    free = {"accuracy": 1.0, "log_loss": 0.0, "risk": 0.0}
    return {"table": "adult", "task": "adult.logistic", "by_user": False, "units": 100, "columns": 2,
            "adjacency": "replace-one", "epsilon": 1.0, "metrics": ["accuracy"], "chosen": {"accuracy": ["adassp"]},
            "stopped": {}, "fits": models, "without_privacy": [free] * 5, "seconds": 1.0, "delta": 1e-6,
            "trivial": [{"accuracy": trivial, "log_loss": 0.6, "risk": 0.6}] * 5}


line = judge.judged(cell(0.80, 0.85), "accuracy")
test("a planted regret is found", abs(line["regret"] - 0.05) < 1e-9 and line["counted"] and not line["below"])
test("a share of the loss is a regret too", abs(judge.regret("log_loss", 0.5, 0.55) - 0.1) < 1e-12)
test("a cell below the trivial model is found", judge.judged(cell(0.45, 0.49), "accuracy")["below"])
test("such a cell does not count for regret", not judge.judged(cell(0.45, 0.49), "accuracy")["counted"])
test("a warning is noted", judge.judged(cell(0.45, 0.49, warned=True), "accuracy")["warned"])
without = cell(0.8, 0.85)
without["fits"]["automatic"] = [{"fit": 0, "refused": "Error", "seconds": 0.0}]
test("no fit counts as the trivial model", abs(judge.judged(without, "accuracy")["regret"] - 0.3505) < 1e-9)


def named(name):
    return name != ours.AUTOMATIC and ours.is_named(name)


def correlation(typical):
    return ranks.correlation(ranks.ranked(cell(0.8, 0.85, typical=typical), named))


test("the rank correlation is 1, -1 and 0", [round(correlation(typical), 9) for typical in (
    (0.1, 0.2, 0.3), (0.3, 0.2, 0.1), (0.0, 0.0, 0.0))] == [1.0, -1.0, 0.0])
sys.exit(1 if failures else 0)
