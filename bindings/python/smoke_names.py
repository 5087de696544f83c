"""Messages and texts name what the caller may write: arguments with their values, options of the call, None as a default,
and domains by what tells them apart. Prints "ok" lines."""
import itertools
import re
import sys
import tempfile
import warnings

import numpy

import dpcvx
from dpcvx import enums, options
from dpcvx._keys import Family
from smoke_support import Tests

test = Tests("python names")
warnings.simplefilter("ignore")
generator = numpy.random.default_rng(0)
X = generator.uniform(0, 1, (240, 3))
table, rng = dpcvx.Dataset(X, numpy.where(X[:, 0] > 0.5, 1, -1)), dpcvx.Rng()
KEY, cities = b"k" * 16, ["Oslo", "Rome"] * 20
nan = float("nan")


def budget(**terms):
    return dpcvx.Budget(1.0, 1e-6, **terms)


# ---- Arguments: each by its name and value, with what is accepted ----

levels = dpcvx.Histogram.of_levels
covariance = dpcvx.Covariance(table, budget(), ranges=(0, 1))
WRONG = (
    (lambda: levels(None, budget()), "'values' = None", "one value a row"),
    (lambda: levels(3, budget()), "'values' = of type int", "one value a row"),
    (lambda: levels([], budget()), "'values' = those of no level", "levels=(...)"),
    (lambda: levels(["Oslo"], budget()), "'values' = those of the level 'Oslo' alone", "others="),
    (lambda: levels([["a", "b"]], budget()), "'values' = a list at 0", "one text, number or bool a row"),
    (lambda: levels(["a", {}], budget(), levels=("a", "b")), "'values' = a dict at 1", "one text, number or bool a row"),
    (lambda: dpcvx.lowlevel.call("dpcvx_covariance_regression", covariance, 0, [1], 1, 2),
     "'features' = a list of no dtype", "array of int64"),
    (lambda: dpcvx.lowlevel.call("dpcvx_covariance_regression", covariance, 0, numpy.ones(1), 1, 2),
     "'features' = a ndarray of float64", "int64"),
    *((lambda proved=proved: covariance.correlation_intervals(proved), "'proved' = %r" % (proved,), "True or False")
      for proved in ("yes", 2, nan, [1], None)),
    (lambda: levels(cities, budget(), levels=3), "'levels' = 3", "a list of levels"),
    (lambda: levels(cities, budget(), levels=[["Oslo"], "Rome"]), "'levels' = [['Oslo'], 'Rome']", "each a text"),
    (lambda: levels(cities, budget(), levels=["Oslo"] * 2), "'levels' = ['Oslo', 'Oslo']", "differ"),
    (lambda: levels(cities, budget(), others=3), "'others' = 3", "'elsewhere'"),
    (lambda: levels(cities, budget(), others="Oslo"), "'others' = 'Oslo'", "no level has"),
    (lambda: dpcvx.Budget.open_ledger(None), "'path' = None", "a str, bytes"),
    (lambda: dpcvx.Budget.create_ledger(7, 1.0, 1e-6), "'path' = 7", "a str, bytes"),
    (lambda: dpcvx.Budget.create_ledger(tempfile.mktemp(), -1.0, 1e-6), "'epsilon' = -1", "> 0"),
    (lambda: rng.discrete_laplace(1, -1), "'count' = -1", "from 0"),
    (lambda: rng.bytes(-1), "'count' = -1", "from 0"),
    (lambda: rng.uniform(3, 1.5), "'count' = 1.5", "a whole number"),
    (lambda: table.split(KEY, held_out=nan), "'held_out' = nan", "a share in (0, 1]"),
    (lambda: table.split(KEY, held_out=(0.5, 0.2)), "'held_out' = (0.5, 0.2)", "low below high"),
    (lambda: table.split(KEY, held_out=(0.5,)), "'held_out' = 1 value", "low below high"),
    (lambda: table.split(b"short"), "'key' = 5 bytes", "16"),
    (lambda: table.subset([]), "'rows' = no row", "one row or more"),
    (lambda: table.record_subset(numpy.zeros(240, bool)), "'rows' = no row", "one row or more"),
    (lambda: budget().price(delta=1), "'delta' = 1", "beside epsilon"),
    (lambda: budget().price(0.5, delta=1e-7), "'delta' = 1e-07", "beside epsilon"),
    (lambda: budget().price(epsilon=1, delta=1), "'delta' = 1", "[0, 1)"),
    (lambda: budget(filter="basic").price(epsilon=1, delta=-1), "'delta' = -1", "[0, 1)"),
    (lambda: budget().price(epsilon=1, delta=nan), "'delta' = nan", "[0, 1)"),
    (lambda: dpcvx.Objective(table, "callback"), "'callback'", "logistic"),
    (lambda: dpcvx.Objective.public(3, "callback", 240), "'callback'", "logistic"),
    (lambda: dpcvx.fit_table(table, "callback", 1.0, 1e-6), "'callback'", "logistic"),
    (lambda: dpcvx.select_fit(table, "callback", 1.0, 1e-6, [{}]), "'callback'", "logistic"),
    (lambda: dpcvx.fit_table(table, "logistic", budget=budget()), "'epsilon' is missing; accepted: what the fit may spend"),
    (lambda: dpcvx.fit_table(table, "logistic", 1.0, ranges=(0, 1)), "'delta' is missing; accepted: what the fit may spend"),
    (lambda: dpcvx.plan_table(table, "logistic"), "'epsilon' is missing; accepted: what the fit may spend"),
    (lambda: dpcvx.fit_table(table, "logistic", 1.0, 1e-6, ranges=(0, 1), range_fraction=0.3), "'range_fraction' = 0.3",
     "the default, 0.35", "ranges of columns are released"),
    (lambda: dpcvx.Domain.ball(2, 3.0, 13), "'p' = 13 by its place", "Domain.ball(radius, dimension, p=1.5)"))
