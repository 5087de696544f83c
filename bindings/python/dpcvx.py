"""dpcvx through ctypes: budgets, curves, random sources, vector releases, and private fits.

    data = dpcvx.Dataset(X, y)                             # X: numpy array, scipy sparse matrix, or rows
    fit = dpcvx.fit_table(data, "logistic", epsilon=1.0, delta=1e-6, ranges=(low, high))
    print(fit.report(), fit.coefficients(), fit.predict(dpcvx.Dataset(new_rows)))

Every handle is freed with its Python object. A call that fails raises Error with the library's status and message.
numpy is not needed: what comes out are lists. Numbers, formulas and guarantees are explained in the C headers.
"""
import ctypes

from dpcvx_arrays import Csr as _Csr, check_length as _check_length, table as _table
from dpcvx_core import (ADD_REMOVE, ERR_ARGUMENT, ERR_BUDGET, FILTER_BASIC, FILTER_GDP, FILTER_RDP, FILTER_ZCDP, RECORD,
                        REPLACE_ONE, USER, Budget, Curve, Error, Rng, release_gaussian, status_name, version)
from dpcvx_core import (_call, _doubles, _f64, _Handle, _handle, _i32, _i64, _int64s, _integer_array, _named, _Options,
                        _real_array, _size)

# The plan's option noise_calibration.
NOISE_CALIBRATION_EXACT, NOISE_CALIBRATION_HIGH_PROBABILITY, NOISE_CALIBRATION_REFERENCE = 383, 384, 385
SGD_ORDER_PERMUTED, SGD_ORDER_SAMPLED = 381, 382  # the plan's option order
SCHEDULE_OPTIMIZED, SCHEDULE_REFERENCE = 428, 429  # the plan's option schedule
TARGET_EMPIRICAL, TARGET_POPULATION = 431, 432  # the plan's option target
LOSSES = {"logistic": 41, "multinomial": 42, "hinge": 43, "smoothed_hinge": 44, "squared": 45, "absolute": 46,
          "pinball": 47, "huber": 48, "power_hinge": 49, "power": 50, "poisson": 51}
METHODS = {"automatic": 421, "noisy_gradient_descent": 422, "noisy_sgd": 423, "output_perturbation": 424,
           "objective_perturbation": 425, "dp_sgd_output": 426, "dp_sgd_gradient": 427, "exponential_mechanism": 430,
           "stable_output": 433, "phased_erm": 434, "phased_sco": 435, "strongly_convex_erm": 436,
           "strongly_convex_sco": 437, "sufficient_statistics": 448}
OUTCOMES = {61: "done", 62: "limit of passes", 63: "cancelled", 64: "unstable"}
# The plan's option clipping.
CLIPPING_FIXED, CLIPPING_ADAPTIVE, CLIPPING_AUTOMATIC = 464, 465, 466
SCORES = {"automatic": 731, "accuracy": 732, "log_loss": 733, "r2": 734, "absolute_loss": 735, "pinball_loss": 736}
NOISE_AUTOMATIC, NOISE_GAUSSIAN, NOISE_LAPLACE = 741, 742, 743  # the evaluation's option noise
# The plan's option outliers.
OUTLIERS_DOWNWEIGHT, OUTLIERS_REMOVE, OUTLIERS_EXHAUSTIVE, OUTLIERS_PUBLIC_REFERENCE = 439, 440, 441, 442
# Keys of options, and whether they are integers.
_OBJECTIVE_OPTIONS = {"intercept": (301, True), "row_bound": (302, False), "intercept_value": (303, False),
                      "l2": (304, False), "nominal_units": (305, True), "row_norm": (306, False),
                      "label_bound": (307, False), "quantile": (308, False), "huber_width": (309, False),
                      "exponent": (310, False), "classes": (311, True), "weight_bound": (312, False),
                      "smoothing": (313, False), "unit": (314, True), "min_records_per_user": (315, True)}
