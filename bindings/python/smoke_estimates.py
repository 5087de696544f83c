"""What callers of estimates meet: weights and options without effect, ranges in another layout, names in messages, intervals of
correlations. Prints "ok" lines."""
import json
import pickle
import warnings

import numpy

import dpcvx
from dpcvx import hypothesis
from smoke_support import Tests, refusal, warned

test = Tests("python estimates")
generator = numpy.random.default_rng(5)
X = generator.uniform(0, 1, (400, 2))
data = dpcvx.Dataset(X)


def budget(**given):
    return dpcvx.Budget(1.0, 1e-6, **given)


# ---- Weights are not used: a warning says so before the charge ----

weighted, money = dpcvx.Dataset(X, weights=numpy.full(400, 2.0)), budget()
for name, call in (("Estimate", lambda table: dpcvx.Estimate(table, money, (0, 1))),
                   ("Histogram", lambda table: dpcvx.Histogram(table, money, [0, 0.5, 1])),
                   ("Covariance", lambda table: dpcvx.Covariance(table, money, (0, 1))),
                   ("mean_sums", lambda table: dpcvx.estimate.mean_sums(table, (0, 1), money.price(0.5), "replace_one"))):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        test.refuses("%s warns of weights" % name, UserWarning, lambda: call(weighted),
                     "Weights of records are not used: those of weight 0 are left out, and all units count alike")
test("and nothing was charged", money.figure("charges") == 0)
with warnings.catch_warnings():
    warnings.simplefilter("error", UserWarning)
    told = dpcvx.Estimate(dpcvx.Dataset(X, missing="null"), budget(), (0, 1), price=dpcvx.Curve.pure(0.01)).text()
test("null records alone are no weights of the caller", "weights of records are not used" in told, told)

# ---- Options without effect are refused before a charge, and say where they act ----

RELEASED, DIVIDED = "where an Estimate releases ranges", "divides the range between two edges"
SHARES = {"range_fraction": (0.3, RELEASED), "range_coverage": (0.9, RELEASED)}
CELLS = {"cells": (8, DIVIDED)}
COUNTS = {"counts": [1, 2], "units": 3, "edges": [0, 0.5, 1]}
DRAWN = generator.uniform(0, 1, 50)
money = budget()
for name, call, unread in (
        ("Estimate", lambda **o: dpcvx.Estimate(data, money, (0, 1), **o), {**SHARES, **CELLS}),
        ("Histogram", lambda **o: dpcvx.Histogram(data, money, [0, 0.5, 1], **o), {**SHARES, **CELLS}),
        ("Cumulative", lambda **o: dpcvx.Cumulative(data, money, [0, 0.5, 1], **o), {**SHARES, **CELLS}),
        ("Cumulative of two edges", lambda **o: dpcvx.Cumulative(data, money, [0, 1], **o), SHARES),
        ("Histogram.from_counts", lambda **o: dpcvx.Histogram.from_counts(budget=money, **COUNTS, **o), {**SHARES, **CELLS}),
        ("Cumulative.from_counts", lambda **o: dpcvx.Cumulative.from_counts(budget=money, **COUNTS, **o), {**SHARES, **CELLS}),
        ("Estimate.from_sums", lambda **o: dpcvx.Estimate.from_sums([0] * 6, money, (0, 1), **o), {**SHARES, **CELLS}),
        ("mean_sums", lambda **o: dpcvx.estimate.mean_sums(data, (0, 1), money.price(1.0), "replace_one", **o),
         {**SHARES, **CELLS, "interval_level": (0.9, "in Estimate.from_sums"), "simultaneous": (True, "in Estimate.from_sums")}),
        ("cell_counts", lambda **o: dpcvx.cell_counts("histogram", [0.2], [0, 0.5, 1], **o), CELLS),
        ("expected_mean_interval", lambda **o: dpcvx.expected_mean_interval(money, 400, 0, 1, 0.5, 0.3, **o), {**SHARES, **CELLS}),
        ("expected_variance_interval", lambda **o: dpcvx.expected_variance_interval(money, 400, 0, 1, 0.5, 0.3, **o),
         {**SHARES, **CELLS}),
        ("expected_robust_interval", lambda **o: dpcvx.expected_robust_interval(
            money, 400, DRAWN, [0, 0.5, 1], "trimmed_mean", 0.1, **o), {**SHARES, **CELLS, "simultaneous": (True, "several intervals")}),
        ("Covariance", lambda **o: dpcvx.Covariance(data, money, (0, 1), **o), {"preliminary_fraction": (0.3, "rounds=2")}),
        ("expected_covariance_noise", lambda **o: dpcvx.expected_covariance_noise(money, 400, 2, **o),
         {"preliminary_fraction": (0.3, "rounds=2"), "simultaneous": (True, "in Covariance")}),
        ("Discrete", lambda **o: hypothesis.Discrete([[0.5, 0.5], [0.3, 0.7]], **o), {"failure_probability": (0.1, "samples")}),
        ("OwnHypotheses", lambda **o: hypothesis.OwnHypotheses(max, 1, [[0.5, 0.5], [0.5, 0.5]], **o),
         {"failure_probability": (0.1, "samples")})):
    for option, (value, where) in unread.items():
        test.refuses("%s of %s" % (option, name), ValueError, lambda: call(**{option: value}), "'%s' = %r" % (option, value),
                     "no effect: it acts", where)
    problem = refusal((TypeError, ValueError), lambda: call(none_such=1))
    test("nor does %s offer them" % name, problem is not None and not any(option in str(problem) for option in unread), problem)
