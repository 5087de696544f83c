"""Makes a budget, releases a vector, fits models and reads errors. Prints "ok" lines."""
import contextlib
import io
import json
import math
import pickle
import sys
import warnings

import numpy

import dpcvx
from smoke_support import Tests, refusal

test = Tests("python")
control = Tests("control")
with contextlib.redirect_stdout(io.StringIO()) as shown:
    control("it does not hold", False)
    control.none("there is a problem", ["a problem"])
    for call, words in ((lambda: None, ()), (lambda: dpcvx.Curve.gdp(-1.0), ("other words",))):
        control.refuses("it is accepted, or says other words", dpcvx.Error, call, *words)
test("control: tests that fail are told", control.failed and shown.getvalue().count("not ok control: ") == 4)
test("version", dpcvx.version().count(".") == 2)

budget = dpcvx.Budget(1.0, 1e-6)
rng = dpcvx.Rng()
price = budget.price(0.5)
noisy = dpcvx.release_gaussian(budget, rng, price, [10.0, 20.0, 30.0], 1.0)
test("release of a vector", len(noisy) == 3 and noisy.tolist() != [10.0, 20.0, 30.0])
test("the ledger lists the release", len(json.loads(budget.json())) > 0 and "1" in budget.text())

first, second = ([dpcvx.release_gaussian(dpcvx.Budget(1.0, 1e-6), dpcvx.Rng(b"seed"), dpcvx.Curve.gdp(0.1), [1.0], 1.0)[0]]
                 for _ in range(2))
test("the same seed gives the same release", first == second)

test.refuses("a bad argument is named", dpcvx.Error, lambda: dpcvx.Curve.gdp(-1.0), "'mu' = -1",
             status=dpcvx.ERR_ARGUMENT)
problem = refusal(dpcvx.Error, lambda: dpcvx.Curve.gdp(-1.0))
copy = pickle.loads(pickle.dumps(problem))
test("an error passes between processes",
     isinstance(copy, dpcvx.Error) and copy.status == problem.status and str(copy) == str(problem))
problem = refusal(dpcvx.Error, lambda: dpcvx.release_gaussian(budget, rng, dpcvx.Curve.gdp(50.0), [1.0], 1.0))
test("a charge beyond the budget is refused", problem is not None and problem.status == dpcvx.ERR_BUDGET and
     dpcvx.status_name(problem.status) == "DPCVX_ERR_BUDGET")

# ---- The accountant ----

accountant = dpcvx.Accountant("add_remove")
accountant.add(dpcvx.Curve.subsampled_gaussian(1.1, 0.01), 100).add(dpcvx.Curve.laplace(20.0), 12)
lower, upper = accountant.epsilon(1e-6)
test("an accountant brackets epsilon", 0 < lower < upper < 1.01 * lower
     and upper == accountant.curve().epsilon(1e-6))
test("what an attack can do", 0.5 < accountant.attack_accuracy()[1] < 0.8
     and 0.5 < accountant.false_negative_rate(0.05)[0] < 0.95 and 0.05 < accountant.posterior(0.05, 0.05)[1] < 0.5)
batch = dpcvx.Curve.composition([dpcvx.Curve.laplace(1.0).sampled(0.1)], [200])
test("Laplace noise on batches", 2.7 < batch.epsilon(1e-6) < 20 and dpcvx.Curve.discrete_gaussian(5.0).delta(0.1) > 0)
test("losses by points", abs(dpcvx.Curve.losses([-1.0, 1.0], [1 / (1 + math.e), 1 / (1 + 1 / math.e)]).delta(0.5)
                             - dpcvx.Curve.pure(1.0).delta(0.5)) < 1e-6)
loaded = dpcvx.Accountant.load(accountant.save())
test("an accountant is saved, pickled and copied", loaded.json() == accountant.json()
     == pickle.loads(pickle.dumps(accountant)).json() == accountant.copy().json())
test("merging doubles the counts", loaded.merge(accountant).text().count("x 200") == 1)
event = accountant.dp_event()
test("DpEvents go out and come back", event["class_name"] == "ComposedDpEvent"
     and dpcvx.Accountant.from_dp_event(event, "add_remove").json() == accountant.json())
