"""Sampling from log-concave densities with an error known beforehand, beside dpcvx.py. NOT PRIVATE: draws reveal the
data as much as the density does. Formulas are in dpcvx/sample.h.

    sampler = dpcvx_sample.Sampler(objective, inverse_temperature=50.0, quadratic=1.0, total_variation=1e-9)
    print(sampler.figure("rounds"), sampler.figure("total_variation"), sampler.draw(100))

    def potential(x):                                        # convex; its value and a subgradient
        return sum(abs(entry) for entry in x), [1.0 if entry > 0 else -1.0 for entry in x]
    draws = dpcvx_sample.FunctionSampler(potential, dimension=2, quadratic=1.0, lipschitz=2 ** 0.5).draw(100)
"""
import ctypes

from dpcvx import OUTCOMES
from dpcvx_core import (Rng, _call, _doubles, _f64, _Handle, _handle, _i32, _i64, _int64s, _named, _Options,
                        _real_array)

_OPTIONS = {"inverse_temperature": (521, False), "regularizer_weight": (522, False), "norm": (523, False),
            "step_size": (524, False), "total_variation": (525, False), "rounds": (526, True), "threads": (527, True),
            "strong_convexity": (528, False), "smoothness": (529, False), "lipschitz": (530, False),
            "quadratic": (531, False), "max_passes": (532, False), "penalty_slope": (533, False), "gdp": (534, False),
            "subsampled_rejection": (535, True)}
_FIGURES = {"strong_convexity": 571, "step_size": 572, "distance": 573, "rounds": 574, "kl": 575,
            "total_variation": 576, "gdp": 577, "arithmetic_total_variation": 578, "arithmetic_gdp": 579,
            "dimension": 580, "lattice_step": 581, "far_distance": 582, "boundary_total_variation": 583,
            "public": 584}
_DIAGNOSTICS = {"rounds": 585, "tries": 586, "entry_tries": 587, "tangents": 588, "passes": 589, "below_tangent": 590}
_COUNTS = {574, 580, 584, 585, 586, 587, 588}
_potential = ctypes.CFUNCTYPE(_f64, _doubles, _i64, _doubles, ctypes.c_void_p)


class PassLimit(Exception):
    """A draw met max_passes; `draws` are the whole ones before it, which no certificate covers."""

    def __init__(self, draws):
        super().__init__("a draw met the limit of passes; the certificate does not cover the %d before it" % len(draws))
        self.draws = draws


class _Monitor(_Handle):
    _destroy = "dpcvx_monitor_destroy"

    def __init__(self):
        super().__init__("dpcvx_monitor_create", [_handle, _handle], None, None)

    def cancel(self):
        _call("dpcvx_monitor_cancel", [_handle], self._as_parameter_)


class _Chain(_Handle):
    _destroy = "dpcvx_sampler_destroy"
    _monitor = None

    def figure(self, name):
        """Of the certificate, by its name in dpcvx/sample.h in lower case: "rounds", "total_variation", "gdp", ..."""
        return self._read("dpcvx_sampler_get", _named(_FIGURES, name, "figure"), _COUNTS)

    def diagnostic(self, name):
        """NOT PRIVATE: what the draws so far have taken: "tries", "passes", ..."""
        return self._read("dpcvx_nonprivate_sampler_get", _named(_DIAGNOSTICS, name, "diagnostic"), _COUNTS)

    def draw(self, count, rng=None):
        """NOT PRIVATE: independent draws, a list of lists."""
        dimension, rng = int(self.figure("dimension")), rng or Rng()
        out, outcome, drawn = (_f64 * (count * dimension))(), _i32(), _i64()
        types = [_handle, _handle, _i64, _doubles, _handle, ctypes.POINTER(_i32), _int64s]
        _call("dpcvx_nonprivate_sampler_draw", types, self._as_parameter_, rng._as_parameter_, count, out,
              self._monitor and self._monitor._as_parameter_, ctypes.byref(outcome), ctypes.byref(drawn))
        draws = [list(out[i * dimension:(i + 1) * dimension]) for i in range(drawn.value)]
        if OUTCOMES[outcome.value] == "limit of passes":
            raise PassLimit(draws)
        return draws

    def tune(self, max_rounds=1000):
        """NOT PRIVATE: a start and a step for another sampler of the same density, found from the data."""
        dimension = int(self.figure("dimension"))
        start, step_size = (_f64 * dimension)(), _f64()
        _call("dpcvx_nonprivate_sampler_tune", [_handle, _i64, _doubles, _i64, _doubles], self._as_parameter_,
              max_rounds, start, dimension, ctypes.byref(step_size))
        return list(start), step_size.value


def _points(center, start):
    return tuple(None if point is None else _real_array(point) for point in (center, start))


class Sampler(_Chain):
    """Of exp(-inverse_temperature F - regularizer_weight r_p - quadratic ||. - center||^2 / 2) on the objective's domain."""

    def __init__(self, objective, center=None, start=None, **options):
        given = _Options("dpcvx_sampler_options_create", _OPTIONS, options)
        super().__init__("dpcvx_sampler_create", [_handle, _doubles, _doubles, _i64, _handle],
                         objective._as_parameter_, *_points(center, start), int(objective.figure("dimension")),
                         given._as_parameter_)


class FunctionSampler(_Chain):
    """Of a function's exp(-f - ...): `function` takes a list and returns a value and a subgradient, or None for one
    that is not needed. Options declare what is known of it: strong_convexity, smoothness, lipschitz."""

    def __init__(self, function, dimension, domain=None, center=None, start=None, **options):
        self._problem, self._monitor = None, _Monitor()

        def call(x, size, gradient, _user):
            try:
                value, slope = function(x[:size])
                if gradient:
                    for j, entry in zip(range(size), slope):
                        gradient[j] = entry
                return value
            except Exception as problem:  # must not go through C: the draw is cancelled, and then raises it
                self._problem = self._problem or problem
                self._monitor.cancel()
                return float("inf")

        self._callback = _potential(call)  # lives as long as the sampler, which calls it
        given = _Options("dpcvx_sampler_options_create", _OPTIONS, options)
        try:
            super().__init__("dpcvx_sampler_create_with_function",
                             [_potential, _handle, _i64, _handle, _doubles, _doubles, _handle], self._callback, None,
                             dimension, domain and domain._as_parameter_, *_points(center, start),
                             given._as_parameter_)
        finally:
            self._raise()

    def _raise(self):
        problem, self._problem = self._problem, None
        if problem is not None:
            self._monitor = _Monitor()
            raise problem

    def draw(self, count, rng=None):
        """NOT PRIVATE: independent draws, a list of lists. What the function raises is raised here."""
        try:
            return super().draw(count, rng)
        finally:
            self._raise()


def kl(strong_convexity, step_size, distance, rounds):
    """How far the law is from its target after so many rounds."""
    value = _f64()
    _call("dpcvx_proximal_sampler_kl", [_f64, _f64, _f64, _i64, _doubles], strong_convexity, step_size, distance, rounds,
          ctypes.byref(value))
    return value.value


def rounds(strong_convexity, step_size, distance, variation):
    """The least number of rounds that keeps total variation within `variation`."""
    value = _i64()
    _call("dpcvx_proximal_sampler_rounds", [_f64, _f64, _f64, _f64, _int64s], strong_convexity, step_size, distance,
          variation, ctypes.byref(value))
    return value.value
