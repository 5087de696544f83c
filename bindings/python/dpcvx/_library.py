"""The shared library: where it is found, how its functions are called, and how their errors are raised."""
import contextlib
import ctypes
import math
import os
import re
import signal
import threading
import warnings
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Type

import numpy

from dpcvx._generated import enums
from dpcvx._generated.functions import CALLBACKS, FUNCTIONS, HANDLES, MESSAGE_BYTES, VERSION
from dpcvx._keys import whole
from dpcvx._told import tell
from dpcvx._words import counted, in_python, way_to_curve

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_CHECKOUT = os.path.dirname(os.path.dirname(os.path.dirname(_PACKAGE)))


def _place() -> str:
    """Return the library inside the package, or DPCVX_LIBRARY, or that of the checkout, or the system's."""
    inside = os.path.join(_PACKAGE, "lib", "libdpcvx.so")
    if os.path.exists(inside):
        return inside
    if os.environ.get("DPCVX_LIBRARY"):
        return os.environ["DPCVX_LIBRARY"]
    built = os.path.join(_CHECKOUT, "build", "libdpcvx.so")
    if os.path.exists(os.path.join(_CHECKOUT, "include", "dpcvx.h")) and os.path.exists(built):
        return built
    return "libdpcvx.so.0"


def _load() -> ctypes.CDLL:
    place = _place()
    try:
        library = ctypes.CDLL(place)
        library.dpcvx_version.restype = ctypes.c_char_p
        found = library.dpcvx_version().decode()
    except (OSError, AttributeError) as problem:
        raise ImportError(
            "dpcvx: the shared library does not load (%s). 'pip install' of the package puts it inside. Or build it with "
            "'make' and set DPCVX_LIBRARY to the path of libdpcvx.so, or install it with 'make install'." % problem) from None
    missing = [name for name in FUNCTIONS if not hasattr(library, name)]
    if missing or found != VERSION:
        raise ImportError(
            "dpcvx: %s is version %s%s; this package needs version %s. Install both from one source, or set DPCVX_LIBRARY "
            "to the matching libdpcvx.so." % (place, found, " without " + missing[0] if missing else "", VERSION))
    return library


class Error(Exception):
    """A call of the library that failed.

    Attributes
    ----------
    status : dpcvx.enums.Status
        Why it failed.
    """

    def __init__(self, status: int, message: str):
        super().__init__(in_python(message))
        self.status = enums.Status(status) if status in set(enums.Status) else status

    def __reduce__(self):
        return error_of, (int(self.status), str(self))


class ArgumentError(Error, ValueError):
    """An Error of an argument, with status ARGUMENT: a ValueError too."""


class LedgerError(Error):
    """An Error of a ledger that is not opened: each of its kinds has a class."""


class LedgerLockedError(LedgerError):
    """The ledger's file is open already, here or in another process."""


class LedgerStaleError(LedgerError):
    """The ledger did not go through the figures that were kept: it is an older copy, or another ledger."""


class LedgerDamagedError(LedgerError):
    """The bytes are no whole ledger: damaged, forged, cut off, or of another key."""


_ERRORS: Dict[int, Type[Error]] = {
    enums.Status.ARGUMENT: ArgumentError, enums.Status.LEDGER_LOCKED: LedgerLockedError,
    enums.Status.LEDGER_STALE: LedgerStaleError, enums.Status.LEDGER_DAMAGED: LedgerDamagedError}


_LOCKED = "open already, here or in another process"


def error_of(status: int, message: str) -> Error:
    """Return the Error of a call that failed."""
    if status == enums.Status.LEDGER_LOCKED and message.endswith(_LOCKED):
        message += ". Close the Budget that has it, or end the other process, such as the kernel of a notebook"
    return _ERRORS.get(status, Error)(status, message)


class _Record(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("message", ctypes.c_char * MESSAGE_BYTES)]


_SCALARS: Dict[str, Any] = {
    "f64": ctypes.c_double, "f32": ctypes.c_float, "i32": ctypes.c_int32, "i64": ctypes.c_int64, "u64": ctypes.c_uint64,
    "size": ctypes.c_size_t, "status": ctypes.c_int32}
_DTYPES = {"f64": numpy.float64, "f32": numpy.float32, "i32": numpy.int32, "i64": numpy.int64, "u64": numpy.uint64,
           "void": numpy.uint8}


