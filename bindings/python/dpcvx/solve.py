"""Private fits: plans, fits, and one call for a table. dpcvx/solve.h and dpcvx/simple.h say more."""
from typing import Any, Dict, List, Optional, Tuple

import numpy

from dpcvx._arrays import check_length, real_array
from dpcvx._callbacks import raising
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._shown import page
from dpcvx._progress import ProgressLike, watching
from dpcvx.data import Dataset
from dpcvx.evaluation import Evaluation
from dpcvx.model import Objective, with_classes
from dpcvx.privacy import Budget, Curve, Guarantee
from dpcvx.random import Rng
from dpcvx.tables import Meaning


def _name(kind: Any, number: int) -> str:
    return kind(number).name.lower()


@with_options(options.PLAN_OPTION)
class Plan(Handle, handle="dpcvx_plan"):
    """How a fit will be made, from public numbers alone: nothing is charged.

    Parameters
    ----------
    budget : dpcvx.Budget
        Its adjacency, unit and filter are read.
    objective : dpcvx.Objective
        What to minimise.
    price : dpcvx.Curve, optional
        By default all that is left of the budget.
    method : str or dpcvx.enums.Method
        By default the one with the least typical risk.
    **options
        steps, clipping_norm, batch_size, ...; all are listed below.

    Examples
    --------
    >>> data = dpcvx.Dataset([[0.1], [0.9]] * 500, [-1, 1] * 500, ranges=([0], [1]))
    >>> plan = dpcvx.Plan(dpcvx.Budget(1.0, 1e-6), dpcvx.Objective(data, "logistic"), method="noisy_gradient_descent", steps=10)
    >>> plan.method(), plan.figure("steps"), plan.curve().epsilon(1e-6) <= 1.0
    ('noisy_gradient_descent', 10, True)
    """

    def __init__(self, budget: Budget, objective: Objective, price: Optional[Curve] = None, method: Any = "automatic",
                 **options_given: Any):
        price = price or budget.price(1.0)
        given = Options(options.PLAN_OPTION, options_given)
        self.meaning, self.callback = objective.meaning, objective.callback
        with raising(self.callback):
            self._own(call("dpcvx_plan_create", budget, price, objective, member(enums.Method, method, "method"), given))

    def figure(self, name: str) -> Any:
        """Return a figure of the chosen method: "steps", "noise_stddev", "typical_risk", ... (`help(dpcvx.figures)`)."""
        return self.method_figure("automatic", name)

    def method(self) -> str:
        """Return the name of the method that was chosen."""
        return _name(enums.Method, self.figure("method"))

    def ranking(self) -> List[str]:
        """Return the names of all methods that apply, the best first."""
        methods, count = call("dpcvx_plan_ranking", self, len(enums.Method))
        return [_name(enums.Method, number) for number in methods[:count]]

    def method_figure(self, method: Any, name: str) -> Any:
        """Return a figure of any method that applies."""
        return self._read(figures.PLAN_FIGURE, name, member(enums.Method, method, "method"))

    def reason(self, method: Any) -> str:
        """Return why a method does not apply, and what would help."""
        return call("dpcvx_plan_reason", self, member(enums.Method, method, "method"))

    def curve(self) -> Curve:
        """Return the curve that the fit comes to."""
        return call("dpcvx_plan_curve", self)

    def text(self) -> str:
        """Return the plan as human-readable text: settings, noise, risks, and how the methods rank."""
        return call("dpcvx_plan_to_text", self)

    def json(self) -> str:
        """Return the plan as a JSON object."""
        return call("dpcvx_plan_to_json", self)

    def __repr__(self) -> str:
        return "<dpcvx.Plan %s, typical risk %.3g, the best of %d methods>" % (
            self.method(), self.figure("typical_risk"), len(self.ranking()))

    def _repr_html_(self) -> str:
        rows = [(name.replace("_", " "), "%.4g" % self.method_figure(name, "typical_risk")) for name in self.ranking()]
        return page("Plan: %s" % self.method().replace("_", " "), [("method", "typical risk"), *rows], self.text())