test.refuses("an event without mu is named", dpcvx.Error, accountant.gdp_mu, "poisson_gaussian")
noise = dpcvx.Accountant("add_remove").calibrate(lambda z, trial: trial.add(dpcvx.Curve.gaussian(z), 100), 0.5, 1000, 1.0, 1e-6)
mu = dpcvx.calibrate_gdp(1.0, 1e-6)
test("a plan is calibrated", 10 / mu <= noise < 10.002 / mu)
test.refuses("what a plan raises comes out", ZeroDivisionError,
             lambda: accountant.calibrate(lambda z, trial: 1 / 0, 0.5, 1000, 1.0, 1e-6))


class _Gaussian:  # what dp_accounting's events answer
    def to_named_tuple(self):
        import collections
        return collections.namedtuple("Event", "module_name class_name noise_multiplier")(
            "dp_accounting.dp_event", "GaussianDpEvent", 2.0)


test("an event of dp_accounting is read", '"noise_multiplier":2' in dpcvx.Accountant.from_dp_event(_Gaussian(), "add_remove").json())

# ---- A fit: the labels say whether the first column passes the second ----

rows = [[i % 10 / 10.0, i % 7 / 7.0] for i in range(5000)]  # so many that noise turns no sign
labels = [1 if first > second else -1 for first, second in rows]
ranges = ([0, 0], [1, 1])
data = dpcvx.Dataset(rows, labels, ranges=ranges)
budget = dpcvx.Budget(1.0, 1e-6)
plan = dpcvx.Plan(budget, dpcvx.Objective(data, "logistic"))
test("a plan charges nothing", "Plan: " in plan.text() and len(json.loads(budget.json())["charges"]) == 0)
fit = dpcvx.Fit(budget, plan)
w = fit.coefficients()
test("a fit tells the columns apart", len(w) == 3 and w[0] > 0 > w[1] and fit.outcome() == "done")
fresh = dpcvx.Dataset(rows)
right = sum(a == b for a, b in zip(fit.predict(fresh), labels)) / len(labels)
test("it predicts raw rows", right > 0.8)
test("its probabilities and decisions agree", all((p[1] > 0.5) == (z > 0) for p, z in
                                                 zip(fit.probabilities(fresh), fit.decision_values(fresh))))
report = json.loads(fit.json())
test("what it spent", fit.figure("epsilon") == report["guarantee"]["privacy"]["epsilon"] <= 1 and
     fit.figure("delta") == 1e-6)
test("its report", report["guarantee"]["privacy"]["epsilon"] <= 1 and "Protects: one record" in fit.report())
again = dpcvx.Fit.load(fit.save())
test("it is saved and loaded", again.json() == fit.json() and again.coefficients().tolist() == w.tolist())
test.refuses("the budget pays for one fit only", dpcvx.Error, lambda: dpcvx.Fit(budget, plan), status=dpcvx.ERR_BUDGET)

# ---- The same in one call ----

fit = dpcvx.fit_table(dpcvx.Dataset(rows, labels), "logistic", 1.0, 1e-6, ranges=ranges)
a = fit.original_coefficients()
test("one call fits a table", len(a) == 3 and a[0] > 0 > a[1] and "Protects: one record" in fit.report())
fit = dpcvx.fit_table(dpcvx.Dataset(rows, [r[0] - r[1] for r in rows]), "squared", 1.0, 1e-6, ranges=ranges,
                      label_bound=1.0)
a, decided = fit.original_coefficients(), fit.decision_values(fresh)
test("its coefficients in the table's units give its decisions",
     all(abs(a[0] * row[0] + a[1] * row[1] + a[2] - z) < 1e-12 for row, z in zip(rows, decided)) and a[0] > 0 > a[1])
fit = dpcvx.fit_table(dpcvx.Dataset(rows, labels), "logistic", 4.0, 1e-6)
test("it releases ranges that are not given", "ranges" in json.loads(fit.json())["rows"] and
     json.loads(fit.json())["guarantee"]["privacy"]["epsilon"] <= 4)
test.refuses("it says what is missing", dpcvx.Error,
             lambda: dpcvx.fit_table(data, "squared", 1.0, 1e-6), "give label_range=(low, high), or label_range_fraction=0.1")

