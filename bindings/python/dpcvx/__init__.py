"""Differentially private convex optimization: private fits of tables, releases, and the accounting behind them.

    data = dpcvx.Dataset(X, y)                             # X: numpy array, scipy sparse matrix, or rows
    fit = dpcvx.fit_table(data, "logistic", epsilon=1.0, delta=1e-6, ranges=(low, high))
    print(fit.report(), fit.coefficients(), fit.predict(dpcvx.Dataset(new_rows)))

Rooms, named as the C headers: privacy (curves, budgets), calibration, accountant, mechanism (releases), data, model, solve
(plans and fits), distributed, evaluation, selection, hypothesis, sgd, sample, stable, audit. `enums`, `options` and
`figures` list names; `lowlevel` has every function of C.
Every handle is freed with its Python object. A call that fails raises Error with the library's status and message.
"""
import importlib

from dpcvx._generated import enums
from dpcvx._library import (ArgumentError, Error, LedgerDamagedError, LedgerError, LedgerLockedError, LedgerStaleError,
                            status_name, version)
from dpcvx._progress import CancelledWarning, Monitor
from dpcvx._release import WholeBudgetWarning
from dpcvx._told import MissingWarning, NoiseWarning, SlowWarning, WeakPrivacyWarning
from dpcvx.accountant import Accountant
from dpcvx.calibration import calibrate_gdp, calibrate_shuffled, calibrate_subsampled_gaussian, calibrate_zcdp
from dpcvx.cells import cell_counts
from dpcvx.covariance import Covariance, expected_covariance_noise
from dpcvx.data import Dataset
from dpcvx.estimate import (Cumulative, Estimate, Histogram, expected_mean_interval, expected_robust_interval,
                            expected_variance_interval)
from dpcvx.local import LocalAggregator, LocalEstimates, LocalProtocol
from dpcvx.evaluation import Evaluation
from dpcvx.mechanism import (AboveThreshold, gaussian_scale, laplace_scale, randomized_response_shares, release_choice,
                             release_counts, release_counts_gaussian, release_gaussian, release_laplace, release_noisy_max,
                             release_quantile, release_randomized_response, release_range)
from dpcvx.model import Domain, Objective
from dpcvx.privacy import Budget, Curve, Guarantee, LedgerCutWarning
from dpcvx.random import Rng
from dpcvx.selection import Selection, select_fit
from dpcvx.simple import fit_table, plan_table
from dpcvx.solve import OUTCOMES, Fit, Plan, RepeatedWarning, SameRowsWarning
from dpcvx.tables import AssumedWarning, Columns, NotDeclaredWarning
from dpcvx import audit, distributed, figures, hypothesis, lowlevel, options, plots, reference, sample, selection, sgd, stable

__version__ = version()

# Short names of numbers; calls take names in lower case too, such as unit="user".
REPLACE_ONE, ADD_REMOVE = enums.Adjacency.REPLACE_ONE, enums.Adjacency.ADD_REMOVE
RECORD, USER = enums.Unit.RECORD, enums.Unit.USER
FILTER_BASIC, FILTER_GDP, FILTER_ZCDP, FILTER_RDP = (
    enums.Filter.BASIC, enums.Filter.GDP, enums.Filter.ZCDP, enums.Filter.RDP)
ERR_ARGUMENT, ERR_BUDGET = enums.Status.ARGUMENT, enums.Status.BUDGET
NOISE_CALIBRATION_EXACT, NOISE_CALIBRATION_HIGH_PROBABILITY, NOISE_CALIBRATION_REFERENCE = (
    enums.NoiseCalibration.EXACT, enums.NoiseCalibration.HIGH_PROBABILITY, enums.NoiseCalibration.REFERENCE)
SGD_ORDER_PERMUTED, SGD_ORDER_SAMPLED = enums.SgdOrder.PERMUTED, enums.SgdOrder.SAMPLED
SCHEDULE_OPTIMIZED, SCHEDULE_REFERENCE = enums.Schedule.OPTIMIZED, enums.Schedule.REFERENCE
TARGET_EMPIRICAL, TARGET_POPULATION = enums.Target.EMPIRICAL, enums.Target.POPULATION
CLIPPING_FIXED, CLIPPING_ADAPTIVE, CLIPPING_AUTOMATIC = (
    enums.Clipping.FIXED, enums.Clipping.ADAPTIVE, enums.Clipping.AUTOMATIC)
OUTLIERS_DOWNWEIGHT, OUTLIERS_REMOVE, OUTLIERS_EXHAUSTIVE, OUTLIERS_PUBLIC_REFERENCE = (
    enums.Outliers.DOWNWEIGHT, enums.Outliers.REMOVE, enums.Outliers.EXHAUSTIVE, enums.Outliers.PUBLIC_REFERENCE)
NOISE_AUTOMATIC, NOISE_GAUSSIAN, NOISE_LAPLACE = (
    enums.EvaluationNoise.AUTOMATIC, enums.EvaluationNoise.GAUSSIAN, enums.EvaluationNoise.LAPLACE)
LOSSES = {loss.name.lower(): loss for loss in sorted(enums.Loss) if loss is not enums.Loss.CALLBACK}
METHODS = {method.name.lower(): method for method in sorted(enums.Method)}
SCORES = {score.name.lower(): score for score in sorted(enums.Score)}


def __getattr__(name: str):
    """dpcvx.estimators needs scikit-learn: it is imported when it is asked for."""
    if name == "estimators":
        return importlib.import_module("dpcvx.estimators")
    raise AttributeError("module 'dpcvx' has no attribute %r" % name)
