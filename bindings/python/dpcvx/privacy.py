"""Privacy: curves, budgets, guarantees. dpcvx/privacy.h has formulas and sources."""
import ctypes
import os
from typing import Any, Iterable, Optional, Sequence, Tuple, Union

from dpcvx._arrays import bytes_of, integer_array, key_of, real_array, text_of
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._shown import page
from dpcvx._words import counted

Name = Union[str, int]
Path = Union[str, bytes, "os.PathLike[Any]"]


class Curve(Handle, handle="dpcvx_curve"):
    """How private something is, at every epsilon: the price of a release, or what a composition comes to.

    Examples
    --------
    >>> training = dpcvx.Curve.subsampled_gaussian(noise_multiplier=1.1, rate=0.01, steps=1000)
    >>> both = dpcvx.Curve.composition([training, dpcvx.Curve.laplace(20.0)], counts=[1, 12])
    >>> training.epsilon(1e-6) < both.epsilon(1e-6) < training.epsilon(1e-6) + 12 / 20
    True
    >>> round(dpcvx.Curve.gdp(1.0).delta(1.0), 4)
    0.1269
    """

    def __init__(self) -> None:
        raise TypeError("a Curve is made by Curve.gdp(mu), Curve.approximate(epsilon, delta), ...")

    @classmethod
    def gdp(cls, mu: float) -> "Curve":
        """Return mu-Gaussian differential privacy."""
        return call("dpcvx_curve_create_gdp", mu)

    @classmethod
    def gaussian(cls, noise_multiplier: float) -> "Curve":
        """Return Gaussian noise of this standard deviation over the sensitivity."""
        return call("dpcvx_curve_create_gaussian", noise_multiplier)

    @classmethod
    def laplace(cls, noise_multiplier: float) -> "Curve":
        """Return Laplace noise of this scale over the sensitivity."""
        return call("dpcvx_curve_create_laplace", noise_multiplier)

    @classmethod
    def pure(cls, epsilon: float) -> "Curve":
        """Return (epsilon, 0)-differential privacy."""
        return call("dpcvx_curve_create_pure", epsilon)

    @classmethod
    def approximate(cls, epsilon: float, delta: float) -> "Curve":
        """Return (epsilon, delta)-differential privacy."""
        return call("dpcvx_curve_create_approximate", epsilon, delta)

    @classmethod
    def zcdp(cls, rho: float) -> "Curve":
        """Return rho-zero-concentrated differential privacy."""
        return call("dpcvx_curve_create_zcdp", rho)

    @classmethod
    def bounded_range(cls, epsilon: float) -> "Curve":
        """Return epsilon-bounded range, as of the exponential mechanism."""
        return call("dpcvx_curve_create_bounded_range", epsilon)

    @classmethod
    def rdp(cls, orders: Any, epsilons: Any) -> "Curve":
        """Return Renyi differential privacy, one epsilon an order."""
        orders, epsilons = real_array(orders, "orders"), real_array(epsilons, "epsilons")
        _same_length("orders", orders, "epsilons", epsilons)
        return call("dpcvx_curve_create_rdp", orders, epsilons, len(orders))

    @classmethod
    def gdp_mixture(cls, mus: Any, probabilities: Any) -> "Curve":
        """Return mus[k]-GDP with probability probabilities[k], regardless of the data."""
        mus, probabilities = real_array(mus, "mus"), real_array(probabilities, "probabilities")
        _same_length("mus", mus, "probabilities", probabilities)
        return call("dpcvx_curve_create_gdp_mixture", mus, probabilities, len(mus))

    @classmethod
    def subsampled_gaussian(cls, noise_multiplier: float, rate: float, steps: int = 1, sampling: Name = "poisson") -> "Curve":
        """Return `steps` Gaussian releases of random batches: DP-SGD, for example.

        Parameters
        ----------
        noise_multiplier : float
            Standard deviation of the noise over the sensitivity.
        rate : float
            The share of the units in a batch.
        steps : int
            How many releases.
        sampling : str
            "poisson": by independent coins, for neighbours that add or remove a unit. "without_replacement": of a fixed size,
            for neighbours that replace one, as budgets have them by default. "poisson_replace_one": by independent coins, for
            neighbours that replace one.
        """
        return call("dpcvx_curve_create_subsampled_gaussian", member(enums.Sampling, sampling, "sampling"),
                    noise_multiplier, rate, steps)

    @classmethod
    def random_allocation(cls, noise_multiplier: float, steps: int, participations: int = 1) -> "Curve":
        """Return Gaussian releases where each unit is in exactly `participations` of the steps, drawn for each unit alone.

        It is for neighbours that add or remove a unit. All steps together are one curve.

        Examples
        --------
        >>> epoch = dpcvx.Curve.random_allocation(1.0, steps=1000)
        >>> 0.17 < epoch.epsilon(1e-6) < 0.18
        True
        """
        return call("dpcvx_curve_create_random_allocation", noise_multiplier, steps, participations)

    @classmethod
    def test_release(cls, test_epsilon: float, test_delta: float, mu: float) -> "Curve":
        """Return a test whose passing is (test_epsilon, test_delta)-DP, and mu-GDP noise if it passes (propose-test-release)."""
        return call("dpcvx_curve_create_test_release", test_epsilon, test_delta, mu)

    @classmethod
    def randomized_response(cls, noise_parameter: float, categories: int) -> "Curve":
        """Return randomized response: a uniform answer with probability noise_parameter, else the truth."""
        return call("dpcvx_curve_create_randomized_response", noise_parameter, categories)

    @classmethod
    def discrete_laplace(cls, decay: float, shift: int = 1) -> "Curve":
        """Return noise on whole numbers, of probabilities like e^(-decay |x|), for this l1 sensitivity."""
        return call("dpcvx_curve_create_discrete_laplace", decay, shift)

    @classmethod
    def discrete_gaussian(cls, sigma: float, shift: int = 1) -> "Curve":
        """Return noise on a whole number, of probabilities like e^(-x^2 / (2 sigma^2)), for this sensitivity."""
        return call("dpcvx_curve_create_discrete_gaussian", sigma, shift)

    @classmethod
    def shuffled(cls, epsilon0: float, users: int) -> "Curve":
        """Return shuffled reports of the same epsilon0-DP randomizer. `users` counts those who did report.

        Examples
        --------
        >>> dpcvx.Curve.shuffled(2.0, 10000).epsilon(1e-6) < 0.12
        True
        """
        return call("dpcvx_curve_create_shuffled", epsilon0, users)

    @classmethod
    def shuffled_response(cls, noise_parameter: float, categories: int, users: int) -> "Curve":
        """Return shuffled reports of randomized_response(noise_parameter, categories)."""
        return call("dpcvx_curve_create_shuffled_response", noise_parameter, categories, users)

    @classmethod
    def iteration(cls, sensitivity: float, noise: float, steps: int, contraction: float = 1.0, batches: int = 1,
                  diameter: float = float("inf"), position: Optional[int] = None) -> "Curve":
        """Return the last iterate of noisy gradient steps, without averages and momentum, of step size at most 2 / beta.

        Parameters
        ----------
        sensitivity, noise : float
            How far one unit moves a step, and the standard deviation of a step's noise, in units of the iterate.
        contraction : float
            By what factor a step brings points closer: below 1 for strongly convex losses.
        batches, diameter
            Every `batches`-th step meets a unit. All iterates are in a public convex set of this diameter.
        position : int
            Instead: the one step that meets the unit, from 1 on.
        """
        if position is not None:
            return call("dpcvx_curve_create_iteration_at", sensitivity, noise, contraction, position, steps)
        return call("dpcvx_curve_create_iteration", sensitivity, noise, contraction, batches, steps, diameter)

    @classmethod
    def losses(cls, losses: Any, probabilities: Any, infinite: float = 0.0) -> "Curve":
        """Return a privacy loss distribution by points: probabilities[i] of losses[i] under the first of two laws."""
        losses, probabilities = real_array(losses, "losses"), real_array(probabilities, "probabilities")
        _same_length("losses", losses, "probabilities", probabilities)
        return call("dpcvx_curve_create_losses", losses, probabilities, len(losses), infinite)

    def sampled(self, rate: float, sampling: Name = "poisson") -> "Curve":
        """Return what this one event costs if it meets a random batch of the units instead of all."""
        return call("dpcvx_curve_create_sampled", self, member(enums.Sampling, sampling, "sampling"), rate)

    @classmethod
    def composition(cls, parts: Sequence["Curve"], counts: Any = None) -> "Curve":
        """Return what `parts` come to together, part k counts[k] times."""
        if not isinstance(parts, Iterable) or not all(isinstance(part, Curve) for part in parts):
            raise TypeError("argument 'parts' = %r; accepted: a list of dpcvx.Curve" % (parts,))
        counts = integer_array([1] * len(parts) if counts is None else counts, "counts")
        if len(counts) != len(parts):
            raise ValueError("%s and %s" % (counted(len(parts), "part"), counted(len(counts), "count")))
        held = (ctypes.c_void_p * len(parts))(*[part._as_parameter_ for part in parts])
        return call("dpcvx_curve_create_composition", held, counts, len(parts))

    def group(self, size: int) -> "Curve":
        """Return what it says of groups of up to `size` units that change together: all records of a user, say."""
        return call("dpcvx_curve_create_group", self, size)

    def member(self, size: int) -> "Curve":
        """Return the price of one unit whose groups of `size` stay within this: the way back from group()."""
        return call("dpcvx_curve_create_member", self, size)

    def epsilon(self, delta: float) -> float:
        """Return the least epsilon that is proved at this delta, rounded up."""
        return call("dpcvx_curve_epsilon", self, delta)

    def delta(self, epsilon: float) -> float:
        """Return the least delta that is proved at this epsilon, rounded up."""
        return call("dpcvx_curve_delta", self, epsilon)

    def delta_bounds(self, epsilon: float) -> Tuple[float, float]:
        """Return bounds on the true delta at this epsilon, from below and from above."""
        return call("dpcvx_curve_delta_bounds", self, epsilon)

    def gdp_mu(self) -> float:
        """Return the least mu for which it is mu-GDP."""
        return call("dpcvx_curve_gdp_mu", self)

    def zcdp_rho(self) -> float:
        """Return the least rho for which it is rho-zCDP."""
        return call("dpcvx_curve_zcdp_rho", self)

    def renyi_epsilon(self, order: float) -> float:
        """Return the Renyi epsilon at an order."""
        return call("dpcvx_curve_rdp", self, order)

    def renyi_order(self, delta: float) -> float:
        """Return the order whose Renyi epsilon gives the least epsilon at this delta: a budget's `rdp_order`."""
        return call("dpcvx_curve_rdp_order", self, delta)

    def reference_mironov2017_epsilon(self, delta: float) -> float:
        """Return the epsilon that Mironov 2017, Proposition 3, gives at this delta, for comparison."""
        return call("dpcvx_reference_mironov2017_epsilon", self, delta)

    def json(self) -> str:
        """Return the events that it is composed of, as a JSON object."""
        return call("dpcvx_curve_to_json", self)

    def __repr__(self) -> str:
        text = self.json()
        return "<dpcvx.Curve %s>" % (text if len(text) < 200 else text[:200] + "...")