years = [0.5 + (i % 5) / 8 for i in range(5000)]
events = [float(int(time * (1 + 4 * row[0]))) for time, row in zip(years, rows)]
fit = dpcvx.fit_table(dpcvx.Dataset(rows, events, exposures=years), "poisson", 4.0, 1e-6, ranges=ranges, label_bound=8.0)
rates = fit.predict(fresh)
test("a Poisson regression predicts rates per unit of exposure", fit.original_coefficients()[0] > 0 and all(
    abs(rate - min(math.exp(z), 8)) < 1e-12 for rate, z in zip(rates, fit.decision_values(fresh))))
test.refuses("exposures of 0 are refused", dpcvx.Error,
             lambda: dpcvx.Dataset(rows, events, exposures=[0.0] * 5000), "'exposures' = 0 in row 0")

# ---- Private scores of a held-out part ----

training, held_out = dpcvx.Dataset(rows, labels).split(b"0123456789abcdef", 0.5)
fit = dpcvx.fit_table(training, "logistic", 4.0, 1e-6, ranges=ranges)
budget = dpcvx.Budget(1.0, 1e-6)
accuracy = fit.evaluate(held_out, budget, price=budget.price(0.5))
loss = fit.evaluate(held_out, budget, "log_loss", loss_clip=2.0, interval_level=0.99)
test("a private accuracy", accuracy.score == "accuracy" and accuracy.low <= accuracy.value <= accuracy.high and
     accuracy.value > 0.6 and accuracy.figure("units") == held_out.rows and
     accuracy.figure("noise") == dpcvx.NOISE_GAUSSIAN)
test("a private log loss", 0 <= loss.value < 2 and loss.figure("loss_clip") == 2 and loss.figure("interval_level") == 0.99)
test("its report and record", "Private evaluation of a fit: accuracy" in accuracy.report() and
     json.loads(accuracy.json())["guarantee"]["privacy"]["epsilon"] < 1)
test.refuses("scores are charged", dpcvx.Error,
             lambda: fit.evaluate(held_out, budget, "accuracy", price=dpcvx.Curve.gdp(0.1)), status=dpcvx.ERR_BUDGET)
test.refuses("a score that the fit has not is refused", dpcvx.Error,
             lambda: fit.evaluate(held_out, dpcvx.Budget(1.0, 1e-6), "r2"), 'accepted: "accuracy" or "log_loss"')

# ---- Local privacy ----

settings = dpcvx.LocalProtocol.load(dpcvx.LocalProtocol.frequencies(3, 2.0).save())
device, source = dpcvx.Budget(3.0, 0.0, unit="user"), dpcvx.Rng(b"local")
settings.report(1, device, source)
test.refuses("a device's second report of epsilon 2 on a budget of 3", dpcvx.Error,
             lambda: settings.report(1, device, source), status=dpcvx.ERR_BUDGET)
one, two = dpcvx.LocalAggregator(settings), dpcvx.LocalAggregator(settings)
for i in range(2000):
    one.add(settings.report(i % 2, rng=source))
two.add_each(settings.shuffle(b"".join(settings.report(1, rng=source) for _ in range(2000)) + bytes(20), source))
test("reports are counted, and what is none", one.counts() == (2000, 0) and two.counts() == (2000, 1))
two.merge(dpcvx.LocalAggregator.load(one.save(), settings))
shares = two.estimate(0.999)
test("shares in their intervals", shares.low[1] < 0.75 < shares.high[1] and abs(shares.values[0] - 0.25) < 0.1)
test("planned errors, and shuffled reports", shares.high[1] - shares.values[1] < settings.expected_error(4000, 0.999) < 0.1 and
     settings.central_epsilon(4000, 1e-6) < 0.3 and "add up" in settings.text())
hours = dpcvx.LocalProtocol.mean(0.0, 24.0, 4.0, randomizer="window")
means = dpcvx.LocalAggregator(hours)
for i in range(500):
    means.add(hours.report(8.0, rng=source))
test("the mean of a number", means.estimate(0.999).low[0] < 8 < means.estimate(0.999).high[0])
walks = dpcvx.LocalProtocol.vector_mean(3, 1.0, 4.0)
mean = dpcvx.LocalAggregator(walks)
for i in range(500):
    mean.add(walks.report([0.0, 0.6, 0.8], rng=source))