class Parameter(NamedTuple):
    """A parameter of a public function, as the description has it."""

    name: str
    type: str
    meaning: str = ""
    length: str = ""

    def ctype(self) -> Any:
        """Return the type that ctypes passes it as."""
        if self.meaning == "":
            return _SCALARS[self.type]
        if self.meaning == "callback":
            return callback_type(self.type)
        if self.meaning in ("create", "handles"):
            return ctypes.POINTER(ctypes.c_void_p)
        if self.meaning == "error":
            return ctypes.POINTER(_Record)
        if self.type in _SCALARS:
            return ctypes.POINTER(_SCALARS[self.type])
        return ctypes.c_char_p if self.type == "char" else ctypes.c_void_p


def _parsed(signature: str) -> Tuple[str, List[Parameter]]:
    result, *parameters = signature.split()
    return result, [Parameter(*code.split(":", 3)) for code in parameters]


_callback_types: Dict[str, Any] = {}


def callback_type(name: str) -> Any:
    """Return the ctypes type of a callback."""
    if name not in _callback_types:
        result, parameters = _parsed(CALLBACKS[name])
        _callback_types[name] = ctypes.CFUNCTYPE(_SCALARS[result], *[parameter.ctype() for parameter in parameters])
    return _callback_types[name]


_library = _load()


class Function:
    """A public function, with what the description says of its parameters."""

    def __init__(self, name: str):
        self.name = name
        self.result, self.parameters = _parsed(FUNCTIONS[name])
        self.call = getattr(_library, name)
        self.call.argtypes = [parameter.ctype() for parameter in self.parameters]
        self.call.restype = {"void": None, "string": ctypes.c_char_p}.get(self.result) or _SCALARS.get(self.result)
        self.fails = bool(self.parameters) and self.parameters[-1].meaning == "error"
        self.frees = name.endswith("_destroy")
        self.places = {parameter.name: place for place, parameter in enumerate(self.parameters)}
        self.sizes = {place: size for place, parameter in enumerate(self.parameters) 
                      if (size := self._size(parameter.length))[0]}
        # What draws and is charged makes a release. A monitor sees to interrupts of its own.
        self.releases = {"budget", "rng"} <= set(self.places) and "monitor" not in self.places

    def _size(self, length: str) -> Tuple[List[int], int]:
        """Return the places of the numbers whose product an array's length is, and what is added to it. Empty: it is no product."""
        product, _, more = length.partition("+")
        factors = product.split("*")
        return ([self.places[factor] for factor in factors], int(more or 0)) if all(factor in self.places for factor in factors) \
            else ([], 0)

    def check_sizes(self, arrays: Dict[int, Any], values: List[Any]) -> None:
        """Refuse arrays that are shorter than what the call reads or writes: it would go beyond their end."""
        for place, array in arrays.items():
            factors, more = self.sizes[place]
            needed = math.prod(max(0, values[factor]) for factor in factors) + more
            if array.size < needed:
                raise ValueError("argument '%s' = %s; accepted: %d" % (
                    self.parameters[place].name, counted(array.size, "value"), needed))


class CancelledWarning(UserWarning):
    """A call was interrupted by Ctrl-C, and returned what it had reached: its charge stays."""


# By default Python shows a warning once for each line that gives it. Each such call spent its price.
warnings.simplefilter("always", CancelledWarning)


