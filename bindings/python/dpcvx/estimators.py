"""Estimators in the manner of scikit-learn, which this module needs.

    model = dpcvx.estimators.LogisticRegression(epsilon=1.0, delta=1e-6, bounds=(low, high), classes=("no", "yes"))
    model.fit(X, y, users=owners)
    print(model.coef_, model.privacy_, model.report_)

Each call of fit() spends its own (epsilon, delta), within a budget where one is given. Bounds, classes and label ranges
are public and should be declared. What is not declared is released privately for a share of epsilon, with a
NotDeclaredWarning, or, of classes, read off the data, with an AssumedWarning. score() of scikit-learn is NOT PRIVATE;
private_score() is.
"""
import contextlib
from typing import Any, Dict, Iterator, Optional, Tuple

import numpy

try:
    from sklearn.base import ClassifierMixin, RegressorMixin
    from sklearn.metrics import d2_tweedie_score
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted
except ImportError as missing:
    raise ImportError("dpcvx.estimators needs scikit-learn: pip install scikit-learn") from missing

from dpcvx._arrays import pair_of, wrong
from dpcvx._labels import check_classes, of_objects
from dpcvx._linear import FITTED, Linear, Privacy, Task  # noqa: F401
from dpcvx._told import tell
from dpcvx.data import Dataset, check_features
from dpcvx.evaluation import Evaluation
from dpcvx.privacy import Budget
from dpcvx.search import PrivateScorer, PrivateSearch  # noqa: F401
from dpcvx.solve import Fit, Plan
from dpcvx.tables import NotDeclaredWarning, assume, check_levels, declared_classes

LABEL_RANGE_SHARE = 0.1  # of the budget of a fit, where the range of the labels is released


class _Classifier(ClassifierMixin, Linear):
    """What classifiers share."""

    _several = False

    def __init__(self, epsilon=1.0, delta=1e-6, bounds=None, classes=None, l2=0.0, fit_intercept=True, method="automatic",
                 budget=None, options=None, missing="refuse"):
        super().__init__(epsilon, delta, bounds, l2, fit_intercept, method, budget, options, missing)
        self.classes = classes

    def _set_coefficients(self, coefficients: numpy.ndarray, intercept: numpy.ndarray) -> None:
        self.coef_, self.intercept_ = coefficients, intercept

    def _prepare(self, X: Any, y: Any, users: Any, sample_weight: Any) -> Task:
        y = of_objects(y, "y")
        declared = declared_classes(y) if self.classes is None else self.classes
        check_features(X, users, "X")
        X, y, absent = self._rows(X, y, y_numeric=False, ensure_min_samples=2)
        check_classification_targets(y)
        assumed: Tuple[str, ...] = ()
        if declared is None:
            self.classes_ = numpy.unique(y)
            check_levels(len(self.classes_), len(y), "y", "classes")
        else:  # sorted, as scikit-learn has them
            check_classes(declared, "__len__")
            self.classes_ = numpy.unique(numpy.asarray(declared))
            if len(self.classes_) != len(declared):
                raise wrong(ValueError, "classes", repr(declared), "classes that differ")
        if len(self.classes_) < 2:
            raise ValueError("Classifier can't train when only one class is present: there must be two classes or more")
        if len(self.classes_) > 2 and not self._several:
            raise ValueError("Only binary classification is supported. The type of the target is multiclass: %s takes two "
                             "classes, LogisticRegression more" % type(self).__name__)
        codes = self._codes(y)
        if declared is None:
            assumed = (assume("the classes of the labels"),)
        more = {"classes": len(self.classes_)} if len(self.classes_) > 2 else {}
        return self._task(X, codes, users, sample_weight, absent, "multinomial" if more else self._loss, self.epsilon,
                          self.delta, assumed, tuple(self.classes_.tolist()), more)

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
        rows, y, absent = self._rows(X, of_objects(y, "y"), reset=False)
        return self._scored(X, rows, self._codes(y), users, epsilon, delta, score, budget, options, absent)


