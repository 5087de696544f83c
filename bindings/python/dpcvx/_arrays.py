"""What callers pass as numbers and tables, checked before any pointer goes to C.

A table is a numpy array, whatever numpy reads as one (a pandas frame), a scipy sparse matrix or array of any format, or
rows of numbers. Nothing here changes an object of the caller's. An argument that does not fit raises TypeError or
ValueError, which names it, its value and what is accepted.
"""
import numbers
from typing import Any, Dict, NamedTuple, Optional, Tuple, Union

import numpy

from dpcvx._words import counted

_MOST_INTEGER = 2 ** 63 - 1
KEY_BYTES = 16


class Dense(NamedTuple):
    """A dense table; strides count entries."""

    values: numpy.ndarray
    rows: int
    columns: int
    row_stride: int
    column_stride: int


class Csr(NamedTuple):
    """Compressed sparse rows."""

    row_starts: numpy.ndarray
    column_indices: numpy.ndarray
    values: numpy.ndarray
    rows: int
    columns: int


def wrong(kind: type, name: str, value: Any, accepted: str) -> Exception:
    """Return the error that names an argument, its value and what is accepted."""
    return kind("argument '%s' = %s; accepted: %s" % (name, value, accepted))


def check_length(name: str, values: Any, length: int, accepted: str) -> None:
    """Raise ValueError unless `values` has `length` entries."""
    if len(values) != length:
        raise wrong(ValueError, name, counted(len(values), "value"), "%d, %s" % (length, accepted))


def pair_of(name: str, value: Any, accepted: str) -> list:
    """Return the two parts of (low, high), each as it was given."""
    if isinstance(value, (str, bytes, dict)):
        raise wrong(TypeError, name, repr(value), accepted)
    try:
        given = list(value)
    except TypeError:
        raise wrong(TypeError, name, repr(value), accepted) from None
    if isinstance(value, list) and given and all(isinstance(ends, tuple) for ends in given):
        raise wrong(ValueError, name, "a list of %s" % counted(len(given), "pair"), accepted)
    if len(given) != 2:
        raise wrong(ValueError, name, counted(len(given), "value"), accepted)
    return given


ENDS = ("(low, high): one low and one high end a column, such as ([18, 0], [90, 1]) for two, or a number for all. Pairs by column, "
        "such as ((18, 90), (0, 1)), become that by numpy.transpose(pairs)")


def ends_of(name: str, value: Any, columns: int, what: str = "one a column") -> Tuple[numpy.ndarray, numpy.ndarray]:
    """Return (low, high) as one low and one high end a column. A number stands for that of all columns.

    Of two columns pairs by column have the same shape. They are refused where a low end is then not below its high end.
    """
    low, high = (numpy.full(columns, _real(name, ends, "an end")) if isinstance(ends, numbers.Real) else real_array(ends, name)
                 for ends in pair_of(name, value, ENDS))
    for side in (low, high):
        check_length(name, side, columns, what)
    if columns == 2:  # pairs by column have the same shape
        for place in numpy.flatnonzero(low >= high)[:1]:
            raise wrong(ValueError, name, "lows (%g, %g) and highs (%g, %g), where that of column %d is not above" % (
                *low, *high, place), ENDS)
    return low, high


def is_sparse(values: Any) -> bool:
    """Return whether these are sparse."""
    return hasattr(values, "tocsr") or hasattr(values, "indptr")


def _numpy_array(name: str, values: Any) -> Optional[numpy.ndarray]:
    """Return `values` as a numpy array of bool, integers or floats; None if they are not one."""
    if not (hasattr(values, "__array_interface__") or hasattr(values, "__array__")):
        return None
    if isinstance(values, numpy.ma.MaskedArray):
        raise wrong(TypeError, name, "a masked array", "an array without a mask, such as filled() gives")
    array = numpy.asarray(values)
    if array.dtype.kind not in "biuf":
        raise wrong(TypeError, name, "an array of dtype %s" % array.dtype, "floats, integers or bool")
    return array


def numbers_of(values: Any, name: str) -> numpy.ndarray:
    """Return an array of numbers of any dimension, which may be the caller's own."""
    array = _numpy_array(name, values)
    return array if array is not None else numpy.asarray(_numpy_array(name, numpy.array(values)))


def _listed(name: str, values: Any, convert: Any) -> list:
    if is_sparse(values):
        raise wrong(TypeError, name, "a sparse %s" % type(values).__name__, "a sequence of numbers or a numpy array")
    if isinstance(values, (str, bytes, bytearray, dict, set, frozenset)):
        raise wrong(TypeError, name, "a %s" % type(values).__name__, "a sequence of numbers or a numpy array")
    try:
        listed = list(values)
    except TypeError:
        raise wrong(TypeError, name, repr(values), "a sequence of numbers or a numpy array") from None
    return [convert(name, value, place) for place, value in enumerate(listed)]


