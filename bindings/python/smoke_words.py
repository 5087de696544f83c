"""Messages are in Python's words: calls, arguments, options. What does not fit is told before C reads beyond it. Prints
"ok" lines."""
import ast
import glob
import os
import re
import threading

import numpy

import dpcvx
from dpcvx import hypothesis, sample
from dpcvx._calls import ARGUMENTS, CALLS
from dpcvx._generated.functions import FUNCTIONS
from smoke_support import Tests, refusal, warned

test = Tests("python words")
FOLDER = os.path.dirname(os.path.abspath(dpcvx.__file__))

# ---- Calls have their names in Python ----

# What no caller names: it cannot fail, or a class of its own speaks of it.
UNNAMED = re.compile(r"dpcvx_(monitor|progress|options|version|status)")


def called(path):
    """Return the functions of C that a module calls."""
    with open(path, encoding="utf-8") as source:
        tree = ast.parse(source.read())
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value in FUNCTIONS}


def resolves(name):
    """Whether a name is one of the package."""
    found = dpcvx
    for part in re.sub(r"\(.*", "", name).split("."):
        found = getattr(found, part, None)
    return found is not None


modules = [path for path in glob.glob(os.path.join(FOLDER, "*.py")) if not os.path.basename(path).startswith(
    ("_library", "_handles", "_documented", "_calls", "_part_rows", "lowlevel"))]
test.none("each call has its name in Python",
          sorted(name for path in modules for name in called(path) - set(CALLS) if not UNNAMED.match(name)))
test.none("which there is", sorted(name for name in CALLS.values() if not resolves(name)))
test.none("of functions that there are", sorted((set(CALLS) | set(ARGUMENTS)) - set(FUNCTIONS)))

# ---- Regressions and counts ----

generator = numpy.random.default_rng(0)
X = generator.uniform(0, 1, (200, 2))
counts = generator.poisson(2, 200).astype(float)
data = dpcvx.Dataset(X, counts)


def fit(loss, **given):
    return lambda: dpcvx.fit_table(data, loss, 1.0, 1e-6, ranges=(0, 1), **given)


said = str(refusal(ValueError, fit("poisson")))
test("counts need a bound, and no range is offered", "bound Y on the counts" in said and "label_bound=Y" in said and
     "label_range" not in said, said)
for alone, other in (("label_low", "label_high"), ("label_high", "label_low")):
    test.refuses(alone + " alone", ValueError, fit("squared", **{alone: 5}), "'%s' = 5" % alone, "or %s too" % other)
test.refuses("counts begin at 0", ValueError, fit("poisson", label_range=(1, 5)), "'label_range' = (1, 5)", "label_bound=5")
for ends in ((3, -1), (2, 2), (float("nan"), 1), (0, float("inf"))):
    test.refuses("a label range of %s, %s" % ends, ValueError, fit("squared", label_range=ends), "'label_range' = (%g, %g)" % ends)
test.refuses("a label range of classes", ValueError, lambda: dpcvx.fit_table(
    dpcvx.Dataset(X, counts > 2), "logistic", 1.0, 1e-6, ranges=(0, 1), label_range=(0, 1)),
             "'label_range' = (0, 1)", "none for a loss of classes")
test.refuses("equal ends of labels", ValueError, fit("squared", label_low=5, label_high=5), "'label_low' = 5", "below label_high")
test.refuses("a loss of quantiles by another name", ValueError, fit("quantile"), "'loss' = \"quantile\"", "\"pinball\", with quantile=")
test.refuses("a loss of medians by another name", ValueError, fit("median"), "\"pinball\", with quantile=0.5")
test.refuses("a count below 0", ValueError, lambda: dpcvx.Dataset(X, counts - 10, exposures=numpy.ones(200)), "'labels' = -")

# ---- Ranges ----

