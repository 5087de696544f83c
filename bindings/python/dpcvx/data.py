"""Data: tables of records and users. dpcvx/data.h says what remains of a guarantee when rows are chosen."""
import contextlib
import ctypes
import numbers
from typing import Any, Iterator, List, Optional, Tuple

import numpy

from dpcvx._arrays import (KEY_BYTES, Csr, check_length, ends_of, integer_array, pair_of, real_array, table, without_missing,
                           wrong)
from dpcvx._generated import enums, figures
from dpcvx._handles import Handle
from dpcvx._ids import id_array, is_text
from dpcvx._keys import member, real
from dpcvx._labels import read_labels
from dpcvx._library import Error, call, error_of
from dpcvx._release import priced, release
from dpcvx._source import Given, Source
from dpcvx._told import NoiseWarning, Told
from dpcvx._words import counted
from dpcvx.privacy import Budget, Curve
from dpcvx.random import Rng, rng_of
from dpcvx.tables import Columns, Meaning, is_frame, named_columns, pandas_frame


CHOSEN = ("the rows of a subset were chosen without looking at private values. Under add/remove a choice of each unit by its own values "
          "is covered too")


def _check_index(name: str, values: Any, frame: Any) -> None:
    """Refuse a column of pandas whose rows are others than those of the frame: it would be taken by position."""
    mine, others = getattr(frame, "index", None), getattr(values, "index", None)
    if mine is None or others is None or not hasattr(values, "iloc") or len(mine) != len(others) or mine.equals(others):
        return
    raise wrong(ValueError, name, "a column with another index than the frame's", "one with the frame's index, such as "
                "column.loc[frame.index]; or column.to_numpy(), which is taken by position")


def check_features(frame: Any, users: Any, argument: str) -> None:
    """Refuse a column of a frame that is the ids of users: its levels would be released by name."""
    if users is None or isinstance(users, str) or not is_frame(frame):
        return
    frame, name = pandas_frame(frame), getattr(users, "name", None)
    ids = numpy.asarray(users)
    for place, column in enumerate(frame.columns):
        values = frame.iloc[:, place]
        alike = ids.shape == (len(values),) and len(values) > 1 and _is_same(numpy.asarray(values), ids)
        if alike or (name is not None and column == name):
            raise wrong(ValueError, argument, "a frame whose column %r holds the users" % str(column), "columns without ids, such as "
                        "frame.drop(columns=%r)" % str(column))


def _is_same(values: numpy.ndarray, ids: numpy.ndarray) -> bool:
    """Return whether a column has the values of the ids, some of which differ."""
    try:
        return bool(values[0] == ids[0] and (values == ids).all() and (ids != ids[0]).any())
    except (TypeError, ValueError, AttributeError):  # a value that is missing, or types that are not compared
        return False


def check_null_rows(shape: Columns, frame: Any, absent: numpy.ndarray, argument: str, remedy: str) -> None:
    """Refuse a frame most rows of which would be null records, as where declared levels are none of its values."""
    if 2 * absent.sum() <= len(absent):
        return
    raise wrong(ValueError, argument, "a frame most rows of which lack a value or a known level: %s" % shape.lack(
        frame, int(absent.argmax())), remedy)

_HELD_OUT = "a share in (0, 1], or an interval (low, high) of [0, 1], low below high"


