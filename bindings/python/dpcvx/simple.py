"""A private fit of a table in one call. dpcvx/simple.h says more."""
import math
import re
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy

from dpcvx._arrays import pair_of, wrong
from dpcvx._documented import with_options
from dpcvx._generated import enums, options
from dpcvx._handles import Options
from dpcvx._keys import member, real
from dpcvx._library import Error, call, error_of
from dpcvx._progress import ProgressLike, watching
from dpcvx._told import SlowWarning, Told, tell_all, weak_privacy
from dpcvx._words import counted
from dpcvx.data import Dataset, columns_named, dataset_of
from dpcvx.model import loss_of, with_classes
from dpcvx.privacy import Budget, Curve, budget_of
from dpcvx.random import Rng
from dpcvx.solve import CHARGED, CLASSIFICATION, Fit, Plan, RepeatedWarning, method_of, worth_of
from dpcvx.tables import NotDeclaredWarning, told_of_weights

_LABEL_RANGE = """label_range : (float, float), default None
    Public ends of a regression's labels, which are clipped to them: label_low and label_high as one.
"""


@with_options(options.FIT_TABLE_OPTION, without=("method",), more=_LABEL_RANGE)
def fit_table(dataset: Dataset, loss: Any, epsilon: Optional[float] = None, delta: Optional[float] = None, ranges: Any = None,
              method: Any = "automatic", progress: ProgressLike = None, budget: Optional[Budget] = None, **options_given: Any) -> Fit:
    """Fit a table privately in one call, (epsilon, delta) in all.

    Without `budget` the call is in no ledger: add its (epsilon, delta) to what else is released of the same data yourself.
    It then adds up its own releases by GDP, or by the basic filter where that has far less typical risk: filter="gdp" fixes it.

    Parameters
    ----------
    dataset : dpcvx.Dataset
        A labelled table.
    loss : str or dpcvx.enums.Loss
        "poisson" fits counts, or rates of a table with exposures: label_bound bounds rates then, weight_bound exposures.
    epsilon, delta : float
        What the fit may spend.
    ranges : (low, high) or dict, optional
        Public ends of each column, all low ends first: ([18, 0], [90, 1]) has column 0 in [18, 90]. Or one pair of numbers for
        all; of a frame, ends of columns of numbers by their names. Those that
        are left out are released for a share of epsilon and delta, with a NotDeclaredWarning. Categories need none.
    method : str or dpcvx.enums.Method
        By default the one with the least typical risk.
    progress : bool or callable, optional
        As in Fit.
    budget : dpcvx.Budget, optional
        A ledger, which is charged `budget.price(epsilon=epsilon, delta=delta)` once all arguments are checked. Unit and
        adjacency are its own then.
    **options
        label_range=(low, high) (regressions), or label_range_fraction=0.1 to release it for that share of the budget; classes, l2,
        clipping_norm, ...; all are listed below.

    Returns
    -------
    Fit

    Examples
    --------
    >>> generator = numpy.random.default_rng(0)
    >>> X = generator.uniform(0, 1, (1000, 2))
    >>> data = dpcvx.Dataset(X, X[:, 0] > X[:, 1])
    >>> fit = dpcvx.fit_table(data, "logistic", epsilon=4.0, delta=1e-6, ranges=([0, 0], [1, 1]), l2=0.001)
    >>> fit.figure("epsilon") <= 4.0, fit.outcome()
    (True, 'done')
    >>> fit.predict([[0.9, 0.1], [0.1, 0.9]])
    array([ True, False])
    """
    dataset_of(dataset)
    epsilon, delta = _both(epsilon, delta)
    price = None if budget is None else budget_of(budget).price(epsilon=epsilon, delta=delta)
    asked = table_call(dataset, loss, epsilon, delta, ranges, dict(options_given, method=method))
    told = [] if budget is None else told_of_costs(budget, dataset, delta, asked)
    told += told_of_releases(dataset, ranges, asked.arguments[2]) + told_of_privacy(dataset, epsilon, delta, options_given, budget)
    told += told_of_weights(dataset.weighted_by, options_given)
    tell_all(told + asked.worth(budget, price))
    fit = asked.run(progress, budget, price)
    dataset.__dict__.setdefault("_fits", set()).add(asked.settings())
    return fit


