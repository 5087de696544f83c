"""What dpcvx.py stands on: the library, its errors and handles, budgets, curves, random sources, vector releases."""
import ctypes
import os

from dpcvx_arrays import integer_array as _integer_array, real_array as _real_array

REPLACE_ONE, ADD_REMOVE = 1, 2
RECORD, USER = 11, 12
FILTER_BASIC, FILTER_GDP, FILTER_ZCDP, FILTER_RDP = 32, 33, 34, 35


class _Record(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("message", ctypes.c_char * 508)]


class Error(Exception):
    """A call that failed; `status` is the library's number for why."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status

    def __reduce__(self):
        return type(self), (self.status, str(self))


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

    def _number(self, name, types, *values):
        value = _f64()
        _call(name, [_handle] + types + [_doubles], self._as_parameter_, *values, ctypes.byref(value))
        return value.value

    def _read(self, stem, figure, counts):
        """A figure by its number: one of `counts` by the getter of integers."""
        if figure in counts:
            return self._integer(stem + "_i64", [_i32], figure)
        return self._number(stem + "_f64", [_i32], figure)

    def _integer(self, name, types, *values):
        value = _i64()
        _call(name, [_handle] + types + [_int64s], self._as_parameter_, *values, ctypes.byref(value))
        return value.value


_int64s = ctypes.POINTER(ctypes.c_int64)


def _named(table, name, what):
    if name not in table:
        raise ValueError("no %s %r; there are %s" % (what, name, ", ".join(sorted(table))))
    return table[name]


class _Options(_Handle):
    _destroy = "dpcvx_options_destroy"

    def __init__(self, create, keys, given):
        super().__init__(create, [])
        for name, value in given.items():
            key, whole = _named(keys, name, "option")
            if whole:
                _call("dpcvx_options_set_i64", [_handle, _i32, _i64], self._as_parameter_, key, int(value))
            else:
                _call("dpcvx_options_set_f64", [_handle, _i32, _f64], self._as_parameter_, key, value)


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
    def gdp_mixture(cls, mus, probabilities):
        """mus[k]-GDP with probability probabilities[k], whatever the data are."""
        mus, probabilities = _real_array(mus), _real_array(probabilities)
        if len(mus) != len(probabilities):
            raise ValueError("%d mus and %d probabilities" % (len(mus), len(probabilities)))
        return cls("dpcvx_curve_create_gdp_mixture", [_doubles, _doubles, _i64], mus, probabilities, len(mus))

    @classmethod
    def approximate(cls, epsilon, delta):
        return cls("dpcvx_curve_create_approximate", [_f64, _f64], epsilon, delta)

    @classmethod
    def zcdp(cls, rho):
        return cls("dpcvx_curve_create_zcdp", [_f64], rho)

    def group(self, size):
        """What it says of groups of up to `size` units that change together: all records of a user, say."""
        return Curve("dpcvx_curve_create_group", [_handle, _i64], self._as_parameter_, size)

    def member(self, size):
        """The way back: the price of one unit whose groups of `size` stay within this."""
        return Curve("dpcvx_curve_create_member", [_handle, _i64], self._as_parameter_, size)

    def epsilon(self, delta):
        return self._number("dpcvx_curve_epsilon", [_f64], delta)

    def delta(self, epsilon):
        return self._number("dpcvx_curve_delta", [_f64], epsilon)


# Keys of options, and whether they are integers.
_BUDGET_OPTIONS = {"filter": (101, True), "rdp_order": (102, False), "basic_epsilon_fraction": (103, False),
                   "basic_delta_fraction": (104, False)}


class Budget(_Handle):
    """A ledger with a hard (epsilon, delta) limit; options: filter (FILTER_*), rdp_order, ..."""
    _destroy = "dpcvx_budget_destroy"

    def __init__(self, epsilon, delta, adjacency=REPLACE_ONE, unit=RECORD, **options):
        given = _Options("dpcvx_budget_options_create", _BUDGET_OPTIONS, options)
        super().__init__("dpcvx_budget_create", [_f64, _f64, _i32, _i32, _handle], epsilon, delta, adjacency, unit,
                         given._as_parameter_)

    def price(self, share):
        """A curve that spends a share of what is left."""
        return Curve("dpcvx_budget_price", [_handle, _f64], self._as_parameter_, share)

    def json(self):
        return self._text("dpcvx_budget_to_json")

    def text(self):
        return self._text("dpcvx_budget_to_text")


def release_gaussian(budget, rng, price, values, l2_sensitivity):
    """`values` with Gaussian noise for the price, as a list."""
    given = _real_array(values)
    n = len(given)
    out = (_f64 * n)()
    types = [_handle, _handle, _handle, _doubles, _i64, _f64, _handle, _doubles, _handle]
    _call("dpcvx_release_gaussian", types, budget._as_parameter_, rng._as_parameter_, price._as_parameter_, given, n,
          l2_sensitivity, None, out, None)
    return list(out)
