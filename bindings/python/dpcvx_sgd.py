"""What private SGD rests on, beside dpcvx.py: how far apart its outputs on neighbours can be, and the closed forms of
Wang, Lei, Ying and Zhang 2022. Public numbers alone: nothing is charged. Formulas are in dpcvx/optimize.h and reference.h.

    stability = dpcvx_sgd.SgdStability(units=1000, steps=5000, step_size=0.01, lipschitz=1.0)
    print(stability.expected(), stability.noise(epsilon=1.0, delta=1e-6))
"""
import ctypes

from dpcvx import NOISE_CALIBRATION_EXACT
from dpcvx_core import Curve, _call, _doubles, _f64, _Handle, _handle, _i32, _i64, _int64s, _Options

_OPTIONS = {"exponent": (321, False), "holder": (322, False), "lipschitz": (323, False),
            "gradient_at_zero": (324, False), "value_at_zero": (325, False), "radius": (326, False),
            "strong_convexity": (327, False), "units": (328, True), "steps": (329, True), "step_size": (330, False),
            "order": (331, True), "tail_average_fraction": (332, False), "adjacency": (333, True),
            "step_error": (334, False), "step_defect": (335, False), "oscillation": (336, False),
            "generalized_linear": (337, True)}


class SgdStability(_Handle):
    """How far apart SGD's outputs on neighbours can be: units, steps and step_size must be given, and what bounds
    gradients and their differences (lipschitz, exponent, holder, ...)."""
    _destroy = "dpcvx_sgd_stability_destroy"

    def __init__(self, **options):
        given = _Options("dpcvx_sgd_stability_options_create", _OPTIONS, options)
        super().__init__("dpcvx_sgd_stability_create", [_handle], given._as_parameter_)

    def worst(self):
        """In any order."""
        return self._number("dpcvx_sgd_stability_worst", [])

    def after_touches(self, touches):
        """Where at most so many steps meet the changed unit."""
        return self._number("dpcvx_sgd_stability_after_touches", [_i64], touches)

    def quantile(self, gamma):
        """But for a share gamma of the orders."""
        return self._number("dpcvx_sgd_stability_quantile", [_f64], gamma)

    def expected(self):
        return self._number("dpcvx_sgd_stability_expected", [])

    def reference_wang2022(self, gamma):
        """Theorem 7 of Wang, Lei, Ying and Zhang 2022."""
        return self._number("dpcvx_reference_wang2022_stability", [_f64], gamma)

    def curve(self, noise):
        """The privacy of the output plus Gaussian noise."""
        return Curve("dpcvx_sgd_stability_curve", [_handle, _f64], self._as_parameter_, noise)

    def noise(self, epsilon, delta, calibration=NOISE_CALIBRATION_EXACT):
        """The standard deviation that (epsilon, delta) takes, by a NOISE_CALIBRATION_*."""
        return self._number("dpcvx_sgd_stability_noise", [_i32, _f64, _f64], calibration, epsilon, delta)


def reference_wang2022_noise(gradient_bound, units, steps, epsilon, delta):
    """Beta and the noise of Theorem 11 of Wang, Lei, Ying and Zhang 2022."""
    beta, noise = _f64(), _f64()
    _call("dpcvx_reference_wang2022_noise", [_f64, _i64, _i64, _f64, _f64, _doubles, _doubles], gradient_bound, units,
          steps, epsilon, delta, ctypes.byref(beta), ctypes.byref(noise))
    return beta.value, noise.value


def reference_wang2022_min_epsilon(units):
    """The epsilon from which on Lemma 13 promises that noise."""
    epsilon = _f64()
    _call("dpcvx_reference_wang2022_min_epsilon", [_i64, _doubles], units, ctypes.byref(epsilon))
    return epsilon.value


def reference_wang2022_schedule(theorem, exponent, units, dimension, epsilon, delta, confidence):
    """Steps, their size and the rate of Theorem 9, 10 or 12."""
    steps, step_size, rate = _i64(), _f64(), _f64()
    _call("dpcvx_reference_wang2022_schedule", [_i32, _f64, _i64, _i64, _f64, _f64, _f64, _int64s, _doubles, _doubles], theorem,
          exponent, units, dimension, epsilon, delta, confidence, ctypes.byref(steps), ctypes.byref(step_size),
          ctypes.byref(rate))
    return steps.value, step_size.value, rate.value
