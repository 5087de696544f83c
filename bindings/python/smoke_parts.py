"""Units of tables in parts: users of two parts, how many there are, and names of features. Prints "ok" lines."""
import itertools
import sys

import numpy

import dpcvx
from dpcvx import _part_units, distributed
from smoke_support import Tests, refusal

test = Tests("python parts")
generator = numpy.random.default_rng(11)
COUNT, NAMES = 3000, ["a", "b", "c"]
X = generator.normal(size=(COUNT, 3))
y = numpy.where(X[:, 0] + generator.normal(size=COUNT) > 0, 1, -1)
owners = numpy.sort(generator.integers(0, 400, COUNT))
cut = int(numpy.searchsorted(owners, 200))
STEPS, RANGES = {"steps": 6}, ([-3] * 3, [3] * 3)


def batches(size, begin=0, end=COUNT):
    """A function that gives batches of this size."""
    return lambda: ({**{name: X[at:at + size, j][:end - at] for j, name in enumerate(NAMES)}, "y": y[at:min(at + size, end)],
                     "user": owners[at:min(at + size, end)]} for at in range(begin, end, size))


def by_users(sources, nominal=400, paid=None):
    """A fit for users of parts, which a budget of its own pays."""
    return distributed.fit_batches(sources, NAMES, "y", "logistic", paid or dpcvx.Budget(2.0, 1e-6, unit="user"), nominal, RANGES,
                                   user="user", plan_options=STEPS, rng=dpcvx.Rng(b"one seed"))


def spelled(source):
    """The batches of a part with users as text."""
    return lambda: [{**batch, "user": numpy.array(["u%04d" % owner for owner in batch["user"]])} for batch in source()]


# ---- Rows that come once, and rows that are refused late ----

paying = dpcvx.Budget(2.0, 1e-6)


def of_rows(source, paid=None, **more):
    """A fit for records, by noise of one seed."""
    return distributed.fit_batches(source, NAMES, "y", "logistic", paid or dpcvx.Budget(2.0, 1e-6), COUNT, RANGES,
                                   plan_options=STEPS, rng=dpcvx.Rng(b"one seed"), **more)


for said, drawn in (("a generator", lambda left: lambda: (batch for batch in left)), ("a map", lambda left: lambda: map(dict, left))):
    test.refuses("an iterator that %s draws from anew" % said, ValueError, lambda: of_rows(drawn(batches(500)()), paying),
                 "whose calls draw from one iterator")
    test.refuses("one of a single batch, by %s" % said, ValueError, lambda: of_rows(drawn(batches(COUNT)()), paying),
                 "whose second call gives no rows")
test("neither is charged", paying.figure("charges") == 0)
spoiled = {**next(batches(COUNT)()), "a": numpy.full(COUNT, numpy.nan)}
test.refuses("a bad row of a late batch", ValueError, lambda: of_rows(lambda: [*batches(500)(), spoiled], paying), "nan",
             ". Nothing was released; the charge stays")
test("and that is charged", paying.figure("charges") == 1)
calls, lying = itertools.count(), list(batches(500)())
turned = of_rows(lambda: (batch for batch in lying[::-1 if next(calls) % 2 else 1]))
test("another order at each call gives the same bits", turned.coefficients().tolist() == of_rows(batches(500)).coefficients().tolist())

# ---- Units ----

