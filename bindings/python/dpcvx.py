"""dpcvx through ctypes: budgets, curves, random sources and vector releases.

Every handle is freed with its Python object. A call that fails raises Error with the library's status and message.
"""
import ctypes
import os

REPLACE_ONE, ADD_REMOVE = 1, 2
RECORD, USER = 11, 12


class _Record(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("message", ctypes.c_char * 508)]


class Error(Exception):
    """A call that failed; `status` is the library's number for why."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


_library = ctypes.CDLL(os.environ.get("DPCVX_LIBRARY", "libdpcvx.so.0"))
_library.dpcvx_version.restype = ctypes.c_char_p
_library.dpcvx_status_name.restype = ctypes.c_char_p
ERR_ARGUMENT, ERR_BUDGET = 1, 3

_f64, _i32, _i64, _size, _handle = (ctypes.c_double, ctypes.c_int32, ctypes.c_int64, ctypes.c_size_t, ctypes.c_void_p)
_doubles = ctypes.POINTER(ctypes.c_double)


def _call(name, types, *values):
    """Calls a function with the error record as its last argument, and raises where it fails."""
    function = getattr(_library, name)
    function.argtypes = list(types) + [ctypes.POINTER(_Record)]
    function.restype = ctypes.c_int32
    record = _Record()
    status = function(*values, ctypes.byref(record))
    if status != 0:
        raise Error(status, record.message.decode("utf-8", "replace"))


def version():
    return _library.dpcvx_version().decode()


def status_name(status):
    return _library.dpcvx_status_name(_i32(status)).decode()


class _Handle:
    _destroy = None

    def __init__(self, name, types, *values):
        self._as_parameter_ = None
        out = _handle()
        _call(name, list(types) + [ctypes.POINTER(_handle)], *values, ctypes.byref(out))
        self._as_parameter_ = out

    def __del__(self):
        if getattr(self, "_as_parameter_", None):
            destroy = getattr(_library, self._destroy)
            destroy.argtypes, destroy.restype = [_handle], None
            destroy(self._as_parameter_)
            self._as_parameter_ = None

    def _text(self, name):
        length = _size()
        types = [_handle, ctypes.c_char_p, _size, ctypes.POINTER(_size)]
        _call(name, types, self._as_parameter_, None, 0, ctypes.byref(length))
        text = ctypes.create_string_buffer(length.value + 1)
        _call(name, types, self._as_parameter_, text, length.value + 1, ctypes.byref(length))
        return text.value.decode("utf-8")


class Rng(_Handle):
    """A source of randomness: from the operating system, or NOT PRIVATE from a seed (bytes), for tests."""
    _destroy = "dpcvx_rng_destroy"

    def __init__(self, seed=None):
        if seed is None:
            super().__init__("dpcvx_rng_create", [])
        else:
            super().__init__("dpcvx_rng_create_deterministic", [ctypes.c_char_p, _size], seed, len(seed))


class Curve(_Handle):
    """How private something is: the price of a release."""
    _destroy = "dpcvx_curve_destroy"

    @classmethod
    def gdp(cls, mu):
        return cls("dpcvx_curve_create_gdp", [_f64], mu)

    @classmethod
    def pure(cls, epsilon):
        return cls("dpcvx_curve_create_pure", [_f64], epsilon)

    @classmethod
    def zcdp(cls, rho):
        return cls("dpcvx_curve_create_zcdp", [_f64], rho)

    def epsilon(self, delta):
        value = _f64()
        _call("dpcvx_curve_epsilon", [_handle, _f64, _doubles], self._as_parameter_, delta, ctypes.byref(value))
        return value.value


class Budget(_Handle):
    """A ledger with a hard (epsilon, delta) limit."""
    _destroy = "dpcvx_budget_destroy"

    def __init__(self, epsilon, delta, adjacency=REPLACE_ONE, unit=RECORD):
        super().__init__("dpcvx_budget_create", [_f64, _f64, _i32, _i32, _handle], epsilon, delta, adjacency, unit, None)

    def price(self, share):
        """A curve that spends a share of what is left."""
        return Curve("dpcvx_budget_price", [_handle, _f64], self._as_parameter_, share)

    def json(self):
        return self._text("dpcvx_budget_to_json")

    def text(self):
        return self._text("dpcvx_budget_to_text")


def release_gaussian(budget, rng, price, values, l2_sensitivity):
    """`values` with Gaussian noise for the price, as a list."""
    n = len(values)
    given, out = (_f64 * n)(*values), (_f64 * n)()
    types = [_handle, _handle, _handle, _doubles, _i64, _f64, _handle, _doubles, _handle]
    _call("dpcvx_release_gaussian", types, budget._as_parameter_, rng._as_parameter_, price._as_parameter_, given, n,
          l2_sensitivity, None, out, None)
    return list(out)
