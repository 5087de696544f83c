"""What estimators charge, and when; what they say of it; what they refuse before a charge. Prints "ok" lines, and "skip"
where there is no scikit-learn."""
import json
import os
import pickle
import signal
import sys
import tempfile
import warnings

import numpy

import dpcvx

try:
    import sklearn.model_selection
except ImportError:
    print("skip python charges: there is no scikit-learn")
    sys.exit(0)
try:
    import scipy.sparse
except ImportError:
    scipy = None
from dpcvx import estimators
from dpcvx.simple import TableCall
from smoke_support import Tests, refusal, warned

test = Tests("python charges")
generator = numpy.random.default_rng(15)
X = generator.random((3000, 2))
signs = numpy.where(X[:, 0] > X[:, 1], "yes", "no")
y = X[:, 0] - X[:, 1]
CLASSES = {"bounds": (0, 1), "classes": ("no", "yes")}


def ledger(**more):
    return dpcvx.Budget(4.0, 1e-5, filter="basic", **more)


def charges(budget):
    return budget.figure("charges")


def spent(budget):
    return budget.figure("epsilon_spent")


# ---- A choice among settings ----

candidates = [{"l2": 0.1}, {"l2": 0.001}]
pays = ledger()


def select(budget, **more):
    return dpcvx.select_fit(dpcvx.Dataset(X, X[:, 0] > X[:, 1]), "logistic", 3.0, 1e-6, candidates, (0, 1), budget=budget, **more)


test("a budget pays for a selection", select(pays).chosen in (0, 1) and charges(pays) == 1 and abs(spent(pays) - 3) < 1e-9 and
     "a choice among fits of a table" in pays.text(), pays.text())
for budget, words, asked in (
        (pays, "the charge does not fit", {}), (dpcvx.Budget(9.0, 1e-5), 'filter "gdp"; accepted: one that takes', {}),
        (ledger(adjacency="add_remove"), "; give nominal_units=n", {}), (ledger(unit="user"), "without user ids", {}),
        (ledger(), "'adjacency' = \"add_remove\"; accepted: the adjacency of the budget", {"adjacency": "add_remove"})):
    before = charges(budget)
    problem, told = warned(lambda: refusal((dpcvx.Error, ValueError), lambda: dpcvx.select_fit(
        dpcvx.Dataset(X, X[:, 0] > X[:, 1]), "logistic", 3.0, 1e-6, candidates, budget=budget, **asked), words))
    test("what no budget pays for, and warns of nothing: " + words, problem is not None and not told, (problem, told))
    test("it costs nothing", charges(budget) == before)
test.refuses("a number for a budget", TypeError, lambda: select(3.0), "'budget' = 3.0; accepted: a dpcvx.Budget")
_, told = warned(lambda: dpcvx.select_fit(dpcvx.Dataset(X, X[:, 0] > X[:, 1]), "logistic", 3.0, 1e-6, candidates, budget=ledger()),
                 dpcvx.NotDeclaredWarning)
test("control: one that is paid warns", len(told) == 1, told)

# ---- Arguments are checked before the charge ----

WRONG = (("bounds of another length", {"bounds": ([0] * 3, [1] * 3)}), ("swapped bounds", {"bounds": (1, 0)}),
         ("bounds by name, of an array", {"bounds": {"age": (0, 1)}}), ("a negative penalty", {"l2": -1}),
         ("an unknown method", {"method": "x"}), ("an unknown option", {"options": {"C": 1}}),
         ("a method that does not apply", {"method": "sufficient_statistics"}), ("bool for epsilon", {"epsilon": True}),
         ("a negative epsilon", {"epsilon": -1.0}), ("text for epsilon", {"epsilon": "1"}), ("an unknown word", {"missing": "skip"}),
         ("equal classes", {"classes": ("no", "no")}))
for name, wrong in WRONG:
    budget = ledger()
    model = estimators.LogisticRegression(**{**CLASSES, "budget": budget, **wrong})
    problem = refusal((dpcvx.Error, ValueError, TypeError), lambda: model.fit(X, signs))
    test("%s: refused, uncharged" % name, problem is not None and charges(budget) == 0, (problem, charges(budget)))
    if not set(wrong) & {"epsilon", "missing"}:
        search = estimators.PrivateSearch(model, {"fit_intercept": [True, False]}, budget=budget)
        problem = refusal((dpcvx.Error, ValueError, TypeError), lambda: search.fit(X, signs))
        test("%s, in a search: refused, uncharged" % name, problem is not None and charges(budget) == 0, problem)