_MINIMIZE_OPTIONS = {"tolerance": (338, False), "max_passes": (339, True)}
_PLAN_OPTIONS = {"steps": (401, True), "step_size": (402, False), "momentum": (403, False),
                 "tail_average_fraction": (404, False), "planning_radius": (405, False), "threads": (406, True),
                 "batch_size": (407, False), "clipping_norm": (408, False), "drop_oversized_gradients": (409, True),
                 "max_passes": (410, False), "smoothing": (411, False), "tolerance": (412, False),
                 "jacobian_fraction": (413, False), "order": (414, True), "noise_calibration": (415, True),
                 "schedule": (416, True), "target": (417, True), "geometry": (418, False),
                 "failure_probability": (419, False), "sampler_fraction": (420, False), "outliers": (438, True),
                 "outlier_threshold": (443, False), "max_unstable_probability": (444, False),
                 "threshold_epsilon_fraction": (445, False), "phases": (446, True),
                 "first_phase_fraction": (447, False), "allow_no_result": (450, True),
                 "clipping": (449, True)}
_FIT_TABLE_OPTIONS = {"unit": (651, True), "adjacency": (652, True), "nominal_units": (653, True),
                      "label_bound": (654, False), "label_low": (673, False), "label_high": (674, False),
                      "classes": (655, True), "quantile": (656, False),
                      "huber_width": (657, False), "exponent": (658, False), "l2": (659, False),
                      "intercept": (660, True), "weight_bound": (661, False), "row_bound": (662, False),
                      "clipping_norm": (663, False), "filter": (665, True), "threads": (666, True),
                      "min_records_per_user": (667, True), "max_records_per_user": (668, True),
                      "range_fraction": (669, False), "range_coverage": (670, False), "allow_no_result": (671, True),
                      "centring_fraction": (672, False), "clipping": (675, True), "method": (664, True)}
_OBJECTIVE_FIGURES = {"dimension": 351, "lipschitz": 352, "smoothness": 353, "units": 354, "holder_exponent": 355,
                      "holder_constant": 356, "gradient_at_zero": 357, "strong_convexity": 358, "radius": 359,
                      "outputs": 360, "unit": 361, "dual_lipschitz": 362, "value_at_zero": 363,
                      "oscillation": 364, "min_records_per_user": 365}
_OBJECTIVE_COUNTS = {351, 354, 360, 361, 365}
_PLAN_FIGURES = {"method": 471, "steps": 472, "step_size": 473, "momentum": 474, "batch_size": 475, "sampling_rate": 476,
                 "noise_stddev": 477, "noise_multiplier": 478, "clipping_norm": 479, "smoothing": 480,
                 "planning_radius": 481, "predicted_risk": 482, "passes": 483, "tolerance": 484, "dimension": 485,
                 "units": 486, "population_risk": 487, "reference_rate": 488, "reference_noise_stddev": 489,
                 "inverse_temperature": 490, "geometry": 491, "regularizer_weight": 492, "strong_convexity": 493,
                 "high_probability_risk": 494, "sampler_mu": 495, "arithmetic_mu": 496, "start_distance": 497,
                 "regularizer_range": 498, "test_levels": 620, "outlier_threshold": 621, "minimizer_sensitivity": 622,
                 "phases": 623, "taper_width": 624, "deviation_sensitivity": 625, "baseline_noise_stddev": 626,
                 "unstable_probability": 627, "typical_risk": 628, "applies": 629, "order": 630,
                 "tail_average_fraction": 631, "drop_oversized_gradients": 632, "added_l2": 633, "sensitivity": 634,
                 "jacobian_fraction": 635, "failure_probability": 636, "density_mu": 637,
                 "label_noise_stddev": 638, "clipping": 639, "last_clipping_radius": 640, "unclipped_share": 641}
_PLAN_COUNTS = ("method", "steps", "dimension", "units", "test_levels", "phases", "applies", "order",
                "drop_oversized_gradients", "clipping")  # integers

_FIT_FIGURES = {"dimension": 451, "steps": 452, "step_size": 453, "momentum": 454, "noise_stddev": 455,
                "predicted_risk": 456, "method": 457, "outcome": 458, "outputs": 459, "columns": 460, "loss": 461,
                "epsilon": 462, "delta": 463, "last_clipping_radius": 467, "unclipped_share": 468}
_EVALUATION_OPTIONS = {"noise": (701, True), "interval_level": (702, False), "loss_clip": (703, False),
                       "label_low": (704, False), "label_high": (705, False)}
_EVALUATION_FIGURES = {"value": 711, "low": 712, "high": 713, "interval_level": 714, "units": 715, "score": 716,
                       "noise": 717, "noise_scale": 718, "loss_clip": 719, "label_low": 720, "label_high": 721}
