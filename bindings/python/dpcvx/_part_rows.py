"""Rows of batches: of Arrow, of pandas, or of arrays; and how they are added to the sum of a part."""
import contextlib
import gc
import itertools
import re
import types
import weakref
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy

from dpcvx._arrays import ends_of, wrong
from dpcvx._arrow_stream import batches_of, is_reader, is_stream
from dpcvx._generated import enums
from dpcvx._library import Error, error_of
from dpcvx._part_units import PartUnits
from dpcvx.data import Dataset


Batches = Callable[[], Iterable[Any]]


class Stopped(Exception):
    """The caller stopped a pass."""


@contextlib.contextmanager
def in_batch(number: int, by_user: bool) -> Iterator[None]:
    """Name the batch in what is refused of its rows. Rows of users may begin in the batch before."""
    try:
        yield
    except Error as problem:
        if problem.status != enums.Status.ARGUMENT:
            raise
        said = re.sub(r"^\S*PartialSum\.add\w*: ", "", str(problem))
        place = r" in row \1 of the users read up to batch %d" if by_user else r" in batch %d, row \1"
        raise error_of(int(problem.status), re.sub(r" in row (\d+)", place % number, said, count=1)) from None


def charged(problem: Exception) -> Exception:
    """Return what was refused in the first pass, which says what became of the charge."""
    said = "%s. Nothing was released; the charge stays" % problem
    return error_of(int(problem.status), said) if isinstance(problem, Error) else type(problem)(said)


def _is_arrow(batch: Any) -> bool:
    return hasattr(batch, "column") and hasattr(batch, "schema")