half = ([0, numpy.nan], [1, 1])
for name, call in (("a fit", lambda: dpcvx.fit_table(dpcvx.Dataset(X, counts > 2), "logistic", 1.0, 1e-6, ranges=half)),
                   ("means", lambda: dpcvx.Estimate(dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), ranges=half)),
                   ("a covariance", lambda: dpcvx.Covariance(dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), ranges=half)),
                   ("a table", lambda: dpcvx.Dataset(X, ranges=half))):
    _, told = warned(lambda one=call, which=name: test.refuses("one end of a range of %s" % which, ValueError, one, "ranges", "nan"))
    test("and nobody is told that it is released", not told, told)

# ---- Hypotheses, reports, boxes ----

square = numpy.eye(2)
for name, call, words in (
        ("probabilities", lambda: hypothesis.Discrete([[0.5, 0.6], [0.5, 0.5]]), ("hypothesis.Discrete: ", "'probabilities'")),
        ("laws", lambda: hypothesis.Discrete([0.5, 0.5]), ("'probabilities'", "two dimensions")),
        ("a covariance", lambda: hypothesis.GaussianMeans([0, 0], [1, 1], [1, 2], 0.1), ("'covariance'", "two dimensions")),
        ("a covariance of fewer columns", lambda: hypothesis.GaussianMeans([0, 0], [1, 1], [[1]], 0.1), ("'covariance'", "2, rows")),
        ("fewer high ends", lambda: hypothesis.GaussianMeans([0, 0], [1], square, 0.1), ("'high' = 1 value",)),
        ("deviations", lambda: hypothesis.Gaussians((0, 1), (2, 1), 0.1), ("hypothesis.Gaussians: ", "'stddevs[1]'", "stddevs[0] = 2")),
        ("means", lambda: hypothesis.Gaussians((0, 1, 2), (1, 2), 0.1), ("'means' = 3 values",)),
        ("draws of 3", lambda: hypothesis.OwnHypotheses(max, 2, samples=numpy.ones((2, 9, 3))), ("'samples'", "(laws, draws, 2)")),
        ("draws of one", lambda: hypothesis.OwnHypotheses(max, 2, samples=numpy.ones((2, 9))), ("'samples'", "(laws, draws, 2)")),
        ("no draws", lambda: hypothesis.OwnHypotheses(max, 1, samples=[]), ("'samples'", "(laws, draws, 1)")),
        ("a contest", lambda: hypothesis.Discrete([[0.5, 0.5], [1, 0]]).contest(0, 5), ("Hypotheses.contest: ",)),
        ("a share", lambda: dpcvx.LocalProtocol.frequencies(1, 1.0), ("LocalProtocol.frequencies: ", "'categories'")),
        ("a vector", lambda: dpcvx.LocalProtocol.vector_mean(3, 1.0, 1.0).report([1, 2]), ("'value' = 2 values", "3")),
        ("a report", lambda: dpcvx.LocalAggregator(dpcvx.LocalProtocol.mean(0, 1, 1.0)).add(b"x"), ("LocalAggregator.add: ", "'report'")),
        ("a box", lambda: dpcvx.Domain.box([-1], [1, 1]), ("'high' = 2 values", "1, one")),
        ("a ball", lambda: dpcvx.Domain.ball(1.0, 5, center=[1.0]), ("'center' = 1 value", "accepted: 5"))):
    test.refuses(name, ValueError, call, *words)
test.refuses("a category that is no number", TypeError, lambda: dpcvx.LocalProtocol.frequencies(3, 1.0).report(0.5), "'value' = 0.5")

# ---- Missing values of devices: a report that does not come would tell of them ----

for name, protocol, value in (("a mean", dpcvx.LocalProtocol.mean(0, 1, 1.0), numpy.nan),
                              ("a vector", dpcvx.LocalProtocol.vector_mean(2, 1.0, 1.0), [0.5, numpy.nan])):
    report, told = warned(lambda by=protocol, of=value: by.report(of), dpcvx.MissingWarning)
    test("NaN is reported by %s, and warned of" % name, len(report) == protocol.figure("report_bytes") and len(told) == 1)
    report, told = warned(lambda by=protocol: by.report(0.5 if by.figure("count") == 1 else [0.5, 0.5]))
    test("other values without a word", not told)

