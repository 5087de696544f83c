"""Local privacy: private reports of devices, and what a server estimates from them. dpcvx/local.h."""
import math
from typing import Any, NamedTuple, Optional, Tuple

import numpy

from dpcvx._arrays import bytes_of, check_length, real_array, wrong
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import whole
from dpcvx._library import ArgumentError, call
from dpcvx._told import MissingWarning, tell, tell_all, weak_privacy
from dpcvx._words import counted, in_python
from dpcvx.privacy import Budget
from dpcvx.random import Rng, rng_of


def _tell_of_nan(stand_in: str) -> None:
    """Warn of a missing value. It is not refused: a report that does not come would tell of the value."""
    tell("argument 'value' holds NaN: it is reported as %s, and biases the estimate towards it" % stand_in, MissingWarning)


def _is_nan(value: Any) -> bool:
    try:
        return math.isnan(value)
    except (TypeError, ValueError):  # what is no number is refused where it is read
        return False


class LocalProtocol(Handle, handle="dpcvx_local_protocol"):
    """What devices and a server agree on: what is estimated, at which epsilon, and how reports are drawn. It is public.

    Examples
    --------
    >>> import dpcvx
    >>> protocol = dpcvx.LocalProtocol.frequencies(3, 2.0)
    >>> counts = dpcvx.LocalAggregator(protocol)
    >>> for device in range(6000):
    ...     counts.add(protocol.report(device % 2))
    >>> bool(abs(counts.estimate(0.99).values[1] - 0.5) < 0.1)
    True
    """

    def __init__(self) -> None:
        raise TypeError("a LocalProtocol is made by frequencies(), mean(), vector_mean() or load()")

    @classmethod
    @with_options(options.LOCAL_OPTION)
    def frequencies(cls, categories: int, epsilon: float, **options_given: Any) -> "LocalProtocol":
        """Return a protocol for the shares of categories 0 to `categories` - 1."""
        return _told(call("dpcvx_local_protocol_create_frequencies", categories, epsilon,
                          Options(options.LOCAL_OPTION, options_given)))

    @classmethod
    @with_options(options.LOCAL_OPTION)
    def mean(cls, low: float, high: float, epsilon: float, **options_given: Any) -> "LocalProtocol":
        """Return a protocol for the mean of a number, which is clipped to [low, high]."""
        return _told(call("dpcvx_local_protocol_create_mean", low, high, epsilon, Options(options.LOCAL_OPTION, options_given)))

    @classmethod
    def vector_mean(cls, dimension: int, radius: float, epsilon: float) -> "LocalProtocol":
        """Return a protocol for the mean of a vector. One of a greater norm is scaled to the radius."""
        return _told(call("dpcvx_local_protocol_create_vector_mean", dimension, radius, epsilon))

    @classmethod
    def load(cls, stored: bytes) -> "LocalProtocol":
        """Return the protocol whose save() gave these bytes. A device looks at its epsilon before it reports."""
        return call("dpcvx_local_protocol_load", bytes_of(stored, "stored"), len(stored))

    def save(self) -> bytes:
        """Return the protocol as bytes, for devices to load."""
        return call("dpcvx_local_protocol_save", self)

    def figure(self, name: str) -> Any:
        """Return a figure: "epsilon", "variance", "report_bytes", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.LOCAL_FIGURE, name)

    def report(self, value: Any, budget: Optional[Budget] = None, rng: Optional[Rng] = None) -> bytes:
        """Return a private report of a category, a number or a vector: the bytes that a device sends.

        What the protocol states in words is text(). A `report()` of a fit or an estimate is such a text too.

        Parameters
        ----------
        value : int, float or array
            As the protocol's kind is. Numbers and vectors are clipped. NaN counts as the middle of the range, or as 0 in a
            vector, and what is no category as category 0, with a MissingWarning: a report that does not come would tell of it.
        budget : Budget, optional
            The device's own. It is charged once. Without one nothing is counted: reports of one device add up.
        rng : Rng, optional
            Draws the report.
        """
        kind, source = self.figure("kind"), rng_of(rng)
        if kind == enums.LocalKind.FREQUENCIES:
            category, count = -1 if _is_nan(value) else whole(value, "value"), self.figure("count")
            if not 0 <= category < count:
                tell("argument 'value' = %s is none of the categories 0 to %d: it is reported as 0, and adds to its share"
                     % (value, count - 1), MissingWarning)
                category = -1  # which C reports as 0 too; it reads 64 bits
            return call("dpcvx_local_report_category", self, budget, source, category)
        if kind == enums.LocalKind.MEAN:
            if _is_nan(value):
                _tell_of_nan("the middle of the range")
            return call("dpcvx_local_report_value", self, budget, source, value)
        vector = real_array(value, "value")
        check_length("value", vector, self.figure("count"), "one a coordinate")
        if numpy.isnan(vector).any():
            _tell_of_nan("0 there")
        return call("dpcvx_local_report_vector", self, budget, source, vector, len(vector))

    def expected_error(self, reports: int, level: float = 0.95) -> float:
        """Return a bound on the error of an estimate from so many reports: of a share, the mean, or in the l2 norm."""
        return call("dpcvx_local_protocol_expected_error", self, reports, level)

    def central_epsilon(self, users: int, delta: float) -> float:
        """Return the epsilon against who sees shuffled reports only, of as many users as reported."""
        return call("dpcvx_local_protocol_central_epsilon", self, users, delta)

    def shuffle(self, reports: bytes, rng: Optional[Rng] = None) -> bytes:
        """Return reports that lie one behind the other in a uniform random order, as central_epsilon() asks."""
        return call("dpcvx_local_protocol_shuffle", self, rng_of(rng), bytes_of(reports, "reports"), len(reports))

    def text(self) -> str:
        """Return what the protocol does and promises as human-readable text."""
        return in_python(call("dpcvx_local_protocol_to_text", self))

    def __repr__(self) -> str:
        return "<dpcvx.LocalProtocol of %s at epsilon %g>" % (self.figure("kind").name.lower(), self.figure("epsilon"))


def _told(made: LocalProtocol) -> LocalProtocol:
    """Warn of an epsilon that says little, and return the protocol."""
    tell_all(weak_privacy(made.figure("epsilon"), 0.0, 0))
    return made


class LocalEstimates(NamedTuple):
    """Estimates with their intervals, one entry a category, one, or one a coordinate."""

    values: numpy.ndarray
    standard_errors: numpy.ndarray
    low: numpy.ndarray
    high: numpy.ndarray


class LocalAggregator(Handle, handle="dpcvx_local_aggregator"):
    """Counts of the reports of one protocol. The order of reports and of merges changes nothing.

    One thread may use it at a time: a call is refused while another one does. Give each thread its own, and merge them.
    """

    _alone = True

    def __init__(self, protocol: LocalProtocol):
        self._own(call("dpcvx_local_aggregator_create", protocol))
        self._count = protocol.figure("count")

    @classmethod
    def load(cls, stored: bytes, protocol: LocalProtocol) -> "LocalAggregator":
        """Return the aggregator of this protocol whose save() gave these bytes."""
        made = cls(protocol)
        found = call("dpcvx_local_aggregator_load", bytes_of(stored, "stored"), len(stored))
        try:
            made.merge(found)
        except ArgumentError:
            raise wrong(ValueError, "stored", "an aggregator of another protocol", "one of `protocol`") from None
        return made

    def save(self) -> bytes:
        """Return the aggregator as bytes, its protocol among them."""
        return call("dpcvx_local_aggregator_save", self)

    def add(self, report: bytes) -> None:
        """Add one report. Bytes that are none of the protocol are refused."""
        call("dpcvx_local_aggregator_add", self, bytes_of(report, "report"), len(report))

    def add_each(self, reports: bytes) -> None:
        """Add reports that lie one behind the other. Those that are none are counted as refused."""
        call("dpcvx_local_aggregator_add_each", self, bytes_of(reports, "reports"), len(reports))

    def merge(self, other: "LocalAggregator") -> None:
        """Add the counts of another aggregator of the same protocol."""
        call("dpcvx_local_aggregator_merge", self, other)

    def counts(self) -> Tuple[int, int]:
        """Return how many reports were added, and how many add_each() refused."""
        return call("dpcvx_local_aggregator_counts", self)

    def estimate(self, level: float = 0.95) -> LocalEstimates:
        """Return unbiased estimates, and intervals that each hold the truth with probability `level`."""
        return LocalEstimates(*call("dpcvx_local_aggregator_estimate", self, level, self._count))

    def __repr__(self) -> str:
        return "<dpcvx.LocalAggregator of %s, %d refused>" % (counted(self.counts()[0], "report"), self.counts()[1])
