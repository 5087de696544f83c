"""Models: losses, domains, and the objective they make of a table. dpcvx/model.h has formulas and constants."""
import enum
from typing import Any, Dict, Optional

import numpy

from dpcvx._arrays import real_array
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._progress import ProgressLike, watching
from dpcvx.data import Dataset


class Domain(Handle, handle="dpcvx_domain"):
    """Where coefficients must lie, the intercept's included: `dimension` counts it."""

    def __init__(self) -> None:
        raise TypeError("a Domain is made by Domain.ball(radius, dimension), Domain.box(low, high), ...")

    @classmethod
    def ball(cls, radius: float, dimension: int, p: float = 2.0, center: Any = None) -> "Domain":
        """Return the ball of an lp norm around `center`, by default 0."""
        return call("dpcvx_domain_create_ball", p, radius, None if center is None else real_array(center, "center"), dimension)

    @classmethod
    def box(cls, low: Any, high: Any) -> "Domain":
        """Return the box between two corners."""
        low, high = real_array(low, "low"), real_array(high, "high")
        if len(low) != len(high):
            raise ValueError("ends of %d and %d entries" % (len(low), len(high)))
        return call("dpcvx_domain_create_box", low, high, len(low))

    @classmethod
    def simplex(cls, total: float, dimension: int) -> "Domain":
        """Return the vectors of entries >= 0 that add up to `total`."""
        return call("dpcvx_domain_create_simplex", total, dimension)

    def figure(self, name: str) -> Any:
        """Return "dimension", "radius", "diameter" or "projection_error"."""
        return self._read(figures.DOMAIN_FIGURE, name)

    def project(self, w: Any) -> numpy.ndarray:
        """Return the nearest point of the domain."""
        w = real_array(w, "w")
        return call("dpcvx_domain_project", self, w, len(w))


def with_classes(dataset: Dataset, loss: enum.IntEnum, given: Dict[str, Any]) -> Dict[str, Any]:
    """Return the options, with the number of classes that the labels have."""
    if loss == enums.Loss.MULTINOMIAL and "classes" not in given and dataset.meaning.classes is not None:
        return dict(given, classes=len(dataset.meaning.classes))
    return given


class Objective(Handle, handle="dpcvx_objective"):
    """The average loss of a linear model on a table.

    Parameters
    ----------
    dataset : dpcvx.Dataset
        A labelled table. Rows are clipped, and labels checked.
    loss : str or dpcvx.enums.Loss
        "logistic", "multinomial", "hinge", "squared", "absolute", "pinball", "huber", "poisson", ...
    domain : dpcvx.Domain, optional
        By default all of R^d.
    **options
        l2, row_bound, label_bound, classes, quantile, ... (`help(dpcvx.options)`).
    """

    def __init__(self, dataset: Dataset, loss: Any = "logistic", domain: Optional[Domain] = None, **options_given: Any):
        loss = member(enums.Loss, loss, "loss")
        given = Options(options.OBJECTIVE_OPTION, with_classes(dataset, loss, options_given))
        self.meaning = dataset.meaning
        self._own(call("dpcvx_objective_create", dataset, loss, domain, given))

    def figure(self, name: str) -> Any:
        """Return a constant: "lipschitz", "smoothness", "dimension", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.OBJECTIVE_FIGURE, name)

    def nonprivate_minimum(self, tolerance: float = 1e-6, max_passes: int = 1000, progress: ProgressLike = None) -> numpy.ndarray:
        """NOT PRIVATE: return the coefficients of the minimiser, for comparison."""
        given = Options(options.MINIMIZE_OPTION, {"tolerance": tolerance, "max_passes": max_passes})
        with watching(progress) as monitor:
            return call("dpcvx_nonprivate_minimize", self, None, given, monitor, self.figure("dimension"))[0]

    def nonprivate_value(self, w: Any) -> float:
        """NOT PRIVATE: return the objective at w."""
        w = real_array(w, "w")
        return call("dpcvx_nonprivate_objective_value", self, w, len(w))[0]

    def nonprivate_decision_values(self, w: Any, dataset: Dataset) -> numpy.ndarray:
        """NOT PRIVATE: return, row after row, what coefficients of any origin decide for rows prepared as these."""
        w = real_array(w, "w")
        return call("dpcvx_nonprivate_decision_values", self, w, len(w), dataset, dataset.rows * self.figure("outputs"))