budget = ledger()
for name, search in (
        ("an unknown score", estimators.PrivateSearch(estimators.LogisticRegression(**CLASSES), {"l2": [0, .1]}, scoring="x")),
        ("equal settings", estimators.PrivateSearch(estimators.LogisticRegression(**CLASSES), {"l2": [0, 0]})),
        ("an inclusion above 1", estimators.PrivateSearch(estimators.LogisticRegression(**CLASSES), {"l2": [0, .1]}, inclusion=2)),
        ("a score of another loss", estimators.PrivateSearch(estimators.LogisticRegression(**CLASSES), {"l2": [0, .1]}, scoring="r2"))):
    problem = refusal((dpcvx.Error, ValueError), lambda: search.set_params(budget=budget).fit(X, signs))
    test("a search with %s: refused, uncharged" % name, problem is not None and charges(budget) == 0, problem)
model = estimators.LogisticRegression(budget=budget, **CLASSES).fit(X, signs)
before = dict(vars(model))
problem = refusal(Exception, lambda: model.set_params(l2=-1).fit(X[:, :1], signs))
after = dict(vars(model), l2=model.l2)
test("a refused fit leaves the model as it was", problem is not None and charges(budget) == 1 and
     {name for name in after if after[name] is not before.get(name)} <= {"l2"}, (problem, charges(budget)))
test("control: right arguments are charged", charges(budget) == 1)
with warnings.catch_warnings():
    warnings.simplefilter("error", dpcvx.NotDeclaredWarning)
    problem = refusal(dpcvx.NotDeclaredWarning, lambda: estimators.LogisticRegression(
        budget=budget, classes=("no", "yes")).fit(X, signs))
test("a warning that is an error costs nothing", problem is not None and charges(budget) == 1)
with warnings.catch_warnings():
    poor = estimators.LogisticRegression(epsilon=0.01, budget=budget, **CLASSES)
    warnings.simplefilter("error", dpcvx.NoiseWarning)
    problem = refusal(dpcvx.NoiseWarning, lambda: poor.fit(X[:200], signs[:200]))
test("one of noise too", problem is not None and charges(budget) == 1 and not hasattr(poor, "fit_"), problem)
with warnings.catch_warnings():
    warnings.simplefilter("error", dpcvx.NoiseWarning)
    problem = refusal(dpcvx.NoiseWarning, lambda: dpcvx.Covariance(dpcvx.Dataset(X * 1e-3), dpcvx.Budget(1, 1e-6), ranges=(-1, 1)))
test("an error of noise after a charge holds what was released", isinstance(problem.released, dpcvx.Covariance), problem)
_, told = warned(lambda: refusal(ValueError, lambda: estimators.LogisticRegression(method="x").fit(X, signs)))
test("a refused fit warns of nothing", not told, told)

# ---- Scores and searches charge the ledger of the model ----

budget = ledger()
model = estimators.LogisticRegression(budget=budget, **CLASSES).fit(X, signs)
model.private_score(X, signs, epsilon=0.5)
test("a score charges the model's ledger", charges(budget) == 2 and abs(budget.figure("epsilon_spent") - 1.5) < 1e-9,
     budget.text())
estimators.PrivateScorer(0.5)(model, X, signs)
test("a scorer too", charges(budget) == 3 and abs(budget.figure("epsilon_spent") - 2.0) < 1e-9, budget.text())
own = ledger()
model.private_score(X, signs, epsilon=0.5, budget=own)
test("a ledger that is given is charged instead", charges(own) == 1 and charges(budget) == 3)
test.refuses("a score beyond the ledger", dpcvx.Error, lambda: model.private_score(X, signs, epsilon=3.0), status=dpcvx.ERR_BUDGET)
budget = ledger()
inner = estimators.LogisticRegression(budget=budget, **CLASSES)
search = estimators.PrivateSearch(inner, {"l2": [0.0, 0.1]}).fit(X, signs)
test("made with its release", "LogisticRegression.fit: a choice among fits of a table" in budget.text(), budget.text())
test("a search charges the ledger of its estimator", charges(budget) == 1 and search.best_estimator_.budget is budget)
search.private_score(X, signs, epsilon=0.5)
test("and so does its score", charges(budget) == 2)
test.refuses("two ledgers", ValueError, lambda: estimators.PrivateSearch(inner, {"l2": [0.0]}, budget=ledger()).fit(X, signs),
             "two budgets")

