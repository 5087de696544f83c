"""Closed forms of papers, for comparison."""
from dpcvx._library import call

__all__ = ["feldman2018_rdp", "feldman2021_epsilon", "feldman2023_epsilon", "liang2020_rdp"]


def feldman2018_rdp(sensitivity: float, noise: float, position: int, steps: int, order: float) -> float:
    """Return the Renyi epsilon of a last iterate by Feldman and others 2018, for comparison."""
    return call("dpcvx_reference_feldman2018_rdp", sensitivity, noise, position, steps, order)


def feldman2021_epsilon(epsilon0: float, users: int, delta: float) -> float:
    """Return the epsilon of shuffled reports by the closed form of Feldman and others 2021, for comparison."""
    return call("dpcvx_reference_feldman2021_epsilon", epsilon0, users, delta)


def feldman2023_epsilon(epsilon0: float, users: int, delta: float) -> float:
    """Return the epsilon of shuffled reports by the closed form of Feldman and others 2023, for comparison."""
    return call("dpcvx_reference_feldman2023_epsilon", epsilon0, users, delta)


def liang2020_rdp(noise_multiplier: float, rate: float, order: float) -> float:
    """Return the Renyi epsilon of one Gaussian sum over a random subset by Liang and others 2020, for comparison."""
    return call("dpcvx_reference_liang2020_rdp", noise_multiplier, rate, order)
