"""Estimators in the manner of scikit-learn, which this module needs.

    model = dpcvx.estimators.LogisticRegression(epsilon=1.0, delta=1e-6, bounds=(low, high), classes=("no", "yes"))
    model.fit(X, y, users=owners)
    print(model.coef_, model.privacy_, model.report_)

Each call of fit() spends its own (epsilon, delta), within a budget where one is given. Bounds, classes and label ranges
are public and should be declared. What is not declared is released privately for a share of epsilon, with a
NotDeclaredWarning, or, of classes, read off the data, with an AssumedWarning. score() of scikit-learn is NOT PRIVATE;
private_score() is.
"""
import warnings
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

import numpy

try:
    from sklearn.base import ClassifierMixin, RegressorMixin
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted
except ImportError as missing:
    raise ImportError("dpcvx.estimators needs scikit-learn: pip install scikit-learn") from missing

from dpcvx._arrays import pair_of, wrong
from dpcvx._generated import enums
from dpcvx._library import Error
from dpcvx._rows import Reader
from dpcvx.data import Dataset
from dpcvx.evaluation import Evaluation
from dpcvx.mechanism import release_range
from dpcvx.privacy import Budget, Curve
from dpcvx.random import Rng
from dpcvx.search import PrivateScorer, PrivateSearch  # noqa: F401
from dpcvx.solve import Fit, fit_table
from dpcvx.tables import AssumedWarning, NotDeclaredWarning

LABEL_RANGE_SHARE = 0.1  # of epsilon and delta, where the range of the labels is released
LABEL_RANGE_COVERAGE = 0.99


class Privacy(NamedTuple):
    """What a fit spent: at most (epsilon, delta) for one unit, "record" or "user", under replace-one."""

    epsilon: float
    delta: float
    unit: str


class _Task(NamedTuple):
    """A fit that is about to be made: what dpcvx.fit_table takes, beside the settings of the model."""

    data: Dataset
    loss: str
    epsilon: float
    delta: float
    ranges: Optional[Tuple[numpy.ndarray, numpy.ndarray]]
    labels: Dict[str, Any]  # options that say what labels are
    unit: str