test("none was charged", money.figure("charges") == 0)
for name, made in (("shares of ranges that are released", lambda: dpcvx.Estimate(data, budget(), range_fraction=0.3, range_coverage=0.9)),
                   ("cells between two edges", lambda: dpcvx.Histogram(data, budget(), [0, 1], cells=8)),
                   ("a share of rounds", lambda: dpcvx.Covariance(data, budget(), (0, 1), rounds=2, preliminary_fraction=0.3))):
    test("control: %s are taken" % name, made().figure("units") == 400)

# ---- Messages have the names that callers gave ----

draws = generator.normal(size=(2, 9, 3))
draws[1, 7, 2] = numpy.nan
for name, call, words in (
        ("counts of other cells", lambda: dpcvx.Histogram.from_counts([1, 2, 3], budget(), [0, 1, 2], units=6),
         ("Histogram.from_counts: argument 'len(counts)' = 3",)),
        ("counts of fewer cells", lambda: dpcvx.Cumulative.from_counts([3], budget(), [0, 1, 2], units=6),
         ("Cumulative.from_counts: argument 'len(counts)' = 1",)),
        ("ends that fall", lambda: dpcvx.Estimate.from_sums([0] * 6, budget(), (1, 0)), ("'ranges",)),
        ("an infinite end", lambda: dpcvx.estimate.mean_sums(data, (0, numpy.inf), budget().price(1.0), "replace_one"),
         ("argument 'ranges[1]' = inf",)),
        ("a draw of NaN", lambda: hypothesis.OwnHypotheses(max, 3, samples=draws), ("'samples' = nan in row 7, column 2 of law 1",)),
        ("an infinite covariance", lambda: hypothesis.GaussianMeans([0, 0], [1, 1], [[1, 0], [numpy.inf, 1]], 0.1),
         ("'covariance' = inf in row 1, column 0",)),
        ("ids of pairs", lambda: dpcvx.Dataset(X[:2], users=[(1, 2), (3, 4)]), ("'users' = (1, 2) at 0", "whole numbers", "or text")),
        ("ids of bytes", lambda: dpcvx.Dataset(X[:2], users=[b"a", b"b"]), ("'users' = b'a' at 0", "or text")),
        ("ids of dates", lambda: dpcvx.Dataset(X[:2], users=numpy.array(["2020-01-01"] * 2, "datetime64[D]")),
         ("'users' = an array of dtype datetime64[D]", "or text")),
        ("halves as ids", lambda: dpcvx.Dataset(X[:2], users=numpy.array([1, 0.5])), ("'users' = 0.5 at 1", "or text")),
        ("an id that is missing", lambda: dpcvx.Dataset(X[:2], users=numpy.array([1, numpy.nan])), ("'users' = nan at 1", "nobody owns"))):
    test.refuses(name, (TypeError, ValueError), call, *words)
