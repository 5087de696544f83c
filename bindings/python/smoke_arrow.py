"""Tables in parts that come by Arrow's C stream interface, without pyarrow: the same bits as from arrays, all forms of columns, and
each structure released once. The streams are written here, by the interface's own rules. Prints "ok" lines."""
import ctypes
import gc
import sys

import numpy

import dpcvx
from dpcvx._arrow_stream import Array, Schema, Stream, batches_of
from smoke_support import Tests

test = Tests("python arrow")
_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype, _capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
FORMATS = {"i1": "c", "u1": "C", "i2": "s", "u2": "S", "i4": "i", "u4": "I", "i8": "l", "u8": "L", "f2": "e", "f4": "f", "f8": "g"}


def bits(values):
    """Booleans as the bits of a buffer."""
    return numpy.packbits(numpy.asarray(values, bool), bitorder="little")


class Column:
    """A column as Arrow has it: its format, its buffers and its children."""

    def __init__(self, form, length, buffers, children=(), dictionary=None, null_count=0, offset=0):
        self.form, self.length, self.buffers, self.children = form, length, buffers, children
        self.dictionary, self.null_count, self.offset = dictionary, null_count, offset


def numbers(values, valid=None, offset=0, skip=0):
    """A column of numbers. Of its buffer `offset` values are left out, and it lies `skip` bytes beyond an aligned address."""
    values = numpy.asarray(values)
    memory = numpy.zeros(skip + values.nbytes, "u1")
    memory[skip:] = values.view("u1")
    return Column(FORMATS[values.dtype.str[1:]], len(values) - offset, [valid, memory[skip:]], (), None,
                  0 if valid is None else -1, offset)


class Source:
    """An object with `__arrow_c_stream__`. It counts what is given and what is released.

    Attributes
    ----------
    given, released : dict
        How many streams, schemas and arrays, by kind.
    fails : int, optional
        The call of get_next that fails.
    """

    def __init__(self, names, batches, fails=None, form="+s"):
        self.names, self.batches, self.fails, self.form = names, batches, fails, form
        self.given, self.released, self.alive = dict.fromkeys("stream schema array".split(), 0), {}, []

    def _releaser(self, kind, held):
        def release(pointer):
            self.released[kind] = self.released.get(kind, 0) + 1
            pointer.contents.release = type(pointer.contents.release)()
        self.given[kind] = self.given[kind] + 1
        held.release = dict(held._fields_)["release"](release)
        self.alive.append(held.release)

    def _schema(self, column, name):
        made = Schema(format=column.form.encode(), name=name.encode(), n_children=len(column.children))
        self._link(made, Schema, [self._schema(child, "") for child in column.children])
        if column.dictionary is not None:
            made.dictionary = ctypes.pointer(self._schema(column.dictionary, ""))
        return made

    def _array(self, column):
        made = Array(length=column.length, null_count=column.null_count, offset=column.offset, n_buffers=len(column.buffers),
                     n_children=len(column.children))
        kept = [None if buffer is None else numpy.asarray(buffer) for buffer in column.buffers]
        made.buffers = (ctypes.c_void_p * len(kept))(*[None if buffer is None else buffer.ctypes.data for buffer in kept])
        self.alive.append(kept)
        self._link(made, Array, [self._array(child) for child in column.children])
        if column.dictionary is not None:
            made.dictionary = ctypes.pointer(self._array(column.dictionary))
        return made

    def _link(self, made, kind, children):
        made.children = (ctypes.POINTER(kind) * len(children))(*[ctypes.pointer(child) for child in children])
        self.alive += [made, children]

    def __arrow_c_stream__(self, requested_schema=None):
        stream, left = Stream(), list(self.batches)
        kinds = dict(Stream._fields_)

        def get_schema(_, out):
            columns = self.batches[0].children
            made = Schema(format=self.form.encode(), name=b"", n_children=len(columns))
            self._link(made, Schema, [self._schema(column, name) for column, name in zip(columns, self.names)])
            self._releaser("schema", made)
            ctypes.memmove(out, ctypes.byref(made), ctypes.sizeof(Schema))
            return 0

        def get_next(_, out):
            if self.fails is not None and len(self.batches) - len(left) == self.fails:
                return 5
            made = Array()
            if left:
                made = self._array(left.pop(0))
                self._releaser("array", made)
            ctypes.memmove(out, ctypes.byref(made), ctypes.sizeof(Array))
            return 0

        stream.get_schema, stream.get_next = kinds["get_schema"](get_schema), kinds["get_next"](get_next)
        message = ctypes.create_string_buffer(b"the disk is gone")
        stream.get_last_error = kinds["get_last_error"](lambda _: ctypes.addressof(message))
        self._releaser("stream", stream)
        self.alive += [stream, message, stream.get_schema, stream.get_next, stream.get_last_error]
        return _capsule(ctypes.addressof(stream), b"arrow_array_stream", None)

    def settled(self):
        """Whether all that was given was released, each once."""
        gc.collect()
        return self.released == {kind: count for kind, count in self.given.items() if count}


