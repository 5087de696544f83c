"""Where the rows of a table come from: which object of the caller, and which part of it. No value is compared."""
import math
import weakref
from typing import Any, NamedTuple, Optional, Tuple

import numpy


class Given:
    """The rows that a caller gave, by the object and by where it lies. A warning by their values would tell of private data."""

    def __init__(self, rows: Any = None):
        self._rows: Optional[Tuple[int, int, int]] = None  # the addresses of the first and the last one, and their distance
        if isinstance(rows, numpy.ndarray):
            if rows.ndim == 2 and rows.size:
                first, step = rows.__array_interface__["data"][0], rows.strides[0]
                last = first + (len(rows) - 1) * step
                self._rows = (min(first, last), max(first, last), abs(step))
            while isinstance(rows.base, numpy.ndarray):
                rows = rows.base
        try:
            self._owner: Any = weakref.ref(rows)
        except TypeError:  # such as a list
            self._owner = None

    def may_share(self, other: "Given") -> bool:
        """Return whether both are of one object that is there still, and have a row in common."""
        if self is other:
            return True
        if self._owner is None or other._owner is None or self._owner() is None or self._owner() is not other._owner():
            return False
        if self._rows is None or other._rows is None:
            return True
        (low, high, step), (other_low, other_high, other_step) = self._rows, other._rows
        apart = math.gcd(step, other_step)
        return low <= other_high and other_low <= high and (apart == 0 or (low - other_low) % apart == 0)


class Source(NamedTuple):
    """What rows come from, and the splits on the way: which part of each."""

    given: Given
    parts: Tuple[Tuple[Any, bool], ...] = ()

    def split(self, how: Any, held_out: bool) -> "Source":
        """Return the source of a part."""
        return self._replace(parts=self.parts + ((how, held_out),))

    def may_share(self, other: "Source") -> bool:
        """Return whether two tables may have a row in common, and no split keeps them apart."""
        return self.given.may_share(other.given) and not any((how, not held) in other.parts for how, held in self.parts)


Source.__module__ = "dpcvx.data"  # where callers find it
