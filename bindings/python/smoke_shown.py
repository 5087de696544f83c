"""How curves, ledgers, plans and fits show themselves: in a line, in a notebook, in plots. Prints "ok" lines."""
import html.parser
import pickle
import statistics
import sys

import numpy

import dpcvx
from smoke_support import Tests

test = Tests("python shown")


class Balance(html.parser.HTMLParser):
    """Counts the tags that are open."""

    def __init__(self):
        super().__init__()
        self.open, self.problems = [], []

    def handle_starttag(self, tag, _attributes):
        self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(tag)


def well_formed(text):
    balance = Balance()
    balance.feed(text)
    return not balance.open and not balance.problems


class Axes:
    """Keeps what is drawn: it stands for axes of matplotlib."""

    def __init__(self):
        self.calls = {}

    def __getattr__(self, name):
        return lambda *given, **more: self.calls.setdefault(name, []).append((given, more))


X = numpy.random.default_rng(0).uniform(0, 1, (2000, 2))
labels = numpy.where(X[:, 0] > X[:, 1], 1.0, -1.0)
data = dpcvx.Dataset(X, labels, ranges=([0, 0], [1, 1]))
budget = dpcvx.Budget(2.0, 1e-6)
plan = dpcvx.Plan(budget, dpcvx.Objective(data), budget.price(0.5))
fit = dpcvx.Fit(budget, plan)
score = fit.evaluate(data, dpcvx.Budget(1.0, 1e-6))
units = dpcvx.Objective.from_units(lambda unit, w: (float(w @ w) / 2, w), 50, 2, dpcvx.Domain.ball(1.0, 2), lipschitz=1.0, smoothness=1.0,
                                   strong_convexity=1.0)
other = dpcvx.Budget(1.0, 1e-6)
of_units = dpcvx.Fit(other, dpcvx.Plan(other, units))
for thing, words in ((budget, "1 charge,"), (plan, plan.title()), (fit, "logistic by " + fit.title()),
                     (score, "accuracy %.4g, between" % score.value), (of_units, "function of units"), (dpcvx.Curve.gdp(0.5), "gdp")):
    shown = repr(thing)
    test("%s in a line" % type(thing).__name__, words in shown and "\n" not in shown and len(shown) < 250, shown)
for thing, words in ((budget, "epsilon spent"), (plan, "typical risk"), (fit, "outcome"), (score, "between"), (of_units, "outcome")):
    shown = thing._repr_html_()
    test("%s in a notebook" % type(thing).__name__, words in shown and well_formed(shown), shown)
of_numbers = dpcvx.fit_table(dpcvx.Dataset(X[:1000], X[:1000, 0]), "squared", 4.0, 1e-6, ranges=(0, 1), label_range=(0, 1))
shown = repr(of_numbers.evaluate(dpcvx.Dataset(X[1000:], X[1000:, 0]), dpcvx.Budget(4.0, 1e-6)))
test("a score of a regression says which range its labels were clipped to", shown.endswith(", of labels clipped to [0, 1]>"), shown)
test("control: HTML that does not close is found", not well_formed("<div><b>bold</div>"))
from dpcvx._shown import page
test("text of the caller's is escaped", "<script>" not in page("<script>", [("<script>",)], "<script>"))

# ---- Plots, on axes that keep what is drawn ----

alphas, betas = dpcvx.plots.tradeoff_points(dpcvx.Curve.gdp(1.0))
law = statistics.NormalDist()
exact = numpy.array([1.0] + [law.cdf(law.inv_cdf(1 - alpha) - 1.0) for alpha in alphas[1:-1]] + [0.0])
test("the trade-off of mu-GDP is Phi(Phi^-1(1 - alpha) - mu), from below", (betas < exact + 1e-9).all() and
     (betas > exact - 0.01).all(), betas - exact)
test("control: less privacy has another curve", (dpcvx.plots.tradeoff_points(dpcvx.Curve.gdp(1.1))[1] < exact - 0.01).any())
accountant = dpcvx.Accountant("add_remove", "user").add(dpcvx.Curve.gdp(1.0), 3).add(dpcvx.Curve.gdp(0.5))
test("an accountant", repr(accountant) == "<dpcvx.Accountant of 2 events, add/remove, unit: user>", accountant)
axes = dpcvx.plots.tradeoff(dpcvx.Curve.gdp(1.0), Axes())
test("a trade-off curve", len(axes.calls["plot"]) == 2)
axes = dpcvx.plots.epsilon_delta(dpcvx.Curve.gdp(1.0), Axes())
deltas, epsilons = axes.calls["plot"][0][0]
test("epsilon against delta", len(deltas) == len(epsilons) and (numpy.diff(epsilons) < 0).all(), epsilons)
axes = dpcvx.plots.plan(plan, Axes())
names, risks = axes.calls["barh"][0][0]
test("methods of a plan", len(names) == len(plan.ranking()) and names[0] == plan.method().replace("_", " "), names)
axes = dpcvx.plots.coefficients(fit, Axes())
(names, found), more = axes.calls["errorbar"][0]
test("coefficients with bands", (found == fit.coefficients()).all() and names == ["0", "1", "2"], more)
shares = dpcvx.Histogram(dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), edges=[0, 0.25, 1])
axes = dpcvx.plots.histogram(shares, Axes())
(starts, found), more = axes.calls["bar"][0]
test("a histogram with its intervals", (found == shares.values).all() and numpy.allclose(starts, [0, 0.25]) and
     numpy.allclose(more["width"], [0.25, 0.75]) and len(axes.calls["errorbar"]) == 1, more)
medians = dpcvx.Cumulative(dpcvx.Dataset(X), dpcvx.Budget(1.0, 1e-6), edges=[0, 1]).quantiles([0.25, 0.5])
axes = dpcvx.plots.intervals(medians, Axes())
(names, found), more = axes.calls["errorbar"][0]
test("values with their intervals", names == ["quantile of 0.25", "quantile of 0.5"] and (found == medians.values).all() and
     names[0] in medians._repr_html_() and "95 %" in medians._repr_html_(), names)
test("and so are those that were pickled", pickle.loads(pickle.dumps(medians)).names() == names)
test("noisy SGD with full batches is named by what it does", plan.method() != "noisy_sgd" or
     plan.title() == "noisy gradient descent" or plan.figure("sampling_rate") < 1, plan.title())
try:
    import matplotlib
    matplotlib.use("Agg")
    drawn = [dpcvx.plots.tradeoff(dpcvx.Curve.gdp(1.0)), dpcvx.plots.epsilon_delta(dpcvx.Curve.gdp(1.0)), dpcvx.plots.plan(plan),
             dpcvx.plots.coefficients(fit, names=["a", "b", "(intercept)"]), dpcvx.plots.histogram(shares)]
    for ax in drawn:
        ax.figure.canvas.draw()
    test("matplotlib draws them", all(ax.has_data() for ax in drawn))
except ImportError:
    try:
        dpcvx.plots.tradeoff(dpcvx.Curve.gdp(1.0))
        test("without matplotlib (drawn)", False)
    except ImportError as problem:
        test("without matplotlib a plot says what it needs", "pip install matplotlib" in str(problem), problem)

sys.exit(1 if test.failed else 0)
