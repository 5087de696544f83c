"""Private means, variances, distributions, quantiles and robust statistics of columns, with intervals: dpcvx/estimate.h."""
import numbers
from typing import Any, List, Optional, Tuple

import numpy

from dpcvx._alike import check_columns, meaning_of
from dpcvx._arrays import bytes_of, ends_of, real_array, wrong
from dpcvx._documented import with_options
from dpcvx._expected import (ROBUST_KINDS, edges_of, expected_mean_interval, expected_robust_interval,  # noqa: F401
                             expected_variance_interval)
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options, Reported
from dpcvx._keys import member, whole
from dpcvx._levels import labelled_json, labelled_text, level_codes, numbered_levels
from dpcvx._library import call
from dpcvx._release import priced, release
from dpcvx._shown import one_line, page
from dpcvx._sums import columns_of_sums, exact_integers
from dpcvx._told import NoiseWarning, Told, tell_all, tell_of
from dpcvx._unread import OF_CUMULATIVE, OF_DECLARED_RANGES, OF_DISTRIBUTIONS, OF_MEANS, OF_SUMS, cells_unread, of_means
from dpcvx._words import counted, in_python
from dpcvx.data import Dataset, columns_named, dataset_of, told_of_ranges, told_of_unused_weights
from dpcvx.privacy import Budget, Curve, Guarantee, Name
from dpcvx.random import Rng
from dpcvx.tables import Meaning, NotDeclaredWarning

MANY_LEFT_OUT = 0.02  # of values, at each end
_MOST_SHOWN = 3  # values in a line