class _Linear(Reader):
    """What all estimators share."""

    _loss = ""

    def __init__(self, epsilon, delta, bounds, l2, fit_intercept, method, budget, options, missing):
        self.epsilon = epsilon
        self.delta = delta
        self.bounds = bounds
        self.l2 = l2
        self.fit_intercept = fit_intercept
        self.method = method
        self.budget = budget
        self.options = options
        self.missing = missing

    def _options(self) -> Dict[str, Any]:
        """Return the options of the loss."""
        return {}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse, tags.non_deterministic = True, True
        return tags

    def _more_tags(self) -> Dict[str, Any]:
        return {"non_deterministic": True}

    def _charge(self, users: Any) -> None:
        """Charge the caller's ledger for the whole fit, before the data are read."""
        self._check_missing()
        if {"unit", "adjacency"} & set(self.options or {}):  # the ledger and privacy_ would say otherwise
            raise ValueError("options has 'unit' or 'adjacency': fit(users=...) says the unit, and the adjacency is replace-one")
        if self.budget is None:
            return
        unit = "record" if users is None else "user"
        if self.budget.figure("unit").name.lower() != unit or self.budget.figure("adjacency").name != "REPLACE_ONE":
            raise ValueError("the budget must be for a %s under replace-one" % unit)
        try:
            self.budget.charge(Curve.approximate(self.epsilon, self.delta), 1, "%s.fit" % type(self).__name__)
        except Error as problem:
            if problem.status != enums.Status.UNSUPPORTED:
                raise
            raise wrong(ValueError, "budget", 'a Budget with filter "%s"' % self.budget.figure("filter").name.lower(),
                        'one that takes (epsilon, delta), such as dpcvx.Budget(10, 1e-4, filter="basic")') from None

    def _task(self, X: Any, labels: numpy.ndarray, users: Any, sample_weight: Any, absent: Optional[numpy.ndarray], loss: str,
              epsilon: float, delta: float, **options: Any) -> _Task:
        if absent is not None:  # weights are given whether or not a row lacks a value
            weights = numpy.ones(len(labels)) if sample_weight is None else numpy.asarray(sample_weight, float)
            sample_weight = numpy.where(absent, 0.0, weights)
        ranges = self._ranges(X.shape[1])
        return _Task(Dataset(X, labels, users=users, weights=sample_weight), loss, epsilon, delta, ranges, options,
                     "record" if users is None else "user")

    def _settings(self) -> Dict[str, Any]:
        """Return the options of fit_table that the parameters of the model stand for."""
        given = dict(self._options(), l2=self.l2, intercept=int(self.fit_intercept), method=self.method)
        return dict(given, **(self.options or {}))

    def _prepare(self, X: Any, y: Any, users: Any, sample_weight: Any) -> _Task:
        """Check what is given, charge the caller's ledger, and release what is not declared."""
        raise NotImplementedError

    def fit(self, X: Any, y: Any, users: Any = None, sample_weight: Any = None) -> "_Linear":
        """Fit the model privately.

        Parameters
        ----------
        X : array_like, sparse matrix or frame
            One row a record. A category of a frame becomes one column a level; rows that lack a value weigh 0 then.
        y : array_like
            One class a row, or one number.
        users : array_like, optional
            Who owns each row. One user is protected then, with all records.
        sample_weight : array_like, optional
            One a row; weights above 1 count as 1.
        """
        task = self._prepare(X, y, users, sample_weight)
        given = dict(task.labels, **self._settings())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NotDeclaredWarning)  # which _ranges() has told
            fit = fit_table(task.data, task.loss, task.epsilon, task.delta, task.ranges, **given)
        return self._keep(fit, task.unit)

    def _keep(self, fit: Fit, unit: str) -> "_Linear":
        self.fit_ = fit
        if fit.outcome() == "cancelled":
            raise KeyboardInterrupt("the fit was cancelled, and its charge stays: fit_ holds what it reached")
        found = fit.original_coefficients().reshape(fit.figure("outputs"), -1)
        self._set_coefficients(found[:, :-1], found[:, -1])
        self.n_iter_ = fit.figure("steps")
        self.privacy_ = Privacy(self.epsilon, self.delta, unit)
        told = self._told + (self.columns_.assumed if self.columns_ is not None else ())
        self.report_ = fit.report() + "".join("%s\n" % text for text in told)
        return self

    def _found(self, X: Any, read: Callable[[Fit, Dataset], numpy.ndarray], with_nan: bool = True) -> numpy.ndarray:
        """Return what a method of the fit gives for rows, a row a record: NaN for those that lack a value."""
        rows, absent = self._rows_to_predict(X, with_nan)
        table = Dataset(rows)
        found = read(self.fit_, table).reshape(table.rows, -1)
        if absent is not None:
            found[absent] = numpy.nan
        return found

    def _scored(self, X: Any, labels: numpy.ndarray, users: Any, epsilon: float, delta: float, score: str,
                budget: Optional[Budget], options: Dict[str, Any]) -> Evaluation:
        if users is None and self.privacy_.unit == "user":
            raise wrong(ValueError, "users", "None", "who owns each row, since the fit protects users. "
                        "help(dpcvx.estimators.PrivateScorer) says how to give them in a cross-validation")
        if budget is None:
            budget = Budget(epsilon, delta, unit="record" if users is None else "user")
            price = None
        else:
            price = Curve.approximate(epsilon, delta)
        return self.fit_.evaluate(Dataset(X, labels, users=users), budget, score, price, **options)


class _Classifier(ClassifierMixin, _Linear):
    """What classifiers share."""

    _several = False

    def __init__(self, epsilon=1.0, delta=1e-6, bounds=None, classes=None, l2=0.0, fit_intercept=True, method="automatic",
                 budget=None, options=None, missing="refuse"):
        super().__init__(epsilon, delta, bounds, l2, fit_intercept, method, budget, options, missing)
        self.classes = classes

    def _set_coefficients(self, coefficients: numpy.ndarray, intercept: numpy.ndarray) -> None:
        self.coef_, self.intercept_ = coefficients, intercept

    def _prepare(self, X: Any, y: Any, users: Any, sample_weight: Any) -> _Task:
        X, y, absent = self._rows(X, y, y_numeric=False, ensure_min_samples=2)
        check_classification_targets(y)
        self._told: Tuple[str, ...] = ()
        if self.classes is None:
            self.classes_ = numpy.unique(y)
            self._told = ("Assumed: the classes of the labels, which were read off the data, were known beforehand",)
            warnings.warn("the classes of the labels were read off the data. The guarantee assumes that they were known "
                          "beforehand.", AssumedWarning, stacklevel=3)
        else:
            self.classes_ = numpy.asarray(self.classes)
        if len(self.classes_) < 2:
            raise ValueError("Classifier can't train when only one class is present: there must be two classes or more")
        if len(self.classes_) > 2 and not self._several:
            raise ValueError("Only binary classification is supported. The type of the target is multiclass: %s takes two "
                             "classes, LogisticRegression more" % type(self).__name__)
        codes = self._codes(y)
        self._charge(users)
        more = {"classes": len(self.classes_)} if len(self.classes_) > 2 else {}
        return self._task(X, codes, users, sample_weight, absent, "multinomial" if more else self._loss, self.epsilon,
                          self.delta, **more)

    def _codes(self, y: numpy.ndarray) -> numpy.ndarray:
        known = {value: number for number, value in enumerate(self.classes_.tolist())}
        try:
            codes = numpy.array([known[value] for value in y.tolist()], float)
        except KeyError as strange:
            raise ValueError("y has the label %r; accepted: the classes %s" % (strange.args[0], self.classes_.tolist())) from None
        return 2 * codes - 1 if len(self.classes_) == 2 else codes

    def decision_function(self, X: Any) -> numpy.ndarray:
        """Return the decision values: one a row, or one a class and row."""
        values = self._found(X, Fit.decision_values)
        return values[:, 0] if len(self.classes_) == 2 else values

    def predict(self, X: Any) -> numpy.ndarray:
        """Return one class a row. Rows that lack a value or have an unknown level have none, and raise ValueError."""
        values = self._found(X, Fit.decision_values, with_nan=False)
        return self.classes_[(values[:, 0] > 0).astype(int) if len(self.classes_) == 2 else values.argmax(axis=1)]

    def private_score(self, X: Any, y: Any, epsilon: float, delta: float = 0.0, users: Any = None, score: str = "automatic",
                      budget: Optional[Budget] = None, **options: Any) -> Evaluation:
        """Return a private score on held-out rows, which costs (epsilon, delta) more: "accuracy" or "log_loss"."""
        check_is_fitted(self, "fit_")
        X, y, _ = self._rows(X, y, reset=False)
        return self._scored(X, self._codes(y), users, epsilon, delta, score, budget, options)


