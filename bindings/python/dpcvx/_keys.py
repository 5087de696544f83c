"""Families of keys: options that are set, and figures that are read."""
import enum
import numbers
from typing import Any, Dict, Iterable, NamedTuple, Optional, Sequence, Type, Union


class Key(NamedTuple):
    """A key of a family: its number, "f64" or "i64", the enumeration of its values if it has one, and its comment."""

    number: int
    type: str
    enumeration: Optional[Type[enum.IntEnum]]
    doc: str


class Family(NamedTuple):
    """Keys by their names. `functions` makes options, or reads figures by type. `doc` is the comment of the headers."""

    name: str
    functions: Union[str, Dict[str, str]]
    keys: Dict[str, Key]
    doc: str = ""

    def find(self, name: str, without: Iterable[str] = ()) -> Key:
        """Return the key of this name; ValueError lists those that there are, without some."""
        if name not in self.keys:
            what = self.name.rsplit("_", 1)[1].lower()
            raise ValueError("no %s %r; there are %s" % (what, name, ", ".join(sorted(set(self.keys) - set(without)))))
        return self.keys[name]


def member(kind: Type[enum.IntEnum], value: Any, what: str, among: Sequence[enum.IntEnum] = ()) -> enum.IntEnum:
    """Return the member of an enumeration that a name in lower case, a member, or a number stands for; `among` limits them."""
    allowed = among or list(kind)
    for one in allowed:
        if value == one or (isinstance(value, str) and value.upper() == one.name):
            return one
    raise ValueError("argument '%s': there is no %s %r; there are %s" % (
        what, what, value, ", ".join(sorted(one.name.lower() for one in allowed))))


def whole(value: Any, what: str) -> int:
    """Return a whole number; what is none is refused, not cut."""
    if isinstance(value, numbers.Integral):
        return int(value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if isinstance(value, str) or not number.is_integer():
        raise TypeError("argument '%s' = %r; accepted: a whole number" % (what, value))
    return int(number)


def real(value: Any, what: str) -> float:
    """Return a number; text and bool are refused."""
    if isinstance(value, (str, bytes, bytearray, bool)) or type(value).__name__ == "bool_":
        raise TypeError("argument '%s' = %r; accepted: a number" % (what, value))
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError("argument '%s' = a %s; accepted: a number" % (what, type(value).__name__)) from None


def known_member(kind: Type[enum.IntEnum], value: int) -> Union[enum.IntEnum, int]:
    """Return the member with this number, or the number where there is none, such as 0 for "none"."""
    try:
        return kind(value)
    except ValueError:
        return value
