"""What reports, reprs and warnings say to who reads them: coefficients and their scale, what was asked and spent, names. Prints
"ok" lines."""
import json
import re
import warnings

import numpy

import dpcvx
from smoke_support import Tests, refusal, warned

test = Tests("python reports")
generator = numpy.random.default_rng(3)
X = generator.random((4000, 3))
y = 2 * X[:, 0] + X[:, 1]
PRICE = {"epsilon": 4.0, "delta": 1e-6, "ranges": (0, 1)}
table, labelled = dpcvx.Dataset(X, y), dpcvx.Dataset(X, y > 1.5)

# ---- Coefficients ----

fit = dpcvx.fit_table(labelled, "logistic", **PRICE)
line = fit.report().splitlines()[2]
test("a report shows coefficients", [float(found) for found in re.findall(r"(?:x\d|\(intercept\)) (\S+?)(?:,|$)", line)] == [
    float("%.5g" % value) for value in numpy.roll(fit.original_coefficients(), 1)], line)
for name, given, said in (
        ("no log-odds", {}, "not log-odds: rows are shortened; row_bound=4 ** 0.5 with centring_fraction=0 avoids it"),
        ("of centred rows that may be long", {"row_bound": 2.0}, "not log-odds: rows far from the means are shortened"),
        ("the whole truth", {"row_bound": 2.0, "centring_fraction": 0.0}, "in the units of the table:\n")):
    fit = dpcvx.fit_table(labelled, "logistic", **PRICE, **given)
    rows = numpy.vstack([numpy.zeros(3), numpy.ones(3), X[:9]])
    linear = numpy.abs(fit.decision_values(rows) / (rows @ fit.original_coefficients()[:3] + fit.original_coefficients()[3]) - 1).max()
    test("and says that they are %s" % name, said in fit.report() and (linear < 1e-9) == (name == "the whole truth"), fit.report())
short = dpcvx.fit_table(dpcvx.Dataset(X, y), "squared", **PRICE, label_range=(0, 3), row_bound=1.0)
test("centring alone is not said to avoid what a short row_bound does",
     "shortened; row_bound=4 ** 0.5 with centring_fraction=0 avoids it" in short.report() and short.report().count("avoids it") == 1)
unscaled = dpcvx.Objective(labelled, "logistic", l2=0.01)
left = dpcvx.Budget(4.0, 1e-6)
test("of a table without ranges no bound is said to avoid it",
     "avoids it" not in dpcvx.Fit(left, warned(lambda: dpcvx.Plan(left, unscaled), UserWarning)[0]).report())
wide = dpcvx.fit_table(dpcvx.Dataset(generator.random((500, 30)), numpy.arange(500) % 2 == 0), "hinge", **PRICE)
test("of many columns ten", "x9 " in wide.report() and "x10 " not in wide.report() and ", and 20 more" in wide.report())

# ---- What was asked and spent ----

test("a report states what was asked", "\nAsked: epsilon = 4 at delta = 1e-06. What it spent:\nPrivacy: " in fit.report(), fit.report())
budget = dpcvx.Budget(1.0, 1e-6)
budget.charge(budget.price(epsilon=0.5))
test("a budget tells what is spent and left", abs(budget.spent - 0.5) < 1e-6 and 0.8 < budget.left < 0.9, budget)
test.refuses("a charge beyond it", dpcvx.Error, lambda: budget.charge(budget.price(epsilon=0.9)), "At most epsilon = %.3f" % budget.left)
test("a rehearsal says that it is one", "a rehearsal" in repr(budget.rehearsal()) and "rehearsal" not in repr(budget), budget.rehearsal())
budget.charge(budget.price(1.0))
told = warned(lambda: refusal(dpcvx.Error, lambda: dpcvx.Histogram(table, budget, edges=[0, 1, 2])), dpcvx.WholeBudgetWarning)
test("no warning of a charge of nothing", told[0] is not None and not told[1], told)

# ---- Estimates ----

cities = numpy.array(["Oslo", "Rome", "Rome", "Bern"] * 1000, object)
shares = dpcvx.Histogram.of_levels(cities, dpcvx.Budget(1.0, 1e-6), levels=("Oslo", "Rome"), others="elsewhere")
test("shares of levels", shares.names() == ["Oslo", "Rome", "elsewhere"] and abs(shares.values - [0.25, 0.5, 0.25]).max() < 0.02, shares)
test("their report names them", "\n  Oslo: " in shares.text() and "\n  elsewhere: " in shares.text(), shares.text())
test("and says nothing of ranges and edges, which they have not", not re.search("out of the range|edges", shares.text()) and
     "Note: the levels are public (assumed)\n" in shares.text(), shares.text())
test("nor do its JSON and its guarantee", not any(re.search("range_low|edges", said) or "the levels are public" not in said for said in (
    shares.json(), shares.guarantee().text(), shares.guarantee().json())), shares.json())
of_edges = dpcvx.Histogram(table, dpcvx.Budget(1.0, 1e-6), edges=[0, 0.5, 1]).text()
test("where there are edges it does", "out of the range" in of_edges and "the edges of the cells are public" in of_edges, of_edges)
loaded = dpcvx.Estimate.load(shares.save())
test("bytes have no names: levels have their numbers", loaded.names() == ["level 0", "level 1", "level 2"] and "level 0 = 0.2" in repr(
    loaded) and json.loads(loaded.json())["levels"] == [0, 1, 2], loaded)