class LogisticRegression(_Classifier):
    """Private logistic regression of two classes or more.

    Parameters
    ----------
    epsilon, delta : float
        What a fit spends.
    bounds : (low, high) or dict, optional
        Public ends of all columns, or of each; of a frame, (low, high) by name. Values outside count as the nearer end.
    classes : sequence, optional
        The classes, public.
    l2 : float
        Weight of (l2 / 2) ||w||^2 in the average loss, of columns scaled to [-1, 1].
    fit_intercept : bool
        Whether there is one. Without it the model is 0 at X = 0: bounds and label_range are widened to be symmetric about 0.
    method : str
        By default the one with the least typical risk.
    budget : dpcvx.Budget, optional
        A ledger with filter "basic" (or a basic sub-budget), which is charged (epsilon, delta) before each fit.
    options : dict, optional
        Further options of dpcvx.fit_table, such as dict(l1=0.001): `help(dpcvx.fit_table)`.
    missing : str
        What predictions are for rows that lack a value, or have a level that the fit did not know. "refuse" raises
        ValueError, which names row and column. "nan" gives NaN, and predict() of a classifier raises ValueError still.
        fit() takes such rows of a frame with categories as null records in both cases.

    Attributes
    ----------
    classes_, coef_, intercept_, n_features_in_, n_iter_
        As scikit-learn has them; coefficients are in the units of X. Rows are scaled by bounds to [-1, 1], with 1 for the
        intercept, and shortened to length 1 at most. So decision_function(X) is X @ coef_.T + intercept_ over that length,
        where it is above 1, and coefficients are no log-odds. With options={"row_bound": (columns + 1) ** 0.5} no row is
        shortened. The accuracy is less then: by up to .16 on the tables of the protocol.
    privacy_ : Privacy
        What the fit spent.
    report_ : str
        The guarantee, its constants, and what is assumed.
    fit_ : dpcvx.Fit
        The fit.
    """

    _loss, _several = "logistic", True

    def predict_proba(self, X: Any) -> numpy.ndarray:
        """Return the probability of each class, a row a record. Noise bends them: they are not calibrated."""
        return self._found(X, Fit.probabilities)

    def predict_log_proba(self, X: Any) -> numpy.ndarray:
        """Return the logarithms of predict_proba()."""
        return numpy.log(self.predict_proba(X))


class LinearSVC(_Classifier):
    """Private support vector machine of two classes: the hinge loss. Parameters and attributes as LogisticRegression."""

    _loss = "hinge"

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _more_tags(self):
        return dict(super()._more_tags(), binary_only=True)