@with_options(options.FIT_TABLE_OPTION, without=("method",), more=_LABEL_RANGE)
def plan_table(dataset: Dataset, loss: Any, epsilon: Optional[float] = None, delta: Optional[float] = None, ranges: Any = None,
               method: Any = "automatic", budget: Optional[Budget] = None, **options_given: Any) -> Plan:
    """Return what fit_table() would do, before any charge: method, risks, noise, time. Fit refuses such a plan.

    Its curve is that of the model alone: ranges and centres that are released cost the rest of (epsilon, delta).

    Parameters
    ----------
    dataset, loss, epsilon, delta, ranges, method
        As in fit_table.
    budget : dpcvx.Budget, optional
        The ledger that fit_table would charge. It is charged nothing here. A price above what is left is refused, as there.
    **options
        As in fit_table.

    Returns
    -------
    Plan

    Examples
    --------
    >>> data = dpcvx.Dataset([[0.1], [0.9]] * 500, [-1, 1] * 500)
    >>> plan = dpcvx.plan_table(data, "logistic", epsilon=1.0, delta=1e-6, ranges=(0, 1))
    >>> plan.share_lost() < 0.3
    True
    """
    dataset_of(dataset)
    epsilon, delta = _both(epsilon, delta)
    price = None if budget is None else budget_of(budget).price(epsilon=epsilon, delta=delta)
    asked = table_call(dataset, loss, epsilon, delta, ranges, dict(options_given, method=method))
    return asked.plan(budget, price)


def _both(epsilon: Optional[float], delta: Optional[float]) -> Tuple[float, float]:
    """Return the (epsilon, delta) of a fit, both of which a caller gives."""
    if epsilon is None or delta is None:
        raise TypeError("argument '%s' is missing; accepted: what the fit may spend, as in fit_table(dataset, loss, epsilon=1.0, "
                        "delta=1e-6); a budget pays that much" % ("epsilon" if epsilon is None else "delta"))
    return epsilon, delta


class CostWarning(UserWarning):
    """A release costs its ledger more than its price says."""


_WORTH: Dict[Any, List[Told]] = {}  # by what the plan hangs on
_MOST_KEPT = 256


_LONG_SECONDS = 120.0
_FASTER = "method=\"automatic\" weighs time where methods are alike; plan_table() tells of each before a charge"


def _slowness_of(plan: Plan) -> List[Told]:
    """Return what to tell where a fit is expected to take minutes or more."""
    seconds = plan.figure("expected_seconds")
    if not seconds >= _LONG_SECONDS:
        return []
    return [Told("the fit is expected to take about %.2g minutes on one thread, by %s. %s" % (
        seconds / 60, plan.title(), _FASTER), SlowWarning)]