test("the mean of a vector", abs(mean.estimate().values[2] - 0.8) < 0.3 and "VECTOR_MEAN" in walks.figure("kind").name)
test.refuses("a report of another protocol", dpcvx.Error, lambda: mean.add(settings.report(1)), "another length")

# ---- Private means, with intervals ----

hours = dpcvx.Dataset([[i % 11, i % 2 - 0.5] for i in range(4000)])
budget = dpcvx.Budget(1.0, 1e-6)
expected = dpcvx.expected_mean_interval(budget, 4000, 0.0, 10.0, 5.0, 3.2, columns=2, interval_level=0.999999)
means = dpcvx.Estimate(hours, budget, ranges=([0, -1], [10, 1]), interval_level=0.999999)
low, high = means.intervals()
test("means in their intervals", low[0] < 5 < high[0] and low[1] < 0 < high[1] and low[0] <= means.values[0] <= high[0])
test("the width that was expected", abs((high[0] - low[0]) / (expected[1] - expected[0]) - 1) < 0.1)
test("their standard deviations and ranges", abs(means.stddevs()[0][0] - 3.16) < 0.3 and
     means.stddevs()[1][1] >= 0.5 and list(means.ranges()[1]) == [10, 1])
test("their report and record", "Private means of 2 columns" in means.report() and
     json.loads(means.json())["guarantee"]["privacy"]["epsilon"] <= 1 and means.figure("units") == 4000)
released = dpcvx.Estimate(hours, dpcvx.Budget(1.0, 1e-6))
test("ranges released with them", released.figure("released_ranges") and abs(released.values[0] - 5) < 1)
test.refuses("an array is no table", TypeError, lambda: dpcvx.Estimate([[1.0]], dpcvx.Budget(1.0, 1e-6), (0, 10)), "dpcvx.Dataset(rows")
test.refuses("means are charged", dpcvx.Error, lambda: dpcvx.Estimate(hours, budget, (0, 10), dpcvx.Curve.gdp(0.1)),
             status=dpcvx.ERR_BUDGET)

# ---- Private distributions ----

budget = dpcvx.Budget(2.0, 1e-6)
shares = dpcvx.Histogram(hours, budget, [-0.5, 4.5, 8.5, 10.5], price=budget.price(0.5), interval_level=0.999999)
low, high = shares.intervals()
counts, fewest, most = shares.counts()
test("shares in their intervals", low[0] < 5 / 11 < high[0] and abs(shares.values.sum() - 1) < 0.1)
test("counts of the table", fewest[0] <= sum(i % 11 < 5 for i in range(4000)) <= most[0] and shares.figure("cells") == 3 and
     "Private histogram of column 0" in shares.report())
distribution = dpcvx.Cumulative(hours, budget, [-0.5, 10.5], cells=11)
def of_counts(make, **more):
    """A cumulative distribution of 11 hours, of noise of one seed."""
    return make(budget=dpcvx.Budget(2.0, 1e-6), edges=[-0.5, 10.5], cells=11, rng=dpcvx.Rng(b"one"), **more)


told = of_counts(dpcvx.Cumulative.from_counts, counts=[sum(i % 11 == hour for i in range(4000)) for hour in range(11)], units=4000)
test("a distribution of given counts", told.quantiles([0.5]).values[0] == of_counts(dpcvx.Cumulative, dataset=hours).quantiles(
    [0.5]).values[0] and "counted in at most one cell, once (assumed)" in told.report())
quantiles = distribution.quantiles([0.25, 0.5, 0.75])
low, high = quantiles.intervals()
test("quantiles of a cumulative distribution", len(distribution.values) == 10 and all(numpy.diff(distribution.values) >= 0) and
     low[1] <= quantiles.values[1] <= high[1] and abs(quantiles.values[1] - 5) < 1.5)
test("quantiles cost nothing", budget.figure("charges") == 2 and quantiles.figure("kind") == dpcvx.enums.EstimateKind.QUANTILES)
trimmed = distribution.robust("trimmed_mean", 0.1)
(low,), (high,) = trimmed.intervals()
test("a trimmed mean at no charge", low <= trimmed.values[0] <= high and abs(trimmed.values[0] - 5) < 1.5 and
     budget.figure("charges") == 2 and "trimmed mean of column 0" in trimmed.report())
