"""Intervals of estimates that are to be expected before any charge, and public numbers that estimates take."""
from typing import Any, Optional, Tuple

import numpy

from dpcvx._arrays import real_array, wrong
from dpcvx._documented import with_options
from dpcvx._generated import enums, options
from dpcvx._handles import Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._release import price_of
from dpcvx._unread import OF_DECLARED_RANGES, OF_ROBUST, cells_unread
from dpcvx._words import counted
from dpcvx.privacy import Budget, Curve

ROBUST_KINDS = (enums.EstimateKind.TRIMMED_MEAN, enums.EstimateKind.WINSORIZED_MEAN, enums.EstimateKind.QUANTILE_RANGE)


def numbers_listed(values: Any, name: str) -> numpy.ndarray:
    """Return public numbers as doubles, nullable integers of pandas and other objects that are numbers too."""
    objects = hasattr(values, "__array__") and numpy.asarray(values).dtype.kind == "O"
    return real_array(list(values) if objects else values, name)


def edges_of(edges: Any) -> numpy.ndarray:
    """Return public edges, which the caller gave."""
    ends = numbers_listed(edges, "edges")
    if ends.size < 2:
        raise wrong(ValueError, "edges", counted(ends.size, "value"), "at least 2, which rise")
    return ends


@with_options(options.ESTIMATE_OPTION, without=OF_DECLARED_RANGES)
def expected_mean_interval(budget: Budget, units: int, low: float, high: float, mean: float, stddev: float, columns: int = 1,
                           price: Optional[Curve] = None, **options_given: Any) -> Tuple[float, float]:
    """Return the interval of a mean that is to be expected. It charges nothing, and reads no data.

    Parameters
    ----------
    units : int
        A guess of how many units the table has.
    low, high : float
        The declared range of the column.
    mean, stddev : float
        Guesses of the mean and the standard deviation of clipped values.
    columns : int
        How many means are released together.
    price : Curve, optional
        What all of them may cost. By default all that is left of the budget.
    """
    given = Options(options.ESTIMATE_OPTION, options_given, OF_DECLARED_RANGES)
    return call("dpcvx_estimate_expected_interval", price_of(budget, price),
                member(enums.Adjacency, int(budget.figure("adjacency")), "adjacency"), units, columns, low, high, mean, stddev, given)


@with_options(options.ESTIMATE_OPTION, without=OF_DECLARED_RANGES)
def expected_variance_interval(budget: Budget, units: int, low: float, high: float, mean: float, stddev: float, columns: int = 1,
                               price: Optional[Curve] = None, **options_given: Any) -> Tuple[float, float]:
    """Return the interval of a variance that is to be expected. Parameters are those of `expected_mean_interval`.

    Its width suits normal values, to 2 % of the median width. Of skewed values it may be far off: of exponential ones it was 0.76 to
    0.97 of the median, and of lognormal ones 0.61 to 1.31. Of values that spread evenly over the range it was 1.2 to 1.5 times it.
    """
    given = Options(options.ESTIMATE_OPTION, options_given, OF_DECLARED_RANGES)
    return call("dpcvx_estimate_expected_variance", price_of(budget, price),
                member(enums.Adjacency, int(budget.figure("adjacency")), "adjacency"), units, columns, low, high, mean, stddev, given)


@with_options(options.ESTIMATE_OPTION, without=OF_ROBUST)
def expected_robust_interval(budget: Budget, units: int, guess: Any, edges: Any, kind: Any, fraction: float,
                             price: Optional[Curve] = None, **options_given: Any) -> Tuple[float, float]:
    """Return the interval of `Cumulative.robust` that is to be expected. It charges nothing, and reads no data.

    Parameters
    ----------
    units : int
        A guess of how many units the table has.
    guess : array_like
        Public numbers, drawn like the values that are expected: 1,000, say.
    edges : array_like
        As for `Cumulative`.
    kind, fraction
        As for `Cumulative.robust`.
    price : Curve, optional
        What the cumulative distribution may cost. By default all that is left of the budget.
    """
    ends, drawn = edges_of(edges), numbers_listed(guess, "guess")
    given = Options(options.ESTIMATE_OPTION, options_given, {**OF_ROBUST, **cells_unread(ends)})
    if drawn.size == 0:
        raise wrong(ValueError, "guess", "no values", "numbers drawn like the values that are expected")
    return call("dpcvx_estimate_expected_robust", price_of(budget, price),
                member(enums.Adjacency, int(budget.figure("adjacency")), "adjacency"), units, drawn, drawn.size, ends, ends.size,
                member(enums.EstimateKind, kind, "kind", ROBUST_KINDS), fraction, given)


for _made in (expected_mean_interval, expected_variance_interval, expected_robust_interval):
    _made.__module__ = "dpcvx.estimate"  # where callers find them
