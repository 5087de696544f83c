"""Frames and labels: how columns and classes with names become numbers, and what is assumed on the way.

Names of columns, levels of a category and classes of labels are public. They are declared, or come from a categorical
type or bool. Where they are read off the data instead, an AssumedWarning says so, and the report of a fit lists it: a
guarantee does not cover what the data told by then.
"""
import decimal
import json
import numbers
import re
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy

from dpcvx._arrays import by_text, bytes_of, lacks, of_arrow, pair_of, wrong
from dpcvx._told import Told, tell
from dpcvx._words import counted


class AssumedWarning(UserWarning):
    """Something public was read off private data. The guarantee assumes that it was known beforehand."""


class NotDeclaredWarning(UserWarning):
    """Public bounds were not declared: they are released privately, for a share of epsilon, or rows are taken as they are."""


def told_of_unscaled(ranges: Any, given: Dict[str, Any]) -> List[Told]:
    """Return what is to be told of rows that no ranges scale: longer ones than row_bound are shortened, which bends the model."""
    if ranges is not None or given.get("row_bound") is not None:
        return []
    return [Told("no ranges were declared: rows are taken as they are, and shortened to a norm of 1. Declare ranges=(low, high), known "
                 "without looking at the data, or row_bound=1 if rows are so short.", NotDeclaredWarning)]


def told_of_weights(what: str, given: Dict[str, Any]) -> List[Told]:
    """Return what is to be told of weights, or of exposures, that nobody bounds. `what` is "weight", "exposure" or nothing."""
    if not what or given.get("weight_bound") is not None:
        return []
    return [Told("no bound of the %ss was declared: a%s %s above 1, if there is one, counts as 1. weight_bound=1 says that this is "
                 "meant. The greatest %s that there may be, known without looking at the data, keeps them, for more noise."
                 % (what, "n" if what[0] == "e" else "", what, what), NotDeclaredWarning)]


_COLUMN = re.compile(r"\bcolumn (\d+)\b")


class Meaning(NamedTuple):
    """What the numbers of a table stand for."""

    columns: Optional["Columns"] = None
    classes: Optional[Tuple[Any, ...]] = None
    assumed: Tuple[str, ...] = ()
    checked: Tuple[str, ...] = ()

    def save(self) -> bytes:
        """Return the names as bytes, in JSON: beside Fit.save(), they make a fit that another process loads predict by name.

        Names of columns, levels and classes are in them: public, or assumed to be. Levels and classes are text, numbers, bool.

        Examples
        --------
        >>> meaning = dpcvx.Dataset([[1.0], [2.0]], ["no", "yes"], classes=("no", "yes")).meaning
        >>> dpcvx.tables.Meaning.load(meaning.save()) == meaning
        True
        """
        columns = self.columns
        told = None if columns is None else {
            "names": columns.names, "flags": columns.flags, "null_rows": columns.has_null_rows, "assumed": list(columns.assumed),
            "levels": {name: _plain(levels, name) for name, levels in columns.levels.items()}}
        classes = None if self.classes is None else _plain(self.classes, "classes")
        return json.dumps({"dpcvx_meaning": 1, "columns": told, "classes": classes, "assumed": list(self.assumed),
                           "checked": list(self.checked)}).encode()

    @classmethod
    def load(cls, stored: bytes) -> "Meaning":
        """Return the names whose save() gave these bytes."""
        try:
            told = json.loads(bytes_of(stored, "stored").decode())
            if told["dpcvx_meaning"] != 1:
                raise ValueError
            its, classes = told["columns"], told["classes"]
            columns = None if its is None else Columns._of(
                list(its["names"]), {name: tuple(levels) for name, levels in its["levels"].items()}, list(its["flags"]),
                bool(its["null_rows"]), tuple(its["assumed"]))
            return cls(columns, None if classes is None else tuple(classes), tuple(told["assumed"]), tuple(told["checked"]))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise wrong(ValueError, "stored", counted(len(stored), "byte"), "what Meaning.save() gave") from None

    def of_guarantee(self, made: Any) -> Any:
        """Return a guarantee that says what was assumed of these names."""
        made.notes = tuple(self.notes())
        return made

    def of_report(self, text: str) -> str:
        """Return a report with columns by their names, and with what was assumed of them."""
        return self.named(text) + "".join("%s\n" % note for note in self.notes())

    def named(self, text: str) -> str:
        """Return a text with columns by their names."""
        names = self.columns.outputs if self.columns is not None else []
        return _COLUMN.sub(lambda found: "column '%s'" % names[int(found.group(1))] if int(found.group(1)) < len(names)
                           else found.group(0), text)

    def notes(self) -> List[str]:
        """Return what reports and guarantees say of it."""
        return ["Assumed: " + text for text in self.assumed] + ["Checked: " + text for text in self.checked]