for kind, its in (("numbers", lambda source: source), ("text", spelled)):
    paid = dpcvx.Budget(2.0, 1e-6, unit="user")
    test.refuses("before the charge: a part that comes twice, by users of %s" % kind, ValueError,
                 lambda: by_users([its(batches(COUNT))] * 2, 400, paid), "'batches' = parts that share a user")
    test.refuses("before the charge: more than twice the nominal units, by users of %s" % kind, ValueError,
                 lambda: by_users([its(batches(COUNT))], 150, paid), "'nominal_units' = 150; accepted: at least half the number of users")
    test("nothing was charged for them", paid.figure("charges") == 0)
    late = [its(batches(100, 0, cut)), its(batches(100, cut - 1))]  # the second begins with the first's last user
    test.refuses("a user in two parts behind their first batches, by users of %s" % kind, ValueError, lambda: by_users(late, 400, paid),
                 "share a user")
    test.refuses("more than twice the nominal units behind first batches, by users of %s" % kind, ValueError, lambda: by_users(
        [its(batches(100, 0, cut)), its(batches(100, cut))], 150, paid), "'nominal_units' = 150;")
    test("nor was anything charged for these", paid.figure("charges") == 0)
    report = by_users([its(batches(100, 0, cut)), its(batches(100, cut))]).report()
    test("the report says what was checked, by users of %s" % kind, "Checked: no user is in two parts" in report and
         "Checked: all parts together have at most twice the nominal number of units" in report, report)
paid = dpcvx.Budget(2.0, 1e-6, unit="user")
test.refuses("numbers in one part and text in another, which no comparison can tell apart", TypeError, lambda: by_users(
    [batches(100, 0, cut), spelled(batches(100, cut))], 400, paid), "users that are text in some")
test.refuses("rows that are not sorted behind a first batch", ValueError, lambda: by_users(
    [batches(100, 0, cut), lambda: [*batches(100, cut)(), *batches(100, cut)()]], 400, paid), "not sorted by user")
test("which costs nothing", paid.figure("charges") == 0)
changing = [lambda: batches(100, 0, cut)(), lambda seen=[]: (seen.append(1), batches(100, cut - (len(seen) > 3))())[1]]
test.refuses("a part that has another's user from the first pass on", ValueError, lambda: by_users(changing, 400, paid), "share a user")
test.refuses("more rows in all parts than twice the nominal number", ValueError, lambda: distributed.fit_batches(
    [batches(100, at, at + 300) for at in range(0, COUNT, 300)], NAMES, "y", "logistic", dpcvx.Budget(2.0, 1e-6), COUNT // 2 - 1,
    RANGES, plan_options=STEPS), "at least half the number of rows")
for given in ([1], "steps", {"budget": paid}, {1: 2}):
    test.refuses("plan_options=%.9r" % given, (TypeError, ValueError), lambda: distributed.fit_batches(
        [batches(100)], NAMES, "y", "logistic", paid, COUNT, RANGES, plan_options=given), "argument 'plan_options' = ",
                 'such as {"steps": 20}')
counted = _part_units.PartUnits(3, True, 2)
counted.begin_part()
for owners_of in ([1, 1, 2], [2, 2], [2, 3]):
    counted.add(numpy.array(owners_of), len(owners_of))
counted.begin_part()
counted.add(numpy.array([4, 5, 6]), 3)
counted.check_parts()
test.refuses("a user in batches counts once: the seventh is refused", ValueError, lambda: counted.add(numpy.array([7]), 1), "= 3;")
alone = _part_units.PartUnits(9, True, 1)
alone.add(numpy.array([3, 10]), 2)
test.refuses("a number and its text in one part, which would count a user twice", TypeError, lambda: alone.add(
    numpy.array(["20", "3"]), 2), "ids of one kind")
made = by_users([batches(100, 0, cut), batches(100, cut)])
test("a fit of batches has names", list(made.named_coefficients()) == NAMES + ["(intercept)"] and
     "null records" not in made.report() and list(made.named_coefficients().values()) == made.original_coefficients().tolist())
try:
    import pandas
except ImportError:
    print("skip python parts: frames by name: there is no pandas")
else:
    shown = pandas.DataFrame(X, columns=NAMES)
    test("it predicts by names", made.decision_values(shown[NAMES[::-1]]).tolist() == made.decision_values(X).tolist())
    test.refuses("a frame without a feature", ValueError, lambda: made.predict(shown[NAMES[:2]]), "without c")

sys.exit(test.failed)
