"""Private scores of a fit on held-out data: dpcvx/evaluation.h."""
import math
from typing import Any, Dict, Optional, Tuple

from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options, Reported
from dpcvx._keys import member
from dpcvx._library import Error, call
from dpcvx._release import price_of, priced, release
from dpcvx._shown import page
from dpcvx._told import NoiseWarning, Told, tell_of
from dpcvx._words import in_python
from dpcvx.data import Dataset, dataset_of, told_of_unused_weights
from dpcvx.privacy import Budget, Curve, Guarantee
from dpcvx.random import Rng


class SameRowsWarning(UserWarning):
    """A fit is scored on rows that it was fitted to."""


_REMEDIES = ("It takes more units, a larger price or, for an R^2, a narrower label_low and label_high that hold the labels. "
             "Fit.expected_interval, with the standard deviation of the labels guessed, tells what to expect before a charge.")
_GUESS = 0.5  # of a score


def _is_hidden(fit: Handle, dataset: Dataset, budget: Budget, score: Any, price: Curve, given: Dict[str, Any]) -> bool:
    """Return whether noise is expected to hide the score, by public numbers. Under add/remove that of units is none."""
    if budget.figure("adjacency") != enums.Adjacency.REPLACE_ONE:
        return False
    try:
        weighted = int(bool(dataset.weighted_by))
        return math.isinf(expected_interval(fit, dataset.units(), _GUESS, budget, score, price, **{**given, "weighted": weighted})[0])
    except Error:  # the score itself says what is wrong
        return False


@with_options(options.EVALUATION_OPTION)
class Evaluation(Reported, Handle, handle="dpcvx_evaluation"):
    """A private score of a fit, with an interval for what it is on these very units. `Fit.evaluate` makes it."""

    def __init__(self, fit: Handle, dataset: Dataset, budget: Budget, score: Any = "automatic",
                 price: Optional[Curve] = None, rng: Optional[Rng] = None, **options_given: Any):
        given = Options(options.EVALUATION_OPTION, options_given)
        number = member(enums.Score, score, "score")
        price, told = priced(budget, price)
        source = getattr(fit, "source", None)
        if source is not None and source.may_share(dataset_of(dataset).source):
            told.append(Told("the rows are those of the fit, or may be: such a score flatters, and what it costs adds up with the fit. "
                             "Score a part that Dataset.split held out", SameRowsWarning))
        told += told_of_unused_weights(dataset)
        hidden = _is_hidden(fit, dataset, budget, score, price, options_given)
        if hidden:
            told.append(Told("the noise is expected to hide the score, which has no low end then. " + _REMEDIES, NoiseWarning))
        self._own(release(told, "dpcvx_evaluation_create", budget, rng, price, fit, dataset, number, given))
        if not hidden and (math.isnan(self.value) or math.isinf(self.low)):
            tell_of(self, "the noise hides the score, which has no low end. " + _REMEDIES, NoiseWarning)

    def figure(self, name: str) -> Any:
        """Return a figure: "units", "noise_scale", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.EVALUATION_FIGURE, name)

    @property
    def value(self) -> float:
        """The score; NaN where the noise hides it."""
        try:
            return self.figure("value")
        except Error as problem:
            if problem.status != enums.Status.UNSUPPORTED:
                raise
            return math.nan

    @property
    def low(self) -> float:
        """The low end of the interval; minus infinity where the noise hides it."""
        return self.figure("low")

    @property
    def high(self) -> float:
        """The high end of the interval."""
        return self.figure("high")

    @property
    def score(self) -> str:
        """The name of the score."""
        return self.figure("score").name.lower()

    def guarantee(self) -> Guarantee:
        """Return the guarantee of the score."""
        return call("dpcvx_evaluation_guarantee", self)

    def text(self) -> str:
        """Return the score and its guarantee as human-readable text."""
        return in_python(call("dpcvx_evaluation_to_text", self))

    def json(self) -> str:
        """Return the same as a JSON object."""
        return call("dpcvx_evaluation_to_json", self)

    def __repr__(self) -> str:
        return "<dpcvx.Evaluation %s %.4g, between %.4g and %.4g%s>" % (self.score, self.value, self.low, self.high, self._clipped())

    def _clipped(self) -> str:
        """Return which range labels are clipped to; of a classification nothing."""
        try:
            return ", of labels clipped to [%.6g, %.6g]" % (self.figure("label_low"), self.figure("label_high"))
        except Error as problem:
            if problem.status != enums.Status.UNSUPPORTED:
                raise
            return ""

    def _repr_html_(self) -> str:
        shown = [("value", "%.4g" % self.value), ("between", "%.4g" % self.low), ("and", "%.4g" % self.high)]
        return page("Private score: %s" % self.score, shown, self.text())


@with_options(options.EVALUATION_OPTION)
def expected_interval(fit: Handle, units: int, value: float, budget: Budget, score: Any = "automatic",
                      price: Optional[Curve] = None, label_stddev: float = 0.0, **options_given: Any) -> Tuple[float, float]:
    """Return the interval that an evaluation is to be expected to have. `Fit.expected_interval` says more.

    Parameters
    ----------
    **options
        As of Fit.evaluate.
    """
    given = Options(options.EVALUATION_OPTION, options_given)
    return call("dpcvx_evaluation_expected_interval", price_of(budget, price), int(budget.figure("adjacency")), fit,
                member(enums.Score, score, "score"), units, value, label_stddev, given)
