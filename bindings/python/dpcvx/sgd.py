"""What private SGD rests on: how far apart its outputs on neighbours can be, and the closed forms of Wang, Lei, Ying and
Zhang 2022. Public numbers alone: nothing is charged. Formulas are in dpcvx/optimize.h and dpcvx/reference.h.

    stability = dpcvx.sgd.SgdStability(units=1000, steps=5000, step_size=0.01, lipschitz=1.0)
    print(stability.expected(), stability.noise(epsilon=1.0, delta=1e-6))
"""
from typing import Any, Tuple

from dpcvx._documented import with_options
from dpcvx._generated import enums, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx.privacy import Curve


@with_options(options.STABILITY_OPTION)
class SgdStability(Handle, handle="dpcvx_sgd_stability"):
    """How far apart SGD's outputs on neighbours can be.

    Parameters
    ----------
    **options
        units, steps and step_size must be given, and what bounds gradients and their differences: lipschitz, exponent,
        holder, ...; all are listed below.

    Examples
    --------
    >>> stability = dpcvx.sgd.SgdStability(units=1000, steps=5000, step_size=0.01, lipschitz=1.0)
    >>> stability.expected() <= stability.worst()
    True
    """

    def __init__(self, **options_given: Any):
        self._own(call("dpcvx_sgd_stability_create", Options(options.STABILITY_OPTION, options_given)))

    def worst(self) -> float:
        """Return the bound that holds in any order."""
        return call("dpcvx_sgd_stability_worst", self)

    def after_touches(self, touches: int) -> float:
        """Return the bound where at most so many steps meet the changed unit."""
        return call("dpcvx_sgd_stability_after_touches", self, touches)

    def quantile(self, gamma: float) -> float:
        """Return the bound that holds except for a share gamma of the orders."""
        return call("dpcvx_sgd_stability_quantile", self, gamma)

    def expected(self) -> float:
        """Return the bound on the expected distance."""
        return call("dpcvx_sgd_stability_expected", self)

    def reference_wang2022(self, gamma: float) -> float:
        """Return the bound of Theorem 7 of Wang, Lei, Ying and Zhang 2022."""
        return call("dpcvx_reference_wang2022_stability", self, gamma)

    def curve(self, noise: float) -> Curve:
        """Return the privacy of the output plus Gaussian noise of this standard deviation."""
        return call("dpcvx_sgd_stability_curve", self, noise)

    def noise(self, epsilon: float, delta: float, calibration: Any = "exact") -> float:
        """Return the standard deviation that (epsilon, delta) takes; "exact", "high_probability" or "reference"."""
        return call("dpcvx_sgd_stability_noise", self, member(enums.NoiseCalibration, calibration, "calibration"), epsilon,
                    delta)


def reference_wang2022_noise(gradient_bound: float, units: int, steps: int, epsilon: float, delta: float) -> Tuple[float, float]:
    """Return beta and the noise of Theorem 11 of Wang, Lei, Ying and Zhang 2022."""
    return call("dpcvx_reference_wang2022_noise", gradient_bound, units, steps, epsilon, delta)


def reference_wang2022_min_epsilon(units: int) -> float:
    """Return the epsilon from which on Lemma 13 promises that noise."""
    return call("dpcvx_reference_wang2022_min_epsilon", units)


def reference_wang2022_schedule(theorem: int, exponent: float, units: int, dimension: int, epsilon: float, delta: float,
                                confidence: float) -> Tuple[int, float, float]:
    """Return the steps, their size and the rate of Theorem 9, 10 or 12."""
    return call("dpcvx_reference_wang2022_schedule", theorem, exponent, units, dimension, epsilon, delta, confidence)