# ---- Ledgers that do not add up epsilons ----

for kind in ("gdp", "zcdp"):
    budget = dpcvx.Budget(3.0, 1e-5, filter=kind)
    model = estimators.LogisticRegression(epsilon=1.0, delta=1e-5, budget=budget, **CLASSES)
    scores = sklearn.model_selection.cross_val_score(model, X, signs, cv=3)
    model.fit(X, signs)
    charged, made = budget.figure("main_spent"), model.fit_.guarantee().curve()
    one = charged / 4 if kind == "zcdp" else (charged ** 2 / 4) ** 0.5
    cost = made.zcdp_rho() if kind == "zcdp" else made.gdp_mu()
    test("a ledger with filter %s: four fits for less than four epsilons" % kind, charges(budget) == 4 and scores.min() > 0.8 and
         cost <= one * (1 + 1e-9) and 1.0 < budget.figure("epsilon_spent") < 2.6, (cost, one, budget.text()))
for kind in ("gdp", "basic", "zcdp"):
    budget = dpcvx.Budget(8.0, 1e-5, filter=kind)
    model, _ = warned(lambda: estimators.LinearRegression(epsilon=4.0, bounds=(0, 1), budget=budget).fit(X, y))
    cost, whole = model.fit_.guarantee().curve(), dpcvx.Budget(8.0, 1e-5, filter=kind).price(epsilon=4.0)
    delta = 5e-6 if kind == "basic" else 1e-5
    test("a fit with a released range of labels is one charge of a %s ledger" % kind, charges(budget) == 1 and
         0.5 * spent(budget) < cost.epsilon(delta) <= min(spent(budget), whole.epsilon(delta)) * (1 + 1e-9), budget.text())
    test("its entry names the estimator", "LinearRegression.fit: a fit of a table" in budget.text(), budget.text())
of_users = dpcvx.Budget(8.0, 1e-5, unit="user", filter="basic")
for name, refused in (("a budget", lambda: of_users.charge(cost)), ("an accountant", lambda: dpcvx.Accountant(unit="user").add(cost))):
    test.refuses("a curve of a fit of records, in %s of users" % name, dpcvx.Error, refused,
                 "'curve' = a curve of one record under replace-one; accepted: one of one user under replace-one", "Curve.group")
of_users.charge(cost.group(1))
test("as users of one record it is taken", charges(of_users) == 1)
both = dpcvx.Budget(4.0, 1e-5, filter="gdp", basic_epsilon_fraction=0.5, basic_delta_fraction=0.5)
estimators.LogisticRegression(epsilon=1.0, delta=1e-6, budget=both, **CLASSES).fit(X, signs)
test("a basic sub-budget takes (epsilon, delta) of a fit", charges(both) == 1 and
     abs(both.figure("basic_epsilon_remaining") - 1.0) < 1e-9, both.text())
price = dpcvx.Budget(2.0, 1e-6).price(epsilon=0.5)
of_renyi = dpcvx.Budget(2.0, 1e-6, filter="rdp")
of_renyi.charge(of_renyi.price(epsilon=0.5))
test("on a budget of Renyi divergences too", 0.5 <= of_renyi.figure("epsilon_spent") < 1.0, of_renyi.text())
test("a price of an epsilon", abs(price.epsilon(1e-6) - 0.5) < 1e-9 and abs(
    dpcvx.Budget(2.0, 1e-6, filter="basic").price(epsilon=0.5).epsilon(2.5e-7) - 0.5) < 1e-9)

# ---- Ctrl-C ----

