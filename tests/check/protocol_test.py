#!/usr/bin/env python3
"""The protocol of tests/bench/protocol measures what it says: ranges, splits, the others' sensitivities, verdicts."""
import os
import sys
import tempfile
import time
import types

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
import centring  # noqa: E402
import judge  # noqa: E402
import noise  # noqa: E402
from measures import clipped_labels  # noqa: E402
import ours  # noqa: E402
import peers  # noqa: E402
import prepare  # noqa: E402
import ranks  # noqa: E402
import run  # noqa: E402
import tuned  # noqa: E402
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
    labels = clipped_labels(task, part.labels)
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

# Columns and labels less private means: the sums of a table of one unit are what that unit adds.
for loss, users in (("squared", None), ("squared", 30), ("pinball.9", None), ("logistic", 30)):
    task = prepare.Task(table("binary" if loss == "logistic" else "least-squares", users), loss)
    train, held_out = task.split(0)
    whole = centring.Rows(task, train)
    weight, moved, gone = centring.label_weight(task), 0.0, 0.0
    for sign in (1.0, -1.0):
        changed = centring.Rows(task, train)
        mine = changed.units == 0
        changed.scaled, changed.labels = whole.scaled.copy(), whole.labels.copy()
        changed.scaled[mine, :-1], changed.labels[mine] = sign, sign
        sums = centring.sums(task, changed, weight)
        moved = moved if sign > 0 else np.linalg.norm(sums - before)
        before = sums
        changed.weights = np.where(mine, 0.0, changed.weights)
        gone = max(gone, np.linalg.norm(sums - centring.sums(task, changed, weight)))
    name = loss + (", users" if users else "")
    replaced, removed = (centring.sensitivity(task, adjacency) for adjacency in ("replace-one", "add-remove"))
    test("one unit moves the sums of columns and labels by their sensitivity, " + name,
         0.999 < moved / replaced < 1 + 1e-5 and 0.999 < gone / removed < 1 + 1e-5)
    test("control: a removal's sensitivity does not cover a replacement, " + name, moved > 1.9 * removed)
    random = np.random.default_rng(2)
    found = [centring.means(task, whole, 300.0, "replace-one", random) for _ in range(400)]
    spread = replaced / (whole.count * 300.0 * np.sqrt(centring.SHARE))
    test("means of columns have the noise of their share, " + name,
         abs(np.std([columns[1] for columns, _ in found]) / spread - 1) < 0.15)
    columns, middle = found[0]
    centred, as_trained = (centring.centred(task, part, columns, middle) for part in (train, held_out))
    test("centred rows and labels are within their bounds, " + name,
         np.linalg.norm(centred.scaled, axis=1).max() <= centred.row_bound * (1 + 1e-6) and
         np.abs(centred.labels).max() <= centred.label_bound * (1 + 1e-6))
    test("centred columns have means near 0, and held-out rows lose the same, " + name,
         np.abs((centred.scaled * centred.weights[:, None]).sum(0)[:-1] / whole.count).max() < 0.1 and
         np.allclose((held_out.scaled - as_trained.scaled)[0, :-1], columns, atol=1e-6))

mu_of_fit, mu_of_means = (noise.gdp_mu(2.0, 1e-6) * np.sqrt(share) for share in (1 - centring.SHARE, centring.SHARE))
test("means and fit together are within the price",
     noise.gdp_delta(np.hypot(mu_of_fit, mu_of_means), 2.0) <= 1e-6 * (1 + 1e-6))

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

with tempfile.TemporaryDirectory() as folder:
    run.ROOM, grid = folder, [("replace-one", 1.0), ("replace-one", 2.0)]
    os.makedirs(run.cells_folder())
    for key, epsilon, seconds in (("a.squared", 1.0, 3600.0), ("b.squared", 1.0, 7200.0)):
        run.write(run.path_of(key, "replace-one", epsilon), {"seconds": seconds})
        run.note_seconds(key, seconds)
    there, count, hours = run.rest(["a.squared", "b.squared", "c.squared"], grid, 2)
    test("what is left is what like cells took", (there, count) == (2, 6) and abs(hours - (1 + 2 + 2 * 1.5) / 2) < 1e-9)
    run.write(run.path_of("c.squared", "replace-one", 1.0), {"seconds": 1.0, "code": run.code_mark()})
    test("cells of another build are measured again where that is asked", [run.is_missing(
        key, grid[0], renew) for key in ("a.squared", "c.squared", "d.squared") for renew in (False, True)] ==
         [False, True, False, False, True, True])
    test("a cell is written whole", os.listdir(run.cells_folder()).count("a.squared.replace-one.1.json") == 1 and
         not [name for name in os.listdir(run.cells_folder()) if name.endswith(".part")])

