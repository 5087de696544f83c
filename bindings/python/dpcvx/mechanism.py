"""Private releases of numbers, vectors and choices: dpcvx/mechanism.h.

    budget = dpcvx.Budget(epsilon=1.0, delta=1e-6)
    noisy = dpcvx.release_gaussian(budget, dpcvx.Rng(), budget.price(0.5), [mean], l2_sensitivity=width / n)

All releases take these first: the budget, which is charged before the values are read; the generator that draws the noise;
the price, which is what the release may cost. With `with_guarantee=True` they return (result, dpcvx.Guarantee).
"""
import math
import numbers
from typing import Any, Tuple

import numpy

from dpcvx._arrays import integer_array, real_array, wrong
from dpcvx._documented import with_options
from dpcvx._generated import options
from dpcvx._handles import Handle, Options
from dpcvx._library import call
from dpcvx.privacy import Budget, Curve, Guarantee
from dpcvx.random import Rng


def _options(given: Any) -> Options:
    return Options(options.RELEASE_OPTION, given)


_PRIVATE_ERROR = "Nothing was charged. That this error came is as private as the values"


def _numbers(values: Any, name: str = "values") -> numpy.ndarray:
    """Return private numbers. NaN is refused here: the library checks no private value, and takes NaN as 0."""
    array = real_array(values, name)
    for place in numpy.flatnonzero(numpy.isnan(array))[:1]:
        raise wrong(ValueError, name, "nan at %d" % place,
                    "numbers, with a public value in the place of missing ones. " + _PRIVATE_ERROR)
    return array


def _of_units(values: Any) -> numpy.ndarray:
    """Return values, one a unit, at least one."""
    array = _numbers(values)
    if not array.size:
        raise wrong(ValueError, "values", "no numbers", "at least one. " + _PRIVATE_ERROR)
    return array


def _result(released: Tuple[Any, ...], with_guarantee: bool) -> Any:
    """Return what a call released: one value or several, with its guarantee or without."""
    values = released[0] if len(released) == 2 else released[:-1]
    return (values, released[-1]) if with_guarantee else values


@with_options(options.RELEASE_OPTION)
def release_gaussian(budget: Budget, rng: Rng, price: Curve, values: Any, l2_sensitivity: float, with_guarantee: bool = False,
                     **options_given: Any) -> numpy.ndarray:
    """Release a vector with Gaussian noise.

    Parameters
    ----------
    budget : dpcvx.Budget
        It is charged before the values are read.
    rng : dpcvx.Rng
        Draws the noise.
    price : dpcvx.Curve
        What the release may cost: noise is the least for it.
    values : array_like
        The vector. NaN is refused, and nothing is charged. That it was refused is as private as the values.
    l2_sensitivity : float
        How far one unit moves it, in the l2 norm.
    with_guarantee : bool
        Return (vector, guarantee).
    **options
        lattice_step.

    Examples
    --------
    >>> budget = dpcvx.Budget(epsilon=1.0, delta=1e-6)
    >>> noisy = dpcvx.release_gaussian(budget, dpcvx.Rng(), budget.price(1.0), [10.0, 20.0], l2_sensitivity=1.0)
    >>> noisy.shape, budget.figure("charges")
    ((2,), 1)
    """
    values = _numbers(values)
    return _result(call("dpcvx_release_gaussian", budget, rng, price, values, len(values), l2_sensitivity,
                        _options(options_given)), with_guarantee)


@with_options(options.RELEASE_OPTION)
def gaussian_scale(price: Curve, n: int, l2_sensitivity: float, **options_given: Any) -> float:
    """Return the standard deviation of the noise that release_gaussian() adds to `n` values. Nothing is charged."""
    return call("dpcvx_release_gaussian_scale", price, n, l2_sensitivity, _options(options_given))


@with_options(options.RELEASE_OPTION)
def release_laplace(budget: Budget, rng: Rng, price: Curve, values: Any, l1_sensitivity: float, with_guarantee: bool = False,
                    **options_given: Any) -> numpy.ndarray:
    """Release a vector with Laplace noise, as release_gaussian() does; one unit moves it by `l1_sensitivity`."""
    values = _numbers(values)
    return _result(call("dpcvx_release_laplace", budget, rng, price, values, len(values), l1_sensitivity,
                        _options(options_given)), with_guarantee)


@with_options(options.RELEASE_OPTION)
def laplace_scale(price: Curve, n: int, l1_sensitivity: float, **options_given: Any) -> float:
    """Return the scale of the noise that release_laplace() adds to `n` values. Nothing is charged."""
    return call("dpcvx_release_laplace_scale", price, n, l1_sensitivity, _options(options_given))


def release_counts(budget: Budget, rng: Rng, price: Curve, counts: Any, l1_sensitivity: int,
                   with_guarantee: bool = False) -> numpy.ndarray:
    """Release integers with discrete Laplace noise."""
    counts = integer_array(counts, "counts")
    return _result(call("dpcvx_release_discrete_laplace", budget, rng, price, counts, len(counts), l1_sensitivity),
                   with_guarantee)


def release_counts_gaussian(budget: Budget, rng: Rng, price: Curve, counts: Any, l2_sensitivity: float,
                            with_guarantee: bool = False) -> numpy.ndarray:
    """Release integers with discrete Gaussian noise."""
    counts = integer_array(counts, "counts")
    return _result(call("dpcvx_release_discrete_gaussian", budget, rng, price, counts, len(counts), l2_sensitivity),
                   with_guarantee)


