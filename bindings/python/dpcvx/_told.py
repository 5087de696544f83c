"""Warnings, which name the caller's line."""
import contextlib
import os
import sys
import warnings
from typing import Iterable, Iterator, List, NamedTuple, Type

_INSIDE = (os.path.dirname(os.path.abspath(__file__)) + os.sep, contextlib.__file__)


class NoiseWarning(UserWarning):
    """The noise hides what was released: it is charged all the same."""


class WeakPrivacyWarning(UserWarning):
    """The guarantee that was asked for says little: epsilon is large, or delta is at least 1 over the number of units."""


class SlowWarning(UserWarning):
    """A fit is expected to take minutes or more, by a public model of its method. It comes before the charge."""


class MissingWarning(UserWarning):
    """A value is missing: nothing is predicted for its row, and a local report takes another in its place."""


class Told(NamedTuple):
    """A warning that is given once arguments are known to be right."""

    text: str
    category: Type[Warning]


def tell(text: str, category: Type[Warning]) -> None:
    """Warn, at the line outside of this package that led here."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_INSIDE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


def tell_of(released: object, text: str, category: Type[Warning]) -> None:
    """Warn of what was charged. Where a filter makes the warning an error, its `released` holds it: nothing is lost."""
    try:
        tell(text, category)
    except Warning as raised:
        raised.released = released  # type: ignore[attr-defined]
        raise


def tell_all(told: Iterable[Told]) -> None:
    """Give warnings in their order, at the line outside of this package that led here."""
    for one in told:
        tell(*one)


@contextlib.contextmanager
def gathered() -> Iterator[List[Told]]:
    """Hold back the warnings of a block, to be given once arguments are known to be right."""
    told: List[Told] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield told
    told += [Told(str(one.message), one.category) for one in caught]


LARGE_EPSILON = 20.0


def weak_privacy(epsilon: float, delta: float, units: int) -> Iterable[Told]:
    """Return what is to be told of an (epsilon, delta) for so many units.

    At epsilon = 20 an attack may be right with odds of e^20, 5e8 to 1. A mechanism that publishes each unit's data with
    probability delta is (0, delta)-private, and publishes one of 1 / delta units.
    """
    if units > 0 and delta >= 1 / units:
        yield Told("delta = %g is at least 1 / %d, 1 over the number of units: it does not rule out that some unit's data are "
                   "told in full. As a rule delta is 1e-6 or less." % (delta, units), WeakPrivacyWarning)
    if epsilon >= LARGE_EPSILON:
        yield Told("epsilon = %g protects next to nothing: what is released may be e^%g times as likely with one unit's data as "
                   "without. As a rule epsilon is 10 or less." % (epsilon, epsilon), WeakPrivacyWarning)