class Dataset(Handle, handle="dpcvx_dataset"):
    """A table, with labels, users and weights, copied once.

    Parameters
    ----------
    features : array_like
        A numpy array with any strides, a scipy sparse matrix of any format, rows of numbers, or a frame of pandas or
        Arrow. Of a frame, a category becomes one column a level.
    labels : array_like, optional
        One a row: numbers, bool, categories or text. Two classes become -1 and 1, more become 0, 1, 2, ...
    ranges : (low, high) or dict, optional
        Public ends of each column, which map columns to [-1, 1]. Values outside count as the nearer end. All low ends come
        first: ([18, 0], [90, 1]) has column 0 in [18, 90]. Pairs by column are misread, or refused where a low end is then above its
        high end. Of a frame, a dictionary gives (low, high) of each column of numbers by its name; bool has (0, 1) by default.
    users : array_like, optional
        Who owns each row: whole numbers or text, such as frame["owner"]. Without it one record is protected, and a person with
        several is not protected as a whole. A frame has no column of the same name or the same values.
    weights : array_like, optional
        One a row; the objective clips them.
    max_records_per_user : int, optional
        At most so many records of a user are kept, a random subset.
    rng : dpcvx.Rng, optional
        Draws that subset.
    exposures : array_like, optional
        Of counts, for "poisson": labels become rates, and weights exposures.
    classes : sequence, optional
        The classes of the labels. By default those of a categorical type or of bool. Classes of text that are read off
        the data are warned of, and reported as assumed.
    levels : dict or dpcvx.Columns, optional
        The levels of a frame's categories by column, likewise. Columns of an earlier frame read this one alike.
    missing : str, optional
        "null" makes a row that lacks a value a null record, of weight 0: it stays a record, so that the number of units
        does not tell of it. That is the default of frames, which refuse it for most rows. "refuse" is the default of arrays. A
        level that was not declared counts as missing. A refusal tells of the data.

    Attributes
    ----------
    rows, columns : int
        Under add/remove the number of rows is as private as the data.
    meaning : dpcvx.tables.Meaning
        Columns, classes, and what is assumed.
    is_scaled : bool
        Whether it has the ranges of its columns.
    absent : numpy.ndarray
        Which rows lack a value, where those are null records.
    source : dpcvx.data.Source
        Where rows come from, by which an evaluation tells rows of the fit: the same array, frame or table, or a view of it.

    Examples
    --------
    >>> data = dpcvx.Dataset([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], ["no", "yes", "no"], users=["Ann", "Bob", "Ann"],
    ...                      classes=("no", "yes"))
    >>> data.rows, data.columns, data.nonprivate_labels()
    (3, 2, array([-1.,  1., -1.]))
    """

    rows: int
    columns: int
    meaning: Meaning = Meaning()
    is_scaled: bool = False
    weighted_by = ""  # "weight" or "exposure", by the caller: rows without a value weigh 0 besides
    has_hashed_users: bool = False  # users were given as text
    absent: numpy.ndarray
    source: Source
    _lacking: numpy.ndarray  # which rows of the caller's table do
    form: Optional[Tuple[bool, bool, bool]] = None  # sparse, weighted, with exposures; None for parts and tables of users

    def __init__(self, features: Any, labels: Any = None, ranges: Any = None, users: Any = None, weights: Any = None,
                 max_records_per_user: Optional[int] = None, rng: Optional[Rng] = None, exposures: Any = None,
                 classes: Any = None, levels: Any = None, missing: Optional[str] = None):
        framed = is_frame(features)
        if weights is not None and exposures is not None:
            raise wrong(ValueError, "exposures", "given with weights", "one of the two: exposures are the weights of rates")
        self.weighted_by = "weight" if weights is not None else "exposure" if exposures is not None else ""
        self.source = Source(Given(features))
        if rng is not None:  # whether or not it draws
            rng_of(rng)
        if missing not in (None, "null", "refuse"):
            raise wrong(ValueError, "missing", repr(missing), "'null' or 'refuse'")
        null = missing == "null" or (framed and missing is None)
        shape, absent = None, numpy.zeros(0, bool)
        if framed:
            check_features(features, users, "features")
            shape = levels if isinstance(levels, Columns) else Columns(features, levels)
            frame = features
            features, absent = shape.encode(frame)
            if isinstance(ranges, dict):
                ranges = shape.ranges(ranges)
            if absent.any() and not null:
                raise wrong(ValueError, "features", "a frame with " + shape.lack(frame, int(absent.argmax())),
                            "frames without missing values or unknown levels, or missing='null'")
            if missing is None:
                check_null_rows(shape, frame, absent, "features", "other columns or levels; or missing='null', which keeps null records")
            for name, column in (("labels", labels), ("users", users), ("weights", weights), ("exposures", exposures)):
                _check_index(name, column, frame)
        elif null:
            features, absent = without_missing(features)
        read = table(features)
        self.rows, self.columns = read.rows, read.columns
        self.absent = absent if len(absent) == read.rows else numpy.zeros(read.rows, bool)
        self._lacking = self.absent
        given = None
        if is_frame(labels):
            raise wrong(TypeError, "labels", "a frame with the columns " + ", ".join(map(str, pandas_frame(labels).columns)),
                        "one column of it, such as frame[%r]" % str(pandas_frame(labels).columns[0]) if len(
                            pandas_frame(labels).columns) else "one label a row")
        if labels is not None:
            named = read_labels(labels, classes, null)
            self.meaning = Meaning(shape, named.classes, (shape.assumed if shape else ()) + named.assumed)
            given = self._one_a_row("labels", real_array(named.values, "labels"))[0]
            if null and named.missing is not None:
                absent = absent | named.missing
        else:
            self.meaning = Meaning(shape, None, shape.assumed if shape else ())
        if null:
            weights = self._without(absent, weights, exposures)
        if isinstance(read, Csr):
            self._own(call("dpcvx_dataset_create_csr", *read, given))
        else:
            single = read.values.dtype.itemsize == 4
            held = read.values.ctypes.data_as(ctypes.POINTER(ctypes.c_float if single else ctypes.c_double))
            with self._by_name():
                self._own(call("dpcvx_dataset_create_dense" + ("_f32" if single else ""), held, *read[1:], given))
        if ranges is not None:
            with self._by_name():
                self._own(call("dpcvx_dataset_create_scaled", self, *self.ends(ranges), self.columns))
            self.is_scaled = True
        if users is not None:
            if isinstance(users, str):
                raise wrong(TypeError, "users", repr(users), "one id a row, such as frame[%r]" % users)
            self.has_hashed_users = is_text(users)
            self._own(call("dpcvx_dataset_create_with_users", self, *self._one_a_row("users", id_array(users, "users"))))
        if weights is not None:
            self._own(call("dpcvx_dataset_create_with_weights", self,
                           *self._one_a_row("weights", real_array(weights, "weights"))))
        if exposures is not None:
            self._own(call("dpcvx_dataset_create_with_exposures", self,
                           *self._one_a_row("exposures", real_array(exposures, "exposures"))))
        if users is None:
            self.form = (isinstance(read, Csr), weights is not None, exposures is not None)
        if max_records_per_user is not None:
            self._own(self.with_max_records_per_user(max_records_per_user, rng))
            self._measure(self)

    @contextlib.contextmanager
    def _by_name(self) -> Iterator[None]:
        """Name columns of a frame in what a call refuses."""
        try:
            yield
        except Error as problem:
            said = self.meaning.named(str(problem))
            if " = nan in row " in said and said.endswith("accepted: finite numbers"):
                said += ", or missing='null', which makes a row that lacks a value a null record"
            raise error_of(int(problem.status), said) from None

    def _measure(self, source: "Dataset") -> "Dataset":
        self.rows, self.columns = (self._read(figures.DATASET_FIGURE, name) for name in ("rows", "columns"))
        self.meaning, self.is_scaled, self.source = source.meaning, source.is_scaled, source.source
        self.weighted_by = source.weighted_by
        self._lacking, self.has_hashed_users = source._lacking, source.has_hashed_users
        if self.rows != len(self.__dict__.get("absent", ())):
            self.absent = self._lacking[self.nonprivate_source_rows()] if self._lacking.any() else numpy.zeros(self.rows, bool)
        return self

    def has_users(self) -> bool:
        """Return whether rows belong to users."""
        return self._users() is not None

    def units(self) -> int:
        """Return the number of users, or of rows where there are none. Under add/remove it is as private as the data."""
        users = self._users()
        return self.rows if users is None else users

    def _users(self) -> Optional[int]:
        try:
            return self._read(figures.DATASET_FIGURE, "users")
        except Error as problem:
            if problem.status != enums.Status.UNSUPPORTED:
                raise
            return None

    def __repr__(self) -> str:
        users = self._users()
        return "<dpcvx.Dataset: %s, %s%s%s>" % (
            counted(self.rows, "row"), counted(self.columns, "column"), "" if users is None else ", " + counted(users, "user"),
            ", scaled by ranges" if self.is_scaled else "")

    def _without(self, absent: numpy.ndarray, weights: Any, exposures: Any) -> numpy.ndarray:
        """Return weights that are 0 where a row lacks a value. They are there whether or not one does."""
        if exposures is not None:
            raise wrong(ValueError, "missing", "'null' with exposures", "rows without missing values where there are exposures")
        known = numpy.ones(self.rows) if weights is None else self._one_a_row("weights", real_array(weights, "weights"))[0]
        return numpy.where(absent, 0.0, known)

    def _one_a_row(self, name: str, values: numpy.ndarray) -> Tuple[numpy.ndarray, int]:
        check_length(name, values, self.rows, "one a row")
        return values, self.rows

    def with_max_records_per_user(self, max_records_per_user: int, rng: Optional[Rng] = None) -> "Dataset":
        """Return the same users with at most so many records each, drawn at random of those who have more."""
        return call("dpcvx_dataset_create_with_max_records_per_user", self, rng_of(rng), max_records_per_user)._measure(self)

    def subset(self, rows: Any) -> "Dataset":
        """Return the rows of these numbers, or of a mask. Of a table with users, all rows of a user or none.

        Under "replace_one" rows are chosen without looking at private values, since what is released tells how many there are.
        A filter by private values is one of each record by itself: it takes budgets under "add_remove".
        """
        rows = self._numbers_of(rows)
        part = call("dpcvx_dataset_create_subset", self, rows, len(rows))._measure(self)._apart()
        part.meaning = part.meaning._replace(assumed=part.meaning.assumed + (CHOSEN,))
        return part

    def _numbers_of(self, rows: Any) -> numpy.ndarray:
        """Return row numbers, those of a mask too."""
        if isinstance(rows, (list, tuple)) and rows and all(isinstance(row, (bool, numpy.bool_)) for row in rows):
            rows = numpy.array(rows)
        if getattr(getattr(rows, "dtype", None), "kind", "") == "b":
            rows = numpy.asarray(rows)
            check_length("rows", rows, self.rows, "one a row, of a mask")
            rows = numpy.flatnonzero(rows)
        numbers = integer_array(rows, "rows")
        if not len(numbers):
            raise wrong(ValueError, "rows", "no row", "the number of one row or more, or a mask that has one")
        return numbers

    def record_subset(self, rows: Any) -> "Dataset":
        """Return the rows of these numbers, which may cut users.

        No guarantee for users remains, unless the rows of each user were chosen by that user's id, records and own
        random bits alone.
        """
        rows = self._numbers_of(rows)
        return call("dpcvx_dataset_create_record_subset", self, rows, len(rows))._measure(self)._apart()

    def _apart(self) -> "Dataset":
        self.source = Source(Given())
        return self

    def release_ranges(self, budget: Budget, rng: Optional[Rng] = None, price: Optional[Curve] = None,
                       coverage: float = 0.95) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Release a low and a high end of each column, between which lies about a share `coverage` of its values, one a unit.

        Parameters
        ----------
        budget : dpcvx.Budget
            It is charged before the data are read.
        rng : dpcvx.Rng, optional
            Draws the noise.
        price : dpcvx.Curve, optional
            What all columns may cost together. By default all that is left.
        coverage : float
            A share of the units.

        Warns
        -----
        NoiseWarning
            Before the charge: units are so few that ranges would be mostly noise, or that a range may well be far too wide.
            Under add/remove the number of units is private. Then it is always told how many it takes.
        """
        price, told = priced(budget, price)
        told += told_of_ranges("dpcvx_dataset_range_notes", price, self.public_units(budget.figure("adjacency")), self.columns,
                               coverage)
        return release(told, "dpcvx_dataset_release_ranges", budget, rng, price, self, coverage, self.columns)[:2]

    def public_units(self, adjacency: Any, unit: Any = None) -> int:
        """Return the number of units where it is public, else 0: under add/remove nothing may depend on it."""
        replaces = member(enums.Adjacency, adjacency, "adjacency") == enums.Adjacency.REPLACE_ONE
        return 0 if not replaces else self.rows if unit in ("record", enums.Unit.RECORD) else self.units()

    def scaled(self, ranges: Any) -> "Dataset":
        """Return the table with public ends (low, high) of each column, such as release_ranges() gives."""
        low, high = self.ends(ranges)
        scaled = call("dpcvx_dataset_create_scaled", self, low, high, self.columns)._measure(self)
        scaled.is_scaled, scaled.absent = True, self.absent
        return scaled

    def ends(self, ranges: Any) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return (low, high) as one low and one high end a column. A number stands for that of all columns.

        Of a frame, a dictionary gives (low, high) by name.
        """
        names = self.meaning.columns
        if isinstance(ranges, dict) and names is not None:
            return names.ranges(ranges)
        return ends_of("ranges", ranges, self.columns, "one a column" if names is None else
                       "one a column (%s); or a dictionary by name" % ", ".join(names.outputs))

    def column_number(self, column: Any) -> Any:
        """Return the number of a column, which may be given by its name in a frame."""
        if not isinstance(column, str):
            is_number = isinstance(column, numbers.Integral) and not isinstance(column, bool)
            if not is_number or not 0 <= int(column) < self.columns:
                raise wrong(ValueError, "column", repr(column), "a number from 0 to %d, or a name" % (self.columns - 1))
            return int(column)
        names = [] if self.meaning.columns is None else list(self.meaning.columns.outputs)
        if self.meaning.columns is not None and column in self.meaning.columns.levels:
            raise wrong(ValueError, "column", "%r, whose values are levels" % column,
                        "a column of numbers; Histogram.of_levels(frame[%r], budget) has the shares of levels" % column)
        if column not in names:
            raise wrong(ValueError, "column", repr(column), "one of " + ", ".join(names) if names else
                        "a number from 0, as the table has no names")
        return names.index(column)

    def split(self, key: bytes, held_out: Any = 0.2, adjacency: Any = "replace_one",
              ids: Any = None) -> Tuple["Dataset", "Dataset"]:
        """Return a training and a held-out part. Tables that differ by one unit give parts that differ by one unit.

        Parameters
        ----------
        key : bytes
            16 bytes, chosen without looking at the data: `secrets.token_bytes(16)`, or others that you write down. A hash of
            each unit under it says which part it is in. Ids of users are public under replace-one.
        held_out : float or (float, float)
            A share, or an interval of [0, 1]: a fold.
        adjacency : str or dpcvx.enums.Adjacency
            That of the budget for the parts.
        ids : array_like, optional
            Names of the rows. By default units are users, or else records: by row number, under add/remove by content.
        """
        if not isinstance(key, (bytes, bytearray)):
            raise wrong(TypeError, "key", "of type %s" % type(key).__name__, "16 bytes, such as secrets.token_bytes(16)")
        key = bytes(key)
        if len(key) != KEY_BYTES:
            raise wrong(ValueError, "key", counted(len(key), "byte"), "%d, such as secrets.token_bytes(%d)" % (KEY_BYTES, KEY_BYTES))
        interval = pair_of("held_out", held_out, _HELD_OUT) if isinstance(held_out, (tuple, list)) else (0.0, held_out)
        begin, end = (real(part, "held_out") for part in interval)
        if not 0 <= begin < end <= 1:
            raise wrong(ValueError, "held_out", repr(held_out), _HELD_OUT)
        if ids is None:
            parts = call("dpcvx_dataset_create_split", self, member(enums.Adjacency, adjacency, "adjacency"), key, len(key),
                         begin, end)
        else:
            named = self._one_a_row("ids", id_array(ids, "ids"))
            parts = call("dpcvx_dataset_create_split_by_ids", self, *named, key, len(key), begin, end)
        for part, held in zip(parts, (False, True)):
            part._measure(self)
            part.source = self.source.split((key, begin, end, ids is None), held)
        return parts[0], parts[1]

    def nonprivate_labels(self) -> numpy.ndarray:
        """NOT PRIVATE: return the labels, one a row, to score a held-out part with."""
        return call("dpcvx_nonprivate_dataset_labels", self, self.rows)

    def nonprivate_source_rows(self) -> numpy.ndarray:
        """NOT PRIVATE: return the number that each row had in the caller's table, before it was split or cut."""
        return call("dpcvx_nonprivate_dataset_source_rows", self, self.rows)