def _plain(values: Sequence[Any], what: str) -> List[Any]:
    """Return levels as JSON has them. Others than text, numbers and bool are refused."""
    plain = [value.item() if isinstance(value, numpy.generic) else value for value in values]
    for value in plain:
        if not isinstance(value, (str, bool, int, float)):
            raise wrong(TypeError, what, "levels such as %r" % (value,), "text, numbers or bool; pickle keeps others")
    return plain


def assume(what: str) -> str:
    """Warn that public names were read off the data, and return what is assumed of them."""
    tell("%s were read off the data. The guarantee assumes that they were known beforehand." % what, AssumedWarning)
    return "%s, which were read off the data, were known beforehand" % what


def is_frame(features: Any) -> bool:
    """Return whether this is a frame of pandas, or a table of Arrow, which pandas reads."""
    return (hasattr(features, "iloc") and hasattr(features, "columns")) or (
        hasattr(features, "to_pandas") and hasattr(features, "column_names"))


def pandas_frame(features: Any) -> Any:
    """Return the frame of pandas that a table of Arrow makes."""
    return features if hasattr(features, "iloc") else features.to_pandas()


def _is_categorical(values: Any) -> bool:
    return hasattr(getattr(values, "dtype", None), "categories")


def _kind(values: Any) -> str:
    """Return "category", "bool", "number", "text", or another word for what is not accepted.

    Objects that are all numbers are a column of numbers, such as one where None stands for what is missing.
    """
    dtype = values.dtype
    if hasattr(dtype, "categories"):
        return "category"
    kind = getattr(dtype, "kind", "O")
    if kind == "b":
        return "bool"
    if kind in "iuf":
        return "number"
    if kind == "O" and hasattr(values, "isna"):
        missing = _missing(values)
        if _all(_BOOL, values, missing):
            return "bool"
        if _all((numbers.Real, decimal.Decimal), values, missing):
            return "number"
    if str(dtype).startswith(("period", "interval")):
        return str(dtype)
    if kind in "OUT" or str(dtype).startswith("str"):
        return "text"
    return str(dtype)


def has_categories(features: Any) -> bool:
    """Return whether this is a frame with a column of categories or text."""
    if not is_frame(features):
        return False
    frame = pandas_frame(features)
    return any(_kind(frame.iloc[:, place]) in ("category", "text") for place in range(frame.shape[1]))


def _missing(values: Any) -> numpy.ndarray:
    """Return where there is no value: None, NaN, NA."""
    if hasattr(values, "isna"):
        return numpy.array(values.isna(), bool)
    array = numpy.asarray(values)
    if array.dtype.kind == "f":
        return numpy.isnan(array)
    if array.dtype.kind == "O":
        return numpy.array([lacks(value) for value in array], bool)
    return numpy.zeros(len(array), bool)


def _found(values: Any, missing: numpy.ndarray, what: str) -> Tuple[Any, ...]:
    """Return the different values that there are, in order. Those of names and identifiers are refused."""
    there = numpy.asarray(values, object)[~missing].tolist()
    try:
        found = tuple(sorted(set(there)))
    except TypeError:
        raise wrong(TypeError, what, "values of several kinds", "values of one kind, or declared ones") from None
    check_levels(len(found), len(there), what, "levels")
    return found


def check_levels(count: int, rows: int, what: str, levels: str) -> None:
    """Refuse levels, or classes, that are read off the data and so many that they are names or identifiers."""
    if count > MOST_LEVELS and (count > MOST_LEVELS_OF_ROWS * rows or count > MOST_LEVELS_READ):
        raise wrong(ValueError, what, "%d different texts in %d rows" % (count, rows) if levels == "levels" else
                    "%d different values in %d rows" % (count, rows),
                    "a column whose %s are declared, or come from a categorical type; or at most %d, or a tenth of the "
                    "rows up to %d. A name or an identifier tells of one row alone: leave it out" % (levels, MOST_LEVELS, MOST_LEVELS_READ))