def table(*columns, offset=0, valid=None):
    """A batch of columns."""
    return Column("+s", columns[0].length - offset, [valid], columns, None, 0 if valid is None else -1, offset)


def column_of(column, name="x"):
    """What is read of one column, and whether all was released."""
    source = Source([name], [table(column)])
    read = [batch[name] for batch in batches_of(source)]
    found = read[0].tolist()
    del read
    return found, source.settled()


for kind in FORMATS:
    values = numpy.array([3, 1, 4, 1, 5], kind)
    test("numbers of %s" % kind, column_of(numbers(values)) == (values.tolist(), True))
    test("numbers of %s from an offset, at any address" % kind,
         column_of(numbers(values, offset=2, skip=1)) == (values.tolist()[2:], True))
flags = [True, False, True, True, False, False, True, False, True, True]
test("booleans", column_of(Column("b", 7, [None, bits(flags)], offset=3)) == (flags[3:], True))
names = "".join(["Ann", "", "Zoë"]).encode()
for form, kind in (("u", "i4"), ("U", "i8")):
    ends = numpy.array([0, 3, 3, 7], kind)
    test("text, %s" % form, column_of(Column(form, 3, [None, ends, numpy.frombuffer(names, "u1")])) == (["Ann", "", "Zoë"], True))
    test("text from an offset, %s" % form,
         column_of(Column(form, 2, [None, ends, numpy.frombuffer(names, "u1")], offset=1)) == (["", "Zoë"], True))
views = [numpy.frombuffer(b"".join(parts), "u1") for parts in ((
    b"\x03\0\0\0Ann" + bytes(9), bytes(16), (15).to_bytes(4, "little") + b"Maxi" + (1).to_bytes(4, "little") + (2).to_bytes(4, "little")),
    (b"not this one",), (b"..Maximilian Paul",))]
test("text by views", column_of(Column("vu", 3, [None, *views, numpy.array([12, 17], "i8")])) == (["Ann", "", "Maximilian Paul"], True))
inside = numbers(numpy.arange(12.0))
test("lists of a fixed size", column_of(Column("+w:3", 3, [None], [inside], offset=1)) == (
    [[3, 4, 5], [6, 7, 8], [9, 10, 11]], True))
test("lists of one length", column_of(Column("+l", 2, [None, numpy.array([0, 4, 8, 12], "i4")], [inside], offset=1)) == (
    [[4, 5, 6, 7], [8, 9, 10, 11]], True))
words = Column("u", 2, [None, numpy.array([0, 2, 5], "i4"), numpy.frombuffer(b"noyes", "u1")])
test("a dictionary", column_of(Column("i", 3, [None, numpy.array([1, 0, 1], "i4")], dictionary=words)) == (["yes", "no", "yes"], True))
test("a batch from an offset", next(iter(batches_of(Source(["x"], [table(numbers(numpy.arange(5.0)), offset=2)]))))["x"].tolist() ==
     [2, 3, 4])
test("no rows", column_of(Column("g", 0, [None, None])) == ([], True))
test("validity without a null", column_of(numbers(numpy.arange(3.0), bits([1, 1, 1]))) == ([0, 1, 2], True))


def refuses(name, source, *words):
    """A test that a stream is refused by these words, and that all was released."""
    def read():
        for batch in batches_of(source):
            batch["x"].tolist()
    test.refuses(name, ValueError, read, *words)
    test("all is released after %s" % name, source.settled(), (source.given, source.released))


def one(column, **more):
    """A stream of a batch with one column."""
    return Source(["x"], [table(column)], **more)


