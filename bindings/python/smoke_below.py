"""What lies below estimators: losses and functions of the caller's own, audits, streams of comparisons, releases with their
guarantees and scales. Prints "ok" lines."""
import array
import math
import pathlib
import sys
import threading
import tempfile

import numpy

import dpcvx
from smoke_support import Tests, refusal, warned

test = Tests("python below")
generator = numpy.random.default_rng(3)
rng = dpcvx.Rng(b"below")
x = generator.uniform(-1, 1, (800, 2))
values = x @ [1.5, -0.5] + 0.2 * generator.standard_normal(800)
signs = numpy.where(values > 0, 1.0, -1.0)
data = dpcvx.Dataset(x, values)
signed = dpcvx.Dataset(x, signs)

# ---- A loss of one's own: slopes are cut, and what is not enforced is reported as assumed ----


def logistic(z, label):
    return math.log1p(math.exp(-label * z)), -label / (1 + math.exp(label * z))


DECLARED = {"max_slope": 1.0, "max_curvature": 0.25}
own = dpcvx.Objective(signed, logistic, row_bound=2.0, l2=0.01, **DECLARED)
built_in = dpcvx.Objective(signed, "logistic", row_bound=2.0, l2=0.01)
w = [0.3, -0.2, 0.1]
test("an own loss has the value and the gradients of the built-in one",
     abs(own.nonprivate_value(w) - built_in.nonprivate_value(w)) < 1e-12 and
     abs(own.nonprivate_unit_gradients(w, [0, 7]) - built_in.nonprivate_unit_gradients(w, [0, 7])).max() < 1e-12)
test("and its minimiser", abs(own.nonprivate_minimum() - built_in.nonprivate_minimum()).max() < 1e-3)


def fitted(objective):
    budget = dpcvx.Budget(4.0, 1e-6)
    return dpcvx.Fit(budget, dpcvx.Plan(budget, objective, method="noisy_gradient_descent", steps=30), dpcvx.Rng(b"seed"))


one, two = fitted(own), fitted(built_in)
test("a private fit to it reports what is assumed", "assumed" in one.report() and len(one.coefficients()) == 3, one.report())
test("and predicts", one.predict(dpcvx.Dataset(x)).shape == (800,))
steep = dpcvx.Objective(data, lambda z, label: (1e9 * z, 1e9), max_slope=1.0, max_curvature=1.0)
test("slopes beyond the declared bound are cut", abs(steep.nonprivate_unit_gradients(w, [0])).max() <= 1.0 + 1e-12)
test.refuses("without bounds it is refused", dpcvx.Error, lambda: dpcvx.Objective(signed, logistic), "max_slope")


def breaking(after):
    left = [after]

    def loss(z, label):
        left[0] -= 1
        if left[0] < 0:
            raise ZeroDivisionError("by the loss")
        return logistic(z, label)
    return loss


broken = dpcvx.Objective(signed, breaking(2000), label_bound=1.0, **DECLARED)
budget = dpcvx.Budget(1.0, 1e-6)
plan = dpcvx.Plan(budget, broken, method="noisy_gradient_descent", steps=50)
test("what an own loss raises in a fit comes through, and the charge stays",
     refusal(ZeroDivisionError, lambda: dpcvx.Fit(budget, plan), "by the loss") and budget.figure("charges") == 1)
test.refuses("and from values that are not private", ZeroDivisionError,
             lambda: dpcvx.Objective(signed, breaking(0), **DECLARED).nonprivate_value(w), "by the loss")

# ---- Functions of units ----


def squares(unit, at):
    return 0.5 * float(((at - x[unit]) ** 2).sum()), at - x[unit]


