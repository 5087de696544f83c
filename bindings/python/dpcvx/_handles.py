"""Handles of the library: Python objects that own one each, and free it."""
import ctypes
from typing import Any, Dict, Optional, Type

from dpcvx._generated import enums
from dpcvx._generated.functions import HANDLES
from dpcvx._keys import Family, Key, known_member, member, real, whole
from dpcvx._library import Error, call, error_of, function, in_use
from dpcvx._unread import refuse_unread


class Handle:
    """Owns a handle of the library, which is freed with this object. One thread may use it at a time."""

    _classes: Dict[str, Type["Handle"]] = {}
    _as_parameter_: Optional[ctypes.c_void_p] = None
    _alone = False  # whether calls are refused while another one uses it: what they change would be torn
    _free: Any = None

    def __init_subclass__(cls, handle: Optional[str] = None, **more):
        super().__init_subclass__(**more)
        made = cls.__dict__.get("__init__")
        if made is not None and made.__doc__ is None:
            made.__doc__ = "Make it: the class says what the parameters are."
        if handle is not None:
            cls._free = staticmethod(function(HANDLES[handle]).call)
            Handle._classes[handle] = cls

    def __del__(self):
        held = self.__dict__.pop("_as_parameter_", None)
        if held:  # no call with this object runs, since one would refer to it
            self._free(held)

    def _check_unused(self, done: str) -> None:
        if in_use(self):
            raise Error(enums.Status.STATE, "this %s cannot be %s while a call with it runs" % (type(self).__name__, done))

    def _release(self) -> None:
        """Free the handle, once. Calls with this object are refused from then on. It is refused while one runs."""
        self._check_unused("closed")
        held = self.__dict__.pop("_as_parameter_", None)  # by one operation, since two threads may be here
        try:
            self._check_unused("closed")  # a call may have begun, and have read the handle
        except Error:
            self._as_parameter_ = held
            raise
        if held:
            self._free(held)

    def __reduce__(self):
        raise TypeError("this %s of dpcvx belongs to its process: it cannot be pickled or copied%s" % (
            type(self).__name__, ". Its json() and text() keep what it says" if hasattr(self, "json") else ""))

    def _own(self, made: "Handle") -> None:
        """Take the handle that another object owns. The one held before is freed with that object."""
        self._check_unused("made anew")
        self._as_parameter_, made._as_parameter_ = made._as_parameter_, self._as_parameter_

    def _read(self, family: Family, name: str, *before: Any) -> Any:
        """Read a figure by its name: enumerations as members, counts and flags as int, others as float."""
        key = family.find(name)
        value = call(family.functions[key.type], self, *before, key.number)  # type: ignore[index]
        return value if key.enumeration is None else known_member(key.enumeration, value)


def adopted(kind: str, held: ctypes.c_void_p) -> Optional[Handle]:
    """Return the object that owns a handle which a call has made."""
    if not held:
        return None
    if kind not in Handle._classes:  # one that no room wraps
        type(kind, (Handle,), {}, handle=kind)
    cls = Handle._classes[kind]
    made = cls.__new__(cls)
    made._as_parameter_ = held
    return made


class Reported:
    """What states itself in lines for people by text(), as all objects do that state a guarantee."""

    def text(self) -> str:
        """Return what the object states as human-readable text."""
        raise NotImplementedError

    def report(self) -> str:
        """Return text(): the same lines by another name. `LocalProtocol.report` is another thing: what a device sends of its value."""
        return self.text()


class Options(Handle, handle="dpcvx_options"):
    """Settings of a call, by their names in a family. Those that the call does not read are refused: `unread` says where they act."""

    def __init__(self, family: Family, given: Dict[str, Any], unread: Optional[Dict[str, str]] = None):
        refuse_unread(given, unread or {})
        self._own(call(str(family.functions)))
        for name, value in given.items():
            if value is not None:
                self._set(name, family.find(name, unread or ()), value)

    def _set(self, name: str, key: Key, value: Any) -> None:
        try:
            if key.type == "f64":
                call("dpcvx_options_set_f64", self, key.number, real(value, name))
            elif key.enumeration is not None and isinstance(value, str):
                call("dpcvx_options_set_i64", self, key.number, int(member(key.enumeration, value, name)))
            else:
                call("dpcvx_options_set_i64", self, key.number, whole(value, name))
        except Error as problem:
            accepted = str(problem).partition("accepted for %s: " % name)[2]
            if not accepted:
                raise
            raise error_of(int(problem.status), "argument '%s' = %r; accepted: %s" % (name, value, accepted)) from None


class UsersFunction(Handle, handle="dpcvx_users_function"):
    """A caller's function of sets of users."""


