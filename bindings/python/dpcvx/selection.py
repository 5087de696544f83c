"""A private choice among fits of one table: dpcvx/selection.h says what it costs, and when it is worth it."""
import ctypes
from typing import Any, Dict, Iterable, Mapping, NamedTuple, Optional, Sequence, Tuple

from dpcvx._arrays import wrong
from dpcvx._generated import enums, options
from dpcvx._handles import Options
from dpcvx._keys import member
from dpcvx._library import Error, call
from dpcvx._progress import ProgressLike, watching
from dpcvx._told import tell_all
from dpcvx.data import Dataset, dataset_of
from dpcvx.model import loss_of
from dpcvx.privacy import Budget, Curve, budget_of
from dpcvx.random import Rng
from dpcvx.simple import fit_table_arguments, fit_table_options, told_of_privacy, told_of_releases
from dpcvx.solve import Fit, worth_of
from dpcvx.tables import told_of_weights

_CHARGED = ": the selection has spent its price, and gives no model. The fit's outcome() says \"cancelled\"."


class Selection(NamedTuple):
    """What a selection released: the best fit, the number of its candidate, and its private score, which flatters."""

    fit: Fit
    chosen: int
    score: float


def select_fit(dataset: Dataset, loss: Any, epsilon: float, delta: float, candidates: Sequence[Dict[str, Any]],
               ranges: Any = None, score: Any = "automatic", inclusion: float = 0.8, held_out_fraction: float = 0.2,
               progress: ProgressLike = None, budget: Optional[Budget] = None, **shared: Any) -> Selection:
    """Fit a table with each of several settings, and keep the best by a private score: (epsilon, delta) in all.

    Without `budget` the call is in no ledger: add its (epsilon, delta) to what else is released of the same data yourself.

    Parameters
    ----------
    dataset, loss, epsilon, delta, ranges
        As in fit_table. The table is split at random into a part for fits and one for scores.
    candidates : sequence of dict
        Options of fit_table, `method` among them: 1 to 16 settings, of which each counts with the probability `inclusion`.
        Of clips or steps that are given, the method is one that uses them, where one applies.
    score : str or dpcvx.enums.Score
        By default the one of the loss.
    inclusion : float
        A greater one misses the best less often, and leaves less privacy to each candidate (`run_price`).
    held_out_fraction : float
        The share of units for scores.
    progress : bool or callable, optional
        Watches the fits, one after the other. A cancelled selection gives no model.
    budget : dpcvx.Budget, optional
        A ledger, which is charged (epsilon, delta) once all arguments are checked, and before the fits. It has filter="basic", or a
        basic sub-budget: no price of a choice is known that other filters count for less than a budget split over the
        candidates. Unit and adjacency are its own then.
    **shared
        Options of all candidates, such as label_low and label_high.

    Returns
    -------
    Selection
        `fit`, `chosen` and `score`. The score is the best of several, so it flatters; NaN where the noise hides it.
    """
    price = None if budget is None else selection_price(budget_of(budget), epsilon, delta)
    made = selection_call(dataset, loss, epsilon, delta, candidates, ranges, score, inclusion, held_out_fraction, shared)
    told = told_of_releases(dataset, ranges, made.arguments[2]) + told_of_privacy(dataset, epsilon, delta, shared, budget)
    told += told_of_weights(dataset.weighted_by, shared)
    if told:
        made.check(budget, price)
        tell_all(told)
    released = made.run(progress, budget, price)
    if released.chosen >= 0:
        tell_all(worth_of(released.fit))
    return released


def selection_price(budget: Budget, epsilon: float, delta: float) -> Curve:
    """Return what a selection charges a budget, which adds up epsilons and deltas."""
    if not budget.takes_pairs():
        raise wrong(ValueError, "budget", 'a Budget with filter "%s"' % budget.figure("filter").name.lower(),
                    'one that takes (epsilon, delta), such as dpcvx.Budget(10, 1e-4, filter="basic"), or a default one with '
                    'basic_epsilon_fraction=0.3, basic_delta_fraction=0.3')
    return Curve.approximate(epsilon, delta) if delta > 0 else Curve.pure(epsilon)


class SelectionCall(NamedTuple):
    """A selection that is about to be made: what C takes, and options that live as long."""

    dataset: Dataset
    arguments: Tuple[Any, ...]
    candidates: Sequence[Options]

    def check(self, budget: Optional[Budget] = None, price: Optional[Curve] = None) -> None:
        """Raise what run() would raise, and release nothing: before a ledger is charged."""
        if budget is None:
            return call("dpcvx_fit_table_select_check", *self.arguments)
        try:
            call("dpcvx_fit_table_select_on", budget.rehearsal(), Rng(), price, *self._on_budget(), None)
        except Error as problem:
            if problem.status != enums.Status.CANCELLED:
                raise

    def _on_budget(self) -> Tuple[Any, ...]:
        """Return what C takes beside a price, which stands for (epsilon, delta)."""
        return self.arguments[:5] + self.arguments[7:]

    def run(self, progress: ProgressLike = None, budget: Optional[Budget] = None, price: Optional[Curve] = None) -> Selection:
        """Return the selection, which charges the budget, where there is one."""
        with watching(progress, _CHARGED) as monitor:
            if budget is None:
                released = Selection(*call("dpcvx_fit_table_select", *self.arguments, monitor))
            else:
                released = Selection(*call("dpcvx_fit_table_select_on", budget, Rng(), price, *self._on_budget(), monitor))
        released.fit.meaning = self.dataset.meaning
        return released


def selection_call(dataset: Dataset, loss: Any, epsilon: float, delta: float, candidates: Sequence[Dict[str, Any]], ranges: Any,
                   score: Any, inclusion: float, held_out_fraction: float, shared: Dict[str, Any]) -> SelectionCall:
    """Return the call of select_fit(), which has the same parameters."""
    loss = loss_of(loss)
    dataset_of(dataset)
    if isinstance(candidates, (str, bytes, Mapping)) or not isinstance(candidates, Iterable):
        raise wrong(TypeError, "candidates", repr(candidates), 'a list of dictionaries, such as [{"l2": 0.001}, {"l2": 0.01}]')
    candidates = list(candidates)
    for place, candidate in enumerate(candidates):
        if not isinstance(candidate, Mapping):
            raise wrong(TypeError, "candidates[%d]" % place, repr(candidate), 'a dictionary, such as {"l2": 0.001}')
    given = [fit_table_options(dataset, loss, dict(shared, **candidate)) for candidate in candidates]
    held = (ctypes.c_void_p * len(given))(*[one._as_parameter_ for one in given])
    settings = Options(options.SELECTION_OPTION, {"score": member(enums.Score, score, "score"), "inclusion": inclusion,
                                                  "held_out_fraction": held_out_fraction})
    arguments = (*fit_table_arguments(dataset, loss, ranges), epsilon, delta, held, len(given), settings)
    return SelectionCall(dataset, arguments, given)


def run_price(candidates: int, epsilon: float, delta: float, inclusion: float = 0.8) -> Curve:
    """Return the curve of what each of so many candidates may cost in a selection of (epsilon, delta)."""
    settings = Options(options.SELECTION_OPTION, {"inclusion": inclusion})
    return call("dpcvx_selection_run_price", candidates, epsilon, delta, settings)
