"""Who owns the rows of a pass over parts: how many units there are, and that no user is in two parts."""
from typing import Any, Dict, List, Mapping, Optional

import numpy

from dpcvx._arrays import wrong
from dpcvx._ids import id_array, is_text
from dpcvx.model import Objective
from dpcvx.privacy import Budget
from dpcvx.solve import Plan

_MOST_OF_NOMINAL = 2  # as of one table in memory
FEW = "all parts together have at most twice the nominal number of units"  # what check_count() knows


def check_count(count: int, nominal: int, by_user: bool) -> None:
    """Refuse more units than sums may be of. What it refuses tells of the data."""
    if count > _MOST_OF_NOMINAL * nominal:
        raise wrong(ValueError, "nominal_units", nominal, "at least half the number of %s in all parts, which bounds the rounding "
                    "error of sums" % ("users" if by_user else "rows"))


def part_plan(budget: Budget, facts: Objective, given: Optional[Dict[str, Any]]) -> Plan:
    """Return the plan of a fit of parts, by the options that a caller gave by name."""
    if given is not None and not isinstance(given, Mapping):
        raise wrong(TypeError, "plan_options", repr(given), 'options of Plan by name, such as {"steps": 20}')
    strange = [name for name in given or {} if not isinstance(name, str) or name in ("budget", "objective")]
    if strange:
        raise wrong(ValueError, "plan_options", repr(given), 'options of Plan by name, such as {"steps": 20}, and not %r' % strange[0])
    return Plan(budget, facts, **(given or {}))


def units_of(users: Any, rows: int) -> int:
    """Return how many units rows of whole units are, sorted by user where users are the units."""
    return rows if users is None else min(rows, 1) + int(numpy.count_nonzero(users[1:] != users[:-1]))


class PartUnits:
    """The units of one pass. Of several parts it keeps 8 bytes a user: the id, or the hash of a text.

    A claim for users needs that no user is in two parts, which would count twice. Sums are divided by a nominal number, of which
    twice as many units may be there. What it refuses tells of the data.

    Parameters
    ----------
    nominal_units : int
        The public number of units.
    by_user : bool
        Whether users are the units, else rows.
    parts : int
        How many parts there are.
    """

    def __init__(self, nominal_units: int, by_user: bool, parts: int):
        self._nominal, self._by_user, self._compared = nominal_units, by_user, by_user and parts > 1
        self._count = 0
        self._ids: List[numpy.ndarray] = []
        self._is_text: Optional[bool] = None
        self.begin_part()

    def fresh(self) -> "PartUnits":
        """Return one like this before anything was counted."""
        return PartUnits(self._nominal, self._by_user, 2 if self._compared else 1)

    def begin_part(self) -> None:
        """Say that the rows that follow are of another part."""
        self._last: Any = None

    def add(self, users: Any, rows: int) -> None:
        """Count rows, sorted by user where users are the units."""
        if not self._by_user:
            self._count += rows
        elif rows > 0:
            self._check_kind(users)
            first = numpy.ones(rows, bool)
            first[1:] = users[1:] != users[:-1]
            first[0] = self._last is None or users[0] != self._last
            self._last = users[-1]
            self._count += int(first.sum())
            if self._compared:
                self._ids.append(id_array(users[first], "user"))
        check_count(self._count, self._nominal, self._by_user)

    def _check_kind(self, users: Any) -> None:
        # A number and its text are one user twice.
        text = is_text(users)
        if self._is_text not in (None, text):
            raise wrong(TypeError, "batches", "users that are text in some and numbers in others",
                        "ids of one kind in all batches and parts, which are compared")
        self._is_text = text

    def check_parts(self) -> None:
        """Refuse a user who is in two parts."""
        if not self._ids:
            return
        ids = numpy.sort(numpy.concatenate(self._ids))
        if bool(numpy.any(ids[1:] == ids[:-1])):
            raise wrong(ValueError, "batches", "parts that share a user", "parts with all rows of a user in one, since a user in two "
                        "counts twice")

    def checked(self) -> List[str]:
        """Return what is known after a pass that nothing was refused of."""
        return [FEW] + (["no user is in two parts, by comparing ids, or hashes of text"] if self._compared else [])