for name, call, words in (("variances of a histogram", lambda: dpcvx.Histogram(data, budget(), [0, 1]).variances(),
                           "Estimate.variances: made of an estimate of another kind"),
                          ("deviations of quantiles", lambda: dpcvx.Cumulative(data, budget(), [0, 1]).quantiles(0.5).stddevs(),
                           "Estimate.stddevs: made of quantiles")):
    test.refuses(name, dpcvx.Error, call, words)
for kind in (dpcvx.Histogram, dpcvx.Cumulative):
    test("help on %s.from_counts lists its options" % kind.__name__, "interval_level : " in kind.from_counts.__doc__)

# ---- Shapes: one column, pairs by column, one log density for all records ----

for name, values in (("an array", X[:, 0]), ("a list", X[:, 0].tolist())):
    test.refuses("%s of one dimension, with the remedy" % name, (TypeError, ValueError), lambda: dpcvx.Dataset(values), "[:, None]")
test("which works", dpcvx.Dataset(numpy.asarray(X[:, 0].tolist())[:, None]).columns == 1)
for pairs in (((18, 90), (0, 1)), [[0, 1], [0, 1]], numpy.array([[18, 90], [0, 1]]), [(18, 90), (0, 1)]):
    for name, call in (("means", lambda: dpcvx.Estimate(data, money, pairs)), ("a table", lambda: dpcvx.Dataset(X, ranges=pairs)),
                       ("a covariance", lambda: dpcvx.Covariance(data, money, pairs))):
        test.refuses("pairs by column for %s, with both layouts" % name, ValueError, call, "'ranges' = ", "Pairs by column",
                     "one low and one high end a column", "numpy.transpose(pairs)")
test("which works for pairs by column", (dpcvx.Dataset(X).ends(numpy.transpose([(18, 90), (0, 1)]))[1] == [90, 1]).all())
for name, returned in (("a number", 0.0), ("a column", numpy.zeros((50, 1))), ("nothing", None)):
    test.refuses("a log density that is %s" % name, ValueError, lambda: hypothesis.OwnHypotheses(
        lambda law, rows: returned, 1, samples=numpy.zeros((2, 50, 1))), "'function' = one that returned shape ", "for 50 records",
                 "one log density a record: shape (50,)")
test.refuses("a gradient of one entry for three coefficients", ValueError, lambda: dpcvx.Objective.from_units(
    lambda unit, w: (w @ w / 2, [1.0]), 9, 3, lipschitz=1, smoothness=1, strong_convexity=0).nonprivate_unit_gradients(
        [0, 0, 0], [0]), "'gradient' = 1 value", "accepted: 3")

# ---- Intervals of correlations ----


def correlated(generator, rows):
    """Two columns with a correlation of 1/2: the second is the first with probability 1/2."""
    values = generator.integers(0, 11, (2, rows)).astype(float)
    return dpcvx.Dataset(numpy.column_stack([values[0], numpy.where(generator.random(rows) < 0.5, values[0], values[1])]))


def covered(narrowed):
    """In how many of 20 tables intervals of level 0.95, narrowed about their middles, hold the correlation."""
    found = 0
    for table in range(20):
        made = dpcvx.Covariance(correlated(numpy.random.default_rng(table), 1000), budget(), (0, 10), simultaneous=True,
                                rng=dpcvx.Rng(b"correlation %04d" % table))
        low, high = (ends[0, 1] for ends in made.correlation_intervals(proved=True))
        found += abs((low + high) / 2 - 0.5) <= narrowed * (high - low) / 2
    return found


# A false alarm, 5 misses or more of 20, has a probability of 0.003 at most.
test("proved intervals of correlations hold in 16 of 20 tables or more", covered(1.0) >= 16, covered(1.0))
test("control: those of a tenth of the width do not", covered(0.1) < 16, covered(0.1))
made = dpcvx.Covariance(data, budget(), (0, 1))
low, high = made.correlation_intervals()
test("they hold what was released, and 1 of a column with itself", (low <= made.correlation).all() and
     (made.correlation <= high).all() and (numpy.diag(low) == 1).all() and (numpy.diag(high) == 1).all())
