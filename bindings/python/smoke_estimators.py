"""Estimators of scikit-learn's manner: its own checks, pipelines, budgets, warnings. Prints "ok" lines, and "skip" where
there is no scikit-learn."""
import pickle
import signal
import sys
import warnings

import numpy

import dpcvx

try:
    import sklearn.base
    import sklearn.model_selection
    import sklearn.pipeline
    import sklearn.preprocessing
    import sklearn.utils.estimator_checks
except ImportError:
    print("skip python estimators: there is no scikit-learn")
    sys.exit(0)
from dpcvx import estimators
from dpcvx.simple import TableCall
from smoke_support import Tests, refusal, warned

test = Tests("python estimators")
test.failed = dpcvx.estimators is not estimators
warnings.simplefilter("error", dpcvx.AssumedWarning)
warnings.simplefilter("error", dpcvx.NotDeclaredWarning)

generator = numpy.random.default_rng(5)
X = generator.random((4000, 3)) * [1.0, 10.0, 100.0]
BOUNDS = ([0, 0, 0], [1, 10, 100])
signs = numpy.where(X[:, 0] > X[:, 1] / 10, "yes", "no")
y = 3 * X[:, 0] - X[:, 1] / 10 + 0.1 * generator.standard_normal(4000)
DECLARED = {"epsilon": 4.0, "bounds": BOUNDS}

# ---- Fits ----

for make in (estimators.LogisticRegression, estimators.LinearSVC):
    model = make(classes=("no", "yes"), **DECLARED).fit(X, signs)
    test("%s classifies" % make.__name__, model.score(X, signs) > 0.9 and model.coef_.shape == (1, 3) and
         model.classes_.tolist() == ["no", "yes"] and model.privacy_ == (4.0, 1e-6, "record"), model.score(X, signs))
    decided = X @ model.coef_[0] + model.intercept_[0]
    test("%s: coefficients in the units of X decide alike" % make.__name__, ((decided > 0) == (model.predict(X) == "yes")).all())
several = numpy.digitize(X[:, 0], [1 / 3, 2 / 3])
model = estimators.LogisticRegression(classes=(0, 1, 2), **DECLARED).fit(X, several)
test("three classes", model.coef_.shape == (3, 3) and model.score(X, several) > 0.55 and
     abs(model.predict_proba(X).sum(axis=1) - 1).max() < 1e-12, model.score(X, several))
for make, more in ((estimators.LinearRegression, {}), (estimators.MedianRegressor, {}), (estimators.HuberRegressor, {"width": 0.5}),
                   (estimators.QuantileRegressor, {"quantile": 0.5})):
    model = make(label_range=(-1.5, 3.5), **DECLARED, **more).fit(X, y)
    # Noise bends median and quantile more than the mean: the trivial model has R2 = 0.
    test("%s explains" % make.__name__, model.score(X, y) > 0.5 and model.coef_.shape == (3,) and
         isinstance(model.intercept_, float), model.score(X, y))
counts = generator.poisson(numpy.exp(X[:, 0]))
model = estimators.PoissonRegressor(label_range=(0, 10), **DECLARED).fit(X, counts)
test("PoissonRegressor counts", model.coef_[0] > 0.3 and (model.predict(X) > 0).all(), model.coef_)
halves = numpy.full(len(counts), 0.5)
rates = estimators.PoissonRegressor(label_range=(0, 20), options={"weight_bound": 1}, **DECLARED).fit(X, counts, exposures=halves)
test("and rates of exposures", 1.5 < (rates.predict(X) / model.predict(X)).mean() < 2.5 and "_exposures" not in vars(rates))
test.refuses("exposures beside weights", ValueError, lambda: rates.fit(X, counts, sample_weight=halves, exposures=halves), "'exposures'")
test.refuses("options in a list", TypeError, lambda: estimators.LogisticRegression(options=[1]).fit(X, signs),
             "'options' = [1]", "a dictionary")
test.refuses("exposures of other rows", ValueError, lambda: rates.plan(X, counts, exposures=halves[1:]), "'exposures'", "one a row")
through = estimators.LinearRegression(label_range=(0, 60), fit_intercept=False, epsilon=50.0, bounds=([18, 1], [90, 3])).fit(
    *(lambda ages: (ages, ages @ [0.5, 4]))(numpy.random.default_rng(6).uniform((18, 1), (90, 3), (3000, 2))))