signal.signal(signal.SIGINT, signal.default_int_handler)
whole = TableCall.run
budget = ledger()
model = estimators.LogisticRegression(budget=budget, method="noisy_gradient_descent", **CLASSES).fit(X, signs)
earlier = model.coef_.copy(), model.fit_
TableCall.run = lambda asked, _progress=None, *more: whole(asked, lambda _done, _total: signal.raise_signal(signal.SIGINT), *more)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    stopped = refusal(KeyboardInterrupt, lambda: model.fit(X, signs), "charge of (1, 1e-06) stays")
test("a cancelled fit is the model as a whole", stopped is not None and model.fit_ is not earlier[1] and
     model.fit_.outcome() == "cancelled" and (model.coef_ != earlier[0]).any() and "cancelled" in model.report_ and
     numpy.allclose(model.coef_[0], model.fit_.original_coefficients()[:-1]) and charges(budget) == 2, stopped)


def interrupt(*given):
    whole(*given)
    raise KeyboardInterrupt


TableCall.run = interrupt
stopped = refusal(KeyboardInterrupt, lambda: model.fit(X, signs), "there is no model", "(1, 1e-06) stays")
test("an interrupted fit leaves no model, and tells of its charge", stopped is not None and charges(budget) == 3 and
     not any(hasattr(model, name) for name in estimators.FITTED), stopped)
TableCall.run = whole

# ---- What is assumed, and what is noise ----

model, told = warned(lambda: estimators.LogisticRegression(bounds=(0, 1)).fit(X, signs), dpcvx.AssumedWarning)
notes = json.loads(model.fit_.guarantee().json())["notes"]
for name, text in (("classes", "Assumed: the classes of the labels"), ("the steps before", "Assumed: X is as it was given")):
    test("%s: in the reports and in the guarantee" % name, text in model.report_ and text in model.fit_.report() and
         text in model.fit_.guarantee().text() and any(text in note for note in notes), notes)
test("it warns at the caller's line", [found.filename for found in told] == [__file__], told)
small = X[:442]
test.refuses("a range of labels that would be noise", ValueError, lambda: estimators.LinearRegression(bounds=(0, 1)).fit(small, y[:442]),
             "442 units times the epsilon of one end")
declared = estimators.LinearRegression(epsilon=8.0, bounds=(0, 1), label_range=(-1, 2)).fit(X, y)
test("a declared range of labels is kept", declared.label_range_ == (-1, 2))
budget = ledger()
problem = refusal(dpcvx.Error, lambda: warned(lambda: estimators.LinearRegression(bounds=(0, 1), epsilon=5.0, budget=budget).fit(X, y)))
test("a fit beyond the ledger is refused, and leaves no model", problem is not None and problem.status == dpcvx.ERR_BUDGET and
     charges(budget) == 0, problem)
wide = numpy.repeat(X[:600], 15, axis=1)
_, told = warned(lambda: estimators.LogisticRegression(classes=("no", "yes")).fit(wide, signs[:600]), dpcvx.NoiseWarning)
test("ranges that are mostly noise are warned of", any("ranges are mostly noise" in str(found.message) for found in told), told)
for nominal in (60, 100000):
    _, told = warned(lambda: dpcvx.fit_table(dpcvx.Dataset(X[:60], signs[:60]), "logistic", 1.0, 1e-6, adjacency="add_remove",
                                             nominal_units=nominal), dpcvx.NoiseWarning)
    test("under add/remove by the public number of units, %d" % nominal,
         any("ranges are mostly noise" in str(found.message) for found in told) == (nominal == 60), told)
_, told = warned(lambda: estimators.LogisticRegression(epsilon=0.01, **CLASSES).fit(X[:200], signs[:200]), dpcvx.NoiseWarning)
test("and fits that are no better than a constant", any("no better than the most frequent class" in str(found.message)
                                                         for found in told), told)
