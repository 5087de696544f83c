"""Labels with names, frames, categories and missing values. Prints "ok" lines, and "skip" where pandas is missing."""
import decimal
import json
import pickle
import sys
import warnings

import numpy

import dpcvx
from smoke_support import Tests, warned

test = Tests("python frames")
refuses = test.refuses_table
warnings.simplefilter("error", dpcvx.AssumedWarning)  # what is declared is not warned of


def assumes(call):
    """(result, texts of the warnings that something was read off the data)"""
    result, caught = warned(call, dpcvx.AssumedWarning)
    return result, [str(found.message) for found in caught if found.filename == __file__]


# ---- Labels ----

ROWS = numpy.arange(8.0).reshape(4, 2)
SIGNS = [-1, 1, 1, -1]
words = ["no", "yes", "yes", "no"]
for name, labels, classes, expected in (
        ("bool", numpy.array(SIGNS) > 0, (False, True), SIGNS), ("a list of bool", [x > 0 for x in SIGNS], (False, True), SIGNS),
        ("0 and 1, declared", [0, 1, 1, 0], (0, 1), SIGNS), ("text, declared", words, ("no", "yes"), SIGNS),
        ("text, declared the other way", words, ("yes", "no"), [1, -1, -1, 1]),
        ("three classes", ["a", "c", "c", "b"], ("a", "b", "c"), [0, 2, 2, 1]),
        ("an array of text", numpy.array(words), ("no", "yes"), SIGNS)):
    declared = None if "bool" in name else classes
    made = dpcvx.Dataset(ROWS, labels, classes=declared)
    test("labels: " + name, made.meaning.classes == classes and made.nonprivate_labels().tolist() == expected and
         made.meaning.assumed == (), made.meaning)
test("numbers stay numbers", dpcvx.Dataset(ROWS, [0, 1, 1, 0]).nonprivate_labels().tolist() == [0, 1, 1, 0])
made, told = assumes(lambda: dpcvx.Dataset(ROWS, words))
test("classes that are read off the data are warned of, at the caller's line", made.meaning.classes == ("no", "yes") and
     len(told) == 1 and "read off the data" in told[0], told)
refuses("a label of no class", ValueError, "'maybe' at 3", "'no', 'yes'", features=ROWS, labels=["no", "yes", "no", "maybe"],
        classes=("no", "yes"))
refuses("one class", ValueError, "'classes'", "two different", features=ROWS, labels=words, classes=("no",))
refuses("labels of several kinds", TypeError, "'labels'", features=ROWS, labels=[1, "1", 1, 1])
generator = numpy.random.default_rng(3)
many = generator.random((3000, 2))
answers = numpy.where(many[:, 0] > many[:, 1], "yes", "no")
fit = dpcvx.fit_table(dpcvx.Dataset(many, answers, classes=("no", "yes")), "logistic", 4.0, 1e-6, ranges=([0, 0], [1, 1]))
test("predictions are classes", set(fit.predict(many)) == {"no", "yes"} and (fit.predict(many) == answers).mean() > 0.9)
thirds = (3 * many[:, 0]).astype(int)
named = numpy.array(["low", "mid", "top"])[thirds]
fit = dpcvx.fit_table(dpcvx.Dataset(many, named, classes=("low", "mid", "top")), "multinomial", 8.0, 1e-6, ranges=([0, 0], [1, 1]))
test("several classes, whose number nobody repeats", fit.figure("outputs") == 3 and (fit.predict(many) == named).mean() > 0.6,
     (fit.predict(many) == named).mean())
test("probabilities have a row a record", fit.probabilities(many).shape == (3000, 3))
test("and decision values do", fit.decision_values(many).shape == (3000, 3) and (
    fit.decision_values(many).argmax(axis=1) == fit.probabilities(many).argmax(axis=1)).all())