wider = made.correlation_intervals(proved=True)
test("proved ones are wider", (wider[1] - wider[0] >= high - low).all() and (wider[0] <= low).sum() > 1)
rounded = dpcvx.Covariance(data, budget(), (0, 1), rounds=2)
test.refuses("and come with one round", dpcvx.Error, lambda: rounded.correlation_intervals(proved=True),
             "Covariance.correlation_intervals: ", "for a covariance of 2 rounds")
test("the text has them, and says what they rest on", "Intervals of correlations are a parametric bootstrap" in made.text(), made.text())

# ---- Regressions of a covariance ----

given = numpy.random.default_rng(11).normal(size=(20000, 2))
noise = numpy.random.default_rng(12).normal(size=20000)
line = numpy.column_stack([3 + given[:, 0], 5 * given[:, 1], 1 + 2 * given[:, 0] - given[:, 1] + noise])
lines = dpcvx.Covariance(dpcvx.Dataset(line), dpcvx.Budget(4.0, 1e-6), ([-2, -25, -20], [8, 25, 20]), interval_level=1 - 1e-6,
                         rng=dpcvx.Rng(b"lines"))
fit = lines.regression(2)
slopes = numpy.linalg.solve(lines.matrix[:2, :2], lines.matrix[:2, 2])
exact = dict(zip(("x0", "x1", "(intercept)"), (*slopes, lines.means[2] - slopes @ lines.means[:2])))
test("a regression solves the normal equations", fit.coefficients.keys() == exact.keys() and
     all(abs(fit.coefficients[name] - exact[name]) < 1e-9 for name in exact), fit)
test("its intervals hold the truth", all(low <= true <= high for (low, high), true in zip(fit.intervals.values(), (2, -0.2, -5))) and
     fit.r_squared_interval[0] <= 5 / 6 <= fit.r_squared_interval[1], fit)
test("of some features, in their order", list(lines.regression(2, [1]).coefficients) == ["x1", "(intercept)"] and
     list(lines.regression(0, [2, 1]).coefficients) == ["x2", "x1", "(intercept)"])
test("its text has all of it", all(word in str(fit) for word in ("x1", "(intercept)", "R^2: ", "parametric bootstrap, for rows of one")))

def meaning_of(*names):
    """What a frame with these columns of numbers means."""
    columns = {"names": names, "flags": [], "null_rows": False, "assumed": [], "levels": {}}
    told = {"dpcvx_meaning": 1, "columns": columns, "classes": None, "assumed": [], "checked": []}
    return dpcvx.tables.Meaning.load(json.dumps(told).encode())


named = dpcvx.Covariance.load(lines.save(), meaning_of("age", "pay", "hours"))
test("a loaded one gives the same, by names", list(named.regression("hours", ["age"]).coefficients) == ["age", "(intercept)"] and
     list(named.regression("hours").intervals.values()) == list(fit.intervals.values()) and named.regression(2).label == "hours")
for name, call, words in (
        ("an unknown label", lambda: named.regression("wage"), ("'label' = 'wage'", "a number from 0 to 2, or one of age, pay, hours")),
        ("a label among the features", lambda: named.regression(2, [2]), ("'features' = 2", "columns other than label_column")),
        ("no features", lambda: named.regression(2, []), ("'features_count' = 0",)),
        ("a covariance of one column", lambda: dpcvx.Covariance(dpcvx.Dataset(line[:, :1]), budget(), (-2, 8)).regression(0),
         ("1 column",))):
    test.refuses("%s is refused" % name, (ValueError, dpcvx.Error), call, *words)
problems = []
for table in range(40):
    twice = dpcvx.Covariance(dpcvx.Dataset(line[:500, [0, 0, 1, 2]]), budget(), ([-2, -2, -25, -20], [8, 8, 25, 20]),
                             rng=dpcvx.Rng(b"twice %04d" % table))
    try:
        dpcvx.Covariance.load(twice.save(), meaning_of("a", "twin", "b", "y")).regression("y")
    except dpcvx.Error as problem:
        problems.append(str(problem))
test("columns that noise does not tell apart are refused by name", any("column 'a', column 'twin'" in said for said in problems), problems)

