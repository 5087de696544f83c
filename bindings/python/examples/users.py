"""Fits a private regression that protects users: all the rows of a person at once, not one row of theirs."""
import numpy

import dpcvx

generator = numpy.random.default_rng(1)  # made-up rides: kilometres and metres climbed, and minutes, at the rider's own pace
rider = numpy.concatenate([numpy.arange(2000), (generator.random(28000) * generator.random(28000) * 2000).astype(int)])
X = generator.uniform([0, 0], [60, 1500], (30000, 2))
y = 10 + 4 * X[:, 0] + 0.06 * X[:, 1] + rider % 21 - 10 + 15 * generator.uniform(-1, 1, 30000)

data = dpcvx.Dataset(X, y, users=rider)
training, held_out = data.split(b"split of riders!")  # any 16 bytes that were chosen without looking at the table
fit = dpcvx.fit_table(training, "squared", epsilon=1.0, delta=1e-6, ranges=([0, 0], [60, 1500]), label_low=0, label_high=400,
                      max_records_per_user=50)
truth = held_out.nonprivate_labels()
r2 = 1 - ((truth - fit.predict(held_out)) ** 2).mean() / truth.var()

print(fit.report())
print("NOT PRIVATE: R^2 on rides of other riders is %.3f" % r2)
assert r2 > 0.7 and "Protects: one user" in fit.report()
