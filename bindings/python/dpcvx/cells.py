"""Exact counts of a part of a table, which Histogram.from_counts and Cumulative.from_counts take."""
from typing import Any, Optional

import numpy

from dpcvx._arrays import real_array, wrong
from dpcvx._generated import options
from dpcvx._handles import Options
from dpcvx._keys import whole
from dpcvx._library import call
from dpcvx._unread import cells_unread, refuse_unread
from dpcvx._words import counted

_KINDS = ("histogram", "cumulative")


def cell_counts(kind: str, values: Any, edges: Any, cells: Optional[int] = None) -> numpy.ndarray:
    """Return how many values each cell has, as a release of the table would count them. NOT PRIVATE. Parts are added up.

    Parameters
    ----------
    kind : str
        "histogram": a cell holds its low edge. "cumulative": a cell holds its high edge.
    values : array_like
        One a unit: a record's, or a user's single one. Rows without a value are left out before.
    edges : array_like
        Public edges, which rise. Two are divided into equal cells, `cells` of them. Values beyond them count in the outermost.
    cells : int, optional
        As the release has it.

    Examples
    --------
    >>> import dpcvx
    >>> parts = [[30.0 + i % 41 for i in range(first, 3000, 3)] for first in range(3)]
    >>> counts = sum(dpcvx.cell_counts("cumulative", part, [0, 100]) for part in parts)
    >>> ages = dpcvx.Cumulative.from_counts(counts, dpcvx.Budget(1.0, 1e-6), [0, 100], units=3000)
    >>> bool(47 < ages.quantiles([0.5]).values[0] < 53)
    True
    """
    if kind not in _KINDS:
        raise wrong(ValueError, "kind", repr(kind), '"histogram" or "cumulative"')
    ends, found = real_array(edges, "edges"), real_array(values, "values")
    if ends.size < 2:
        raise wrong(ValueError, "edges", counted(ends.size, "value"), "at least 2, which rise")
    refuse_unread({"cells": cells}, cells_unread(ends))
    if ends.size == 2:
        shares = numpy.arange(_divisions(cells) + 1) / _divisions(cells)
        ends = numpy.append((ends[0] * (1 - shares) + ends[1] * shares)[:-1], ends[1])
    if not (numpy.diff(ends) > 0).all():
        raise wrong(ValueError, "edges", "values that do not rise", "values that rise, far enough apart for so many cells")
    missing = numpy.flatnonzero(numpy.isnan(found))
    if missing.size:
        raise wrong(ValueError, "values", "nan at %d" % missing[0], "numbers: rows without a value are left out before")
    places = numpy.searchsorted(ends[1:-1], found, "right" if kind == "histogram" else "left")
    return numpy.bincount(places, minlength=ends.size - 1).astype(numpy.int64)


def _divisions(cells: Optional[int]) -> int:
    """Return how many cells two edges are divided into."""
    least, most, by_default = call("dpcvx_options_get_bounds_i64", Options(options.ESTIMATE_OPTION, {}),
                                   options.ESTIMATE_OPTION.find("cells").number)
    number = by_default if cells is None else whole(cells, "cells")
    if not least <= number <= most:
        raise wrong(ValueError, "cells", repr(cells), "a whole number from %d to %d" % (least, most))
    return number