refuses("labels of True and None", ValueError, "'labels'", "missing label at 1", features=ROWS, labels=[True, None, True, False])
for name, labels in (("numpy's bool in a list", list(numpy.array(SIGNS) > 0)), ("objects", numpy.array([x > 0 for x in SIGNS], object)),
                     ("objects of numpy's bool", numpy.array(list(numpy.array(SIGNS) > 0), object))):
    made = dpcvx.Dataset(ROWS, labels)
    test("labels: " + name, made.meaning.classes == (False, True) and made.nonprivate_labels().tolist() == SIGNS, made.meaning)
three = dpcvx.Dataset(many, named, classes=("low", "mid", "top"))
for made in (lambda: dpcvx.fit_table(three, "logistic", 1.0, 1e-6, (0, 1)), lambda: dpcvx.Objective(three, "hinge")):
    test.refuses("three classes under a loss of two", ValueError, made, "'loss'", "for 3 classes", '"multinomial"')
signed = dpcvx.Dataset(many, numpy.where(many[:, 0] > 0.5, 1, -1))
test.refuses("a bound of labels for classes", dpcvx.Error, lambda: dpcvx.fit_table(signed, "logistic", 1.0, 1e-6, (0, 1), label_bound=3),
             "'label_bound' = 3", "accepted: 0 for a loss of classes")
for candidates, name in (({"l2": [0, 1]}, "'candidates' = "), ("l2", "'candidates' = "), ([{"l2": 0}, 1], "'candidates[1]' = 1"),
                         ([], "'len(candidates)' = 0")):
    test.refuses("candidates that are none", (TypeError, ValueError),
                 lambda: dpcvx.select_fit(signed, "logistic", 1.0, 1e-6, candidates, (0, 1)), name)

# ---- Users with names ----

owned = [1, 1, 2, 3]
w = numpy.array([0.3, -0.2, 0.1])
values = [dpcvx.Objective(dpcvx.Dataset(ROWS, SIGNS, users=users)).nonprivate_value(w) for users in (
    owned, ["u", "u", "v", "w"], numpy.array(["w", "w", "v", "u"]), numpy.array(["u", "u", "v", "w"], object))]
test("users by text", len(set(values)) == 1 and values[0] != dpcvx.Objective(dpcvx.Dataset(ROWS, SIGNS)).nonprivate_value(w))
key = bytes(range(16))
names = ["user %d" % i for i in range(200)]
halves = [dpcvx.Dataset(numpy.arange(len(some))[:, None], users=some).split(key, 0.5)[0].nonprivate_source_rows().tolist()
          for some in (names, names[1:])]
test("one user fewer leaves the others in their part", [row - 1 for row in halves[0] if row] == halves[1])

# ---- Rows that lack a value: null records ----

holed = many.copy()
holed[[3, 50], [0, 1]] = numpy.nan
signs = numpy.where(many[:, 0] > many[:, 1], 1.0, -1.0)
test.refuses("an array with NaN is refused by default", dpcvx.Error, lambda: dpcvx.Dataset(holed, signs), "row 3")
null = dpcvx.Objective(dpcvx.Dataset(holed, signs, missing="null", ranges=([0, 0], [1, 1])))
whole = dpcvx.Objective(dpcvx.Dataset(numpy.nan_to_num(holed), signs, ranges=([0, 0], [1, 1])))
w = numpy.array([0.4, -0.3, 0.2])
without = dpcvx.lowlevel.objective_create_without(whole, numpy.array([3, 50]), 2)
test("it becomes a null record: n stays, its loss is gone", null.figure("units") == 3000 and abs(
    null.nonprivate_value(w) - without.nonprivate_value(w)) < 1e-15 < abs(null.nonprivate_value(w) - whole.nonprivate_value(w)))
test("without a missing value nothing changes", dpcvx.Objective(dpcvx.Dataset(
    many, signs, missing="null")).nonprivate_value(w) == dpcvx.Objective(dpcvx.Dataset(many, signs)).nonprivate_value(w))
