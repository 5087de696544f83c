"""What numbers stand for, beside a fit: saved names, ids among features, rows that mostly lack a value, and weak promises.

Prints "ok" lines, and "skip" where pandas is missing."""
import os
import sys
import tempfile

import numpy

import dpcvx
from smoke_support import Tests, warned

test = Tests("python meaning")
generator = numpy.random.default_rng(5)
COUNT = 800
X = generator.uniform(0, 1, (COUNT, 2))
signs = numpy.where(X[:, 0] > X[:, 1], 1, -1)
RANGES = ([0, 0], [1, 1])

# ---- Weights and exposures that nobody bounds ----


def weights_told(loss="logistic", labels=signs, bound=None, **given):
    """The warnings of weights of a fit."""
    more = {} if bound is None else {"weight_bound": bound}
    if loss == "poisson":
        more["label_bound"] = 5
    found = warned(lambda: dpcvx.fit_table(dpcvx.Dataset(X, labels, **given), loss, 1.0, 1e-6, RANGES, **more), dpcvx.NotDeclaredWarning)[1]
    return [str(one.message) for one in found]


exposed = {"loss": "poisson", "labels": numpy.ones(COUNT), "exposures": numpy.full(COUNT, 5.0)}
told = weights_told(**exposed)
test("exposures that nobody bounds are warned of", len(told) == 1 and "an exposure above 1" in told[0], told)
test("exposures with a bound are not", not weights_told(bound=5, **exposed))
test("weights are warned of", len(weights_told(weights=numpy.ones(COUNT))) == 1)

# ---- Promises that say little ----

data = dpcvx.Dataset(X)


def weak(call):
    """How many warnings of a weak promise a call gives."""
    return len(warned(call, dpcvx.WeakPrivacyWarning)[1])


large, _ = warned(lambda: dpcvx.Budget(500.0, 1e-6))
for name, call in (("Estimate", lambda price: dpcvx.Estimate(data, large, RANGES, price)),
                   ("Cumulative", lambda price: dpcvx.Cumulative(data, large, [0, 1], price=price)),
                   ("Covariance", lambda price: dpcvx.Covariance(data, large, RANGES, price))):
    test("%s of a large price is warned of" % name, weak(lambda: call(large.price(epsilon=80.0))) == 1)
    test("%s of a small price is not" % name, weak(lambda: call(large.price(epsilon=2.0))) == 0)
ledger = os.path.join(tempfile.mkdtemp(), "a.ledger")
for name, call, count in (("a budget of a large epsilon", lambda: dpcvx.Budget(1e5, 1e-6), 1),
                          ("and delta", lambda: dpcvx.Budget(1e5, 0.9), 2),
                          ("a ledger of both", lambda: dpcvx.Budget.create_ledger(ledger, 1e5, 0.9), 2),
                          ("a usual budget", lambda: dpcvx.Budget(10, 1e-4), 0),
                          ("a local protocol", lambda: dpcvx.LocalProtocol.frequencies(3, 30.0), 1),
                          ("a usual protocol", lambda: dpcvx.LocalProtocol.mean(0, 1, 2.0), 0)):
    test("warnings of weak privacy: %s" % name, weak(call) == count)

# ---- Frames ----

try:
    import pandas
except ImportError:
    print("skip python meaning: frames: there is no pandas")
    sys.exit(test.failed)

