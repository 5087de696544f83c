"""Private choices among settings of an estimator, and private scores of cross-validations: part of dpcvx.estimators."""
import contextlib
from typing import Any, List, Optional

import numpy

try:
    from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
    from sklearn.model_selection import ParameterGrid
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.validation import check_is_fitted
except ImportError as missing:
    raise ImportError("dpcvx.search needs scikit-learn: pip install scikit-learn") from missing

from dpcvx._arrays import wrong
from dpcvx._generated import enums
from dpcvx._generated.options import EVALUATION_OPTION
from dpcvx._handles import Options
from dpcvx._keys import member
from dpcvx._told import gathered, tell_all
from dpcvx._words import counted
from dpcvx.evaluation import Evaluation
from dpcvx.privacy import Budget, budget_of
from dpcvx.selection import selection_call, selection_price
from dpcvx.simple import told_of_privacy
from dpcvx.solve import worth_of

FOUND = ("best_estimator_", "best_params_", "best_index_", "best_score_", "privacy_", "report_")
_SHARED = {"epsilon", "delta", "bounds", "classes", "label_range", "budget", "quantile"}
MOST_SETTINGS = 16
LOSSES_OF_SCORES = ("log_loss", "absolute_loss", "pinball_loss")  # the less, the better


class PrivateScorer:
    """A scorer for scikit-learn's cross-validation whose scores are private. Each costs (epsilon, delta) of the held-out rows.

    Where fits protect users, scores must too. With metadata routing (scikit-learn 1.4), users come to the scorer:

        sklearn.set_config(enable_metadata_routing=True)
        scorer = dpcvx.estimators.PrivateScorer(0.1).set_score_request(users=True)
        cross_validate(model.set_fit_request(users=True), X, y, cv=GroupKFold(3), scoring=scorer,
                       params={"users": owners, "groups": owners})

    Without it no users come, and a score of such a fit raises ValueError. Call private_score() then, fold by fold:

        for fitted, held_out in GroupKFold(3).split(X, groups=owners):
            model.fit(X[fitted], y[fitted], users=owners[fitted])
            model.private_score(X[held_out], y[held_out], epsilon=0.1, users=owners[held_out])

    Parameters
    ----------
    epsilon, delta : float
        What each score costs.
    score : str
        "accuracy", "log_loss", "r2", "absolute_loss" or "pinball_loss". By default that of the loss.
    budget : dpcvx.Budget, optional
        A ledger which each score charges. By default that of the estimator; without one a score charges none.
    **options
        noise, interval_level, loss_clip, label_low, label_high: those of dpcvx.Fit.evaluate.

    Attributes
    ----------
    scores_ : list of dpcvx.Evaluation
        All scores so far, with their intervals and guarantees.
    """

    def __init__(self, epsilon: float, delta: float = 0.0, score: str = "automatic", budget: Optional[Budget] = None,
                 **options: Any):
        Budget(epsilon, delta)  # which refuses what is no price
        member(enums.Score, score, "score")
        Options(EVALUATION_OPTION, options)
        self.epsilon, self.delta, self.score, self.budget, self.options = epsilon, delta, score, budget, options
        self.scores_: List[Evaluation] = []
        self._users: Any = None

    def set_score_request(self, users: Any = None) -> "PrivateScorer":
        """Say whether scikit-learn's metadata routing passes `users`: True, False, or the name that they have there."""
        self._users = users
        return self

    def get_metadata_routing(self) -> Any:
        """Return what scikit-learn's metadata routing asks for."""
        from sklearn.utils.metadata_routing import MetadataRequest
        request = MetadataRequest(owner=type(self).__name__)  # scikit-learn copies it, which scores cannot be
        request.score.add_request(param="users", alias=self._users)
        return request

    def __call__(self, estimator: Any, X: Any, y: Any, users: Any = None) -> float:
        found = estimator.private_score(X, y, self.epsilon, self.delta, users, self.score, self.budget, **self.options)
        self.scores_.append(found)
        return -found.value if found.score in LOSSES_OF_SCORES else found.value

    def __repr__(self) -> str:
        return "PrivateScorer(epsilon=%g, delta=%g, score=%r): %s so far, (%g, %g) each" % (
            self.epsilon, self.delta, self.score, counted(len(self.scores_), "score"), self.epsilon, self.delta)


def _has(name: str) -> Any:
    return available_if(lambda search: hasattr(search.estimator, name))


