"""Private covariances of columns: dpcvx/covariance.h."""
from typing import Any, List, Optional, Tuple

import numpy

from dpcvx._alike import check_counts, meaning_of
from dpcvx._arrays import bytes_of
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options, Reported
from dpcvx._keys import member
from dpcvx._library import Error, call
from dpcvx._release import price_of, priced, release
from dpcvx._shown import page
from dpcvx._told import NoiseWarning, Told, tell_of
from dpcvx._unread import OF_EXPECTED_NOISE, of_rounds
from dpcvx._words import counted, in_python
from dpcvx.data import Dataset, dataset_of, told_of_unused_weights
from dpcvx.privacy import Budget, Curve, Guarantee
from dpcvx.random import Rng
from dpcvx.tables import Meaning


_REMEDIES = ("Declare narrower ranges, known without looking at the data, or take more units or a larger price. "
             "dpcvx.expected_covariance_noise tells the noise before a charge.")
_VARIANCE = 1 / 3  # of values that spread evenly over their range, in squares of half widths
_REACH = 1.96  # of an interval, in standard deviations
_ROUNDING = 2 ** -48  # relative, of two roots, a product and a quotient: 2^-51 at most


def _is_hidden(dataset: Dataset, budget: Budget, price: Curve, given: Options) -> bool:
    """Return whether noise is expected to hide all variances, by public numbers. Under add/remove the number of units is none."""
    adjacency = member(enums.Adjacency, int(budget.figure("adjacency")), "adjacency")
    if adjacency != enums.Adjacency.REPLACE_ONE:
        return False
    try:
        stddev, _ = call("dpcvx_covariance_expected_noise", price, adjacency, dataset.units(), dataset.columns, given)
    except Error:  # the release itself says what is wrong
        return False
    return _REACH * 2 ** 0.5 * stddev >= _VARIANCE  # squares have twice the variance of products


def correlation_extremes(low: numpy.ndarray, high: numpy.ndarray) -> Tuple[numpy.ndarray, numpy.ndarray]:
    """Return the least and the greatest c / sqrt(a b) in [-1, 1] over intervals of a matrix: of a covariance c and variances a, b.

    Where c may be positive, the greatest is at the greatest c and the least variances, else at the greatest variances. A variance
    of 0 allows any correlation of the sign of c. By convention a correlation with a column of variance 0 is 0.
    """
    least, most = (numpy.sqrt(numpy.maximum(numpy.diag(ends), 0)) for ends in (low, high))

    def greatest(ends: numpy.ndarray) -> numpy.ndarray:
        scale = numpy.where(ends > 0, numpy.outer(least, least), numpy.outer(most, most))
        found = numpy.divide(ends, scale, out=numpy.sign(ends), where=scale > 0)
        return numpy.clip(found + _ROUNDING * numpy.abs(found), -1, 1)

    below, above = -greatest(-low), greatest(high)
    numpy.fill_diagonal(below, 1)
    numpy.fill_diagonal(above, 1)
    return below, above