def _same_length(one: str, first: Any, other: str, second: Any) -> None:
    if len(first) != len(second):
        raise ValueError("%d %s and %d %s" % (len(first), one, len(second), other))


class Guarantee(Handle, handle="dpcvx_guarantee"):
    """The record of a release: unit, adjacency, curve, constants, and which of them are assumed."""

    def __init__(self) -> None:
        raise TypeError("a Guarantee comes with a release or a fit")

    def curve(self) -> Curve:
        """Return its privacy as a curve."""
        return call("dpcvx_guarantee_curve", self)

    def epsilon(self, delta: float) -> float:
        """Return the least epsilon that is proved at this delta."""
        return call("dpcvx_guarantee_epsilon", self, delta)

    def constant(self, name: str) -> Tuple[float, enums.Origin]:
        """Return a constant of the record and its origin: enforced, assumed or public."""
        value, origin = call("dpcvx_guarantee_constant", self, text_of(name, "name"))
        return value, enums.Origin(origin)

    def text(self) -> str:
        """Return the record as human-readable text."""
        return call("dpcvx_guarantee_to_text", self)

    def json(self) -> str:
        """Return the record as a JSON object."""
        return call("dpcvx_guarantee_to_json", self)


def _encoded(path: Path) -> bytes:
    """Return a path as the system has it, which ends at its first NUL."""
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
        filter ("gdp", "basic", "zcdp", "rdp"), rdp_order, basic_epsilon_fraction, basic_delta_fraction.

    Examples
    --------
    >>> budget = dpcvx.Budget(epsilon=1.0, delta=1e-6, unit="user")
    >>> budget.charge(budget.price(0.5), label="a count")
    >>> budget.figure("charges"), budget.can_charge(budget.price(1.0)), budget.can_charge(dpcvx.Curve.gdp(1.0))
    (1, True, False)
    """

    def __init__(self, epsilon: float, delta: float, adjacency: Name = enums.Adjacency.REPLACE_ONE,
                 unit: Name = enums.Unit.RECORD, **options_given: Any):
        given = Options(options.BUDGET_OPTION, options_given)
        self._own(call("dpcvx_budget_create", epsilon, delta, member(enums.Adjacency, adjacency, "adjacency"),
                       member(enums.Unit, unit, "unit"), given))

    @classmethod
    @with_options(options.BUDGET_OPTION)
    def create_ledger(cls, path: Path, epsilon: float, delta: float, adjacency: Name = enums.Adjacency.REPLACE_ONE,
                      unit: Name = enums.Unit.RECORD, key: bytes = b"", **options_given: Any) -> "Budget":
        """Return a budget whose ledger is a new file.

        Each charge is on the disk before data are read. One process at a time has the file, until close() or the end
        of a with block. A process that is killed has left all that it went by. Epsilon to unit are those of Budget.

        Parameters
        ----------
        path : str or os.PathLike
            A name that no file has.
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
        return call("dpcvx_budget_create_ledger", _encoded(path), key or None, len(key), epsilon, delta,
                    member(enums.Adjacency, adjacency, "adjacency"), member(enums.Unit, unit, "unit"), given)

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
            Figures "ledger_frames" and "ledger_head", kept elsewhere. A ledger that did not go through them is refused:
            it is an older copy, or another one.
        """
        key = key_of(key)
        return call("dpcvx_budget_open_ledger", _encoded(path), key or None, len(key), frames, head)

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

    def __copy__(self) -> "Budget":
        return self

    def __deepcopy__(self, _known: Any) -> "Budget":
        """Return the ledger itself: charges of a copy would be forgotten."""
        return self

    def price(self, share: float) -> Curve:
        """Return a curve that spends a share of what is left."""
        return call("dpcvx_budget_price", self, share)

    def can_charge(self, curve: Curve, count: int = 1) -> bool:
        """Return whether this charge fits, `count` times."""
        return bool(call("dpcvx_budget_can_charge", self, curve, count))

    def charge(self, curve: Curve, count: int = 1, label: str = "") -> None:
        """Charge what something outside of the library cost."""
        call("dpcvx_budget_charge", self, curve, count, text_of(label, "label"))

    def charge_at_delta(self, curve: Curve, delta: float, count: int = 1, label: str = "") -> None:
        """Charge a plan fixed beforehand as the (epsilon, delta) that it is at this delta, to the basic sub-budget."""
        call("dpcvx_budget_charge_at_delta", self, curve, count, delta, text_of(label, "label"))

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
        return "<dpcvx.Budget epsilon=%g, delta=%g, %s, epsilon spent %.4g>" % (
            self.figure("epsilon"), self.figure("delta"), counted(self.figure("charges"), "charge"), self.figure("epsilon_spent"))

    def _repr_html_(self) -> str:
        if self._as_parameter_ is None:
            return page("Budget", [("state", "closed")], "")
        names = ("epsilon", "delta", "unit", "adjacency", "charges", "epsilon_spent", "epsilon_remaining")
        return page("Budget", [(name.replace("_", " "), _shown(self.figure(name))) for name in names], self.text())


def _shown(value: Any) -> str:
    return value.name.lower().replace("_", " ") if hasattr(value, "name") else "%g" % value
