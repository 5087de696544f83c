"""The mean and the median by OpenDP, half of the budget each.

The number of records is public, so a record that is replaced counts as two contributions: one goes, another comes."""
import numpy
import opendp.prelude as dp

dp.enable_features("contrib")
ages = 40 + 35 * numpy.random.default_rng(1).uniform(-1, 1, 5000)
ages[7] = 1e6  # one entry is wrong

budget = dp.Context.compositor(
    data=ages.tolist(), privacy_unit=dp.unit_of(contributions=2), privacy_loss=dp.loss_of(epsilon=1.0), split_evenly_over=2,
    domain=dp.vector_domain(dp.atom_domain(T=float, nan=False), size=5000))
mean = budget.query().clamp((0.0, 120.0)).mean().laplace().release()
candidates = numpy.arange(0, 120.5, 0.5)
index = budget.query().quantile_score_candidates(candidates.tolist(), 0.5).report_noisy_max_gumbel(optimize="min").release()
median = candidates[index]

print("mean %.2f, median %.2f" % (mean, median))
assert abs(mean - 40) < 3 and abs(median - 40) < 5