@with_options(options.ESTIMATE_OPTION, without=OF_MEANS)
class Estimate(Reported, Handle, handle="dpcvx_estimate"):
    """Private means of the columns of a table, for one charge. Each has an interval that covers sampling and noise.

    Means are of clipped values: values beyond one end of a range bias them towards the inside. Besides, a noisy mean beyond an end is
    moved to it. That biases a mean at an end by 0.4 standard deviations of the noise, and less farther inside. Intervals cover
    the second bias, and hold the mean of clipped values. Wider ranges lessen both, and noise grows with the width.

    Parameters
    ----------
    dataset : Dataset
        Its users are the units if it has them, else its records. A unit counts by the mean over its records.
    budget : Budget
        It is charged once, before the rows are read.
    ranges : (low, high) or dict, optional
        Public ends of each column: values are clipped to them. All low ends come first: ([18, 0], [90, 1]) has column 0 in
        [18, 90]. Of a frame, a dictionary gives (low, high) by name. NaN at both
        ends of a column, or None for all, releases them for a share of the price, with a NotDeclaredWarning. `text()` says how
        many values lie beyond a released range.
    price : Curve, optional
        What it may cost. By default all that is left.
    rng : Rng, optional
        Draws the noise.

    Examples
    --------
    >>> import dpcvx
    >>> ages = [[30.0 + i % 41] for i in range(2000)]
    >>> means = dpcvx.Estimate(dpcvx.Dataset(ages), dpcvx.Budget(1.0, 1e-6), ranges=(0, 100))
    >>> bool(47 < means.values[0] < 53)
    True
    """

    meaning: Meaning = Meaning()
    labels: List[str] = []  # of quantiles

    def __init__(self, dataset: Dataset, budget: Budget, ranges: Any = None, price: Optional[Curve] = None,
                 rng: Optional[Rng] = None, **options_given: Any):
        low, high = _ends(dataset_of(dataset), ranges)
        released = int(numpy.isnan(low).sum())
        given = Options(options.ESTIMATE_OPTION, options_given, of_means(released > 0))
        price, told = priced(budget, price)
        told += told_of_unused_weights(dataset)
        units = dataset.public_units(budget.figure("adjacency"))
        if released:
            told.append(Told("no ranges were declared for %s: they are released privately, for a share of the price. Declare "
                             "ranges=(low, high), known without looking at the data." % columns_named(dataset, numpy.isnan(low)),
                             NotDeclaredWarning))
            told += told_of_ranges("dpcvx_estimate_range_notes", price, units, released, given)
        self._own(release(told, "dpcvx_estimate_create_mean", budget, rng, price, dataset, low, high, dataset.columns, given))
        self.meaning = dataset.meaning
        if released and not units:
            self._tell_of_ends()

    def _tell_of_ends(self) -> None:
        """Warn where released ranges leave out many values, of a number of units that was private before the release."""
        units = self.figure("units")
        left_out, _ = self.guarantee().constant("values_left_out_at_each_end_at_least")
        if left_out >= MANY_LEFT_OUT * units:
            tell_of(self, "released ranges leave out at least %.0f of %.0f values at each end, since noise tells no more. Intervals hold "
                    "the mean of values clipped there, not of all. Declare ranges=(low, high), or take more units or a larger price."
                    % (min(left_out, units / 2), units), NoiseWarning)

    @classmethod
    @with_options(options.ESTIMATE_OPTION, without=OF_DECLARED_RANGES)
    def from_sums(cls, sums: Any, budget: Budget, ranges: Any, unit: Name = "record", price: Optional[Curve] = None,
                  rng: Optional[Rng] = None, **options_given: Any) -> "Estimate":
        """Release means of a table in parts from the sums of all parts, added up: NOT PRIVATE. The bits are those of the table.

        Each part gives `dpcvx.estimate.mean_sums(rows, ranges, price, adjacency)`, with the same ranges, price and `noise`.
        `unit` is what was added up, "record" or "user": the budget's. A unit is in one part, and is added once. Nobody
        checks that: the record says that it is assumed. Sums that were taken with another adjacency, noise, unit or other ranges
        are refused. `ranges` may be a dictionary of (low, high) by name, in the order of the columns.

        Examples
        --------
        >>> import dpcvx
        >>> budget = dpcvx.Budget(1.0, 1e-6)
        >>> price, ranges = budget.price(1.0), (0, 100)
        >>> parts = [dpcvx.Dataset([[30.0 + i % 41] for i in range(first, 3000, 3)]) for first in range(3)]
        >>> sums = sum(dpcvx.estimate.mean_sums(part, ranges, price, "replace_one") for part in parts)
        >>> bool(47 < dpcvx.Estimate.from_sums(sums, budget, ranges, price=price).values[0] < 53)
        True
        """
        given = Options(options.ESTIMATE_OPTION, options_given, OF_DECLARED_RANGES)
        exact = exact_integers(sums, "sums")
        names = list(ranges) if isinstance(ranges, dict) else []
        if names:
            ranges = [[ranges[name][side] for name in names] for side in (0, 1)]
        columns = columns_of_sums(ranges, exact.size)
        low, high = ends_of("ranges", ranges, columns)
        made = cls.__new__(cls)
        made.labels = names
        price, told = priced(budget, price)
        made._own(release(told, "dpcvx_estimate_create_mean_from_sums", budget, rng, price, exact, exact.size,
                          member(enums.Unit, unit, "unit"), low, high, columns, given))
        return made

    def figure(self, name: str) -> Any:
        """Return a figure: "units", "noise_scale", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.ESTIMATE_FIGURE, name)

    @property
    def values(self) -> numpy.ndarray:
        """The means, one a column; of distributions shares or quantiles."""
        return call("dpcvx_estimate_values", self, self.figure("count"))

    def intervals(self) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the low and the high ends of the intervals.

        Each holds the mean, share or quantile of the population with probability at least `interval_level`, or all do together if
        `simultaneous`. That is over the draw of the units and over the noise, for any distribution of the values.
        """
        return call("dpcvx_estimate_intervals", self, self.figure("count"))

    def variances(self, interval_level: Optional[float] = None, simultaneous: Optional[bool] = None) -> "Estimate":
        """Return the variances of the columns of means, with intervals, as an Estimate. Nothing is charged.

        `Covariance` has variances with the covariances of pairs, for a charge of its own. Its noise grows with the number of
        columns, and that of these variances with the root of it.
        """
        given = Options(options.ESTIMATE_OPTION, {"interval_level": interval_level, "simultaneous": simultaneous})
        return self._derived(call("dpcvx_estimate_create_variance", self, given))

    def _derived(self, made: "Estimate") -> "Estimate":
        made.meaning = self.meaning
        return made

    def stddevs(self) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return estimates of the standard deviations of units' values, and upper bounds, of means and shares.

        An upper bound holds together with the interval of its mean. `variances()` has intervals with both ends.
        """
        return call("dpcvx_estimate_stddevs", self, self.figure("count"))

    def ranges(self) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the ends that values were clipped to, or the ends of what shares are of."""
        return call("dpcvx_estimate_ranges", self, self.figure("count"))

    def guarantee(self) -> Guarantee:
        """Return the guarantee of the release. What was assumed of names is among its notes."""
        return self.meaning.of_guarantee(call("dpcvx_estimate_guarantee", self))

    def text(self) -> str:
        """Return the means with their intervals, and the guarantee, as human-readable text."""
        return self.meaning.of_report(in_python(call("dpcvx_estimate_to_text", self)))

    def json(self) -> str:
        """Return the same as a JSON object."""
        return call("dpcvx_estimate_to_json", self)

    def save(self) -> bytes:
        """Return the estimate as bytes, which this or a later version loads on any machine.

        Names of columns are not in them. Pickling an estimate keeps those too.
        """
        return call("dpcvx_estimate_save", self)

    @classmethod
    def load(cls, stored: bytes, meaning: Meaning = Meaning()) -> "Estimate":
        """Return the estimate whose save() gave these bytes: a Histogram or a Cumulative where it was one.

        Examples
        --------
        >>> import dpcvx
        >>> ages = dpcvx.Dataset([[30.0 + i % 41] for i in range(2000)])
        >>> released = dpcvx.Cumulative(ages, dpcvx.Budget(1.0, 1e-6), edges=[0, 100])
        >>> again = dpcvx.Estimate.load(released.save())
        >>> bool((again.quantiles([0.5]).values == released.quantiles([0.5]).values).all())
        True
        """
        named = meaning_of(meaning)
        made = call("dpcvx_estimate_load", bytes_of(stored, "stored"), len(stored))
        kind = {enums.EstimateKind.HISTOGRAM: Histogram, enums.EstimateKind.CUMULATIVE: Cumulative}.get(made.figure("kind"), Estimate)
        found = kind.__new__(kind)
        found._own(made)
        check_columns(named, found)
        found.meaning = named
        return found

    def __reduce__(self) -> Any:
        return Estimate.load, (self.save(), self.meaning), {"labels": self.labels}

    def __repr__(self) -> str:
        count, (low, high) = self.figure("count"), self.intervals()
        shown = ["%s = %.4g [%.4g, %.4g]" % one for one in zip(map(one_line, self.names()[:_MOST_SHOWN]), self.values, low, high)]
        return "<dpcvx.%s: %s%s>" % (type(self).__name__, ", ".join(shown),
                                     ", and %d more" % (count - _MOST_SHOWN) if count > _MOST_SHOWN else "")

    def _repr_html_(self) -> str:
        low, high = self.intervals()
        title = "Private estimates, with intervals of %g %%" % (100 * self.figure("interval_level"))
        return page(title, [(name, "%.4g between %.4g and %.4g" % ends)
                            for name, ends in zip(self.names()[:20], zip(self.values, low, high))], self.text())

    def names(self) -> List[str]:
        """Return what each value is of: a column of a frame, a quantile, a cell, a level, or its number."""
        count = self.figure("count")
        names = self.labels or (self.meaning.columns.outputs if self.meaning.columns is not None else [])
        return list(names) if len(names) == count else self._numbered(count)

    def _numbered(self, count: int) -> List[str]:
        return [str(place) for place in range(count)]


