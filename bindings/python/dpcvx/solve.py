"""Private fits: plans and fits. dpcvx/solve.h says more."""
import math
from typing import Any, Dict, List, Optional, Tuple

import numpy

from dpcvx._arrays import by_output, bytes_of, wrong
from dpcvx._alike import check_alike, check_counts, meaning_of, table_alike
from dpcvx._callbacks import raising
from dpcvx._coefficients import CLASSIFICATION, shown_coefficients, without_coefficients
from dpcvx._documented import with_options
from dpcvx._generated import enums, figures, options
from dpcvx._handles import Handle, Options, Reported
from dpcvx._keys import member
from dpcvx._library import Error, call
from dpcvx._release import price_of
from dpcvx._shown import page
from dpcvx._progress import ProgressLike, watching
from dpcvx._told import MissingWarning, NoiseWarning, Told, WeakPrivacyWarning, tell, tell_all
from dpcvx._words import counted, in_python
from dpcvx.data import Dataset, Source, dataset_of
from dpcvx.evaluation import Evaluation, SameRowsWarning, expected_interval
from dpcvx.model import Objective
from dpcvx.privacy import Budget, Curve, Guarantee, budget_of
from dpcvx.random import Rng, rng_of
from dpcvx.tables import Meaning, NotDeclaredWarning


class RepeatedWarning(UserWarning):
    """A plan is fitted once more, and charged once more to a ledger's file: a cell of a notebook that ran twice, say."""


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
        if not isinstance(objective, Objective):
            raise wrong(TypeError, "objective", "a " + type(objective).__name__, "a dpcvx.Objective, such as "
                        "dpcvx.Objective(dataset); plan_table() plans what fit_table() would do")
        price = price_of(budget, price)
        given = Options(options.PLAN_OPTION, options_given)
        self.meaning, self.callback, self.source = objective.meaning, objective.callback, objective.source
        with raising(self.callback):
            self._own(call("dpcvx_plan_create", budget, price, objective, method_of(method), given))
        if objective.unscaled and not options_given.get("clipping_norm"):
            tell("the table has no ranges: rows longer than row_bound are cut as they are, in their own units. Declare "
                 "Dataset(ranges=(low, high)), known without looking at the data.", NotDeclaredWarning)

    fitted = False  # whether a fit was made by it
    callback: Any = None  # of a loss of the caller's own

    def figure(self, name: str) -> Any:
        """Return a figure of the chosen method: "steps", "noise_stddev", "typical_risk", ... (`help(dpcvx.figures)`)."""
        return self.method_figure("automatic", name)

    def method(self) -> str:
        """Return the name of the method that was chosen."""
        return _name(enums.Method, self.figure("method"))

    def title(self) -> str:
        """Return the method in words: noisy SGD that takes full batches is noisy gradient descent."""
        return _words(self.notes("method"))

    def ranking(self) -> List[str]:
        """Return the names of all methods that apply, the best first."""
        methods, count = call("dpcvx_plan_ranking", self, len(enums.Method))
        return [_name(enums.Method, number) for number in methods[:count]]

    def method_figure(self, method: Any, name: str) -> Any:
        """Return a figure of any method that applies."""
        return self._read(figures.PLAN_FIGURE, name, member(enums.Method, method, "method"))

    def reason(self, method: Any) -> str:
        """Return why a method does not apply, and what would help."""
        return in_python(call("dpcvx_plan_reason", self, member(enums.Method, method, "method")))

    def share_lost(self, method: Any = "automatic") -> float:
        """Return the typical risk over that of a constant prediction: what noise and clips cost of what there is to learn.

        It leaves out what rows cost that are shortened to row_bound, as those of a classification are by default. At many units
        that may be most: 1.5 % at 20,000 rows of 5 uniform columns and epsilon = 1, where 0.07 % is planned.
        At 0.7 and above most fits that were measured were no better than a constant. NaN where the model of data has no constant.
        Typical labels of a regression fill their range: for one that is far too wide compare the plan's text, in the units of
        the labels, with what you know of them.
        """
        try:
            return self.method_figure(method, "typical_risk") / self.method_figure(method, "trivial_risk")
        except Error as problem:
            if problem.status != enums.Status.UNSUPPORTED:
                raise
            return math.nan

    def curve(self) -> Curve:
        """Return the curve that the fit comes to."""
        return call("dpcvx_plan_curve", self)

    def notes(self, kind: Any) -> List[str]:
        """Return what is not to be missed: "privacy", where the guarantee will say little, or "worth", where noise will hide most."""
        return _lines(call("dpcvx_plan_notes", self, member(enums.Note, kind, "kind")))

    def text(self) -> str:
        """Return the plan as human-readable text: settings, noise, risks, and how the methods rank."""
        return in_python(call("dpcvx_plan_to_text", self))

    def json(self) -> str:
        """Return the plan as a JSON object: that of all languages, whose texts name options and calls of C."""
        return call("dpcvx_plan_to_json", self)

    def __repr__(self) -> str:
        return "<dpcvx.Plan %s, %s, typical risk %.3g (%.2g of what there is to learn), the best of %s>" % (
            self.title(), self._privacy(), self.figure("typical_risk"), self.share_lost(), counted(len(self.ranking()), "method"))

    def _privacy(self) -> str:
        """Return the first words of the text on privacy: epsilon at the delta of the budget."""
        line = next(line for line in self.text().splitlines() if line.startswith("Privacy: "))
        return line[len("Privacy: "):].rstrip(".")

    def _repr_html_(self) -> str:
        chosen = self.method()
        rows = [(name.replace("_", " ") + (" (chosen)" if name == chosen else ""), "%.4g" % self.method_figure(name, "typical_risk"),
                 "%.3g" % self.share_lost(name)) for name in self.ranking()]
        return page("Plan: %s, %s" % (self.title(), self._privacy()), [("method", "typical risk", "over that of a constant"), *rows],
                    self.text())


