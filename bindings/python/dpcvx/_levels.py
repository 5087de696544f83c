"""A column of levels by their numbers. Part of dpcvx.estimate."""
import json
import re
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy

from dpcvx._arrays import of_arrow, wrong
from dpcvx._shown import one_line
from dpcvx.tables import MOST_LEVELS, _codes, _found, _missing, assume, declared_classes


class Coded(NamedTuple):
    """The values of a column by the numbers of their levels."""

    codes: numpy.ndarray
    names: List[str]
    assumed: Tuple[str, ...]


def _declared(levels: Any) -> Optional[Tuple[Any, ...]]:
    """Return the levels that a caller gives, all different; None where none are given."""
    if levels is None:
        return None
    if isinstance(levels, (str, bytes, set, frozenset)) or not hasattr(levels, "__iter__"):
        raise wrong(TypeError, "levels", repr(levels), "a list of levels")
    found = tuple(levels)
    try:
        alike = len(set(found)) != len(found)
    except TypeError:
        raise wrong(TypeError, "levels", repr(levels), "a list of levels, each a text, a number or a bool") from None
    if alike:
        raise wrong(ValueError, "levels", repr(levels), "levels that differ")
    return found


def _check_plain(values: Any) -> None:
    for place, value in enumerate(values):
        try:
            hash(value)
        except TypeError:
            raise wrong(TypeError, "values", "a %s at %d" % (type(value).__name__, place),
                        "one text, number or bool a row, such as frame['city']") from None


def numbered_levels(told: str) -> List[str]:
    """Return "level 0", "level 1", ... of a histogram of levels by its JSON; nothing of one that has edges."""
    return ["level %d" % number for number in json.loads(told).get("levels", ())]


def labelled_json(told: str, labels: List[str]) -> str:
    """Return the JSON of a histogram of levels with their names, where they are known, in the place of numbers."""
    return re.sub(r'"levels":\[[0-9,]*\]', lambda _: '"levels":' + json.dumps(labels), told, count=1) if labels else told


def labelled_text(told: str, labels: List[str]) -> str:
    """Return the text of a histogram of levels with their names, each in one line."""
    return re.sub(r"^  level (\d+):", lambda found: "  %s:" % one_line(labels[int(found.group(1))]), told,
                  flags=re.MULTILINE) if labels else told


def level_codes(values: Any, levels: Optional[Sequence[Any]], others: Optional[str]) -> Coded:
    """Return a column by the numbers of its levels. `others` names one more, which what is missing or no level has."""
    values = of_arrow(values)
    if isinstance(values, (str, bytes, dict)) or getattr(values, "ndim", 1) != 1 or not hasattr(values, "__iter__"):
        raise wrong(TypeError, "values", "None" if values is None else "of type %s" % type(values).__name__,
                    "one value a row, such as frame['city']")
    if others is not None and not isinstance(others, str):
        raise wrong(TypeError, "others", repr(others), "the name of one more cell, such as 'elsewhere'")
    if not hasattr(values, "dtype"):
        values = numpy.array([*values, None], object)[:-1]
    if values.dtype == object:
        _check_plain(values)
    missing = _missing(values)
    assumed: Tuple[str, ...] = ()
    declared = _declared(levels)
    found = declared if declared is not None else declared_classes(values)
    if found is None:
        found = _found(values, missing, "values")
        assumed = (assume("the levels"),)
    names = [str(level) for level in found] + ([] if others is None else [others])
    if len(names) < 2 and declared is None:
        raise wrong(ValueError, "values", "those of %s" % ("the level %r alone" % found[0] if found else "no level"),
                    "values of two levels or more, levels=(...) of two or more, or others='a name' of all else")
    if len(names) < 2:
        raise wrong(ValueError, "levels", repr(levels), "two levels or more, or others='a name' of all else")
    if others in names[:-1]:
        raise wrong(ValueError, "others", repr(others), "a name that no level has")
    codes = _codes(values, found)
    strange = numpy.flatnonzero(codes < 0)
    if len(strange) and others is None:
        raise wrong(ValueError, "values", "%r at %d" % (numpy.asarray(values, object)[strange[0]], strange[0]),
                    "the levels %s, or others='elsewhere', which counts all else in a cell of that name" % ", ".join(
                        repr(level) for level in found[:MOST_LEVELS]))
    return Coded(numpy.where(codes < 0, len(found), codes).astype(float), names, assumed)