test("JSON has names where they are known", json.loads(shares.json())["levels"] == shares.names(), shares.json())
broken = dpcvx.Histogram.of_levels(cities, dpcvx.Budget(1.0, 1e-6), levels=("Oslo\n  level 1: 1", "Rome"), others="elsewhere")
test("a level is in one line", "\n  Oslo\\n  level 1: 1: " in broken.text() and "\n  Rome: " in broken.text() and "\n" not in repr(
    broken), broken.text())
test("so does a line", repr(shares).startswith("<dpcvx.Histogram: Oslo = 0.2") and "], Rome = 0." in repr(shares), shares)
by_user = dpcvx.Histogram.of_levels(cities, dpcvx.Budget(1.0, 1e-6, unit="user"), levels=("Oslo", "Rome"), others="elsewhere",
                                    users=numpy.arange(4000) // 4)
test("of users", by_user.figure("units") == 1000 and abs(by_user.values - [0.25, 0.5, 0.25]).max() < 0.1, by_user)
for name, values, given, words in (("a value that is no level", cities, {"levels": ("Oslo", "Rome")}, ("'Bern' at 3", "others=")),
                                   ("one level", cities, {"levels": ("Oslo",)}, ("two levels or more",)),
                                   ("levels that are the same", cities, {"levels": ("Oslo", "Oslo")}, ("levels that differ",)),
                                   ("the name of a column", "city", {}, ("frame['city']",))):
    test.refuses(name, (TypeError, ValueError), lambda: dpcvx.Histogram.of_levels(values, dpcvx.Budget(1.0, 1e-6), **given), *words)
_, told = warned(lambda: dpcvx.Histogram.of_levels(cities, dpcvx.Budget(1.0, 1e-6)), dpcvx.AssumedWarning)
test("levels that are read off the data are assumed", len(told) == 1, told)
incomes = dpcvx.Cumulative(table, dpcvx.Budget(1.0, 1e-6), edges=[0, 0.5, 1.0])
test("a statistic has its name", incomes.robust("quantile_range", 0.25).names() == ["quantile_range of 0.25"])
test("edges name shares", incomes.names() == ["up to 0.5"], incomes.names())
_, told = warned(lambda: fit.evaluate(dpcvx.Dataset(X[:9], y[:9] > 1.5), dpcvx.Budget(1.0, 1e-6)), dpcvx.SameRowsWarning)
test("a score of a view of the fit's rows warns", len(told) == 1, told)

squares = dpcvx.fit_table(table, "squared", **PRICE, label_range=(0, 3))
held, small = dpcvx.Dataset(X[:50].copy(), y[:50]), dpcvx.Budget(0.1, 1e-6)
with warnings.catch_warnings():
    warnings.simplefilter("error", dpcvx.NoiseWarning)
    hidden = refusal(dpcvx.NoiseWarning, lambda: squares.evaluate(held, small), "expected to hide the score")
test("a score that noise will hide warns before its charge", hidden is not None and small.figure("charges") == 0, hidden)
_, told = warned(lambda: squares.evaluate(held, small), dpcvx.NoiseWarning)
test("and once", len(told) == 1 and small.figure("charges") == 1, told)

# ---- Names of columns ----

try:
    import pandas
except ImportError:
    pandas = None
    print("skip python reports: there is no pandas")
if pandas is not None:
    frame = pandas.DataFrame(generator.random((2000, 8)), columns=["c%d" % place for place in range(8)])
    of_frame = dpcvx.Dataset(frame, numpy.arange(2000) % 2 == 0)
    for name, release in (("fit_table", lambda: dpcvx.fit_table(of_frame, "logistic", 1.0, 1e-6)),
                          ("Estimate", lambda: dpcvx.Estimate(of_frame, dpcvx.Budget(1.0, 1e-6)))):
        _, told = warned(release, dpcvx.NotDeclaredWarning)
        test("%s names columns without ranges" % name, len(told) == 1 and "for 8 columns (c0, c1, c2, c3, c4 and 3 more):" in str(
            told[0].message), told)
    named = dpcvx.Dataset(frame.assign(city=pandas.Categorical(["a", "b"] * 1000)))
    test.refuses("a histogram of levels", ValueError, lambda: dpcvx.Histogram(named, dpcvx.Budget(1.0, 1e-6), [0, 1], column="city"),
                 "Histogram.of_levels(frame['city'], budget)")
for name, value, says in (("NaN", numpy.nan, True), ("infinity", numpy.inf, False)):
    problem = refusal(ValueError, lambda: dpcvx.Dataset([[1.0, value]]))
    test("%s in an array: %s that missing='null' takes it" % (name, says), ("missing='null'" in str(problem)) == says, problem)

# ---- Covariances whose noise hides all ----

few = dpcvx.Budget(0.01, 1e-6)
with warnings.catch_warnings():
    warnings.simplefilter("error", dpcvx.NoiseWarning)
    test.refuses("a covariance of noise alone warns before the charge", dpcvx.NoiseWarning,
                 lambda: dpcvx.Covariance(table, few, ranges=(0, 1)), "is expected to hide")
    test("which is none then", few.figure("charges") == 0)
    test("and not where it leaves them", dpcvx.Covariance(table, dpcvx.Budget(1.0, 1e-6), ranges=(0, 1)).figure("columns") == 3)

# ---- Help ----

test("help has no empty brackets", " ()." not in dpcvx.fit_table.__doc__ + dpcvx.plan_table.__doc__)
test("and says how clips are chosen", "how clips are chosen." in dpcvx.fit_table.__doc__)
raise SystemExit(test.failed)
