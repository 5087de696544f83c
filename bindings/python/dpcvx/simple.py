"""A private fit of a table in one call. dpcvx/simple.h says more."""
from typing import Any, Dict, List, Optional, Tuple

import numpy

from dpcvx._arrays import pair_of, wrong
from dpcvx._documented import with_options
from dpcvx._generated import enums, options
from dpcvx._handles import Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._progress import ProgressLike, watching
from dpcvx._told import Told, tell_all, weak_privacy
from dpcvx._words import counted
from dpcvx.data import Dataset, dataset_of
from dpcvx.model import with_classes
from dpcvx.privacy import Budget, ledger_price
from dpcvx.solve import CHARGED, Fit, noise_of
from dpcvx.tables import NotDeclaredWarning


@with_options(options.FIT_TABLE_OPTION, without=("method",))
def fit_table(dataset: Dataset, loss: Any, epsilon: float, delta: float, ranges: Any = None, method: Any = "automatic",
              progress: ProgressLike = None, budget: Optional[Budget] = None, **options_given: Any) -> Fit:
    """Fit a table privately in one call, (epsilon, delta) in all.

    Without `budget` the call is in no ledger: add its (epsilon, delta) to what else is released of the same data yourself.

    Parameters
    ----------
    dataset : dpcvx.Dataset
        A labelled table.
    loss : str or dpcvx.enums.Loss
        "poisson" fits counts, or rates of a table with exposures: label_bound bounds rates then, weight_bound exposures.
    epsilon, delta : float
        What the fit may spend.
    ranges : (low, high) or dict, optional
        Public ends of each column, or one pair of numbers for all; of a frame, of columns of numbers by their names. Those that
        are left out are released for a share of epsilon and delta, with a NotDeclaredWarning. Categories need none.
    method : str or dpcvx.enums.Method
        By default the one with the least typical risk.
    progress : bool or callable, optional
        As in Fit.
    budget : dpcvx.Budget, optional
        A ledger, which is charged once all arguments are checked: (epsilon, delta) with filter "basic" or a basic sub-budget, its
        mu or rho with "gdp" or "zcdp".
    **options
        label_range=(low, high) (regressions), classes, l2, clipping_norm, ...; all are listed below.

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
    charged = None
    if budget is not None:
        if options_given.get("adjacency") is not None:
            raise wrong(ValueError, "adjacency", repr(options_given["adjacency"]), "none beside a budget: it is replace_one")
        charged, kept = ledger_price(budget, epsilon, delta, _unit_of(dataset, options_given))
        options_given = dict(options_given, **kept)
    arguments, given = _table_call(dataset, loss, ranges, dict(options_given, method=method))
    told = told_of_releases(dataset, ranges, arguments[2]) + told_of_privacy(dataset, epsilon, delta, options_given)
    if told or charged is not None:
        call("dpcvx_fit_table_check", *arguments, epsilon, delta, given)
        tell_all(told)
    if charged is not None and budget is not None:
        budget.charge(charged, 1, "fit_table")
    fit = _made(dataset, arguments, epsilon, delta, given, progress)
    if fit.outcome() != "cancelled":
        tell_all(noise_of(fit))
    return fit


def _table_call(dataset: Dataset, loss: Any, ranges: Any, given: Dict[str, Any]) -> Tuple[Tuple[Any, ...], Options]:
    loss = member(enums.Loss, loss, "loss")
    dataset_of(dataset)
    return fit_table_arguments(dataset, loss, ranges), fit_table_options(dataset, loss, given)


def _made(dataset: Dataset, arguments: Tuple[Any, ...], epsilon: float, delta: float, given: Options,
          progress: ProgressLike) -> Fit:
    with watching(progress, CHARGED) as monitor:
        fit = call("dpcvx_fit_table", *arguments, epsilon, delta, given, monitor)
    fit.meaning, fit.source = dataset.meaning, dataset.source
    return fit


def check_fit_table(dataset: Dataset, loss: Any, epsilon: float, delta: float, ranges: Any, given: Dict[str, Any]) -> None:
    """Raise what fit_table() would raise, and release nothing: before a ledger is charged for a fit."""
    arguments, made = _table_call(dataset, loss, ranges, given)
    call("dpcvx_fit_table_check", *arguments, epsilon, delta, made)


def checked_fit_table(dataset: Dataset, loss: Any, epsilon: float, delta: float, ranges: Any, given: Dict[str, Any],
                      progress: ProgressLike = None) -> Fit:
    """Return the fit of fit_table(), of arguments that check_fit_table() took, without its warnings."""
    arguments, made = _table_call(dataset, loss, ranges, given)
    return _made(dataset, arguments, epsilon, delta, made, progress)


def _unit_of(dataset: Dataset, given: Dict[str, Any]) -> str:
    by_record = given.get("unit") in ("record", enums.Unit.RECORD) or not dataset.has_users()
    return "record" if by_record else "user"


def told_of_privacy(dataset: Dataset, epsilon: float, delta: float, given: Dict[str, Any]) -> List[Told]:
    """Return what is to be told of an (epsilon, delta) that says little. The number of units is public under replace-one."""
    replaces = member(enums.Adjacency, given.get("adjacency") or "replace_one", "adjacency") == enums.Adjacency.REPLACE_ONE
    by_user = dataset.units() if given.get("unit") in (None, "user", enums.Unit.USER) else dataset.rows
    units = by_user if replaces else given.get("nominal_units") or 0
    numbers = all(isinstance(value, (int, float)) for value in (epsilon, delta, units))
    return list(weak_privacy(epsilon, delta, int(units))) if numbers else []  # what is no number is refused


def fit_table_arguments(dataset: Dataset, loss: Any, ranges: Any) -> Tuple[Any, ...]:
    """Return the table, the loss and the ranges as dpcvx_fit_table takes them."""
    columns = dataset_of(dataset).meaning.columns
    if isinstance(ranges, dict) and columns is None:
        raise TypeError("argument 'ranges' = a dictionary; accepted: (low, high), where the table is no frame")
    if columns is not None and not dataset.is_scaled and (isinstance(ranges, dict) or (ranges is None and columns.levels)):
        ranges = columns.ranges(ranges or {}, partly=True)
        if numpy.isnan(ranges[0]).all():
            ranges = None
    low, high = (None, None) if ranges is None else dataset.ends(ranges)
    return dataset, loss, low, high, dataset.columns


def told_of_releases(dataset: Dataset, ranges: Any, low: Any) -> List[Told]:
    """Return what is to be told where ranges are released, in the words of a caller of fit_table()."""
    released = 0 if dataset.is_scaled else dataset.columns if low is None else int(numpy.isnan(low).sum())
    if released == 0:
        return []
    return [Told("no ranges were declared for %s: they are released privately, for a share of epsilon. Declare ranges=%s, known "
                 "without looking at the data." % (counted(released, "column"), "{name: (low, high)}" if dataset.meaning.columns
                                                   else "(low, high)"), NotDeclaredWarning)]


def fit_table_options(dataset: Dataset, loss: Any, given: Dict[str, Any]) -> Options:
    """Return options of dpcvx_fit_table, with a method by its name and the classes of the labels."""
    method = member(enums.Method, given.get("method", "automatic"), "method")
    if isinstance(given.get("classes"), (tuple, list, numpy.ndarray)):
        raise wrong(TypeError, "classes", repr(given["classes"]), 'their number, for "multinomial"; Dataset(classes=...) names them')
    if "label_range" in given:
        given = dict(given)
        given["label_low"], given["label_high"] = pair_of("label_range", given.pop("label_range"), "(low, high), such as (0, 100)")
    return Options(options.FIT_TABLE_OPTION, dict(with_classes(dataset, loss, given), method=method))