_EVALUATION_COUNTS = {716, 717}
_FIT_COUNTS = {451, 452, 457, 458, 459, 460, 461}


class Dataset(_Handle):
    """A table: a numpy array with any strides, a scipy sparse matrix of any format, or rows of numbers. `ranges`,
    (low, high) a column, are public and map columns to [-1, 1]; `users` says who owns each row, of whom at most
    `max_records_per_user` are kept, a random subset; `weights` are clipped by the objective. `exposures` of counts make
    the labels rates and weigh them, for "poisson". Everything is copied."""
    _destroy = "dpcvx_dataset_destroy"

    def __init__(self, features, labels=None, ranges=None, users=None, weights=None, max_records_per_user=None, rng=None,
                 exposures=None):
        table = _table(features)
        self.rows, self.columns = table.rows, table.columns
        given = None if labels is None else self._one_a_row("labels", _real_array(labels, "labels"))[0]
        if isinstance(table, _Csr):
            super().__init__("dpcvx_dataset_create_csr", [_int64s, _int64s, _doubles, _i64, _i64, _doubles], *table,
                             given)
        else:
            super().__init__("dpcvx_dataset_create_dense" + ("_f32" if table.single else ""),
                             [_handle, _i64, _i64, _i64, _i64, _doubles], table.pointer, self.rows, self.columns,
                             table.row_stride, table.column_stride, given)
        if ranges is not None:
            low, high = (_real_array(ends, "ranges") for ends in ranges)
            for ends in (low, high):
                _check_length("ranges", ends, self.columns, "one a column")
            self._become("dpcvx_dataset_create_scaled", [_handle, _doubles, _doubles, _i64], low, high, self.columns)
        if users is not None:
            self._become("dpcvx_dataset_create_with_users", [_handle, _int64s, _i64],
                         *self._one_a_row("users", _integer_array(users, "users")))
        if weights is not None:
            self._become("dpcvx_dataset_create_with_weights", [_handle, _doubles, _i64],
                         *self._one_a_row("weights", _real_array(weights, "weights")))
        if exposures is not None:
            self._become("dpcvx_dataset_create_with_exposures", [_handle, _doubles, _i64],
                         *self._one_a_row("exposures", _real_array(exposures, "exposures")))
        if max_records_per_user is not None:
            source = rng or Rng()
            self._become("dpcvx_dataset_create_with_max_records_per_user", [_handle, _handle, _i64], source._as_parameter_,
                         max_records_per_user)
            self.rows = self._integer("dpcvx_dataset_get_i64", [_i32], 251)

    def with_max_records_per_user(self, max_records_per_user, rng=None):
        """The same users with at most so many records each, drawn at random of those who have more."""
        rng = rng or Rng()
        return _derived("dpcvx_dataset_create_with_max_records_per_user", [_handle, _handle, _i64], self._as_parameter_,
                        rng._as_parameter_, max_records_per_user)

    def subset(self, rows):
        """The rows of these numbers. Of a table with users, all rows of a user or none."""
        rows = _integer_array(rows, "rows")
        return _derived("dpcvx_dataset_create_subset", [_handle, _int64s, _i64], self._as_parameter_, rows, len(rows))

    def record_subset(self, rows):
        """The rows of these numbers, which may cut users. No guarantee for users remains, unless the rows of each user
        were chosen by that user's id, records and own random bits alone."""
        rows = _integer_array(rows, "rows")
        return _derived("dpcvx_dataset_create_record_subset", [_handle, _int64s, _i64], self._as_parameter_, rows,
                        len(rows))

    def split(self, key, held_out=0.2, adjacency=REPLACE_ONE, ids=None):
        """(training, held_out): two datasets. A hash of each unit under a key of 16 bytes says which one it is in.
        Neighbouring tables give neighbouring parts, under the adjacency of the budget. `held_out` is a share, or an
        interval (from, to) of [0, 1]. Units are users, or else records: by row number, under add/remove by content, or
        by `ids`."""
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("argument 'key' = a %s; accepted: 16 bytes" % type(key).__name__)
        key = bytes(key)
        begin, end = held_out if isinstance(held_out, (tuple, list)) else (0.0, held_out)
        if ids is None:
            name, types, values = "dpcvx_dataset_create_split", [_i32], [adjacency]
        else:
            name, types = "dpcvx_dataset_create_split_by_ids", [_int64s, _i64]
            values = self._one_a_row("ids", _integer_array(ids, "ids"))
        out = _handle(), _handle()
        _call(name, [_handle] + types + [ctypes.c_char_p, _size, _f64, _f64] + [ctypes.POINTER(_handle)] * 2,
              self._as_parameter_, *values, key, len(key), begin, end, ctypes.byref(out[0]), ctypes.byref(out[1]))
        return tuple(_adopted(handle) for handle in out)

    def nonprivate_labels(self):
        """NOT PRIVATE: the labels, one a row, to score a held-out part with."""
        return self._nonprivate_read("dpcvx_nonprivate_dataset_labels", _f64, _doubles)

    def nonprivate_source_rows(self):
        """NOT PRIVATE: the number that each row had in the caller's table, before it was split or cut."""
        return self._nonprivate_read("dpcvx_nonprivate_dataset_source_rows", _i64, _int64s)

    def _nonprivate_read(self, name, number, pointer):
        out = (number * self.rows)()
        _call(name, [_handle, pointer, _i64], self._as_parameter_, out, self.rows)
        return list(out)

    def _one_a_row(self, name, values):
        _check_length(name, values, self.rows, "one a row")
        return values, self.rows

    def _become(self, name, types, *values):
        derived = _Derived(name, types, self._as_parameter_, *values)
        self._as_parameter_, derived._as_parameter_ = derived._as_parameter_, self._as_parameter_