refuses("a null", one(numbers(numpy.arange(5.0), bits([1, 1, 1, 0, 1]), offset=1)), "'x' that lacks a value in row 2")
refuses("a null row", Source(["x"], [table(numbers(numpy.arange(3.0)), valid=bits([1, 0, 1]))]), "lacks a value in row 1")
refuses("a null within a list", one(Column("+w:1", 2, [None], [numbers(numpy.arange(2.0), bits([1, 0]))])), "lacks a value")
refuses("lists of several lengths", one(Column("+l", 2, [None, numpy.array([0, 4, 12], "i4")], [inside])), "several lengths")
refuses("a column that ends early", Source(["x"], [Column("+s", 9, [None], [numbers(numpy.arange(5.0))])]), "ends early")
refuses("a column of times", one(Column("tdD", 2, [None, numpy.zeros(2, "i4")])), "format 'tdD'")
refuses("a column that is not there", Source(["y"], [table(numbers(numpy.arange(5.0)))]), "no columns 'x'", "'y'")
refuses("two columns of one name", Source(["x", "x"], [table(*[numbers(numpy.arange(5.0))] * 2)]), "2 columns 'x'")
refuses("a stream that is no table", one(numbers(numpy.arange(5.0)), form="g"), "stream of tables")
for call in (0, 1):
    refuses("a stream that fails at call %d" % call, Source(["x"], [table(numbers(numpy.arange(5.0)))] * 3, fails=call),
            "status 5: the disk is gone")

# ---- Fits ----

generator = numpy.random.default_rng(7)
COUNT, NAMES = 2000, ["a", "b", "c"]
X = generator.normal(size=(COUNT, 3))
y = numpy.where(X[:, 0] + generator.normal(size=COUNT) > 0, 1, -1)
owners = numpy.sort(generator.integers(0, 300, COUNT))


def streams(size, listed=False, single=False):
    """A function that gives a stream of batches of this size, from offsets that are not 0 and memory that is not aligned."""
    made = []
    for begin in range(0, COUNT, size):
        rows = slice(max(0, begin - 3), min(begin + size, COUNT))
        off = begin - rows.start
        entries = numpy.float32(X[rows]) if single else X[rows]
        columns = [Column("+w:3", len(entries), [None], [numbers(entries.ravel())])] if listed else [
            numbers(entries[:, j].copy(), skip=j) for j in range(3)]
        made.append(table(*columns, numbers(y[rows].astype("i4")), numbers(owners[rows].astype("i8")), offset=off))
    kept = []

    def part():
        kept.append(Source((["all"] if listed else NAMES) + ["y", "user"], made))
        return kept[-1]
    part.kept = kept
    return part


def fit(source, features=tuple(NAMES), user=None, storage="dense", **more):
    """The coefficients of a fit with noise of one seed."""
    budget = dpcvx.Budget(2.0, 1e-6, unit="record" if user is None else "user")
    return dpcvx.distributed.fit_batches(source, features, "y", "logistic", budget, 300 if user else COUNT, ([-3] * 3, [3] * 3),
                                         user=user, plan_options={"steps": 4}, rng=dpcvx.Rng(b"one seed"), columns=3,
                                         storage=storage, **more).coefficients().tolist()


def arrays(kind):
    """The table as arrays."""
    return lambda: ({**{name: X[:, j].astype(kind) for j, name in enumerate(NAMES)}, "y": y, "user": owners},)


for user in (None, "user"):
    expected = fit(arrays(float), user=user)
    for size in (COUNT, 700, 11):
        part = streams(size)
        test("streams of batches of %d give the bits of arrays%s" % (size, " of users" if user else ""),
             fit(part, user=user) == expected)
        # One stream a step, and one before the charge.
        test("each of their structures is released once", len(part.kept) == 5 and all(source.settled() for source in part.kept))
    test("a column of lists gives the bits of arrays%s" % (" of users" if user else ""),
         fit(streams(300, listed=True), ["all"], user) == expected)
test("floats give the bits of arrays of floats", fit(streams(300, single=True), storage="dense_f32") == fit(
    arrays(numpy.float32), storage="dense_f32"))

# ---- The library's own reader ----

budget = dpcvx.Budget(2.0, 1e-6, unit="user")
facts = dpcvx.Objective.public(3, "logistic", 300, ranges=([-3] * 3, [3] * 3), unit="user")
told = dpcvx.distributed.Coordinator(budget, dpcvx.Plan(budget, facts, steps=1)).broadcast()
whole = dpcvx.distributed.PartialSum(told)
whole.add(dpcvx.Dataset(X, y, ranges=([-3] * 3, [3] * 3), users=owners))
for size in (COUNT, 700, 11):
    source, found = streams(size)(), dpcvx.distributed.PartialSum(told)
    found.add_stream(source, "y", "user", threads=2)
    test("the library reads batches of %d" % size, found.seal().save() == (whole.seal() or whole).save() and source.settled())
source, found = streams(700)(), dpcvx.distributed.PartialSum(told)
source.fails = 2
try:
    found.add_stream(source, "y", "user")
    test("a stream that fails", False)
except dpcvx.Error as problem:
    test("a stream that fails", "batch 2: the disk is gone" in str(problem) and source.settled())
empty = dpcvx.distributed.PartialSum(told)
test("nothing of it is left", found.seal().save() == empty.seal().save())
sys.exit(test.failed)
