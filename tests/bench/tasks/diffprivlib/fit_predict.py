"""The classification by diffprivlib. Columns are scaled to [-1, 1] by hand: it bounds the norm of rows alone."""
import numpy
from diffprivlib.models import LogisticRegression

generator = numpy.random.default_rng(1)  # made-up people: age and income; "yes" becomes likelier with both
X = generator.uniform([20, 20000], [80, 100000], (5000, 2))
score = (X[:, 0] - 50) / 30 + (X[:, 1] - 60000) / 40000 + 0.4 * generator.uniform(-1, 1, 5000)
y = numpy.where(score > 0, "yes", "no")

low, high = numpy.array([18, 0]), numpy.array([100, 150000])
scaled = (2 * X - low - high) / (high - low)
model = LogisticRegression(epsilon=1.0, data_norm=2 ** 0.5).fit(scaled[:4000], y[:4000])
right = model.score(scaled[4000:], y[4000:])

print("NOT PRIVATE: %.3f of new people are predicted right" % right)
assert right > 0.8
