"""Fits a private regression of the 0.9 quantile: how long nearly all deliveries take at most."""
import numpy

import dpcvx

generator = numpy.random.default_rng(1)  # made-up deliveries: kilometres, and minutes with a long tail
X = generator.uniform(0, 20, (8000, 1))
y = 5 + 2 * X[:, 0] + generator.exponential(8, 8000)

data = dpcvx.Dataset(X[:6000], y[:6000])
fit = dpcvx.fit_table(data, "pinball", epsilon=1.0, delta=1e-6, ranges=([0], [20]), quantile=0.9, label_low=0, label_high=120)
held = (y[6000:] <= fit.predict(X[6000:])).mean()

print("NOT PRIVATE: %.3f of new deliveries take at most what is predicted" % held)
assert 0.8 < held < 0.97