class Fit(Handle, handle="dpcvx_fit"):
    """A private model. Making it charges the budget. Ctrl-C cancels it: the fit keeps its charge and what it reached.

    Parameters
    ----------
    budget : dpcvx.Budget
        It is charged before the data are read.
    plan : dpcvx.Plan
        How.
    rng : dpcvx.Rng, optional
        By default a fresh one of the operating system.
    progress : bool or callable, optional
        True shows a bar of tqdm. A function of the steps done and the steps in all cancels the fit if it returns true.

    Raises
    ------
    Error
        The charge does not fit, and the data were not read.
    Exception
        What a loss of one's own raised. The fit was cancelled then, and its charge stays.
    """

    meaning: Meaning = Meaning()

    def __init__(self, budget: Budget, plan: Plan, rng: Optional[Rng] = None, progress: ProgressLike = None):
        self.meaning = plan.meaning
        with watching(progress, _CHARGED) as monitor, raising(plan.callback, monitor):
            self._own(call("dpcvx_fit_create", budget, rng or Rng(), plan, monitor))

    @classmethod
    def load(cls, stored: bytes, meaning: Meaning = Meaning()) -> "Fit":
        """Return the fit whose save() gave these bytes."""
        fit = call("dpcvx_fit_load", bytes(stored), len(stored))
        fit.meaning = meaning
        return fit

    def save(self) -> bytes:
        """Return the fit as bytes, which this or a later version loads on any machine.

        Names of columns and classes are not in them. Pickling a fit keeps those too.
        """
        return call("dpcvx_fit_save", self)

    def __reduce__(self) -> Any:
        return type(self).load, (self.save(), self.meaning)

    def _table(self, rows: Any) -> Dataset:
        """Return a table to predict for: a dataset, or rows that are read as those of the fit."""
        return rows if isinstance(rows, Dataset) else Dataset(rows, levels=self.meaning.columns)

    def figure(self, name: str) -> Any:
        """Return a figure: "epsilon" and "delta", which the fit spent, "steps", ... (`help(dpcvx.figures)`)."""
        return self._read(figures.FIT_FIGURE, name)

    def outcome(self) -> str:
        """Return how the fit ended: "done", "limit of passes", "cancelled" or "unstable"."""
        return OUTCOMES[self.figure("outcome")]

    def coefficients(self) -> numpy.ndarray:
        """Return one coefficient a column, the intercept last; class after class for a multinomial model."""
        return call("dpcvx_fit_coefficients", self, self.figure("dimension"))

    def original_coefficients(self) -> numpy.ndarray:
        """Return, for each output, one coefficient a column in the table's own units, then the constant."""
        return call("dpcvx_fit_original_coefficients", self, self.figure("outputs") * (self.figure("columns") + 1))

    def standard_errors(self) -> numpy.ndarray:
        """Return the standard deviation of the noise in each coefficient, where it is known."""
        return call("dpcvx_fit_standard_errors", self, self.figure("dimension"))

    def named_coefficients(self) -> Dict[str, float]:
        """Return original_coefficients() of one output by the names of the columns; the constant is "(intercept)"."""
        if self.meaning.columns is None or self.figure("outputs") != 1:
            raise ValueError("named_coefficients() needs a fit to a frame, with one output")
        return dict(zip(self.meaning.columns.outputs + ["(intercept)"], self.original_coefficients().tolist()))

    def decision_values(self, dataset: Any) -> numpy.ndarray:
        """Return, row after row, one value; as many as there are classes in a multinomial model."""
        dataset = self._table(dataset)
        return call("dpcvx_fit_decision_values", self, dataset, dataset.rows * self.figure("outputs"))

    def probabilities(self, dataset: Any) -> numpy.ndarray:
        """Return a row of probabilities a record: of -1 and 1, or of the classes."""
        dataset = self._table(dataset)
        classes = max(2, self.figure("outputs"))
        return call("dpcvx_fit_probabilities", self, dataset, dataset.rows * classes).reshape(dataset.rows, classes)

    def predict(self, dataset: Any) -> numpy.ndarray:
        """Return one label a row: a class, the value of a regression, or the rate of a Poisson regression.

        Parameters
        ----------
        dataset : dpcvx.Dataset or array_like
            Rows as the fit had them: a table, or a frame with the same columns.

        Returns
        -------
        numpy.ndarray
            Classes as the labels had them. Where those were numbers: -1 or 1, or 0, 1, 2, ...
        """
        dataset = self._table(dataset)
        found = call("dpcvx_fit_predict", self, dataset, dataset.rows)
        classes = self.meaning.classes
        if classes is None or self.figure("loss") not in CLASSIFICATION:
            return found
        return numpy.array(classes)[((found + 1) / 2 if len(classes) == 2 else found).astype(int)]

    @with_options(options.EVALUATION_OPTION)
    def evaluate(self, dataset: Dataset, budget: Budget, score: Any = "automatic", price: Optional[Curve] = None,
                 rng: Optional[Rng] = None, **options_given: Any) -> Evaluation:
        """Return a private score on a held-out part (Dataset.split). It charges `budget`, by default all that is left.

        Parameters
        ----------
        dataset : dpcvx.Dataset
            Held out.
        budget : dpcvx.Budget
            It is charged before the data are read.
        score : str or dpcvx.enums.Score
            "accuracy", "log_loss", "r2", "absolute_loss", "pinball_loss".
        price : dpcvx.Curve, optional
            By default all that is left.
        rng : dpcvx.Rng, optional
            Draws the noise.
        **options
            noise, interval_level, loss_clip, label_low, label_high.
        """
        return Evaluation(self, dataset, budget, score, price, rng, **options_given)

    def guarantee(self) -> Guarantee:
        """Return the guarantee that the fit came with."""
        return call("dpcvx_fit_guarantee", self)

    def report(self) -> str:
        """Return the report: method, outcome, model, noise, guarantee, and what is assumed."""
        assumed = "".join("  assumed: %s\n" % text for text in self.meaning.assumed)
        return call("dpcvx_fit_to_text", self) + (assumed and "Names and classes\n" + assumed)

    def json(self) -> str:
        """Return the whole fit as a JSON object."""
        return call("dpcvx_fit_to_json", self)

    def __repr__(self) -> str:
        return "<dpcvx.Fit %s by %s, epsilon=%.4g, delta=%g, %s>" % (
            self._loss(), self._method(), self.figure("epsilon"), self.figure("delta"), self.outcome())

    def _loss(self) -> str:
        loss = self.figure("loss")
        return loss.name.lower() if isinstance(loss, enums.Loss) else "function of units"

    def _method(self) -> str:
        return self.figure("method").name.lower()

    def _repr_html_(self) -> str:
        rows = [("method", self._method().replace("_", " ")), ("outcome", self.outcome()),
                ("epsilon", "%.4g" % self.figure("epsilon")), ("delta", "%g" % self.figure("delta"))]
        if self.meaning.columns is not None and self.figure("outputs") == 1 and self.outcome() != "unstable":
            rows += [(name, "%.5g" % value) for name, value in list(self.named_coefficients().items())[:_MOST_SHOWN]]
        return page("Fit: %s" % self._loss(), rows, self.report())