_, told = warned(lambda: estimators.LogisticRegression(epsilon=4.0, **CLASSES).fit(X, signs), UserWarning)
test("control: a good fit warns of nothing", not told, told)
for name, given in (("delta of 1/2", {"delta": 0.5}), ("delta of 1e-3 at 3,000 units", {"delta": 1e-3}),
                    ("epsilon of 1,000", {"epsilon": 1000.0})):
    _, told = warned(lambda: estimators.LogisticRegression(**given, **CLASSES).fit(X, signs), dpcvx.WeakPrivacyWarning)
    _, again = warned(lambda: dpcvx.fit_table(dpcvx.Dataset(X, signs == "yes"), "logistic", given.get("epsilon", 1.0),
                                              given.get("delta", 1e-6), ranges=(0, 1)), dpcvx.WeakPrivacyWarning)
    test("%s is warned of" % name, len(told) == 1 and len(again) == 1, (told, again))

_, told = warned(lambda: dpcvx.Estimate(dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6, filter="basic"), ranges=(0, 1),
                                        price=dpcvx.Curve.approximate(0.5, 1e-5)), dpcvx.WeakPrivacyWarning)
test("a price of a greater delta than the budget's is no infinite epsilon", not told, told)

if scipy is not None:
    budget = ledger()
    one_hot = scipy.sparse.csr_matrix(X > 0.5)
    test.refuses("bounds of a sparse table that move 0", ValueError, lambda: estimators.LogisticRegression(
        budget=budget, **CLASSES).fit(one_hot, signs), "'bounds' = (0, 1), of a sparse table", "sparse_output=False")
    symmetric = estimators.LogisticRegression(bounds=(-1, 1), classes=("no", "yes"), budget=budget).fit(one_hot, signs)
    test("control: symmetric ones are taken", charges(budget) == 1 and symmetric.coef_.shape == (1, 2))

# ---- Classes in order ----

model = estimators.LogisticRegression(epsilon=8.0, bounds=(0, 1), classes=("yes", "no")).fit(X, signs)
test("classes are sorted, as scikit-learn has them", model.classes_.tolist() == ["no", "yes"] and model.score(X, signs) > 0.9 and
     sklearn.model_selection.cross_val_score(model, X, signs, cv=3, scoring="roc_auc").min() > 0.9)

# Under add/remove no warning depends on the private number of units, whoever says the adjacency.
units_told = set()
for count in (57, 993):
    few = dpcvx.Dataset(numpy.zeros((count, 1)), numpy.resize([-1.0, 1.0], count))
    _, told = warned(lambda: dpcvx.fit_table(few, "logistic", 0.5, 0.4, ([0], [1]), budget=dpcvx.Budget(
        1.0, 0.9, adjacency="add_remove"), nominal_units=1000), dpcvx.WeakPrivacyWarning)
    units_told.add(str([str(found.message) for found in told]))
test("warnings of a budget under add/remove tell of its nominal units", len(units_told) == 1 and "1 / 1000" in units_told.pop())

# ---- A fit that takes long is told of before its charge ----

wide = numpy.random.default_rng(2).uniform(0, 1, (20000, 10))
budget = dpcvx.Budget(1.0, 1e-6)


def long_fit():
    with warnings.catch_warnings():
        warnings.simplefilter("error", dpcvx.SlowWarning)
        dpcvx.fit_table(dpcvx.Dataset(wide, wide[:, 0]), "pinball", 0.5, 1e-6, (0, 1), "exponential_mechanism", label_range=(0, 1),
                        budget=budget)


test("a fit of half an hour warns", refusal(dpcvx.SlowWarning, long_fit, "minutes on one thread, by exponential mechanism") is not None)
test("and is not charged where the warning is an error", budget.figure("charges") == 0)
_, told = warned(lambda: dpcvx.fit_table(dpcvx.Dataset(wide[:500], wide[:500, 0]), "pinball", 4.0, 1e-6, (0, 1),
                                         label_range=(0, 1)), dpcvx.SlowWarning)
test("one of a moment does not", not told)

# ---- Frames ----

try:
    import pandas
except ImportError:
    print("skip python charges: frames: there is no pandas")
    sys.exit(1 if test.failed else 0)
