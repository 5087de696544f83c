"""The accountant: what a list of events costs together. dpcvx/accountant.h has formulas and sources."""
import ctypes
import json as _json
from typing import Any, Callable, Dict, Tuple, Union

from dpcvx._arrays import bytes_of
from dpcvx._callbacks import Callback
from dpcvx._generated import enums
from dpcvx._handles import Handle
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx.privacy import Curve

Name = Union[str, int]
Bracket = Tuple[float, float]


class Accountant(Handle, handle="dpcvx_accountant"):
    """A list of events with brackets of what they cost. It limits nothing: that is what a Budget is for.

        accountant = dpcvx.Accountant("add_remove")
        accountant.add(dpcvx.Curve.subsampled_gaussian(1.1, 0.01), 5000)
        lower, epsilon = accountant.epsilon(1e-6)

    Parameters
    ----------
    adjacency : str or dpcvx.enums.Adjacency
        "replace_one" (default) or "add_remove". Steps of sampling "poisson" hold under add/remove only.
    unit : str or dpcvx.enums.Unit
        "record" (default) or "user".
    """

    def __init__(self, adjacency: Name = "replace_one", unit: Name = "record"):
        self._own(call("dpcvx_accountant_create", member(enums.Adjacency, adjacency, "adjacency"),
                       member(enums.Unit, unit, "unit")))

    def __copy__(self) -> "Accountant":
        return call("dpcvx_accountant_create_copy", self)

    def __deepcopy__(self, _known: Any) -> "Accountant":
        return self.__copy__()

    def __reduce__(self) -> Any:
        return type(self).load, (self.save(),)

    def __repr__(self) -> str:
        if self._as_parameter_ is None:
            return "<dpcvx.Accountant, closed>"
        return "<dpcvx.A%s>" % self.text().partition("\n")[0][1:]  # "accountant of 2 events, replace-one, unit: record"

    def copy(self) -> "Accountant":
        """Return an equal accountant, for a question about "what if"."""
        return self.__copy__()

    def add(self, curve: Curve, count: int = 1) -> "Accountant":
        """Add `count` uses of a curve, and return the accountant itself."""
        call("dpcvx_accountant_add", self, curve, count)
        return self

    def merge(self, other: "Accountant") -> "Accountant":
        """Add all events of another accountant, and return this one."""
        call("dpcvx_accountant_merge", self, other)
        return self

    def curve(self) -> Curve:
        """Return the composition as a curve, which a budget can charge."""
        return call("dpcvx_accountant_curve", self)

    def epsilon(self, delta: float) -> Bracket:
        """Return (lower, upper): upper is proved, and below lower some mechanisms of these kinds are not private enough."""
        return call("dpcvx_accountant_epsilon", self, delta)

    def delta(self, epsilon: float) -> Bracket:
        """Return (lower, upper): upper is proved, and some mechanisms of these kinds have at least lower."""
        return call("dpcvx_accountant_delta", self, epsilon)

    def false_negative_rate(self, false_positive_rate: float) -> Bracket:
        """Return (lower, upper): every attack with this false positive rate misses at least lower."""
        return call("dpcvx_accountant_false_negative_rate", self, false_positive_rate)

    def attack_accuracy(self, prior: float = 0.5) -> Bracket:
        """Return (lower, upper): no attack is right with a greater probability than upper."""
        return call("dpcvx_accountant_attack_accuracy", self, prior)

    def posterior(self, prior: float, false_positive_rate: float) -> Bracket:
        """Return (lower, upper): an alarm of such an attack is right with a probability of at most upper."""
        return call("dpcvx_accountant_posterior", self, prior, false_positive_rate)

    def gdp_mu(self) -> float:
        """Return the mu for which it is mu-GDP. Raises Error if an event has none, and names it."""
        return call("dpcvx_accountant_gdp_mu", self)

    def zcdp_rho(self) -> float:
        """Return the rho for which it is rho-zCDP. Raises Error if an event has none, and names it."""
        return call("dpcvx_accountant_zcdp_rho", self)

    def renyi_epsilon(self, order: float) -> float:
        """Return the Renyi epsilon at an order. Raises Error if an event has none, and names it."""
        return call("dpcvx_accountant_rdp", self, order)

    def calibrate(self, plan: Callable[[float, "Accountant"], Any], best: float, safe: float, epsilon: float, delta: float,
                  whole: bool = False) -> float:
        """Return the parameter between `best` and `safe` at which a plan just keeps (epsilon, delta).

            noise = dpcvx.Accountant("add_remove").calibrate(
                lambda z, trial: trial.add(dpcvx.Curve.subsampled_gaussian(z, 0.01), 5000), 0.3, 100, 1.0, 1e-6)

        Parameters
        ----------
        plan : callable
            Adds the plan's events at a parameter to a copy of this accountant, which it is given.
        best, safe : float
            The ends: what one would like, and what costs least. Either may be the greater.
        epsilon, delta : float
            The target.
        whole : bool
            Whether the parameter is a whole number, as a number of steps.

        Raises
        ------
        Error
            If even `safe` does not keep the target.
        """
        def add(parameter: float, held: int, _user: Any) -> int:
            trial = type(self).__new__(type(self))
            trial._as_parameter_ = ctypes.c_void_p(held)
            try:
                plan(int(parameter) if whole else parameter, trial)
            finally:
                trial._as_parameter_ = None  # the library's
            return 0

        callback = Callback("dpcvx_plan_callback", add, 1)
        with callback.raising():
            return call("dpcvx_accountant_calibrate", self, callback.pointer, best, safe, int(whole), epsilon, delta)

    def json(self) -> str:
        """Return adjacency, unit and events as a JSON object."""
        return call("dpcvx_accountant_to_json", self)

    def text(self) -> str:
        """Return the events as human-readable text."""
        return call("dpcvx_accountant_to_text", self)

    def save(self) -> bytes:
        """Return the accountant as bytes, which this or a later version loads on any machine."""
        return call("dpcvx_accountant_save", self)

    @classmethod
    def load(cls, stored: bytes) -> "Accountant":
        """Return the accountant whose save() gave these bytes."""
        return call("dpcvx_accountant_load", bytes_of(stored, "stored"), len(stored))

    def dp_event(self) -> Dict[str, Any]:
        """Return the events in the structure of dp_accounting's DpEvent.to_named_tuple(), as nested dicts."""
        return _json.loads(call("dpcvx_accountant_to_dp_event", self))

    @classmethod
    def from_dp_event(cls, event: Any, adjacency: Name = "replace_one",
                      unit: Name = "record") -> "Accountant":
        """Return an accountant of a DpEvent of dp_accounting, of the dicts that dp_event() returns, or of JSON text.

        Noise of a DpEvent is relative to the bound of one value. Under replace-one that is half the sensitivity.
        """
        text = event if isinstance(event, str) else _json.dumps(_plain(event))
        return call("dpcvx_accountant_create_from_dp_event", text.encode(), member(enums.Adjacency, adjacency, "adjacency"),
                    member(enums.Unit, unit, "unit"))


def _plain(value: Any) -> Any:
    """Return a DpEvent as dicts, lists and numbers."""
    if hasattr(value, "to_named_tuple"):
        value = value.to_named_tuple()
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return value.decode() if isinstance(value, bytes) else value