def interruptible() -> bool:
    """Return whether Ctrl-C comes to this thread, and raises KeyboardInterrupt."""
    return threading.current_thread() is threading.main_thread() and \
        signal.getsignal(signal.SIGINT) is signal.default_int_handler


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Let a release that was charged come out: Ctrl-C is told by a CancelledWarning once it has."""
    if not interruptible():
        yield
        return
    came: List[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        tell("Ctrl-C came while something was released: it was finished, and its charge stays", CancelledWarning)


def _check_alone(owner: Any, values: List[Any], name: str) -> None:
    """Refuse an object that another call uses, such as an Rng: two threads could draw the same bits."""
    if in_use(owner, but=id(values)):
        raise Error(enums.Status.STATE, "argument '%s' = a %s that another call uses now; accepted: one for each thread" % (
            name, type(owner).__name__))


_functions: Dict[str, Function] = {}
# What owns the handles of calls that run now, by a number of each call. One operation of a dictionary is atomic. A lock
# could be held at a fork, by a thread that the child does not have.
running: Dict[int, List[Any]] = {}


def in_use(owner: Any, but: Optional[int] = None) -> bool:
    """Return whether a call uses an object now, other than the call of that number."""
    return any(other is owner for number, owners in running.copy().items() if number != but for other in owners)


def function(name: str) -> Function:
    """Return a public function by its name in C."""
    if name not in _functions:
        _functions[name] = Function(name)
    return _functions[name]


def pointer(array: Any, parameter: Parameter) -> Any:
    """Return what ctypes passes for an array that the call reads or writes."""
    if array is None or isinstance(array, (bytes, ctypes._Pointer)):
        return array
    if not isinstance(array, numpy.ndarray) or array.dtype != _DTYPES[parameter.type] or not array.flags.c_contiguous:
        raise TypeError("argument '%s' = a %s of %s; accepted: a contiguous array of %s" % (
            parameter.name, type(array).__name__, getattr(array, "dtype", "no dtype"), _DTYPES[parameter.type].__name__))
    return array.ctypes.data_as(parameter.ctype())


def call(name: str, *inputs: Any) -> Any:
    """Call a function of the library.

    Parameters
    ----------
    name : str
        Its name in C.
    *inputs
        What the call reads, in the order of C: numbers, handles, arrays, counts, callbacks. Left out are the error
        record, `user`, buffers of text, single values and handles that the call writes, and arrays whose count is a
        parameter of its own. Other arrays that the call writes are passed.

    Returns
    -------
    object
        What the call writes, in the order of C: None, one value, or a tuple.

    Raises
    ------
    Error
        The call failed.
    """
    known, given = function(name), iter(inputs)
    if known.frees and getattr(inputs[0] if inputs else None, "_free", None) is known.call:
        return inputs[0]._release()  # so that the object does not free it once more
    values: List[Any] = []
    owners: List[Any] = []
    places: List[int] = []  # of the owners
    outputs: List[Any] = []
    counts: Dict[str, Any] = {}
    arrays: Dict[int, Any] = {}  # by their places
    buffer_at = None
    names = {parameter.name for parameter in known.parameters if not parameter.meaning}
    for parameter in known.parameters:
        meaning = parameter.meaning
        if meaning == "user" or (buffer_at is not None and parameter.name in ("capacity", "length")):
            values.append(None)
        elif meaning in ("text", "bytes"):
            buffer_at = len(values)
            values.append(None)
        elif meaning == "create":
            outputs.append((parameter, ctypes.c_void_p()))
            values.append(ctypes.byref(outputs[-1][1]))
        elif meaning == "out":
            outputs.append((parameter, _SCALARS[parameter.type]()))
            values.append(ctypes.byref(outputs[-1][1]))
        elif meaning == "out_array" and parameter.length in names:
            outputs.append((parameter, None))
            counts[parameter.name] = len(values)
            values.append(None)
        elif meaning == "error":
            record = _Record()
            values.append(ctypes.byref(record))
        else:
            value = next(given, given)
            if value is given:
                raise TypeError("%s: there is no value for '%s'" % (name, parameter.name))
            if meaning in ("array", "out_array"):
                if meaning == "out_array":
                    outputs.append((parameter, value))
                if isinstance(value, numpy.ndarray) and len(values) in known.sizes:
                    arrays[len(values)] = value
                value = pointer(value, parameter)
            elif meaning == "handle":
                owners.append(value)
                places.append(len(values))
            values.append(_scalar(value, parameter) if meaning == "" else value)
    if next(given, given) is not given:
        raise TypeError("%s: too many values" % name)
    if arrays:
        known.check_sizes(arrays, values)
    for place, (parameter, held) in enumerate(outputs):
        if parameter.name in counts:
            held = numpy.zeros(int(values[known.places[parameter.length]]), _DTYPES[parameter.type])
            outputs[place] = (parameter, held)
            values[counts[parameter.name]] = pointer(held, parameter)
    try:
        running[id(values)] = owners  # before handles are read: Handle._release() takes its away before it looks here
        for place, owner in zip(places, owners):
            if getattr(owner, "_alone", False):
                _check_alone(owner, values, known.parameters[place].name)
        for place, owner in zip(places, owners):
            values[place] = _handle(owner, known.parameters[place])
        if buffer_at is not None:
            return _buffer(known, values, buffer_at, record)
        with uninterrupted() if known.releases else contextlib.nullcontext():
            result = _run(known, values)
    finally:
        running.pop(id(values), None)
    if known.fails and result != 0:
        raise error_of(result, record.message.decode("utf-8", "replace"))
    if known.result == "string":
        return result.decode()
    made = [_output(parameter, held) for parameter, held in outputs]
    return None if not made else made[0] if len(made) == 1 else tuple(made)


_LEAST_AND_MOST = {"i32": (-2 ** 31, 2 ** 31 - 1), "i64": (-2 ** 63, 2 ** 63 - 1), "u64": (0, 2 ** 64 - 1),
                   "size": (0, 2 ** 64 - 1), "status": (-2 ** 31, 2 ** 31 - 1)}


def _scalar(value: Any, parameter: Parameter) -> Any:
    """Return a number as C takes it. Whole floats count as integers; what does not fit is refused by its name."""
    if parameter.type in _LEAST_AND_MOST:
        number = whole(value, parameter.name)
        least, most = _LEAST_AND_MOST[parameter.type]
        if not least <= number <= most:
            raise TypeError("argument '%s' = %r; accepted: a whole number from %d to %d" % (parameter.name, value, least, most))
        return number
    if isinstance(value, (str, bytes, bytearray, bool, numpy.bool_)) or value is None:
        raise TypeError("argument '%s' = %r; accepted: a number" % (parameter.name, value))
    try:
        return float(value)
    except OverflowError:
        raise ValueError("argument '%s' = a number beyond doubles; accepted: a number" % parameter.name) from None
    except (TypeError, ValueError):
        raise TypeError("argument '%s' = a %s; accepted: a number" % (parameter.name, type(value).__name__)) from None


# Types of the handles that callbacks are given, as numbers. Other numbers are no handles: C would take them as addresses.
_GIVEN = {given.type for signature in CALLBACKS.values() for given in _parsed(signature)[1] if given.meaning == "handle"}


def _is_of(value: Any, kind: str) -> bool:
    """Return whether an object owns a handle of this kind. A fit in place of a curve is none."""
    if not hasattr(type(value), "_as_parameter_"):
        return False
    return kind not in HANDLES or getattr(value, "_free", None) is function(HANDLES[kind]).call


def _handle(value: Any, parameter: Parameter) -> Any:
    """Return the handle of an object, an address that a callback was given, or None."""
    if value is None or isinstance(value, ctypes.c_void_p) or (isinstance(value, int) and parameter.type in _GIVEN):
        return value
    if not _is_of(value, parameter.type):
        shown = repr(value) if isinstance(value, (int, float, numpy.number)) else "a " + type(value).__name__
        raise TypeError("argument '%s' = %s; accepted: a dpcvx.%s%s" % (
            parameter.name, shown, "".join(part.capitalize() for part in parameter.type.split("_")[1:]),
            way_to_curve(value) if parameter.type == "dpcvx_curve" else ""))
    if value._as_parameter_ is None:
        raise ValueError("argument '%s' = a %s that was closed; accepted: one that is open" % (parameter.name, type(value).__name__))
    return value._as_parameter_


def _run(known: "Function", values: List[Any]) -> Any:
    """Call the library. An object of a wrong kind is told by the name of its parameter."""
    try:
        return known.call(*values)
    except ctypes.ArgumentError as problem:
        place = re.match(r"argument (\d+)", str(problem))
        if place is None:
            raise
        at = int(place.group(1)) - 1
        raise TypeError("argument '%s' = a %s; accepted: a dpcvx object for it" % (
            known.parameters[at].name, type(values[at]).__name__)) from None


def _output(parameter: Parameter, held: Any) -> Any:
    if parameter.meaning == "create":
        from dpcvx._handles import adopted  # which stands on this module
        return adopted(parameter.type, held)
    return held if isinstance(held, numpy.ndarray) or held is None else held.value


def _buffer(known: Function, values: List[Any], at: int, record: _Record) -> Any:
    """Call twice: for the length, then for the text or the bytes. A ledger may grow in between: then with twice the room."""
    is_text = known.parameters[at].meaning == "text"
    length = ctypes.c_size_t()
    buffer: Any = None
    while True:
        values[at:at + 3] = [buffer, 0 if buffer is None else len(buffer), ctypes.byref(length)]
        status = _run(known, values)
        if status == enums.Status.CAPACITY and buffer is not None:
            buffer = ctypes.create_string_buffer(2 * len(buffer))
            continue
        if status != 0:
            raise error_of(status, record.message.decode("utf-8", "replace"))
        if buffer is not None:
            held = buffer.raw[:length.value]
            return held.decode("utf-8") if is_text else held
        buffer = ctypes.create_string_buffer(length.value + (1 if is_text else 0))


def version() -> str:
    """Return the version of the library, such as "0.1.0"."""
    return call("dpcvx_version")


def status_name(status: int) -> str:
    """Return the name of a status as the C headers spell it, such as "DPCVX_ERR_BUDGET"."""
    return call("dpcvx_status_name", status)