coded = dpcvx.LocalProtocol.frequencies(3, 1.0)
for category, told_of in ((0, 0), (2, 0), (3, 1), (-1, 1), (2 ** 70, 1), (numpy.nan, 1)):
    report, told = warned(lambda of=category: coded.report(of), dpcvx.MissingWarning)
    test("category %s of 0 to 2 is reported" % category, len(report) > 0 and len(told) == told_of, told)

# ---- Text: one name for the lines that objects state themselves in ----

stated = fit("squared", label_range=(0, 10))()
budget = dpcvx.Budget(4.0, 1e-6)
for made in (stated, stated.evaluate(dpcvx.Dataset(X[:150], counts[:150]), budget, price=budget.price(epsilon=1.0)),
             dpcvx.Estimate(dpcvx.Dataset(X), budget, ranges=(0, 1), price=budget.price(epsilon=1.0)),
             dpcvx.Covariance(dpcvx.Dataset(X), budget, ranges=(0, 1), price=budget.price(epsilon=1.0))):
    test("the text of a %s, and its report" % type(made).__name__, made.text() == made.report() and len(made.text()) > 100)
test("of others", all(len(made.text()) > 20 for made in (stated.guarantee(), budget, dpcvx.LocalProtocol.mean(0, 1, 1.0))))

# ---- Classes, weights, what was saved ----

halves = [int(count > 2) for count in counts]


def classes_of(table, **given):
    return lambda: dpcvx.fit_table(table, "multinomial", 1.0, 1e-6, (0, 1), **given)


for name, call, words in (
        ("several classes of two names", classes_of(dpcvx.Dataset(X, halves, classes=[0, 1])), ("'loss'", '"logistic"')),
        ("one class", classes_of(dpcvx.Dataset(X, halves), classes=1), ("'classes' = 1", "2 or more")),
        ("exposures with weights", lambda: dpcvx.Dataset(X, counts, weights=counts, exposures=counts + 1),
         ("'exposures'", "one of the two")),
        ("what is no fit", lambda: dpcvx.Fit.load(b"junk"), ("Fit.load: ", "'stored'"))):
    test.refuses(name, ValueError, call, *words)

# ---- Weights that nobody bounds ----

for bound in ({}, {"weight_bound": 1}):
    _, told = warned(lambda given=bound: dpcvx.fit_table(dpcvx.Dataset(X, counts > 2, weights=counts / 2), "logistic", 1.0, 1e-6,
                                                         ranges=(0, 1), **given), dpcvx.NotDeclaredWarning)
    test("weights are bounded by 1 %s a word" % ("without" if bound else "with"), len(told) == (not bound), told)

# ---- Noise that hides what was released ----

spread = numpy.random.default_rng(3).normal(0, 1, (2000, 2))
for width, hidden in ((100, 1), (4, 0)):
    _, told = warned(lambda ends=(-width, width): dpcvx.Covariance(dpcvx.Dataset(spread), dpcvx.Budget(1.0, 1e-6), ranges=ends),
                     dpcvx.NoiseWarning)
    test("covariances of ranges of %d deviations: %d warning" % (width, hidden), len(told) == hidden, told)

# ---- Samplers ----

H = numpy.array([[2.0, -1.0], [-1.0, 2.0]])
sampler = sample.QuadraticSampler(H, domain=dpcvx.Domain.box([-1, -1], [1, 1]))
for count in (-1, 2 ** 62, 10 ** 30):
    test.refuses("%d draws" % count, ValueError, lambda n=count: sampler.draw(n), "'count' = %d" % count)
test.refuses("half a draw", TypeError, lambda: sampler.draw(1.5), "'count' = 1.5", "whole")
test.refuses("sweeps of a function", ValueError, lambda: sample.FunctionSampler(
    lambda x: (x @ x / 2, x), 2, strong_convexity=1, smoothness=1, lipschitz=10, method="sweeps"), '"sweeps"', '"automatic"')
