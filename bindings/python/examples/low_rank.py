"""Fits a private bilinear model x' W z, with the matrix W in a ball of the nuclear norm.

A row of the table is x z', laid out like W: row by row. Such a ball holds matrices that are near to a low rank."""
import numpy

import dpcvx

generator = numpy.random.default_rng(1)  # made-up: tastes x of readers, traits z of books, and ratings
x = generator.choice([-1, 1], (8000, 5)) / 5**0.5
z = generator.choice([-1, 1], (8000, 4)) / 4**0.5
rows = numpy.einsum("ni,nj->nij", x, z).reshape(8000, 20)
y = 2 * (x @ [0.6, -0.6, 0.4, 0.2, 0.3]) * (z @ [0.7, 0.1, -0.7, 0.1]) + 0.1 * generator.uniform(-1, 1, 8000)

ball = dpcvx.Domain.schatten_ball(radius=2.5, rows=5, columns=4)  # p = 1: the nuclear norm
objective = dpcvx.Objective(dpcvx.Dataset(rows[:6000], y[:6000]), "squared", ball, intercept=False, row_bound=1.0,
                            label_bound=2.0)
budget = dpcvx.Budget(epsilon=1.0, delta=1e-6)
fit = dpcvx.Fit(budget, dpcvx.Plan(budget, objective))
W = fit.coefficients().reshape(5, 4)
r_squared = 1 - ((y[6000:] - fit.predict(rows[6000:]))**2).sum() / (y[6000:]**2).sum()

print(fit.report())
print(numpy.round(W, 3))
print("NOT PRIVATE: R^2 on new ratings is %.3f" % r_squared)
assert r_squared > 0.5 and numpy.linalg.svd(W, compute_uv=False).sum() <= 2.5 * (1 + 1e-9)