ball = dpcvx.Domain.ball(2.0, 2)
means = dpcvx.Objective.from_units(squares, 800, 2, ball, lipschitz=4.0, smoothness=1.0, strong_convexity=1.0)
test("the minimiser of the squared distances is the mean", abs(means.nonprivate_minimum() - x.mean(axis=0)).max() < 1e-3)
gradients = means.nonprivate_unit_gradients([0.5, 0.5], [3, 4])
test("gradients of units", abs(gradients - (0.5 - x[[3, 4]])).max() < 1e-12, gradients)
test("divergences are those of squares", abs(means.nonprivate_divergences([0.5, 0.5], [0.0, 0.0]) - 0.25).max() < 1e-9)
lacking = means.without([3])
test("a unit that is left out has the loss 0", abs(lacking.nonprivate_unit_gradients([0.5, 0.5], [3])).max() == 0.0 and
     lacking.figure("units") == 800)
private = fitted(means)
test("a private fit to functions of units", abs(private.coefficients() - x.mean(axis=0)).max() < 0.5, private.coefficients())
long_one = dpcvx.Objective.from_units(lambda unit, at: (0.0, numpy.full(2, 100.0)), 10, 2, ball, lipschitz=1.0, smoothness=1.0,
                                      strong_convexity=0.0)
budget = dpcvx.Budget(1.0, 1e-6)
test("constants are assumed", "assumed" in dpcvx.Fit(budget, dpcvx.Plan(budget, long_one)).report())
test.refuses("a function without its constants is refused", dpcvx.Error,
             lambda: dpcvx.Objective.from_units(squares, 800, 2), "lipschitz")
few = dpcvx.Objective.from_units(squares, 5, 2, ball, lipschitz=4.0, smoothness=1.0, strong_convexity=1.0)
sampler = dpcvx.sample.Sampler(few, inverse_temperature=50.0, quadratic=1.0, total_variation=0.01)
test("draws of functions of units", sampler.draw(2).shape == (2, 2), sampler.figure("rounds"))

# ---- Audits ----


def noisy_count(scale):
    return lambda side, count: side + rng.discrete_laplace(scale, count)


found = dpcvx.audit.Audit(noisy_count(2.0), runs=40000, confidence=0.999)
test("an audit bounds epsilon = 1/2 from below", 0.3 < found.epsilon_lower < 0.5, found.epsilon_lower)
test("its event is one of a side", found.figure("event") in set(dpcvx.enums.AuditEvent))
test("control: a release with half the noise is refuted",
     dpcvx.audit.Audit(noisy_count(1.0), runs=40000, confidence=0.999).epsilon_lower > 0.5)
sums = dpcvx.audit.Audit(lambda side, count: side + 2.0 * numpy.random.default_rng(5 + side).standard_normal(count), runs=20000)
test("and mu = 1/2 of a Gaussian", 0.35 < sums.mu_lower < 0.5, sums.mu_lower)
test.refuses("a score too few is refused", ValueError,
             lambda: dpcvx.audit.Audit(lambda side, count: numpy.zeros(count - 1), runs=100), "'scores'")

# ---- A stream of comparisons ----

budget = dpcvx.Budget(10.0, 0.0)
stream = dpcvx.AboveThreshold(budget, rng, dpcvx.Curve.pure(10.0), threshold=100.0, sensitivity=1.0, max_above=2)
answers = [stream.query(value) for value in (0.0, 200.0, 0.0)]
test("above a threshold or not", answers == [False, True, False] and stream.remaining == 1, answers)
test("its guarantee is the price", abs(stream.guarantee.epsilon(0.0) - 10.0) < 1e-9 and budget.figure("charges") == 1)
test.refuses("NaN is no private value", ValueError, lambda: stream.query(float("nan")), "'value' = nan")
test("and the stream is as before", stream.remaining == 1 and stream.query(300.0))
test.refuses("after the last yes it ends", dpcvx.Error, lambda: stream.query(0.0), "last positive answer")

# ---- Releases: scales, guarantees, shares, ranges ----

price = dpcvx.Curve.gdp(0.5)
noises = []
for _ in range(300):
    ledger = dpcvx.Budget(5.0, 1e-6)
    noises.extend(dpcvx.release_gaussian(ledger, rng, price, [0.0] * 10, 1.0))
scale = dpcvx.gaussian_scale(price, 10, 1.0)
test("gaussian_scale is the noise of release_gaussian", abs(numpy.std(noises) / scale - 1) < 0.1 and abs(scale - 2) < 0.1,
     (numpy.std(noises), scale))