class TableCall(NamedTuple):
    """A fit of a table that is about to be made: what C takes."""

    dataset: Dataset
    arguments: Tuple[Any, ...]
    epsilon: float
    delta: float
    given: Options
    chosen: Dict[str, Any]

    def plan(self, budget: Optional[Budget] = None, price: Optional[Curve] = None) -> Plan:
        """Return what run() would do, or raise what it would raise. Nothing is charged or released."""
        if budget is not None:
            return self._meant(call("dpcvx_fit_table_plan_on", budget, price, *self.arguments, self.given))
        return self._meant(call("dpcvx_fit_table_plan", *self.arguments, self.epsilon, self.delta, self.given))

    def worth(self, budget: Optional[Budget] = None, price: Optional[Curve] = None) -> List[Told]:
        """Return what plan() warns of: noise that hides most, and long times. It is planned once for tables of one shape and settings."""
        key = self._public()
        if key is None or budget is not None:
            return self._planned_worth(budget, price)
        if key not in _WORTH:
            if len(_WORTH) >= _MOST_KEPT:
                _WORTH.clear()
            _WORTH[key] = self._planned_worth(None, None)
        return _WORTH[key]

    def _planned_worth(self, budget: Optional[Budget], price: Optional[Curve]) -> List[Told]:
        try:
            plan = self.plan(budget, price)
            return worth_of(plan) + _slowness_of(plan)
        except Error as refused:  # the caller asked for a fit
            raise error_of(refused.status, re.sub("^plan_table: ", "fit_table: ", str(refused))) from None

    def _public(self) -> Any:
        """Return the public numbers that a plan of records hangs on; None where these are not all."""
        if self.dataset.form is None:
            return None
        ends = tuple(None if given is None else given.tobytes() if hasattr(given, "tobytes") else given for given in self.arguments[1:])
        key = (self.dataset.rows, self.dataset.is_scaled, *self.dataset.form, ends, self.epsilon, self.delta,
               tuple(sorted((name, value) for name, value in self.chosen.items() if value is not None)))
        try:
            hash(key)
        except TypeError:
            return None
        return key

    def settings(self) -> Tuple[Any, ...]:
        """Return what tells this fit from others of the same table."""
        return (self.arguments[1], self.epsilon, self.delta, repr(sorted(self.chosen.items())))

    def run(self, progress: ProgressLike = None, budget: Optional[Budget] = None, price: Optional[Curve] = None) -> Fit:
        """Return the fit, without its warnings, which charges the budget, where there is one."""
        with watching(progress, CHARGED) as monitor:
            if budget is None:
                monitor.result = self._ordered(call("dpcvx_fit_table", *self.arguments, self.epsilon, self.delta, self.given, monitor))
                return monitor.result
            fit = self._ordered(call("dpcvx_fit_table_on", budget, Rng(), price, *self.arguments, self.given, monitor))
            monitor.result = fit
        if fit.figure("delta") != self.delta:
            fit.asked = (self.epsilon, self.delta)
        return fit

    def _ordered(self, made: Any) -> Any:
        made.ordered = (self.epsilon, self.delta)
        return self._meant(made)

    def _meant(self, made: Any) -> Any:
        made.meaning, made.source = self.dataset.meaning, self.dataset.source
        return made


def table_call(dataset: Dataset, loss: Any, epsilon: float, delta: float, ranges: Any, given: Dict[str, Any]) -> TableCall:
    """Return the call of fit_table(), which has the same parameters."""
    loss = loss_of(loss)
    arguments, chosen = fit_table_arguments(dataset, loss, ranges), table_options(dataset, loss, given)
    return TableCall(dataset, arguments, epsilon, delta, Options(options.FIT_TABLE_OPTION, chosen), chosen)


def told_of_costs(budget: Budget, dataset: Dataset, delta: float, asked: TableCall) -> List[Told]:
    """Return what is to be told of a fit that was made of this table before, and of a pure price that costs more than it says."""
    told = []
    if budget.in_file and asked.settings() in dataset.__dict__.get("_fits", ()):
        told.append(Told("this fit was made of this table before: the budget is charged once more, for another one", RepeatedWarning))
    if delta == 0 and budget.figure("filter") != enums.Filter.BASIC and not budget.takes_pairs():
        told.append(Told("delta = 0 on a budget that adds up squares: the charge is several times that of the same epsilon with a "
                         "delta. Give delta=1e-7, say, or a budget with filter=\"basic\".", CostWarning))
    return told


def told_of_privacy(dataset: Dataset, epsilon: float, delta: float, given: Dict[str, Any],
                    budget: Optional[Budget] = None) -> List[Told]:
    """Return what is to be told of an (epsilon, delta) that says little. The number of units is public under replace-one.

    Adjacency and unit are those of a budget, where there is one.
    """
    adjacency = given.get("adjacency") or "replace_one" if budget is None else budget.figure("adjacency")
    unit = given.get("unit") if budget is None else budget.figure("unit")
    units = dataset.public_units(adjacency, unit) or given.get("nominal_units") or 0
    numbers = all(isinstance(value, (int, float)) for value in (epsilon, delta, units))
    return list(weak_privacy(epsilon, delta, int(units))) if numbers else []  # what is no number is refused


