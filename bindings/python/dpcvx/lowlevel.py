"""Every function of the library, by its name in C without dpcvx_: what the rooms of this package do not wrap.

    mu = dpcvx.lowlevel.calibrate_gdp(1.0, 1e-6)

A function takes what the call reads, in the order of C, and returns what the call writes (`help(dpcvx.lowlevel.call)`).
Handles that it makes are objects, and are freed with them. `signature(name)` tells the parameters.
"""
from typing import Any, Callable, List

from dpcvx._generated.functions import FUNCTIONS
from dpcvx._library import call, callback_type

__all__ = ["call", "callback_type", "names", "signature"]


def names() -> List[str]:
    """Return the names of all functions."""
    return [name[len("dpcvx_"):] for name in FUNCTIONS]


def signature(name: str) -> str:
    """Return the result of a function, then each parameter as name:type:meaning:length (bindings/README.md)."""
    return FUNCTIONS["dpcvx_" + name]


def __getattr__(name: str) -> Callable[..., Any]:
    if "dpcvx_" + name not in FUNCTIONS:
        raise AttributeError("module 'dpcvx.lowlevel' has no attribute %r" % name)

    def function(*inputs: Any) -> Any:
        return call("dpcvx_" + name, *inputs)

    function.__name__, function.__doc__ = name, signature(name)
    return function


def __dir__() -> List[str]:
    return sorted(__all__ + names())
