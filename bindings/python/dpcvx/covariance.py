"""Private covariances of columns: dpcvx/covariance.h."""
import numbers
from typing import Any, List, Optional, Sequence, Tuple

import numpy

from dpcvx._alike import check_counts, meaning_of
from dpcvx._arrays import bytes_of, wrong
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options, Reported
from dpcvx._keys import member
from dpcvx._library import Error, call, error_of
from dpcvx._regression import INTERCEPT, Regression
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

    def correlation_intervals(self, proved: bool = False) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the low and the high ends of intervals of all correlations. Nothing is charged.

        Each holds the correlation of the population, of clipped values, with probability at least `interval_level`, or all do together
        if `simultaneous`.

        Parameters
        ----------
        proved : bool, optional
            False: a parametric bootstrap, for rows of one normal law. Sampling and noise are drawn anew, from a fixed public seed. It
            takes at most 128 columns.
            True: they hold for any law, of a covariance of one round. They follow from the intervals of the covariance and of both
            variances. They are 2 to 5 times as wide at correlations up to 0.5, and 8 times at 0.9.

        Examples
        --------
        >>> import dpcvx
        >>> rows = [[float(i % 11), float(i % 11 + i % 7)] for i in range(7700)]
        >>> found = dpcvx.Covariance(dpcvx.Dataset(rows), dpcvx.Budget(1.0, 1e-6), ranges=([0, 0], [10, 16]), interval_level=0.999999)
        >>> low, high = found.correlation_intervals()
        >>> bool(low[0, 1] < 0.845 < high[0, 1])
        True
        """
        if not isinstance(proved, (bool, numpy.bool_)):
            raise wrong(TypeError, "proved", repr(proved), "True or False")
        columns = self.figure("columns")
        low, high = call("dpcvx_covariance_correlation_intervals", self, int(proved), columns * columns)
        return low.reshape(columns, columns), high.reshape(columns, columns)

    def names(self) -> List[str]:
        """Return the names of the columns: of a frame, or "x0", "x1", ..."""
        count, columns = self.figure("columns"), self.meaning.columns
        return list(columns.outputs) if columns is not None else ["x%d" % place for place in range(count)]

    def _place(self, argument: str, column: Any) -> int:
        names = self.names()
        is_number = isinstance(column, numbers.Integral) and not isinstance(column, bool)
        if isinstance(column, str) and column in names:
            return names.index(column)
        if not is_number or not 0 <= int(column) < len(names):
            raise wrong(ValueError, argument, repr(column), "a number from 0 to %d, or one of %s" % (len(names) - 1, ", ".join(names)))
        return int(column)

    def regression(self, label: Any, features: Optional[Sequence[Any]] = None) -> Regression:
        """Return the least squares of a column on others with an intercept. Nothing is charged.

        It follows from the means and the matrix, as the `lm` of R does from exact ones. Intervals and standard errors are a parametric
        bootstrap, for rows of one normal law. It covers sampling and noise, and takes at most 128 columns.

        Noise is added to moments, and not to rows. So slopes are not attenuated as by errors in variables. Where a feature's variance
        has noise of a relative standard deviation t, its slope errs by about t^2 of itself on average.

        An Error names features whose released covariance is singular, since the noise hides what sets them apart: leave one out. It
        names a label whose noisy variance is at most 0 too. Noise may hide the residual variance alone: R^2 has the interval (0, 1) then.

        Parameters
        ----------
        label : str or int
            The column that is explained: its name, or its number from 0.
        features : sequence of str or int, optional
            Those that explain it. By default all others.

        Examples
        --------
        >>> import dpcvx
        >>> rows = [[float(i % 11), float(i % 7), 2.0 * (i % 11) - i % 7 + i % 5] for i in range(7700)]
        >>> found = dpcvx.Covariance(dpcvx.Dataset(rows), dpcvx.Budget(4.0, 1e-6), ranges=([0, 0, -6], [10, 6, 24]))
        >>> fit = found.regression(2)
        >>> list(fit.coefficients)
        ['x0', 'x1', '(intercept)']
        >>> bool(abs(fit.coefficients["x0"] - 2) < 0.3), bool(fit.r_squared > 0.8)
        (True, True)
        """
        names, place = self.names(), self._place("label", label)
        given = [other for other in range(len(names)) if other != place] if features is None else [
            self._place("features", feature) for feature in features]
        try:
            found = call("dpcvx_covariance_regression", self, place, numpy.array(given, numpy.int64), len(given), len(given) + 1)
        except Error as problem:
            raise error_of(int(problem.status), self.meaning.named(str(problem))) from None
        of = [names[other] for other in given] + [INTERCEPT]
        coefficients, errors, low, high = (array.tolist() for array in found[:4])
        return Regression(names[place], dict(zip(of, coefficients)), dict(zip(of, errors)), dict(zip(of, zip(low, high))),
                          found[4], (found[5], found[6]), self.figure("interval_level"), bool(self.figure("simultaneous")))

    def components(self) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the variances along the principal components, descending, and their directions in rows."""
        variances = call("dpcvx_covariance_component_variances", self, self.figure("columns"))
        return variances, self._square("dpcvx_covariance_components")

    def guarantee(self) -> Guarantee:
        """Return the guarantee of the release."""
        return self.meaning.of_guarantee(call("dpcvx_covariance_guarantee", self))

    def text(self) -> str:
        """Return the covariance and the guarantee as human-readable text."""
        return self.meaning.of_report(in_python(call("dpcvx_covariance_to_text", self)))

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
