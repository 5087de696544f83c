"""Estimates the means of two columns for one charge, with intervals that are proved for any distribution of the values.

The first column has a public range. That of the second is not known: it is released for a share of the same price."""
import numpy

import dpcvx

random = numpy.random.default_rng(1)
table = dpcvx.Dataset(numpy.column_stack([random.uniform(20, 80, 5000), random.uniform(2500, 5500, 5000)]))  # ages, wages
budget = dpcvx.Budget(epsilon=1.0, delta=1e-6)

# A guess of the ages: mean 45, standard deviation 17. No data are read, and nothing is charged.
low, high = dpcvx.expected_mean_interval(budget, 5000, 18, 100, mean=45, stddev=17, columns=2)
print("To expect of ages: an interval of width %.2f, a little more with a released range beside it" % (high - low))

means = dpcvx.Estimate(table, budget, ranges=([18, numpy.nan], [100, numpy.nan]))
(age, wage), (low, high) = means.values, means.intervals()
print("Ages: %.2f in [%.2f, %.2f]. Wages: %.0f in [%.0f, %.0f]\n" % (age, low[0], high[0], wage, low[1], high[1]))
print(means.report())
assert abs(age - 50) < 2 and high[0] - low[0] < 6 and abs(wage - 4000) < 400  # all but once in 1e5
