"""Points of stable data, or nothing, beside dpcvx.py: releases of what hardly moves between neighbours for most data,
behind a test that is private too. Statements and constants are in dpcvx/mechanism.h.

    law = dpcvx_stable.Law(1.0, 1e-6)                        # which scores pass, and with how much noise
    released = dpcvx_stable.release_point(budget, rng, price, score, point, distance)        # a list, or None

    def mean(users):                                         # any function of a set of users; its value, or None
        return [sum(values[u] for u in users) / len(users)]
    dpcvx_stable.release_by_deletion(budget, rng, price, len(values), mean, 1, sensitivity)
"""
import ctypes

from dpcvx_core import (_call, _doubles, _f64, _Handle, _handle, _i32, _i64, _int64s, _named, _Options, _real_array)

_OPTIONS = {"form": (601, True), "level_epsilon_fraction": (605, False), "max_score": (606, True),
            "noise_mu_fraction": (607, False), "max_calls": (610, True)}
FORM_EXACT, FORM_TRUNCATED_LAPLACE, FORM_REFERENCE = 602, 603, 604  # the option form
KINDS = {"point": 608, "family": 609}
_FIGURES = {"max_score": 611, "mu": 612, "epsilon": 613, "delta": 614, "min_pass_probability": 615,
            "level_epsilon_fraction": 616}
_DONE = 61
_family = ctypes.CFUNCTYPE(_i32, _i64, _i64, _doubles, ctypes.c_void_p)
_users = ctypes.CFUNCTYPE(_i32, _int64s, _i64, _i64, _doubles, ctypes.c_void_p)


def _options(given):
    return _Options("dpcvx_test_release_options_create", _OPTIONS, given)


class Law(_Handle):
    """Which private integer scores pass, for an (epsilon, delta); options: form (FORM_*), max_score, ..."""
    _destroy = "dpcvx_test_release_law_destroy"

    def __init__(self, epsilon, delta, kind="point", **options):
        given = _options(options)
        super().__init__("dpcvx_test_release_law_create", [_f64, _f64, _i32, _handle], epsilon, delta,
                         _named(KINDS, kind, "kind"), given._as_parameter_)

    def figure(self, name):
        """By its name in dpcvx/mechanism.h in lower case: "max_score", "mu", ..."""
        return self._read("dpcvx_test_release_law_get", _named(_FIGURES, name, "figure"), {611})

    def passes(self, score):
        """The probability that this score passes."""
        return self._number("dpcvx_test_release_law_pass_probability", [_i64], score)


def release_point(budget, rng, price, score, point, distance, **options):
    """The point with noise, or None where the score did not pass: an output like any other, and paid for."""
    n, given = len(point), _options(options)
    out, released = (_f64 * n)(), _i32()
    types = [_handle, _handle, _handle, _i64, _doubles, _i64, _f64, _handle, _doubles, ctypes.POINTER(_i32), _handle]
    _call("dpcvx_release_tested_point", types, budget._as_parameter_, rng._as_parameter_, price._as_parameter_, score,
          _real_array(point), n, distance, given._as_parameter_, out, ctypes.byref(released), None)
    return list(out) if released.value else None


class _Answers:
    """Runs a caller's function for a callback. What it raises must not go through C: the call fails, then raises it."""

    def __init__(self, function):
        self.function, self.problem = function, None

    def __call__(self, n, out, *arguments):
        try:
            values = self.function(*arguments)
            if values is None:
                return 0
            if len(values) != n:
                raise ValueError("%d numbers where %d are expected" % (len(values), n))
            for j, value in enumerate(values):
                out[j] = value
            return 1
        except Exception as problem:
            self.problem = problem
            return -1

    def raise_or(self, call):
        try:
            return call()
        finally:
            if self.problem is not None:
                raise self.problem


def release_family(budget, rng, price, function, n, distance, **options):
    """function(level): the point of that level, `n` numbers, or None where the data are not stable there. Answers that
    with noise, or None."""
    answers, given, out, released = _Answers(function), _options(options), (_f64 * n)(), _i32()
    callback = _family(lambda level, size, point, _user: answers(size, point, level))
    types = [_handle, _handle, _handle, _family, _handle, _i64, _f64, _handle, _doubles, ctypes.POINTER(_i32), _handle]
    answers.raise_or(lambda: _call(
        "dpcvx_release_tested_family", types, budget._as_parameter_, rng._as_parameter_, price._as_parameter_, callback,
        None, n, distance, given._as_parameter_, out, ctypes.byref(released), None))
    return list(out) if released.value else None


class _UsersFunction(_Handle):
    _destroy = "dpcvx_users_function_destroy"

    def __init__(self, users, n, callback):
        super().__init__("dpcvx_users_function_create", [_i64, _i64, _users, _handle], users, n, callback, None)


def release_by_deletion(budget, rng, price, users, function, n, sensitivity, **options):
    """function(numbers): `n` numbers, of the users with these numbers from 0 to users - 1, or None where there are
    none. Answers them for nearly all users with noise, or None."""
    answers, given, out, outcome = _Answers(function), _options(options), (_f64 * n)(), _i32()
    callback = _users(lambda ids, count, size, point, _user: answers(size, point, ids[:count]))
    made = _UsersFunction(users, n, callback)
    types = [_handle, _handle, _handle, _handle, _f64, _handle, _handle, _doubles, ctypes.POINTER(_i32), _handle]
    answers.raise_or(lambda: _call(
        "dpcvx_release_by_deletion", types, budget._as_parameter_, rng._as_parameter_, price._as_parameter_,
        made._as_parameter_, sensitivity, given._as_parameter_, None, out, ctypes.byref(outcome), None))
    return list(out) if outcome.value == _DONE else None
