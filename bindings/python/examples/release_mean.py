"""Releases the mean and the median of a column, clipped to public bounds.

One record moves the clipped mean by (high - low) / n at most. Each release takes half of the budget."""
import numpy

import dpcvx

low, high = 0, 120  # ages: public bounds, not those of the data
ages = 40 + 35 * numpy.random.default_rng(1).uniform(-1, 1, 5000)
ages[7] = 1e6  # one entry is wrong

budget, rng = dpcvx.Budget(epsilon=1.0, delta=1e-6), dpcvx.Rng()
# A little more than (high - low) / n covers the rounding of the sum.
mean = dpcvx.release_gaussian(budget, rng, budget.price(0.5), [ages.clip(low, high).mean()], (high - low) / 5000 * (1 + 1e-9))[0]
median = dpcvx.release_quantile(budget, rng, budget.price(1.0), ages, 0.5, low, high)

print("mean %.2f, median %.2f, for epsilon = %.3f" % (mean, median, budget.figure("epsilon_spent")))
assert abs(mean - 40) < 3 and abs(median - 40) < 5 and budget.figure("epsilon_spent") <= 1.0