test("without an intercept a model is 0 at 0", through.intercept_ == 0 and abs(through.coef_[0] - 0.5) < 0.1 and
     through.predict([[0, 0]])[0] == 0, through.coef_)
whole_rows = estimators.LogisticRegression(classes=("no", "yes"), options={"row_bound": 2.0}, **DECLARED).fit(X, signs)
test("with a row bound that clips nothing decisions are linear", numpy.allclose(
    whole_rows.decision_function(X), X @ whole_rows.coef_[0] + whole_rows.intercept_[0]))
for name, given, text in (
        ("a ledger of another filter", {"budget": dpcvx.Budget(9, 1e-4, filter="rdp")}, 'filter="basic"'),
        ("a number for a ledger", {"budget": 5.0}, "'budget' = 5.0; accepted: a dpcvx.Budget"),
        ("pairs for bounds", {"bounds": [(0, 1), (0, 10), (0, 100)]}, "'bounds' = a list of 3 pairs"),
        ("bounds of other columns", {"bounds": ([0, 0], [1, 1])}, "'bounds' = 2 values; accepted: 3, one a column"),
        ("one number for a label range", {"label_range": 5}, "'label_range' = 5; accepted: (low, high)")):
    settings = dict(DECLARED, label_range=(-1.5, 3.5))
    test.refuses(name, (ValueError, TypeError), lambda: estimators.LinearRegression(**dict(settings, **given)).fit(X, y), text)
test.refuses("NaN in rows to fit", ValueError, lambda: estimators.LinearRegression(label_range=(-1.5, 3.5), **DECLARED).fit(
    numpy.where(X > 99.9, numpy.nan, X), y), "contains NaN", "sample_weight=0")
owners = numpy.arange(4000) // 4
model = estimators.LogisticRegression(classes=("no", "yes"), **DECLARED).fit(X, signs, users=owners)
test("users are protected", model.privacy_.unit == "user" and "Protects: one user" in model.report_)
again = pickle.loads(pickle.dumps(model))
test("a fitted model is pickled", (again.predict(X) == model.predict(X)).all())

# ---- What is not declared ----

_, told = warned(lambda: estimators.LogisticRegression(classes=("no", "yes")).fit(X, signs), dpcvx.NotDeclaredWarning)
test("bounds that are not declared are warned of", len(told) == 1, told)
model = estimators.LinearRegression(epsilon=8.0, bounds=BOUNDS)
model, told = warned(lambda: model.fit(X, y), dpcvx.NotDeclaredWarning)
low, high = model.label_range_
test("a label range that is not declared is released, warned of and reported", len(told) == 1 and low < high and
     model.privacy_.epsilon == 8.0 and 7.5 < model.fit_.figure("epsilon") <= 8.0 and
     (low, high) == (model.fit_.figure("label_low"), model.fit_.figure("label_high")) and
     7.5 < model.fit_.guarantee().curve().epsilon(1e-6) <= 8.0 and "bounded_range" in model.fit_.guarantee().json() and
     "the range of the labels was released with the fit" in model.report_, model.report_)
plan = estimators.LinearRegression(epsilon=8.0, bounds=BOUNDS, label_range=(-1.5, 3.5))
before = dict(vars(plan))
planned = plan.plan(X, y)
test("a plan before any charge", 0 < planned.share_lost() < 0.7 and "In the units of the labels" in planned.text() and
     vars(plan) == before and planned.method() in planned.ranking(), planned.text())
test.refuses("a plan of a table makes no fit", dpcvx.Error, lambda: dpcvx.Fit(dpcvx.Budget(8.0, 1e-6), planned), "fit_table")
noisy = estimators.LogisticRegression(l2=0.1, method="output_perturbation", classes=("no", "yes"), **DECLARED).fit(X, signs)
spread, of_intercept = noisy.coef_noise()
test("the noise of coefficients, where it is known", spread.shape == noisy.coef_.shape and (spread > 0).all() and
     of_intercept.shape == noisy.intercept_.shape, (spread, of_intercept))
