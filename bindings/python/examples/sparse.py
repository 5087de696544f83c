"""Fits a private classifier of texts: a sparse table of words, with a penalty that keeps few of them.

A sparse table has ranges from -high to high, so that 0 stays 0."""
import numpy
import scipy.sparse

import dpcvx

WORDS = 500
generator = numpy.random.default_rng(1)  # made-up letters of some ten words each; the first two words tell of complaints
X = scipy.sparse.random(20000, WORDS, density=0.02, format="csr", random_state=1, data_rvs=numpy.ones)
said = scipy.sparse.csr_matrix((generator.random((20000, 2)) < 0.3).astype(float))
X = scipy.sparse.hstack([said, X[:, 2:]]).tocsr()
y = numpy.where(numpy.asarray(said.sum(axis=1)).ravel() > 0, 1.0, -1.0)

data = dpcvx.Dataset(X[:16000], y[:16000])
fit = dpcvx.fit_table(data, "logistic", epsilon=4.0, delta=1e-6, ranges=([-1] * WORDS, [1] * WORDS), l1=0.003)
right = (fit.predict(dpcvx.Dataset(X[16000:])) == y[16000:]).mean()

print("%d of %d words are kept" % ((fit.coefficients()[:-1] != 0).sum(), WORDS))
print("NOT PRIVATE: %.3f of new letters are predicted right" % right)
assert right > 0.75