test("laplace_scale", abs(dpcvx.laplace_scale(dpcvx.Curve.pure(0.5), 1, 1.0) - 2.0) < 0.1)
budget = dpcvx.Budget(5.0, 1e-6, filter="basic")
pure = dpcvx.Curve.pure(0.1)
RELEASES = {
    "gaussian": lambda **more: dpcvx.release_gaussian(budget, rng, dpcvx.Curve.approximate(0.1, 1e-8), [1.0], 1.0, **more),
    "laplace": lambda **more: dpcvx.release_laplace(budget, rng, pure, [1.0], 1.0, **more),
    "counts": lambda **more: dpcvx.release_counts(budget, rng, pure, [5], 1, **more),
    "counts_gaussian": lambda **more: dpcvx.release_counts_gaussian(budget, rng, dpcvx.Curve.approximate(0.1, 1e-8), [5], 1.0, **more),
    "quantile": lambda **more: dpcvx.release_quantile(budget, rng, pure, values, 0.5, -3.0, 3.0, **more),
    "range": lambda **more: dpcvx.release_range(budget, rng, pure, values, **more),
    "choice": lambda **more: dpcvx.release_choice(budget, rng, pure, [1.0, 2.0], 1.0, **more),
    "noisy_max": lambda **more: dpcvx.release_noisy_max(budget, rng, pure, [1.0, 2.0], 1.0, **more),
    "randomized_response": lambda **more: dpcvx.release_randomized_response(budget, rng, pure, [0, 1], 2, **more)}
for name, release in RELEASES.items():
    alone, (value, guarantee) = release(), release(with_guarantee=True)
    test("release_%s with its guarantee" % name, type(alone) is type(value) and 0 < guarantee.epsilon(1e-8) <= 0.1 + 1e-9,
         (alone, value, guarantee.epsilon(1e-8)))
before = budget.figure("charges")
for bad, words in (([], "no numbers"), ([1.0, math.nan], "nan at 1"), (numpy.array([numpy.nan]), "nan at 0")):
    test.refuses("a quantile of %s" % words, ValueError, lambda: dpcvx.release_quantile(budget, rng, pure, bad, 0.5, 0.0, 1.0),
                 "argument 'values' = " + words)
    test.refuses("a range of %s" % words, ValueError, lambda: dpcvx.release_range(budget, rng, pure, bad), "argument 'values' = " + words)
for name, release in (("gaussian", dpcvx.release_gaussian), ("laplace", dpcvx.release_laplace), ("choice", dpcvx.release_choice),
                      ("noisy_max", dpcvx.release_noisy_max)):
    test.refuses("release_%s of NaN" % name, ValueError, lambda: release(budget, rng, pure, [1.0, 2.0, math.nan], 1.0),
                 "' = nan at 2; accepted: numbers", "Nothing was charged")
test("none is charged", budget.figure("charges") == before, budget.figure("charges"))
budget = dpcvx.Budget(3.0, 0.0)
reports, guarantee = dpcvx.release_randomized_response(budget, rng, dpcvx.Curve.pure(3.0), numpy.repeat([0, 1, 2], [600, 300, 100]),
                                                       3, with_guarantee=True)
shares, errors = dpcvx.randomized_response_shares(reports, 3, guarantee.constant("epsilon_of_each_report")[0])
test("shares of randomized response", (abs(shares - [0.6, 0.3, 0.1]) < 6 * errors + 1e-12).all() and errors.max() < 0.1,
     (shares, errors))
low, high = data.release_ranges(dpcvx.Budget(20.0, 1e-6))
test("released ranges of a table, and the table scaled by them", (low < high).all() and data.scaled((low, high)).columns == 2)
kappa, edge = dpcvx.random.truncated_discrete_laplace_kappa(1.0, 1e-6)
test("the cut of a truncated law", kappa > 10 and 0 < edge <= 1e-6, (kappa, edge))

# ---- Curves and references ----