low, high = dpcvx.expected_robust_interval(dpcvx.Budget(1.0, 1e-6), 4000, list(range(11)), [-0.5, 10.5], "quantile_range", 0.25)
test("how wide a range of quantiles will be", 0 <= low < 6 < high < 11)
means = dpcvx.Estimate(hours, dpcvx.Budget(1.0, 1e-6), (0, 10))
spread = means.variances(interval_level=0.999999)
low, high = spread.intervals()
test("variances at no charge", low[0] <= spread.values[0] <= high[0] and low[0] < 10 < high[0])
low, high = dpcvx.expected_variance_interval(dpcvx.Budget(1.0, 1e-6), 4000, 0, 10, 5, 3.16)
test("how wide a variance will be", low < 10 < high < 20)
test.refuses("quantiles of a histogram are refused", dpcvx.Error, lambda: dpcvx.Cumulative.quantiles(shares, [0.5]),
             status=dpcvx.enums.Status.UNSUPPORTED)

# ---- A private covariance ----

hours = dpcvx.Dataset([[i % 11, 0.1 * (i % 11) - 0.5] for i in range(4000)])
budget = dpcvx.Budget(1.0, 1e-6)
expected = dpcvx.expected_covariance_noise(budget, 4000, 2, interval_level=0.999)
covariance = dpcvx.Covariance(hours, budget, ranges=([0, -1], [10, 1]), interval_level=0.999999)
low, high = covariance.intervals()
variances, directions = covariance.components()
test("a covariance in its intervals", low[0, 1] < 1 < high[0, 1] and abs(covariance.matrix[0, 0] - 10) < 1.5 and
     covariance.correlation[1, 0] > 0.8 and abs(covariance.means[0] - 5) < 0.3)
test("its components", variances[0] > variances[1] >= 0 and directions[0, 0] > 0.9 and 0 < expected[0] < expected[1])
test("its report and record", "Population: records\n" in covariance.report() and
     json.loads(covariance.json())["guarantee"]["privacy"]["epsilon"] <= 1 and covariance.figure("units") == 4000)
test.refuses("covariances are charged", dpcvx.Error,
             lambda: dpcvx.Covariance(hours, budget, (0, 10), dpcvx.Curve.gdp(0.1)), status=dpcvx.ERR_BUDGET)

# ---- A choice of a public law ----

laws = dpcvx.hypothesis
tosses = dpcvx.Dataset([[float(i % 10 < 7)] for i in range(2000)])
coins = laws.Discrete([[0.5, 0.5], [0.3, 0.7], [0.1, 0.9]])
test("the coin that was tossed", coins.select(tosses, dpcvx.Budget(1.0, 0.0)) == 1 and list(coins.parameters(1)) == [0.3, 0.7])
test("the probabilities of a contest", coins.contest(0, 1) == (0.5, 1 - round(0.7 * 2 ** 22) / 2 ** 22) and
     coins.figure("contests") == 3)
heights = dpcvx.Dataset([[170 + 10 * ((i * 0.618) % 1 + (i * 0.383) % 1 + (i * 0.755) % 1 - 1.5) * 2] for i in range(4000)])
normal = laws.Gaussians((150, 190), (5, 20), 0.1)
test("a normal law of a cover", abs(normal.parameters(normal.select(heights, dpcvx.Budget(1.0, 1e-6)))[0] - 170) < 3)
grid = laws.GaussianMeans([150], [190], [[100]], 0.1)
test("a mean of a cover", abs(grid.parameters(grid.select(heights, dpcvx.Budget(1.0, 0.0)))[0] - 170) < 3)


def shifted(hypothesis, records):
    return -numpy.abs(records[:, 0] - 10 * hypothesis - 150)


drawn = [[[150 + 10 * h + math.copysign(math.log(1 - (i + 0.5) / 500), i % 2 - 0.5)] for i in range(500)] for h in range(5)]
own = laws.OwnHypotheses(shifted, 1, samples=drawn)
test("a law of one's own, from samples", own.select(heights, dpcvx.Budget(1.0, 0.0)) == 2 and own.figure("probability_error") < 0.2)
test.refuses("what its function raises", ZeroDivisionError, lambda: laws.OwnHypotheses(
    lambda h, records: 1 / 0, 1, probabilities=[[0, 1], [1, 0]]).select(heights, dpcvx.Budget(1.0, 0.0)))
