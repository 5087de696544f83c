"""How much noise a price takes, for methods other than the library's.

Full-batch descent and sums have Gaussian noise, whose law is mu-GDP in closed form (Dong, Roth and Su 2022). Random
batches are calibrated by dp-accounting's privacy loss distributions. `check` compares the two on full batches.
"""
import functools
import json
import math
import os

from scipy.optimize import brentq
from scipy.special import log_ndtr


def gdp_delta(mu, epsilon):
    """The least delta for which mu-GDP is (epsilon, delta)-DP."""
    inside = math.exp(log_ndtr(mu / 2 - epsilon / mu))
    return inside - math.exp(epsilon + log_ndtr(-mu / 2 - epsilon / mu))


@functools.lru_cache(maxsize=None)
def gdp_mu(epsilon, delta):
    """The greatest mu for which mu-GDP is (epsilon, delta)-DP."""
    return brentq(lambda mu: gdp_delta(mu, epsilon) - delta, 1e-6, 100.0, xtol=1e-12) * (1 - 1e-9)


def sampled_multiplier(epsilon, delta, rate, steps, paid):
    """Noise over clip, for `steps` steps on Poisson samples, add/remove adjacency, by dp-accounting.

    A Gaussian release for the share `paid` of the price's mu^2 goes before them.
    """
    import dp_accounting
    from dp_accounting import pld

    def event(multiplier):
        step = dp_accounting.PoissonSampledDpEvent(rate, dp_accounting.GaussianDpEvent(multiplier))
        walk = dp_accounting.SelfComposedDpEvent(step, steps)
        if not paid:
            return walk
        before = dp_accounting.GaussianDpEvent(1 / (gdp_mu(epsilon, delta) * math.sqrt(paid)))
        return dp_accounting.ComposedDpEvent([before, walk])

    return dp_accounting.calibrate_dp_mechanism(
        lambda: pld.PLDAccountant(value_discretization_interval=1e-3), event, epsilon, delta,
        bracket_interval=dp_accounting.LowerEndpointAndGuess(0.2, 2.0), tol=1e-3)


class SampledNoise:
    """Calibrations of random batches, kept in a file."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if os.path.exists(path):
            with open(path, encoding="ascii") as file:
                self.known = json.load(file)

    def multiplier(self, *terms):
        """The noise of (epsilon, delta, rate, steps, paid), or None where dp-accounting is missing."""
        key = repr(terms)
        if key not in self.known:
            try:
                self.known[key] = sampled_multiplier(*terms)
            except ImportError:
                return None
            with open(self.path + ".part", "w", encoding="ascii") as file:
                json.dump(self.known, file)
            os.replace(self.path + ".part", self.path)
        return self.known[key]


def check(epsilon=1.0, delta=1e-6, steps=50):
    """The ratio of dp-accounting's noise for full batches to the closed form's."""
    import dp_accounting
    from dp_accounting import pld
    found = dp_accounting.calibrate_dp_mechanism(
        lambda: pld.PLDAccountant(value_discretization_interval=1e-4),
        lambda z: dp_accounting.SelfComposedDpEvent(dp_accounting.GaussianDpEvent(z), steps), epsilon, delta,
        bracket_interval=dp_accounting.LowerEndpointAndGuess(0.2, 20.0), tol=1e-6)
    return found * gdp_mu(epsilon, delta) / math.sqrt(steps)
