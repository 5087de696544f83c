"""Models: losses, domains, and the objective they make of a table. dpcvx/model.h has formulas and constants."""
import enum
from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy

from dpcvx._arrays import by_output, check_length, ends_of, integer_array, real_array, wrong
from dpcvx._callbacks import Callback, raising
from dpcvx._coefficients import CLASSIFICATION
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._progress import ProgressLike, watching
from dpcvx.data import Dataset, Source, dataset_of
from dpcvx.tables import Meaning

OwnLoss = Callable[[float, float], Tuple[float, float]]

class Domain(Handle, handle="dpcvx_domain"):
    """Where coefficients must lie, the intercept's included: `dimension` counts it.

    Examples
    --------
    >>> ball = dpcvx.Domain.ball(radius=1.0, dimension=2)
    >>> ball
    <dpcvx.Domain: ball of radius 1 about 0, l2 norm>
    >>> ball.project([3.0, 4.0])
    array([0.6, 0.8])
    """

    _shape: Optional[Tuple[int, int]] = None  # of the matrices of a Schatten ball

    def __init__(self) -> None:
        raise TypeError("a Domain is made by Domain.ball(radius, dimension), Domain.box(low, high), ...")

    @classmethod
    def ball(cls, radius: float, dimension: int, *misplaced: Any, p: float = 2.0, center: Any = None) -> "Domain":
        """Return the ball of an lp norm around `center`, by default 0. p and center are given by name.

        Parameters
        ----------
        radius : float
            In the lp norm.
        dimension : int
            How many coefficients there are, the intercept's included.
        p : float
            The norm: at least 1, by default 2.
        center : array_like, optional
            One number for each coefficient.
        """
        if misplaced:
            raise wrong(TypeError, "p", "%r by its place" % misplaced[0], "p and center by name, behind the radius and the dimension: "
                        "Domain.ball(radius, dimension, p=1.5)")
        middle = None if center is None else real_array(center, "center")
        return call("dpcvx_domain_create_ball", p, radius, middle, dimension)

    @classmethod
    def box(cls, low: Any, high: Any) -> "Domain":
        """Return the box between two corners, whose entries may be infinite."""
        low, high = real_array(low, "low"), real_array(high, "high")
        check_length("high", high, len(low), "one for each of low")
        return call("dpcvx_domain_create_box", low, high, len(low))

    @classmethod
    def simplex(cls, total: float, dimension: int) -> "Domain":
        """Return the vectors of entries >= 0 that add up to `total`."""
        return call("dpcvx_domain_create_simplex", total, dimension)

    @classmethod
    def schatten_ball(cls, radius: float, rows: int, columns: int, p: float = 1.0) -> "Domain":
        """Return the matrices, row by row, whose singular values have an lp norm of at most `radius`.

        Examples
        --------
        >>> nearest = dpcvx.Domain.schatten_ball(radius=1.0, rows=2, columns=2).project([3.0, 0.0, 0.0, 1.0])
        >>> numpy.round(nearest, 6)
        array([1., 0., 0., 0.])
        """
        made = call("dpcvx_domain_create_schatten_ball", p, radius, rows, columns)
        made._shape = (int(rows), int(columns))
        return made

    def text(self) -> str:
        """Return the domain in words, as plans and reports have it."""
        return call("dpcvx_domain_to_text", self)

    def __repr__(self) -> str:
        return "<dpcvx.Domain: %s>" % self.text()

    def figure(self, name: str) -> Any:
        """Return "dimension", "radius", "diameter", "projection_error" or "gaussian_width"."""
        return self._read(figures.DOMAIN_FIGURE, name)

    def project(self, w: Any) -> numpy.ndarray:
        """Return the nearest point of the domain. Of a Schatten ball a matrix is taken too, and its nearest matrix returned."""
        shape = getattr(w, "shape", None)
        if self._shape is not None and shape is not None and len(shape) == 2:
            if tuple(shape) != self._shape:
                raise wrong(ValueError, "w", "an array of shape %s" % (tuple(shape),),
                            "shape %s, or its entries row by row" % (self._shape,))
            return self.project(numpy.asarray(w).ravel()).reshape(self._shape)
        w = real_array(w, "w")
        return call("dpcvx_domain_project", self, w, len(w))


def loss_of(loss: Any) -> enums.Loss:
    """Return a loss of the library. One of the caller's own is a function, which Objective takes."""
    if isinstance(loss, str) and loss.lower() in ("quantile", "median"):
        raise wrong(ValueError, "loss", '"%s"' % loss, '"pinball", with quantile=%s' % ("0.5" if loss.lower() == "median" else "0.9, say"))
    return member(enums.Loss, loss, "loss", [one for one in enums.Loss if one != enums.Loss.CALLBACK])  # type: ignore[return-value]