def _ends(dataset: Dataset, ranges: Any) -> Tuple[numpy.ndarray, numpy.ndarray]:
    """Return the ends of all columns, NaN where they are to be released. Levels of categories and bool are in [0, 1]."""
    columns = dataset.meaning.columns
    if columns is not None and not dataset.is_scaled and (ranges is None or isinstance(ranges, dict)):
        return columns.ranges(ranges or {}, partly=True, of_levels=(0.0, 1.0))
    low, high = dataset.ends((numpy.nan, numpy.nan) if ranges is None else ranges)
    for place in numpy.flatnonzero(numpy.isnan(low) != numpy.isnan(high))[:1]:
        raise wrong(ValueError, "ranges", "(%g, %g) for column %d" % (low[place], high[place], place),
                    "two numbers a column, or NaN at both ends to release them")
    return low, high


class _Distribution(Estimate):
    _create = _of_counts = ""
    name = ""  # of the column, of a frame

    def __init__(self, dataset: Dataset, budget: Budget, edges: Any, column: Any = 0, price: Optional[Curve] = None,
                 rng: Optional[Rng] = None, **options_given: Any):
        ends, table = edges_of(edges), dataset_of(dataset)
        given = Options(options.ESTIMATE_OPTION, options_given, {**OF_DISTRIBUTIONS, **cells_unread(ends)})
        number, (price, told) = table.column_number(column), priced(budget, price)
        told += told_of_unused_weights(table)
        self._own(release(told, self._create, budget, rng, price, table, number, ends, ends.size, given))
        self.meaning, self.name = table.meaning, column if isinstance(column, str) else ""

    @classmethod
    @with_options(options.ESTIMATE_OPTION, without=OF_DISTRIBUTIONS)
    def from_counts(cls, counts: Any, budget: Budget, edges: Any, units: int = 0, unit: Name = "record",
                    price: Optional[Curve] = None, rng: Optional[Rng] = None, **options_given: Any) -> Any:
        """Release it from exact counts of units, one a cell, that a query or holders of parts (cell_counts) took. NOT PRIVATE.

        `units` is the public number of units of a replace-one budget. Under add/remove it is 0, since it is private. The sum
        of the counts is not read for it. `unit` is what was counted, "record" or "user": the budget's. A unit is counted in
        at most one cell, once, and GROUP BY counts records. Nobody checks that: the record says that it is assumed.
        """
        ends = edges_of(edges)
        given = Options(options.ESTIMATE_OPTION, options_given, {**OF_DISTRIBUTIONS, **cells_unread(ends)})
        exact = exact_integers(counts, "counts")
        made = cls.__new__(cls)
        price, told = priced(budget, price)
        made._own(release(told, cls._of_counts, budget, rng, price, exact, exact.size, member(enums.Unit, unit, "unit"),
                          whole(units, "units"), ends, ends.size, given))
        return made

    def names(self) -> List[str]:
        """Return what each share is of: a level or its number, a cell such as "0 to 40", or the values up to an edge."""
        cells = "up to %.6g" if self._create.endswith("cumulative") else "%.6g to %.6g"
        return list(self.labels) or numbered_levels(Estimate.json(self)) or [
            cells % (ends[-1:] if cells.startswith("up") else ends) for ends in zip(*self.ranges())]

    def _repr_html_(self) -> str:
        low, high = self.intervals()
        return page("Private shares", [(cell, "%.4g between %.4g and %.4g" % ends)
                                       for cell, ends in zip(self.names()[:20], zip(self.values, low, high))], self.text())

    def counts(self) -> Tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """Return noisy counts of units, and the ends of intervals that hold the counts of this very table."""
        return call("dpcvx_estimate_counts", self, self.figure("count"))