def _real(name: str, value: Any, place: Any) -> float:
    is_complex = isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real)
    if not is_complex and not isinstance(value, (str, bytes, bytearray, numpy.datetime64, numpy.timedelta64)):
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            pass
    raise wrong(TypeError, name, "%r at %s" % (value, place), "real numbers")


def _integer(name: str, value: Any, place: Any) -> int:
    real = _real(name, value, place)
    whole = int(value) if isinstance(value, numbers.Integral) or (real - real == 0 and real == int(real)) else None
    if whole is None or not -_MOST_INTEGER - 1 <= whole <= _MOST_INTEGER:
        raise wrong(ValueError, name, "%r at %s" % (value, place), "whole numbers from -2^63 to 2^63 - 1")
    return whole


def _one_dimension(name: str, array: numpy.ndarray) -> numpy.ndarray:
    if array.ndim != 1:
        raise wrong(ValueError, name, "an array of shape %s" % (array.shape,), "one dimension")
    return array


def matrix(values: Any, name: str) -> numpy.ndarray:
    """Return a contiguous matrix of doubles. Complex numbers and text are refused, not cast."""
    if is_sparse(values):
        raise wrong(TypeError, name, "a sparse %s" % type(values).__name__, "a dense matrix: its toarray()")
    try:
        array = numbers_of(values, name)
    except ValueError:
        raise wrong(ValueError, name, "rows of unlike lengths", "a matrix: rows of as many numbers each") from None
    if array.ndim != 2:
        raise wrong(ValueError, name, "an array of shape %s" % (array.shape,), "a matrix: two dimensions")
    return numpy.ascontiguousarray(array, numpy.float64)


def by_output(values: numpy.ndarray, outputs: int) -> numpy.ndarray:
    """Return values that come row after row as they are, or as a row of outputs a record where there are several."""
    return values if outputs == 1 else values.reshape(-1, outputs)


def bytes_of(value: Any, name: str) -> bytes:
    """Return bytes of a caller as they are, from any buffer of single bytes.

    A number would make zeros, and a text has several encodings.
    """
    try:
        view = memoryview(value)
    except TypeError:
        raise wrong(TypeError, name, "a %s" % type(value).__name__, "bytes") from None
    if view.itemsize != 1:
        raise wrong(TypeError, name, "a %s of entries of %d bytes" % (type(value).__name__, view.itemsize), "bytes")
    return view.tobytes()


def key_of(value: Any) -> bytes:
    """Return the key of a ledger: 16 bytes, or none."""
    key = bytes_of(b"" if value is None else value, "key")
    if len(key) not in (0, KEY_BYTES):
        raise wrong(ValueError, "key", counted(len(key), "byte"), "%d, as of os.urandom(%d), or none for a ledger without a key" % (
            KEY_BYTES, KEY_BYTES))
    return key


def text_of(value: Any, name: str) -> bytes:
    """Return a text of a caller as UTF-8."""
    if not isinstance(value, str):
        raise wrong(TypeError, name, repr(value), "a str")
    return value.encode()


def real_array(values: Any, name: str = "values") -> numpy.ndarray:
    """Return a contiguous array of doubles, which may be the caller's own."""
    array = _numpy_array(name, values)
    if array is None:
        return numpy.array(_listed(name, values, _real), numpy.float64)
    return numpy.require(_one_dimension(name, array), numpy.float64, ["C", "A"])


def integer_array(values: Any, name: str = "values") -> numpy.ndarray:
    """Return a contiguous array of 64-bit integers. What is not a whole number is refused, not cut."""
    array = _numpy_array(name, values)
    if array is None:
        return numpy.array(_listed(name, values, _integer), numpy.int64)
    _one_dimension(name, array)
    # Floats and large unsigned integers would change in the conversion: they are looked at one by one.
    if array.dtype.kind == "f" or array.dtype == numpy.uint64:
        return integer_array(array.tolist(), name)
    return numpy.require(array, numpy.int64, ["C", "A"])


def by_text(given: Dict[Any, Any], argument: str) -> Dict[str, Any]:
    """Return what a caller gave by the names of columns, which pandas has as numbers or texts, by their texts."""
    if not hasattr(given, "items"):
        raise wrong(TypeError, argument, "a " + type(given).__name__, "a dictionary by column, such as {'city': ...}")
    found = {str(name): value for name, value in given.items()}
    if len(found) < len(given):
        raise wrong(ValueError, argument, "a dictionary with several names '%s'" % next(
            text for text in found if sum(str(name) == text for name in given) > 1), "each column once")
    return found


def of_arrow(values: Any) -> Any:
    """Return a column of Arrow as pandas has it, with its text, bool, categories and missing values. Others stay as they are."""
    return values.to_pandas() if hasattr(values, "to_pandas") and hasattr(values, "to_pylist") else values