class LogisticRegression(_Classifier):
    """Private logistic regression of two classes or more.

    Parameters
    ----------
    epsilon, delta : float
        What a fit spends: by default 1.0 and 1e-6.
    bounds : (low, high) or dict, optional
        Public ends of all columns, or of each; of a frame, (low, high) by name. Values outside count as the nearer end. Columns
        that are left out are released for a share of epsilon, with a NotDeclaredWarning. Bool has (0, 1), categories need none.
        Typical values in the middle of a range cost least. One from 0 to far above them costs accuracy, as does one that is
        many times too wide. Rows of norm 1, such as those of tf-idf, take ends of about 0.1 on either side.
    classes : sequence, optional
        The classes, public, or those of a categorical type or of bool. classes_ has them sorted.
    l2 : float
        Weight of (l2 / 2) ||w||^2 in the average loss, of columns scaled to [-1, 1].
    fit_intercept : bool
        Whether there is one. Without it the model is 0 at X = 0: bounds and label_range are widened to be symmetric about 0.
    method : str
        By default the one with the least typical risk.
    budget : dpcvx.Budget, optional
        A ledger, which is charged `budget.price(epsilon=epsilon, delta=delta)` before each fit, once all arguments are checked.
        Scores charge it too. It belongs to one process: n_jobs is 1.
    options : dict, optional
        Further options of dpcvx.fit_table, such as dict(l1=0.001): `help(dpcvx.fit_table)`.
    missing : str
        What predictions are for rows that lack a value, or have a level that the fit did not know. "refuse" raises
        ValueError, which names row and column. "nan" gives NaN, and predict() of a classifier raises ValueError still.
        fit() takes such rows of a frame as null records in both cases, and refuses NaN in an array.

    Attributes
    ----------
    classes_, coef_, intercept_, n_features_in_, n_iter_
        As scikit-learn has them; coefficients are in the units of X. Rows are scaled by bounds to [-1, 1], with 1 for the
        intercept, and shortened to length 1 at most. So decision_function(X) is X @ coef_.T + intercept_ over that length,
        where it is above 1, and coefficients are no log-odds. Where columns are centred, the default of most tables, the
        length is that of the centred row. With options={"row_bound": (columns + 1) ** 0.5, "centring_fraction": 0} no row is
        shortened, and decisions are linear. That costs accuracy: up to .16 on tables that were measured.
    privacy_ : Privacy
        What this fit alone spent. A cross-validation or GridSearchCV makes many fits: give `budget`, or use PrivateSearch.
    report_ : str
        The guarantee, its constants, and what is assumed. It covers the fit alone. X is taken as given: a step before it that
        learned from X, such as StandardScaler or SimpleImputer, is not covered.
    fit_ : dpcvx.Fit
        The fit.

    Notes
    -----
    There is no random_state: the noise is drawn by the operating system, since noise that can be drawn again protects nobody.
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


class _Regressor(RegressorMixin, Linear):
    """What regressors share."""

    def __init__(self, epsilon=1.0, delta=1e-6, bounds=None, label_range=None, l2=0.0, fit_intercept=True, method="automatic",
                 budget=None, options=None, missing="refuse"):
        super().__init__(epsilon, delta, bounds, l2, fit_intercept, method, budget, options, missing)
        self.label_range = label_range

    def _set_coefficients(self, coefficients: numpy.ndarray, intercept: numpy.ndarray) -> None:
        self.coef_, self.intercept_ = coefficients[0], float(intercept[0])
        self.label_range_ = (self.fit_.figure("label_low"), self.fit_.figure("label_high")) if self.label_range is None else tuple(
            self.label_range)

    def _prepare(self, X: Any, y: Any, users: Any, sample_weight: Any) -> Task:
        check_features(X, users, "X")
        X, y, absent = self._rows(X, of_objects(y, "y", "numbers or bool"), y_numeric=True, ensure_min_samples=2)
        if self.label_range is None:
            labels = {"label_range_fraction": LABEL_RANGE_SHARE}
            tell("label_range was not declared: it is released privately, for a share of epsilon, and labels outside are clipped. "
                 "Declare label_range=(low, high), known without looking at the data.", NotDeclaredWarning)
        else:
            labels = self._label_options(*pair_of("label_range", self.label_range, "(low, high), such as (0, 100)"))
        return self._task(X, numpy.asarray(y, float), users, sample_weight, absent, self._loss, self.epsilon, self.delta,
                          options=labels)

    def _label_options(self, low: float, high: float) -> Dict[str, float]:
        if not low < high:
            raise wrong(ValueError, "label_range", repr(self.label_range), "(low, high), low < high, such as (0, 100)")
        return {"label_low": low, "label_high": high}

    def predict(self, X: Any) -> numpy.ndarray:
        """Return one number a row."""
        return self._found(X, Fit.predict)[:, 0]

    def private_score(self, X: Any, y: Any, epsilon: float, delta: float = 0.0, users: Any = None, score: str = "automatic",
                      budget: Optional[Budget] = None, **options: Any) -> Evaluation:
        """Return a private score on held-out rows, which costs (epsilon, delta) more: "r2", "absolute_loss", ..."""
        check_is_fitted(self, "fit_")
        rows, y, absent = self._rows(X, of_objects(y, "y", "numbers or bool"), reset=False, y_numeric=True)
        return self._scored(X, rows, numpy.asarray(y, float), users, epsilon, delta, score, budget, options, absent)


class LinearRegression(_Regressor):
    """Private least squares.

    Parameters
    ----------
    label_range : (low, high), optional
        Public ends of the labels, which are clipped to them. None releases them for a tenth of the budget, with a
        NotDeclaredWarning: privacy_, report_ and fit_ cover them. It is refused where they would be mostly noise.

    Attributes
    ----------
    coef_, intercept_, n_features_in_, n_iter_
        As scikit-learn has them, in the units of X and y. Predictions are X @ coef_ + intercept_ for X within the bounds, except
        for rows far from the means, where columns are centred: those are shortened. With options={"centring_fraction": 0} none is.
        Large residuals are clipped, which draws coefficients towards 0 where noise is large; the report has the clip.
    label_range_ : (float, float)
        The ends that labels were clipped to.
    privacy_, report_, fit_
        As in LogisticRegression.

    Notes
    -----
    epsilon, delta, bounds, l2, fit_intercept, method, budget, options and missing are those of LogisticRegression. A fit spends
    (1.0, 1e-6) by default.
    Noise bands of coefficients: HuberRegressor(width=w, l2=0.01, method="output_perturbation") is least squares for residuals up to w,
    and its coef_noise() and coef_intervals() are known. Its l2 draws coefficients towards 0.
    """

    _loss = "squared"
    _with_known_noise = 'that of HuberRegressor with a width beyond all residuals, method="output_perturbation" and l2 above 0'


class MedianRegressor(_Regressor):
    """Private least absolute deviations. Parameters as LinearRegression."""

    _loss = "absolute"


class HuberRegressor(_Regressor):
    """Private Huber regression. Other parameters as LinearRegression.

    Parameters
    ----------
    width : float, optional
        The residual at which the loss turns linear, in the units of y. By default a twentieth of the width of the labels' range:
        5 for label_range=(0, 100). Of a range that is released it is a twentieth of that.
    """

    _loss = "huber"

    def __init__(self, epsilon=1.0, delta=1e-6, bounds=None, label_range=None, width=None, l2=0.0, fit_intercept=True,
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
    """Private Poisson regression of counts, or of counts over exposures, such as times at risk.

    Parameters
    ----------
    label_range : (0, high), optional
        high bounds the counts, or the counts over their exposures. Greater ones are clipped to it: fit_table calls it label_bound.

    Notes
    -----
    Other parameters are those of LinearRegression. `exposures` of fit(), plan() and private_score() has one number a row, and
    predict() gives rates then. Exposures above 1 count as 1, with a NotDeclaredWarning. options={"weight_bound": 5} takes up to 5, with
    as much more noise.
    Give exposures in a unit that makes 1 the most. They replace sample_weight.
    """

    _loss = "poisson"
    _exposures: Any = None  # of the call that runs

    def fit(self, X: Any, y: Any, users: Any = None, sample_weight: Any = None, exposures: Any = None) -> Linear:
        """Fit the model privately: fit() of Linear says more. `exposures` has one a row, with counts in y."""
        with self._exposed(exposures, sample_weight):
            return super().fit(X, y, users, sample_weight)

    def plan(self, X: Any, y: Any, users: Any = None, sample_weight: Any = None, exposures: Any = None) -> Plan:
        """Return what fit() would do, before any charge."""
        with self._exposed(exposures, sample_weight):
            return super().plan(X, y, users, sample_weight)

    def private_score(self, X: Any, y: Any, epsilon: float, delta: float = 0.0, users: Any = None, score: str = "automatic",
                      budget: Optional[Budget] = None, exposures: Any = None, **options: Any) -> Evaluation:
        """Return a private score on held-out rows, which costs (epsilon, delta) more. `exposures` as in fit()."""
        with self._exposed(exposures, None):
            return super().private_score(X, y, epsilon, delta, users, score, budget, **options)

    @contextlib.contextmanager
    def _exposed(self, exposures: Any, sample_weight: Any) -> Iterator[None]:
        """Take the exposures of one call."""
        if exposures is not None and sample_weight is not None:
            raise wrong(ValueError, "exposures", "given with sample_weight", "one of the two: exposures are the weights of rates")
        self._exposures = exposures
        try:
            yield
        finally:
            self.__dict__.pop("_exposures", None)

    def _table_of(self, X: Any, labels: numpy.ndarray, users: Any, weights: Any) -> Dataset:
        if self._exposures is None:
            return super()._table_of(X, labels, users, weights)
        if weights is not None and not (weights == 1).all():
            raise wrong(ValueError, "X", "a frame with rows that lack a value", "rows without missing values where there are exposures")
        return Dataset(X, labels, users=users, exposures=self._exposures)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.positive_only = True
        return tags

    def _more_tags(self):
        return dict(super()._more_tags(), requires_positive_y=True)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """NOT PRIVATE: return D2, the share of the Poisson deviance that the model explains, as scikit-learn's PoissonRegressor does.

        Of rates y is counts / exposures, and sample_weight the exposures.
        """
        return d2_tweedie_score(y, self.predict(X), sample_weight=sample_weight, power=1)

    def _label_options(self, low: float, high: float) -> Dict[str, float]:
        if low != 0:
            raise wrong(ValueError, "label_range", repr(self.label_range), "(0, high): labels are counts")
        return {"label_bound": super()._label_options(low, high)["label_high"]}