class Fit(Reported, Handle, handle="dpcvx_fit"):
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
        What a loss of one's own raised. The fit was cancelled then, and its charge stays. So it is with what `progress` raised, whose
        attribute `fit` is the fit.
    """

    meaning: Meaning = Meaning()
    is_nameless = False  # whether it was loaded without its meaning
    source: Optional[Source] = None  # of the rows of the fit; a fit that was loaded does not know it
    ordered: Optional[Tuple[float, float]] = None  # (epsilon, delta) that a caller of fit_table gave
    asked: Optional[Tuple[float, float]] = None  # these, where fit_table charged them to a ledger of another delta

    def __init__(self, budget: Budget, plan: Plan, rng: Optional[Rng] = None, progress: ProgressLike = None):
        if not isinstance(plan, Plan):
            raise wrong(TypeError, "plan", repr(plan), "a dpcvx.Plan")
        self.meaning, self.source = plan.meaning, plan.source
        if plan.fitted and budget_of(budget).in_file:
            tell("this plan was fitted before: the budget is charged once more, for another fit", RepeatedWarning)
        plan.fitted = True
        tell_all(worth_of(plan) + [Told(text, WeakPrivacyWarning) for text in plan.notes("privacy")])
        with watching(progress, CHARGED) as monitor, raising(plan.callback, monitor):
            self._own(call("dpcvx_fit_create", budget_of(budget), rng_of(rng), plan, monitor))
            monitor.result = self

    @classmethod
    def load(cls, stored: bytes, meaning: Optional[Meaning] = None) -> "Fit":
        """Return the fit whose save() gave these bytes.

        Without the `meaning` of that fit, frames and named classes are refused: what is in which column is not known. It is kept
        by pickle, or as `fit.meaning.save()` for dpcvx.tables.Meaning.load.
        """
        named = Meaning() if meaning is None else meaning_of(meaning)
        fit = call("dpcvx_fit_load", bytes_of(stored, "stored"), len(stored))
        check_counts(named, fit.figure("columns"), max(2, fit.figure("outputs")) if fit.figure("loss") in CLASSIFICATION else 0)
        fit.meaning, fit.is_nameless = named, meaning is None
        return fit

    def save(self) -> bytes:
        """Return the fit as bytes, which this or a later version loads on any machine.

        Names of columns and classes are not in them: `fit.meaning.save()` has those. Pickling a fit keeps both.
        """
        return call("dpcvx_fit_save", self)

    def __reduce__(self) -> Any:
        return type(self).load, (self.save(), self.meaning)

    def _table(self, rows: Any) -> Dataset:
        """Return a table to predict for: a dataset, or rows that are read as those of the fit."""
        table = table_alike(rows, self.meaning, self.is_nameless)
        if table.absent.any():
            tell("%s without a value, or with a level that the fit did not know: nothing is predicted there"
                 % counted(table.absent.sum(), "row"), MissingWarning)
        return table

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
        """Return, for each output, one coefficient a column in the table's own units, then the constant.

        Of a classification these are mostly larger than those of the loss alone. Its rows are shortened to row_bound, 1 by
        default, so decision values are smaller than X @ coefficients.
        """
        return call("dpcvx_fit_original_coefficients", self, self.figure("outputs") * (self.figure("columns") + 1))

    def standard_errors(self) -> numpy.ndarray:
        """Return the standard deviation of the noise in each coefficient, where it is known."""
        return call("dpcvx_fit_standard_errors", self, self.figure("dimension"))

    def original_standard_errors(self) -> numpy.ndarray:
        """Return the standard deviation of the noise in each of original_coefficients(), where it is known.

        That is so of methods that add their noise last, such as method="output_perturbation". It says how far privacy alone
        moves the model, and nothing of how it varies with another sample.
        """
        return call("dpcvx_fit_original_standard_errors", self, self.figure("outputs") * (self.figure("columns") + 1))

    def named_coefficients(self) -> Dict[str, float]:
        """Return original_coefficients() of one output by the names of the columns; the constant is "(intercept)".

        Of a category only differences between levels mean something, since each row has one level and the intercept. Of a
        classification coefficients are mostly larger than log-odds. Its rows are shortened to row_bound, 1 by default, so
        decision values are smaller than X @ coefficients. fit_table(row_bound=(columns + 1) ** 0.5, centring_fraction=0) shortens
        none.
        """
        if self.meaning.columns is None or self.figure("outputs") != 1:
            raise ValueError("named_coefficients() needs a fit to a frame, with one output")
        return dict(zip(self.meaning.columns.outputs + ["(intercept)"], self.original_coefficients().tolist()))

    def decision_values(self, dataset: Any) -> numpy.ndarray:
        """Return one value a row: an array of (rows,), or of (rows, classes) in a multinomial model.

        Rows that lack a value, or have an unknown level, have NaN.
        """
        dataset = self._table(dataset)
        outputs = self.figure("outputs")
        found = by_output(call("dpcvx_fit_decision_values", self, dataset, dataset.rows * outputs), outputs)
        found[dataset.absent] = numpy.nan
        return found

    def probabilities(self, dataset: Any) -> numpy.ndarray:
        """Return a row of probabilities a record: of -1 and 1, or of the classes. NaN as in decision_values()."""
        dataset = self._table(dataset)
        classes = max(2, self.figure("outputs"))
        found = call("dpcvx_fit_probabilities", self, dataset, dataset.rows * classes).reshape(dataset.rows, classes)
        found[dataset.absent] = numpy.nan
        return found

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
            Rows that lack a value, or have an unknown level, have NaN, or None among named classes.
        """
        dataset = self._table(dataset)
        found = call("dpcvx_fit_predict", self, dataset, dataset.rows)
        classes = self.meaning.classes
        if classes is None or self.figure("loss") not in CLASSIFICATION:
            found[dataset.absent] = numpy.nan
            return found
        named = numpy.array(classes)[((found + 1) / 2 if len(classes) == 2 else found).astype(int)]
        if dataset.absent.any():
            named = named.astype(object)
            named[dataset.absent] = None
        return named

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
            noise, interval_level, loss_clip, label_low, label_high. Labels are clipped to [label_low, label_high], by default the
            range of the fit. The noise of an R^2 grows with the square of its width over the variance of the labels, that of a
            loss with its width: a range that holds most labels and no more serves best.

        Returns
        -------
        dpcvx.Evaluation
            Its value is NaN, with a NoiseWarning, where the noise hides it. expected_interval() tells so before the charge.
        """
        check_alike(dataset_of(dataset), self.meaning, self.is_nameless)
        return Evaluation(self, dataset, budget, score, price, rng, **options_given)

    @with_options(options.EVALUATION_OPTION)
    def expected_interval(self, units: int, value: float, budget: Budget, score: Any = "automatic",
                          price: Optional[Curve] = None, label_stddev: float = 0.0,
                          **options_given: Any) -> Tuple[float, float]:
        """Return the interval (low, high) that evaluate() is to be expected to give. It charges nothing, and reads no data.

        Parameters
        ----------
        units : int
            A guess of how many units are held out.
        value : float
            A guess of the score.
        budget, score, price
            As in evaluate().
        label_stddev : float
            For an R^2 a guess of the standard deviation of the labels, on which the interval depends much. 0 stands for
            what the fit released of it, 0.3 times the constant "label_scale", or else for a quarter of the width of
            their range.
        **options
            As in evaluate(), and weighted=1 for a held-out table with weights or without some values.

        Returns
        -------
        (float, float)
            A low end of minus infinity means that the noise would hide the score.
        """
        return expected_interval(self, units, value, budget, score, price, label_stddev, **options_given)

    def guarantee(self) -> Guarantee:
        """Return the guarantee that the fit came with. What was assumed of names and classes is among its notes."""
        return self.meaning.of_guarantee(call("dpcvx_fit_guarantee", self))

    def text(self) -> str:
        """Return the report: method, outcome, model, noise, guarantee, and what is assumed."""
        first, _, rest = without_coefficients(in_python(call("dpcvx_fit_to_text", self))).partition("\n")
        if self.ordered is not None:
            rest = rest.replace("\nPrivacy: ", "\nAsked: epsilon = %g at delta = %g. What it spent:\nPrivacy: " % self.ordered, 1)
        text = "%s\n%s%s" % (first, shown_coefficients(self, rest), rest)
        if self.meaning.columns is not None and self.meaning.columns.has_null_rows:
            text += ("Rows of the frame that lack a value, if any, are null records of weight 0: they count among the units, and for "
                     "nothing\n")
        return self.meaning.of_report(text)

    def notes(self, kind: Any) -> List[str]:
        """Return what is not to be missed: "privacy", where the guarantee says little, or "worth", where noise hides most."""
        return _lines(call("dpcvx_fit_notes", self, member(enums.Note, kind, "kind")))

    def json(self) -> str:
        """Return the whole fit as a JSON object."""
        return call("dpcvx_fit_to_json", self)

    def __repr__(self) -> str:
        asked = "" if self.asked is None else ", asked as (%.4g, %g)" % self.asked
        return "<dpcvx.Fit %s by %s, epsilon=%.4g, delta=%g%s, %s>" % (
            self._loss(), self.title(), self.figure("epsilon"), self.figure("delta"), asked, self.outcome())

    def _loss(self) -> str:
        loss = self.figure("loss")
        return loss.name.lower() if isinstance(loss, enums.Loss) else "function of units"

    def title(self) -> str:
        """Return the method in words: noisy SGD that takes full batches is noisy gradient descent."""
        return _words(self.notes("method"))

    def _repr_html_(self) -> str:
        rows = [("method", self.title()), ("outcome", self.outcome()),
                ("epsilon", "%.4g" % self.figure("epsilon")), ("delta", "%g" % self.figure("delta"))]
        if self.asked is not None:
            rows.append(("asked and charged as", "epsilon %.4g at delta %g: the same by the budget's delta" % self.asked))
        if self.meaning.columns is not None and self.figure("outputs") == 1:
            try:
                rows += [(name, "%.5g" % value) for name, value in list(self.named_coefficients().items())[:_MOST_SHOWN]]
            except Error as problem:  # it was cancelled before anything was released, or is unstable
                if problem.status != enums.Status.STATE:
                    raise
                rows.append(("coefficients", "none: nothing was released"))
        return page("Fit: %s" % self._loss(), rows, self.text())


_MOST_SHOWN = 30  # coefficients in a notebook
OUTCOMES = {enums.Outcome.DONE: "done", enums.Outcome.MAX_PASSES: "limit of passes", enums.Outcome.CANCELLED: "cancelled",
            enums.Outcome.UNSTABLE: "unstable"}
CHARGED = ": the fit keeps its charge, and holds what it reached: nothing, where its method releases its end alone."


def _words(notes: List[str]) -> str:
    """Return a method in words, without what is in brackets."""
    return notes[0].partition(" (")[0]


def _lines(notes: str) -> List[str]:
    return in_python(notes).splitlines()


def method_of(method: Any) -> enums.Method:
    """Return the method of a plan or a fit; None is the automatic one."""
    return member(enums.Method, "automatic" if method is None else method, "method")  # type: ignore[return-value]


def worth_of(made: Any) -> List[Told]:
    """Return the notes of a plan or a fit by which the noise hides most of what there is to learn."""
    return [Told(text, NoiseWarning) for text in made.notes("worth")]
