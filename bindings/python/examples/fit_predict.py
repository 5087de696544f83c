"""Fits a private logistic regression in one call, and predicts with it.

The ranges of the columns are public: what people can be, not the extremes of this table."""
import numpy

import dpcvx

generator = numpy.random.default_rng(1)  # made-up people: age and income; "yes" becomes likelier with both
X = generator.uniform([20, 20000], [80, 100000], (5000, 2))
score = (X[:, 0] - 50) / 30 + (X[:, 1] - 60000) / 40000 + 0.4 * generator.uniform(-1, 1, 5000)
y = numpy.where(score > 0, "yes", "no")

data = dpcvx.Dataset(X[:4000], y[:4000], classes=("no", "yes"))
fit = dpcvx.fit_table(data, "logistic", epsilon=1.0, delta=1e-6, ranges=([18, 0], [100, 150000]))
right = (fit.predict(X[4000:]) == y[4000:]).mean()

print(fit.report())
print("NOT PRIVATE: %.3f of new people are predicted right" % right)
assert right > 0.8