@with_options(options.ESTIMATE_OPTION, without=OF_DISTRIBUTIONS)
class Histogram(_Distribution):
    """Shares of a column's values in cells between public edges, for one charge, with intervals.

    Parameters
    ----------
    dataset : Dataset
        Its users are the units if it has them, else its records. A user's records have equal parts of one unit.
    budget : Budget
        It is charged once, before the rows are read.
    edges : array_like
        Public edges, which rise. Two are divided into equal cells, `cells` of them.
    column : int or str
        The column whose values count, by its number from 0, or by its name in a frame. Values out of the range count in the
        outermost cells.
    price : Curve, optional
        What it may cost. By default all that is left.
    rng : Rng, optional
        Draws the noise.

    Examples
    --------
    >>> import dpcvx
    >>> ages = dpcvx.Dataset([[30.0 + i % 41] for i in range(2000)])
    >>> shares = dpcvx.Histogram(ages, dpcvx.Budget(1.0, 1e-6), edges=[0, 40, 60, 100])
    >>> bool(0.15 < shares.values[0] < 0.35)
    True
    """

    _create, _of_counts = "dpcvx_estimate_create_histogram", "dpcvx_estimate_create_histogram_from_counts"

    @classmethod
    def of_levels(cls, values: Any, budget: Budget, levels: Any = None, others: Optional[str] = None, users: Any = None,
                  price: Optional[Curve] = None, rng: Optional[Rng] = None, interval_level: Optional[float] = None,
                  simultaneous: Optional[bool] = None) -> "Histogram":
        """Release the shares of the levels of a column of text, categories or bool, for one charge.

        Parameters
        ----------
        values : array_like
            One a row, such as frame["city"].
        budget, price, rng, interval_level, simultaneous
            As of a Histogram.
        levels : sequence, optional
            The levels, public. By default those of a categorical type or of bool; of text they are read off the data, with an
            AssumedWarning.
        others : str, optional
            The name of one more cell, which counts what is missing or no level. Without it such values are refused.
        users : array_like, optional
            Who owns each row. A user's records have equal parts of one unit.

        Examples
        --------
        >>> import dpcvx
        >>> cities = ["Oslo", "Rome", "Oslo", None] * 500
        >>> shares = dpcvx.Histogram.of_levels(cities, dpcvx.Budget(1.0, 1e-6), levels=("Oslo", "Rome"), others="elsewhere")
        >>> shares.names(), bool(0.4 < shares.values[0] < 0.6)
        (['Oslo', 'Rome', 'elsewhere'], True)
        """
        coded = level_codes(values, levels, others)
        made = cls(Dataset(coded.codes[:, None], users=users), budget, numpy.arange(len(coded.names) + 1) - 0.5, price=price, rng=rng,
                   interval_level=interval_level, simultaneous=simultaneous, levels=1)
        made.labels, made.meaning = list(coded.names), Meaning(None, None, coded.assumed)
        return made

    def text(self) -> str:
        """Return the shares with their intervals, and the guarantee, as human-readable text."""
        return labelled_text(super().text(), self.labels)

    def json(self) -> str:
        """Return the same as a JSON object. Of levels it has their names, or their numbers where names are not known."""
        return labelled_json(super().json(), self.labels)


