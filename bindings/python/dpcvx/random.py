"""Randomness: dpcvx/random.h."""
from typing import Any, Optional, Tuple

import numpy

from dpcvx._arrays import bytes_of, wrong
from dpcvx._handles import Handle
from dpcvx._keys import whole
from dpcvx._library import call


def _counted(count: Any) -> int:
    """Return how many draws are asked for."""
    asked = whole(count, "count")
    if not 0 <= asked < 2 ** 63:
        raise wrong(ValueError, "count", repr(count), "a whole number from 0, of draws")
    return asked


class Rng(Handle, handle="dpcvx_rng"):
    """A source of random bits and exact samplers of integers.

    Parameters
    ----------
    seed : bytes, optional
        By default the bits come from the operating system. Bits from a seed are NOT PRIVATE: for tests alone. Reports
        of what was released with them say so.

    Notes
    -----
    One thread may use it at a time: a call is refused while another one draws from it.

    Examples
    --------
    >>> draws = dpcvx.Rng().discrete_laplace(scale=2.0, count=1000)
    >>> draws.dtype, len(draws)
    (dtype('int64'), 1000)
    """

    _alone = True

    def __init__(self, seed: Optional[bytes] = None):
        if seed is None:
            self._own(call("dpcvx_rng_create"))
        else:
            self._own(call("dpcvx_rng_create_deterministic", bytes_of(seed, "seed"), len(seed)))

    @property
    def deterministic(self) -> bool:
        """Whether the bits come from a seed."""
        return bool(call("dpcvx_rng_is_deterministic", self))

    def bytes(self, count: int) -> bytes:
        """Draw uniform bytes."""
        return call("dpcvx_rng_draw_bytes", self, _counted(count)).tobytes()

    def uniform(self, bound: int, count: int) -> numpy.ndarray:
        """Draw integers uniform in [0, bound)."""
        return call("dpcvx_rng_draw_uniform", self, bound, _counted(count))

    def bernoulli_exp(self, x: float, count: int) -> numpy.ndarray:
        """Draw 1 with probability exp(-x), else 0."""
        return call("dpcvx_rng_draw_bernoulli_exp", self, x, _counted(count))

    def discrete_laplace(self, scale: float, count: int) -> numpy.ndarray:
        """Draw integers with probability proportional to exp(-|k| / scale)."""
        return call("dpcvx_rng_draw_discrete_laplace", self, scale, _counted(count))

    def discrete_gaussian(self, sigma: float, count: int) -> numpy.ndarray:
        """Draw integers with probability proportional to exp(-k^2 / (2 sigma^2))."""
        return call("dpcvx_rng_draw_discrete_gaussian", self, sigma, _counted(count))

    def rounded_gaussian(self, sigma: float, count: int) -> numpy.ndarray:
        """Draw Gaussian numbers, rounded to the nearest integer."""
        return call("dpcvx_rng_draw_rounded_gaussian", self, sigma, _counted(count))

    def truncated_discrete_laplace(self, epsilon: float, kappa: int, count: int) -> numpy.ndarray:
        """Draw from the discrete Laplace law that is cut at kappa (dpcvx/random.h)."""
        return call("dpcvx_rng_draw_truncated_discrete_laplace", self, epsilon, kappa, _counted(count))


def rng_of(value: Optional[Rng]) -> Rng:
    """Return a source of random bits: the operating system's where None is given. A seed is refused, 0 and False too."""
    if value is None:
        return Rng()
    if not isinstance(value, Rng):
        shown = repr(value) if isinstance(value, (bool, int, float)) else "a " + type(value).__name__
        raise wrong(TypeError, "rng", shown, "a dpcvx.Rng: Rng() for bits of the operating system")
    return value


def truncated_discrete_laplace_kappa(epsilon: float, delta: float) -> Tuple[int, float]:
    """Return the least kappa for which each end of that law has at most probability delta, and that probability."""
    return call("dpcvx_truncated_discrete_laplace_kappa", epsilon, delta)