def columns_named(dataset: Dataset, chosen: numpy.ndarray) -> str:
    """Return "2 columns (age, income)" of the columns of a mask, the names or numbers of five of them at most."""
    places = numpy.flatnonzero(chosen)
    if dataset.meaning.columns is None and len(places) == dataset.columns:
        return counted(len(places), "column")
    named = dataset.meaning.columns
    names = [str(place) if named is None else named.outputs[place] for place in places]
    return "%s (%s)" % (counted(len(names), "column"), named_columns(names))


def dataset_of(value: Any) -> Dataset:
    """Return a table. An array or a frame is refused: whether it has labels or users is not known."""
    if not isinstance(value, Dataset):
        raise wrong(TypeError, "dataset", "a " + type(value).__name__, "dpcvx.Dataset(rows, labels); labels are for fits and scores")
    return value


def told_of_ranges(notes: str, *inputs: Any) -> List[Told]:
    """Return what a call of the library notes of ranges before they are released."""
    try:
        return [Told(note, NoiseWarning) for note in call(notes, *inputs).splitlines()]
    except Error:  # the release itself says what is wrong
        return []


def told_of_unused_weights(dataset: Dataset) -> List[Told]:
    """Return what is to be told, before a charge, of weights that an estimate or a score does not use."""
    if not dataset.weighted_by:
        return []
    whose = dataset.weighted_by.capitalize()
    return [Told("%ss of records are not used: those of weight 0 are left out, and all units count alike." % whose, UserWarning)]