owners = numpy.arange(3000) // 3
by_user = dpcvx.Objective(dpcvx.Dataset(holed, signs, users=owners, missing="null", ranges=([0, 0], [1, 1])))
one_gone = numpy.ones(3000)
one_gone[[3, 50]] = 0
weighted = dpcvx.Objective(dpcvx.Dataset(numpy.nan_to_num(holed), signs, users=owners, weights=one_gone, ranges=([0, 0], [1, 1])))
test("within a user too", by_user.figure("units") == 1000 and by_user.nonprivate_value(w) == weighted.nonprivate_value(w))


def reported(table):
    budget = dpcvx.Budget(1.0, 1e-6)
    lines = dpcvx.Fit(budget, dpcvx.Plan(budget, dpcvx.Objective(table))).report().splitlines()
    return [line for line in lines if not line.startswith("  (intercept) ")]


test("a report does not tell whether any row lacked a value", reported(dpcvx.Dataset(holed, signs, missing="null")) ==
     reported(dpcvx.Dataset(many, signs, missing="null")))

# ---- They are left out of private scores ----

half = many.copy()
half[::2, 0] = numpy.nan
wrong = numpy.where(numpy.arange(3000) % 2 == 0, -signs, signs)
fitted = dpcvx.fit_table(dpcvx.Dataset(many, signs), "logistic", 8.0, 1e-6, (0, 1))
scores = [fitted.evaluate(dpcvx.Dataset(half, wrong, missing="null"), dpcvx.Budget(4.0, 1e-6, adjacency=adjacency))
          for adjacency in ("replace_one", "add_remove")]
test("scores leave null records out", all(score.value > 0.9 and abs(score.figure("units") - 1500) < 40 for score in scores),
     [score.value for score in scores])

# ---- They are left out of estimates ----

filled = numpy.random.default_rng(4).uniform(40, 60, (4000, 2))
lacking = filled.copy()
lacking[::4, 1] = numpy.nan


def estimated(table, adjacency="add_remove"):
    ledger = dpcvx.Budget(4.0, 1e-6, adjacency=adjacency)
    half, seeded = ledger.price(0.4), lambda: dpcvx.Rng(b"estimates")
    means = dpcvx.Estimate(table, ledger, ranges=(0, 100), price=half, rng=seeded()).values
    return means.tolist(), dpcvx.Cumulative(table, ledger, [0, 100], price=half, rng=seeded()).values.tolist()


of_nulls = estimated(dpcvx.Dataset(lacking, missing="null"))
test("estimates leave null records out, for all columns", of_nulls == estimated(dpcvx.Dataset(filled[numpy.arange(4000) % 4 > 0])) and
     49 < of_nulls[0][0] < 51 and 49 < of_nulls[0][1] < 51, of_nulls[0])
test.refuses("a null record under replace-one, where n is public", dpcvx.Error, lambda: estimated(
    dpcvx.Dataset(lacking, missing="null"), "replace_one"), "argument 'dataset' = a table with a null record", "add/remove")

# ---- Frames ----

try:
    import pandas
except ImportError:
    print("skip python frames: there is no pandas")
    sys.exit(1 if test.failed else 0)

count = 3000
age = generator.integers(18, 90, count)
frame = pandas.DataFrame({
    "age": age, "city": pandas.Categorical(generator.choice(["Oslo", "Rome"], count), categories=["Oslo", "Rome", "Ulm"]),
    "member": generator.random(count) < 0.5, "income": generator.random(count) * 1e5})
answers = pandas.Series(pandas.Categorical(numpy.where(age > 50, "old", "young"), categories=["young", "old"]))
RANGES = {"age": (18, 90), "member": (0, 1), "income": (0, 1e5)}
OUTPUTS = ["age", "city=Oslo", "city=Rome", "city=Ulm", "member", "income"]
data = dpcvx.Dataset(frame, answers)
test("columns keep their names, categories become one a level", data.meaning.columns.outputs == OUTPUTS and
     data.columns == 6 and data.meaning.classes == ("young", "old") and data.meaning.assumed == ())