owners = numpy.array(["u%03d" % (row // 4) for row in range(COUNT)])
cities = pandas.Categorical.from_codes(numpy.arange(COUNT) % 2, ["Oslo", "Rome"])
frame = pandas.DataFrame({"age": X[:, 0], "income": X[:, 1], "city": cities, "user": owners})
answers = numpy.where(signs > 0, "yes", "no")
plain, rest = frame[["age", "income", "city"]], {"labels": answers, "classes": ("no", "yes")}
for name, features, users in (("by name", frame, frame["user"]), ("by values", frame.rename(columns={"user": "id"}), owners),
                              ("numbers by values", plain.assign(id=numpy.arange(COUNT) // 4), numpy.arange(COUNT) // 4)):
    test.refuses_table("ids among the features, %s" % name, ValueError, "holds the users", features=features, users=users, **rest)
try:
    from dpcvx import estimators
except ImportError:
    print("skip python meaning: ids in estimators: there is no scikit-learn")
else:
    test.refuses("ids among the columns of X", ValueError, lambda: estimators.LogisticRegression(epsilon=1.0).fit(
        frame, answers, users=frame["user"]), "argument 'X'", "holds the users")
test("other users are taken", dpcvx.Dataset(plain, users=frame["user"], **rest).units() == COUNT // 4)
many = pandas.DataFrame({"place": ["p%03d" % (row % 101) for row in range(3000)]})
test.refuses_table("101 texts in 3000 rows", ValueError, "101 different texts", "up to 100", features=many)
test("declared levels may be more", dpcvx.Dataset(many, levels={"place": sorted(set(many["place"]))}).columns == 101)

test.refuses_table("levels that match no value", ValueError, "most rows", "city", "missing='null'", features=plain,
                   levels={"city": ["Bergen", "Turin"]}, **rest)
test.refuses_table("a column without numbers", ValueError, "most rows", features=plain.assign(age=numpy.nan), **rest)
earlier = dpcvx.Dataset(plain, **rest).meaning.columns
test.refuses_table("null records by the columns of an earlier frame", ValueError, "most rows", features=plain.assign(age=numpy.nan),
                   levels=earlier, **{key: value for key, value in rest.items() if key != "levels"})
test("null records that are asked for are taken", dpcvx.Dataset(plain.assign(age=numpy.nan), missing="null", **rest).absent.all())
half = plain.assign(age=numpy.where(numpy.arange(COUNT) % 2 == 0, numpy.nan, X[:, 0]))
test("a half of them are", dpcvx.Dataset(half, **rest).absent.sum() == COUNT // 2)

fit = dpcvx.fit_table(dpcvx.Dataset(plain, **rest), "logistic", 8.0, 1e-6, {"age": (0, 1), "income": (0, 1)})
stored, meaning = fit.save(), fit.meaning.save()
again = dpcvx.Fit.load(stored, dpcvx.tables.Meaning.load(meaning))
turned = plain[["city", "income", "age"]].astype({"city": str})
test("a fit with saved names predicts by name", (again.predict(turned) == fit.predict(plain)).all() and again.meaning == fit.meaning and
     again.named_coefficients() == fit.named_coefficients())
nameless = dpcvx.Fit.load(stored)
held_out = dpcvx.Dataset(plain, levels=fit.meaning.columns, **rest)
spent = dpcvx.Budget(1.0, 1e-6)
test.refuses("a frame, for a fit without names", ValueError, lambda: nameless.predict(turned), "for a fit without its names", "meaning=")
test.refuses("a score of one", ValueError, lambda: nameless.evaluate(held_out, spent), "for a fit without its names")
numbers = numpy.column_stack([X, numpy.arange(COUNT) % 2 == 0, numpy.arange(COUNT) % 2 == 1]).astype(float)
test("arrays are taken in order", ((nameless.predict(numbers) > 0) == (fit.predict(plain) == "yes")).all())
test.refuses("classes of others", ValueError, lambda: nameless.evaluate(
    dpcvx.Dataset(numbers, answers, classes=("yes", "no")), spent), "the classes ('yes', 'no'), for a fit without its names")
test("nothing was charged", spent.figure("charges") == 0)
to_arrays = dpcvx.fit_table(dpcvx.Dataset(X, signs), "logistic", 8.0, 1e-6, RANGES)
test.refuses("a frame, for a fit to arrays", ValueError, lambda: to_arrays.predict(plain[["income", "age"]]), "to_numpy()")
for wrong in (b"junk", b"{}", b'{"dpcvx_meaning": 2}', b"[1]", meaning[:-5]):
    test.refuses("%r as names" % wrong[:20], ValueError, lambda: dpcvx.tables.Meaning.load(wrong), "'stored'", "Meaning.save()")
shorter = dpcvx.Dataset(plain[["age", "city"]], **rest).meaning
for name, kind, other, word in (("of fewer columns", ValueError, shorter, "3 columns (age, city=Oslo, city=Rome)"),
                                ("of three classes", ValueError, fit.meaning._replace(classes=(1, 2, 3)), "2 classes"),
                                ("as bytes", TypeError, meaning, "of type bytes"), ("of nothing", TypeError, b"", "of type bytes"),
                                ("of names alone", TypeError, dpcvx.tables.Meaning(["age"]), "one with ['age']")):
    test.refuses("a meaning " + name, kind, lambda: dpcvx.Fit.load(stored, other), "argument 'meaning'", "; accepted: ", word)
spread = dpcvx.Covariance(dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), ranges=RANGES).save()
test.refuses("a meaning of more columns than a covariance has", ValueError, lambda: dpcvx.Covariance.load(spread, shorter), "has 2 columns")
table = dpcvx.Dataset([[1.0, 2.0]] * 50)
estimate = dpcvx.Estimate(table, dpcvx.Budget(9.0, 1e-5), ranges=(0, 3))
counts = dpcvx.Histogram(table, dpcvx.Budget(9.0, 1e-5), edges=[0, 1, 3], column=1)
for number, one, words in ((1, estimate, "has 2 columns"), (3, estimate, "has 2 columns"), (3, estimate.variances(), "has 2 columns"),
                           (1, counts, "which is of column 1")):
    other = dpcvx.tables.Meaning(dpcvx.tables.Columns.of_numbers("abc"[:number]))
    test.refuses("a meaning of %d columns, of what has others: %r" % (number, one), ValueError, lambda: dpcvx.Estimate.load(
        one.save(), other), "argument 'meaning' = that of %d column" % number, words)
own = dpcvx.tables.Meaning(dpcvx.tables.Columns.of_numbers("ab"))
test("its own is taken", all("'b'" in dpcvx.Estimate.load(one.save(), own).text() for one in (estimate, counts)))
for one in (dpcvx.Covariance, dpcvx.Estimate):
    test.refuses("a meaning of another type: " + one.__name__, TypeError, lambda: one.load(b"", b"{}"), "argument 'meaning'")
dated = dpcvx.Dataset(pandas.DataFrame({"day": pandas.Categorical(pandas.to_datetime(["2020-01-01", "2020-01-02"]))}))
test.refuses("levels that JSON does not have", TypeError, dated.meaning.save, "pickle keeps others")

try:
    from dpcvx import estimators
except ImportError:
    print("skip python meaning: estimators: there is no scikit-learn")
    sys.exit(test.failed)

model = estimators.LogisticRegression(bounds=(0, 1), classes=(-1, 1))
_, found = warned(lambda: model.fit(X, signs, sample_weight=numpy.full(COUNT, 3.0)), dpcvx.NotDeclaredWarning)
test("weights of an estimator are warned of", len(found) == 1 and "weight_bound" in str(found[0].message), found)
bounded = estimators.LogisticRegression(bounds=(0, 1), classes=(-1, 1), options={"weight_bound": 3})
_, found = warned(lambda: bounded.fit(X, signs, sample_weight=numpy.full(COUNT, 3.0)), dpcvx.NotDeclaredWarning)
test("weights with a bound are not", not found)
test.refuses("a frame of null records", ValueError, lambda: estimators.LogisticRegression().fit(
    plain[["age"]].assign(age=numpy.nan), signs), "'X'", "most rows", "fillna")
sys.exit(test.failed)
