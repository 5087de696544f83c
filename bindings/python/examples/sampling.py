"""Draws from a log-concave density, with an error that is known beforehand. NOT PRIVATE.

The density is proportional to exp(-V), V(x) = |x_1| + |x_2| + x_1^2 + x_2^2: it has a corner at 0."""
import numpy

import dpcvx


def l1_norm(x):
    """The part of V that is not quadratic, and a subgradient of it."""
    return abs(x).sum(), numpy.sign(x)


sampler = dpcvx.sample.FunctionSampler(l1_norm, dimension=2, lipschitz=2 ** 0.5, quadratic=2, total_variation=1e-6)
print("certificate: each draw is within %.1e of the density" % sampler.figure("total_variation"))
draws = sampler.draw(500)
x = numpy.linspace(0, 8, 80001)
expected = (x * numpy.exp(-x - x * x)).sum() / numpy.exp(-x - x * x).sum()  # by quadrature
print("mean of |x_j|: %.4f, %.4f by quadrature" % (abs(draws).mean(), expected))
assert abs(abs(draws).mean() - expected) < 0.1