@with_options(options.COVARIANCE_OPTION)
class Covariance(Reported, Handle, handle="dpcvx_covariance"):
    """The private covariance of the columns of a table, for one charge.

    Of variances alone `Estimate.variances` has less noise where there are several columns, and costs nothing beside the means.

    A NoiseWarning comes before the charge where the noise is expected to hide all variances. It comes after it where noise hides
    some. If a filter makes that one an error, its `released` is the covariance.

    Parameters
    ----------
    dataset : Dataset
        Its users are the units if it has them, else its records. The records of a user
        then weigh 1 over their number, so a covariance is that within users and between them.
    budget : Budget
        It is charged once, before the rows are read.
    ranges : (low, high) or dict
        Public ends of each column: values are clipped to them. All low ends come first: ([18, 0], [90, 1]) has column 0 in
        [18, 90]. Of a frame, a dictionary gives (low, high) by name. Where none are known, `Dataset.release_ranges` releases
        them before, for a charge of its own: `ranges=dataset.release_ranges(budget, price=budget.price(0.25))`.
    price : Curve, optional
        What it may cost. By default all that is left.
    rng : Rng, optional
        Draws the noise.

    Examples
    --------
    >>> import dpcvx
    >>> rows = [[float(i % 11), 2.0 * (i % 11)] for i in range(4000)]
    >>> found = dpcvx.Covariance(dpcvx.Dataset(rows), dpcvx.Budget(1.0, 1e-6), ranges=([0, 0], [10, 20]))
    >>> bool(found.correlation[0, 1] > 0.8)
    True
    """

    meaning: Meaning = Meaning()

    def __init__(self, dataset: Dataset, budget: Budget, ranges: Any, price: Optional[Curve] = None,
                 rng: Optional[Rng] = None, **options_given: Any):
        low, high = dataset_of(dataset).ends(ranges)
        given = Options(options.COVARIANCE_OPTION, options_given, of_rounds(options_given.get("rounds")))
        price, told = priced(budget, price)
        told += told_of_unused_weights(dataset)
        hidden = _is_hidden(dataset, budget, price, given)
        if hidden:
            told.append(Told("the noise is expected to hide the variance of columns, even of those that fill their ranges. " + _REMEDIES,
                             NoiseWarning))
        self._own(release(told, "dpcvx_covariance_create", budget, rng, price, dataset, low, high, dataset.columns, given))
        self.meaning = dataset.meaning
        if not hidden:
            self._tell_of_noise()

    def _tell_of_noise(self) -> None:
        """Warn where the noise may be all that a variance shows."""
        hidden = [j for j, low in enumerate(numpy.diag(self.intervals()[0])) if low <= 0]
        if hidden:
            tell_of(self, "the noise hides the variance of %s: its interval begins at 0. Columns vary little beside their ranges, or "
                    "units are few. %s" % (self._columns_named(hidden), _REMEDIES), NoiseWarning)

    def _columns_named(self, columns: List[int]) -> str:
        shown = ", ".join(self.meaning.named("column %d" % j) for j in columns[:5])
        return shown if len(columns) <= 5 else "%s and %d more" % (shown, len(columns) - 5)

    def figure(self, name: str) -> Any:
        """Return a figure: "units", "noise_norm", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.COVARIANCE_FIGURE, name)

    def _square(self, name: str) -> numpy.ndarray:
        columns = self.figure("columns")
        return call(name, self, columns * columns).reshape(columns, columns)

    @property
    def means(self) -> numpy.ndarray:
        """The means, one a column."""
        return call("dpcvx_covariance_means", self, self.figure("columns"))

    @property
    def matrix(self) -> numpy.ndarray:
        """The covariance matrix, which is positive semidefinite."""
        return self._square("dpcvx_covariance_matrix")

    @property
    def correlation(self) -> numpy.ndarray:
        """The correlation matrix."""
        return self._square("dpcvx_covariance_correlation")

    def intervals(self) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the low and the high ends of intervals of all entries of the matrix.

        Each holds the entry of the population, of clipped values, with probability at least `interval_level`, or all do together if
        `simultaneous`. They hold for any distribution of the values, and after several rounds for a normal one. With a `norm_bound` below
        the root of the number of columns they are of rows that are shortened to it, not of the population. `correlation_intervals`
        has those of correlations.
        """
        columns = self.figure("columns")
        low, high = call("dpcvx_covariance_intervals", self, columns * columns)
        return low.reshape(columns, columns), high.reshape(columns, columns)

    def correlation_intervals(self) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the low and the high ends of intervals of all correlations, from the intervals of the matrix. Nothing is charged.

        A correlation c / sqrt(a b) is between its extremes over the intervals of the covariance c and of the variances a and b. So all
        correlations hold together at `interval_level`, if the covariance was released with `simultaneous=True`. Otherwise each
        holds where its three entries do: with probability at least 1 - 3 (1 - interval_level), 0.85 by default. Release with
        interval_level = 1 - 0.05 / 3 for 0.95. They are of clipped values, as `intervals` are. The interval is [-1, 1] where that of a
        variance begins at 0 and that of the covariance has both signs.

        Examples
        --------
        >>> import dpcvx
        >>> rows = [[float(i % 11), 2.0 * (i % 11)] for i in range(4000)]
        >>> found = dpcvx.Covariance(dpcvx.Dataset(rows), dpcvx.Budget(1.0, 1e-6), ranges=([0, 0], [10, 20]), simultaneous=True)
        >>> low, high = found.correlation_intervals()
        >>> bool(low[0, 1] > 0.5), float(high[0, 1])
        (True, 1.0)
        """
        return correlation_extremes(*self.intervals())

    def components(self) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the variances along the principal components, descending, and their directions in rows."""
        variances = call("dpcvx_covariance_component_variances", self, self.figure("columns"))
        return variances, self._square("dpcvx_covariance_components")

    def guarantee(self) -> Guarantee:
        """Return the guarantee of the release."""
        return self.meaning.of_guarantee(call("dpcvx_covariance_guarantee", self))

    def text(self) -> str:
        """Return the covariance and the guarantee as human-readable text."""
        text = in_python(call("dpcvx_covariance_to_text", self))
        of_correlations = "Those of correlations: correlation_intervals(). Alone, each of these misses up to three times as often."
        return self.meaning.of_report(text.replace("Correlations have none.", of_correlations))

    def json(self) -> str:
        """Return the same as a JSON object."""
        return call("dpcvx_covariance_to_json", self)

    def save(self) -> bytes:
        """Return the covariance as bytes, which this or a later version loads on any machine.

        Names of columns are not in them. Pickling a covariance keeps those too.
        """
        return call("dpcvx_covariance_save", self)

    @classmethod
    def load(cls, stored: bytes, meaning: Meaning = Meaning()) -> "Covariance":
        """Return the covariance whose save() gave these bytes.

        Examples
        --------
        >>> import dpcvx
        >>> rows = dpcvx.Dataset([[float(i % 11), 2.0 * (i % 11)] for i in range(4000)])
        >>> released = dpcvx.Covariance(rows, dpcvx.Budget(1.0, 1e-6), ranges=([0, 0], [10, 20]))
        >>> again = dpcvx.Covariance.load(released.save())
        >>> bool((again.intervals()[0] == released.intervals()[0]).all())
        True
        """
        named = meaning_of(meaning)
        made = call("dpcvx_covariance_load", bytes_of(stored, "stored"), len(stored))
        check_counts(named, made.figure("columns"), 0)
        made.meaning = named
        return made

    def __reduce__(self) -> Any:
        return Covariance.load, (self.save(), self.meaning)

    def __repr__(self) -> str:
        return "<dpcvx.Covariance of %s>" % counted(self.figure("columns"), "column")

    def _repr_html_(self) -> str:
        means, deviations = self.means[:20], numpy.sqrt(numpy.diag(self.matrix))
        return page("Private covariance", [(self.meaning.named("column %d" % j), "mean %.4g, standard deviation %.4g" % pair)
                                           for j, pair in enumerate(zip(means, deviations))], self.text())


@with_options(options.COVARIANCE_OPTION, without=OF_EXPECTED_NOISE)
def expected_covariance_noise(budget: Budget, units: int, columns: int, price: Optional[Curve] = None,
                              **options_given: Any) -> Tuple[float, float]:
    """Return the standard deviation of the noise in an entry, and a bound on the operator norm of all of it.

    Both are in products of half widths of the two ranges, (high - low) / 2, for means in the middles of the ranges. The bound holds
    with probability `interval_level`, before the matrix is made positive semidefinite, which at most doubles the norm. The figure
    "noise_norm" of a Covariance is the same bound for the means that were found: farther from the middles it is greater. It charges
    nothing, and reads no data.

    Parameters
    ----------
    units : int
        A guess of how many units the table has.
    columns : int
        The number of columns.
    price : Curve, optional
        What it may cost. By default all that is left of the budget.
    """
    given = Options(options.COVARIANCE_OPTION, options_given, {**OF_EXPECTED_NOISE, **of_rounds(options_given.get("rounds"))})
    return call("dpcvx_covariance_expected_noise", price_of(budget, price),
                member(enums.Adjacency, int(budget.figure("adjacency")), "adjacency"), units, columns, given)