fit = dpcvx.fit_table(data, "logistic", 4.0, 1e-6, ranges=RANGES)
test("named coefficients", list(fit.named_coefficients()) == OUTPUTS + ["(intercept)"] and fit.named_coefficients()["age"] > 0)
predicted = fit.predict(frame)
test("predictions for a frame", (predicted == numpy.asarray(answers)).mean() > 0.9, (predicted == numpy.asarray(answers)).mean())
test("columns in another order", (fit.predict(frame[frame.columns[::-1]]) == predicted).all())
again = pickle.loads(pickle.dumps(fit))
test("a pickled fit keeps names", (again.predict(frame) == predicted).all())
encoded, _ = data.meaning.columns.encode(frame)
expected = numpy.column_stack([age] + [frame["city"] == level for level in ("Oslo", "Rome", "Ulm")] +
                              [frame["member"], frame["income"]]).astype(float)
test("the numbers of a frame", (encoded == expected).all())
holed = frame.copy()
holed.loc[7, "income"] = numpy.nan
holed.loc[9, "city"] = None
blank = answers.copy()
blank[11] = None
objective = dpcvx.Objective(dpcvx.Dataset(holed, blank, ranges=RANGES))
whole = dpcvx.Objective(dpcvx.Dataset(frame, answers, ranges=RANGES))
gone = dpcvx.lowlevel.objective_create_without(whole, numpy.array([7, 9, 11]), 3)
w = generator.standard_normal(7)
test("missing numbers, categories and labels make null records", objective.figure("units") == count and abs(
    objective.nonprivate_value(w) - gone.nonprivate_value(w)) < 1e-12)
test("a report of a frame does not tell of them", reported(dpcvx.Dataset(holed, blank)) == reported(data))
plain = frame.assign(city=frame["city"].astype(object))
made, told = assumes(lambda: dpcvx.Dataset(plain, numpy.asarray(answers.astype(object))))
test("levels and classes of text are warned of", made.meaning.columns.levels == {"city": ("Oslo", "Rome")} and len(told) == 2, told)
report = dpcvx.fit_table(made, "logistic", 1.0, 1e-6, ranges=RANGES).report()
test("and reported as assumed", "Assumed: the levels of column 'city'" in report and "Assumed: the classes" in report, report)
declared = dpcvx.Dataset(plain, answers, levels={"city": ["Oslo", "Rome", "Ulm"]})
test("levels may be declared", declared.meaning.columns.outputs == OUTPUTS and declared.meaning.assumed == ())
narrow = dpcvx.Objective(dpcvx.Dataset(plain, answers, levels={"city": ["Oslo"]}, ranges=RANGES))
test("a level that was not declared makes a null record", narrow.figure("units") == count and narrow.nonprivate_value(
    numpy.zeros(5)) < 0.9 * whole.nonprivate_value(numpy.zeros(7)))
refuses("a range for a category", ValueError, "'ranges'", "'city'", features=frame, ranges=dict(RANGES, city=(0, 1)))
refuses("a column without a range", ValueError, "'ranges'", "without 'income'", features=frame,
        ranges={"age": (18, 90), "member": (0, 1)})
refuses("levels of no column", ValueError, "'levels'", "'town'", features=frame, levels={"town": ["Oslo"]})
numbered = pandas.DataFrame(many)
made = dpcvx.Dataset(numbered, ranges={0: (0, 1), 1: (0, 1)})
test("columns that are named by numbers", made.is_scaled and made.meaning.columns.outputs == ["0", "1"])
refuses("a column that is named twice", ValueError, "'ranges'", "each column once",
        features=numbered, ranges={0: (0, 1), "0": (0, 1), 1: (0, 1)})