low, high = noisy.coef_intervals(0.95)
test("intervals of coefficients follow from it", numpy.allclose(high - low, 2 * 1.959964 * spread) and
     numpy.allclose((low + high) / 2, noisy.coef_), (low, high))
test.refuses("a level is a probability", ValueError, lambda: noisy.coef_intervals(95), "argument 'level' = 95")
test.refuses("and where it is not", dpcvx.Error, model.coef_noise, "no known law", 'method="output_perturbation"', "l2 above 0")
model, told = warned(lambda: estimators.LogisticRegression(**DECLARED).fit(X, signs), dpcvx.AssumedWarning)
test("classes that are not declared are warned of and reported", len(told) == 1 and
     "Assumed: the classes" in model.report_)
test.refuses("a label of no class", ValueError,
             lambda: estimators.LogisticRegression(classes=("no", "maybe"), **DECLARED).fit(X, signs), "'yes'")

# ---- Budgets, pipelines, private scores ----

ledger = dpcvx.Budget(3.5, 1e-5, filter="basic")
model = estimators.LogisticRegression(epsilon=1.0, bounds=BOUNDS, classes=("no", "yes"), budget=ledger)
scores = sklearn.model_selection.cross_val_score(model, X, signs, cv=3)
test("each fit of a cross-validation is charged", len(scores) == 3 and ledger.figure("charges") == 3 and scores.min() > 0.8,
     (scores, ledger.figure("charges")))
problem = refusal(dpcvx.Error, lambda: model.fit(X, signs))
test("a fit beyond the budget is refused", problem is not None and problem.status == dpcvx.ERR_BUDGET and
     not hasattr(model, "fit_"))
of_users = dpcvx.Budget(3.5, 1e-5, filter="basic", unit="user")
other = estimators.LogisticRegression(bounds=BOUNDS, classes=("no", "yes"), budget=of_users, options={"unit": "record"})
test("a unit other than that of the ledger is refused, uncharged", refusal(
    ValueError, lambda: other.fit(X, signs, users=owners), "'unit'") and of_users.figure("charges") == 0)
test("a clone shares the ledger", sklearn.base.clone(model).budget is ledger)
scaled = sklearn.preprocessing.FunctionTransformer(lambda rows: rows / [1, 10, 100])
chain = sklearn.pipeline.make_pipeline(scaled, estimators.LogisticRegression(epsilon=4.0, bounds=(0, 1), classes=("no", "yes")))
test("in a pipeline, with the same bounds for all columns", chain.fit(X, signs).score(X, signs) > 0.9)
score = chain[-1].private_score(scaled.transform(X), signs, epsilon=0.5)
test("a private accuracy", score.score == "accuracy" and 0.8 < score.value <= 1 and score.low <= score.value <= score.high, score.value)
model = estimators.LinearRegression(label_range=(-1.5, 3.5), **DECLARED).fit(X, y)
test("a private R2", model.private_score(X, y, epsilon=1.0, delta=1e-6, score="r2").score == "r2")

scorer = estimators.PrivateScorer(0.5)
ledger = dpcvx.Budget(10.0, 1e-5, filter="basic")
model = estimators.LogisticRegression(epsilon=1.0, bounds=BOUNDS, classes=("no", "yes"), budget=ledger)
scores = sklearn.model_selection.cross_val_score(model, X, signs, cv=3, scoring=scorer)
test("a cross-validation by private scores", [found.value for found in scorer.scores_] == scores.tolist() and
     len(scores) == 3 and "3 scores so far, (0.5, 0) each" in repr(scorer), (scores, scorer))

# ---- Users, by name, in a cross-validation ----

folds = sklearn.model_selection.GroupKFold(3)
model = estimators.LogisticRegression(epsilon=4.0, bounds=BOUNDS, classes=("no", "yes"))
if hasattr(model, "set_fit_request"):
    sklearn.set_config(enable_metadata_routing=True)
    found = sklearn.model_selection.cross_validate(model.set_fit_request(users=True), X, signs, cv=folds, return_estimator=True,
                                                   params={"users": owners, "groups": owners})
    sklearn.set_config(enable_metadata_routing=False)