def with_classes(dataset: Dataset, loss: enum.IntEnum, given: Dict[str, Any]) -> Dict[str, Any]:
    """Return the options, with the number of classes that the labels have."""
    named = dataset.meaning.classes
    if named is not None and len(named) > 2 and loss in CLASSIFICATION - {enums.Loss.MULTINOMIAL}:
        raise wrong(ValueError, "loss", '"%s" for %d classes' % (loss.name.lower(), len(named)), '"multinomial", or two classes')
    if loss != enums.Loss.MULTINOMIAL:
        return given
    if named is not None and len(named) == 2:
        raise wrong(ValueError, "loss", '"multinomial" for two classes', '"logistic", or three classes and more')
    if "classes" not in given and named is not None:
        return dict(given, classes=len(named))
    if isinstance(given.get("classes"), int) and given["classes"] < 2:
        raise wrong(ValueError, "classes", given["classes"], "2 or more for \"multinomial\"")
    return given


def _loss_callback(function: OwnLoss) -> Callback:
    def value_and_slope(z: float, label: float, slope: Any, _user: Any) -> float:
        value, slope[0] = function(z, label)
        return value

    return Callback("dpcvx_loss_callback", value_and_slope, 0.0)


@with_options(options.OBJECTIVE_OPTION)
class Objective(Handle, handle="dpcvx_objective"):
    """The average loss of a linear model on a table.

    Parameters
    ----------
    dataset : dpcvx.Dataset
        A labelled table, with ranges. Rows are clipped to row_bound, and labels checked.
    loss : str, dpcvx.enums.Loss or callable
        "logistic", "multinomial", "hinge", "squared", "absolute", "pinball", "huber", "poisson", ... Or a convex function of
        a decision value and a label, which returns its value and its slope at the decision value. It takes the options
        max_slope, to which slopes are cut, and max_curvature, which is assumed.
    domain : dpcvx.Domain, optional
        By default all of R^d.
    **options
        l2, row_bound, label_bound, classes, quantile, ...; all are listed below. label_bound=Y clips labels to [-Y, Y]: take the
        middle of their range off them first, as fit_table(label_range=(low, high)) does.

    Examples
    --------
    >>> data = dpcvx.Dataset([[0.5], [-0.5]], [1, -1])
    >>> dpcvx.Objective(data, "hinge", row_bound=2.0).nonprivate_value([1.0, 0.0])
    0.5
    >>> own = dpcvx.Objective(data, lambda z, label: (max(0.0, 1 - label * z), -label * (label * z < 1)), max_slope=1.0,
    ...                       max_curvature=float("inf"), row_bound=2.0)
    >>> own.nonprivate_value([1.0, 0.0])
    0.5
    """

    callback: Optional[Callback] = None
    meaning: Meaning = Meaning()
    source: Optional[Source] = None
    unscaled = False  # whether rows are cut in units of their own, by a bound that was not given

    def __init__(self, dataset: Dataset, loss: Union[str, int, OwnLoss] = "logistic", domain: Optional[Domain] = None,
                 **options_given: Any):
        self.meaning, self.source = dataset_of(dataset).meaning, dataset.source
        self.unscaled = not dataset.is_scaled and options_given.get("row_bound") is None and domain is None
        if callable(loss):
            self.callback = _loss_callback(loss)
            with self.callback.raising():
                self._own(call("dpcvx_objective_create_with_loss", dataset, self.callback.pointer, domain,
                               Options(options.OBJECTIVE_OPTION, options_given)))
            return
        loss = loss_of(loss)
        given = Options(options.OBJECTIVE_OPTION, with_classes(dataset, loss, options_given))
        self._own(call("dpcvx_objective_create", dataset, loss, domain, given))

    @classmethod
    def from_units(cls, function: Callable[[int, numpy.ndarray], Tuple[float, Any]], units: int, dimension: int,
                   domain: Optional[Domain] = None, **options_given: Any) -> "Objective":
        """Return the average of a function of one's own over units: a model that is not linear, or data that lie elsewhere.

        Parameters
        ----------
        function : callable
            Takes the number of a unit and the coefficients. Returns the value, which is convex in them, and a subgradient.
        units, dimension : int
            How many units there are, and how many coefficients.
        domain : dpcvx.Domain, optional
            By default all of R^d.
        **options
            To be given: lipschitz, to which the gradient of a unit is clipped, and smoothness and strong_convexity, which
            are assumed. Further l2, nominal_units and unit.
        """
        if not callable(function):
            raise wrong(TypeError, "function", "a %s" % type(function).__name__, "a function of a unit's number and coefficients")

        def value_and_gradient(unit: int, w: Any, size: int, gradient: Any, _user: Any) -> float:
            value, slope = function(unit, numpy.ctypeslib.as_array(w, (size,)).copy())
            if gradient:
                given = real_array(slope, "gradient")
                check_length("gradient", given, size, "one a coefficient")
                numpy.ctypeslib.as_array(gradient, (size,))[:] = given
            return float(value)

        callback = Callback("dpcvx_unit_callback", value_and_gradient, 0.0)
        with callback.raising():
            made = call("dpcvx_objective_create_from_units", units, dimension, callback.pointer, domain,
                        Options(options.OBJECTIVE_OPTION, options_given))
        made.callback = callback
        return made

    @classmethod
    def public(cls, columns: int, loss: Union[str, int], nominal_units: int, ranges: Any = None,
               domain: Optional[Domain] = None, **options_given: Any) -> "Objective":
        """Return the objective of a table that lies elsewhere, from public facts alone. `dpcvx.distributed` fits it.

        Parameters
        ----------
        columns : int
            How many columns the table has.
        loss : str or dpcvx.enums.Loss
            One of the library's.
        nominal_units : int
            The public number of records or users. Sums are divided by it.
        ranges : (low, high), optional
            Public ends of the columns, by which parts are scaled.
        domain : dpcvx.Domain, optional
            By default all of R^d.
        **options
            unit, storage, l2, row_bound, label_bound, classes, ...; `help(dpcvx.Objective)` lists all.
        """
        low, high = (None, None) if ranges is None else ends_of("ranges", ranges, columns)
        given = Options(options.OBJECTIVE_OPTION, {**options_given, "nominal_units": nominal_units})
        return call("dpcvx_objective_create_public", low, high, columns, loss_of(loss), domain, given)

    def without(self, units: Any) -> "Objective":
        """Return the same objective with the null unit, whose loss is 0, in place of each of these units."""
        units = integer_array(units, "units")
        made = call("dpcvx_objective_create_without", self, units, len(units))
        made.meaning, made.callback, made.unscaled = self.meaning, self.callback, self.unscaled
        made.source = self.source
        return made

    def figure(self, name: str) -> Any:
        """Return a constant: "lipschitz", "smoothness", "dimension", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.OBJECTIVE_FIGURE, name)

    def nonprivate_minimum(self, tolerance: float = 1e-6, max_passes: int = 1000, progress: ProgressLike = None) -> numpy.ndarray:
        """NOT PRIVATE: return the coefficients of the minimiser, for comparison."""
        given = Options(options.MINIMIZE_OPTION, {"tolerance": tolerance, "max_passes": max_passes})
        with watching(progress) as monitor, raising(self.callback, monitor):
            return call("dpcvx_nonprivate_minimize", self, None, given, monitor, self.figure("dimension"))[0]

    def nonprivate_value(self, w: Any) -> float:
        """NOT PRIVATE: return the objective at w."""
        w = real_array(w, "w")
        with raising(self.callback):
            return call("dpcvx_nonprivate_objective_value", self, w, len(w))[0]

    def nonprivate_unit_gradients(self, w: Any, units: Any) -> numpy.ndarray:
        """NOT PRIVATE: return the gradients at w of units by their numbers, one a row, without 1/n and the quadratic."""
        w, units = real_array(w, "w"), integer_array(units, "units")
        out = numpy.zeros((len(units), len(w)))
        with raising(self.callback):
            call("dpcvx_nonprivate_unit_gradients", self, w, len(w), units, len(units), out.reshape(-1))
        return out

    def nonprivate_divergences(self, w: Any, reference: Any) -> numpy.ndarray:
        """NOT PRIVATE: return how far each unit's loss at w lies above its linear part at a reference point."""
        w, reference = real_array(w, "w"), real_array(reference, "reference")
        check_length("reference", reference, len(w), "as w")
        with raising(self.callback):
            return call("dpcvx_nonprivate_objective_divergences", self, w, reference, len(w), self.figure("units"))

    def nonprivate_decision_values(self, w: Any, dataset: Dataset) -> numpy.ndarray:
        """NOT PRIVATE: return what coefficients of any origin decide for rows prepared as these, as Fit.decision_values does."""
        w = real_array(w, "w")
        outputs = self.figure("outputs")
        return by_output(call("dpcvx_nonprivate_decision_values", self, w, len(w), dataset, dataset.rows * outputs), outputs)
