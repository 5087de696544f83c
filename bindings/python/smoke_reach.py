"""Every function of the library is reachable from Python, and every option and figure has the type that the package's
tables say. Prints "ok" lines."""
import ast
import glob
import os
import shutil
import subprocess
import sys

import dpcvx
from dpcvx import figures, lowlevel, options
from dpcvx._generated.functions import FUNCTIONS
from dpcvx._generated.functions import HANDLES as HANDLE_FUNCTIONS
from dpcvx._keys import Family
from dpcvx._library import _place
from smoke_support import Tests

test = Tests("python reach")


def families(module):
    return [family for family in vars(module).values() if isinstance(family, Family)]


# ---- Functions: the symbol table of the library that is loaded ----


def unreachable(names):
    """Why functions cannot be called from here."""
    for name in names:
        try:
            getattr(lowlevel, name[len("dpcvx_"):])
            from dpcvx._library import function
            function(name)
        except Exception as problem:
            yield "%s: %s" % (name, problem)


if shutil.which("nm") and os.path.exists(_place()):
    shown = subprocess.run(["nm", "-D", "--defined-only", _place()], stdout=subprocess.PIPE, check=True,
                           universal_newlines=True).stdout
    exported = {line.split()[2].split("@")[0] for line in shown.splitlines() if " T " in line}
    exported = {name for name in exported if name.startswith("dpcvx_")}
    test.none("all %d functions of the symbol table" % len(exported), unreachable(exported))
    test.none("no function that the library lacks", sorted({"dpcvx_" + name for name in lowlevel.names()} - exported))
    test("control: a function that is not described is found", any(unreachable(["dpcvx_not_there"])))
else:
    print("skip python reach: functions: there is no nm, or the library has no path")

# ---- Which functions the package's own modules use: the rest is for lowlevel alone, and is listed here by name ----

LOWLEVEL_ALONE = {
    "dpcvx_dataset_create_csr_f32": "sparse tables become float64, where entries that are listed twice are added up",
    "dpcvx_dataset_shape": "Dataset.rows and .columns hold it",
    "dpcvx_fit_table_check": "dpcvx_fit_table_plan checks the same",
    "dpcvx_options_get_f64": "options are read where they are given",
    "dpcvx_options_get_i64": "as well",
    "dpcvx_partial_sum_add_blocks": "an iterator and PartialSum.add_rows do it",
}


def wrapped_names():
    """Names of functions that some module other than lowlevel calls, or that free its handles."""
    found = set(HANDLE_FUNCTIONS.values())
    keys = {family.name: family for module in (options, figures) for family in families(module)}
    for path in glob.glob(os.path.join(os.path.dirname(dpcvx.__file__), "*.py")):
        if os.path.basename(path) == "lowlevel.py":
            continue
        with open(path, encoding="utf-8") as source:
            tree = ast.parse(source.read())
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in FUNCTIONS:
                found.add(node.value)
            # Another precision, or another accountant: call("dpcvx_..." + ("_f32" if single else "")).
            if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant) and isinstance(node.right, ast.IfExp):
                found.update(str(node.left.value) + str(end.value) for end in (node.right.body, node.right.orelse)
                             if isinstance(end, ast.Constant))
            if isinstance(node, ast.Attribute) and node.attr in keys:
                makers = keys[node.attr].functions
                found.update([makers] if isinstance(makers, str) else makers.values())
    return found & set(FUNCTIONS)


wrapped = wrapped_names()
alone = set(FUNCTIONS) - wrapped
test.none("%d functions by the package's classes and functions, %d by lowlevel alone" % (len(wrapped), len(alone)),
          ["%s is not wrapped, and not listed as such" % name for name in sorted(alone - set(LOWLEVEL_ALONE))] +
          ["%s is wrapped, and listed as not" % name for name in sorted(set(LOWLEVEL_ALONE) - alone)])
print("evidence: bindings: Python wraps %d of %d functions in classes; %d are reached by dpcvx.lowlevel alone: %s" % (
    len(wrapped), len(FUNCTIONS), len(alone), ", ".join(sorted(alone))))
mu = lowlevel.calibrate_gdp(1.0, 1e-6)
test("a function by its name in C", mu == dpcvx.calibrate_gdp(1.0, 1e-6) > 0, mu)
test.refuses("too few values are refused", TypeError, lambda: lowlevel.budget_create(1.0, 1e-6), "budget_create")

# ---- Options ----

BOUNDS = {kind: lowlevel.signature("options_get_bounds_" + kind) and getattr(lowlevel, "options_get_bounds_" + kind)
          for kind in ("f64", "i64")}


