"""Exact sums and counts that callers add up over parts of a table."""
from typing import Any

import numpy

from dpcvx._arrays import integer_array, wrong
from dpcvx._words import counted


def exact_integers(values: Any, name: str) -> numpy.ndarray:
    """Return exact sums or counts as 64-bit integers. Floats that may have been rounded are refused, and booleans."""
    is_of_objects = hasattr(values, "__array__") and numpy.asarray(values).dtype.kind == "O"  # such as pandas' nullable integers
    if is_of_objects or hasattr(values, "__next__"):
        values = list(values)
    array = values if hasattr(values, "dtype") else integer_array(values, name)
    kind, bits = array.dtype.kind, {2: 11, 4: 24}.get(array.dtype.itemsize, 53)
    if kind == "b" or isinstance(values, (list, tuple)) and any(isinstance(one, bool) for one in values):
        raise wrong(TypeError, name, "values of bool", "integers")
    found = integer_array(values, name)
    if kind == "f" and found.size and int(numpy.abs(array).max()) > 1 << bits:
        raise wrong(ValueError, name, "floats beyond 2^%d, which may have been rounded" % bits, "integers")
    return found


def columns_of_sums(ranges: Any, size: int) -> int:
    """Return how many columns sums of this length have, by their ranges where these are one a column."""
    ends = next((side for side in ranges if hasattr(side, "__len__")), None) if isinstance(ranges, (list, tuple)) else None
    columns = max(1, len(ends) if ends is not None else (size - 2) // 4)
    if size != 4 * columns + 2:
        raise wrong(ValueError, "sums", counted(size, "number"), "%d for %s, as mean_sums() gives" % (
            4 * columns + 2, counted(columns, "column")))
    return columns