unit_price = dpcvx.Curve.pure(1.0)
needed = laws.units_needed(unit_price, 100, 0.1)
test("the records that are needed", laws.excess_distance(unit_price, 100, needed) <= 0.1 <
     laws.excess_distance(unit_price, 100, needed - 1))

# ---- A private choice among fits ----

candidates = [{"l2": 0.1}, {"l2": 0.001, "method": "noisy_gradient_descent"}]
best = dpcvx.select_fit(dpcvx.Dataset(rows, labels), "logistic", 4.0, 1e-6, candidates, ranges=ranges, inclusion=1.0,
                        held_out_fraction=0.3)
test("the best of two fits", best.chosen in (0, 1) and 0.6 < best.score <= 1 and best.fit.coefficients()[0] > 0)
test("its price is that of the whole", best.fit.figure("epsilon") == 4.0 and
     "best of a random subset of fits" in best.fit.report())
lone, shared = (dpcvx.selection.run_price(count, 1.0, 1e-6).gdp_mu() for count in (1, 3))
test("what is left to each of three fits", 0.78 < shared / lone < 0.81)
none = dpcvx.select_fit(dpcvx.Dataset(rows, labels), "logistic", 4.0, 1e-6, candidates[1:], ranges=ranges,
                        progress=lambda done, total: True)
test("a cancelled selection gives no model", none.fit.outcome() == "cancelled" and none.chosen == -1 and
     math.isnan(none.score))
unlike = [{}, {"adjacency": dpcvx.ADD_REMOVE}]
test.refuses("candidates of unlike units are refused", dpcvx.Error, lambda: dpcvx.select_fit(
    dpcvx.Dataset(rows, labels), "logistic", 4.0, 1e-6, unlike), "with another adjacency than")

owners = [i % 100 for i in range(5000)]
by_user = dpcvx.Dataset(rows, labels, ranges=ranges, users=owners, weights=[1.0] * 5000)
budget = dpcvx.Budget(4.0, 1e-6, unit=dpcvx.USER)
domain = dpcvx.Domain.ball(10.0, 3)
plan = dpcvx.Plan(budget, dpcvx.Objective(by_user, "hinge", domain, l2=0.01), method="noisy_gradient_descent", steps=50)
test("users are units", "Protects: one user" in dpcvx.Fit(budget, plan).report())
test.refuses("records on a budget for users are refused", dpcvx.Error,
             lambda: dpcvx.Plan(budget, dpcvx.Objective(data, "logistic")), "budget")

# ---- Noisy SGD ----

mixture = dpcvx.Curve.gdp_mixture([0.0, 1.0], [0.75, 0.25])
test("a mixture costs its share", abs(mixture.delta(0.5) - 0.25 * dpcvx.Curve.gdp(1.0).delta(0.5)) < 1e-12)
stability = dpcvx.sgd.SgdStability(units=1000, steps=1000, step_size=0.01, lipschitz=1.0, holder=0.5, exponent=1.0,
                               gradient_at_zero=0.5, radius=1.0)
test("how far apart SGD's outputs are",
     stability.after_touches(0) == 0 < stability.expected() < stability.quantile(1e-3) <= stability.reference_wang2022(1e-3) and
     stability.quantile(1e-3) <= stability.worst())
noise = stability.noise(1.0, 1e-5)
test("noise for it", noise < stability.noise(1.0, 1e-5, dpcvx.NOISE_CALIBRATION_HIGH_PROBABILITY) <
     stability.noise(1.0, 1e-5, dpcvx.NOISE_CALIBRATION_REFERENCE) and stability.curve(noise).delta(1.0) <= 1e-5)
test("the reference schedule and noise",
     dpcvx.sgd.reference_wang2022_schedule(12, 1.0, 1000, 3, 1.0, 1e-6, 1e-6)[0] == 1000 and
     0 < dpcvx.sgd.reference_wang2022_noise(1.0, 1000, 1000, 8.0, 1e-6)[0] < 1 and
     dpcvx.sgd.reference_wang2022_min_epsilon(1000) > 1)
