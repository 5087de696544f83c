"""A private choice among fits of one table: dpcvx/selection.h says what it costs, and when it is worth it."""
import ctypes
from typing import Any, Dict, Iterable, Mapping, NamedTuple, Sequence, Tuple

from dpcvx._arrays import wrong
from dpcvx._generated import enums, options
from dpcvx._handles import Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._progress import ProgressLike, watching
from dpcvx._told import tell_all
from dpcvx.data import Dataset, dataset_of
from dpcvx.model import loss_of
from dpcvx.privacy import Curve
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
               progress: ProgressLike = None, **shared: Any) -> Selection:
    """Fit a table with each of several settings, and keep the best by a private score: (epsilon, delta) in all.

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
    **shared
        Options of all candidates, such as label_low and label_high.

    Returns
    -------
    Selection
        `fit`, `chosen` and `score`. The score is the best of several, so it flatters; NaN where the noise hides it.
    """
    made = selection_call(dataset, loss, epsilon, delta, candidates, ranges, score, inclusion, held_out_fraction, shared)
    told = told_of_releases(dataset, ranges, made.arguments[2]) + told_of_privacy(dataset, epsilon, delta, shared)
    told += told_of_weights(dataset.weighted_by, shared)
    if told:
        made.check()
        tell_all(told)
    released = made.run(progress)
    if released.chosen >= 0:
        tell_all(worth_of(released.fit))
    return released


class SelectionCall(NamedTuple):
    """A selection that is about to be made: what C takes, and options that live as long."""

    dataset: Dataset
    arguments: Tuple[Any, ...]
    candidates: Sequence[Options]

    def check(self) -> None:
        """Raise what run() would raise, and release nothing: before a ledger is charged."""
        call("dpcvx_fit_table_select_check", *self.arguments)

    def run(self, progress: ProgressLike = None) -> Selection:
        """Return the selection."""
        with watching(progress, _CHARGED) as monitor:
            released = Selection(*call("dpcvx_fit_table_select", *self.arguments, monitor))
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