refuses("values of several kinds", TypeError, "'features['c']'", features=pandas.DataFrame({"c": ["a", b"b"]}))
refuses("dates", TypeError, "'features'", "column 'when'", features=frame.assign(when=pandas.Timestamp(0)))
refuses("missing values that are refused", ValueError, "row 7", features=holed, missing="refuse")
test.refuses("a frame without columns that the fit had", ValueError, lambda: fit.predict(frame[["age"]]),
             "without city, member, income")

# ---- Rows of which nothing is known, and ranges that are left out ----

strange = frame.head(3).copy()
strange["city"] = ["Oslo", "Paris", None]
(values, chances, named), caught = warned(
    lambda: (fit.decision_values(strange), fit.probabilities(strange), fit.predict(strange)))
test("nothing is predicted for an unknown level or a missing one", numpy.isnan(values).tolist() == [False, True, True] and
     numpy.isnan(chances).all(axis=1).tolist() == [False, True, True] and list(named[1:]) == [None, None], (values, named))
test("and that is warned of", {found.category for found in caught} == {dpcvx.MissingWarning})
test("rows that are known are predicted as before", (fit.predict(frame) == predicted).all())


def releases(table, **given):
    """(number of released ends, texts of warnings)"""
    made, caught = warned(lambda: dpcvx.fit_table(table, "logistic", 1.0, 1e-6, **given), dpcvx.NotDeclaredWarning)
    told = [str(found.message) for found in caught]
    events = json.loads(made.json())["guarantee"]["privacy"]["events"]
    return sum(event["count"] for event in events if event["kind"] == "bounded_range"), told


ends, told = releases(data)
test("categories and bool are never charged for", ends == 2 * 2 and "2 columns" in told[0], (ends, told))
ends, told = releases(data, ranges={"age": (18, 90)})
test("a dictionary may leave columns out", ends == 2 * 1 and "1 column" in told[0], (ends, told))
ends, told = releases(data, ranges=RANGES)
test("declared ranges are not released", ends == 0 and not told, (ends, told))
ends, told = releases(dpcvx.Dataset(frame, answers, ranges=RANGES))
test("nor those of a scaled table", ends == 0 and not told, (ends, told))

test.refuses("columns in another order are not scored", ValueError, lambda: fit.evaluate(
    dpcvx.Dataset(frame[frame.columns[::-1]], answers, levels=dict(fit.meaning.columns.levels)),
    dpcvx.Budget(1.0, 1e-6)), "columns of the fit in their order")
test.refuses("other classes are not scored", ValueError, lambda: fit.evaluate(
    dpcvx.Dataset(frame, numpy.where(answers == answers[0], "a", "b"), classes=("a", "b"), levels=fit.meaning.columns),
    dpcvx.Budget(1.0, 1e-6)), "the classes of the fit")
shuffled = pandas.Series(numpy.arange(len(frame)), index=frame.index[::-1])
test.refuses_table("labels with another index", ValueError, "another index", features=frame, labels=shuffled)
test.refuses_table("users with another index", ValueError, "argument 'users'", features=frame, labels=answers, users=shuffled)
test.refuses_table("infinity in a column", ValueError, "column 'income'", features=frame.assign(income=numpy.inf), labels=answers)
ages = dpcvx.Dataset(frame[["age", "income"]].fillna(0))
covariance = dpcvx.Covariance(ages, dpcvx.Budget(1.0, 1e-6), ages.meaning.columns.ranges({"age": (18, 90), "income": (0, 1e5)}))
test("covariances name columns", "age" in covariance._repr_html_() and "column 0" not in covariance._repr_html_())
test.refuses_table("labels in a frame", TypeError, "frame['label']", features=frame, labels=pandas.DataFrame({"label": answers}))
test.refuses_table("a text for levels", TypeError, "a list of levels", features=frame, labels=answers, levels={"city": "Oslo"})
lacking = pandas.DataFrame({"text": ["x", None, "y"], "flag": [True, None, False], "number": [1, 2, None]}).convert_dtypes()
made = dpcvx.Dataset(lacking, pandas.array(["no", None, "yes"], "string"), levels={"text": ["x", "y"]}, classes=("no", "yes"),
                         missing="null")