budget = dpcvx.Budget(8.0, 1e-6, filter=dpcvx.FILTER_BASIC)
hinge = dpcvx.Objective(data, "hinge")
plan = dpcvx.Plan(budget, hinge, method="dp_sgd_gradient", schedule=dpcvx.SCHEDULE_OPTIMIZED)
fit = dpcvx.Fit(budget, plan)
test("DP-SGD-Gradient of a hinge", plan.method() == "dp_sgd_gradient" and plan.figure("batch_size") == 1 and
     plan.figure("noise_stddev") > 0 and hinge.figure("lipschitz") == 1 and len(fit.coefficients()) == 3)
test("decisions of coefficients are those of the fit", max(abs(a - b) for a, b in zip(
    fit.decision_values(fresh), hinge.nonprivate_decision_values(fit.coefficients(), fresh))) < 1e-12)



def coefficients_of(table):
    ledger = dpcvx.Budget(1.0, 1e-6)
    return dpcvx.Fit(ledger, dpcvx.Plan(ledger, dpcvx.Objective(table)), dpcvx.Rng(b"arrays")).coefficients()


table = numpy.array(rows)
expected = coefficients_of(dpcvx.Dataset(rows, labels))
for name, array in [("rows first", table), ("columns first", numpy.asfortranarray(table)),
                    ("a view", numpy.hstack([table, table])[:, 2:])]:
    test("numpy, " + name, (coefficients_of(dpcvx.Dataset(array, numpy.array(labels))) == expected).all())
single = coefficients_of(dpcvx.Dataset(table.astype("float32"), labels))
test("numpy, floats", abs(single - expected).max() < 1e-3)
test("numpy, integers", (coefficients_of(dpcvx.Dataset(table.astype("int32"), labels)) != expected).any())

plan = dpcvx.Plan(dpcvx.Budget(2.0, 1e-6), dpcvx.Objective(data, "hinge", row_norm=float("inf")),
                  method="exponential_mechanism", target=dpcvx.TARGET_POPULATION)
test("the exponential mechanism takes the geometry of the rows", plan.figure("geometry") == 1 and
     0 < plan.figure("sampler_mu") < 0.01 and plan.figure("high_probability_risk") > plan.figure("predicted_risk") > 0)

# ---- Draws from a log-concave density ----

sampler = dpcvx.sample.Sampler(dpcvx.Objective(data, "logistic"), inverse_temperature=20.0, quadratic=1.0,
                               total_variation=1e-9)
draws = sampler.draw(5)
test("a sampler states its error and draws", len(draws) == 5 and len(draws[0]) == 3 and (draws[0] != draws[1]).all() and
     0 < sampler.figure("total_variation") <= 1e-9 and sampler.diagnostic("tries") >= 5 * sampler.figure("rounds"))


def distance(x):
    return abs(x[0]) + abs(x[1]), [1.0 if entry > 0 else -1.0 for entry in x]


draws = dpcvx.sample.FunctionSampler(distance, 2, quadratic=1.0, lipschitz=2.0 ** 0.5).draw(20, dpcvx.Rng(b"seed"))
found = dpcvx.sample.diagnose([draws[:10], draws[10:]])
test("draws have an R-hat and sizes", found.r_hat.shape == (2,) and (found.r_hat < 1.8).all() and (found.bulk_ess > 3).all() and
     dpcvx.sample.diagnose([draws[:10, 0], draws[10:, 0] + 9]).r_hat[0] > 1.5)
test.refuses("chains of three draws are refused", ValueError, lambda: dpcvx.sample.diagnose(draws[:3].reshape(1, 3, 2)), "'count' = 3")
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    dpcvx.sample.FunctionSampler(distance, 2, quadratic=1.0, step_size=0.1)
test("a function without lipschitz warns", [one.category for one in told] == [dpcvx.sample.ArithmeticNotCoveredWarning])
test("so does one of a function", len(draws) == 20 and max(abs(entry) for draw in draws for entry in draw) < 6)

square = dpcvx.Domain.box([-1, -1], [1, 1])
turns = dpcvx.sample.QuadraticSampler([[2, -1], [-1, 2]], domain=square, gdp=0.01)
rounds = dpcvx.sample.QuadraticSampler([[2, -1], [-1, 2]], domain=square, method="proximal")
drawn = turns.draw(2000, dpcvx.Rng(b"seed"))
test("a quadratic in a box is sampled by coordinates in turn",
     turns.figure("method") == dpcvx.enums.SamplerMethod.SWEEPS and rounds.figure("method") == dpcvx.enums.SamplerMethod.PROXIMAL and
     turns.figure("gdp") <= 0.01 and turns.figure("expected_seconds") < rounds.figure("expected_seconds"))