else:
    found = sklearn.model_selection.cross_validate(model, X, signs, cv=folds, groups=owners, return_estimator=True,
                                                   fit_params={"users": owners})
scorer = estimators.PrivateScorer(0.5)
test.refuses("a score for records of a fit for users", ValueError, lambda: scorer(found["estimator"][0], X, signs),
             "argument 'users' = None", "PrivateScorer")
scorer(found["estimator"][0], X, signs, users=owners)
test("a scorer that is given users protects them", "Protects: one user" in scorer.scores_[0].report() and
     scorer.scores_[0].figure("units") == 1000, scorer.scores_[0].report())
if hasattr(model, "set_fit_request"):  # older versions route nothing to scorers
    sklearn.set_config(enable_metadata_routing=True)
    asked = estimators.PrivateScorer(0.5).set_score_request(users=True)
    routed = {"X": X, "y": signs, "cv": folds, "params": {"users": owners, "groups": owners}}
    sklearn.model_selection.cross_validate(model, scoring=asked, **routed)
    test("users are routed to a scorer", [score.figure("units") for score in asked.scores_] == [
        len(numpy.unique(owners[rows])) for _, rows in folds.split(X, groups=owners)], asked.scores_)
    test.refuses("a scorer that does not say whether it takes users", ValueError,
                 lambda: sklearn.model_selection.cross_validate(model, scoring=scorer, **routed), "users")
    sklearn.set_config(enable_metadata_routing=False)
test("users of a cross-validation are protected", [one.privacy_.unit for one in found["estimator"]] == ["user"] * 3 and
     found["test_score"].min() > 0.7, found)

# ---- A private choice among settings ----

grid = {"l2": [0.0, 0.01, 10.0]}
search = estimators.PrivateSearch(estimators.LogisticRegression(bounds=BOUNDS, classes=("no", "yes")), grid, epsilon=4.0,
                                  inclusion=1.0, scoring="log_loss")
search.fit(X, signs)
test("a search chooses by a private score", search.best_params_["l2"] < 1 and search.best_score_ < 0.6 and
     search.best_index_ == grid["l2"].index(search.best_params_["l2"]) and search.privacy_ == (4.0, 1e-6, "record"),
     (search.best_params_, search.best_score_))
test("its best model is a fitted estimator", search.score(X, signs) > 0.9 and search.best_estimator_.l2 == search.best_params_["l2"]
     and search.best_estimator_.coef_.shape == (1, 3) and search.predict_proba(X[:5]).shape == (5, 2) and
     search.classes_.tolist() == ["no", "yes"] and sklearn.base.is_classifier(search))
test("its guarantee covers the choice", search.best_estimator_.fit_.figure("epsilon") == 4.0 and "4" in search.report_)
ledger = dpcvx.Budget(4.5, 1e-5, filter="basic")
search = sklearn.base.clone(search).set_params(budget=ledger, epsilon=4.0)
test("a search charges the ledger once", search.fit(X, signs).budget is ledger and ledger.figure("charges") == 1)
test.refuses("a search beyond the budget is refused", dpcvx.Error, lambda: search.fit(X, signs),
             status=dpcvx.ERR_BUDGET)
shared = estimators.PrivateSearch(estimators.LogisticRegression(bounds=BOUNDS), {"bounds": [BOUNDS, (0, 100)]})
test.refuses("what cannot differ between settings is refused", ValueError, lambda: shared.fit(X, signs), "'bounds'")
try:
    search.decision_function
    regression = estimators.PrivateSearch(estimators.LinearRegression(label_range=(-1.5, 3.5), bounds=BOUNDS), {"l2": [0.0, 1.0]},
                                          epsilon=8.0).fit(X, y, users=owners)
    test("a search of a regression with users", regression.privacy_.unit == "user" and not hasattr(regression, "predict_proba") and
         regression.predict(X).shape == (4000,))
except AttributeError as problem:
    test("methods of the estimator are those of the search", False, problem)

# ---- Labels that are dates or objects ----