class _Derived(_Handle):
    _destroy = "dpcvx_dataset_destroy"


def _adopted(handle):
    """The Dataset that owns a handle."""
    dataset = Dataset.__new__(Dataset)
    dataset._as_parameter_ = handle
    dataset.rows, dataset.columns = (dataset._integer("dpcvx_dataset_get_i64", [_i32], key) for key in (251, 252))
    return dataset


def _derived(name, types, *values):
    derived = _Derived(name, types, *values)
    handle, derived._as_parameter_ = derived._as_parameter_, None
    return _adopted(handle)


class Domain(_Handle):
    """Where coefficients must lie, the intercept's included: `dimension` counts it."""
    _destroy = "dpcvx_domain_destroy"

    @classmethod
    def ball(cls, radius, dimension, p=2.0):
        return cls("dpcvx_domain_create_ball", [_f64, _f64, _doubles, _i64], p, radius, None, dimension)

    @classmethod
    def box(cls, low, high):
        low, high = _real_array(low), _real_array(high)
        if len(low) != len(high):
            raise ValueError("ends of %d and %d entries" % (len(low), len(high)))
        return cls("dpcvx_domain_create_box", [_doubles, _doubles, _i64], low, high, len(low))

    @classmethod
    def simplex(cls, total, dimension):
        return cls("dpcvx_domain_create_simplex", [_f64, _i64], total, dimension)


class Objective(_Handle):
    """The average loss (a name of LOSSES) of a linear model; options: l2, row_bound, classes, quantile, ..."""
    _destroy = "dpcvx_objective_destroy"

    def __init__(self, dataset, loss="logistic", domain=None, **options):
        given = _Options("dpcvx_objective_options_create", _OBJECTIVE_OPTIONS, options)
        super().__init__("dpcvx_objective_create", [_handle, _i32, _handle, _handle], dataset._as_parameter_,
                         _named(LOSSES, loss, "loss"), domain and domain._as_parameter_, given._as_parameter_)

    def figure(self, name):
        """A constant, by its name in dpcvx/model.h in lower case: "lipschitz", "smoothness", ..."""
        return self._read("dpcvx_objective_get", _named(_OBJECTIVE_FIGURES, name, "figure"), _OBJECTIVE_COUNTS)

    def nonprivate_minimum(self, tolerance=1e-6, max_passes=1000):
        """NOT PRIVATE: the coefficients of the minimiser, for comparison."""
        count = self.figure("dimension")
        w, outcome = (_f64 * count)(), _i32()
        given = _Options("dpcvx_minimize_options_create", _MINIMIZE_OPTIONS,
                         {"tolerance": tolerance, "max_passes": max_passes})
        _call("dpcvx_nonprivate_minimize",
              [_handle, _doubles, _handle, _handle, _doubles, _i64, _doubles, _doubles, ctypes.POINTER(_i32)],
              self._as_parameter_, None, given._as_parameter_, None, w, count, None, None, ctypes.byref(outcome))
        return list(w)

    def nonprivate_decision_values(self, w, dataset):
        """NOT PRIVATE: row after row, what coefficients of any origin decide for rows prepared as this objective's."""
        w, out = _real_array(w), (_f64 * (dataset.rows * int(self.figure("outputs"))))()
        _call("dpcvx_nonprivate_decision_values", [_handle, _doubles, _i64, _handle, _doubles, _i64],
              self._as_parameter_, w, len(w), dataset._as_parameter_, out, len(out))
        return list(out)


