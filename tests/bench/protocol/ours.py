"""The library's configurations: AUTOMATIC with no option, every method by name, and gradient methods at several clips.

All fits go through fit_table with the declared ranges. A configuration that does not apply is refused by its plan
before anything is charged, and its reason is recorded.
"""
import json
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
os.environ.setdefault("DPCVX_LIBRARY", os.path.join(BUILD, "libdpcvx.so"))
sys.path.insert(0, os.path.join(ROOT, "bindings", "python"))

import dpcvx  # noqa: E402

CLIPS = (1.0, 0.5, 0.25, 0.1, 0.03)  # shares of G, the bound on a unit's gradient
GRADIENT_METHODS = ("noisy_gradient_descent", "noisy_sgd", "dp_sgd_gradient")
AUTOMATIC = "automatic"
FREE_L2 = (1e-6, 1e-4, 1e-2)  # of models without privacy
L2 = 0.01  # of the methods that need strong convexity
WARNING = re.compile("(likely|perhaps) no better than")  # what a plan says that promises nothing
BREAK_EVEN = re.compile("If under ([^ ]+) % of labels|A constant does as well where labels scatter by less than about ([^ ,]+)")
FIGURES = ("typical_risk", "predicted_risk", "steps", "clipping_norm")
BASIC = {"filter": dpcvx.FILTER_BASIC}


def break_even(report):
    """The share of labels, or their deviation, at which a report says that a constant does as well; None where it does not."""
    found = BREAK_EVEN.search(report)
    return None if found is None else float(found[2]) if found[1] is None else float(found[1]) / 100


def configurations():
    """{name: (method, options, share of G or None)}."""
    out = {AUTOMATIC: (AUTOMATIC, {}, None)}
    for method in dpcvx.METHODS:
        if method.startswith("strongly_convex"):
            out[method + "/basic,l2"] = (method, dict(BASIC, l2=L2), None)
        elif method.startswith(("stable", "phased")):
            out[method + "/basic"] = (method, BASIC, None)
        elif method != AUTOMATIC:
            out[method] = (method, {}, None)
    out["dp_sgd_output/basic"] = ("dp_sgd_output", BASIC, None)
    for method in GRADIENT_METHODS:
        for filter_name, options in (("", {}), ("/basic", BASIC)):
            if (method == "noisy_gradient_descent" and options) or (method == "dp_sgd_gradient" and not options):
                continue
            for share in CLIPS:
                out["%s%s/%gG" % (method, filter_name, share)] = (method, options, share)
    return out


def is_named(name):
    """Whether a configuration is a method with its defaults, which typical risk must rank."""
    return not name.endswith("G")


class Library:
    """The library on one split of a task."""

    def __init__(self, task, train, held_out):
        self.task, self.units = task, train.count
        users = train.units if task.by_user else None
        self.train = dpcvx.Dataset(train.raw, train.labels, users=users)
        self.held_out = dpcvx.Dataset(held_out.raw)
        self.ranges = (task.low, task.high)
        self.scaled_held_out = dpcvx.Dataset(held_out.raw, ranges=self.ranges)
        self.options = {}
        if task.loss in ("squared", "pinball"):
            self.options["label_bound"] = 1.0
        if task.quantile:
            self.options["quantile"] = task.quantile
        if task.classes:
            self.options["classes"] = task.classes
        self.scaled_train = dpcvx.Dataset(train.raw, train.labels, ranges=self.ranges, users=users)
        objective = self.make_objective()
        figures = [objective.figure(name) for name in ("lipschitz", "gradient_at_zero")]
        self.gradient_bound = figures[0] if figures[0] < float("inf") else figures[1]

    def make_objective(self, **options):
        """The objective that fit_table makes."""
        regression = "label_bound" in self.options
        bound = self.task.row_norm * (1 + 1e-9) if regression else 1.0
        return dpcvx.Objective(self.scaled_train, self.task.loss, row_bound=bound, **dict(self.options, **options))

    def without_privacy(self):
        """Decisions for the held-out rows by minimisers of the objective, one for each weight of FREE_L2."""
        rounded = {"smoothing": 0.02} if self.task.loss == "pinball" else {}
        for l2 in FREE_L2:
            objective = self.make_objective(l2=l2, **rounded)
            w = objective.nonprivate_minimum(tolerance=1e-3, max_passes=300)
            yield objective.nonprivate_decision_values(w, self.scaled_held_out)

    def fit(self, configuration, epsilon, delta, adjacency):
        """Decisions for the held-out rows, and what the fit says of itself."""
        method, options, share = configuration
        given = dict(self.options, **options)
        if adjacency == "add-remove":
            given.update(adjacency=dpcvx.ADD_REMOVE, nominal_units=self.units)
        if share is not None:
            given["clipping_norm"] = share * self.gradient_bound
        fit = dpcvx.fit_table(self.train, self.task.loss, epsilon, delta, self.ranges, method, **given)
        told, report = json.loads(fit.json()), fit.report()
        figures = {name: told["figures"].get(name) for name in FIGURES}
        warned = WARNING.search(report)
        figures.update(method=told["method"], outcome=told["outcome"], warned=warned[1] if warned else "",
                       break_even=break_even(report))
        return fit.decision_values(self.held_out), figures
