"""Privacy: curves, budgets, guarantees. dpcvx/privacy.h has formulas and sources."""
import contextlib
import json
import os
import re
from typing import Any, Iterator, Optional, Tuple, Union

from dpcvx._arrays import bytes_of, key_of, text_of, wrong
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import member, real
from dpcvx._library import Error, call
from dpcvx._shown import page
from dpcvx._told import tell_all, tell_of, weak_privacy
from dpcvx._words import counted
from dpcvx.calibration import calibrate_gdp, calibrate_zcdp
from dpcvx.curve import Curve

Name = Union[str, int]
Path = Union[str, bytes, "os.PathLike[Any]"]


class Guarantee(Handle, handle="dpcvx_guarantee"):
    """The record of a release: unit, adjacency, curve, constants, and which of them are assumed.

    Attributes
    ----------
    notes : tuple of str
        What is assumed of names and classes. text() and json() have it too.
    """

    notes: Tuple[str, ...] = ()

    def __init__(self) -> None:
        raise TypeError("a Guarantee comes with a release or a fit")

    def curve(self) -> Curve:
        """Return its privacy as a curve. It keeps unit and adjacency: budgets and accountants of others refuse it."""
        return call("dpcvx_guarantee_curve", self)

    @property
    def adjacency(self) -> enums.Adjacency:
        """Which datasets are neighbours."""
        return enums.Adjacency(call("dpcvx_guarantee_terms", self)[0])

    @property
    def unit(self) -> enums.Unit:
        """Whose data are protected."""
        return enums.Unit(call("dpcvx_guarantee_terms", self)[1])

    def epsilon(self, delta: float) -> float:
        """Return the least epsilon that is proved at this delta."""
        return call("dpcvx_guarantee_epsilon", self, delta)

    def constant(self, name: str) -> Tuple[float, enums.Origin]:
        """Return a constant of the record and its origin: enforced, assumed or public."""
        value, origin = call("dpcvx_guarantee_constant", self, text_of(name, "name"))
        return value, enums.Origin(origin)

    def __repr__(self) -> str:
        return "<dpcvx.Guarantee: %s>" % next((line for line in self.text().splitlines() if line.startswith("Privacy")), "")

    def _repr_html_(self) -> str:
        lines = [line.partition(": ") for line in self.text().splitlines() if re.match(r"[A-Z][^:]*: ", line)]
        return page("Guarantee", [(name, said) for name, _, said in lines if name not in ("Note", "Assumed")], self.text())

    def text(self) -> str:
        """Return the record as human-readable text."""
        return call("dpcvx_guarantee_to_text", self) + "".join("%s\n" % text for text in self.notes)

    def json(self) -> str:
        """Return the record as a JSON object."""
        text = call("dpcvx_guarantee_to_json", self)
        if not self.notes:
            return text
        record = json.loads(text)
        record["notes"] = record.get("notes", []) + list(self.notes)
        return json.dumps(record, separators=(",", ":"))