class Plan(_Handle):
    """How a fit will be made, from public numbers alone: nothing is charged. `price` is all that is left by default."""
    _destroy = "dpcvx_plan_destroy"

    def __init__(self, budget, objective, price=None, method="automatic", **options):
        price = price or budget.price(1.0)
        given = _Options("dpcvx_plan_options_create", _PLAN_OPTIONS, options)
        super().__init__("dpcvx_plan_create", [_handle, _handle, _handle, _i32, _handle], budget._as_parameter_,
                         price._as_parameter_, objective._as_parameter_, _named(METHODS, method, "method"),
                         given._as_parameter_)

    def figure(self, name):
        """By its name in dpcvx/solve.h in lower case: "steps", "noise_stddev", "predicted_risk", ..."""
        return self.method_figure("automatic", name)

    def method(self):
        """The name of the method that was chosen."""
        return _method_name(self._integer("dpcvx_plan_get_i64", [_i32, _i32], METHODS["automatic"], 471))

    def ranking(self):
        """The names of all methods that apply, the best first."""
        found, count = (_i32 * len(METHODS))(), _i64()
        _call("dpcvx_plan_ranking", [_handle, ctypes.POINTER(_i32), _i64, _int64s], self._as_parameter_, found,
              len(METHODS), ctypes.byref(count))
        return [_method_name(number) for number in found[:count.value]]

    def method_figure(self, method, name):
        """As figure(), of any method that applies."""
        chosen = _named(METHODS, method, "method"), _named(_PLAN_FIGURES, name, "figure")
        if name in _PLAN_COUNTS:
            return self._integer("dpcvx_plan_get_i64", [_i32, _i32], *chosen)
        return self._number("dpcvx_plan_get_f64", [_i32, _i32], *chosen)

    def text(self):
        return self._text("dpcvx_plan_to_text")

    def json(self):
        return self._text("dpcvx_plan_to_json")


def _method_name(number):
    return next(name for name, value in METHODS.items() if value == number)


class Fit(_Handle):
    """A private model. Making it charges the budget."""
    _destroy = "dpcvx_fit_destroy"

    def __init__(self, budget, plan, rng=None):
        rng = rng or Rng()
        super().__init__("dpcvx_fit_create", [_handle, _handle, _handle, _handle],
                         budget._as_parameter_, rng._as_parameter_, plan._as_parameter_, None)

    @classmethod
    def load(cls, stored):
        """The fit whose save() gave these bytes."""
        fit = cls.__new__(cls)
        _Handle.__init__(fit, "dpcvx_fit_load", [ctypes.c_char_p, _size], stored, len(stored))
        return fit

    def save(self):
        length = _size()
        types = [_handle, ctypes.c_char_p, _size, ctypes.POINTER(_size)]
        _call("dpcvx_fit_save", types, self._as_parameter_, None, 0, ctypes.byref(length))
        stored = ctypes.create_string_buffer(length.value)
        _call("dpcvx_fit_save", types, self._as_parameter_, stored, length.value, ctypes.byref(length))
        return stored.raw

    def figure(self, name):
        """By its name in dpcvx/solve.h in lower case: "epsilon" and "delta", which the fit spent, "steps", ..."""
        return self._read("dpcvx_fit_get", _named(_FIT_FIGURES, name, "figure"), _FIT_COUNTS)

    def outcome(self):
        return OUTCOMES[self.figure("outcome")]

    def _numbers(self, name, count, *dataset):
        out = (_f64 * count)()
        _call(name, [_handle] * (1 + len(dataset)) + [_doubles, _i64], self._as_parameter_,
              *[table._as_parameter_ for table in dataset], out, count)
        return list(out)

    def coefficients(self):
        """One a column, the intercept last; class after class for a multinomial model."""
        return self._numbers("dpcvx_fit_coefficients", self.figure("dimension"))

    def original_coefficients(self):
        """In the units of the table before its columns were scaled: one a column, then the constant, for each output."""
        outputs, columns = self.figure("outputs"), self.figure("columns")
        return self._numbers("dpcvx_fit_original_coefficients", outputs * (columns + 1))

    def standard_errors(self):
        return self._numbers("dpcvx_fit_standard_errors", self.figure("dimension"))

    def decision_values(self, dataset):
        """Row after row; as many a row as there are classes in a multinomial model, else one."""
        return self._numbers("dpcvx_fit_decision_values", dataset.rows * self.figure("outputs"), dataset)

    def probabilities(self, dataset):
        """Rows of probabilities: of -1 and 1, or of the classes."""
        classes = max(2, self.figure("outputs"))
        flat = self._numbers("dpcvx_fit_probabilities", dataset.rows * classes, dataset)
        return [flat[i:i + classes] for i in range(0, len(flat), classes)]

    def predict(self, dataset):
        """One label a row: -1 or 1, a class, the value of a regression, or the rate of a Poisson regression."""
        return self._numbers("dpcvx_fit_predict", dataset.rows, dataset)

    def evaluate(self, dataset, budget, score="automatic", price=None, rng=None, **options):
        """A private Evaluation on a held-out part (Dataset.split). It charges `budget`: by default all that is left.
        `score` is a name of SCORES. Options: noise, interval_level, loss_clip, label_low, label_high."""
        return Evaluation(self, dataset, budget, score, price, rng, **options)

    def report(self):
        return self._text("dpcvx_fit_to_text")

    def json(self):
        return self._text("dpcvx_fit_to_json")