class PrivateSearch(MetaEstimatorMixin, BaseEstimator):
    """Private choice among settings of an estimator, (epsilon, delta) in all: dpcvx.select_fit for scikit-learn's users.

    The rows are split at random into a part for fits and one for scores. Each setting is fitted, and the best by a private score
    is kept as it is: it is not fitted again to all rows.

    Parameters
    ----------
    estimator : estimator of this module
        Its bounds, classes and label_range hold for all settings. Its own epsilon and delta are not used. Its budget is that of
        the search, where the search has none.
    param_grid : dict or list of dict
        Values of parameters by name, as GridSearchCV takes them: 1 to 16 settings in all. The parameters are those of the model
        itself: l2, fit_intercept, method, options, width.
    epsilon, delta : float
        What the whole search spends.
    scoring : str
        By default that of the loss: "accuracy", "log_loss", "r2", "absolute_loss" or "pinball_loss".
    inclusion : float
        Each setting takes part by a secret coin of this probability. A greater one leaves less privacy to each.
    held_out_fraction : float
        The share of units for scores.
    budget : dpcvx.Budget, optional
        A ledger with filter "basic" (or a basic sub-budget), which is charged (epsilon, delta) before each search. By default
        that of the estimator.

    Attributes
    ----------
    best_estimator_, best_params_, best_index_
        The setting that was chosen, with its fit.
    best_score_ : float
        Its private score. It is the best of several, so it flatters. NaN: the noise hides it.
    privacy_ : Privacy
        What the search spent: the fit, the choice and the score together.
    report_ : str
        The guarantee, and what is assumed.
    """

    def __init__(self, estimator, param_grid, epsilon=1.0, delta=1e-6, scoring="automatic", inclusion=0.8, held_out_fraction=0.2,
                 budget=None):
        self.estimator = estimator
        self.param_grid = param_grid
        self.epsilon = epsilon
        self.delta = delta
        self.scoring = scoring
        self.inclusion = inclusion
        self.held_out_fraction = held_out_fraction
        self.budget = budget

    @property
    def _estimator_type(self) -> str:
        return self.estimator._estimator_type

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), self.estimator.__sklearn_tags__()
        tags.estimator_type, tags.classifier_tags = inner.estimator_type, inner.classifier_tags
        tags.regressor_tags, tags.input_tags, tags.non_deterministic = inner.regressor_tags, inner.input_tags, True
        return tags

    def _ledger(self) -> Optional[Budget]:
        """Return the ledger of the search, or that of the estimator."""
        own = getattr(self.estimator, "budget", None)
        if self.budget is not None and own is not None and self.budget is not own:
            raise ValueError("the search and its estimator have two budgets: give one of them, or the same to both")
        found = own if self.budget is None else self.budget
        return None if found is None else budget_of(found)

    def fit(self, X: Any, y: Any, users: Any = None, sample_weight: Any = None) -> "PrivateSearch":
        """Fit all settings, and keep the best by a private score; parameters as LogisticRegression.fit()."""
        settings = list(ParameterGrid(self.param_grid))
        for name in sorted({name for setting in settings for name in setting}):
            if name in _SHARED:
                raise ValueError("%r cannot differ between settings: it is set once, on the %s" % (
                    name, "search" if name in ("epsilon", "delta", "budget") else "estimator"))
        if not 1 <= len(settings) <= MOST_SETTINGS:
            raise wrong(ValueError, "param_grid", counted(len(settings), "setting"),
                        "1 to %d: each leaves less to the others" % MOST_SETTINGS)
        budget = self._ledger()
        models = [clone(self.estimator).set_params(**setting, epsilon=self.epsilon, delta=self.delta, budget=budget)
                  for setting in settings]
        first = models[0]
        if budget is not None:
            selection_price(budget, self.epsilon, self.delta)
        first._check_missing()
        price = first._price("record" if users is None else "user")
        with gathered() as told:
            task = first._prepare(X, y, users, sample_weight)

        asked = selection_call(task.data, task.loss, task.epsilon, task.delta, [model._settings() for model in models], task.ranges,
                               self.scoring, self.inclusion, self.held_out_fraction, task.labels)
        asked.check(budget, price)
        tell_all(told + told_of_privacy(task.data, self.epsilon, self.delta, {}))
        for name in FOUND:
            self.__dict__.pop(name, None)
        try:
            with contextlib.nullcontext() if budget is None else budget.labelled(first._label()):
                chosen = asked.run(None, budget, price)
        except KeyboardInterrupt:
            chosen = None
        if chosen is None or chosen.chosen < 0:
            raise KeyboardInterrupt("the search was cancelled, and its charge of (%g, %g) stays: it gives no model" % (
                self.epsilon, self.delta))
        best = models[chosen.chosen]
        for name, value in vars(first).items():
            if name.endswith("_"):
                setattr(best, name, value)
        self.best_estimator_ = best._keep(chosen.fit, task.unit)
        tell_all(worth_of(chosen.fit))
        self.best_index_, self.best_params_, self.best_score_ = chosen.chosen, settings[chosen.chosen], chosen.score
        self.privacy_, self.report_ = best.privacy_, best.report_
        for name in ("classes_", "n_features_in_", "feature_names_in_"):
            if hasattr(best, name):
                setattr(self, name, getattr(best, name))
        return self

    def predict(self, X: Any) -> numpy.ndarray:
        """Return what the best model predicts."""
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.predict(X)

    @_has("predict_proba")
    def predict_proba(self, X: Any) -> numpy.ndarray:
        """Return the probabilities of the best model."""
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.predict_proba(X)

    @_has("decision_function")
    def decision_function(self, X: Any) -> numpy.ndarray:
        """Return the decision values of the best model."""
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.decision_function(X)

    def score(self, X: Any, y: Any) -> float:
        """NOT PRIVATE: return scikit-learn's score of the best model."""
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.score(X, y)

    def private_score(self, X: Any, y: Any, epsilon: float, delta: float = 0.0, users: Any = None, score: str = "automatic",
                      budget: Optional[Budget] = None, **options: Any) -> Evaluation:
        """Return a private score of the best model on rows that were in no fit, which costs (epsilon, delta) more."""
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.private_score(X, y, epsilon, delta, users, score, budget, **options)