def _encoded(path: Path) -> bytes:
    """Return a path as the system has it, which ends at its first NUL."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise wrong(TypeError, "path", repr(path), "the name of the ledger's file: a str, bytes or os.PathLike")
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError("argument 'path' = %r; accepted: a name without NUL" % (path,))
    return encoded


@with_options(options.BUDGET_OPTION)
class Budget(Handle, handle="dpcvx_budget"):
    """A ledger with a hard limit (epsilon, delta). A release that does not fit is refused before it reads data.

    Parameters
    ----------
    epsilon, delta : float
        The limit.
    adjacency : str or dpcvx.enums.Adjacency
        "replace_one" (default) or "add_remove".
    unit : str or dpcvx.enums.Unit
        "record" (default) or "user": whose data are protected.
    **options
        filter, rdp_order, basic_epsilon_fraction, basic_delta_fraction. The filter says how charges add up. By default it is
        "gdp" where delta > 0, by sums of mu^2, and else "basic", by sums of epsilon and of delta. With "gdp" many small charges cost
        less than their epsilons together. Estimators charge any but "rdp", searches "basic" ones.

    Examples
    --------
    >>> budget = dpcvx.Budget(epsilon=1.0, delta=1e-6, unit="user")
    >>> budget.charge(budget.price(0.5), label="a count")
    >>> budget.figure("charges"), budget.can_charge(budget.price(1.0)), budget.can_charge(dpcvx.Curve.gdp(1.0))
    (1, True, False)
    """

    in_file = False  # whether it is kept in a ledger's file
    is_rehearsal = False
    _label = ""  # of the block that runs

    def __init__(self, epsilon: float, delta: float, adjacency: Name = "replace_one",
                 unit: Name = "record", **options_given: Any):
        given = Options(options.BUDGET_OPTION, options_given)
        self._own(call("dpcvx_budget_create", epsilon, delta, member(enums.Adjacency, adjacency, "adjacency"),
                       member(enums.Unit, unit, "unit"), given))
        tell_all(weak_privacy(epsilon, delta, _FEWEST_UNITS))

    @classmethod
    @with_options(options.BUDGET_OPTION)
    def create_ledger(cls, path: Path, epsilon: float, delta: float, adjacency: Name = "replace_one",
                      unit: Name = "record", key: bytes = b"", **options_given: Any) -> "Budget":
        """Return a budget whose ledger is a new file.

        Each charge is on the disk before data are read. One process at a time has the file, until close() or the end
        of a with block. A process that is killed has left all that it went by. Epsilon to unit are those of Budget.

        Parameters
        ----------
        path : str or os.PathLike
            A name that no file has.
        adjacency : str
            "add_remove" where estimates of columns that lack values are to come: under "replace_one" they are refused.
        key : bytes
            16 secret bytes, which show forged charges. Without a key damage alone is seen.

        Examples
        --------
        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "census.ledger")
        >>> with dpcvx.Budget.create_ledger(path, 1.0, 1e-6, unit="user") as budget:
        ...     budget.describe("time_span", "one day of a user")
        ...     budget.charge(budget.price(0.5), label="a count")
        ...     frames, head = budget.figure("ledger_frames"), budget.figure("ledger_head")
        >>> with dpcvx.Budget.open_ledger(path, frames=frames, head=head) as budget:
        ...     budget.figure("charges")
        1
        """
        given, key = Options(options.BUDGET_OPTION, options_given), key_of(key)
        made = _kept(call("dpcvx_budget_create_ledger", _encoded(path), key or None, len(key), epsilon, delta,
                          member(enums.Adjacency, adjacency, "adjacency"), member(enums.Unit, unit, "unit"), given))
        for one in weak_privacy(epsilon, delta, _FEWEST_UNITS):
            tell_of(made, *one)
        return made

    @classmethod
    def open_ledger(cls, path: Path, key: bytes = b"", frames: int = 0, head: int = 0) -> "Budget":
        """Return the budget of a ledger's file, with all charges so far.

        Parameters
        ----------
        path : str or os.PathLike
            The file that create_ledger() made.
        key : bytes
            The key that it was created with.
        frames, head : int
            Figures "ledger_frames" and "ledger_head", kept elsewhere. A ledger that did not go through them is refused.

        Warns
        -----
        LedgerCutWarning
            Where an end that was written in part was cut off. The figure "ledger_cut_bytes" says how many bytes.

        Raises
        ------
        LedgerStaleError
            For an older copy, or another ledger: it did not go through the figures that were kept.
        LedgerDamagedError
            For a file that is no whole ledger, or has another key.
        LedgerLockedError
            Where the file is open already, here or in another process. All three are LedgerErrors.
        """
        key = key_of(key)
        opened = _kept(call("dpcvx_budget_open_ledger", _encoded(path), key or None, len(key), frames, head))
        cut = opened.figure("ledger_cut_bytes")
        if cut > 0:
            tell_of(opened, "the ledger's last %s were no whole record, and were cut off. After a crash nothing is lost: no data were "
                    "read for that charge. A file that was shortened later may lack a charge: keep the figures 'ledger_frames' and "
                    "'ledger_head' elsewhere, and give them to open_ledger()." % counted(cut, "byte"), LedgerCutWarning)
        return opened

    @classmethod
    def load(cls, stored: bytes, key: bytes = b"") -> "Budget":
        """Return the budget whose save() gave these bytes. Go on with one of the two alone: each allows what is left."""
        stored, key = bytes_of(stored, "stored"), key_of(key)
        return call("dpcvx_budget_load", stored, len(stored), key or None, len(key))

    def close(self) -> None:
        """Free the budget, and unlock its ledger's file, which may be opened again. To close it again does nothing.

        Every other call with it is a ValueError from then on. While a call with it runs, in any thread, closing it is an
        Error with status STATE. A budget without a file is gone with what it counted: `save()` keeps it. A `with` block
        closes at its end.
        """
        self._release()

    def __enter__(self) -> "Budget":
        if self._as_parameter_ is None:
            raise ValueError("this Budget was closed; Budget.open_ledger opens a ledger's file again")
        return self

    def __exit__(self, *_raised: Any) -> None:
        self.close()

    def save(self) -> bytes:
        """Return the budget as bytes: its ledger with all charges."""
        return call("dpcvx_budget_save", self)

    def describe(self, field: Name, text: str) -> None:
        """Enter a field of the deployment's record: time_span, trust_model, unprotected or rationale.

        The texts stand in the ledger as the caller's words. The last text of a field counts.
        """
        call("dpcvx_budget_describe", self, member(enums.BudgetField, field, "field"), text_of(text, "text"))

    @contextlib.contextmanager
    def labelled(self, label: str) -> Iterator["Budget"]:
        """Begin the ledger's entries of a block with a label, such as the name of a question: at most 60 bytes.

        Examples
        --------
        >>> budget = dpcvx.Budget(1.0, 1e-6)
        >>> with budget.labelled("mean age"):
        ...     means = dpcvx.Estimate(dpcvx.Dataset([[40.0]] * 1000), budget, ranges=(0, 100), price=budget.price(epsilon=0.5))
        >>> "mean age: private mean" in budget.text()
        True
        """
        call("dpcvx_budget_set_label", self, text_of(label, "label"))
        outer, self._label = self._label, label
        try:
            yield self
        finally:
            self._label = outer
            if self._as_parameter_ is not None:
                call("dpcvx_budget_set_label", self, text_of(outer, "label"))

    def __reduce__(self) -> Any:
        raise TypeError("a Budget of dpcvx belongs to its process: it cannot be pickled, as n_jobs=2 of a cross-validation does. A "
                        "fitted estimator is, after set_params(budget=None). "
                        "Give n_jobs=1, or keep the budget as bytes by save()")

    def __copy__(self) -> "Budget":
        return self

    def __deepcopy__(self, _known: Any) -> "Budget":
        """Return the ledger itself: charges of a copy would be forgotten."""
        return self

    def price(self, share: Optional[float] = None, epsilon: Optional[float] = None, delta: Optional[float] = None) -> Curve:
        """Return a curve to charge: a share of what is left, or one of (epsilon, delta).

        Parameters
        ----------
        share : float
            Of what the filter counts: with "gdp" of mu^2, with "basic" of epsilon and delta. Half of the mu^2 is more than half
            of epsilon. It is of what is left: two calls that spend price(0.5) each leave a quarter.
        epsilon, delta : float
            Instead: what the release may come to by itself. The default of delta is that of the budget, and with "basic" the
            same share of it as epsilon is of the budget's. With "rdp" it is a Gaussian price, which the budget counts at its one
            order: it may refuse one of nearly its whole epsilon. price(1.0) grants all of it there.

        Examples
        --------
        >>> budget = dpcvx.Budget(1.0, 1e-6)
        >>> [round(price.epsilon(1e-6), 3) for price in (budget.price(0.5), budget.price(epsilon=0.5))]
        [0.689, 0.5]
        """
        if delta is not None and epsilon is None:
            raise wrong(TypeError, "delta", repr(delta), "one beside epsilon, such as price(epsilon=0.5, delta=1e-7)")
        if (share is None) == (epsilon is None):
            raise TypeError("Budget.price takes a share of what is left, such as price(0.5), or epsilon, such as price(epsilon=0.5)")
        if epsilon is None:
            return call("dpcvx_budget_price", self, share)
        if not real(epsilon, "epsilon") > 0:
            raise wrong(ValueError, "epsilon", repr(epsilon), "a number above 0")
        if delta is not None and not 0 <= real(delta, "delta") < 1:
            raise wrong(ValueError, "delta", repr(delta), "a number in [0, 1)")
        kind, adds_up = self.figure("filter"), self.takes_pairs()
        if delta is None:
            delta = self.figure("delta") * (min(1.0, epsilon / self.figure("epsilon")) if adds_up else 1.0)
        if not adds_up and delta > 0 and kind in (enums.Filter.GDP, enums.Filter.RDP):
            return Curve.gdp(calibrate_gdp(epsilon, delta))
        if not adds_up and delta > 0 and kind == enums.Filter.ZCDP:
            return Curve.zcdp(calibrate_zcdp(epsilon, delta))
        return Curve.approximate(epsilon, delta) if delta > 0 else Curve.pure(epsilon)

    @property
    def spent(self) -> float:
        """The epsilon of all charges so far together, at the budget's delta.

        Examples
        --------
        >>> budget = dpcvx.Budget(1.0, 1e-6)
        >>> budget.charge(budget.price(epsilon=0.5))
        >>> round(budget.spent, 3)
        0.5
        """
        return self.figure("epsilon_spent")

    @property
    def left(self) -> float:
        """The epsilon of one more charge that fits. By a filter other than "basic" several fit that add up to more."""
        return self.figure("epsilon_remaining")

    def takes_pairs(self) -> bool:
        """Return whether epsilons and deltas add up in it: filter "basic", or a basic sub-budget."""
        try:
            self.figure("basic_epsilon_remaining")
        except Error as problem:
            if problem.status != enums.Status.UNSUPPORTED:
                raise
            return False
        return True

    def can_charge(self, curve: Curve, count: int = 1) -> bool:
        """Return whether this charge fits, `count` times."""
        return bool(call("dpcvx_budget_can_charge", self, curve, count))

    def rehearsal(self) -> "Budget":
        """Return a budget that refuses what this one would, and never pays: nothing is charged or released.

        A release that this budget would take is an Error of status CANCELLED there. What it has left is what was left
        when it was made.

        Examples
        --------
        >>> import dpcvx
        >>> budget = dpcvx.Budget(1.0, 1e-6)
        >>> try:
        ...     dpcvx.Histogram(dpcvx.Dataset([[1.0], [2.0]]), budget.rehearsal(), edges=[0, 1, 3])
        ... except dpcvx.Error as problem:
        ...     problem.status.name, budget.figure("charges")
        ('CANCELLED', 0)
        """
        made = call("dpcvx_budget_create_rehearsal", self)
        made.is_rehearsal = True
        return made

    def charge(self, curve: Curve, count: int = 1, label: str = "") -> None:
        """Charge what something outside of the library cost.

        A curve that you made does not know whose data it protects. That its unit and its neighbours are the budget's is your word.
        Curves of a guarantee, a plan or an accountant know both, and so do compositions with one. Others than the budget's are
        refused. What curve.group() returns has the unit that you say.
        """
        call("dpcvx_budget_charge", self, curve, count, text_of(label, "label"))

    def charge_guarantee(self, release: Guarantee, label: str = "") -> None:
        """Charge a release that was made on another budget, such as a fit of fit_table, by the curve of its guarantee.

        A guarantee of another unit or adjacency is refused. The release has read the data already: fit_table(budget=...)
        charges a budget beforehand.
        """
        call("dpcvx_budget_charge_guarantee", self, release, text_of(label, "label"))

    def charge_at_delta(self, curve: Curve, delta: float, count: int = 1, label: str = "") -> None:
        """Charge a plan fixed beforehand as the (epsilon, delta) that it is at this delta, to the basic sub-budget."""
        call("dpcvx_budget_charge_at_delta", self, curve, count, delta, text_of(label, "label"))

    def odometer(self, delta: float) -> float:
        """Return a bound on the loss of all charges so far that holds at every moment at once, except with probability delta.

        Where (epsilon, delta) charges are in the basic sub-budget, it is the epsilon of a statement on events alone. Up to a
        stop at a reading of at most epsilon, P(S) <= e^epsilon P'(S) + delta + the sum of their deltas.
        """
        return call("dpcvx_budget_odometer", self, delta)

    def figure(self, name: str) -> Any:
        """Return a figure: "epsilon_spent", "charges", "main_remaining", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.BUDGET_FIGURE, name)

    def json(self) -> str:
        """Return the ledger as a JSON object."""
        return call("dpcvx_budget_to_json", self)

    def text(self) -> str:
        """Return the ledger as human-readable text."""
        return call("dpcvx_budget_to_text", self)

    def __repr__(self) -> str:
        if self._as_parameter_ is None:
            return "<dpcvx.Budget, closed>"
        return "<dpcvx.Budget%s epsilon=%g, delta=%g, %s, epsilon spent %.4g>" % (
            ", a rehearsal," if self.is_rehearsal else "", self.figure("epsilon"), self.figure("delta"),
            counted(self.figure("charges"), "charge"), self.figure("epsilon_spent"))

    def _repr_html_(self) -> str:
        if self._as_parameter_ is None:
            return page("Budget", [("state", "closed")], "")
        names = ("epsilon", "delta", "unit", "adjacency", "charges", "epsilon_spent", "epsilon_remaining")
        rows = [(name.replace("_", " "), _shown(self.figure(name))) for name in names]
        if self.in_file:
            rows += [(name.replace("_", " "), str(self.figure(name))) for name in ("ledger_frames", "ledger_head")]
        return page("Budget", rows, self.text())


def _kept(made: Budget) -> Budget:
    made.in_file = True
    return made


_FEWEST_UNITS = 100  # of which a delta of a budget is to tell less than one


def budget_of(value: Any) -> Budget:
    """Return a budget. A number is refused: it lacks a delta, and would not add up over calls."""
    if not isinstance(value, Budget):
        raise wrong(TypeError, "budget", repr(value), "a dpcvx.Budget, such as dpcvx.Budget(1.0, 1e-6)")
    return value


class LedgerCutWarning(UserWarning):
    """The end of a ledger's file was written in part, and was cut off."""


def _shown(value: Any) -> str:
    return value.name.lower().replace("_", " ") if hasattr(value, "name") else "%g" % value