steps = dpcvx.Curve.subsampled_gaussian(1.1, 0.01, 1000)
order = steps.renyi_order(1e-6)
test("the order of the Renyi answer", order > 1 and steps.reference_mironov2017_epsilon(1e-6) >= steps.epsilon(1e-6), order)
test("Renyi accounting takes more noise", dpcvx.calibrate_subsampled_gaussian(1.0, 1e-6, 0.01, 1000, renyi=True) >
     dpcvx.calibrate_subsampled_gaussian(1.0, 1e-6, 0.01, 1000))
test("the formula of 2020", abs(dpcvx.reference.liang2020_rdp(1.0, 0.01, 2.0) - 3.5 * 1e-4 * 2) < 1e-9)

# ---- Shuffled reports and last iterates ----

shuffled = dpcvx.Curve.shuffled(1.0, 10000)
test("shuffled reports are below the closed forms", 0.03 < shuffled.epsilon(1e-6) <
     dpcvx.reference.feldman2023_epsilon(1.0, 10000, 1e-6) < dpcvx.reference.feldman2021_epsilon(1.0, 10000, 1e-6))
test("answers of many categories hide better", dpcvx.Curve.shuffled_response(10 / (math.e + 9), 10, 10000).epsilon(1e-6) <
     0.7 * shuffled.epsilon(1e-6))
local = dpcvx.calibrate_shuffled(shuffled.epsilon(1e-6), 1e-6, users=10000)
test("the local epsilon that a target allows", 0.999 < local <= 1.0001, local)
event = dpcvx.Accountant("replace_one").add(shuffled, 3)
test("an accountant keeps them", dpcvx.Accountant.load(event.save()).json() == event.json() and '"users":10000' in event.json())
test.refuses("DpEvent has none", dpcvx.Error, event.dp_event, "shuffled")
test("the last iterate", abs(dpcvx.Curve.iteration(0.5, 2.0, 2, contraction=0.5).gdp_mu() - 0.375 / math.sqrt(1.25)) < 1e-9)
test("of one position", abs(dpcvx.Curve.iteration(1.0, 1.0, 100, position=91).renyi_epsilon(3.0) -
                            dpcvx.reference.feldman2018_rdp(1.0, 1.0, 91, 100, 3.0)) < 1e-9)
test("on a bounded set", dpcvx.Curve.iteration(0.01, 1.0, 10**9, batches=10, diameter=2.0).gdp_mu() < 0.2)

# ---- Ledgers in files ----

folder = tempfile.TemporaryDirectory()
path = pathlib.Path(folder.name) / "day.ledger"
key = b"sixteen bytes..."
test.refuses("a ledger's name with NUL", ValueError, lambda: dpcvx.Budget.create_ledger("a\0b", 1.0, 1e-6), "path")
ledger = dpcvx.Budget.create_ledger(path, 1.0, 1e-6, unit="user", key=key)
ledger.describe("rationale", "a first look")
older = path.read_bytes()
ledger.charge(ledger.price(0.25), label="a count")
frames, head = ledger.figure("ledger_frames"), ledger.figure("ledger_head")
test.refuses("a ledger that is open already", dpcvx.LedgerLockedError, lambda: dpcvx.Budget.open_ledger(path, key=key),
             "open already", status=dpcvx.enums.Status.LEDGER_LOCKED)
stored, spent = ledger.save(), ledger.figure("main_spent")
ledger.close()
ledger.close()
for name, used in (("a figure", lambda: ledger.figure("charges")), ("a charge", lambda: ledger.charge(dpcvx.Curve.gdp(0.1))),
                   ("a release", lambda: dpcvx.release_gaussian(ledger, rng, price, [0.0], 1.0)), ("its bytes", ledger.save)):
    test.refuses("%s of a closed budget" % name, ValueError, used, "'budget' = a Budget that was closed")
test.refuses("a closed budget in a with block", ValueError, ledger.__enter__, "closed")
test("a closed budget shows itself", repr(ledger) == "<dpcvx.Budget, closed>" and "closed" in ledger._repr_html_())
again = dpcvx.Budget.open_ledger(str(path), key=key, frames=frames, head=head)
test("a ledger goes on where it ended", again.figure("charges") == 1 and again.figure("main_spent") == spent and
     "a first look" in again.json())
