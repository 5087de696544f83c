"""The regression by diffprivlib, with its objective perturbed."""
import numpy
from diffprivlib.models import LinearRegression

generator = numpy.random.default_rng(1)  # made-up houses: square metres and age, and the price
X = generator.uniform([30, 0], [190, 80], (4000, 2))
y = 60000 + 2400 * X[:, 0] - 600 * X[:, 1] + 30000 * generator.uniform(-1, 1, 4000)

model = LinearRegression(epsilon=1.0, bounds_X=([20, 0], [200, 100]), bounds_y=(0, 600000)).fit(X[:3000], y[:3000])
r2 = model.score(X[3000:], y[3000:])

print("price = %.0f + %.0f per square metre + %.0f per year" % (model.intercept_, *model.coef_))
print("NOT PRIVATE: R^2 on new houses is %.3f" % r2)
assert r2 > 0.7