@with_options(options.RELEASE_OPTION)
def release_quantile(budget: Budget, rng: Rng, price: Curve, values: Any, q: float, low: float, high: float,
                     with_guarantee: bool = False, **options_given: Any) -> float:
    """Release a quantile of values, within public ends.

    Parameters
    ----------
    budget, rng, price
        As in release_gaussian().
    values : array_like
        One a unit. Values out of [low, high] count as the nearer end. NaN and no values are refused, and nothing is charged.
    q : float
        The share of the values below the quantile: 0.5 is the median.
    low, high : float
        Public ends, known without looking at the data.
    with_guarantee : bool
        Return (quantile, guarantee).
    **options
        lattice_step.

    Examples
    --------
    >>> budget = dpcvx.Budget(epsilon=1.0, delta=0.0)
    >>> ages = [30.0 + i % 41 for i in range(2000)]
    >>> median = dpcvx.release_quantile(budget, dpcvx.Rng(), budget.price(1.0), ages, q=0.5, low=0.0, high=120.0)
    >>> 45 < median < 55
    True
    """
    values = _of_units(values)
    return _result(call("dpcvx_release_quantile", budget, rng, price, values, len(values), q, low, high,
                        _options(options_given)), with_guarantee)


def release_range(budget: Budget, rng: Rng, price: Curve, values: Any, coverage: float = 0.95,
                  with_guarantee: bool = False) -> Tuple[float, float]:
    """Release a range that holds about a share `coverage` of the values, without public bounds.

    Parameters
    ----------
    budget, rng, price
        As in release_gaussian().
    values : array_like
        One a unit. NaN and no values are refused, and nothing is charged.
    coverage : float
        About the share of the values in the range. Few values, or a small price, leave more of them out: each end leaves out at
        least 19.2 over its epsilon, or half of them.
    with_guarantee : bool
        Return ((low, high), guarantee).
    """
    values = _of_units(values)
    return _result(call("dpcvx_release_range", budget, rng, price, values, len(values), coverage), with_guarantee)


@with_options(options.RELEASE_OPTION)
def release_choice(budget: Budget, rng: Rng, price: Curve, scores: Any, sensitivity: float, with_guarantee: bool = False,
                   **options_given: Any) -> int:
    """Release the number of a candidate with a high score, by the exponential mechanism."""
    scores = _numbers(scores, "scores")
    return _result(call("dpcvx_release_exponential", budget, rng, price, scores, len(scores), sensitivity,
                        _options(options_given)), with_guarantee)


@with_options(options.RELEASE_OPTION)
def release_noisy_max(budget: Budget, rng: Rng, price: Curve, scores: Any, sensitivity: float, with_guarantee: bool = False,
                      **options_given: Any) -> int:
    """Release the number of a candidate with a high score, by report-noisy-max."""
    scores = _numbers(scores, "scores")
    return _result(call("dpcvx_release_noisy_max", budget, rng, price, scores, len(scores), sensitivity,
                        _options(options_given)), with_guarantee)


def release_randomized_response(budget: Budget, rng: Rng, price: Curve, answers: Any, categories: int,
                                with_guarantee: bool = False) -> numpy.ndarray:
    """Release one noisy answer a unit: each of 0 to categories - 1. randomized_response_shares() reads them."""
    answers = integer_array(answers, "answers")
    return _result(call("dpcvx_release_randomized_response", budget, rng, price, answers, len(answers), categories),
                   with_guarantee)


def randomized_response_shares(reports: Any, categories: int, epsilon: float) -> Tuple[numpy.ndarray, numpy.ndarray]:
    """Return an unbiased estimate of the share of each category, and their standard errors. Nothing is charged.

    Parameters
    ----------
    reports : array_like
        What release_randomized_response() returned.
    categories : int
        As there.
    epsilon : float
        Of each report: `guarantee.constant("epsilon_of_each_report")[0]`.
    """
    reports = integer_array(reports, "reports")
    return call("dpcvx_randomized_response_shares", reports, len(reports), categories, epsilon)


@with_options(options.RELEASE_OPTION)
class AboveThreshold(Handle, handle="dpcvx_above_threshold"):
    """A stream of questions, each whether a private value is above a public threshold. It ends with the last yes.

    The whole price is charged when it is made, however many questions follow.

    Parameters
    ----------
    budget, rng, price
        As in release_gaussian(). The generator draws the noise of each answer too.
    threshold : float
        Public.
    sensitivity : float
        How far one unit moves any of the values.
    max_above : int
        How many answers may be yes.
    **options
        monotonic.

    Attributes
    ----------
    guarantee : dpcvx.Guarantee
        That of all answers together.

    Examples
    --------
    >>> budget = dpcvx.Budget(epsilon=1.0, delta=0.0)
    >>> stream = dpcvx.AboveThreshold(budget, dpcvx.Rng(), budget.price(1.0), threshold=1000.0, sensitivity=1.0)
    >>> stream.query(100.0), stream.query(2000.0), stream.remaining
    (False, True, 0)
    """

    guarantee: Guarantee

    def __init__(self, budget: Budget, rng: Rng, price: Curve, threshold: float, sensitivity: float, max_above: int = 1,
                 **options_given: Any):
        made, self.guarantee = call("dpcvx_above_threshold_create", budget, rng, price, threshold, sensitivity, max_above,
                                    _options(options_given))
        self._own(made)
        self._rng = rng

    def query(self, value: float) -> bool:
        """Return whether a private value is above the threshold, by the noise. It raises Error after the last yes.

        NaN is refused, and the stream is as before. That it was refused is as private as the value.
        """
        if isinstance(value, numbers.Real) and math.isnan(value):
            raise wrong(ValueError, "value", "nan", "a number, with a public value in the place of a missing one. The stream is as "
                        "before. That this error came is as private as the value")
        return bool(call("dpcvx_above_threshold_query", self, self._rng, value))

    @property
    def remaining(self) -> int:
        """How many more answers may be yes."""
        return call("dpcvx_above_threshold_remaining", self)
