"""Fits a loss of one's own: here the log-cosh loss, a smooth relative of the absolute one.

The library cuts slopes to the bound that is declared, so privacy does not rest on the function being right."""
import math

import numpy

import dpcvx


def log_cosh(z, label):
    size = abs(z - label)
    return size + math.log1p(math.exp(-2 * size)) - math.log(2), math.tanh(z - label)


generator = numpy.random.default_rng(1)  # made-up: nine in ten records follow y = 1.5 x - 0.5
x = generator.uniform(-1, 1, 4000)
y = 1.5 * x - 0.5 + 0.2 * generator.uniform(-1, 1, 4000) + 5 * (numpy.arange(4000) % 10 == 0)

objective = dpcvx.Objective(dpcvx.Dataset(x[:, None], y), log_cosh, row_bound=2 ** 0.5, label_bound=3, max_slope=1,
                            max_curvature=1)
budget = dpcvx.Budget(epsilon=1.0, delta=1e-6)
fit = dpcvx.Fit(budget, dpcvx.Plan(budget, objective))
slope, constant = fit.coefficients()

print(fit.report())
print("y = %.2f x %+.2f" % (slope, constant))
assert abs(slope - 1.5) < 0.5 and abs(constant + 0.5) < 0.5 and "assumed" in fit.report()
