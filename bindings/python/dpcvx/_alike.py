"""Whether the columns and classes of a table mean what those of a fit do. Others are refused: they would be taken by place."""
import json
from typing import Any

from dpcvx._arrays import wrong
from dpcvx._generated import enums
from dpcvx._words import counted
from dpcvx.data import Dataset
from dpcvx.tables import Columns, Meaning, is_frame, named_columns

_SAVED = "the meaning of what was saved, such as fit.meaning, or dpcvx.tables.Meaning.load() of its save()"


def meaning_of(meaning: Any) -> Meaning:
    """Return the meaning that a caller gives to what is loaded. Anything else is refused."""
    if not isinstance(meaning, Meaning):
        raise wrong(TypeError, "meaning", "of type %s" % type(meaning).__name__, _SAVED)
    for part, kind, may_lack in zip(meaning, (Columns, tuple, tuple, tuple), (True, True, False, False)):
        if not isinstance(part, kind) and not (may_lack and part is None):
            raise wrong(TypeError, "meaning", "one with %r" % (part,), _SAVED)
    return meaning


def check_counts(mine: Meaning, columns: int, classes: int) -> None:
    """Refuse the meaning of another fit or release: it names other numbers of columns or classes. `classes` is 0 where there are none."""
    names = mine.columns.outputs if mine.columns is not None else []
    if mine.columns is not None and len(names) != columns:
        raise wrong(ValueError, "meaning", "that of %s (%s)" % (counted(len(names), "column"), named_columns(names)),
                    "that of what was saved, which has %s" % counted(columns, "column"))
    if classes and mine.classes is not None and len(mine.classes) != classes:
        raise wrong(ValueError, "meaning", "that of the classes %r" % (mine.classes,), "that of the fit, which has %d classes" % classes)


def check_columns(mine: Meaning, estimate: Any) -> None:
    """Refuse the meaning of another table than that of an estimate: one with other columns, or too few of them."""
    if mine.columns is None:
        return
    if estimate.figure("kind") in (enums.EstimateKind.MEAN, enums.EstimateKind.VARIANCE):
        check_counts(mine, estimate.figure("count"), 0)
    names, column = mine.columns.outputs, json.loads(estimate.json()).get("column", 0)
    if column >= len(names):
        raise wrong(ValueError, "meaning", "that of %s (%s)" % (counted(len(names), "column"), named_columns(names)),
                    "that of what was saved, which is of column %d" % column)


def _without_names(given: str, is_nameless: bool) -> Exception:
    """Return the error of what has names, for a fit without them. `is_nameless`: it was loaded without its meaning."""
    if is_nameless:
        return wrong(ValueError, "dataset", given + ", for a fit without its names", "Fit.load(stored, meaning=...) of fit.meaning, or an "
                     "array in the order of the fit")
    return wrong(ValueError, "dataset", given + ", for a fit to arrays", "an array in the order of the fit: frame[names].to_numpy()")


def check_alike(table: Dataset, mine: Meaning, is_nameless: bool) -> None:
    """Refuse a table whose columns or classes mean something else than those of a fit."""
    others = table.meaning
    if others.columns is not None and mine.columns is None:
        raise _without_names("a table of a frame", is_nameless)
    if is_nameless and others.classes not in (None, (False, True)):
        raise _without_names("a table with the classes %r" % (others.classes,), is_nameless)
    if mine.columns is not None and others.columns is not None and mine.columns.outputs != others.columns.outputs:
        raise wrong(ValueError, "dataset", "a table with the columns " + ", ".join(others.columns.outputs),
                    "the columns of the fit in their order, which are %s: Dataset(frame, levels=fit.meaning.columns) reads them" %
                    ", ".join(mine.columns.outputs))
    if mine.classes is not None and others.classes is not None and mine.classes != others.classes:
        raise wrong(ValueError, "dataset", "a table with the classes %r" % (others.classes,),
                    "the classes of the fit: Dataset(classes=%r)" % (mine.classes,))


def table_alike(rows: Any, mine: Meaning, is_nameless: bool) -> Dataset:
    """Return a table to predict for: a dataset that is alike, or rows that are read as those of the fit."""
    if not isinstance(rows, Dataset) and is_frame(rows):
        if mine.columns is None:
            raise _without_names("a frame", is_nameless)
        return Dataset(rows, levels=mine.columns, missing="null")
    table = rows if isinstance(rows, Dataset) else Dataset(rows)
    check_alike(table, mine, is_nameless)
    return table