def declared_classes(labels: Any) -> Optional[Tuple[Any, ...]]:
    """Return the classes of a categorical type, or of bool; None for other labels."""
    if _is_categorical(labels):
        return tuple(labels.cat.categories if hasattr(labels, "cat") else labels.categories)
    return (False, True) if getattr(getattr(labels, "dtype", None), "kind", "") == "b" else None


def _codes(values: Any, levels: Sequence[Any]) -> numpy.ndarray:
    """Return the number of each value among the levels, -1 where it is none of them."""
    if _is_categorical(values) and tuple(values.cat.categories if hasattr(values, "cat") else values.categories) == tuple(levels):
        return numpy.asarray(values.cat.codes if hasattr(values, "cat") else values.codes, numpy.int64)
    known = {level: number for number, level in enumerate(levels)}
    return numpy.array([-1 if lacks(value) else known.get(value, -1) for value in numpy.asarray(values, object).tolist()],
                       numpy.int64)


MOST_NAMED = 5  # columns in a message


def named_columns(names: Sequence[str]) -> str:
    """Return the names of columns, of five at most: "age, income and 7 more"."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (" and %d more" % more if more > 0 else "")


MOST_LEVELS, MOST_LEVELS_OF_ROWS, MOST_LEVELS_READ = 20, 0.1, 100  # that are read off text


class Columns:
    """How the columns of a frame become columns of numbers.

    A column of numbers stays one. A category becomes one column a level, 1 where the row has it, else 0.
    Levels of text that are read off the data are 20 at most, or a tenth of the rows up to 100: more are names or identifiers.

    Parameters
    ----------
    frame : pandas.DataFrame or pyarrow.Table
        Its columns' names and types are read. Values are read only of text whose levels are not declared.
    levels : dict, optional
        The levels of columns, by name. By default those of a categorical type.

    Attributes
    ----------
    names : list of str
        Of the frame's columns.
    numeric : list of str
        Of the frame's columns of numbers and of bool.
    flags : list of str
        Of the frame's columns of bool, whose ends are (0, 1) by default.
    outputs : list of str
        Of the columns of numbers: "age", "city=Oslo".
    levels : dict
        The levels of each category.
    has_null_rows : bool
        Whether rows that lack a value are null records. Batches refuse them.
    assumed : tuple of str
        What was read off the data.
    """

    def __init__(self, frame: Any, levels: Optional[Dict[str, Sequence[Any]]] = None):
        frame, given = pandas_frame(frame), by_text({} if levels is None else levels, "levels")
        self.has_null_rows = True
        self.names: List[str] = [str(name) for name in frame.columns]
        twice = sorted({name for name in self.names if self.names.count(name) > 1})
        if twice:
            raise wrong(ValueError, "features", "a frame with several columns '%s'" % twice[0], "columns whose names differ")
        self.levels: Dict[str, Tuple[Any, ...]] = {}
        self.flags: List[str] = []
        assumed = []
        for name in given:
            if name not in self.names:
                raise wrong(ValueError, "levels", repr(name), "columns of the frame: " + ", ".join(self.names))
        for place, name in enumerate(self.names):
            values = frame.iloc[:, place]
            kind = _kind(values)
            if name in given:
                if isinstance(given[name], (str, set, frozenset)):
                    raise wrong(TypeError, "levels[%r]" % name, repr(given[name]), "a list of levels")
                self.levels[name] = tuple(given[name])
                if len(set(self.levels[name])) != len(self.levels[name]):
                    raise wrong(ValueError, "levels[%r]" % name, repr(given[name]), "levels that differ")
            elif kind == "category":
                self.levels[name] = tuple(values.dtype.categories)
            elif kind == "text" and _missing(values).all():
                raise wrong(ValueError, "features", "column '%s', which has no value" % name, "columns with values, or declared levels")
            elif kind == "text":
                self.levels[name] = _found(values, _missing(values), "features[%r]" % name)
                assumed.append(assume("the levels of column '%s'" % name))
            elif kind == "bool":
                self.flags.append(name)
            elif kind != "number":
                raise wrong(TypeError, "features", "column '%s' of type %s" % (name, kind), "numbers, bool, categories or text")
        self.assumed = tuple(assumed)
        self._name_outputs()

    @classmethod
    def of_numbers(cls, names: Sequence[str]) -> "Columns":
        """Return columns of numbers, by their names. Rows that lack a value are refused where they are read."""
        return cls._of([str(name) for name in names], {}, [], False)

    @classmethod
    def _of(cls, names: List[str], levels: Dict[str, Tuple[Any, ...]], flags: List[str], has_null_rows: bool,
            assumed: Tuple[str, ...] = ()) -> "Columns":
        made = cls.__new__(cls)
        made.names, made.levels, made.flags, made.has_null_rows, made.assumed = names, levels, flags, has_null_rows, assumed
        made._name_outputs()
        return made

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Columns) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def _name_outputs(self) -> None:
        self.numeric = [name for name in self.names if name not in self.levels]
        self.outputs = [output for name in self.names for output in (
            ["%s=%s" % (name, level) for level in self.levels[name]] if name in self.levels else [name])]

    def __repr__(self) -> str:
        return "<dpcvx.Columns: %s>" % ", ".join(self.outputs)

    def encode(self, frame: Any) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the columns of numbers, and which rows lack a value. Those rows are 0."""
        if not is_frame(frame):
            raise wrong(TypeError, "features", "a %s" % type(frame).__name__,
                        "a frame with the columns " + ", ".join(self.names))
        frame = pandas_frame(frame)
        here = [str(name) for name in frame.columns]
        lacking = [name for name in self.names if name not in here]
        if lacking:
            raise wrong(ValueError, "features", "a frame without " + ", ".join(lacking), "the columns " + ", ".join(self.names))
        out = numpy.zeros((len(frame), len(self.outputs)))
        missing = numpy.zeros(len(frame), bool)
        at = 0
        for name in self.names:
            values = frame.iloc[:, here.index(name)]
            absent = _missing(values)
            if name in self.levels:
                codes = _codes(values, self.levels[name])
                absent |= codes < 0
                rows = numpy.flatnonzero(codes >= 0)
                out[rows, at + codes[rows]] = 1
                at += len(self.levels[name])
            else:
                if _kind(values) not in ("number", "bool") and not absent.all():
                    raise wrong(TypeError, "features", "column '%s' of type %s" % (name, values.dtype), "numbers, as before")
                out[~absent, at] = numpy.asarray(values[~absent] if absent.any() else values, numpy.float64)
                at += 1
            missing |= absent
        out[missing] = 0
        return out, missing

    def lack(self, frame: Any, row: int) -> str:
        """Return what a row that encode() tells of lacks, by row and column: "no value in row 3, column 'city'"."""
        frame = pandas_frame(frame)
        here = [str(name) for name in frame.columns]
        for name in self.names:
            values = frame.iloc[row:row + 1, here.index(name)]
            absent = _missing(values).any()
            if absent or (name in self.levels and _codes(values, self.levels[name])[0] < 0):
                break
        what = "no value" if absent else "the unknown level %r" % numpy.asarray(values, object).tolist()[0]
        return "%s in row %d, column '%s'" % (what, row, name)

    def ranges(self, given: Dict[str, Tuple[float, float]], partly: bool = False, argument: str = "ranges",
               of_levels: Tuple[float, float] = (-1.0, 1.0)) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the ends of all columns of numbers, from those of the frame's columns of numbers by name.

        A bool has (0, 1) where it is left out. `partly`: a column of numbers may be left out too, and has NaN.
        `argument` is what the caller calls the ends. `of_levels`: by default such that scaling leaves 0 and 1 as they are.
        """
        given = by_text(given, argument)
        unknown = [name for name in given if name not in self.numeric]
        if unknown:
            raise wrong(ValueError, argument, "a dictionary with " + ", ".join(map(repr, unknown)),
                        "the columns of numbers: %s" % (", ".join(self.numeric) or "there are none"))
        ends = []
        for name in self.names:
            if name in self.levels:
                ends += [of_levels] * len(self.levels[name])
            elif name in given:
                low_end, high_end = pair_of(argument + "[%r]" % name, given[name], "(low, high), such as (0, 100)")
                ends.append((low_end, high_end))
            elif name in self.flags:
                ends.append((0.0, 1.0))
            elif partly:
                ends.append((float("nan"), float("nan")))
            else:
                raise wrong(ValueError, argument, "a dictionary without '%s'" % name,
                            "public ends (low, high) of each column of numbers, or none to release all of them")
        low, high = numpy.array(ends, float).T.copy()
        return low, high


_BOOL = (bool, numpy.bool_)


def _all(kind: Any, values: Any, missing: numpy.ndarray) -> bool:
    """Return whether all values that are there, and at least one, are of this kind."""
    there = numpy.asarray(values, object)[~missing].tolist()
    return bool(there) and all(isinstance(value, kind) for value in there)
