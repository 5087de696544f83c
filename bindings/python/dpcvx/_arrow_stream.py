"""Batches of Arrow's C stream interface, read without Arrow's libraries.

An object with `__arrow_c_stream__` gives a capsule of a stream: a frame of polars, a relation of DuckDB, a reader or a table
of pyarrow. Numbers are read where they lie. A batch is released once the last array that looks into it is gone, and the
stream once it ends, by an error too. Source: the Arrow C data and stream interfaces (Apache Arrow, format 1).
"""
import ctypes
import struct
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional

import numpy

from dpcvx._arrays import wrong


class Schema(ctypes.Structure):
    """struct ArrowSchema."""


class Array(ctypes.Structure):
    """struct ArrowArray."""


class Stream(ctypes.Structure):
    """struct ArrowArrayStream."""


_PointerTo = ctypes.POINTER
Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", _PointerTo(_PointerTo(Schema))), ("dictionary", _PointerTo(Schema)),
    ("release", ctypes.CFUNCTYPE(None, _PointerTo(Schema))), ("private_data", ctypes.c_void_p)]
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", _PointerTo(ctypes.c_void_p)), ("children", _PointerTo(_PointerTo(Array))),
    ("dictionary", _PointerTo(Array)), ("release", ctypes.CFUNCTYPE(None, _PointerTo(Array))),
    ("private_data", ctypes.c_void_p)]
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, _PointerTo(Stream), _PointerTo(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, _PointerTo(Stream), _PointerTo(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, _PointerTo(Stream))),
    ("release", ctypes.CFUNCTYPE(None, _PointerTo(Stream))), ("private_data", ctypes.c_void_p)]

_NUMBERS = {"c": "i1", "C": "u1", "s": "i2", "S": "u2", "i": "i4", "I": "u4", "l": "i8", "L": "u8", "e": "f2", "f": "f4",
            "g": "f8"}
_ACCEPTED = "columns of numbers, booleans, text, or lists of numbers of one length"
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def _release(held: Any) -> None:
    """Call the release callback of a structure that has not been released: the callback marks it."""
    if held.release:
        held.release(ctypes.byref(held))


class _Owner:
    """A batch or a schema, released once when nothing looks into it any more."""

    def __init__(self, held: Any):
        self.held = held

    def __del__(self) -> None:
        _release(self.held)


class _Window:
    """Memory of a batch, as numpy reads it. The arrays that numpy makes of it keep the batch."""

    def __init__(self, owner: _Owner, address: int, kind: str, count: int):
        self._owner = owner
        self.__array_interface__ = {"data": (address, True), "typestr": "<" + kind, "shape": (count,), "version": 3}


