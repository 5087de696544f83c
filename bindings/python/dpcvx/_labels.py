"""Labels of tables as numbers, and their classes. Part of dpcvx.tables."""
import decimal
import numbers
from typing import Any, NamedTuple, Optional, Sequence, Tuple

import numpy

from dpcvx._arrays import is_sparse, lacks, of_arrow, wrong
from dpcvx.tables import _BOOL, _all, _codes, _found, _kind, _missing, assume


class Labels(NamedTuple):
    """Labels as numbers: signs of two classes, numbers of more, or as they are."""

    values: Any
    classes: Optional[Tuple[Any, ...]]
    missing: Optional[numpy.ndarray]
    assumed: Tuple[str, ...]


_REAL = (numbers.Real, decimal.Decimal)
_ACCEPTED = "labels of one kind: numbers, bool, text or categories"


def check_classes(classes: Any, has: str = "__iter__") -> None:
    """Refuse classes that have no order, as those of a set, or that are no list. A list has the method `has`."""
    if isinstance(classes, (str, bytes, set, frozenset)) or not hasattr(classes, has):
        raise wrong(TypeError, "classes", repr(classes), 'a list or a tuple, such as ("no", "yes")')


def _check_kind(listed: Sequence[Any], name: str, accepted: str = _ACCEPTED) -> None:
    """Refuse labels of several kinds, or of none that is taken. What is missing is passed over."""
    first = next((value for value in listed if not lacks(value)), None)
    for place, value in enumerate(listed):
        if lacks(value):
            continue
        if not isinstance(value, (str, *_BOOL, *_REAL)):
            raise wrong(TypeError, name, "%r at %d" % (value, place), accepted)
        if isinstance(value, str) != isinstance(first, str):
            raise wrong(TypeError, name, "%r at %d beside %r" % (value, place, first), accepted)


def of_objects(labels: Any, name: str, accepted: str = _ACCEPTED) -> Any:
    """Return labels, an array of bool or numbers where they are objects that are so. Dates and mixed ones are refused."""
    labels = of_arrow(labels)
    if is_sparse(labels):
        return labels
    array = numpy.asarray(labels)
    if array.dtype.kind in "Mm":
        raise wrong(TypeError, name, "an array of dtype %s" % array.dtype, accepted)
    if array.dtype.kind != "O" or array.ndim != 1:
        return labels
    listed = array.tolist()
    _check_kind(listed, name, accepted)
    for place in numpy.flatnonzero([lacks(value) for value in listed])[:1]:
        raise wrong(ValueError, name, "a missing label at %d" % place, "labels without missing ones")
    if not listed or isinstance(listed[0], str):
        return labels
    return numpy.array([float(value) if isinstance(value, decimal.Decimal) else value for value in listed])


def read_labels(labels: Any, classes: Optional[Sequence[Any]], from_frame: bool) -> Labels:
    """Return labels as numbers.

    Parameters
    ----------
    labels : array_like
        Numbers, bool, categories or text.
    classes : sequence, optional
        The classes, in their order. By default those of a categorical type, or of bool.
    from_frame : bool
        Whether a label that is missing makes a null record; else it is refused.
    """
    if is_sparse(labels) or (classes is None and isinstance(labels, (str, bytes, bytearray, dict))):
        return Labels(labels, None, None, ())  # refused later, by name
    is_declared = classes is not None
    assumed: Tuple[str, ...] = ()
    values = labels = of_arrow(labels)
    if not hasattr(labels, "dtype"):
        if not hasattr(labels, "__len__"):
            return Labels(labels, None, None, ())
        listed = list(labels)
        words = bool(listed) and all(isinstance(value, (str, *_BOOL)) or value is None for value in listed)
        if classes is None and not words:
            if any(isinstance(value, str) for value in listed):
                _check_kind(listed, "labels")
            return Labels(listed, None, None, ())
        values = numpy.array(listed, object)
        if words and all(isinstance(value, _BOOL) for value in listed):
            values = numpy.array(listed, bool)
    kind = _kind(values)
    if getattr(values, "ndim", 1) != 1 or (classes is None and kind not in ("category", "bool", "text", "number")):
        return Labels(values, None, None, ())
    missing = _missing(values)
    if kind == "text" and not is_declared and not any(_all(one, values, missing) for one in (_BOOL, str)) and not missing.all():
        _check_kind(values.tolist(), "labels")
    if classes is not None:
        check_classes(classes)
        classes = tuple(classes)
    elif kind == "category":
        classes = tuple(values.cat.categories if hasattr(values, "cat") else values.categories)
    elif kind == "bool":
        classes = (False, True)
    elif kind == "text" and _all(_BOOL, values, missing):
        classes = (False, True)
    elif kind == "text" and _all(str, values, missing):
        classes = _found(values, missing, "labels")
        assumed = (assume("the classes of the labels"),)
    else:
        if kind == "number" and values.dtype.kind == "O":
            values = numpy.array([numpy.nan if lacks else float(value) for lacks, value in zip(missing, values)])
        if from_frame and missing.any():
            filled = numpy.zeros(len(missing))
            filled[~missing] = numpy.asarray(values[~missing], numpy.float64)
            values = filled
        return Labels(values, None, missing if from_frame else None, ())
    if len(classes) < 2 and not is_declared:
        raise wrong(ValueError, "labels", "those of %s" % ("the class %r alone" % classes if classes else "no class"),
                    "labels of two classes or more, or classes=(...) of two or more")
    if len(classes) < 2 or len(set(classes)) != len(classes):
        raise wrong(ValueError, "classes", repr(classes), "two different classes or more")
    codes = _codes(values, classes)
    strange = numpy.flatnonzero((codes < 0) & ~missing)
    if len(strange):
        raise wrong(ValueError, "labels", "%r at %d" % (numpy.asarray(values, object)[strange[0]], strange[0]),
                    "the classes " + ", ".join(repr(name) for name in classes))
    if missing.any() and not from_frame:
        raise wrong(ValueError, "labels", "a missing label at %d" % numpy.flatnonzero(missing)[0],
                    "labels without missing ones, or missing='null'")
    codes = numpy.where(missing, 0, codes)
    numbers = (2.0 * codes - 1) if len(classes) == 2 else codes.astype(float)
    return Labels(numbers, classes, missing if from_frame else None, assumed)