def lacks(value: Any) -> bool:
    """Return whether this is no value: None, NaN, NaT, NA."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):  # NA is ambiguous, and an array is a value
        return type(value).__name__ == "NAType"


def table(features: Any, name: str = "features") -> Union[Dense, Csr]:
    """Return the Dense or the Csr of a table."""
    if hasattr(features, "tocsr"):
        return _sparse_table(features, name)
    if hasattr(features, "iloc") and hasattr(features, "name"):  # a column of pandas
        column = repr(features.name)
        raise wrong(TypeError, name, "the column %s of a frame" % column, "a frame, such as frame[[%s]]" % column)
    array = _numpy_array(name, features)
    return _listed_table(features, name) if array is None else _numpy_table(array, name)


def without_missing(features: Any, name: str = "features") -> Any:
    """Return a copy of an array whose rows with NaN are 0, and which rows those are."""
    array = _numpy_array(name, features)
    if array is None or array.ndim != 2:
        raise wrong(TypeError, name, "a %s" % type(features).__name__, "a two-dimensional array, where missing='null', such "
                    "as x[:, None] of one column x")
    absent = numpy.isnan(array).any(axis=1) if array.dtype.kind == "f" else numpy.zeros(len(array), bool)
    filled = numpy.where(absent[:, None], array.dtype.type(0), array)
    return filled, absent


def _check_shape(shape: Any, name: str) -> None:
    if len(shape) != 2:
        raise wrong(ValueError, name, "an array of shape %s" % (tuple(shape),),
                    "two dimensions: a row a record, a column a feature%s" % (
                        ", such as x[:, None] of one column x" if len(shape) == 1 else ""))


def _numpy_table(array: numpy.ndarray, name: str) -> Dense:
    """Arrays of native float64 and float32 are read where they lie; others are converted to float64 first."""
    _check_shape(array.shape, name)
    if array.dtype not in ("=f8", "=f4"):
        array = array.astype("=f8")
    size = array.itemsize
    spread = [stride == 0 and count > 1 for stride, count in zip(array.strides, array.shape)]
    if any(spread) or any(stride % size for stride in array.strides) or array.ctypes.data % size:
        array = array.copy("C")
    rows, columns = array.shape
    return Dense(array, rows, columns, array.strides[0] // size, array.strides[1] // size)


def _listed_table(features: Any, name: str) -> Dense:
    accepted = "rows of numbers, a two-dimensional numpy array, or a scipy sparse matrix"
    if isinstance(features, (str, bytes, bytearray, dict)) or is_sparse(features):
        raise wrong(TypeError, name, "a %s" % type(features).__name__, accepted)
    try:
        rows = list(features)
        lengths = [len(row) for row in rows]
    except TypeError:
        raise wrong(TypeError, name, "a %s that is no sequence of rows" % type(features).__name__, accepted +
                    ". Of one column x: numpy.asarray(x)[:, None]") from None
    for i, row in enumerate(rows):
        if isinstance(row, (str, bytes, bytearray, dict)):
            raise wrong(TypeError, name, "a %s in row %d" % (type(row).__name__, i), "a sequence of numbers")
        if len(row) != lengths[0]:
            raise wrong(ValueError, name, "%s in row %d" % (counted(len(row), "entry", "entries"), i), "%d, as in row 0" % lengths[0])
    columns = lengths[0] if rows else 0
    flat = [_real(name, value, "row %d, column %d" % (i, j)) for i, row in enumerate(rows)
            for j, value in enumerate(row)]
    return Dense(numpy.array(flat, numpy.float64), len(rows), columns, columns, 1)


def _sparse_table(matrix: Any, name: str) -> Csr:
    """Compressed sparse rows of any format of scipy's: float64, columns in order, entries listed twice added up."""
    what = "a sparse %s" % type(matrix).__name__
    _check_shape(matrix.shape, name)
    if matrix.dtype.kind not in "biuf":
        raise wrong(TypeError, name, "%s of dtype %s" % (what, matrix.dtype), "floats, integers or bool")
    try:
        # The copy comes first, since scipy sorts, adds up and checks in place. Arrays that do not fit together lead
        # its compiled code out of them: they are checked before it runs.
        copied = matrix.copy()
        if hasattr(copied, "check_format"):
            copied.check_format(full_check=True)
        copied = copied.tocoo(copy=False)
        if matrix.dtype.kind != "b":
            copied.data = copied.data.astype("float64")  # before anything is added up: small integers run over
        copied = copied.tocsr()
        copied.check_format(full_check=True)
        copied.sum_duplicates()
    except (ValueError, IndexError) as problem:
        raise wrong(ValueError, name, "%s whose arrays do not fit together (%s)" % (what, problem),
                    "a consistent one") from problem
    rows, columns = copied.shape
    found = Csr(integer_array(copied.indptr, name), integer_array(copied.indices, name), real_array(copied.data, name),
                int(rows), int(columns))
    check_length("%s.indptr" % name, found.row_starts, rows + 1, "one a row and the end")
    if len(found.column_indices) != len(found.values) or len(found.values) < found.row_starts[rows]:
        raise wrong(ValueError, "%s.indices" % name, "%d entries for %d values" % (
            len(found.column_indices), len(found.values)), "one a value, %d" % found.row_starts[rows])
    return found