again.close()
with dpcvx.Budget.open_ledger(path, key=key) as again:
    test.refuses("a ledger in a with block is locked", dpcvx.Error, lambda: dpcvx.Budget.open_ledger(path, key=key), str(path),
                 "open already")
torn = pathlib.Path(folder.name) / "torn.ledger"
torn.write_bytes(path.read_bytes()[:-3])
again, told = warned(lambda: dpcvx.Budget.open_ledger(torn, key=key), dpcvx.LedgerCutWarning)
test("a ledger that was cut in a frame warns, and lacks that charge", len(told) == 1 and again.figure("charges") == 0 and
     "last %d bytes were" % again.figure("ledger_cut_bytes") in str(told[0].message) and "'ledger_frames'" in str(told[0].message))
again.close()
again, told = warned(lambda: dpcvx.Budget.open_ledger(torn, key=key))
test("a ledger is cut once", not told and again.figure("ledger_cut_bytes") == 0)
again.close()
try:
    with dpcvx.Budget.open_ledger(path, key=key) as again:
        raise KeyError("in the block")
except KeyError:
    test("a with block unlocks it, also where it is left by an error", repr(again) == "<dpcvx.Budget, closed>" and
         dpcvx.Budget.open_ledger(path, key=key).figure("charges") == 1)
for name, wrong, kind, words in (("a text", "sixteen bytes...", TypeError, "'key' = a str; accepted: bytes"),
                                 ("a number", 16, TypeError, "'key' = a int; accepted: bytes"),
                                 ("five bytes", b"short", ValueError, "'key' = 5 bytes; accepted: 16")):
    for what, opening in (("created", lambda: dpcvx.Budget.create_ledger(str(path) + ".new", 1.0, 1e-6, key=wrong)),
                          ("opened", lambda: dpcvx.Budget.open_ledger(path, key=wrong)),
                          ("loaded", lambda: dpcvx.Budget.load(stored, key=wrong))):
        test.refuses("a ledger %s with %s for a key" % (what, name), kind, opening, words)
for view in (bytearray(stored), memoryview(stored), numpy.frombuffer(stored, numpy.uint8), array.array("B", stored)):
    test("a budget loaded from a %s" % type(view).__name__, dpcvx.Budget.load(view, key=key).figure("main_spent") == spent)
test.refuses("a budget loaded from doubles", TypeError, lambda: dpcvx.Budget.load(numpy.zeros(9), key=key), "'stored'", "8 bytes")
for wrong in ("text", 24):
    test.refuses("a budget loaded from a %s" % type(wrong).__name__, TypeError, lambda: dpcvx.Budget.load(wrong), "'stored'", "bytes")
looks = "DPCVX_FILTER_GDP 'NULL' dpcvx_budget_create"
test("a path that looks like the library's words", refusal(dpcvx.Error, lambda: dpcvx.Budget.open_ledger(str(path) + looks), (
    looks + "' could not be opened")) is not None)
test.refuses("no file", dpcvx.Error, lambda: dpcvx.Budget.open_ledger(str(path) + ".none"), str(path) + ".none'", "opened",
             status=dpcvx.enums.Status.FILE)
test.refuses("a head without frames", dpcvx.Error, lambda: dpcvx.Budget.open_ledger(path, key=key, head=head), "'head'", "'frames'")
test.refuses("another head", dpcvx.LedgerStaleError, lambda: dpcvx.Budget.open_ledger(path, key=key, frames=frames, head=head ^ 1),
             "'head'", "another ledger")
test.refuses("a ledger without its key", dpcvx.Error, lambda: dpcvx.Budget.open_ledger(path), "'key'")
path.write_bytes(older)
test.refuses("an older copy", dpcvx.LedgerStaleError, lambda: dpcvx.Budget.open_ledger(path, key=key, frames=frames, head=head),
             "older", status=dpcvx.enums.Status.LEDGER_STALE)
