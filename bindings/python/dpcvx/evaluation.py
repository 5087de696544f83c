"""Private scores of a fit on held-out data: dpcvx/evaluation.h."""
from typing import Any, Optional

from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._shown import page
from dpcvx.data import Dataset
from dpcvx.privacy import Budget, Curve, Guarantee
from dpcvx.random import Rng


@with_options(options.EVALUATION_OPTION)
class Evaluation(Handle, handle="dpcvx_evaluation"):
    """A private score of a fit, with an interval for what it is on these very units. `Fit.evaluate` makes it."""

    def __init__(self, fit: Handle, dataset: Dataset, budget: Budget, score: Any = "automatic",
                 price: Optional[Curve] = None, rng: Optional[Rng] = None, **options_given: Any):
        price = price or budget.price(1.0)
        given = Options(options.EVALUATION_OPTION, options_given)
        self._own(call("dpcvx_evaluation_create", budget, rng or Rng(), price, fit, dataset,
                       member(enums.Score, score, "score"), given))

    def figure(self, name: str) -> Any:
        """Return a figure: "units", "noise_scale", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.EVALUATION_FIGURE, name)

    @property
    def value(self) -> float:
        """The score. It raises Error where the noise hides it."""
        return self.figure("value")

    @property
    def low(self) -> float:
        """The low end of the interval."""
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

    def report(self) -> str:
        """Return the score and its guarantee as human-readable text."""
        return call("dpcvx_evaluation_to_text", self)

    def json(self) -> str:
        """Return the same as a JSON object."""
        return call("dpcvx_evaluation_to_json", self)

    def __repr__(self) -> str:
        return "<dpcvx.Evaluation %s between %.4g and %.4g>" % (self.score, self.low, self.high)

    def _repr_html_(self) -> str:
        return page("Private score: %s" % self.score, [("between", "%.4g" % self.low), ("and", "%.4g" % self.high)], self.report())