def _column(batch: Any, name: str) -> numpy.ndarray:
    """Return one column of a batch of Arrow, a frame of pandas or a dictionary of arrays."""
    names = batch.schema.names if _is_arrow(batch) else batch if isinstance(batch, dict) else getattr(batch, "columns", None)
    if names is not None and name not in names:
        raise wrong(ValueError, "batches", "a batch without a column %r" % name, "one of each name; there are %s" % ", ".join(
            map(repr, names)))
    if not _is_arrow(batch):
        return numpy.asarray(batch[name])
    column = batch.column(name)
    if hasattr(column, "combine_chunks"):
        column = column.combine_chunks()
    if not hasattr(column.type, "value_type") or not hasattr(column, "flatten"):
        return column.to_numpy(zero_copy_only=False)
    if column.null_count > 0:
        raise wrong(ValueError, "batches", "a column %r that lacks a list" % name, "one list a row")
    values = column.flatten().to_numpy(zero_copy_only=False)
    width = getattr(column.type, "list_size", len(values) // max(1, len(column)))
    if not hasattr(column.type, "list_size") and bool(numpy.any(numpy.diff(column.offsets.to_numpy()) != width)):
        raise wrong(ValueError, "batches", "a column %r of lists of several lengths" % name, "lists of one length")
    return values.reshape(len(column), width)


def _cut(values: Any, begin: int, end: Optional[int]) -> Any:
    return None if values is None else values[begin:end]


class Rows(NamedTuple):
    """Rows of a batch as arrays. `users` and `weights` are None where there are none."""

    features: Any
    labels: Any
    users: Any
    weights: Any

    def cut(self, begin: int, end: Optional[int] = None) -> "Rows":
        """Return some of the rows."""
        return Rows(*[_cut(value, begin, end) for value in self])

    def after(self, earlier: "Rows") -> "Rows":
        """Return the rows behind those of an earlier batch."""
        return Rows(*[None if value is None else numpy.concatenate((before, value)) for before, value in zip(earlier, self)])


# Types of pyarrow that the library reads.
_NUMBERS = {"bool", "float", "double", *(sign + "int%d" % bits for sign in ("", "u") for bits in (8, 16, 32, 64))}


def _behind(done: int, progress: Callable[[int], Any]) -> Callable[[int, int], Any]:
    """Return a function of the bytes behind those that are done, and of their total, that tells the bytes of the pass."""
    return lambda more, _total: progress(done + more)


class Reader(NamedTuple):
    """Which columns of batches are what. It can be pickled, and sent to those who hold parts.

    Attributes
    ----------
    features : sequence of str
        Columns of numbers, or the one name of a column of lists of a fixed size.
    label : str
        The column of labels.
    user : str, optional
        The column that says who owns each row. Rows then come sorted by it, so that a user's rows lie together.
    weight : str, optional
        The column of weights.
    ranges : (low, high), optional
        Public ends of the columns, as in Dataset.
    classes : sequence, optional
        The classes of labels, as in Dataset.
    """

    features: Sequence[str]
    label: str
    user: Optional[str] = None
    weight: Optional[str] = None
    ranges: Any = None
    classes: Any = None

    @property
    def columns(self) -> List[str]:
        """The names of all columns that are read."""
        return [*self.features, self.label, *(name for name in (self.user, self.weight) if name is not None)]

    @property
    def unit(self) -> str:
        """What a fit protects: "user" where users own rows, else "record"."""
        return "record" if self.user is None else "user"

    def rows(self, batch: Any) -> Rows:
        """Return a batch as arrays."""
        return self._rows(batch, self._users(batch))

    def _users(self, batch: Any) -> Any:
        return None if self.user is None else _column(batch, self.user)

    def _rows(self, batch: Any, users: Any) -> Rows:
        read = [_column(batch, name) for name in self.features]
        if len(read) == 1 and read[0].ndim == 2:
            features = read[0]
        else:
            features = numpy.stack([values if values.dtype == numpy.float32 else values.astype(float) for values in read]).T
        return Rows(features, _column(batch, self.label), users, None if self.weight is None else _column(batch, self.weight))

    def dataset(self, rows: Rows) -> Dataset:
        """Return rows as a table."""
        return Dataset(rows.features, rows.labels, ranges=self.ranges, users=rows.users, weights=rows.weights,
                       classes=self.classes)

    def units(self, batches: Iterable[Any]) -> Iterator[Rows]:
        """Return the batches as rows of whole units: the rows of the last user of a batch wait for the next.

        Raises
        ------
        ValueError
            Rows are not sorted by user.
        """
        for rows in self._units(batches):
            yield from _pieces(rows)

    def owned(self, batches: Iterable[Any]) -> Iterator[Tuple[int, Any, Any]]:
        """Return the number of each batch, the batch, and who owns its rows: sorted over all batches, or refused."""
        last: Any = None
        for number, batch in enumerate(batches_of(batches) if is_stream(batches) else batches):
            users = self._users(batch)
            if users is not None and len(users) > 0:
                _check_sorted(users)
                if last is not None:
                    _check_sorted(numpy.append(last, users[:1]))
                last = users[-1:]
            yield number, batch, users

    def _units(self, batches: Iterable[Any], read: Optional[List[int]] = None) -> Iterator[Rows]:
        """Return rows of whole users. `read` is told the number of the last batch that was read."""
        held: Optional[Rows] = None
        for number, batch, users in self.owned(batches):
            if read is not None:
                read[0] = number
            rows = self._rows(batch, users)
            if len(rows.labels) == 0:
                continue
            if rows.users is None:
                yield rows
                continue
            if held is not None:
                more = int(numpy.searchsorted(rows.users, held.users[-1], "right"))
                held, rows = rows.cut(0, more).after(held) if more else held, rows.cut(more)
                if len(rows.labels) == 0:
                    continue
                yield held
            first = int(numpy.argmax(rows.users == rows.users[-1]))
            held = rows.cut(first)
            if first > 0:
                yield rows.cut(0, first)
        if held is not None:
            yield held

    def blocks(self, batches: Iterable[Any]) -> Iterator[Dataset]:
        """Return the batches as tables of whole units, as units() does."""
        return map(self.dataset, self.units(batches))

    def add(self, found: Any, batches: Iterable[Any], threads: int = 1,
            progress: Optional[Callable[[int], Any]] = None, units: Optional[PartUnits] = None) -> int:
        """Add batches to an open sum, and return the bytes of their features.

        Numbers are read where they lie. Text is made into tables. `progress` takes the bytes that were added. A true result
        stops the call by an exception. `units` counts the units of the part.
        """
        done = 0
        if not is_stream(batches) or is_reader(batches):
            given = iter(batches)
            first = next(given, None)
            batches = itertools.chain(() if first is None else (first,), given)
            if first is not None and self._is_numbers(first):
                return self._add_stream(found, first.schema, batches, threads, progress, units)
        read: List[int] = [0]
        for rows in self._units(batches, read):
            if units is not None:
                units.add(rows.users, len(rows.labels))
            with in_batch(read[0], self.user is not None):
                self.add_rows(found, rows, threads, None if progress is None else _behind(done, progress))
            done += rows.features.nbytes
            if progress is not None and progress(done):
                raise Stopped
        return done

    def add_rows(self, found: Any, rows: Rows, threads: int = 1, progress: Optional[Callable[[int, int], Any]] = None) -> None:
        """Add rows of whole units to an open sum: numbers where they lie, and text as a table."""
        if self._is_lent(rows):
            found.add_rows(rows.features, rows.labels, rows.users, rows.weights, threads, progress)
            return
        for piece in _pieces(rows):
            found.add(self.dataset(piece), threads)

    def _is_numbers(self, batch: Any) -> bool:
        """Return whether a batch is one of pyarrow whose columns are numbers: the library reads them by their stream."""
        if self.classes is not None or type(batch).__module__ != "pyarrow.lib" or type(batch).__name__ != "RecordBatch":
            return False
        kinds = [str(batch.schema.field(name).type) if batch.schema.get_field_index(name) >= 0 else "" for name in self.columns]
        users = kinds[len(self.features) + 1] if self.user is not None else "int64"
        by_stream = all(kind in _NUMBERS for kind in kinds) and kinds[len(self.features)] != "bool"
        return by_stream and "int" in users and users != "uint64"

    def _check_types(self, number: int, batch: Any, schema: Any) -> None:
        """Refuse a batch whose columns have other types than those of the first: their memory would be read by its types."""
        for name in self.columns:
            kind, first = (str(its.field(name).type) if name in its.names else "no column" for its in (batch.schema, schema))
            if kind != first:
                raise wrong(TypeError, "batches", "column %r as %s in batch %d" % (name, kind, number),
                            "%s, as in the first batch" % first)

    def _add_stream(self, found: Any, schema: Any, batches: Iterable[Any], threads: int,
                    progress: Optional[Callable[[int], Any]], units: Optional[PartUnits]) -> int:
        """Add batches of pyarrow whose columns are numbers, and return the bytes of their features."""
        import pyarrow
        rows = 0

        def selected() -> Iterator[Any]:
            nonlocal rows
            for number, batch in enumerate(batches):
                self._check_types(number, batch, schema)
                rows += len(batch)
                if units is not None and (self.user is None or batch.column(self.user).null_count == 0):  # else it is refused
                    units.add(None if self.user is None else _column(batch, self.user), len(batch))
                yield batch.select(self.columns)

        chosen = pyarrow.schema([schema.field(name) for name in self.columns])
        found.add_stream(pyarrow.RecordBatchReader.from_batches(chosen, selected()), self.label, self.user, self.weight,
                         threads, progress=None if progress is None else _behind(0, progress))
        singles = all(str(schema.field(name).type) == "float" for name in self.features)
        done = rows * len(self.features) * (4 if singles else 8)
        if progress is not None and progress(done):
            raise Stopped
        return done

    def _is_lent(self, rows: Rows) -> bool:
        """Return whether rows are numbers, as the library takes them."""
        numbers = (rows.features, "f"), (rows.labels, "biuf"), (rows.users, "i"), (rows.weights, "biuf")
        return self.classes is None and all(given is None or given.dtype.kind in kinds for given, kinds in numbers)


def reader_of(features: Sequence[str], label: str, user: Optional[str] = None, weight: Optional[str] = None, ranges: Any = None,
              classes: Any = None, columns: Optional[int] = None) -> Reader:
    """Return the reader whose ranges are one low and one high end a column, as arrays, which blocks take at once."""
    if isinstance(ranges, dict):
        lacking = [name for name in features if name not in ranges]
        if lacking or len(ranges) != len(features):
            raise wrong(ValueError, "ranges", "a dictionary of %s" % ", ".join(map(repr, ranges)), "(low, high) of each feature")
        ranges = [[ranges[name][side] for name in features] for side in (0, 1)]
    ends = None if ranges is None else ends_of("ranges", ranges, columns or len(features))
    return Reader(tuple(features), label, user, weight, ends, classes)


# Entries of a block. Larger and smaller ones are slower: of 1000 columns of doubles, blocks of 2^22 took 9.7 ns of CPU an
# entry, of 2^18 2.3, and of 2^15 4.1.
_MOST_ENTRIES = 1 << 18


def _pieces(rows: Rows) -> Iterator[Rows]:
    """Return rows of whole units as pieces of whole units, of at most _MOST_ENTRIES entries where users allow it."""
    count, most = len(rows.labels), max(1, _MOST_ENTRIES // max(1, rows.features.shape[1]))
    begin = 0
    while count - begin > most:
        end = begin + most
        if rows.users is not None:
            first = rows.users[end]
            end = begin + int(numpy.searchsorted(rows.users[begin:end], first))
            if end == begin:
                end = begin + int(numpy.searchsorted(rows.users[begin:], first, "right"))
        yield rows.cut(begin, end)
        begin = end
    if begin < count:
        yield rows.cut(begin)


def _check_sorted(users: Any) -> None:
    if users.dtype == object and any(user is None for user in users):
        raise wrong(ValueError, "batches", "a row that nobody owns", "a user in each row")
    if bool(numpy.any(users[1:] < users[:-1])):
        raise wrong(ValueError, "batches", "rows that are not sorted by user",
                    "rows sorted by user, so that all rows of a user lie together")


_ALL_AT_EACH_CALL = "functions that return all batches, from the first, at each call"


def _again(given: Any) -> Exception:
    return wrong(ValueError, "batches", "a function that returns one %s again" % type(given).__name__, _ALL_AT_EACH_CALL)


def count_users(reader: Reader, parts: Sequence[Batches], units: PartUnits) -> None:
    """Read who owns the rows of all parts, and nothing else. Refuse a user of two parts, and too many."""
    for part in parts:
        units.begin_part()
        for _, _, users in reader.owned(part()):
            units.add(users, len(users))
    units.check_parts()


def _first_rows(reader: Reader, given: Any) -> Optional[Rows]:
    for batch in batches_of(given) if is_stream(given) else given:
        for rows in reader.units([batch]):
            return rows
    return None


def _drawn_from(given: Any) -> Dict[int, Any]:
    """Return the iterators that an iterator draws from, by their ids, as far as Python tells: its locals and what it loops over."""
    found: Dict[int, Any] = {}
    level = [given]
    for _ in range(6):
        level = [held for one in level for held in gc.get_referents(one)
                 if isinstance(held, (types.FrameType, types.CellType, tuple)) or hasattr(type(held), "__next__")]
        found.update((id(held), held) for held in level if hasattr(type(held), "__next__"))
    return found


def _same(first: Rows, second: Rows) -> bool:
    return all(one is other is None or numpy.array_equal(one, other) for one, other in zip(first, second))


def _check_second(reader: Reader, given: Any, second: Any, rows: Rows) -> None:
    """Refuse a function whose second iterator goes on where the first one was: each pass would miss rows, and none say so.

    Iterators that share a source and begin with the same rows begin anew, as those of one file do. Those of sources of
    their own may begin with other rows, as shuffled ones do.
    """
    drawn = _drawn_from(given)
    if isinstance(given, types.GeneratorType):
        given.close()  # some sources have one open result at a time
    again = _first_rows(reader, second)
    if again is None:
        raise wrong(ValueError, "batches", "a function whose second call gives no rows", _ALL_AT_EACH_CALL)
    if not drawn.keys().isdisjoint(_drawn_from(second)) and not _same(rows, again):
        raise wrong(ValueError, "batches", "a function whose calls draw from one iterator: the second goes on where the first was",
                    _ALL_AT_EACH_CALL)


def has_first_rows(reader: Reader, part: Batches, check: Callable[[Rows], None]) -> bool:
    """Return whether a part has rows, and check the first of them. What returns one iterator or reader again is refused."""
    given, second = part(), None
    if not is_reader(given) and hasattr(given, "__iter__") and iter(given) is given:
        second = part()
        if second is given:
            raise _again(given)
    left = weakref.ref(given) if is_reader(given) else None  # some sources have one open result at a time
    rows = _first_rows(reader, given)
    if rows is not None:
        check(rows)
        if second is not None:
            _check_second(reader, given, second, rows)
    del given
    held = None if left is None else left()
    if held is not None and part() is held:  # the caller holds it
        raise _again(held)
    return rows is not None