frame = pandas.DataFrame({"a": X[:, 0], "b": X[:, 1]})
some = dict(epsilon=8.0, classes=("no", "yes"), bounds={"a": (0, 1), "b": (0, 1)})
model = estimators.LogisticRegression(**some).fit(frame, signs)
objects = frame.assign(a=frame["a"].astype(object).where(frame.index > 9, None))
found, told = warned(lambda: estimators.LogisticRegression(**some).fit(objects, signs), dpcvx.AssumedWarning)
test("numbers among objects are numbers", found.coef_.shape == (1, 2) and not told and found.score(frame, signs) > 0.9, (found.coef_, told))
holed = frame.assign(a=frame["a"].where(frame.index > 9))
test("a frame of numbers takes rows that lack a value", estimators.LogisticRegression(**some).fit(holed, signs).score(frame, signs) > 0.9)
test("coefficients by name", list(model.named_coefficients()) == ["a", "b", "(intercept)"] and
     model.named_coefficients()["a"] == model.coef_[0, 0] and list(model.fit_.named_coefficients()) == ["a", "b", "(intercept)"])
town = frame.assign(town=pandas.Categorical(["Oslo", "Rome"] * 1500))
mixed = estimators.LogisticRegression(**some).fit(town, signs)
test.refuses("columns that the fit did not have", ValueError, lambda: mixed.predict(town.assign(more=1.0)),
             "more, which the fit did not have")
day = frame.assign(day=pandas.Timestamp("2026-01-01"))
for name, table in (("a day among numbers", day), ("a day alone", day[["day"]])):
    test.refuses("%s is refused" % name, TypeError, lambda: estimators.LogisticRegression(
        classes=("no", "yes"), bounds=(0, 1)).fit(table, signs), "column 'day' of type datetime64[")
test.refuses("an array of days is refused", TypeError, lambda: estimators.LogisticRegression(
    classes=("no", "yes"), bounds=(0, 1)).fit(day[["day"]].to_numpy(), signs), "dtype datetime64[")
named = frame.assign(name=["customer %d" % row for row in range(len(frame))])
test.refuses("names of customers are no levels", ValueError, lambda: estimators.LogisticRegression(**some).fit(named, signs),
             "'features['name']' = 3000 different texts in 3000 rows", "identifier")
test.refuses("nor in a table", ValueError, lambda: dpcvx.Dataset(named), "'features['name']' = 3000 different texts")
test.refuses("a column that the frame has not", ValueError, lambda: estimators.LogisticRegression(
    classes=("no", "yes"), bounds={"a": (0, 1), "c": (0, 1)}).fit(frame, signs), "'bounds' = a dictionary with 'c'", "a, b")
twins = pandas.concat([frame, frame[["a"]]], axis=1)
for name, call in (("a table", lambda: dpcvx.Dataset(twins)), ("an estimator", lambda: estimators.LogisticRegression(
        classes=("no", "yes"), bounds=(0, 1)).fit(twins, signs))):
    test.refuses("two columns of one name, %s" % name, ValueError, call, "several columns 'a'")
part = dict(some, bounds={"a": (0, 1)})
_, told = warned(lambda: estimators.LogisticRegression(**part).fit(frame.assign(flag=X[:, 0] > 0.5), signs), dpcvx.NotDeclaredWarning)
test("a dictionary of bounds may leave columns out, and bool has (0, 1)", len(told) == 1 and "for b:" in str(told[0].message), told)

# ---- Fits of tables and releases on a ledger ----