test("NA of pandas lacks a value, in text, bool, numbers and labels", made.absent.tolist() == [False, True, True] and
     made.meaning.columns.numeric == ["flag", "number"], (made.absent, made.meaning.columns))
test("and in labels that are numbers or bool", dpcvx.Dataset(lacking[["number"]], pandas.array([1, None, 3], "Int64")).rows == 3 and
     dpcvx.Dataset(lacking[["number"]], pandas.array([True, None, False], "boolean")).meaning.classes == (False, True))
test.refuses_table("and owners", ValueError, "no id at 1", features=lacking[["number"]], labels=[1, -1, 1],
                   users=pandas.array(["a", None, "b"], "string"))
test("decimals are numbers", dpcvx.Dataset(pandas.DataFrame({"price": [decimal.Decimal("1.5"), None, decimal.Decimal(2)]}),
                                           [1, -1, 1]).meaning.columns.numeric == ["price"])

wide = dpcvx.Dataset(frame, answers, weights=numpy.arange(len(frame)) % 3, levels=fit.meaning.columns)
counted = numpy.arange(len(frame)) % 3 > 0
rest = dpcvx.Dataset(frame[counted], answers[counted], levels=fit.meaning.columns)
scores = [fit.evaluate(table, dpcvx.Budget(1.0, 1e-6, adjacency="add_remove"), rng=dpcvx.Rng(b"score")).value for table in (wide, rest)]
held = dpcvx.Dataset(strange, answers[:3], levels=fit.meaning.columns, missing="null")
_, told = warned(lambda: fit.evaluate(wide, dpcvx.Budget(1.0, 1e-6)))
test("weights of 0 alone are not told of", not [one for one in told if one.category is dpcvx.MissingWarning])
_, told = warned(lambda: fit.evaluate(held, dpcvx.Budget(1.0, 1e-6)))
test("nor are rows that lack a value, as scores leave them out", not [one for one in told if one.category is dpcvx.MissingWarning])
mask = numpy.arange(len(frame)) % 2 == 0
test("a mask chooses rows, and that is told of", data.subset(mask).rows == mask.sum() and data.subset(numpy.flatnonzero(mask)).rows ==
     mask.sum() and "chosen without looking" in dpcvx.Estimate(dpcvx.Dataset(frame[["age"]]).subset(mask), dpcvx.Budget(
         1.0, 1e-6, adjacency="add_remove"), ranges={"age": (18, 90)}).report())
form = frame.head(1).assign(income=None)
(value,), told = warned(lambda: fit.decision_values(form))
test("one row that lacks a number has NaN", value != value, value)
test.refuses_table("a column without a value", ValueError, "column 'income', which has no value", features=frame.assign(income=None))
test("parts know which rows lack a value", held.record_subset([2, 0]).absent.tolist() == [True, False])
test("scores leave null records out under add/remove", scores[0] == scores[1], scores)
test("and say so", "are left out" in fit.evaluate(wide, dpcvx.Budget(1.0, 1e-6, adjacency="add_remove")).report() and
     "are left out" in fit.evaluate(wide, dpcvx.Budget(1.0, 1e-6)).report())

test("a part of a split keeps names", data.split(b"0123456789abcdef")[0].meaning is data.meaning)
test("nullable numbers", dpcvx.Dataset(pandas.DataFrame({"x": pandas.array([1, None, 3], "Int64")}), [1, -1, 1]).rows == 3)
try:
    import pyarrow
    arrow = pyarrow.Table.from_pandas(frame, preserve_index=False)
    test("a table of Arrow", (fit.predict(arrow) == predicted).all())
except ImportError:
    pass

sys.exit(1 if test.failed else 0)
