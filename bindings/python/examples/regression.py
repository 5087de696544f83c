"""Fits a private least-squares regression with public ranges of columns and labels."""
import numpy

import dpcvx

generator = numpy.random.default_rng(1)  # made-up houses: square metres and age, and the price
X = generator.uniform([30, 0], [190, 80], (4000, 2))
y = 60000 + 2400 * X[:, 0] - 600 * X[:, 1] + 30000 * generator.uniform(-1, 1, 4000)

data = dpcvx.Dataset(X[:3000], y[:3000])
fit = dpcvx.fit_table(data, "squared", epsilon=1.0, delta=1e-6, ranges=([20, 0], [200, 100]), label_low=0, label_high=600000)
per_metre, per_year, constant = fit.original_coefficients()
r2 = 1 - ((y[3000:] - fit.predict(X[3000:])) ** 2).mean() / y[3000:].var()

print("price = %.0f + %.0f per square metre + %.0f per year" % (constant, per_metre, per_year))
print("NOT PRIVATE: R^2 on new houses is %.3f" % r2)
assert r2 > 0.7