days = numpy.arange(4000).astype("datetime64[D]")
for name, labels, word in (("dates", days, "dtype datetime64[D]"), ("times", days - days[0], "dtype timedelta64[D]"),
                           ("listed dates", list(days), "dtype datetime64[D]"), ("dates of Python", days.tolist(), "datetime.date(")):
    for model in (estimators.LinearRegression(label_range=(0, 9), **DECLARED), estimators.LogisticRegression(**DECLARED)):
        test.refuses("%s are no labels: %s" % (name, type(model).__name__), TypeError, lambda: model.fit(X, labels),
                     "argument 'y' = ", word, "; accepted: ", "numbers")
for name, labels, classes in (("bool", signs == "yes", None), ("bool of numbers", signs == "yes", (0, 1)),
                              ("numbers", (signs == "yes") * 1, (0, 1))):
    model = estimators.LogisticRegression(classes=classes, **DECLARED).fit(X, labels.astype(object))
    test("objects that are %s are classes" % name, model.score(X, labels) > 0.9 and
         model.private_score(X, labels.astype(object), epsilon=1.0).value > 0.8, model.classes_)
mixed = numpy.where(signs == "yes", 1, signs.astype(object))
test.refuses("mixed labels", TypeError, lambda: estimators.LogisticRegression(**DECLARED).fit(X, mixed),
             "argument 'y' = ", "text or categories")
test.refuses("a missing label", ValueError, lambda: estimators.LogisticRegression(**DECLARED).fit(
    X, numpy.where(signs == "yes", None, mixed)), "argument 'y' = a missing label at %d" % signs.tolist().index("yes"))
test.refuses("classes of a set", TypeError, lambda: estimators.LogisticRegression(classes={"no", "yes"}, **DECLARED).fit(X, signs),
             "'classes'")
poisson = estimators.PoissonRegressor(label_range=(0, 10), **DECLARED).fit(X, counts)
expected = poisson.predict(X)
deviances = [2 * numpy.sum(numpy.where(counts > 0, counts * numpy.log(numpy.maximum(counts, 1) / one), 0) - counts + one)
             for one in (expected, numpy.full(len(counts), counts.mean()))]
test("the score of PoissonRegressor is scikit-learn's: D2", abs(poisson.score(X, counts) - (1 - deviances[0] / deviances[1])) < 1e-9 and
     poisson.score(X, counts) > 0.01, poisson.score(X, counts))
test.refuses("a label range of counts that is not from 0", ValueError, lambda: poisson.set_params(label_range=(1, 6)).fit(X, counts),
             "argument 'label_range' = (1, 6); accepted: (0, high)")

# ---- Arrays with NaN ----

model = estimators.LinearRegression(label_range=(-1.5, 3.5), **DECLARED).fit(X, y)
holed = X[:3].copy()
holed[1, 2] = numpy.nan
test.refuses("an array with NaN", ValueError, lambda: model.predict(holed), "NaN")
found, expected = model.set_params(missing="nan").predict(holed), model.predict(X[:3])
test("or NaN of its rows", numpy.isnan(found).tolist() == [False, True, False] and
     (found == expected)[[0, 2]].all(), found)
test("the caller's array stays", numpy.isnan(holed).sum() == 1)

# ---- Frames with categories ----

try:
    import pandas
except ImportError:
    print("skip python estimators: frames: there is no pandas")
    pandas = None