for place, (call, *words) in enumerate(WRONG):
    test.refuses("%d: %s" % (place, words[0]), (ValueError, TypeError), call, *words)

# ---- None is the default ----

numbers = dpcvx.Dataset(X, X[:, 0])
given = dict(epsilon=1.0, delta=1e-6, ranges=(0, 1))
for name in (*options.FIT_TABLE_OPTION.keys, "label_range", "method", "budget", "progress"):
    known = dict(given, label_bound=1.0) if name.startswith("label_range") else dict(given, label_range=(0, 1))
    for what, data, loss, more in (("of classes", table, "logistic", given), ("of numbers", numbers, "pinball", known)):
        test("%s=None %s is its default" % (name, what), dpcvx.fit_table(data, loss, **{**more, name: None}).outcome() == "done")
test("a plan's method=None is its default", dpcvx.Plan(budget(), dpcvx.Objective(numbers, "pinball", label_bound=1, quantile=None),
                                                       method=None).method() != "automatic")
test.refuses("no range of labels at all", ValueError, lambda: dpcvx.fit_table(numbers, "squared", label_range=None, **given),
             "give label_range=(low, high)")

# ---- Domains ----

for domain, words in ((dpcvx.Domain.box([0, 0], [1, 1]), "box with sides of 1"), (dpcvx.Domain.box([0, 0], [1, 2]), "sides of 1 to 2"),
                      (dpcvx.Domain.ball(1.0, 2, p=1.0000000001), "l1.0000000001 norm"), (dpcvx.Domain.ball(1.0, 2, p=1), "l1 norm")):
    test("a domain is a " + words, domain.text().endswith(words), domain.text())

# ---- Texts of a table's plan: options of fit_table, or of what else takes them ----

TAKEN = {*options.FIT_TABLE_OPTION.keys, "label_range"}
OTHERS = {name for family in (options.PLAN_OPTION, options.OBJECTIVE_OPTION, options.BUDGET_OPTION) for name in family.keys} - TAKEN
WORDS = {"momentum", "steps", "smoothing", "order", "schedule", "phases", "geometry", "target", "tolerance", "storage",
         "noise_calibration", "lipschitz", "smoothness"}  # which figures and sentences have, too
ELSEWHERE = re.compile(r"and this call does not|options? of Plan|^Of other calls, |\(Plan\)")


def strange(text):
    """Lines that name an option which fit_table does not take, and do not say what does; and those in words of C."""
    for line in text.split("\n"):
        names = OTHERS.intersection(re.findall(r"\w+", line)) - WORDS
        if (names and not ELSEWHERE.search(line)) or re.search(r"DPCVX_|dpcvx_", line):
            yield line


def said(data, loss, **arguments):
    """The text of a plan, or the refusal."""
    try:
        return dpcvx.plan_table(data, loss, **arguments).text()
    except (dpcvx.Error, ValueError) as refused:
        return str(refused)


assert isinstance(options.PLAN_OPTION, Family)
users = numpy.arange(240) // 4
SETTINGS = [{}, {"l1": 0.1}, {"l2": 0.01}, {"clipping_norm": 0.5}, {"filter": "basic"}, {"filter": "rdp"}, {"delta": 0.0},
            {"allow_no_result": 1}, {"adjacency": "add_remove", "nominal_units": 240}, *({"method": one} for one in enums.Method)]
texts = [said(dpcvx.Dataset(X, X[:, 0] if loss == "squared" else numpy.where(X[:, 0] > 0.5, 1, -1), users=owners), loss,
              **{**given, **({"label_range": (0, 1)} if loss == "squared" else {}), **setting})
         for loss, owners, setting in itertools.product(("logistic", "hinge", "squared"), (None, users), SETTINGS)]
test.none("%d plans and refusals name options of fit_table" % len(texts), sorted({line for text in texts for line in strange(text)}))
test("which say what Plan takes besides", sum("this call does not" in text for text in texts) > 20)
test("control: an option of a plan is found", list(strange("Set threshold_epsilon_fraction = 0.2 to open: stable output")) != [])

sys.exit(1 if test.failed else 0)