test.refuses("a linear term that is a matrix", TypeError, lambda: sample.QuadraticSampler(H, linear=[[1], [2]]), "'linear'")
wide = dpcvx.Domain.box([0], [numpy.inf])
for slope, spoilt in ((1.0, 0), (1e6, 1), (1e8, 1)):
    _, told = warned(lambda by=slope: sample.QuadraticSampler([[1.0]], [by], domain=wide), sample.ArithmeticNotCoveredWarning)
    test("arithmetic of a slope of %g: %d warning" % (slope, spoilt), len(told) == spoilt, told)
test.refuses("a gradient of one entry", ValueError, lambda: sample.FunctionSampler(
    lambda x: (abs(x).sum(), [1.0]), 3, quadratic=1, lipschitz=2).draw(1), "'gradient'", "accepted: 3")
together = sample.QuadraticSampler(numpy.eye(5) + 0.1)
drawn = []
threads = [threading.Thread(target=lambda: drawn.append(together.draw(50))) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
test("threads draw from one sampler in turn", [len(one) for one in drawn] == [50] * 3)
_, told = warned(lambda: test.refuses("a complex matrix", TypeError, lambda: sample.QuadraticSampler(H + 1j), "'matrix'", "complex"))
test("before numpy warns of a cast", not told, told)

test("a sampler shows its certificate", "QuadraticSampler of dimension 2, total variation" in repr(sampler), repr(sampler))
test.refuses("a function that is a number", TypeError, lambda: sample.FunctionSampler(3, 3), "'function' = 3", "(value, gradient)")
test.refuses("a function without a value", TypeError, lambda: sample.FunctionSampler(
    lambda x: None, 2, quadratic=1, lipschitz=1).draw(1), "'function'", "(value, gradient)")

# ---- Arguments by the names that callers gave ----

test.refuses("too many edges", ValueError, lambda: dpcvx.Cumulative(
    dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), edges=numpy.linspace(0, 1, 100001), column=0), "'len(edges)' = 100001")
test.refuses("no quantiles", ValueError, lambda: dpcvx.Cumulative(
    dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), edges=[0, 1], column=0).quantiles([]), "'len(probabilities)' = 0")
for said, given in (("text", "0.5"), ("texts", ["0.5"]), ("a set", {0.5}), ("rows", numpy.full((2, 2), 0.5))):
    test.refuses("probabilities of %s" % said, (TypeError, ValueError), lambda: dpcvx.Cumulative(
        dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), edges=[0, 1], column=0).quantiles(given), "argument 'probabilities'")
test.refuses("an epsilon beyond doubles", ValueError, lambda: dpcvx.Budget(10 ** 400, 1e-6), "argument 'epsilon'", "beyond doubles")
test.refuses("ranges beyond doubles", TypeError, lambda: dpcvx.Estimate(dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), ranges=(0, 10 ** 400)),
             "argument 'ranges'")
some = ([0] + [numpy.nan] * 6, [1] + [numpy.nan] * 6)
means, told = warned(lambda: dpcvx.Estimate(dpcvx.Dataset(numpy.ones((500, 7))), dpcvx.Budget(1.0, 1e-6), ranges=some),
                     dpcvx.NotDeclaredWarning)
test("columns whose ranges are released are named", "6 columns (1, 2, 3, 4, 5 and 1 more):" in str(told[0].message) and
     "Released ranges: of column 1, column 2, column 3, column 4, column 5 and 1 more." in means.text(), (told, means.text()))
counted = dpcvx.Histogram.from_counts((count for count in (3, 4)), dpcvx.Budget(1.0, 1e-6), [0, 1, 2], units=7)
test("counts may come from a generator", counted.values.size == 2)
atom = dpcvx.Cumulative.from_counts([2, 0, 1998], dpcvx.Budget(4, 1e-6), [0, 39, numpy.nextafter(40, 0), 40], units=2000,
                                    rng=dpcvx.Rng(b"atom 119")).robust("trimmed_mean", 0.01)
test("a trimmed mean of an atom at the end lies within the range", atom.values[0] <= 40 and
     dpcvx.Estimate.load(atom.save()).values[0] == atom.values[0], atom.values)