class _Regressor(RegressorMixin, _Linear):
    """What regressors share."""

    def __init__(self, epsilon=1.0, delta=1e-6, bounds=None, label_range=None, l2=0.0, fit_intercept=True, method="automatic",
                 budget=None, options=None, missing="refuse"):
        super().__init__(epsilon, delta, bounds, l2, fit_intercept, method, budget, options, missing)
        self.label_range = label_range

    def _set_coefficients(self, coefficients: numpy.ndarray, intercept: numpy.ndarray) -> None:
        self.coef_, self.intercept_ = coefficients[0], float(intercept[0])

    def _prepare(self, X: Any, y: Any, users: Any, sample_weight: Any) -> _Task:
        X, y, absent = self._rows(X, y, y_numeric=True, ensure_min_samples=2)
        self._told: Tuple[str, ...] = ()
        self._charge(users)
        epsilon, delta = self.epsilon, self.delta
        if self.label_range is None:
            low, high = self._released_range(y, users)
            epsilon, delta = epsilon * (1 - LABEL_RANGE_SHARE), delta * (1 - LABEL_RANGE_SHARE)
            self._told = ("Spent beside this: (%g, %g) on the range of the labels, [%g, %g]" % (
                self.epsilon - epsilon, self.delta - delta, low, high),)
        else:
            low, high = pair_of("label_range", self.label_range, "(low, high), such as (0, 100)")
        self.label_range_ = (low, high)
        return self._task(X, numpy.asarray(y, float), users, sample_weight, absent, self._loss, epsilon, delta,
                          **self._label_options(low, high))

    def _label_options(self, low: float, high: float) -> Dict[str, float]:
        return {"label_low": low, "label_high": high}

    def _released_range(self, y: numpy.ndarray, users: Any) -> Tuple[float, float]:
        """Release the range of the labels, one value a unit: a user's mean."""
        warnings.warn("label_range was not declared: it is released privately, for %g of epsilon, and labels outside are "
                      "clipped. Declare label_range=(low, high), known without looking at the data." % LABEL_RANGE_SHARE,
                      NotDeclaredWarning, stacklevel=4)
        values, unit = numpy.asarray(y, float), "record"
        if users is not None:
            _, place = numpy.unique(numpy.asarray(users), return_inverse=True)
            values, unit = numpy.bincount(place, values) / numpy.bincount(place), "user"
        epsilon, delta = self.epsilon * LABEL_RANGE_SHARE, self.delta * LABEL_RANGE_SHARE
        ledger = Budget(epsilon, delta, unit=unit, filter="basic")
        return release_range(ledger, Rng(), Curve.approximate(epsilon, delta), values, LABEL_RANGE_COVERAGE)

    def predict(self, X: Any) -> numpy.ndarray:
        """Return one number a row."""
        return self._found(X, Fit.predict)[:, 0]

    def private_score(self, X: Any, y: Any, epsilon: float, delta: float = 0.0, users: Any = None, score: str = "automatic",
                      budget: Optional[Budget] = None, **options: Any) -> Evaluation:
        """Return a private score on held-out rows, which costs (epsilon, delta) more: "r2", "absolute_loss", ..."""
        check_is_fitted(self, "fit_")
        X, y, _ = self._rows(X, y, reset=False, y_numeric=True)
        return self._scored(X, numpy.asarray(y, float), users, epsilon, delta, score, budget, options)


class LinearRegression(_Regressor):
    """Private least squares. label_range, (low, high), is public; other parameters as LogisticRegression."""

    _loss = "squared"


class MedianRegressor(_Regressor):
    """Private least absolute deviations. Parameters as LinearRegression."""

    _loss = "absolute"


class HuberRegressor(_Regressor):
    """Private Huber regression; `width` is where the loss turns linear. Other parameters as LinearRegression."""

    _loss = "huber"

    def __init__(self, epsilon=1.0, delta=1e-6, bounds=None, label_range=None, width=1.0, l2=0.0, fit_intercept=True,
                 method="automatic", budget=None, options=None, missing="refuse"):
        super().__init__(epsilon, delta, bounds, label_range, l2, fit_intercept, method, budget, options, missing)
        self.width = width

    def _options(self) -> Dict[str, Any]:
        return {"huber_width": self.width}


class QuantileRegressor(_Regressor):
    """Private quantile regression of the quantile `quantile`. Other parameters as LinearRegression."""

    _loss = "pinball"

    def __init__(self, epsilon=1.0, delta=1e-6, bounds=None, label_range=None, quantile=0.5, l2=0.0, fit_intercept=True,
                 method="automatic", budget=None, options=None, missing="refuse"):
        super().__init__(epsilon, delta, bounds, label_range, l2, fit_intercept, method, budget, options, missing)
        self.quantile = quantile

    def _options(self) -> Dict[str, Any]:
        return {"quantile": self.quantile}


class PoissonRegressor(_Regressor):
    """Private Poisson regression of counts; label_range is (0, greatest rate). Other parameters as LinearRegression."""

    _loss = "poisson"

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.positive_only = True
        return tags

    def _more_tags(self):
        return dict(super()._more_tags(), requires_positive_y=True)

    def _label_options(self, low: float, high: float) -> Dict[str, float]:
        return {"label_bound": high}