class Evaluation(_Handle):
    """A private score of a fit, with an interval for what it is on these very units: `value`, `low`, `high`."""
    _destroy = "dpcvx_evaluation_destroy"

    def __init__(self, fit, dataset, budget, score="automatic", price=None, rng=None, **options):
        price, rng = price or budget.price(1.0), rng or Rng()
        given = _Options("dpcvx_evaluation_options_create", _EVALUATION_OPTIONS, options)
        super().__init__("dpcvx_evaluation_create", [_handle] * 5 + [_i32, _handle], budget._as_parameter_,
                         rng._as_parameter_, price._as_parameter_, fit._as_parameter_, dataset._as_parameter_,
                         _named(SCORES, score, "score"), given._as_parameter_)

    def figure(self, name):
        """By its name in dpcvx/evaluation.h in lower case: "units", "noise_scale", ..."""
        return self._read("dpcvx_evaluation_get", _named(_EVALUATION_FIGURES, name, "figure"), _EVALUATION_COUNTS)

    @property
    def value(self):
        """The score. It raises Error where the noise hides it."""
        return self.figure("value")

    @property
    def low(self):
        return self.figure("low")

    @property
    def high(self):
        return self.figure("high")

    @property
    def score(self):
        """Its name in SCORES."""
        return next(name for name, number in SCORES.items() if number == self.figure("score"))

    def report(self):
        return self._text("dpcvx_evaluation_to_text")

    def json(self):
        return self._text("dpcvx_evaluation_to_json")


def fit_table(dataset, loss, epsilon, delta, ranges=None, method="automatic", **options):
    """A private fit of a table in one call, (epsilon, delta) in all. `ranges` are public: (low, high) a column.
    Without ranges, and for a table that was made without, they are released for a share of epsilon and delta.
    Options are those of DPCVX_FIT_TABLE_OPTION_* in dpcvx/simple.h: label_bound (regressions), classes, l2, ...
    "poisson" fits counts, or rates of a table with exposures: label_bound bounds rates then, weight_bound exposures."""
    low, high = (None, None) if ranges is None else (_real_array(ends, "ranges") for ends in ranges)
    for ends in () if ranges is None else (low, high):
        _check_length("ranges", ends, dataset.columns, "one a column")
    given = _Options("dpcvx_fit_table_options_create", _FIT_TABLE_OPTIONS,
                     dict(options, method=_named(METHODS, method, "method")))
    fit = Fit.__new__(Fit)
    _Handle.__init__(fit, "dpcvx_fit_table", [_handle, _i32, _doubles, _doubles, _i64, _f64, _f64, _handle, _handle],
                     dataset._as_parameter_, _named(LOSSES, loss, "loss"), low, high, dataset.columns, epsilon, delta,
                     given._as_parameter_, None)
    return fit