zeros = dpcvx.Dataset(X, numpy.arange(len(X)) % 2)
test.refuses("labels of 0 and 1", ValueError, lambda: dpcvx.fit_table(zeros, "logistic", 1.0, 1e-6, ranges=(-9, 9)),
             "fit_table: ", "in row 0; accepted: -1 or 1. Declare labels 0 and 1: Dataset(..., classes=(0, 1)). ",
             '"multinomial"')
test.refuses("labels of 2 and 3", ValueError, lambda: dpcvx.fit_table(
    dpcvx.Dataset(X, numpy.arange(len(X)) % 2 + 2), "logistic", 1.0, 1e-6, ranges=(-9, 9)), "classes=(first, second)", '"multinomial"')

# ---- An object in another's place ----

fit = dpcvx.fit_table(dpcvx.Dataset(X, numpy.where(X[:, 0] > 0.5, 1, -1)), "logistic", 1.0, 1e-6, ranges=(0, 1))
money, protocol, table = dpcvx.Budget(1.0, 1e-6), dpcvx.LocalProtocol.mean(0, 1, 2.0), dpcvx.Dataset(X, users=numpy.arange(len(X)))
for call, *words in (
        (lambda: dpcvx.Accountant().add(fit), "'curve' = a Fit", "accepted: a dpcvx.Curve: fit.guarantee().curve()"),
        (lambda: dpcvx.Accountant().add(fit.guarantee()), "'curve' = a Guarantee", "accepted: a dpcvx.Curve: guarantee.curve()"),
        (lambda: money.charge(fit), "'curve' = a Fit", "fit.guarantee().curve()"),
        (lambda: dpcvx.LocalAggregator(money), "'protocol' = a Budget", "accepted: a dpcvx.LocalProtocol"),
        (lambda: protocol.report(1, budget=fit), "'budget' = a Fit", "accepted: a dpcvx.Budget"),
        (lambda: dpcvx.LocalAggregator(protocol).merge(protocol), "'other' = a LocalProtocol", "accepted: a dpcvx.LocalAggregator"),
        (lambda: dpcvx.Accountant().merge(dpcvx.Curve.gdp(1)), "'other' = a Curve", "accepted: a dpcvx.Accountant"),
        (lambda: fit.evaluate(X, money), "'dataset' = a ndarray", "accepted: dpcvx.Dataset(rows, labels)"),
        (lambda: dpcvx.tables.Columns(type("Frame", (), {"iloc": None}), ["a"]), "'levels' = a list", "accepted: a dictionary by column"),
        (lambda: dpcvx.tables.Columns(type("Frame", (), {"iloc": None}), []), "'levels' = a list", "accepted: a dictionary by column"),
        (lambda: dpcvx.Estimate(table, money, ranges=(0, 1), rng=0), "'rng' = 0", "accepted: a dpcvx.Rng"),
        (lambda: fit.evaluate(table, money, rng=False), "'rng' = False", "accepted: a dpcvx.Rng"),
        (lambda: table.release_ranges(money, rng=0), "'rng' = 0", "accepted: a dpcvx.Rng"),
        (lambda: dpcvx.Dataset(X, users=numpy.arange(len(X)) // 2, max_records_per_user=1, rng=0), "'rng' = 0", "accepted: a dpcvx.Rng"),
        (lambda: dpcvx.Dataset(X, rng=False), "'rng' = False", "accepted: a dpcvx.Rng"),
        (lambda: protocol.report(1, rng=False), "'rng' = False", "accepted: a dpcvx.Rng")):
    test.refuses("in another's place: %s" % words[0], TypeError, call, *words)
test("which charges nothing", money.figure("charges") == 0)

# ---- A plan is refused by its own name, and a fit by the fit's ----

for on in (None, dpcvx.Budget(2.0, 1e-5)):
    test.refuses("a plan of labels of 0 and 1", ValueError, lambda budget=on: dpcvx.plan_table(
        zeros, "logistic", 1.0, 1e-6, ranges=(-9, 9), budget=budget), "plan_table: ")
    test.refuses("a fit of labels of 0 and 1", ValueError, lambda budget=on: dpcvx.fit_table(
        zeros, "logistic", 1.0, 1e-6, ranges=(-9, 9), budget=budget), "fit_table: ")

raise SystemExit(test.failed)
