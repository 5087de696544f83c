"""Audits from outside: lower bounds on the privacy of a release, from many runs on two neighbouring data sets that were
made up for it. A bound above the claim refutes the claim; one below it proves nothing. dpcvx/audit.h has the statistics.

    def noisy_count(side, count):                            # a count that differs by 1, with noise of scale 2
        return side + rng.discrete_laplace(2.0, count)
    found = dpcvx.audit.Audit(noisy_count, runs=100000)
    print(found.epsilon_lower, found.mu_lower)               # epsilon is 1/2: the bound is below
"""
from typing import Any, Callable

import numpy

from dpcvx._arrays import check_length, real_array
from dpcvx._callbacks import Callback
from dpcvx._documented import with_options
from dpcvx._generated import figures, options
from dpcvx._handles import Handle, Options
from dpcvx._library import call


@with_options(options.AUDIT_OPTION)
class Audit(Handle, handle="dpcvx_audit"):
    """Runs a release on both sides, and bounds its privacy from below. NOT PRIVATE: it is for data made up for it.

    Parameters
    ----------
    release : callable
        Takes a side, 0 or 1, and a count. Returns that many scores of independent runs on the data of that side: numbers
        that are large where side 1 is likelier.
    **options
        runs, confidence, delta.
    """

    def __init__(self, release: Callable[[int, int], Any], **options_given: Any):
        def run(_user: Any, side: int, count: int, scores: Any) -> int:
            found = real_array(release(side, count), "scores")
            check_length("scores", found, count, "one a run")
            numpy.ctypeslib.as_array(scores, (count,))[:] = found
            return 0

        callback = Callback("dpcvx_audit_release", run, 1)
        with callback.raising():
            self._own(call("dpcvx_audit_create", callback.pointer, Options(options.AUDIT_OPTION, options_given)))

    def figure(self, name: str) -> Any:
        """Return a figure: "epsilon_lower", "mu_lower", "threshold", "event", "mu_threshold"."""
        return self._read(figures.AUDIT_FIGURE, name)

    @property
    def epsilon_lower(self) -> float:
        """A lower bound on epsilon, at the delta of the options."""
        return self.figure("epsilon_lower")

    @property
    def mu_lower(self) -> float:
        """A lower bound on mu, if the release is mu-GDP."""
        return self.figure("mu_lower")