def option_problems(family):
    made = lowlevel.call(family.functions)
    for name, key in family.keys.items():
        other = {"f64": "i64", "i64": "f64"}[key.type]
        try:
            low, high, _ = BOUNDS[key.type](made, key.number)
            if not low <= high:
                yield "%s of %s: [%r, %r]" % (name, family.name, low, high)
        except dpcvx.Error as problem:
            yield "%s of %s is no %s: %s" % (name, family.name, key.type, problem)
        try:
            BOUNDS[other](made, key.number)
            yield "%s of %s is %s too" % (name, family.name, other)
        except dpcvx.Error:
            pass


for family in families(options):
    test.none("options %s (%d)" % (family.name, len(family.keys)), option_problems(family))
budget = dpcvx.Budget(1.0, 1e-6, unit="user", adjacency="add_remove", filter="zcdp")
test("enumerations by name", budget.figure("filter") is dpcvx.enums.Filter.ZCDP and
     budget.figure("unit") == dpcvx.USER and budget.figure("adjacency").name == "ADD_REMOVE", budget.json())


test.refuses("an option that there is not", ValueError, lambda: dpcvx.fit_table(
    dpcvx.Dataset([[0.0]], [1.0]), "logistic", 1.0, 0.0, stepz=1), "there are adjacency, allow_no_result")
test.refuses("a name that there is not", ValueError, lambda: dpcvx.Budget(1.0, 1e-6, filter="gpd"),
             "no filter 'gpd'; there are automatic, basic")
test.refuses("half a step", TypeError, lambda: dpcvx.Plan(
    dpcvx.Budget(1.0, 1e-6), dpcvx.Objective(dpcvx.Dataset([[0.0]], [1.0])), steps=2.5),
    "'steps' = 2.5; accepted: a whole number")

# ---- Figures: of live handles. One that a handle lacks is unsupported, never of another type ----

data = dpcvx.Dataset([[i % 5 / 4.0, i % 3 / 2.0] for i in range(200)], [i % 2 * 2 - 1 for i in range(200)], ranges=([0, 0], [1, 1]))
plain = dpcvx.Dataset([[i % 5 / 4.0, i % 3 / 2.0] for i in range(200)])  # whose values are in their own units
objective = dpcvx.Objective(data, "logistic")
budget = dpcvx.Budget(2.0, 1e-6)
plan = dpcvx.Plan(budget, objective)
fit = dpcvx.Fit(budget, plan, dpcvx.Rng(b"figures"))
audit = dpcvx.audit.Audit(lambda side, count: [float(side)] * count, runs=20)
shared = dpcvx.Budget(2.0, 1e-6)
coordinator = dpcvx.distributed.Coordinator(shared, dpcvx.Plan(shared, dpcvx.Objective.public(2, "logistic", 200), steps=2))
HANDLES = {
    "COORDINATOR_FIGURE": [coordinator], "PARTIAL_SUM_FIGURE": [dpcvx.distributed.PartialSum(coordinator.broadcast(), 0)],
    "BUDGET_FIGURE": [budget], "DATASET_FIGURE": [data], "OBJECTIVE_FIGURE": [objective], "FIT_FIGURE": [fit],
    "DOMAIN_FIGURE": [dpcvx.Domain.ball(1.0, 3)], "PLAN_FIGURE": [plan, int(dpcvx.METHODS["automatic"])],
    "SAMPLER_FIGURE": [dpcvx.sample.Sampler(objective, quadratic=1.0)],
    "SAMPLER_DIAGNOSTIC": [dpcvx.sample.Sampler(objective, quadratic=1.0)],
    "TEST_RELEASE_FIGURE": [dpcvx.stable.Law(1.0, 1e-6)], "AUDIT_FIGURE": [audit],
    "EVALUATION_FIGURE": [fit.evaluate(data, dpcvx.Budget(1.0, 1e-6))],
    "ESTIMATE_FIGURE": [dpcvx.Estimate(plain, dpcvx.Budget(1.0, 1e-6), ranges=(0, 1))],
    "COVARIANCE_FIGURE": [dpcvx.Covariance(plain, dpcvx.Budget(1.0, 1e-6), (0, 1))],
    "HYPOTHESES_FIGURE": [dpcvx.hypothesis.Gaussians((0, 1), (1, 2), 0.2)],
    "LOCAL_FIGURE": [dpcvx.LocalProtocol.frequencies(3, 1.0)]}


def figure_problems(family, *handles):
    for name, key in family.keys.items():
        try:
            lowlevel.call(family.functions[key.type], *handles, key.number)
        except dpcvx.Error as problem:
            if problem.status == dpcvx.ERR_ARGUMENT:
                yield "%s of %s: %s" % (name, family.name, problem)


for family in families(figures):
    if family.name != "PROGRESS_FIGURE":
        test.none("figures %s (%d)" % (family.name, len(family.keys)), figure_problems(family, *HANDLES[family.name]))
wrong = figures.FIT_FIGURE._replace(keys={"steps": figures.FIT_FIGURE.keys["steps"]._replace(type="f64")})
test("control: a figure of the other type is found", any(figure_problems(wrong, fit)))

sys.exit(1 if test.failed else 0)
