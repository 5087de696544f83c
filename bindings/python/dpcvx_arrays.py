"""What callers pass as numbers and tables, checked and copied before any pointer goes to C.

A table is a numpy array, whatever numpy reads as one (a pandas frame), a scipy sparse matrix or array of any format, or
rows of numbers. Nothing here changes an object of the caller's. An argument that does not fit raises TypeError or
ValueError, which names it, its value and what is accepted.
"""
import collections
import ctypes
import numbers

_MOST_INTEGER = 2 ** 63 - 1

# `keeper` keeps alive what `pointer` points to; strides count entries.
Dense = collections.namedtuple("Dense", "keeper pointer rows columns row_stride column_stride single")
Csr = collections.namedtuple("Csr", "row_starts column_indices values rows columns")


def _wrong(kind, name, value, accepted):
    return kind("argument '%s' = %s; accepted: %s" % (name, value, accepted))


def check_length(name, values, length, accepted):
    """Raises ValueError unless `values` has `length` entries."""
    if len(values) != length:
        raise _wrong(ValueError, name, "%d values" % len(values), "%d, %s" % (length, accepted))


def _is_sparse(values):
    return hasattr(values, "tocsr") or hasattr(values, "indptr")


def _numpy_array(name, values):
    """`values` as a numpy array of bool, integers or floats; None if they are not one."""
    if not (hasattr(values, "__array_interface__") or hasattr(values, "__array__")):
        return None
    import numpy
    if isinstance(values, numpy.ma.MaskedArray):
        raise _wrong(TypeError, name, "a masked array", "an array without a mask, such as filled() gives")
    array = numpy.asarray(values)
    if array.dtype.kind not in "biuf":
        raise _wrong(TypeError, name, "an array of dtype %s" % array.dtype, "floats, integers or bool")
    return array


def _listed(name, values, convert):
    if _is_sparse(values):
        raise _wrong(TypeError, name, "a sparse %s" % type(values).__name__, "a sequence of numbers or a numpy array")
    if isinstance(values, (str, bytes, bytearray, dict)):
        raise _wrong(TypeError, name, "a %s" % type(values).__name__, "a sequence of numbers or a numpy array")
    try:
        listed = list(values)
    except TypeError:
        raise _wrong(TypeError, name, repr(values), "a sequence of numbers or a numpy array") from None
    return [convert(name, value, place) for place, value in enumerate(listed)]


def _real(name, value, place):
    is_complex = isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real)
    if not is_complex and not isinstance(value, (str, bytes, bytearray)):
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            pass
    raise _wrong(TypeError, name, "%r at %s" % (value, place), "real numbers")


def _integer(name, value, place):
    real = _real(name, value, place)
    whole = int(value) if isinstance(value, numbers.Integral) or (real - real == 0 and real == int(real)) else None
    if whole is None or not -_MOST_INTEGER - 1 <= whole <= _MOST_INTEGER:
        raise _wrong(ValueError, name, "%r at %s" % (value, place), "whole numbers from -2^63 to 2^63 - 1")
    return whole


def _one_dimension(name, array):
    if array.ndim != 1:
        raise _wrong(ValueError, name, "an array of shape %s" % (array.shape,), "one dimension")
    return array


def real_array(values, name="values"):
    """A ctypes array of doubles."""
    array = _numpy_array(name, values)
    if array is None:
        listed = _listed(name, values, _real)
        return (ctypes.c_double * len(listed))(*listed)
    copied = _one_dimension(name, array).astype("float64")
    return (ctypes.c_double * len(copied)).from_buffer_copy(copied.tobytes())


def integer_array(values, name="values"):
    """A ctypes array of 64-bit integers. What is not a whole number is refused, not cut."""
    array = _numpy_array(name, values)
    if array is None:
        listed = _listed(name, values, _integer)
        return (ctypes.c_int64 * len(listed))(*listed)
    _one_dimension(name, array)
    # Floats and large unsigned integers would change in the conversion: they are looked at one by one.
    if array.dtype.kind == "f" or array.dtype == "uint64":
        return integer_array(array.tolist(), name)
    copied = array.astype("int64")
    return (ctypes.c_int64 * len(copied)).from_buffer_copy(copied.tobytes())


def table(features, name="features"):
    """The Dense or the Csr of a table."""
    if hasattr(features, "tocsr"):
        return _sparse_table(features, name)
    array = _numpy_array(name, features)
    return _listed_table(features, name) if array is None else _numpy_table(array, name)


def _check_shape(shape, name):
    if len(shape) != 2:
        raise _wrong(ValueError, name, "an array of shape %s" % (tuple(shape),),
                     "two dimensions: a row a record, a column a feature")


def _numpy_table(array, name):
    """Arrays of native float64 and float32 are read where they lie; others are converted to float64 first."""
    _check_shape(array.shape, name)
    if array.dtype not in ("=f8", "=f4"):
        array = array.astype("=f8")
    size = array.itemsize
    spread = [stride == 0 and count > 1 for stride, count in zip(array.strides, array.shape)]
    if any(spread) or any(stride % size for stride in array.strides) or array.ctypes.data % size:
        array = array.copy("C")
    rows, columns = array.shape
    return Dense(array, array.ctypes.data, rows, columns, array.strides[0] // size, array.strides[1] // size, size == 4)


def _listed_table(features, name):
    accepted = "rows of numbers, a two-dimensional numpy array, or a scipy sparse matrix"
    if isinstance(features, (str, bytes, bytearray, dict)) or _is_sparse(features):
        raise _wrong(TypeError, name, "a %s" % type(features).__name__, accepted)
    try:
        rows = list(features)
        lengths = [len(row) for row in rows]
    except TypeError:
        raise _wrong(TypeError, name, "a %s that is no sequence of rows" % type(features).__name__, accepted) from None
    for i, row in enumerate(rows):
        if isinstance(row, (str, bytes, bytearray, dict)):
            raise _wrong(TypeError, name, "a %s in row %d" % (type(row).__name__, i), "a sequence of numbers")
        if len(row) != lengths[0]:
            raise _wrong(ValueError, name, "%d entries in row %d" % (len(row), i), "%d, as in row 0" % lengths[0])
    columns = lengths[0] if rows else 0
    flat = [_real(name, value, "row %d, column %d" % (i, j)) for i, row in enumerate(rows)
            for j, value in enumerate(row)]
    keeper = (ctypes.c_double * len(flat))(*flat)
    return Dense(keeper, ctypes.addressof(keeper), len(rows), columns, columns, 1, False)


def _sparse_table(matrix, name):
    """Compressed sparse rows of any format of scipy's: float64, columns in order, entries listed twice added up."""
    what = "a sparse %s" % type(matrix).__name__
    _check_shape(matrix.shape, name)
    if matrix.dtype.kind not in "biuf":
        raise _wrong(TypeError, name, "%s of dtype %s" % (what, matrix.dtype), "floats, integers or bool")
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
        raise _wrong(ValueError, name, "%s whose arrays do not fit together (%s)" % (what, problem),
                     "a consistent one") from problem
    rows, columns = copied.shape
    found = Csr(integer_array(copied.indptr, name), integer_array(copied.indices, name), real_array(copied.data, name),
                int(rows), int(columns))
    check_length("%s.indptr" % name, found.row_starts, rows + 1, "one a row and the end")
    if len(found.column_indices) != len(found.values) or len(found.values) < found.row_starts[rows]:
        raise _wrong(ValueError, "%s.indices" % name, "%d entries for %d values" % (
            len(found.column_indices), len(found.values)), "one a value, %d" % found.row_starts[rows])
    return found
