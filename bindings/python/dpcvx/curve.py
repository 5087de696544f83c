"""Curves: how private something is, at every epsilon. dpcvx/privacy.h has formulas and sources."""
import ctypes
from typing import Any, Iterable, Optional, Sequence, Tuple, Union

from dpcvx._arrays import integer_array, real_array
from dpcvx._generated import enums
from dpcvx._handles import Handle
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._words import counted

Name = Union[str, int]


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
        """Return `steps` Gaussian releases of random batches, by default for neighbours that add or remove a unit: DP-SGD.

        Under replace-one, which budgets have by default, the same batches cost more: name the sampling. With 1.1, 0.01 and 1,000
        steps, epsilon at delta = 1e-5 is 1.52 under add/remove, and 2.48 under replace-one ("poisson_replace_one").

        Parameters
        ----------
        noise_multiplier : float
            Standard deviation of the noise over the sensitivity. With gradients clipped to C that is C for both kinds of Poisson
            batches, and 2 C, that to replacing a unit, for "without_replacement": noise of s C is a multiplier of s / 2 there.
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
    def random_allocation(cls, noise_multiplier: float, steps: int, participations: int = 1, *,
                          adjacency: str = "add_remove") -> "Curve":
        """Return Gaussian releases where each unit is in exactly `participations` of the steps, drawn for each unit alone.

        All steps together are one curve.

        Parameters
        ----------
        noise_multiplier : float
            The noise in units of what adding or removing one unit changes, under either adjacency.
        steps, participations : int
            How many releases there are, and how many of them each unit is in.
        adjacency : str
            "add_remove", or "replace_one", as budgets have it by default.

        Examples
        --------
        >>> epoch = dpcvx.Curve.random_allocation(1.0, steps=1000)
        >>> 0.17 < epoch.epsilon(1e-6) < 0.18
        True
        >>> replaced = dpcvx.Curve.random_allocation(1.0, steps=1000, adjacency="replace_one")
        >>> 0.26 < replaced.epsilon(1e-6) < 0.28
        True
        """
        replaced = member(enums.Adjacency, adjacency, "adjacency") == enums.Adjacency.REPLACE_ONE
        name = "dpcvx_curve_create_random_allocation" + ("_replace_one" if replaced else "")
        return call(name, noise_multiplier, steps, participations)

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
        """Return noise on whole numbers, of probabilities like e^(-decay |x|), where neighbours move one number by shift at most."""
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
        holds = sorted({words for part, words in _HOLDS_FOR.items() if part in text})
        return "<dpcvx.Curve %s%s>" % (text if len(text) < 200 else text[:200] + "...", "".join(", under " + words for words in holds))


# Events of sampling, and the neighbours for which they hold. Others hold under the adjacency of their budget.
_HOLDS_FOR = {'"kind":"poisson_gaussian"': "add/remove", '"kind":"random_allocation"': "add/remove",
              '"kind":"replaced_gaussian"': "replace-one", '"kind":"replaced_allocation"': "replace-one",
              '"kind":"fixed_size_gaussian"': "replace-one",
              '"sampling":"poisson"': "add/remove", '"sampling":"without_replacement"': "replace-one"}


def _same_length(one: str, first: Any, other: str, second: Any) -> None:
    if len(first) != len(second):
        raise ValueError("%d %s and %d %s" % (len(first), one, len(second), other))
