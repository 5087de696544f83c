"""What all estimators share: what is checked, charged, fitted and kept, in this order. Part of dpcvx.estimators."""
import contextlib
import statistics
from typing import Any, Callable, Dict, Iterator, Mapping, NamedTuple, Optional, Tuple

import numpy
from sklearn.utils.validation import check_is_fitted

from dpcvx._arrays import check_length, is_sparse, real_array, wrong
from dpcvx._generated import enums
from dpcvx._keys import whole
from dpcvx._library import Error, error_of
from dpcvx._progress import UNCHARGED
from dpcvx._rows import Reader
from dpcvx._told import gathered, tell_all
from dpcvx._source import Given, Source
from dpcvx.data import Dataset
from dpcvx.evaluation import Evaluation
from dpcvx.privacy import Budget, Curve, budget_of
from dpcvx.simple import TableCall, table_call, told_of_privacy
from dpcvx.solve import Fit, Plan
from dpcvx.tables import Meaning, told_of_weights

GIVEN = ("X is as it was given. Steps before the fit that learned from it, such as scalers, imputers and encoders, are private by "
         "themselves or tell nothing")
FITTED = ("fit_", "coef_", "intercept_", "n_iter_", "privacy_", "report_", "label_range_")


class Privacy(NamedTuple):
    """What one fit spent: at most (epsilon, delta) for one unit, "record" or "user", under replace-one."""

    epsilon: float
    delta: float
    unit: str


class Task(NamedTuple):
    """A fit that is about to be made: what dpcvx.fit_table takes, beside the settings of the model."""

    data: Dataset
    loss: str
    epsilon: float
    delta: float
    ranges: Optional[Tuple[numpy.ndarray, numpy.ndarray]]
    labels: Dict[str, Any]  # options that say what labels are
    unit: str

    def call(self, settings: Dict[str, Any]) -> TableCall:
        """Return the fit that is about to be made by these settings."""
        return table_call(self.data, self.loss, self.epsilon, self.delta, self.ranges, dict(self.labels, **settings))


