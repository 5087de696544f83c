"""Plots of curves, plans and fits. matplotlib is needed where no axes are given.

    dpcvx.plots.tradeoff(curve)
    dpcvx.plots.coefficients(fit)
    dpcvx.plots.histogram(shares)

Each function draws on `ax`, by default on new axes, and returns them. All that is drawn is public.
"""
from typing import Any, Optional, Sequence, Tuple

import numpy

from dpcvx._arrays import real_array, wrong
from dpcvx._library import Error
from dpcvx.estimate import Estimate, Histogram
from dpcvx.privacy import Curve
from dpcvx.solve import Fit, Plan

BAND = 1.959963984540054  # standard deviations of Gaussian noise on either side of a band of 95 %


def _curve_of(value: Any) -> Curve:
    """Return a curve, or that of a fit, a plan, a guarantee or an estimator."""
    value = getattr(value, "fit_", value)
    value = value.guarantee() if hasattr(value, "guarantee") and callable(value.guarantee) else value
    value = value.curve() if hasattr(value, "curve") and callable(value.curve) else value
    if not isinstance(value, Curve):
        raise wrong(TypeError, "curve", repr(value), "a dpcvx.Curve, such as Curve.gdp(1.0), or a fit, a plan or a guarantee")
    return value


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as missing:
        raise ImportError("a plot needs matplotlib, or axes to draw on: pip install matplotlib") from missing
    return pyplot.subplots()[1]


def tradeoff_points(curve: Curve, alphas: Any = None, epsilons: Any = None) -> Tuple[numpy.ndarray, numpy.ndarray]:
    """Return false positive rates of an attack, and the least false negative rates that the curve leaves it.

    An attack tells two neighbouring tables apart by what was released. With delta = delta(epsilon) it has

        false negatives >= max(1 - delta - exp(epsilon) alpha, exp(-epsilon) (1 - delta - alpha), 0)

    at false positives of alpha, for each epsilon (Wasserman and Zhou 2010; Kairouz, Oh and Viswanath 2015). Those of
    `epsilons` are tried: more of them give a bound no worse.
    """
    curve = _curve_of(curve)
    if alphas is None:
        alphas = numpy.unique(numpy.concatenate([numpy.linspace(0.0, 1.0, 201), numpy.logspace(-6, -2, 41)]))
    alphas = real_array(alphas, "alphas")
    if epsilons is None:
        epsilons = numpy.linspace(0.0, max(curve.epsilon(1e-4), 0.01), 40)
    best = numpy.zeros(len(alphas))
    for epsilon in real_array(epsilons, "epsilons"):
        left = 1.0 - curve.delta(float(epsilon))
        best = numpy.maximum(best, numpy.maximum(left - numpy.exp(epsilon) * alphas, numpy.exp(-epsilon) * (left - alphas)))
    return alphas, best


def tradeoff(curve: Curve, ax: Any = None, label: Optional[str] = None) -> Any:
    """Draw how well any attack can tell neighbours apart: false negatives against false positives. The diagonal is a guess."""
    alphas, betas = tradeoff_points(curve)
    ax = _axes(ax)
    ax.plot(alphas, betas, label=label)
    ax.plot([0.0, 1.0], [1.0, 0.0], linestyle=":", color="gray")
    ax.set_xlabel("false positive rate of an attack")
    ax.set_ylabel("least false negative rate")
    return ax


def epsilon_delta(curve: Curve, ax: Any = None, deltas: Any = None, label: Optional[str] = None) -> Any:
    """Draw the least epsilon that is proved at each delta."""
    curve = _curve_of(curve)
    ax = _axes(ax)
    deltas = numpy.logspace(-10, -2, 17) if deltas is None else real_array(deltas, "deltas")
    ax.plot(deltas, [curve.epsilon(float(delta)) for delta in deltas], label=label)
    ax.set_xscale("log")
    ax.set_xlabel("delta")
    ax.set_ylabel("epsilon")
    return ax


def plan(plan: Plan, ax: Any = None) -> Any:
    """Draw the typical risk of each method that a plan compares, the chosen one first."""
    if not isinstance(plan, Plan):
        raise wrong(TypeError, "plan", "a " + type(plan).__name__, "a dpcvx.Plan: a fit has no more than the one method")
    ax = _axes(ax)
    names = plan.ranking()
    ax.barh([name.replace("_", " ") for name in names], [plan.method_figure(name, "typical_risk") for name in names])
    ax.invert_yaxis()
    ax.set_xlabel("typical risk, in average loss")
    if hasattr(ax.figure, "set_layout_engine"):
        ax.figure.set_layout_engine("tight")  # names of methods are long
    return ax


def histogram(shares: Histogram, ax: Any = None) -> Any:
    """Draw the shares of a histogram over its cells, with their intervals."""
    if not isinstance(shares, Histogram):
        raise wrong(TypeError, "shares", "a " + type(shares).__name__, "a dpcvx.Histogram")
    ax = _axes(ax)
    (starts, ends), (low, high), found = shares.ranges(), shares.intervals(), shares.values
    ax.bar(starts, found, width=ends - starts, align="edge", edgecolor="white", alpha=0.6)
    ax.errorbar((starts + ends) / 2, found, yerr=[numpy.maximum(found - low, 0), numpy.maximum(high - found, 0)], fmt="none", capsize=3,
                color="black")
    ax.set_xlabel(shares.name or "value")
    ax.set_ylabel("share")
    return ax


def intervals(estimate: Estimate, ax: Any = None) -> Any:
    """Draw the values of an estimate with their intervals: means, variances, shares or quantiles."""
    if not isinstance(estimate, Estimate):
        raise wrong(TypeError, "estimate", "a " + type(estimate).__name__, "a dpcvx.Estimate")
    ax = _axes(ax)
    found, (low, high) = estimate.values, estimate.intervals()
    ax.errorbar(estimate.names(), found, yerr=[numpy.maximum(found - low, 0), numpy.maximum(high - found, 0)], fmt="o", capsize=3)
    ax.tick_params(axis="x", labelrotation=90 if len(found) > 8 else 0)
    return ax


def coefficients(fit: Any, ax: Any = None, names: Optional[Sequence[str]] = None) -> Any:
    """Draw the coefficients, in the scaled units of the fit, with bands of 95 % for the noise where its law is known.

    The bands are those of the noise that privacy takes. They say nothing of the sampling of the data.
    """
    fit = getattr(fit, "fit_", fit)
    if not isinstance(fit, Fit):
        raise wrong(TypeError, "fit", "a " + type(fit).__name__, "a dpcvx.Fit, or a fitted estimator")
    ax = _axes(ax)
    found = fit.coefficients()
    columns = fit.meaning.columns
    if names is None and columns is not None and len(columns.outputs) + 1 == len(found):
        names = list(columns.outputs) + ["(intercept)"]
    names = list(names) if names is not None else [str(place) for place in range(len(found))]
    try:
        band = BAND * fit.standard_errors()
    except Error:  # the method does not know them
        band = None
        ax.set_title("no bands: the law of the noise in coefficients is not known for this method", fontsize="small")
    ax.errorbar(names, found, yerr=band, fmt="o", capsize=3)
    ax.axhline(0.0, color="gray", linewidth=0.5)
    ax.tick_params(axis="x", labelrotation=90 if len(names) > 8 else 0)
    ax.set_ylabel("coefficient of scaled columns")
    return ax