class _Column(NamedTuple):
    """A column, or what lies in it, from its entry `begin` on."""

    owner: _Owner
    name: str
    schema: Schema
    array: Array
    begin: int
    length: int

    def look(self, buffer: int, kind: str, begin: int, count: int) -> numpy.ndarray:
        """Return some values of a buffer, without a copy where they are aligned."""
        if buffer >= self.array.n_buffers:
            raise wrong(ValueError, "batches", "a column %r without values" % self.name, "batches of Arrow's formats")
        address, width = self.array.buffers[buffer], int(kind[1:])
        if count == 0:
            return numpy.zeros(0, kind)
        if not address:
            raise wrong(ValueError, "batches", "a column %r without values" % self.name, "batches of Arrow's formats")
        return numpy.require(_Window(self.owner, address + begin * width, kind, count), requirements="A")

    def bits(self, buffer: int) -> numpy.ndarray:
        """Return the bits of a buffer as booleans."""
        first = self.begin // 8
        found = numpy.unpackbits(self.look(buffer, "u1", first, (self.begin + self.length + 7) // 8 - first), bitorder="little")
        return found[self.begin - 8 * first:][:self.length].astype(bool)

    def check_whole(self) -> None:
        """Raise ValueError where a value is null."""
        if self.array.null_count == 0 or self.length == 0 or self.array.n_buffers == 0 or not self.array.buffers[0]:
            return
        there = self.bits(0)
        if not bool(there.all()):
            raise wrong(ValueError, "batches", "a column %r that lacks a value in row %d of a batch" % (
                self.name, int(numpy.argmin(there))), "a value in each row")

    def child(self, number: int, begin: int, count: int) -> "_Column":
        """Return some of what lies in it, counted from the first entry of the child."""
        inside = self.array.children[number].contents
        if begin < 0 or count < 0 or begin + count > inside.length:
            raise wrong(ValueError, "batches", "a column %r that ends early" % self.name, "batches of Arrow's formats")
        return self._replace(schema=self.schema.children[number].contents, array=inside, begin=inside.offset + begin,
                             length=count)

    def values(self) -> numpy.ndarray:
        """Return the values: an array, or one row a list."""
        format_ = self.schema.format.decode()
        self.check_whole()
        if self.schema.dictionary:
            return self._from_dictionary(format_)
        if format_ in _NUMBERS:
            return self.look(1, _NUMBERS[format_], self.begin, self.length)
        if format_ == "b":
            return self.bits(1)
        if format_ in ("u", "U"):
            return self._texts("i4" if format_ == "u" else "i8")
        if format_ == "vu":
            return self._text_views()
        if format_.startswith("+w:"):
            width = int(format_[3:])
            return self.child(0, self.begin * width, self.length * width).values().reshape(self.length, width)
        if format_ in ("+l", "+L"):
            return self._lists("i4" if format_ == "+l" else "i8")
        raise wrong(ValueError, "batches", "a column %r of Arrow's format %r" % (self.name, format_), _ACCEPTED)

    def _from_dictionary(self, format_: str) -> numpy.ndarray:
        """Return the values that numbers of a dictionary stand for."""
        inside = self.array.dictionary.contents
        words = self._replace(schema=self.schema.dictionary.contents, array=inside, begin=inside.offset, length=inside.length)
        return words.values()[self.look(1, _NUMBERS[format_], self.begin, self.length)]

    def _texts(self, kind: str) -> numpy.ndarray:
        ends = self.look(1, kind, self.begin, self.length + 1 if self.length else 0)
        letters = self.look(2, "u1", 0, int(ends[-1]) if self.length else 0).tobytes()
        found = numpy.empty(self.length, object)
        found[:] = [letters[begin:end].decode() for begin, end in zip(ends[:-1], ends[1:])]
        return found

    def _text_views(self) -> numpy.ndarray:
        """Return text by its views: a length, and up to 12 letters or the number of a buffer and a place in it."""
        views = self.look(1, "u1", 16 * self.begin, 16 * self.length).tobytes()
        found = numpy.empty(self.length, object)
        for i in range(self.length):
            size, _, buffer, place = struct.unpack_from("<iiii", views, 16 * i)
            if size <= 12:
                found[i] = views[16 * i + 4:16 * i + 4 + size].decode()
            else:
                found[i] = self.look(2 + buffer, "u1", place, size).tobytes().decode()
        return found

    def _lists(self, kind: str) -> numpy.ndarray:
        if self.length == 0:
            return numpy.zeros((0, 0))
        ends = self.look(1, kind, self.begin, self.length + 1)
        width = int(ends[1] - ends[0])
        if bool(numpy.any(numpy.diff(ends) != width)):
            raise wrong(ValueError, "batches", "a column %r of lists of several lengths" % self.name, "lists of one length")
        return self.child(0, int(ends[0]), self.length * width).values().reshape(self.length, width)


class Batch:
    """A batch: its columns by name, read when they are asked for."""

    def __init__(self, meaning: _Owner, array: Array):
        self._meaning, schema = meaning, meaning.held
        self._whole = _Column(_Owner(array), "", schema, array, array.offset, array.length)
        self._whole.check_whole()
        self._places: Dict[str, List[int]] = {}
        for number in range(schema.n_children):
            self._places.setdefault((schema.children[number].contents.name or b"").decode(), []).append(number)

    def __getitem__(self, name: str) -> numpy.ndarray:
        places = self._places.get(name, [])
        if len(places) != 1:
            raise wrong(ValueError, "batches", "a stream with %s columns %r" % (len(places) or "no", name),
                        "one of each name; there are %s" % ", ".join(map(repr, self._places)))
        return self._whole.child(places[0], self._whole.begin, self._whole.length)._replace(name=name).values()


def is_stream(source: Any) -> bool:
    """Return whether an object gives a stream of Arrow."""
    return hasattr(source, "__arrow_c_stream__")


def is_reader(source: Any) -> bool:
    """Return whether an object is pyarrow's reader of batches, which Python can iterate over."""
    return type(source).__module__ == "pyarrow.lib" and type(source).__name__ == "RecordBatchReader"


def read_watched(source: Any, read: Callable[[Any], Any]) -> Any:
    """Return read(source). What a batch of a reader of pyarrow raised is raised as it is, not as a text of a stream's error."""
    if not is_reader(source):
        return read(source)
    problems: List[BaseException] = []

    def batches() -> Iterator[Any]:
        try:
            yield from source
        except BaseException as problem:  # must not go through C
            problems.append(problem)
            raise

    try:
        return read(type(source).from_batches(source.schema, batches()))
    except BaseException:
        if problems:
            raise problems[0] from None
        raise


def address_of(capsule: Any) -> int:
    """Return where the stream of a capsule lies. The capsule holds it, and is held while it is read."""
    return _pointer_of(capsule, b"arrow_array_stream")


def batches_of(source: Any) -> Iterator[Any]:
    """Return the batches of an object with `__arrow_c_stream__`, in their order. A reader of pyarrow gives its own."""
    if is_reader(source):
        yield from source
        return
    capsule = source.__arrow_c_stream__()
    stream = Stream.from_address(address_of(capsule))

    def take(function: Callable[[Any, Any], int], out: Any) -> Any:
        status = function(ctypes.byref(stream), ctypes.byref(out))
        if status != 0:
            told: Optional[bytes] = stream.get_last_error(ctypes.byref(stream))
            raise wrong(ValueError, "batches", "a stream that failed with status %d: %s" % (
                status, (told or b"no message").decode(errors="replace")), "a stream that can be read to its end")
        return out

    meaning = _Owner(Schema())
    try:
        schema = take(stream.get_schema, meaning.held)
        if schema.format != b"+s":
            raise wrong(ValueError, "batches", "a stream of Arrow's format %r" % schema.format.decode(), "a stream of tables")
        while True:
            array = take(stream.get_next, Array())
            if not array.release:
                return
            yield Batch(meaning, array)
    finally:
        _release(stream)
