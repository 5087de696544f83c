"""Sampling from log-concave densities with an error known beforehand. NOT PRIVATE: draws reveal the data as much as the
density does. Formulas are in dpcvx/sample.h.

    sampler = dpcvx.sample.Sampler(objective, inverse_temperature=50.0, quadratic=1.0, total_variation=1e-9)
    print(sampler.figure("rounds"), sampler.figure("total_variation"), sampler.draw(100))

    def potential(x):                                        # convex; its value and a subgradient
        return abs(x).sum(), numpy.sign(x)
    draws = dpcvx.sample.FunctionSampler(potential, dimension=2, quadratic=1.0, lipschitz=2 ** 0.5).draw(100)
"""
import threading
import warnings
from typing import Any, Callable, NamedTuple, Optional, Tuple

import numpy

from dpcvx import _arrays
from dpcvx._arrays import check_length, real_array, wrong
from dpcvx._callbacks import Callback, raising
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import whole
from dpcvx._library import call
from dpcvx._progress import ProgressLike, watching
from dpcvx.model import Domain, Objective
from dpcvx.random import Rng, rng_of


_MOST_DRAWS = 2 ** 48
_RETURNED = "a function of an array that returns (value, gradient)"
MUCH_ARITHMETIC = 1e-4  # of total variation: thousands of draws do not show it


class ArithmeticNotCoveredWarning(UserWarning):
    """The certificate says nothing of rounding: no `lipschitz` of a function, or a target that doubles do not resolve."""


class PassLimit(Exception):
    """A draw met max_passes; `draws` are the whole ones before it, which no certificate covers."""

    def __init__(self, draws: numpy.ndarray):
        super().__init__("a draw met the limit of passes; the certificate does not cover the %d before it" % len(draws))
        self.draws = draws


def _point(name: str, point: Any, dimension: int) -> Optional[numpy.ndarray]:
    if point is None:
        return None
    found = real_array(point, name)
    check_length(name, found, dimension, "one for each coordinate")
    return found


