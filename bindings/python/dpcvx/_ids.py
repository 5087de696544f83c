"""Ids of users and of rows: whole numbers, or text."""
from typing import Any, Dict

import numpy

from dpcvx._arrays import integer_array, is_sparse, lacks, of_arrow, wrong
from dpcvx._library import call

_ACCEPTED = "whole numbers from -2^63 to 2^63 - 1, or text, one a row"
_NOBODY = "whole numbers or text, one a row. Rows that nobody owns are left out before, or have an id each"


def _may_be_text(values: Any) -> bool:
    """Return whether ids may be a sequence of texts, by their type."""
    kind = getattr(getattr(values, "dtype", None), "kind", "O")
    return kind in "OUT" and not is_sparse(values) and not isinstance(values, (str, bytes, bytearray, dict))


def is_text(values: Any) -> bool:
    """Return whether ids are text, by the first."""
    values = of_arrow(values)
    if not _may_be_text(values):
        return False
    try:
        first = next(iter(values), None)
    except TypeError:
        return False
    return isinstance(first, str)


def _whole_ids(values: Any, name: str) -> numpy.ndarray:
    """Return ids that are whole numbers. What is none is refused by what ids may be."""
    if getattr(getattr(values, "dtype", None), "kind", "") == "f" and numpy.isnan(values).any():
        raise wrong(ValueError, name, "nan at %d" % numpy.argmax(numpy.isnan(values)), _NOBODY)
    try:
        return integer_array(values, name)
    except TypeError as problem:
        raise TypeError("%s; accepted: %s: [str(one) for one in ids]" % (str(problem).partition("; accepted: ")[0], _ACCEPTED)) from None
    except ValueError as problem:
        raise ValueError("%s; accepted: %s" % (str(problem).partition("; accepted: ")[0], _ACCEPTED)) from None


def id_array(values: Any, name: str) -> numpy.ndarray:
    """Return ids as 64-bit integers: whole numbers as they are, text by its hash.

    The hash of an id depends on that id alone, so that parts of a split keep neighbours neighbours. Two users whose
    hashes meet, which is unlikely below billions, count as one.
    """
    values = of_arrow(values)
    if not _may_be_text(values):
        return _whole_ids(values, name)
    try:
        listed = numpy.asarray(values, object).tolist() if hasattr(values, "dtype") else list(values)
    except TypeError:
        return _whole_ids(values, name)
    place = next((place for place, value in enumerate(listed) if lacks(value)), None)
    if place is not None:
        raise wrong(ValueError, name, "no id at %d" % place, _NOBODY)
    mixed = [place for place, value in enumerate(listed) if isinstance(value, str) != isinstance(listed[0], str)]
    if mixed:
        raise wrong(TypeError, name, "%r at %d" % (listed[mixed[0]], mixed[0]), "whole numbers alone, or text alone, one a row")
    if not listed or not isinstance(listed[0], str):
        return _whole_ids(values, name)
    places: Dict[str, int] = {}
    at = [places.setdefault(value, len(places)) for value in listed]
    names = [value.encode() for value in places]
    ends = numpy.cumsum([len(value) for value in names], dtype=numpy.int64)
    return call("dpcvx_ids_of_names", b"".join(names), int(ends[-1]), ends, len(names))[at]
