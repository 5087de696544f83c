"""Private releases of numbers, vectors and choices: dpcvx/mechanism.h."""
from typing import Any, Tuple

import numpy

from dpcvx._arrays import integer_array, real_array
from dpcvx._generated import options
from dpcvx._handles import Options
from dpcvx._library import call
from dpcvx.privacy import Budget, Curve
from dpcvx.random import Rng


def _options(given: Any) -> Options:
    return Options(options.RELEASE_OPTION, given)


def release_gaussian(budget: Budget, rng: Rng, price: Curve, values: Any, l2_sensitivity: float,
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
        The vector.
    l2_sensitivity : float
        How far one unit moves it, in the l2 norm.
    **options
        lattice_step.
    """
    values = real_array(values)
    return call("dpcvx_release_gaussian", budget, rng, price, values, len(values), l2_sensitivity, _options(options_given))[0]


def release_laplace(budget: Budget, rng: Rng, price: Curve, values: Any, l1_sensitivity: float,
                    **options_given: Any) -> numpy.ndarray:
    """Release a vector with Laplace noise, as release_gaussian() does; one unit moves it by `l1_sensitivity`."""
    values = real_array(values)
    return call("dpcvx_release_laplace", budget, rng, price, values, len(values), l1_sensitivity, _options(options_given))[0]


def release_counts(budget: Budget, rng: Rng, price: Curve, counts: Any, l1_sensitivity: int) -> numpy.ndarray:
    """Release integers with discrete Laplace noise."""
    counts = integer_array(counts, "counts")
    return call("dpcvx_release_discrete_laplace", budget, rng, price, counts, len(counts), l1_sensitivity)[0]


def release_counts_gaussian(budget: Budget, rng: Rng, price: Curve, counts: Any, l2_sensitivity: float) -> numpy.ndarray:
    """Release integers with discrete Gaussian noise."""
    counts = integer_array(counts, "counts")
    return call("dpcvx_release_discrete_gaussian", budget, rng, price, counts, len(counts), l2_sensitivity)[0]


def release_quantile(budget: Budget, rng: Rng, price: Curve, values: Any, q: float, low: float, high: float,
                     **options_given: Any) -> float:
    """Release the q-quantile of values, one a unit, within public ends."""
    values = real_array(values)
    return call("dpcvx_release_quantile", budget, rng, price, values, len(values), q, low, high, _options(options_given))[0]


def release_range(budget: Budget, rng: Rng, price: Curve, values: Any, coverage: float = 0.95) -> Tuple[float, float]:
    """Release a range that holds about a share `coverage` of the values, one a unit, without public bounds."""
    values = real_array(values)
    return call("dpcvx_release_range", budget, rng, price, values, len(values), coverage)[:2]


def release_choice(budget: Budget, rng: Rng, price: Curve, scores: Any, sensitivity: float, **options_given: Any) -> int:
    """Release the number of a candidate with a high score, by the exponential mechanism."""
    scores = real_array(scores, "scores")
    return call("dpcvx_release_exponential", budget, rng, price, scores, len(scores), sensitivity, _options(options_given))[0]


def release_noisy_max(budget: Budget, rng: Rng, price: Curve, scores: Any, sensitivity: float, **options_given: Any) -> int:
    """Release the number of a candidate with a high score, by report-noisy-max."""
    scores = real_array(scores, "scores")
    return call("dpcvx_release_noisy_max", budget, rng, price, scores, len(scores), sensitivity, _options(options_given))[0]


def release_randomized_response(budget: Budget, rng: Rng, price: Curve, answers: Any, categories: int) -> numpy.ndarray:
    """Release one noisy answer a unit: each of 0 to categories - 1."""
    answers = integer_array(answers, "answers")
    return call("dpcvx_release_randomized_response", budget, rng, price, answers, len(answers), categories)[0]