if pandas is not None:
    town = pandas.Categorical(numpy.where(X[:, 1] > 5, "Oslo", "Rome"), categories=["Oslo", "Rome", "Bonn"])
    frame = pandas.DataFrame({"share": X[:, 0], "town": town})
    holed = frame.assign(town=frame["town"].where(frame.index > 39))
    mixed = numpy.where(X[:, 0] + (X[:, 1] > 5) > 1, "yes", "no")
    model = estimators.LogisticRegression(epsilon=8.0, bounds={"share": (0, 1)}, classes=("no", "yes"))
    model.fit(holed, mixed)
    test("a frame with a category", model.score(frame, mixed) > 0.85 and model.coef_.shape == (1, 4) and
         model.n_features_in_ == 2 and model.feature_names_in_.tolist() == ["share", "town"] and
         model.columns_.outputs == ["share", "town=Oslo", "town=Rome", "town=Bonn"], model.score(frame, mixed))
    test("columns in another order", (model.predict(frame[["town", "share"]]) == model.predict(frame)).all())
    test("one pair of ends for all columns of numbers", estimators.LinearRegression(
        epsilon=8.0, bounds=(0, 1), label_range=(-1.5, 3.5)).fit(frame, y).coef_.shape == (4,))
    test("a frame of categories alone needs no bounds", estimators.LogisticRegression(
        epsilon=8.0, classes=("no", "yes")).fit(frame[["town"]], mixed).coef_.shape == (1, 3))
    told = frame.assign(town=frame["town"].astype(object).fillna("Rome"))
    model, assumed = warned(lambda: estimators.LogisticRegression(
        epsilon=8.0, bounds=(0, 1), classes=("no", "yes")).fit(told, mixed), dpcvx.AssumedWarning)
    test("levels of text are warned of and reported", len(assumed) == 1 and "levels of column 'town'" in model.report_)
    search = estimators.PrivateSearch(estimators.LogisticRegression(bounds=(0, 1), classes=("no", "yes")), {"l2": [0.0, 0.01]},
                                      epsilon=8.0).fit(frame, mixed)
    test("a search on a frame", search.predict(frame).shape == (4000,) and search.best_estimator_.columns_.numeric == ["share"])
    copy = pickle.loads(pickle.dumps(search.best_estimator_))
    test("it is pickled with its columns", (copy.predict(frame) == search.predict(frame)).all())

    score = search.private_score(holed, mixed, epsilon=0.5)
    _, unused = warned(lambda: search.private_score(holed, mixed, epsilon=0.5), UserWarning)
    test("null records are no weights of the caller", not any("not used" in str(one.message) for one in unused), unused)
    complete = int(holed.notna().all(axis=1).sum())
    test("a private score on a frame leaves out rows that lack a value", abs(score.figure("units") - complete) < 35 and
         complete == 3960 and score.value > 0.85 and search.best_estimator_.n_features_in_ == 2, score.value)

    # ---- Rows that lack a value, and levels that the fit did not know ----

    strange = frame.head(4).assign(share=[0.5, numpy.nan, 0.5, 0.5], town=["Oslo", "Oslo", "Paris", None])
    known = frame.head(4).assign(town=["Oslo", "Oslo", "Oslo", "Oslo"], share=0.5)
    some = dict(epsilon=8.0, bounds={"share": (0, 1)})
    logistic = estimators.LogisticRegression(classes=("no", "yes"), **some).fit(holed, mixed)
    several = estimators.LogisticRegression(classes=("no", "yes", "none"), **some).fit(holed, mixed)
    linear = estimators.LinearRegression(label_range=(-1.5, 3.5), **some).fit(holed, y)
    for model, methods in ((logistic, ("predict", "decision_function", "predict_proba", "predict_log_proba")),
                           (linear, ("predict",))):
        for method in methods:
            name = "%s.%s" % (type(model).__name__, method)
            call = getattr(model, method)
            test.refuses(name + " names the row and column that lack a value", ValueError, lambda: call(strange),
                         "argument 'X'", "no value in row 1, column 'share' (rows like it: 3)")
            test.refuses(name + " names an unknown level", ValueError, lambda: call(strange.iloc[2:]),
                         "the unknown level 'Paris' in row 0, column 'town' (rows like it: 2)")
            test("control: " + name + " takes rows that lack nothing", len(call(known)) == 4)
    for model in (logistic, several, linear):
        model.set_params(missing="nan")
        for method in ("predict",) if model is linear else ("decision_function", "predict_proba", "predict_log_proba"):
            found, expected = getattr(model, method)(strange), getattr(model, method)(known)
            test("%s.%s may give NaN, %d outputs" % (type(model).__name__, method, found.size // 4),
                 found.shape == expected.shape and numpy.isnan(found[1:]).all() and (found[0] == expected[0]).all(), found)
    test.refuses("no class is NaN", ValueError, lambda: logistic.predict(strange), "row 1, column 'share'",
                 "decision_function")
    test.refuses("another word for what is missing", ValueError,
                 lambda: logistic.set_params(missing="skip").predict(known), "'missing' = 'skip'")
    ledger = dpcvx.Budget(10.0, 1e-5, filter="basic")
    wrong = estimators.LinearRegression(budget=ledger, missing="skip", label_range=(-1.5, 3.5), **some)
    test("and of a fit, uncharged", refusal(ValueError, lambda: wrong.fit(frame, y), "'missing'") and
         ledger.figure("charges") == 0)
    test.refuses("an array for a frame", TypeError, lambda: linear.predict(X[:, :2]),
                 "a frame with the columns share, town")
    numbers = estimators.LinearRegression(epsilon=8.0, bounds=(0, 1), label_range=(-1.5, 3.5)).fit(frame[["share"]], y)
    test.refuses("a frame of numbers too", ValueError, lambda: numbers.predict(strange[["share"]]),
                 "no value in row 1, column 'share' (rows like it: 1)")
    lacks = strange[["share"]]
    values = [numbers.set_params(missing="nan").predict(rows) for rows in (lacks, lacks.assign(share=0.5), lacks)]
    test("and its NaN", numpy.isnan(values[0]).tolist() == [False, True, False, False] and
         (values[0] == values[1])[[0, 2, 3]].all(), values)

# ---- The checks of scikit-learn, at an epsilon where noise is small ----

# Two fits have other random bits, and so other results: these checks want the same. No error tells that all weights of a
# table are 0, which is private.
EXCEPT = {"check_all_zero_sample_weights_error", "check_sample_weight_equivalence_on_dense_data", "check_fit_idempotent",
          "check_sample_weight_equivalence_on_sparse_data", "check_regressor_data_not_an_array", "check_supervised_y_2d",
          "check_regressors_int", "check_sample_weights_invariance"}


hours = numpy.random.default_rng(4).uniform(0, 1, (1500, 1))
for scale in (1e-3, 1.0, 2e5):
    robust = estimators.HuberRegressor(epsilon=8.0, bounds=(0, 1), label_range=(0, 4 * scale)).fit(hours, scale * (1 + 2 * hours[:, 0]))
    test("Huber's width is a share of the range of labels of %g" % scale, 1.5 < robust.coef_[0] / scale < 2.5 and
         "Huber loss of width %g," % (scale / 5) in robust.report_, robust.report_)
kept = estimators.HuberRegressor(epsilon=8.0, bounds=(0, 1), label_range=(0, 4e5), width=1.0).fit(hours, 2e5 * hours[:, 0])
test("and one that is given stays", "Huber loss of width 1," in kept.report_, kept.report_)


def checks(model):
    """Each check for a model, with the name it has."""
    made = getattr(sklearn.utils.estimator_checks, "estimator_checks_generator", None)
    found = made(model) if made else sklearn.utils.estimator_checks.check_estimator(model, generate_only=True)
    for one, check in found:
        yield one, check, getattr(check, "func", check).__name__


for make in (estimators.LogisticRegression, estimators.LinearSVC, estimators.LinearRegression, estimators.MedianRegressor,
             estimators.HuberRegressor, estimators.QuantileRegressor, estimators.PoissonRegressor):
    problems, passed = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for one, check, name in checks(make(epsilon=1e6)):
            if name in EXCEPT:
                continue
            try:
                check(one)
                passed += 1
            except Exception as problem:
                if type(problem).__name__ != "SkipTest":
                    problems.append("%s: %s" % (name, str(problem)[:300]))
    test("%s passes %d checks of scikit-learn, without %d that do not hold for private fits" % (make.__name__, passed, len(EXCEPT)),
         not problems and passed > 30, "\n  ".join(problems))

# ---- Ctrl-C ----

signal.signal(signal.SIGINT, signal.default_int_handler)
whole = TableCall.run
TableCall.run = lambda asked, _progress=None, *more: whole(asked, lambda _done, _total: signal.raise_signal(signal.SIGINT), *more)
rows = numpy.random.default_rng(5).normal(size=(200, 3))
model = estimators.LogisticRegression(epsilon=1.0, bounds=(-3.0, 3.0), classes=(False, True), method="noisy_gradient_descent")
try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(rows, rows[:, 0] > 0)
    ended = False
except KeyboardInterrupt as stopped:
    ended = "what it reached" in str(stopped) and model.fit_.outcome() == "cancelled"
test("Ctrl-C ends what is around a fit", ended)
TableCall.run = whole

sys.exit(1 if test.failed else 0)