made = prepare.Task(table("least-squares"), "squared")
splits = [types.SimpleNamespace(train=train, held_out=held_out) for train, held_out in map(made.split, range(2))]
peers_alone = cells.Cell(made, splits, "replace-one", 2.0, None)
for name in peers_alone.peers:
    peers_alone.look(name)
firsts = [len(peers_alone.records[name]) for name in peers_alone.peers]
test("each of the others' configurations gets one fit at first", set(firsts) == {1})
kept = {"fits": dict(peers_alone.records, automatic=[{"fit": 10}]), "stopped": {"adassp": 1}}
again = cells.Cell(made, splits, "replace-one", 2.0, None, kept)
test("a cell that is measured again keeps the others' fits, and no other", again.records == peers_alone.records and
     again.stopped == {"adassp": 1})
whole, apart = ("numpy-gd%s/0.1,30,8" % form for form in ("", "/centred"))
test("others are fitted with and without centres", {whole, apart, "adassp/centred"} <= set(peers_alone.peers) and
     all("r2" in peers_alone.records[name][0] for name in (whole, apart, "adassp", "adassp/centred")))

# ---- What reports say of labels

for kind, loss, spread in (("binary", "logistic", lambda y: min(np.mean(y > 0), np.mean(y < 0))),
                           ("least-squares", "squared", lambda y: np.std(np.clip(y, -1, 1)))):
    task = prepare.Task(table(kind), loss)
    split = cells.Split(task, 0)
    told = split.library.fit(ours.configurations()["automatic"], 8.0, 1e-6, "add-remove")[1]
    test("a report's break-even figure is read, " + loss, told["warned"] == "likely" or 0 < told["break_even"] < 1)
    test("labels' own figure is that of the training labels, " + loss,
         abs(split.label_spread - spread(split.train.labels)) < 1e-12)

# ---- Verdicts


def cell(automatic, best, trivial=0.5, typical=(0.1, 0.2, 0.3), warned=""):
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
test("a warning is noted", judge.judged(cell(0.45, 0.49, warned="likely"), "accuracy")["words"] == "likely")
rare = cell(0.45, 0.49)
rare["label_spread"] = [0.05, 0.07]
for fit in rare["fits"]["automatic"]:
    fit["break_even"] = 0.08
test("labels below a report's break-even figure are noted", judge.judged(rare, "accuracy")["words"] == "labels")
rare["label_spread"] = [0.05, 0.13]
test("control: labels above it are not, nor those of a report without one",
     {judge.judged(made, "accuracy")["words"] for made in (rare, cell(0.45, 0.49))} == {"none"})
without = cell(0.8, 0.85)
without["fits"]["automatic"] = [{"fit": 0, "refused": "Error", "seconds": 0.0}]
test("no fit counts as the trivial model", abs(judge.judged(without, "accuracy")["regret"] - 0.3505) < 1e-9)


def named(name):
    return name != ours.AUTOMATIC and ours.is_named(name)


def correlation(typical):
    return ranks.correlation(ranks.ranked(cell(0.8, 0.85, typical=typical), named))


test("the rank correlation is 1, -1 and 0", [round(correlation(typical), 9) for typical in (
    (0.1, 0.2, 0.3), (0.3, 0.2, 0.1), (0.0, 0.0, 0.0))] == [1.0, -1.0, 0.0])

# ---- Tuning in the clear

here, there = cell(0.80, 0.85), cell(0.80, 0.85)  # adassp is the best here, output perturbation with .8 there
there.update(adjacency="add-remove", chosen={"accuracy": ["output_perturbation"]})


def tuned_regrets(cells):
    """(regret of the configuration tuned at the other adjacency, AUTOMATIC's) of the cell `here`."""
    found = tuned.regrets(cells, [judge.judged(made, "accuracy") for made in cells], "accuracy", judge.JUDGE)
    return [[round(number, 9) for number in row[:2]] for row in found[tuned.NEIGHBOURS[0]]]


for fit in here["fits"]["output_perturbation"]:
    fit["accuracy"] -= 0.02
test("a configuration tuned elsewhere has its regret here", tuned_regrets([here, there])[0] == [0.07, 0.05])
test("control: a cell alone has no neighbour, nor one of another table",
     tuned_regrets([here]) == tuned_regrets([here, dict(there, task="bikes.squared")]) == [])
sys.exit(1 if failures else 0)
