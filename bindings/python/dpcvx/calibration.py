"""Calibration: the noise that a promise of privacy needs. dpcvx/privacy.h has formulas and sources."""
from typing import Union

from dpcvx._generated import enums
from dpcvx._keys import member
from dpcvx._library import call

Name = Union[str, int]


def calibrate_gdp(epsilon: float, delta: float) -> float:
    """Return the greatest mu for which mu-GDP is (epsilon, delta)-differentially private.

    Examples
    --------
    >>> round(dpcvx.calibrate_gdp(1.0, 1e-6), 3)
    0.237
    """
    return call("dpcvx_calibrate_gdp", epsilon, delta)


def calibrate_zcdp(epsilon: float, delta: float) -> float:
    """Return the greatest rho for which rho-zCDP is (epsilon, delta)-differentially private."""
    return call("dpcvx_calibrate_zcdp", epsilon, delta)


def calibrate_shuffled(epsilon: float, delta: float, users: int, rounds: int = 1) -> float:
    """Return the greatest epsilon0 of each report for which shuffled reports of all users keep (epsilon, delta).

    Examples
    --------
    >>> 4.3 < dpcvx.calibrate_shuffled(0.5, 1e-6, users=10000) < 4.4
    True
    """
    return call("dpcvx_calibrate_shuffled", users, rounds, epsilon, delta)


def calibrate_subsampled_gaussian(epsilon: float, delta: float, rate: float, steps: int, sampling: Name = "poisson",
                                  renyi: bool = False) -> float:
    """Return the least noise multiplier of DP-SGD that keeps (epsilon, delta), by default under add/remove.

    Parameters
    ----------
    epsilon, delta : float
        The privacy of all steps together.
    rate : float
        The share of the units in a batch.
    steps : int
        How many releases.
    sampling : str
        "poisson", under add/remove; "without_replacement" or "poisson_replace_one", under replace-one, as budgets have it by
        default. The multiplier is over the clip, and over twice the clip for "without_replacement".
    renyi : bool
        Account by Renyi DP, which needs more noise: for a budget with filter="rdp".
    """
    return call("dpcvx_calibrate_subsampled_gaussian" + ("_rdp" if renyi else ""), member(enums.Sampling, sampling, "sampling"),
                rate, steps, epsilon, delta)
