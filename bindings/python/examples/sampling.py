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

# A normal law of which the inverse covariance is known, given that its entries are above 0. Coordinates are drawn in turn.
inverse = numpy.array([[1, -0.5], [-0.5, 1]])
quadrant = dpcvx.Domain.box([0, 0], [numpy.inf, numpy.inf])
sampler = dpcvx.sample.QuadraticSampler(inverse, domain=quadrant)
draws = sampler.draw(2000)
grid = numpy.linspace(0.005, 7.995, 800)
mass = numpy.exp(-(grid[:, None] ** 2 - grid[:, None] * grid + grid ** 2) / 2)
expected = (mass.sum(1) @ grid) / mass.sum()  # by quadrature
print("%d sweeps a draw; mean of x_j: %.4f, %.4f by quadrature" % (sampler.figure("rounds"), draws.mean(), expected))
assert abs(draws.mean() - expected) < 0.1