# ---- Covariances as bytes ----

stored = made.save()
again = dpcvx.Covariance.load(stored)
test("a covariance comes back from its bytes", again.json() == made.json() and again.save() == stored and
     (again.correlation_intervals()[0] == low).all())
test("and pickled, with its names", pickle.loads(pickle.dumps(made)).text() == made.text())
for name, wrong, words in (("another byte", stored[:99] + bytes([stored[99] ^ 1]) + stored[100:], ("'stored'", "damaged")),
                           ("a part", stored[:200], ("'stored'", "cut off")), ("an estimate's", dpcvx.Estimate(
                               data, budget(), (0, 1)).save(), ("'stored' = no covariance",))):
    test.refuses("%s is refused" % name, dpcvx.Error, lambda: dpcvx.Covariance.load(wrong), "Covariance.load: ", *words)

# ---- Released ranges ----

few = dpcvx.Dataset(numpy.random.default_rng(3).normal(50, 10, size=(100, 5)))
large, unpaid = dpcvx.Budget(10.0, 1e-6, filter="basic"), dpcvx.Budget(0.5, 1e-6)
_, told = warned(lambda: few.release_ranges(large, price=dpcvx.Curve.pure(10.0)), dpcvx.NoiseWarning)
test("ranges that may be far too wide are warned of", any("may be far too wide" in str(found.message) for found in told), told)
with warnings.catch_warnings():
    warnings.simplefilter("error", dpcvx.NoiseWarning)
    test.refuses("which comes before the charge", dpcvx.NoiseWarning, lambda: few.release_ranges(unpaid), "mostly noise")
test("which costs nothing", unpaid.figure("charges") == 0)
many = dpcvx.Dataset(numpy.random.default_rng(3).normal(50, 10, size=(10000, 5)))
_, told = warned(lambda: many.release_ranges(dpcvx.Budget(1.0, 1e-6)), dpcvx.NoiseWarning)
test.none("control: 10,000 rows at epsilon 1 have none", told)
_, told = warned(lambda: dpcvx.Estimate(few, dpcvx.Budget(0.5, 1e-6)), dpcvx.NoiseWarning)
test("ends leave out half of the values at most", any("at least 50 of 100 values" in str(found.message) for found in told), told)

for column in (5, -1, True, 1.5):
    test.refuses("column %r" % column, ValueError, lambda: few.column_number(column), "a number from 0 to 4")

# ---- Scores of tables with weights ----

weighted = dpcvx.Dataset(numpy.random.default_rng(4).random((400, 2)), numpy.tile([-1.0, 1.0], 200),
                         weights=numpy.tile([1.0, 2.0], 200))
fit = dpcvx.fit_table(dpcvx.Dataset(numpy.random.default_rng(5).random((4000, 2)), numpy.tile([-1.0, 1.0], 2000)), "logistic", 4.0, 1e-6,
                      ranges=(0, 1))
unpaid = budget()
with warnings.catch_warnings():
    warnings.simplefilter("error")
    test.refuses("a score warns of weights before the charge", UserWarning, lambda: fit.evaluate(weighted, unpaid), "are not used")
test("which costs nothing", unpaid.figure("charges") == 0)
score, _ = warned(lambda: fit.evaluate(weighted, unpaid), UserWarning)
test("and its report says so",
     "weights of records are not used: null ones (weight 0) are left out, and all units count alike" in score.report())

# ---- Warnings come once a call is accepted, and before its charge ----

few, none = dpcvx.Dataset(50 + generator.normal(size=(30, 1))), []
for adjacency, words in (("replace_one", "mostly noise"), ("add_remove", "without the data, that there are at least ")):
    for name, made in (("Estimate", lambda: dpcvx.Estimate(few, unpaid)), ("release_ranges", lambda: few.release_ranges(unpaid))):
        unpaid = dpcvx.Budget(1.0, 1e-6, adjacency=adjacency)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", dpcvx.NoiseWarning)
            test.refuses("%s of few units warns of noisy ranges, %s" % (name, adjacency), dpcvx.NoiseWarning, made, words)
        test("before the charge", unpaid.figure("charges") == 0)