labelled = dpcvx.Dataset(X, signs == "yes", users=numpy.arange(3000) // 2)


def noise(made):
    """What a plan or a fit says of its noise."""
    return next(line for line in made.text().splitlines() if line.startswith("Noise:")).split(";")[0].rstrip(".")


for kind in ("basic", "gdp", "zcdp", "rdp"):
    budget = dpcvx.Budget(2.0, 1e-5, unit="user", filter=kind)
    for name, wrong in (("a negative penalty", {"l2": -1.0}), ("an unknown option", {"C": 1}), ("classes", {"classes": (0, 1)}),
                        ("a method that does not apply", {"method": "sufficient_statistics"}), ("records", {"unit": "record"})):
        problem = refusal((ValueError, TypeError, dpcvx.Error), lambda: dpcvx.fit_table(
            labelled, "logistic", 1.0, 1e-6, ranges=(0, 1), budget=budget, **wrong))
        test("%s on a %s ledger: refused, uncharged" % (name, kind), problem is not None and charges(budget) == 0, problem)
    plan = dpcvx.plan_table(labelled, "logistic", 1.0, 1e-6, ranges=(0, 1), budget=budget)
    test("a plan of a fit on a %s ledger charges nothing" % kind, charges(budget) == 0, budget.text())
    made = dpcvx.fit_table(labelled, "logistic", 1.0, 1e-6, ranges=(0, 1), budget=budget)
    same = [plan.figure("method") == made.figure("method"), noise(plan) == noise(made),
            abs(plan.figure("typical_risk") / made.figure("typical_risk") - 1) < 1e-9]
    test("and is the fit's on a %s ledger" % kind, all(same), (plan.text(), made.text()))
    test.refuses("a plan of the other filter on a %s ledger" % kind, ValueError, lambda: dpcvx.plan_table(
        labelled, "logistic", 1.0, 1e-6, ranges=(0, 1), budget=budget, filter="gdp" if kind == "basic" else "basic"), "'filter'")
    cost = made.guarantee().curve().epsilon(1e-5)
    test("fit_table charges a %s ledger" % kind, charges(budget) == 1 and 0.8 < cost < 1 and
         spent(budget) >= cost * (1 - 1e-9), (cost, budget.text()))
wide = dpcvx.Dataset(generator.uniform(0, 1, (2000, 3)), numpy.arange(2000) % 2 == 0)
for kind, alike in (("basic", True), ("gdp", False), ("zcdp", False)):
    planned = [dpcvx.plan_table(wide, "logistic", 1.0, 1e-6, ranges=(0, 1), budget=on)
               for on in (None, dpcvx.Budget(2.0, 1e-6, filter=kind))]
    test("a %s ledger fixes how its fit adds up: %s" % (kind, alike),
         (abs(planned[1].figure("typical_risk") / planned[0].figure("typical_risk") - 1) < 1e-9) == alike, [p.text() for p in planned])
scored, told = warned(lambda: made.evaluate(labelled, budget), dpcvx.WholeBudgetWarning)
test("what takes all that is left of a shared budget warns", len(told) == 1, told)
_, told = warned(lambda: made.evaluate(labelled, dpcvx.Budget(1.0, 1e-6, unit="user")), dpcvx.WholeBudgetWarning)
test("control: not where the budget is new", not told, told)
scaled = dpcvx.Dataset(X, signs == "yes", ranges=(0, 1))
with tempfile.TemporaryDirectory() as folder, dpcvx.Budget.create_ledger(os.path.join(folder, "a"), 2.0, 1e-6) as kept:
    plan = dpcvx.Plan(kept, dpcvx.Objective(scaled), price=kept.price(epsilon=0.5))
    _, told = warned(lambda: [dpcvx.Fit(kept, plan), dpcvx.Fit(kept, plan)], dpcvx.RepeatedWarning)
    test("a plan that is fitted twice on a ledger's file warns", len(told) == 1 and charges(kept) == 2, told)
for table, count in ((dpcvx.Dataset(X, signs == "yes"), 1), (scaled, 0)):
    _, told = warned(lambda: dpcvx.Plan(dpcvx.Budget(1.0, 1e-6), dpcvx.Objective(table)), dpcvx.NotDeclaredWarning)
    test("a plan warns of %d tables without ranges" % count, len(told) == count, told)
for name, fitted, held, count in (("the rows of the fit", scaled, scaled, 1), ("a table of the same array", scaled, dpcvx.Dataset(
        X, signs == "yes", ranges=(0, 1)), 1), ("a view", scaled, dpcvx.Dataset(X[1000:], signs[1000:] == "yes", ranges=(0, 1)), 1),
        ("a copy", scaled, dpcvx.Dataset(X.copy(), signs == "yes", ranges=(0, 1)), 0),
        ("other rows of the array", dpcvx.Dataset(X[::2], signs[::2] == "yes", ranges=(0, 1)),
         dpcvx.Dataset(X[1::2], signs[1::2] == "yes", ranges=(0, 1)), 0),
        ("its other end", dpcvx.Dataset(X[:9], signs[:9] == "yes", ranges=(0, 1)),
         dpcvx.Dataset(X[9:], signs[9:] == "yes", ranges=(0, 1)), 0), ("all rows", *scaled.split(b"0" * 16)[:1], scaled, 1),
                                  ("rows held out", *scaled.split(b"0" * 16), 0), ("the array as a table of users", scaled, labelled, 1),
                                  ("a part of another split", scaled.split(b"0" * 16)[0], scaled.split(b"1" * 16)[1], 1)):
    made = dpcvx.fit_table(fitted, "logistic", 4.0, 1e-6)
    unit = "user" if held is labelled else "record"
    _, told = warned(lambda: made.evaluate(held, dpcvx.Budget(1.0, 1e-6, unit=unit)), dpcvx.SameRowsWarning)
    test("a score of %s gives %d warnings" % (name, count), len(told) == count, told)
made = dpcvx.fit_table(scaled, "logistic", 4.0, 1e-6)
_, told = warned(lambda: dpcvx.Evaluation(made, scaled, dpcvx.Budget(1.0, 1e-6)), dpcvx.SameRowsWarning)
test("an Evaluation of the fit's rows warns too", len(told) == 1, told)
problem = refusal(ValueError, lambda: dpcvx.Budget(-1.0, 1e-6))
test("an Error of an argument is a ValueError, and is pickled", isinstance(problem, dpcvx.Error) and
     problem.status == dpcvx.ERR_ARGUMENT and type(pickle.loads(pickle.dumps(problem))) is dpcvx.ArgumentError)
for name, owners, words in (("a missing id", numpy.array([1, None] * 1500, object), ("'users' = no id at 1",)),
                            ("the name of a column", "owner", ("frame['owner']",))):
    test.refuses("%s for users" % name, (ValueError, TypeError), lambda: dpcvx.Dataset(X, users=owners), *words)
test.refuses("an option by its name in Python", ValueError, lambda: dpcvx.fit_table(scaled, "logistic", 1, 1e-6, l2=-1),
             "argument 'l2' = -1; accepted: [0, 1e+30]")

# ---- Estimates, and what is refused by name ----

table = dpcvx.Dataset(frame)
for name, make in (("Estimate", lambda: dpcvx.Estimate(table, dpcvx.Budget(1.0, 1e-6))),):
    _, told = warned(make, dpcvx.NotDeclaredWarning)
    test("%s without ranges warns" % name, len(told) == 1, told)
many = dpcvx.Dataset(numpy.random.default_rng(1).normal(1, 1, (2000, 2)))
for epsilon, warnings_wanted in ((1.0, 1), (40.0, 0)):
    _, told = warned(lambda: dpcvx.Estimate(many, dpcvx.Budget(epsilon, 1e-6)), dpcvx.NoiseWarning)
    test("ranges that leave out many values are told of at epsilon = %g" % epsilon, len(told) == warnings_wanted, told)
means, told = warned(lambda: dpcvx.Estimate(table, dpcvx.Budget(1.0, 1e-6), ranges={"a": (0, 1), "b": (0, 1)}))
test("ranges by name, and columns by name in its report", not told and "column 'a': " in means.report(), means.report())
fit = model.fit_
for name, call, words in (
        ("a column for a table", lambda: dpcvx.Dataset(frame["a"]), ("'features'", "frame[['a']]")),
        ("a number for a budget", lambda: dpcvx.Estimate(table, 1.0, ranges=(0, 1)), ("'budget' = 1.0", "dpcvx.Budget")),
        ("a number for a budget of a score", lambda: fit.evaluate(table, .5), ("'budget' = 0.5", "dpcvx.Budget")),
        ("a number for a price", lambda: dpcvx.Estimate(table, dpcvx.Budget(1.0, 1e-6), ranges=(0, 1), price=0.5),
         ("'price' = 0.5", "budget.price(0.5)")),
        ("a number for a curve", lambda: dpcvx.plots.tradeoff_points(1.0), ("'curve' = 1.0", "dpcvx.Curve"))):
    test.refuses(name, (TypeError, ValueError), call, *words)
test("a curve tells for whom it holds", "add/remove" in repr(dpcvx.Curve.subsampled_gaussian(1.1, .01, 1000)) and
     "replace-one" in repr(dpcvx.Curve.subsampled_gaussian(1.1, .01, 1000, sampling="without_replacement")))

sys.exit(1 if test.failed else 0)
