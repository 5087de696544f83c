"""Points of stable data, or nothing: releases of what hardly moves between neighbours for most data, behind a private
test. Statements and constants are in dpcvx/mechanism.h.

    law = dpcvx.stable.Law(1.0, 1e-6)                        # which scores pass, and with how much noise
    released = dpcvx.stable.release_point(budget, rng, price, score, point, distance)        # an array, or None

    def mean(users):                                         # any function of a set of users; its value, or None
        return [sum(values[u] for u in users) / len(users)]
    dpcvx.stable.release_by_deletion(budget, rng, price, len(values), mean, 1, sensitivity)
"""
from typing import Any, Callable, List, Optional, Sequence

import numpy

from dpcvx._arrays import check_length, real_array
from dpcvx._callbacks import Callback
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._progress import ProgressLike, watching
from dpcvx.privacy import Budget, Curve
from dpcvx.random import Rng

FORM_EXACT, FORM_TRUNCATED_LAPLACE, FORM_REFERENCE = (
    enums.TestReleaseForm.EXACT, enums.TestReleaseForm.TRUNCATED_LAPLACE, enums.TestReleaseForm.REFERENCE)


def _options(given: Any) -> Options:
    return Options(options.TEST_RELEASE_OPTION, given)


@with_options(options.TEST_RELEASE_OPTION)
class Law(Handle, handle="dpcvx_test_release_law"):
    """Which private integer scores pass, for an (epsilon, delta).

    Parameters
    ----------
    epsilon, delta : float
        The privacy of the whole release.
    kind : str
        "point", or "family" for release_family() and release_by_deletion().
    **options
        form ("exact", "truncated_laplace", "reference"), max_score, ...

    Examples
    --------
    >>> law = dpcvx.stable.Law(1.0, 1e-6)
    >>> law.passes(0) > 0.999, law.passes(law.figure("max_score") + 1)
    (True, 0.0)
    """

    def __init__(self, epsilon: float, delta: float, kind: Any = "point", **options_given: Any):
        self._own(call("dpcvx_test_release_law_create", epsilon, delta, member(enums.TestReleaseKind, kind, "kind"),
                       _options(options_given)))

    def figure(self, name: str) -> Any:
        """Return "max_score", "mu", "epsilon", "delta", ..."""
        return self._read(figures.TEST_RELEASE_FIGURE, name)

    def passes(self, score: int) -> float:
        """Return the probability that this score passes."""
        return call("dpcvx_test_release_law_pass_probability", self, score)


@with_options(options.TEST_RELEASE_OPTION)
def release_point(budget: Budget, rng: Rng, price: Curve, score: int, point: Any, distance: float,
                  **options_given: Any) -> Optional[numpy.ndarray]:
    """Release the point with noise, or None where the score did not pass: an output like any other, and paid for."""
    point = real_array(point, "point")
    out, released, _ = call("dpcvx_release_tested_point", budget, rng, price, score, point, len(point), distance,
                            _options(options_given))
    return out if released else None


def _answer(values: Optional[Sequence[float]], count: int, out: Any) -> int:
    """Write what a caller's function returned. Return whether it returned anything."""
    if values is None:
        return 0
    check_length("values", values, count, "as the release has")
    numpy.ctypeslib.as_array(out, (count,))[:] = real_array(values)
    return 1


@with_options(options.TEST_RELEASE_OPTION)
def release_family(budget: Budget, rng: Rng, price: Curve, function: Callable[[int], Optional[Sequence[float]]], n: int,
                   distance: float, **options_given: Any) -> Optional[numpy.ndarray]:
    """Release function(level) with noise, or None.

    Parameters
    ----------
    budget, rng, price
        As in release_point().
    function : callable
        Takes a level. Returns the point of that level, `n` numbers, or None where the data are not stable there.
    n : int
        Entries of the point.
    distance : float
        How far apart the points of neighbours are, at most.
    """
    callback = Callback("dpcvx_test_release_callback",
                        lambda level, size, point, _user: _answer(function(level), size, point), -1)
    with callback.raising():
        out, released, _ = call("dpcvx_release_tested_family", budget, rng, price, callback.pointer, n, distance,
                                _options(options_given))
    return out if released else None


@with_options(options.TEST_RELEASE_OPTION)
def release_by_deletion(budget: Budget, rng: Rng, price: Curve, users: int,
                        function: Callable[[List[int]], Optional[Sequence[float]]], n: int, sensitivity: float,
                        progress: ProgressLike = None, **options_given: Any) -> Optional[numpy.ndarray]:
    """Release a function of nearly all users with noise, or None.

    Parameters
    ----------
    budget, rng, price
        As in release_point().
    users : int
        How many there are. They have the numbers 0 to users - 1.
    function : callable
        Takes numbers of users. Returns `n` numbers, or None where there are none.
    n : int
        Entries of its value.
    sensitivity : float
        How far one user moves it, on stable data.
    """
    out = numpy.zeros(n)
    callback = Callback("dpcvx_users_callback",
                        lambda ids, count, size, point, _user: _answer(function(ids[:count]), size, point), -1)
    made = call("dpcvx_users_function_create", users, n, callback.pointer)
    with watching(progress) as monitor, callback.raising(monitor):
        _, outcome, _ = call("dpcvx_release_by_deletion", budget, rng, price, made, sensitivity, _options(options_given),
                             monitor, out)
    return out if outcome == enums.Outcome.DONE else None