def notes_of(rows):
    """Return what is told of ranges of so many rows under add/remove."""
    table = dpcvx.Dataset(generator.normal(size=(rows, 2)))
    _, told = warned(lambda: table.release_ranges(dpcvx.Budget(1.0, 1e-6, adjacency="add_remove")), dpcvx.NoiseWarning)
    return [str(one.message) for one in told]


test("under add/remove what is told depends on no number of rows", notes_of(3) == notes_of(5000) != none, notes_of(3))
many = dpcvx.Dataset(50 + generator.normal(size=(20000, 1)))
for made in (lambda: dpcvx.Estimate(many, dpcvx.Budget(1.0, 1e-6)), lambda: many.release_ranges(dpcvx.Budget(1.0, 1e-6))):
    _, told = warned(made, dpcvx.NoiseWarning)
    test("control: ranges of many units are told nothing of", told == none, told)

coins, tosses = dpcvx.hypothesis.Discrete([[0.5, 0.5], [0.3, 0.7]]), dpcvx.Dataset([[float(i % 10 < 7)] for i in range(400)])
loud, once = dpcvx.Curve.pure(30.0), dpcvx.Budget(99.0, 0.0)
_, told = warned(lambda: refusal(dpcvx.Error, lambda: coins.select(tosses, dpcvx.Budget(1.0, 1e-6), loud)))
test("a choice of laws that is refused warns of nothing", told == none, told)
chosen, told = warned(lambda: coins.select(tosses, once, loud), dpcvx.WeakPrivacyWarning)
test("one that is made warns of its price", chosen == 1 and once.figure("charges") == 1 and len(told) == 1, told)

spent = dpcvx.Budget(3.0, 1e-6)
spent.charge(spent.price(0.1))
far = spent.price(1.0)
spent.charge(spent.price(0.5))  # so that the price of before is too great, and another is told of
for name, made, error, words in (
        ("a histogram of edges that fall", lambda: dpcvx.Histogram(weighted, spent, [3, 2, 1]), ValueError, "'edges[1]'"),
        ("a price above what is left", lambda: dpcvx.Histogram(weighted, spent, [0, 1], price=far), dpcvx.Error, "does not fit"),
        ("a table of other columns", lambda: fit.evaluate(weighted.__class__(X[:, :1], weights=numpy.ones(len(X))), spent), dpcvx.Error,
         "columns"),
        ("a score that is none", lambda: fit.evaluate(weighted, spent, score="colour"), ValueError, "'score'"),
        ("a covariance of a budget of users", lambda: dpcvx.Covariance(weighted, dpcvx.Budget(1.0, 1e-6, unit="user"), (0, 1)), dpcvx.Error,
         "user"),
        ("means in falling ranges", lambda: dpcvx.Estimate(weighted, spent, (1, 0)), ValueError, "ranges")):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test.refuses("%s is refused" % name, error, made, words)
    test("and warns of nothing", caught == none, [str(one.message) for one in caught])
test("none of which was charged", spent.figure("charges") == 2)
_, told = warned(lambda: dpcvx.Histogram(weighted, spent, [0, 1]), UserWarning)
told = [str(one.message) for one in told]
test("control: what is accepted warns", "no price was given" in told[0] and "of weight 0 are left out" in told[1], told)
for filter_name in ("gdp", "zcdp", "rdp", "basic"):
    spent = dpcvx.Budget(1.0, 1e-6, filter=filter_name)
    spent.charge(spent.price(0.3))
    spent.charge(spent.price(1.0))
    left = spent.figure("main_remaining"), spent.figure("epsilon_remaining")
    test("nothing is left of a spent budget, filter %s" % filter_name, left == (0, 0), left)

# ---- An RDP budget counts at one order ----

renyi = dpcvx.Budget(1.0, 1e-6, filter="rdp")
test.refuses("a Gaussian price of its whole epsilon asks for more, which the refusal says", dpcvx.Error,
             lambda: renyi.charge(renyi.price(epsilon=1.0)), "Budget.price(1) is all that is left")
renyi.charge(renyi.price(1.0))
test("that price is all of it", abs(renyi.spent - 1) < 1e-12)

raise SystemExit(test.failed)