@with_options(options.SAMPLER_OPTION)
class Sampler(Handle, handle="dpcvx_sampler"):
    """Draws of exp(-inverse_temperature F - regularizer_weight r_p - quadratic ||. - center||^2 / 2) on the domain of F.

    Parameters
    ----------
    objective : dpcvx.Objective
        F.
    center, start : array_like, optional
        By default 0, and the domain's point nearest to the center. A start lies in the domain, unless penalty_slope is finite.
    **options
        inverse_temperature, quadratic, total_variation, ...; all are listed below.
    """

    _callback: Optional[Callback] = None
    _turn: Any  # a handle takes one thread at a time; a callback may draw too

    def __new__(cls, *_arguments: Any, **_options: Any) -> "Sampler":
        made = super().__new__(cls)
        made._turn = threading.RLock()
        return made

    def __init__(self, objective: Objective, center: Any = None, start: Any = None, **options_given: Any):
        given = Options(options.SAMPLER_OPTION, options_given)
        self._callback = objective.callback
        with raising(self._callback):
            dimension = objective.figure("dimension")
            self._own(call("dpcvx_sampler_create", objective, _point("center", center, dimension),
                           _point("start", start, dimension), dimension, given))

    def __repr__(self) -> str:
        if self._as_parameter_ is None:
            return "<dpcvx.sample.%s, closed>" % type(self).__name__
        return "<dpcvx.sample.%s of dimension %d, total variation %.3g, by arithmetic %.3g>" % (
            type(self).__name__, self.figure("dimension"), self.figure("total_variation"), self.figure("arithmetic_total_variation"))

    def figure(self, name: str) -> Any:
        """Return a figure of the certificate: "rounds", "total_variation", "gdp", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.SAMPLER_FIGURE, name)

    def diagnostic(self, name: str) -> Any:
        """NOT PRIVATE: return what the draws so far have taken: "tries", "passes", ..."""
        return self._read(figures.SAMPLER_DIAGNOSTIC, name)

    def draw(self, count: int, rng: Optional[Rng] = None, progress: ProgressLike = None) -> numpy.ndarray:
        """NOT PRIVATE: return independent draws, one a row. Ctrl-C, or progress that cancels, leaves those that are whole."""
        count = whole(count, "count")
        if not 0 <= count <= _MOST_DRAWS:
            raise wrong(ValueError, "count", repr(count), "a whole number from 0 to 2^48")
        out = numpy.zeros((count, self.figure("dimension")))
        with self._turn, watching(progress) as monitor, raising(self._callback, monitor):
            outcome, drawn = call("dpcvx_nonprivate_sampler_draw", self, rng_of(rng), count, out.reshape(-1), monitor)[1:]
        if outcome == enums.Outcome.MAX_PASSES:
            raise PassLimit(out[:drawn])
        return out[:drawn]

    def tune(self, max_rounds: int = 1000) -> Tuple[numpy.ndarray, float]:
        """NOT PRIVATE: return a start and a step for another sampler of the same density, found from the data."""
        with self._turn, raising(self._callback):
            return call("dpcvx_nonprivate_sampler_tune", self, max_rounds, self.figure("dimension"))


@with_options(options.SAMPLER_OPTION)
class FunctionSampler(Sampler):
    """Draws of a function's exp(-f - ...).

    Parameters
    ----------
    function : callable
        Takes an array. Returns the value and a subgradient; the latter may be None where the entries are not read.
    dimension : int
        Entries of the array.
    domain : dpcvx.Domain, optional
        By default all of R^d.
    center, start : array_like, optional
        By default 0, and the domain's point nearest to the center. A start lies in the domain, unless penalty_slope is finite.
    **options
        What is known of the function: strong_convexity, smoothness, lipschitz; and those of Sampler.
    """

    def __init__(self, function: Callable[[numpy.ndarray], Any], dimension: int, domain: Optional[Domain] = None,
                 center: Any = None, start: Any = None, **options_given: Any):
        if not callable(function):
            raise wrong(TypeError, "function", repr(function), _RETURNED)

        def evaluate(x: Any, size: int, gradient: Any, _user: Any) -> float:
            found = function(numpy.ctypeslib.as_array(x, (size,)).copy())
            if not isinstance(found, (tuple, list)) or len(found) != 2:
                raise wrong(TypeError, "function", "one that returned a %s" % type(found).__name__, _RETURNED)
            value, slope = found
            if gradient:
                given = real_array(slope, "gradient")
                check_length("gradient", given, size, "one for each coordinate")
                numpy.ctypeslib.as_array(gradient, (size,))[:] = given
            return float(value)

        self._callback = Callback("dpcvx_potential_callback", evaluate, float("inf"))
        given = Options(options.SAMPLER_OPTION, options_given)
        with self._callback.raising():
            self._own(call("dpcvx_sampler_create_with_function", self._callback.pointer, dimension, domain,
                           _point("center", center, dimension), _point("start", start, dimension), given))
        if self.figure("arithmetic_total_variation") >= 1:
            warnings.warn("no lipschitz bounds the function's subgradients: the certificate does not cover the arithmetic of the "
                          "machine. lipschitz=L says that it does", ArithmeticNotCoveredWarning, stacklevel=2)


@with_options(options.SAMPLER_OPTION)
class QuadraticSampler(Sampler):
    """Draws of exp(-x' matrix x / 2 - linear' x - ...): of a Gaussian, cut off at the sides of a domain.

    Boxes are sampled by coordinates in turn where that has a certificate and takes less time: figure("method") says so.

    Parameters
    ----------
    matrix : array_like
        The inverse covariance: symmetric, positive definite.
    linear : array_like, optional
        - matrix @ mean. By default 0.
    domain : dpcvx.Domain, optional
        By default all of R^d.
    center, start : array_like, optional
        By default 0, and the domain's point nearest to the center. A start lies in the domain, unless penalty_slope is finite.
    **options
        total_variation, gdp, method, penalty_slope, ...; all are listed below.

    Examples
    --------
    A normal law of mean (1, 0) with covariance ((4, 2), (2, 4)) / 3, given that its entries are above 0:

    >>> import dpcvx, numpy
    >>> inverse, mean = numpy.array([[1, -0.5], [-0.5, 1]]), numpy.array([1, 0])
    >>> quadrant = dpcvx.Domain.box([0, 0], [numpy.inf, numpy.inf])
    >>> sampler = dpcvx.sample.QuadraticSampler(inverse, -inverse @ mean, domain=quadrant)
    >>> sampler.figure("method") == dpcvx.enums.SamplerMethod.SWEEPS
    True
    >>> sampler.figure("total_variation") + sampler.figure("arithmetic_total_variation") < 1.1e-6
    True
    >>> draws = sampler.draw(2000)
    >>> bool((draws >= 0).all()) and bool(abs(draws[:, 0].mean() - 1.57) < 0.2)
    True
    """

    def __init__(self, matrix: Any, linear: Any = None, domain: Optional[Domain] = None, center: Any = None,
                 start: Any = None, **options_given: Any):
        given = Options(options.SAMPLER_OPTION, options_given)
        rows = _arrays.matrix(matrix, "matrix")
        if rows.shape[0] != rows.shape[1]:
            raise ValueError("argument 'matrix' has the shape %s; accepted: a square matrix" % (rows.shape,))
        size = rows.shape[0]
        self._own(call("dpcvx_sampler_create_with_quadratic", real_array(rows.reshape(-1)), _point("linear", linear, size), size,
                       domain, _point("center", center, size), _point("start", start, size), given))
        spoilt = self.figure("arithmetic_total_variation")
        if spoilt > max(MUCH_ARITHMETIC, options_given.get("total_variation") or 0):
            warnings.warn("the arithmetic of the machine may move the law of draws by a total variation of %.2g, beside that of the "
                          "certificate: the target is too steep where it is cut off, lies too far from the start, or its sides are too "
                          "wide" % spoilt, ArithmeticNotCoveredWarning, stacklevel=2)


class Diagnosis(NamedTuple):
    """NOT PRIVATE: of draws in several chains, an entry for each coordinate."""

    r_hat: numpy.ndarray
    bulk_ess: numpy.ndarray
    tail_ess: numpy.ndarray


def diagnose(draws: Any) -> Diagnosis:
    """NOT PRIVATE: return rank-normalised split R-hat and effective sample sizes of chains (Vehtari et al. 2021).

    Draws of one Sampler are independent. Take one Sampler for each of several starts that lie far apart, and their draws for
    the chains: an R-hat above 1.01 shows too few rounds, or wrong constants. An R-hat near 1 proves nothing.

    Parameters
    ----------
    draws : array_like
        Chains x draws x entries, or chains x draws of numbers.

    Examples
    --------
    >>> import dpcvx
    >>> parabola = lambda x: (x @ x / 2, x)
    >>> def draws_from(start):
    ...     known = {"strong_convexity": 1, "smoothness": 1, "lipschitz": 100}
    ...     sampler = dpcvx.sample.FunctionSampler(parabola, 2, start=start, **known)
    ...     return sampler.draw(100, dpcvx.Rng(b"seed"))
    >>> found = dpcvx.sample.diagnose([draws_from([-3, 3]), draws_from([3, -3])])
    >>> bool((found.r_hat < 1.2).all())
    True
    """
    values = numpy.asarray(draws, dtype=float)
    if values.ndim == 2:
        values = values[:, :, None]
    if values.ndim != 3:
        raise ValueError("argument 'draws' has %d dimensions; accepted: 2 or 3" % values.ndim)
    return Diagnosis(*call("dpcvx_nonprivate_draws_diagnose", real_array(values.reshape(-1)), *values.shape))


def kl(strong_convexity: float, step_size: float, distance: float, rounds: int) -> float:
    """Return how far the law is from its target after so many rounds."""
    return call("dpcvx_proximal_sampler_kl", strong_convexity, step_size, distance, rounds)


def rounds(strong_convexity: float, step_size: float, distance: float, variation: float) -> int:
    """Return the least number of rounds that keeps total variation within `variation`."""
    return call("dpcvx_proximal_sampler_rounds", strong_convexity, step_size, distance, variation)