class Linear(Reader):
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

    _with_known_noise = 'method="output_perturbation" with l2 above 0'

    def _options(self) -> Dict[str, Any]:
        """Return the options of the loss."""
        return {}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse, tags.non_deterministic = True, True
        return tags

    def _more_tags(self) -> Dict[str, Any]:
        return {"non_deterministic": True}

    def _further(self) -> Dict[str, Any]:
        """Return the options that are no parameters of the model."""
        if self.options is not None and not isinstance(self.options, Mapping):
            raise wrong(TypeError, "options", repr(self.options), "a dictionary of options of dpcvx.fit_table, such as dict(row_bound=1.0)")
        return dict(self.options or {})

    def _price(self, unit: str) -> Optional[Curve]:
        """Return what a fit charges the caller's ledger."""
        if {"unit", "adjacency"} & set(self._further()):  # the ledger and privacy_ would say otherwise
            raise ValueError("options has 'unit' or 'adjacency': fit(users=...) says the unit, and the adjacency is replace-one")
        if self.budget is None:
            return None
        budget = budget_of(self.budget)
        if budget.figure("unit").name.lower() != unit or budget.figure("adjacency") != enums.Adjacency.REPLACE_ONE:
            raise wrong(ValueError, "budget", 'one for a %s under %s' % (
                budget.figure("unit").name.lower(), budget.figure("adjacency").name.lower()),
                'one for a %s under replace_one, such as dpcvx.Budget(10, 1e-4, unit="%s"), since users are %s' % (
                    unit, unit, "given" if unit == "user" else "not given"))
        if budget.figure("filter") == enums.Filter.RDP and not budget.takes_pairs():  # counts at one order, not at (epsilon, delta)
            raise wrong(ValueError, "budget", 'a Budget with filter "rdp"',
                        'one that takes (epsilon, delta), such as dpcvx.Budget(10, 1e-4, filter="basic")')
        return budget.price(epsilon=self.epsilon, delta=self.delta)

    def _label(self) -> str:
        """Return what the ledger's entry of a fit begins with."""
        return "%s.fit" % type(self).__name__

    @contextlib.contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Keep the model as it was where arguments are refused."""
        before = dict(self.__dict__)
        try:
            yield
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    def _forget(self) -> None:
        """Forget an earlier fit: a charge was made for another."""
        for name in FITTED:
            self.__dict__.pop(name, None)

    def _task(self, X: Any, labels: numpy.ndarray, users: Any, sample_weight: Any, absent: Optional[numpy.ndarray], loss: str,
              epsilon: float, delta: float, assumed: Tuple[str, ...] = (), classes: Any = None,
              options: Optional[Dict[str, Any]] = None) -> Task:
        if sample_weight is not None:
            sample_weight = real_array(sample_weight, "sample_weight")
            check_length("sample_weight", sample_weight, len(labels), "one a row")
        if absent is not None:  # weights are given whether or not a row lacks a value
            sample_weight = numpy.where(absent, 0.0, 1.0 if sample_weight is None else sample_weight)
        ranges = self._ranges(X.shape[1])
        if ranges is not None and is_sparse(X) and (ranges[0] != -ranges[1]).any():
            raise wrong(ValueError, "bounds", "(%g, %g), of a sparse table" % (ranges[0][0], ranges[1][0]),
                        "(-B, B), which keeps 0 at 0; or a dense table, such as OneHotEncoder(sparse_output=False) gives")
        data = self._table_of(X, labels, users, sample_weight)
        shape = self._shape_
        data.meaning = Meaning(shape, classes, (shape.assumed if shape is not None else ()) + assumed + (GIVEN,))
        return Task(data, loss, epsilon, delta, ranges, options or {}, "record" if users is None else "user")

    def _table_of(self, X: Any, labels: numpy.ndarray, users: Any, weights: Any) -> Dataset:
        """Return the table of a fit or a score."""
        return Dataset(X, labels, users=users, weights=weights)

    def _settings(self) -> Dict[str, Any]:
        """Return the options of fit_table that the parameters of the model stand for."""
        given = dict(self._options(), l2=self.l2, intercept=whole(self.fit_intercept, "fit_intercept"), method=self.method)
        twice = sorted(set(self._further()) & (set(given) | {"label_low", "label_high", "label_bound", "label_range", "classes"}))
        if twice:
            raise wrong(ValueError, "options", "a dictionary with %r" % twice[0], "options that are no parameters of the model, such as "
                        "row_bound; l2, fit_intercept, method, label_range and classes are")
        return dict(given, **self._further())

    def _prepare(self, X: Any, y: Any, users: Any, sample_weight: Any) -> Task:
        """Check what is given. Nothing is charged or released."""
        raise NotImplementedError

    def plan(self, X: Any, y: Any, users: Any = None, sample_weight: Any = None) -> Plan:
        """Return what fit() would do, before any charge: method, risks, noise, time.

        Parameters are those of fit(). The plan follows from public numbers: how many rows and users there are, and the settings.
        Risks are in average loss; Plan.share_lost() and its text say what they mean.
        """
        before = dict(self.__dict__)
        try:
            with gathered():
                task = self._prepare(X, y, users, sample_weight)
            return task.call(self._settings()).plan()
        finally:
            self.__dict__.clear()
            self.__dict__.update(before)

    def fit(self, X: Any, y: Any, users: Any = None, sample_weight: Any = None) -> "Linear":
        """Fit the model privately. Arguments are checked first, then the budget is charged, then the fit is made.

        Parameters
        ----------
        X : array_like, sparse matrix or frame
            One row a record. A category of a frame becomes one column a level. Rows of a frame that lack a value are null
            records, of weight 0. Arrays with NaN are refused.
        y : array_like
            One class a row, or one number.
        users : array_like, optional
            Who owns each row. One user is protected then, with all records.
        sample_weight : array_like, optional
            One a row; weights above 1 count as 1, with a NotDeclaredWarning. options={"weight_bound": 5} takes up to 5, with as
            much more noise, and 1 says that 1 is meant.
        """
        with self._all_or_nothing():
            if y is None:
                raise ValueError("%s requires y to be passed, but the target y is None" % type(self).__name__)
            self._check_missing()
            price = self._price("record" if users is None else "user")
            with gathered() as told:
                task = self._prepare(X, y, users, sample_weight)
            task.data.source = Source(Given(X))
            settings = self._settings()
            asked = task.call(settings)
            worth = [note._replace(text=note.text.replace("Declare ranges", "Declare bounds")) for note in asked.worth()]
            weighted_by = task.data.weighted_by if task.data.weighted_by != "weight" or sample_weight is not None else ""  # null records
            told += told_of_weights(weighted_by, settings)
            tell_all(told + told_of_privacy(task.data, self.epsilon, self.delta, settings) + worth)
            try:
                fit = self._made(asked, price)
            except KeyboardInterrupt as stopped:
                if UNCHARGED in str(stopped):
                    raise
                fit = None
        self._forget()
        if fit is None:
            raise KeyboardInterrupt("the fit was interrupted: there is no model, and a charge of (%g, %g) stays" % (
                self.epsilon, self.delta))
        return self._keep(fit, task.unit)

    def _made(self, asked: TableCall, price: Optional[Curve]) -> Fit:
        """Charge the ledger, where there is one, and make the fit."""
        if self.budget is None:
            return asked.run()
        with self.budget.labelled(self._label()):
            return asked.run(None, self.budget, price)

    def _keep(self, fit: Fit, unit: str) -> "Linear":
        self.fit_ = fit
        found = fit.original_coefficients().reshape(fit.figure("outputs"), -1)
        self._set_coefficients(found[:, :-1], found[:, -1])
        self.n_iter_ = fit.figure("steps")
        self.privacy_ = Privacy(self.epsilon, self.delta, unit)
        self.report_ = fit.report()
        if fit.outcome() == "cancelled":
            raise KeyboardInterrupt("the fit was cancelled, and its charge of (%g, %g) stays: the model is what it reached" % (
                self.epsilon, self.delta))
        return self

    def coef_noise(self) -> Tuple[numpy.ndarray, Any]:
        """Return the standard deviations of the noise in coef_ and in intercept_, shaped like them.

        They say how far privacy alone moves the model, and nothing of how it varies with another sample. The noise is Gaussian where
        delta > 0: 1.96 of them on either side are an interval of 95 %. They are known where the noise was added last, such as for
        method="output_perturbation". Others raise an Error that names the methods.
        """
        check_is_fitted(self, "fit_")
        try:
            found = self.fit_.original_standard_errors().reshape(self.fit_.figure("outputs"), -1)
        except Error as problem:
            if problem.status != enums.Status.UNSUPPORTED:
                raise
            raise error_of(int(problem.status), "%s: the noise in coefficients has no known law for method %r, as it went through further "
                           "steps; accepted: a method that adds its noise last, which is %s" % (
                               type(self).__name__, self.fit_.figure("method").name.lower(), self._with_known_noise)) from None
        shaped = numpy.asarray(self.coef_).shape
        return found[:, :-1].reshape(shaped), found[:, -1].reshape(numpy.shape(self.intercept_))[()]

    def coef_intervals(self, level: float = 0.95) -> Tuple[numpy.ndarray, numpy.ndarray]:
        """Return the low and the high ends of intervals about coef_, shaped like it, where coef_noise() is known.

        Each holds, with this probability, what the coefficient would be without the noise, on these very data. It says nothing of how
        coefficients vary with another sample. The noise is Gaussian, so delta is above 0.
        """
        if not 0 < level < 1:
            raise wrong(ValueError, "level", repr(level), "a probability, such as 0.95")
        noise, _ = self.coef_noise()
        if not self.privacy_.delta > 0:
            raise wrong(ValueError, "delta", "0, whose noise is not Gaussian", "a fit with delta > 0")
        reach = statistics.NormalDist().inv_cdf(0.5 + level / 2) * noise
        return self.coef_ - reach, self.coef_ + reach

    def named_coefficients(self) -> Dict[str, Any]:
        """Return coef_ and intercept_ by the names of columns, and by class where there are several outputs."""
        check_is_fitted(self, "fit_")
        coefficients = numpy.atleast_2d(self.coef_)
        names = self._shape_.outputs if self._shape_ is not None else ["x%d" % place for place in range(coefficients.shape[1])]
        rows = [dict(zip(names, row.tolist()), **{"(intercept)": float(constant)})
                for row, constant in zip(coefficients, numpy.atleast_1d(self.intercept_))]
        return rows[0] if len(rows) == 1 else dict(zip(self.classes_.tolist(), rows))

    def _found(self, X: Any, read: Callable[[Fit, Dataset], numpy.ndarray], with_nan: bool = True) -> numpy.ndarray:
        """Return what a method of the fit gives for rows, a row a record: NaN for those that lack a value."""
        rows, absent = self._rows_to_predict(X, with_nan)
        table = Dataset(rows)
        found = read(self.fit_, table).reshape(table.rows, -1)
        if absent is not None:
            found[absent] = numpy.nan
        return found

    def _scored(self, given: Any, X: Any, labels: numpy.ndarray, users: Any, epsilon: float, delta: float, score: str,
                budget: Optional[Budget], options: Dict[str, Any], absent: Optional[numpy.ndarray]) -> Evaluation:
        """Return a private score on rows X, which the caller gave as `given`."""
        if users is None and self.privacy_.unit == "user":
            raise wrong(ValueError, "users", "None", "who owns each row, since the fit protects users. "
                        "help(dpcvx.estimators.PrivateScorer) says how to give them in a cross-validation")
        budget = self.budget if budget is None else budget
        if budget is None:
            budget = Budget(epsilon, delta, unit="record" if users is None else "user")
            price = None
        else:
            price = budget_of(budget).price(epsilon=epsilon, delta=delta)
        weights = None if absent is None else numpy.where(absent, 0.0, 1.0)  # whether or not a row lacks a value
        table = self._table_of(X, labels, users, weights)
        if table.weighted_by == "weight":  # null records: the caller gave none
            table.weighted_by = ""
        table.source = Source(Given(given))
        return self.fit_.evaluate(table, budget, score, price, **options)