def fit_table_arguments(dataset: Dataset, loss: Any, ranges: Any) -> Tuple[Any, ...]:
    """Return the table, the loss and the ranges as dpcvx_fit_table takes them."""
    columns = dataset_of(dataset).meaning.columns
    if ranges is not None and dataset.is_scaled:
        raise wrong(ValueError, "ranges", "those of a table that has its ranges", "None, or a table without Dataset(ranges=...)")
    if isinstance(ranges, dict) and columns is None:
        raise TypeError("argument 'ranges' = a dictionary; accepted: (low, high), where the table is no frame")
    if columns is not None and not dataset.is_scaled and (isinstance(ranges, dict) or (ranges is None and columns.levels)):
        ranges = columns.ranges(ranges or {}, partly=True)
        if numpy.isnan(ranges[0]).all():
            ranges = None
    low, high = (None, None) if ranges is None else dataset.ends(ranges)
    return dataset, loss, low, high, dataset.columns


def told_of_releases(dataset: Dataset, ranges: Any, low: Any) -> List[Told]:
    """Return what is to be told where ranges are released, in the words of a caller of fit_table().
    """
    released = numpy.ones(dataset.columns, bool) if low is None else numpy.isnan(low)
    if dataset.is_scaled or not released.any():
        return []
    return [Told("no ranges were declared for %s: they are released privately, for a share of epsilon. Declare ranges=%s, known "
                 "without looking at the data." % (columns_named(dataset, released), "{name: (low, high)}" if dataset.meaning.columns
                                                   else "(low, high)"), NotDeclaredWarning)]


def _label_range(ends: Any, loss: enums.Loss) -> Tuple[float, float]:
    """Return the public ends of the labels, which the caller gave as one argument."""
    if loss in CLASSIFICATION:
        raise wrong(ValueError, "label_range", repr(ends), "none for a loss of classes")
    low, high = (real(end, "label_range") for end in pair_of("label_range", ends, "(low, high), such as (0, 100)"))
    if not (low < high and math.isfinite(high - low)):
        raise wrong(ValueError, "label_range", "(%g, %g)" % (low, high), "finite numbers (low, high), low below high")
    if loss == enums.Loss.POISSON and low != 0:
        raise wrong(ValueError, "label_range", "(%g, %g)" % (low, high),
                    '(0, high) for "poisson", whose labels are counts: label_bound=%g says the same' % high)
    return low, high


# Options that mean nothing to other losses.
_OF_LOSSES = {"quantile": (enums.Loss.PINBALL,), "huber_width": (enums.Loss.HUBER, enums.Loss.SMOOTHED_HINGE),
              "exponent": (enums.Loss.POWER, enums.Loss.POWER_HINGE)}


def table_options(dataset: Dataset, loss: Any, given: Dict[str, Any]) -> Dict[str, Any]:
    """Return options of dpcvx_fit_table by name, with a method by its number and the classes of the labels."""
    method = method_of(given.get("method"))
    if isinstance(given.get("classes"), (tuple, list, numpy.ndarray)):
        raise wrong(TypeError, "classes", repr(given["classes"]), 'their number, for "multinomial"; Dataset(classes=...) names them')
    for name, losses in _OF_LOSSES.items():
        if given.get(name) is not None and loss not in losses:
            raise wrong(ValueError, name, repr(given[name]), "none for this loss: it is of " + ", ".join(
                '"%s"' % one.name.lower() for one in losses))
    if (given.get("label_low") is None) != (given.get("label_high") is None):
        one, other = ("label_low", "label_high") if given.get("label_high") is None else ("label_high", "label_low")
        raise wrong(ValueError, one, repr(given[one]), "label_range=(low, high), or %s too" % other)
    if "label_range" in given:
        given = dict(given)
        ends = given.pop("label_range")
        if ends is not None:
            given["label_low"], given["label_high"] = _label_range(ends, loss)
    return dict(with_classes(dataset, loss, given), method=method)


def fit_table_options(dataset: Dataset, loss: Any, given: Dict[str, Any]) -> Options:
    """Return options of dpcvx_fit_table."""
    return Options(options.FIT_TABLE_OPTION, table_options(dataset, loss, given))