CLASSIFICATION = {enums.Loss.LOGISTIC, enums.Loss.MULTINOMIAL, enums.Loss.HINGE, enums.Loss.SMOOTHED_HINGE,
                  enums.Loss.POWER_HINGE}
_MOST_SHOWN = 30  # coefficients in a notebook
OUTCOMES = {enums.Outcome.DONE: "done", enums.Outcome.MAX_PASSES: "limit of passes", enums.Outcome.CANCELLED: "cancelled",
            enums.Outcome.UNSTABLE: "unstable"}
_CHARGED = ": the fit keeps its charge, and holds what it reached. Its outcome() says \"cancelled\"."


@with_options(options.FIT_TABLE_OPTION, without=("method",))
def fit_table(dataset: Dataset, loss: Any, epsilon: float, delta: float, ranges: Any = None, method: Any = "automatic",
              progress: ProgressLike = None, **options_given: Any) -> Fit:
    """Fit a table privately in one call, (epsilon, delta) in all.

    Parameters
    ----------
    dataset : dpcvx.Dataset
        A labelled table.
    loss : str or dpcvx.enums.Loss
        "poisson" fits counts, or rates of a table with exposures: label_bound bounds rates then, weight_bound exposures.
    epsilon, delta : float
        What the fit may spend.
    ranges : (low, high) or dict, optional
        Public ends of each column; of a frame, of each column of numbers by its name. Without them, and for a table that
        was made without, they are released for a share of epsilon and delta.
    method : str or dpcvx.enums.Method
        By default the one with the least typical risk.
    progress : bool or callable, optional
        As in Fit.
    **options
        label_bound (regressions), classes, l2, clipping_norm, ...; all are listed below.

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
    loss = member(enums.Loss, loss, "loss")
    given = fit_table_options(dataset, loss, dict(options_given, method=method))
    arguments = fit_table_arguments(dataset, loss, ranges)
    with watching(progress, _CHARGED) as monitor:
        fit = call("dpcvx_fit_table", *arguments, epsilon, delta, given, monitor)
    fit.meaning = dataset.meaning
    return fit


def fit_table_arguments(dataset: Dataset, loss: Any, ranges: Any) -> Tuple[Any, ...]:
    """Return the table, the loss and the ranges as dpcvx_fit_table takes them."""
    if isinstance(ranges, dict):
        if dataset.meaning.columns is None:
            raise TypeError("argument 'ranges' = a dictionary; accepted: (low, high), where the table is no frame")
        ranges = dataset.meaning.columns.ranges(ranges)
    low, high = (None, None) if ranges is None else (real_array(ends, "ranges") for ends in ranges)
    for ends in () if ranges is None else (low, high):
        check_length("ranges", ends, dataset.columns, "one a column")
    return dataset, loss, low, high, dataset.columns


def fit_table_options(dataset: Dataset, loss: Any, given: Dict[str, Any]) -> Options:
    """Return options of dpcvx_fit_table, with a method by its name and the classes of the labels."""
    method = member(enums.Method, given.get("method", "automatic"), "method")
    return Options(options.FIT_TABLE_OPTION, dict(with_classes(dataset, loss, given), method=method))
