"""Choosing one of several public laws for the records, privately: dpcvx/hypothesis.h.

    cover = dpcvx.hypothesis.GaussianMeans(low, high, covariance, cover_distance=0.1)
    index = cover.select(data, budget)
    print(cover.parameters(index))
"""
from typing import Any, Callable, Optional, Tuple

import numpy

from dpcvx._arrays import check_length, matrix, pair_of, real_array, wrong
from dpcvx._callbacks import Callback, raising
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._library import call
from dpcvx._progress import ProgressLike, watching
from dpcvx._release import priced, release
from dpcvx._unread import OF_KNOWN_PROBABILITIES
from dpcvx._words import counted
from dpcvx.data import Dataset, dataset_of, told_of_unused_weights
from dpcvx.privacy import Budget, Curve
from dpcvx.random import Rng


class Hypotheses(Handle, handle="dpcvx_hypotheses"):
    """Public laws of a record, numbered from 0. They are made by Discrete, GaussianMeans, Gaussians or OwnHypotheses."""

    _callback: Optional[Callback] = None

    def figure(self, name: str) -> Any:
        """Return a figure: "count", "cover_distance", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.HYPOTHESES_FIGURE, name)

    def contest(self, j: int, k: int) -> Tuple[float, float]:
        """Return the probabilities of the set where j is likelier than k, under j and under k."""
        return call("dpcvx_hypotheses_contest", self, j, k)

    def select(self, dataset: Dataset, budget: Budget, price: Optional[Curve] = None, rng: Optional[Rng] = None,
               progress: ProgressLike = None) -> Optional[int]:
        """Release the number of a hypothesis near the law of the records, for one charge. None if it was cancelled.

        Parameters
        ----------
        dataset : Dataset
            A unit is one record. Users need at most one record each.
        budget : Budget
            It is charged once, before the records are read.
        price : Curve, optional
            What it may cost. By default all that is left.
        rng : Rng, optional
            Draws the choice.
        """
        price, told = priced(budget, price)
        told += told_of_unused_weights(dataset_of(dataset))
        with watching(progress) as monitor, raising(self._callback, monitor):
            index, outcome, _ = release(told, "dpcvx_release_hypothesis", budget, rng, price, dataset, self, monitor)
        return index if outcome == enums.Outcome.DONE else None

    def __repr__(self) -> str:
        return "<dpcvx.hypothesis.%s: %s>" % (type(self).__name__, counted(self.figure("count"), "law"))


def _square(name: str, values: Any) -> numpy.ndarray:
    found = matrix(values, name)
    if found.shape[0] != found.shape[1]:
        raise wrong(ValueError, name, "a matrix of shape %s" % (found.shape,), "a square one")
    for row, column in numpy.argwhere(~numpy.isfinite(found))[:1]:
        raise wrong(ValueError, name, "%g in row %d, column %d" % (found[row, column], row, column), "finite numbers")
    return found


class _WithParameters(Hypotheses):
    _entries: int

    def parameters(self, index: int) -> numpy.ndarray:
        """Return what makes a hypothesis out."""
        return call("dpcvx_hypotheses_parameters", self, index, self._entries)


@with_options(options.HYPOTHESES_OPTION, without=OF_KNOWN_PROBABILITIES)
class Discrete(_WithParameters):
    """Laws of a symbol 0, 1, ... A dataset has one column.

    Parameters
    ----------
    probabilities : array_like
        One law a row, one symbol a column.

    Examples
    --------
    >>> import dpcvx
    >>> coins = dpcvx.hypothesis.Discrete([[0.5, 0.5], [0.3, 0.7]])
    >>> tosses = dpcvx.Dataset([[float(i % 10 < 7)] for i in range(400)])
    >>> coins.select(tosses, dpcvx.Budget(1.0, 0.0))
    1
    """

    def __init__(self, probabilities: Any, **options_given: Any):
        table = matrix(probabilities, "probabilities")
        self._entries = table.shape[1]
        self._own(call("dpcvx_hypotheses_create_discrete", table.reshape(-1), *table.shape,
                       Options(options.HYPOTHESES_OPTION, options_given, OF_KNOWN_PROBABILITIES)))


@with_options(options.HYPOTHESES_OPTION, without=OF_KNOWN_PROBABILITIES)
class GaussianMeans(_WithParameters):
    """A cover of the Gaussian laws with a known covariance whose mean is in a box. Parameters of one: its mean.

    Parameters
    ----------
    low, high : array_like
        Public ends of the box, one a column.
    covariance : array_like
        A matrix.
    cover_distance : float
        The total variation distance that some hypothesis is within, for each such law.
    """

    def __init__(self, low: Any, high: Any, covariance: Any, cover_distance: float, **options_given: Any):
        ends = real_array(low, "low"), real_array(high, "high")
        self._entries = len(ends[0])
        check_length("high", ends[1], self._entries, "one a column, as in low")
        square = _square("covariance", covariance)
        check_length("covariance", square, self._entries, "rows of %s: those of low and high" % counted(self._entries, "value"))
        self._own(call("dpcvx_hypotheses_create_gaussian_means", *ends, square.reshape(-1), self._entries, cover_distance,
                       Options(options.HYPOTHESES_OPTION, options_given, OF_KNOWN_PROBABILITIES)))


@with_options(options.HYPOTHESES_OPTION, without=OF_KNOWN_PROBABILITIES)
class Gaussians(_WithParameters):
    """A cover of the Gaussian laws on the line. Parameters of one: its mean and its standard deviation.

    Parameters
    ----------
    means, stddevs : (low, high)
        Public ranges.
    cover_distance : float
        The total variation distance that some hypothesis is within, for each such law.
    """

    _entries = 2

    def __init__(self, means: Tuple[float, float], stddevs: Tuple[float, float], cover_distance: float, **options_given: Any):
        ends = *pair_of("means", means, "(low, high)"), *pair_of("stddevs", stddevs, "(low, high)")
        self._own(call("dpcvx_hypotheses_create_gaussians", *ends, cover_distance,
                       Options(options.HYPOTHESES_OPTION, options_given, OF_KNOWN_PROBABILITIES)))


def _samples(given: Any, columns: int) -> numpy.ndarray:
    """Return draws as an array of shape (laws, draws, columns). Another width would be read at the wrong places."""
    try:
        drawn = numpy.array(given, numpy.float64)
    except (TypeError, ValueError) as problem:
        raise wrong(ValueError, "samples", "no array of numbers: %s" % problem, "as many draws from each law") from problem
    if drawn.ndim == 2 and columns == 1:
        drawn = drawn[:, :, None]
    if drawn.ndim != 3 or drawn.shape[2] != columns or drawn.size == 0:
        raise wrong(ValueError, "samples", "an array of shape %s" % (drawn.shape,), "shape (laws, draws, %d)" % columns)
    for law, draw, column in numpy.argwhere(~numpy.isfinite(drawn))[:1]:
        raise wrong(ValueError, "samples", "%g in row %d, column %d of law %d" % (drawn[law, draw, column], draw, column, law),
                    "finite numbers")
    return drawn


@with_options(options.HYPOTHESES_OPTION)
class OwnHypotheses(Hypotheses):
    """Laws of your own, by their log densities.

    Parameters
    ----------
    function : callable
        Takes the number of a hypothesis and an array of records, one a row. Returns one log density a record, in an array of one
        dimension. It depends on nothing else. -inf is a density of 0, and NaN counts as one. What it raises in select() ends the
        selection, and the charge stays. An error that some records cause tells of them: catch it, and return NaN.
    columns : int
        Entries of a record.
    probabilities : array_like, optional
        A square matrix: entry (j, k) is the probability under j of the set where j is likelier than k. For j > k equally
        likely records belong to it.
    samples : sequence of array_like, optional
        In place of probabilities: public draws from each hypothesis, as many from each, one a row. An array of shape (laws, draws,
        columns), or (laws, draws) where there is one column.
    """

    def __init__(self, function: Callable[[int, numpy.ndarray], Any], columns: int, probabilities: Any = None, samples: Any = None,
                 **options_given: Any):
        def evaluate(hypothesis: int, records: Any, count: int, entries: int, out: Any, _user: Any) -> int:
            rows = numpy.ctypeslib.as_array(records, (count, entries)).copy()
            found = numpy.asarray(function(hypothesis, rows))
            if found.shape != (count,):
                raise wrong(ValueError, "function", "one that returned shape %s for %s" % (found.shape, counted(count, "record")),
                            "one log density a record: shape (%d,)" % count)
            numpy.ctypeslib.as_array(out, (count,))[:] = found
            return 1

        if (probabilities is None) == (samples is None):
            raise TypeError("argument 'probabilities' = %s; accepted: probabilities or samples, one of them" % (
                "None, and no samples" if samples is None else "a matrix beside samples"))
        self._callback = Callback("dpcvx_log_density_callback", evaluate, 0)
        given = Options(options.HYPOTHESES_OPTION, options_given, OF_KNOWN_PROBABILITIES if samples is None else None)
        with self._callback.raising():
            if samples is None:
                square = _square("probabilities", probabilities)
                made = call("dpcvx_hypotheses_create", len(square), columns, self._callback.pointer, square.reshape(-1), given)
            else:
                drawn = _samples(samples, columns)
                made = call("dpcvx_hypotheses_create_sampled", len(drawn), columns, self._callback.pointer, drawn.reshape(-1),
                            drawn.shape[1], given)
        self._own(made)


def excess_distance(price: Curve, hypotheses: int, units: int, failure_probability: float = 0.05) -> float:
    """Return what the distance of the selected law exceeds three times the least distance by, at most. Nothing is charged.

    Parameters
    ----------
    price : Curve
        What the selection may cost.
    hypotheses, units : int
        How many laws, and how many records.
    failure_probability : float
        With which it may be more.
    """
    return call("dpcvx_hypotheses_excess", price, hypotheses, units, failure_probability)


def units_needed(price: Curve, hypotheses: int, excess: float, failure_probability: float = 0.05) -> int:
    """Return the least number of records for which excess_distance() is at most `excess`. Nothing is charged.

    Parameters
    ----------
    price, hypotheses, failure_probability
        As in excess_distance().
    excess : float
        A total variation distance.
    """
    return call("dpcvx_hypotheses_units_needed", price, hypotheses, excess, failure_probability)