test.refuses("a ledger of another key", dpcvx.LedgerDamagedError, lambda: dpcvx.Budget.open_ledger(path, key=key[::-1]),
             "another key", status=dpcvx.enums.Status.LEDGER_DAMAGED)
test("saved bytes are a budget", dpcvx.Budget.load(stored, key=key).figure("main_spent") == spent)
test.refuses("bytes that are cut off", dpcvx.LedgerDamagedError, lambda: dpcvx.Budget.load(stored[:-24], key=key), "'stored'", "cut off")

# ---- Messages of wrong arguments name them ----

budget = dpcvx.Budget(1.0, 1e-6)
edges, drawn = [0.0, 5.0, 10.0], [1.0, 2.0, 7.0]
shares = dpcvx.Cumulative(dpcvx.Dataset([[float(i % 10)] for i in range(500)]), budget, edges, price=budget.price(0.5))
for wrong in ("trimed_mean", "mean", dpcvx.enums.EstimateKind.MEAN, 77, None):
    for name, asked in (("robust", lambda: shares.robust(wrong, 0.1)), ("expected_robust_interval", lambda: (
            dpcvx.expected_robust_interval(budget, 500, drawn, edges, wrong, 0.1)))):
        test.refuses("%s of kind %r" % (name, wrong), ValueError, asked, "no kind",
                     "; there are quantile_range, trimmed_mean, winsorized_mean")
by_number = shares.robust(int(dpcvx.enums.EstimateKind.TRIMMED_MEAN), 0.1)
test("a kind by its number", repr(by_number).startswith("<dpcvx.Estimate: trimmed_mean of 0.1 = "))
for wrong, kind, words in (("uniform", TypeError, "'guess' = a str"), (None, TypeError, "'guess' = None"),
                           ([], ValueError, "'guess' = no values"), (["a"], TypeError, "'guess' = 'a' at 0")):
    test.refuses("a guess %r" % (wrong,), kind, lambda: (
        dpcvx.expected_robust_interval(budget, 500, wrong, edges, "trimmed_mean", 0.1)), words)
test("the record of what follows names its own level", [each.guarantee().constant("interval_level")[0] for each in (
    shares, shares.robust("trimmed_mean", 0.1, interval_level=0.9))] == [0.95, 0.9])
test("a fraction is one of robust statistics", by_number.figure("fraction") == 0.1)
test.refuses("a fraction of a distribution", dpcvx.Error, lambda: shares.figure("fraction"), "trimmed",
             status=dpcvx.enums.Status.UNSUPPORTED)
for wrong, kind, words in (("ab", TypeError, "'edges' = a str"), ([1.0], ValueError, "'edges' = 1 value;"),
                           (None, TypeError, "'edges' = None")):
    test.refuses("edges %r" % (wrong,), kind, lambda: dpcvx.Cumulative(dpcvx.Dataset([[1.0]]), budget, wrong), words)
expected = [dpcvx.expected_robust_interval(budget, 500, drawn, ends, "trimmed_mean", 0.1) for ends in (
    edges, numpy.array([0, 5.0, numpy.int64(10)], object))]
test("objects that are numbers are edges", expected[0] == expected[1])
test.refuses("objects of which one is none", TypeError, lambda: dpcvx.expected_robust_interval(
    budget, 500, drawn, numpy.array([0, None, 10], object), "trimmed_mean", 0.1), "'edges' = None at 1")
for name, made in (("seed", dpcvx.Rng), ("stored", dpcvx.Fit.load), ("stored", dpcvx.Accountant.load),
                   ("stored", dpcvx.LocalProtocol.load)):
    for wrong in ("a text", 16):
        test.refuses("%s from %r" % (made.__qualname__, wrong), TypeError, lambda: made(wrong), "'%s' = a " % name, "accepted: bytes")