@with_options(options.ESTIMATE_OPTION, without=OF_CUMULATIVE)
class Cumulative(_Distribution):
    """The share of a column's values up to each inner edge, for one charge, with intervals. Quantiles follow from it.

    Parameters
    ----------
    dataset : Dataset
        Its users are the units if it has them, else its records. A user's records have equal parts of one unit.
    budget : Budget
        It is charged once, before the rows are read.
    edges : array_like
        Public edges, which rise. Two are divided into equal cells, `cells` of them.
    column : int or str
        The column whose values count, by its number from 0, or by its name in a frame. Values out of the range count in the
        outermost cells.
    price : Curve, optional
        What it may cost. By default all that is left.
    rng : Rng, optional
        Draws the noise.

    Examples
    --------
    >>> import dpcvx
    >>> ages = dpcvx.Dataset([[30.0 + i % 41] for i in range(2000)])
    >>> median = dpcvx.Cumulative(ages, dpcvx.Budget(1.0, 1e-6), edges=[0, 100]).quantiles([0.5])
    >>> bool(45 < median.values[0] < 55)
    True
    """

    _create, _of_counts = "dpcvx_estimate_create_cumulative", "dpcvx_estimate_create_cumulative_from_counts"

    def quantiles(self, probabilities: Any, interval_level: Optional[float] = None,
                  simultaneous: Optional[bool] = None) -> Estimate:
        """Return quantiles with intervals, as an Estimate. Nothing is charged, and no data are read."""
        given = Options(options.ESTIMATE_OPTION, {"interval_level": interval_level, "simultaneous": simultaneous})
        asked = real_array([probabilities] if isinstance(probabilities, numbers.Real) else probabilities, "probabilities")
        made = self._derived(call("dpcvx_estimate_create_quantiles", self, asked, asked.size, given))
        made.labels = ["quantile of %g" % probability for probability in asked]
        return made

    def robust(self, kind: Any, fraction: float, interval_level: Optional[float] = None) -> Estimate:
        """Return a statistic with its interval, as an Estimate of one value. Nothing is charged, and no data are read.

        kind is "trimmed_mean", "winsorized_mean" or "quantile_range". It is of the quantiles of `fraction` and 1 - `fraction`.
        """
        given = Options(options.ESTIMATE_OPTION, {"interval_level": interval_level})
        kind = member(enums.EstimateKind, kind, "kind", ROBUST_KINDS)
        made = self._derived(call("dpcvx_estimate_create_robust", self, kind, fraction, given))
        made.labels = ["%s of %g" % (kind.name.lower(), fraction)]
        return made


@with_options(options.ESTIMATE_OPTION, without=OF_SUMS)
def mean_sums(dataset: Dataset, ranges: Any, price: Curve, adjacency: Name, **options_given: Any) -> numpy.ndarray:
    """Return the exact sums of a part of a table, for `Estimate.from_sums`: integers, which are added up over parts. NOT PRIVATE.

    Parameters
    ----------
    dataset : Dataset
        The rows of the part. All records of a user are in one part. A part without rows is left out: it adds 0.
    ranges : (low, high) or dict
        As of Estimate.
    price : Curve
        What the means will cost: `budget.price(1.0)`. It says which noise they get.
    adjacency : str
        Of the budget: "replace_one" or "add_remove".
    """
    given = Options(options.ESTIMATE_OPTION, options_given, OF_SUMS)
    if not isinstance(price, Curve):
        raise wrong(TypeError, "price", "a %s" % type(price).__name__, "a Curve, such as budget.price(1.0)")
    low, high = _ends(dataset_of(dataset), ranges)
    number = member(enums.Adjacency, adjacency, "adjacency")
    sums = call("dpcvx_estimate_mean_sums", price, number, dataset, low, high, dataset.columns, given, 4 * dataset.columns + 2)
    tell_all(told_of_unused_weights(dataset))
    return sums