test("its draws lie in the box and are correlated", abs(drawn).max() <= 1 and 0.05 < numpy.corrcoef(drawn.T)[0, 1] < 0.6)
test.refuses("a matrix that is not symmetric is refused", ValueError,
             lambda: dpcvx.sample.QuadraticSampler([[2, -1], [0, 2]]), "a symmetric matrix")


def broken(x):
    if x[0] != 0:
        raise ZeroDivisionError("by the function")
    return 0.0, [0.0, 0.0]


test.refuses("what a function raises comes through", ZeroDivisionError,
             lambda: dpcvx.sample.FunctionSampler(broken, 2, quadratic=1.0, lipschitz=1.0).draw(1), "by the function")
test("the number of rounds alone", dpcvx.sample.rounds(1.0, 1.0, 10.0, 1e-6) > 10 and
     dpcvx.sample.kl(1.0, 1.0, 10.0, 30) < 1e-6)

# ---- Users, and points of stable data ----

users = [i // 3 for i in range(len(rows))]
table = dpcvx.Dataset(rows, labels, users=users)
capped = table.with_max_records_per_user(2)
test("a cap on records", capped.rows == 2 * (len(rows) // 3) + min(2, len(rows) % 3) and
     capped.columns == table.columns)
declared = dpcvx.Objective(table, "logistic", min_records_per_user=3)
plan = dpcvx.Plan(dpcvx.Budget(4.0, 1e-4, unit=dpcvx.USER, filter=dpcvx.FILTER_BASIC), declared)
test("methods in order", plan.ranking()[0] == plan.method() and declared.figure("min_records_per_user") == 3 and
     plan.method_figure(plan.ranking()[-1], "typical_risk") >= plan.figure("typical_risk") > 0)
mu = dpcvx.Curve.gdp(1.0)
test("groups and members", abs(mu.group(3).member(3).delta(1.0) / mu.delta(1.0) - 1) < 1e-9 and
     mu.group(3).delta(1.0) > mu.delta(1.0))

law = dpcvx.stable.Law(8.0, 1e-6)
test("a law of levels", law.passes(0) == 1 and 0 < law.passes(int(law.figure("max_score"))) <= 1e-6 and
     law.passes(int(law.figure("max_score")) + 1) == 0 and
     law.figure("mu") > dpcvx.stable.Law(8.0, 1e-6, form=dpcvx.stable.FORM_TRUNCATED_LAPLACE).figure("mu"))


def ledger():
    return dpcvx.Budget(8.0, 1e-6, unit=dpcvx.USER, filter=dpcvx.FILTER_BASIC)


values = [0.5 + 0.01 * i for i in range(14)]


def mean(numbers):
    return [sum(values[i] for i in numbers) / len(numbers)]


def attempt(release, *arguments, **options):
    budget = ledger()
    rng, price = dpcvx.Rng(b"stable"), budget.price(1.0)
    return release(budget, rng, price, *arguments, **options)


test("stable points", len(attempt(dpcvx.stable.release_point, 0, [1.0, 2.0], 1e-3)) == 2 and
     attempt(dpcvx.stable.release_point, 1000, [1.0, 2.0], 1e-3) is None)
test("stable families", abs(attempt(dpcvx.stable.release_family, lambda level: [5.0], 1, 1e-6)[0] - 5) < 1e-3 and
     attempt(dpcvx.stable.release_family, lambda level: None, 1, 1e-6) is None)
answer = attempt(dpcvx.stable.release_by_deletion, 14, mean, 1, 0.05)
test("a mean that deletions hardly move", abs(answer[0] - 0.565) < 3)
test("and one that they do move", attempt(dpcvx.stable.release_by_deletion, 14, mean, 1, 1e-9) is None)
test.refuses("what the function raises comes through", ZeroDivisionError,
             lambda: attempt(dpcvx.stable.release_by_deletion, 14, lambda numbers: 1 / 0, 1, 0.02))

sys.exit(1 if test.failed else 0)