test.refuses("a label that is a number", TypeError, lambda: budget.charge(dpcvx.Curve.gdp(0.01), label=5), "'label' = 5; accepted: a str")
test.refuses("a description that is a number", TypeError, lambda: budget.describe("rationale", 5), "'text' = 5; accepted: a str")
for wrong in (3, [3]):
    test.refuses("a composition of %r" % (wrong,), TypeError, lambda: dpcvx.Curve.composition(wrong), "'parts'", "a list of dpcvx.Curve")
ball = dpcvx.Domain.schatten_ball(1.0, 2, 3)
matrix = numpy.arange(6.0).reshape(2, 3)
test("a matrix is projected as a matrix", numpy.array_equal(ball.project(matrix), ball.project(matrix.ravel()).reshape(2, 3)))
test("a transposed view too", numpy.array_equal(ball.project(numpy.asfortranarray(matrix)), ball.project(matrix)))
test.refuses("a matrix of another shape", ValueError, lambda: ball.project(matrix.T),
             "'w' = an array of shape (3, 2); accepted: shape (2, 3)")
test.refuses("a matrix for a ball of vectors", ValueError, lambda: dpcvx.Domain.ball(1.0, 6).project(matrix), "'w'", "one dimension")
for name in ("linear", "center", "start"):
    test.refuses("a quadratic's %s of another length is refused" % name, ValueError,
                 lambda: dpcvx.sample.QuadraticSampler([[2, -1], [-1, 2]], **{name: [0]}), "argument '%s' = 1 value" % name)
test.refuses("so is the start of a function's sampler", ValueError,
             lambda: dpcvx.sample.FunctionSampler(lambda x: (0, x), 2, start=[0]), "argument 'start' = 1 value")
test.refuses("linear terms in a column are named", TypeError,
             lambda: dpcvx.sample.QuadraticSampler([[2, -1], [-1, 2]], linear=[[1], [2]]), "'linear'")
test.refuses("complex matrices are refused", TypeError,
             lambda: dpcvx.sample.QuadraticSampler(numpy.array([[1, 1j], [-1j, 1]])), "'matrix'", "complex")
half = dpcvx.sample.QuadraticSampler([[1]], domain=dpcvx.Domain.box([0], [numpy.inf]))
for count, kind in ((-1, ValueError), (1.5, TypeError)):
    test.refuses("%s draws are refused" % count, kind, lambda: half.draw(count), "argument 'count' = %s" % count)
test("no draws, and draws of half a line", half.draw(0).shape == (0, 1) and half.draw(numpy.int64(100)).min() >= 0)
test.refuses("ends of boxes of two lengths are refused", ValueError, lambda: dpcvx.Domain.box([-1], [1, 1]), "argument 'high'")

# ---- One thread at a time ----
shared, own = dpcvx.Rng(), [dpcvx.Rng() for _ in range(4)]
outcomes = []


def draw_some(rng):
    for _ in range(300):
        try:
            outcomes.append(rng.bytes(100000)[:16])
        except dpcvx.Error as refused:
            outcomes.append(str(refused))


for sources, refuses in (([shared] * 4, True), (own, False)):
    outcomes.clear()
    threads = [threading.Thread(target=draw_some, args=(rng,)) for rng in sources]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    drawn_bits = [outcome for outcome in outcomes if isinstance(outcome, bytes)]
    test("threads with %s draw no bits twice" % ("one source" if refuses else "sources of their own"),
         len(set(drawn_bits)) == len(drawn_bits) > 0 and len(outcomes) == 1200)
    test("and are refused only where they share it", any("'rng' = a Rng that another call uses" in str(outcome)
                                                         for outcome in outcomes) == refuses)
test.refuses("an objective of no function", TypeError, lambda: dpcvx.Objective.from_units(
    None, 10, 2, lipschitz=1, smoothness=1, strong_convexity=0), "'function' = a NoneType; accepted: a function")
table = dpcvx.Dataset(numpy.arange(10.0)[:, None])
test("a list of truths is a mask", table.subset([True] * 3 + [False] * 7).rows == 3)
test.refuses("a short one is refused", ValueError, lambda: table.subset([True, False]), "'rows' = 2 values", "10")

sys.exit(1 if test.failed else 0)
