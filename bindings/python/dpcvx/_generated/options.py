# Written by bindings/generate/python.py from bindings/api.json. Do not edit: "make api" writes it anew.
"""Options: settings with a key and a default."""
from dpcvx._generated import enums
from dpcvx._keys import Family, Key

AUDIT_OPTION = Family(
    "AUDIT_OPTION", "dpcvx_audit_options_create", {
        "runs": Key(501, "i64", None, "i64 in [2, 2^31]: runs a side, half to choose the event; default 1e5"),
        "confidence": Key(502, "f64", None, "f64 in [2^-40, 1 - 2^-40]: of each bound; default 0.95"),
        "delta": Key(503, "f64", None, "f64 in [0, 1): the delta at which epsilon is bounded; default 0"),
    },
    "Keys of the audit options.")

BUDGET_OPTION = Family(
    "BUDGET_OPTION", "dpcvx_budget_options_create", {
        "filter": Key(101, "i64", enums.Filter, "i64: DPCVX_FILTER_*; default automatic"),
        "rdp_order": Key(102, "f64", None, "f64, 0 or in (1, 1e9]: the order of the RDP filter; default 0"),
        "basic_epsilon_fraction": Key(103, "f64", None, "f64 in [0, 1]: share of epsilon in the basic sub-budget; default 0"),
        "basic_delta_fraction": Key(104, "f64", None, "f64 in [0, 1]: share of delta in the basic sub-budget; default 0"),
    },
    "Keys of the budget options. The two shares make a second, basic sub-budget for curves that the main filter refuses.\n"
    "The order of the RDP filter is fixed at creation, and decides what fits.\n"
    "For a planned curve take the order from dpcvx_curve_rdp_order. 0 stands for\n"
    "\n"
    "  1 + 2 log(1 / delta) / epsilon")

COVARIANCE_OPTION = Family(
    "COVARIANCE_OPTION", "dpcvx_covariance_options_create", {
        "noise": Key(871, "i64", enums.EvaluationNoise, "i64: DPCVX_EVALUATION_NOISE_*; default AUTOMATIC"),
        "interval_level": Key(872, "f64", None, "f64 in [0.5, 1 - 1e-9]: of each interval; default 0.95"),
        "simultaneous": Key(873, "i64", None, "i64: 1 if all intervals are to hold together; default 0"),
        "norm_bound": Key(874, "f64", None, "f64 in [0.1, 1000], or 0 for sqrt(columns); default 0"),
        "rounds": Key(875, "i64", None, "i64 in [0, 8]; default 1"),
        "preliminary_fraction": Key(876, "f64", None, "f64 in [0.001, 0.999]; default 0.4"),
    },
    "Keys. All are public parameters, fixed before the data are read.\n"
    "NORM_BOUND is a bound on rows in half widths. Longer rows are shortened to it. Noise grows with its square. At its\n"
    "default no row is shortened.\n"
    "ROUNDS = 0 chooses up to 6 from public numbers: as many as converge at any spread of the values, or 1. Under\n"
    "add/remove the number of units is private, so the number of rounds has to be given.\n"
    "PRELIMINARY_FRACTION is the share of the price that all rounds before the last take.\n"
    "PRELIMINARY_FRACTION beside ROUNDS = 1 has no effect, and is refused unless it has its default.")

ESTIMATE_OPTION = Family(
    "ESTIMATE_OPTION", "dpcvx_estimate_options_create", {
        "noise": Key(801, "i64", enums.EvaluationNoise, "i64: DPCVX_EVALUATION_NOISE_*; default AUTOMATIC"),
        "interval_level": Key(802, "f64", None, "f64 in [0.5, 1 - 1e-9]: of each interval; default 0.95"),
        "simultaneous": Key(803, "i64", None, "i64: 1 if all intervals are to hold together; default 0"),
        "range_fraction": Key(804, "f64", None, "f64 in [0.001, 0.999]; default 0.25"),
        "range_coverage": Key(805, "f64", None, "f64 in [0.001, 0.999]; default 0.99"),
        "cells": Key(831, "i64", None, "i64 in [2, 65536]: of a range between two edges; default 1024"),
        "levels": Key(832, "i64", None, "i64: 1 if the cells of a histogram are levels; default 0"),
    },
    "Keys. All are public parameters, fixed before the data are read.\n"
    "RANGE_FRACTION is the share of the price that released ranges take. It is refused where all are declared.\n"
    "RANGE_COVERAGE is about the share of a column's values that its released range holds.\n"
    "LEVELS = 1 says that the cells of a histogram are levels of a category: cell j holds level j, whose number lies\n"
    "between edges j and j + 1. Text, JSON and guarantee then speak of levels, and of no edges. Numbers and privacy are\n"
    "the same. An option that has no effect in a call is refused there, unless it has its default.")

EVALUATION_OPTION = Family(
    "EVALUATION_OPTION", "dpcvx_evaluation_options_create", {
        "noise": Key(701, "i64", enums.EvaluationNoise, "i64: DPCVX_EVALUATION_NOISE_*; default AUTOMATIC"),
        "interval_level": Key(702, "f64", None, "f64 in [0.5, 1 - 1e-9]: of each interval; default 0.95"),
        "loss_clip": Key(703, "f64", None, "f64, 0 or in [1e-100, 1e30]: L; 0 (default): chosen"),
        "label_low": Key(704, "f64", None, "f64 in [-1e30, 1e30]: low end; equal ends (default): the fit's"),
        "label_high": Key(705, "f64", None, "f64 in [-1e30, 1e30]: high end; default 0"),
        "weighted": Key(706, "i64", None, "i64: 1 for an expected interval of a table with weights; default 0"),
    },
    "Keys. All are public parameters, fixed before the data are read. An option that the score has not is refused.\n"
    "LABEL_LOW and LABEL_HIGH are the public range c - B to c + B that labels are clipped to. Give both.\n"
    "The noise of R2 grows with (LABEL_HIGH - LABEL_LOW)^2 over the variance of the labels. That of losses grows with the\n"
    "width. So a range that holds most labels and no more serves best: one that is narrower than the fit's often pays.\n"
    "The default LOSS_CLIP of LOG_LOSS is log(classes) + 3, with 2 classes of a logistic loss.\n"
    "That of ABSOLUTE_LOSS is B. That of PINBALL_LOSS at the quantile q is max(q, 1 - q) B.\n"
    "WEIGHTED is for dpcvx_evaluation_expected_interval alone: whether the table that will be scored has weights.")

FIT_TABLE_OPTION = Family(
    "FIT_TABLE_OPTION", "dpcvx_fit_table_options_create", {
        "unit": Key(651, "i64", enums.Unit, "i64: DPCVX_UNIT_*; 0 (default): users where there are ids"),
        "adjacency": Key(652, "i64", enums.Adjacency, "i64: DPCVX_ADJACENCY_*; default replace-one"),
        "nominal_units": Key(653, "i64", None, "i64 in [0, 2^40]: n of add/remove, for <= 2 n units; default 0"),
        "label_bound": Key(654, "f64", None, "f64, 0 or in [1e-100, 1e30]: clips labels to [-Y, Y]; default 0"),
        "classes": Key(655, "i64", None, "i64 in [0, 65536]: K of MULTINOMIAL, labels 0 to K - 1; default 0"),
        "quantile": Key(656, "f64", None, "f64 in [1e-9, 1 - 1e-9]: which PINBALL fits; default 0.5"),
        "huber_width": Key(657, "f64", None, "f64, 0 or in [1e-30, 1e30]: of HUBER, SMOOTHED_HINGE; default 0"),
        "exponent": Key(658, "f64", None, "f64 in [1 + 1e-6, 2 - 1e-6]: of POWER, POWER_HINGE; default 1.5"),
        "l2": Key(659, "f64", None, "f64 in [0, 1e30]: adds (l2/2) ||w||^2 to the average loss; default 0"),
        "l1": Key(676, "f64", None, "f64 in [0, 1e30]: adds l1 ||w||_1, intercepts left out; default 0"),
        "intercept": Key(660, "i64", None, "i64: 1 (default) adds one to the model"),
        "weight_bound": Key(661, "f64", None, "f64 in [1e-30, 1e30]: W, clips weights to [0, W]; default 1"),
        "row_bound": Key(662, "f64", None, "f64, 0 or in [1e-30, 1e30]; 0 (default): chosen"),
        "clipping_norm": Key(663, "f64", None, "f64 in [0, 1e30]; 0 (default): chosen"),
        "clipping": Key(675, "i64", enums.Clipping, "i64: DPCVX_CLIPPING_*; default AUTOMATIC"),
        "method": Key(664, "i64", enums.Method, "i64: DPCVX_METHOD_*; default DPCVX_METHOD_AUTOMATIC"),
        "filter": Key(665, "i64", enums.Filter, "i64: DPCVX_FILTER_*, how the budget adds up; default: chosen"),
        "threads": Key(666, "i64", None, "i64 in [1, 64]; results do not depend on it; default 1"),
        "min_records_per_user": Key(667, "i64", None, "i64 in [0, 2^24]; default 0: none"),
        "max_records_per_user": Key(668, "i64", None, "i64 in [0, 2^40]; default 0: none"),
        "range_fraction": Key(669, "f64", None, "f64 in [0.001, 0.999]; default 0.35"),
        "range_coverage": Key(670, "f64", None, "f64 in [0.001, 0.999]; default 0.95"),
        "allow_no_result": Key(671, "i64", None, "i64: 1 lets AUTOMATIC take methods that may return nothing"),
        "centring_fraction": Key(672, "f64", None, "f64 in [0, 0.9], or -1 (default): chosen by public numbers"),
        "label_low": Key(673, "f64", None, "f64 in [-1e30, 1e30]; default 0"),
        "label_high": Key(674, "f64", None, "f64 in [-1e30, 1e30]; default 0; as LABEL_LOW: no range"),
        "label_range_fraction": Key(677, "f64", None, "f64, 0 or in [0.001, 0.999]: releases a range; default 0"),
    },
    "Keys of the options of dpcvx_fit_table. All are public parameters, fixed before the data are read.\n"
    "\n"
    "NOMINAL_UNITS = n is the public number of units under add/remove, where the true one is private. Sums are divided by\n"
    "it. It bounds their rounding too, so a table of more than 2 n units is refused, before any charge.\n"
    "That refusal depends on the private number, and is as private as the data: do not publish it.\n"
    "Choose n so that you know, without the data, that there are at most 2 n units. The guarantee covers these tables.\n"
    "\n"
    "ROW_BOUND is the l2 norm that rows are clipped to, with their intercept entry of 1.\n"
    "ROW_BOUND = 0 is the default: 1 in a classification. In a regression it is sqrt(columns + 1), which clips no row.\n"
    "A lower ROW_BOUND scales longer rows down with their intercept entry: the regression is then no longer linear.\n"
    "Of centred columns ROW_BOUND clips rows that are far from the mean: on average a squared norm is within it.\n"
    "Of squares with many units the default grows with the released centres, so that few rows or none are clipped.\n"
    "\n"
    "LABEL_LOW < LABEL_HIGH is the range of a regression's labels, which are clipped to it. Give both ends.\n"
    "The fit is of labels less the middle of the range, so that they need no centring by the caller.\n"
    "Decision values, predictions and original coefficients have the middle added.\n"
    "LABEL_BOUND = Y stands for the range [-Y, Y]. Give one of the two. Equal ends, as by default, give no range.\n"
    "\n"
    "LABEL_RANGE_FRACTION is the share of the budget that a released range of the labels takes: 0.1, say.\n"
    "A released range holds the labels of about 0.99 of the units, one a unit: of a user the mean of its records'.\n"
    "The range is released first, and what is stated of the fit includes its cost. Beside LABEL_RANGE_FRACTION no range is\n"
    "declared by LABEL_LOW, LABEL_HIGH or LABEL_BOUND.\n"
    "A range that would be mostly noise is refused: the number of units times the epsilon of one end is 40 at least.\n"
    "A released range may be too wide or too narrow for the arithmetic of a method: 2^64 or 1e-6 wide, say.\n"
    "The fit then clips labels to a range of another width about the same middle.\n"
    "The fit's figures DPCVX_FIT_FIGURE_LABEL_LOW and LABEL_HIGH tell the range that labels were clipped to.\n"
    "\n"
    "INTERCEPT = 0 fits a model that is 0 where all columns are 0.\n"
    "Without an intercept ranges of columns and labels, declared or released, are widened to be symmetric about 0.\n"
    "A table that is scaled already keeps its ranges: make them symmetric, or a constant remains.\n"
    "\n"
    "HUBER_WIDTH is the residual at which HUBER turns from squares to absolute values, in the units of the labels.\n"
    "HUBER_WIDTH = 0, the default, stands for a twentieth of the width of the labels' range, released or declared.\n"
    "LABEL_BOUND = Y stands for the range [-Y, Y] there too. Of SMOOTHED_HINGE 0 stands for 1.\n"
    "\n"
    "POISSON fits counts, or rates of a table with exposures (dpcvx_dataset_create_with_exposures).\n"
    "LABEL_LOW of POISSON is 0, and may be left out. With exposures LABEL_BOUND bounds rates, and WEIGHT_BOUND exposures.\n"
    "\n"
    "CLIPPING_NORM bounds the gradient of one unit. Leave it at 0 unless you know a better one.\n"
    "Beside a CLIPPING_NORM or a CLIPPING, AUTOMATIC takes a method that uses it, where one applies: those of noisy\n"
    "gradients do. The report names an option that the method does not use as option_not_used.\n"
    "CLIPPING_NORM = 0, the default, stands for a share of a public bound on gradients.\n"
    "The share grows with x = n mu / sqrt(coefficients): n is the number of units, and mu the price in GDP.\n"
    "The greater x is, the less noise there is. A longer clip then pays, since it bends the fit less.\n"
    "For SQUARED the bound is LABEL_BOUND times the row bound, and the share min(1, 0.03 max(1, z / 5)^0.6), with\n"
    "z = x / sqrt(coefficients). LABEL_BOUND is half the width of the range there. Large residuals then count less.\n"
    "With L1 the share of SQUARED is 0.15: a short clip weakens the loss against the penalty.\n"
    "For LOGISTIC and MULTINOMIAL with units of one record the bound is the greatest gradient.\n"
    "The share is min(1, 0.5 max(1, x / 50)^0.2): below 1 it bends probabilities away from 1/2.\n"
    "For ABSOLUTE and PINBALL with units of one record the bound is the greatest gradient, and the share 0.25.\n"
    "Slopes of a quantile keep their ratio then. With L1 or L2 the share is 1.\n"
    "For other losses the method chooses the clip. Methods of noisy gradients clip POWER at 0.15 of the gradient at a\n"
    "residual of LABEL_BOUND, and POWER_HINGE at EXPONENT times the row bound. All grow with WEIGHT_BOUND.\n"
    "They clip POISSON at min(M, sqrt(M) / 2) times the row bound, M = WEIGHT_BOUND LABEL_BOUND.\n"
    "A norm above all gradients, such as 1e30, clips nothing. CLIPPING says how clips are chosen (DPCVX_CLIPPING_*).\n"
    "\n"
    "MAX_RECORDS_PER_USER keeps a random subset of that many records of each user who has more.\n"
    "The labels of records that are left out are checked all the same.\n"
    "A MAX_RECORDS_PER_USER below 16 tells that means over a user's records are longer, so that clips start longer.\n"
    "MIN_RECORDS_PER_USER lets clips be as short as means over so many records are, with less noise.\n"
    "A user with fewer records than MIN_RECORDS_PER_USER adds nothing to the fit, but counts among the units.\n"
    "\n"
    "RANGE_FRACTION is the share of the budget that released ranges take, in the terms of dpcvx_budget_price.\n"
    "RANGE_COVERAGE is about the share of a column's values that its released range holds, one value a unit.\n"
    "Both are refused where no range of a column is released.\n"
    "The value of a user is the mean of its records. Records beyond a released range of these means are clipped to it.\n"
    "Such clips bend the model of users whose records differ much: declare ranges if you can.\n"
    "\n"
    "CENTRING_FRACTION is the share of what is left of the budget for means of the columns, which are taken off them.\n"
    "Columns far from the middle of their ranges, such as 0 and 1 with few ones, hide what tells rows apart.\n"
    "Labels of SQUARED, HUBER, ABSOLUTE and PINBALL are centred too, where their mean has noise of 0.12 Y at most.\n"
    "Decision values, predictions and original coefficients have that mean added.\n"
    "CENTRING_FRACTION = 0 centres nothing. -1 stands for 0.05 where n and the price leave the means noise of at most\n"
    "0.3, and else for 0.\n"
    "SQUARED takes noise of at most 1.5, and its labels noise of at most 0.25 Y. Beside centres it releases how far labels\n"
    "scatter, for 0.02 of the rest: where ranges of labels are too wide, steps and clips are planned for narrower ones.\n"
    "Sparse tables, and fits without an intercept or with delta = 0, are not centred.\n"
    "Models of LOGISTIC and MULTINOMIAL by noisy gradient descent or noisy SGD, without l2 and l1, are scaled after the\n"
    "fit. Slopes of the loss along decision values are released for that, for 0.04 of what centres leave, where n and\n"
    "the price leave their noise small. CENTRING_FRACTION = 0 releases none.")

HYPOTHESES_OPTION = Family(
    "HYPOTHESES_OPTION", "dpcvx_hypotheses_options_create", {
        "max_contests": Key(901, "i64", None, "i64 in [1, 2^31]: pairs; default 4194304"),
        "threads": Key(902, "i64", None, "i64 in [1, 64]; results do not depend on it; default 1"),
        "failure_probability": Key(903, "f64", None, "f64 in [1e-12, 0.5]: of the samples; default 1e-6"),
    },
    "Keys. MAX_CONTESTS limits work and memory: with m hypotheses there are m (m - 1) / 2 contests, of 16 bytes each.\n"
    "2^22 contests, 2896 hypotheses, take about 8 s for 10,000 records on one core.\n"
    "FAILURE_PROBABILITY is that PROBABILITY_ERROR does not hold. It has an effect on sampled hypotheses only.")

LOCAL_OPTION = Family(
    "LOCAL_OPTION", "dpcvx_local_options_create", {
        "randomizer": Key(841, "i64", enums.LocalRandomizer, "i64: DPCVX_LOCAL_RANDOMIZER_*; default AUTOMATIC"),
    },
    "Keys.\n"
    "RANDOMIZER is RESPONSE or HASHING for frequencies, ONE_BIT or WINDOW for a mean, and AUTOMATIC for both.")

MINIMIZE_OPTION = Family(
    "MINIMIZE_OPTION", "dpcvx_minimize_options_create", {
        "tolerance": Key(338, "f64", None, "f64 in [0, 1e30]: distance at which it stops; default 1e-6"),
        "max_passes": Key(339, "i64", None, "i64 in [1, 10^9]: limit of passes over the data; default 1000"),
    },
    "Keys of the options of dpcvx_nonprivate_minimize.")

OBJECTIVE_OPTION = Family(
    "OBJECTIVE_OPTION", "dpcvx_objective_options_create", {
        "intercept": Key(301, "i64", None, "i64: 1 (default) appends a constant column, as the last; or 0"),
        "row_bound": Key(302, "f64", None, (
            "f64, 0 or in [1e-30, 1e30]: rows are clipped to this norm B, with their intercept entry. 0 (default) "
            "stands for 1. In a regression of a scaled table it stands for sqrt(columns + INTERCEPT_VALUE^2), or that "
            "sum in another ROW_NORM. That clips no row, unless columns were centred. Clipping keeps the sign of a "
            "decision. A regression whose rows are clipped is no longer linear.")),
        "intercept_value": Key(303, "f64", None, "f64 in [1e-30, 1e30]: the appended entry; default 1"),
        "l2": Key(304, "f64", None, "f64 in [0, 1e30]: adds (l2/2) ||w||^2, the intercept included; default 0"),
        "l1": Key(340, "f64", None, (
            "f64 in [0, 1e30]: adds l1 ||w||_1, the intercept's entries left out; default 0. Noisy gradient descent and"
            " noisy SGD take it by proximal steps, and set small coefficients to 0. Domains: R^d, boxes, and balls "
            "about 0.")),
        "nominal_units": Key(305, "i64", None, (
            "i64 in [0, 2^40]: the n that sums are divided by; 0 (default): the number of units, public under "
            "replace-one only. More than twice as many units are refused. Under add/remove that refusal tells of the "
            "data: do not publish it.")),
        "row_norm": Key(306, "f64", None, "f64 in [1, infinity]: p of the lp norm of ROW_BOUND; default 2"),
        "matrix_rows": Key(342, "i64", None, (
            "i64 in [0, 2^20]: d1, makes rows and coefficients matrices of d1 rows, row by row; default 0: they are "
            "vectors. ROW_NORM is then a Schatten norm, of singular values. d1 divides the columns, and min(d1, d2) is "
            "at most 1024. INTERCEPT is 0, and the loss is not MULTINOMIAL.")),
        "label_bound": Key(307, "f64", None, (
            "f64, 0 or in [1e-100, 1e30]: Y, clips labels of regressions to [-Y, Y], of POISSON to [0, Y]; default 0: "
            "none")),
        "quantile": Key(308, "f64", None, "f64 in [1e-9, 1 - 1e-9]: t of PINBALL; default 0.5"),
        "huber_width": Key(309, "f64", None, "f64 in [1e-30, 1e30]: h of HUBER and SMOOTHED_HINGE; default 1"),
        "exponent": Key(310, "f64", None, "f64 in [1 + 1e-6, 2 - 1e-6]: q of POWER, POWER_HINGE; default 1.5"),
        "classes": Key(311, "i64", None, "i64 in [0, 65536]: K >= 2 of MULTINOMIAL; default 0: not given"),
        "weight_bound": Key(312, "f64", None, (
            "f64 in [1e-30, 1e30]: W, clips weights to [0, W]; default 1. A table without weights has weight min(1, W).")),
        "smoothing": Key(313, "f64", None, "f64 in [0, 1e30]: h of the Moreau envelope of the loss; default 0"),
        "unit": Key(314, "i64", enums.Unit, "i64: DPCVX_UNIT_*; default 0: the dataset's; records for functions"),
        "min_records_per_user": Key(315, "i64", None, (
            "i64 in [0, 2^24]: m, users with fewer records are null; at most the users' cap; default 0: none")),
        "storage": Key(341, "i64", enums.Storage, (
            "i64: DPCVX_STORAGE_*, of create_public: how all parts store rows; default DENSE. Other calls refuse it")),
        "lipschitz": Key(316, "f64", None, (
            "f64 in [1e-100, infinity], of create_from_units, to be set: G bounds a unit's gradient in l2")),
        "smoothness": Key(317, "f64", None, (
            "f64 in [1e-100, infinity], of create_from_units, to be set: of a unit's gradient; infinity: not smooth")),
        "strong_convexity": Key(318, "f64", None, (
            "f64 in [0, 1e100], of create_from_units, to be set: of a unit's function; 0: convex alone")),
        "max_slope": Key(319, "f64", None, "f64 in [1e-100, 1e100], of create_with_loss, to be set: bounds |phi'|"),
        "max_curvature": Key(320, "f64", None, (
            "f64 in [1e-100, infinity], of create_with_loss, to be set: bounds phi''; infinity: not smooth")),
    },
    "Keys of the objective options. All are public parameters.\n"
    "src/model/README.md says more about NOMINAL_UNITS, ROW_NORM, MIN_RECORDS_PER_USER and SMOOTHING.")

PLAN_OPTION = Family(
    "PLAN_OPTION", "dpcvx_plan_options_create", {
        "planning_radius": Key(405, "f64", None, "f64 in [0, 1e30]: R, distance from the start; 0: chosen"),
        "max_passes": Key(410, "f64", None, "f64, 0 or in [1, 1e9]: most passes that rules choose; 0 means 1000"),
        "smoothing": Key(411, "f64", None, "f64 in [-1, 1e30]: envelope's width; 0: none; negative: chosen"),
        "threads": Key(406, "i64", None, "i64 in [1, 64], default 1; results do not depend on it"),
        "allow_no_result": Key(450, "i64", None, "i64: 1 lets AUTOMATIC take methods that may return nothing"),
        "steps": Key(401, "i64", None, "i64 in [0, 1e9]: number of steps T; 0 (default): chosen"),
        "step_size": Key(402, "f64", None, "f64 in [0, 1e30]: step size eta; 0 (default): chosen"),
        "clipping_norm": Key(408, "f64", None, "f64 in [0, 1e30]: C on a unit's gradient; 0: chosen"),
        "drop_oversized_gradients": Key(409, "i64", None, "i64: 1 drops a gradient beyond C, 0 (default) scales it"),
        "clipping": Key(449, "i64", enums.Clipping, "i64: DPCVX_CLIPPING_*; default AUTOMATIC"),
        "momentum": Key(403, "f64", None, "f64 in [-1, 0.9999]: heavy ball; negative: chosen"),
        "tail_average_fraction": Key(404, "f64", None, "f64 in [-1, 1]: share of iterates averaged; -1: chosen"),
        "batch_size": Key(407, "f64", None, "f64 in [0, 1e15]: expected batch, at most n; 0: chosen"),
        "noise_calibration": Key(415, "i64", enums.NoiseCalibration, "i64: DPCVX_NOISE_CALIBRATION_*; default EXACT"),
        "schedule": Key(416, "i64", enums.Schedule, "i64: DPCVX_SCHEDULE_*; default OPTIMIZED"),
        "order": Key(414, "i64", enums.SgdOrder, "i64: DPCVX_SGD_ORDER_*, order of DP-SGD-Output; 0: chosen"),
        "tolerance": Key(412, "f64", None, "f64 in [0, 1e30]: distance of approximate minima; 0: chosen"),
        "jacobian_fraction": Key(413, "f64", None, "f64 in [0, 0.99]: objective perturbation's share c; 0: chosen"),
        "geometry": Key(418, "f64", None, "f64, 0 or in [1, infinity]: p of l_p; 0: dual to rows' or 2"),
        "target": Key(417, "i64", enums.Target, "i64: DPCVX_TARGET_*; default EMPIRICAL"),
        "failure_probability": Key(419, "f64", None, "f64 in [1e-30, 0.999]: that HIGH_PROBABILITY_RISK fails; 0.05"),
        "sampler_fraction": Key(420, "f64", None, "f64 in [1e-6, 0.5]: sampler's share of the price's mu; 0.01"),
        "outliers": Key(438, "i64", enums.Outliers, "i64: DPCVX_OUTLIERS_*; default DOWNWEIGHT"),
        "outlier_threshold": Key(443, "f64", None, "f64 in [0, 1e30]: gamma_0, declared; 0: not declared"),
        "threshold_epsilon_fraction": Key(445, "f64", None, "f64 in [0, 0.9]: share to estimate gamma_0; 0: none"),
        "max_unstable_probability": Key(444, "f64", None, "f64 in [1e-30, 0.999]: that like users fail a test; 1e-4"),
        "phases": Key(446, "i64", None, "i64 in [0, 64]: number of phases; 0: chosen"),
        "first_phase_fraction": Key(447, "f64", None, "f64 in [0.01, 0.99]: first of STRONGLY_CONVEX_*; 0.5"),
    },
    "Keys. All are public parameters, fixed before the data are read.\n"
    "A key at its default is left to the method's rule. A given value is kept.\n"
    "SMOOTHING rounds the corners of hinge, absolute and pinball losses.\n"
    "SMOOTHING is a width in units of decision values, which are those of numeric labels.\n"
    "With SMOOTHING fits by the exponential mechanism are faster: about 1 s in place of 200 s, at a width of 1, of hinges\n"
    "on 100,000 rows of 21 columns. Their mean hinge loss rose from 0.52 to 0.57, and their errors not at all.\n"
    "PLANNING_RADIUS is how far from the start the models lie that are planned for.\n"
    "MAX_PASSES = 0 stands for 1000, and for 10,000 where EXPONENTIAL_MECHANISM is planned by name.\n"
    "All methods take PLANNING_RADIUS, MAX_PASSES, SMOOTHING and THREADS.\n"
    "dpcvx_options_get_bounds_* reads bounds and defaults.")

RELEASE_OPTION = Family(
    "RELEASE_OPTION", "dpcvx_release_options_create", {
        "lattice_step": Key(201, "f64", None, (
            "f64: the step h, a power of two in [2^-1000, 2^900]; 0 (default): chosen from sensitivity, price and n")),
        "monotonic": Key(202, "i64", None, (
            "i64: 1 if one unit's arrival moves all scores the same way, which halves the noise of selections; default "
            "0. Other releases refuse it. So does every release under replace-one, where it is never so.")),
    },
    "Keys of the release options.")

SAMPLER_OPTION = Family(
    "SAMPLER_OPTION", "dpcvx_sampler_options_create", {
        "inverse_temperature": Key(521, "f64", None, "f64 in [1e-30, 1e30]: k; default 1"),
        "regularizer_weight": Key(522, "f64", None, "f64 in [0, 1e30]: c_r; default 0"),
        "norm": Key(523, "f64", None, "f64 in [1, infinity]: p of the regularizer; default 2"),
        "step_size": Key(524, "f64", None, "f64 in [0, 1e100]: eta; 0 (default): chosen"),
        "total_variation": Key(525, "f64", None, "f64 in [1e-100, 0.5]: chooses T; default 1e-6"),
        "rounds": Key(526, "i64", None, "i64 in [0, 10^12]: T; 0 (default): chosen, near the least"),
        "threads": Key(527, "i64", None, "i64 in [1, 64]: of gradient passes; the draws do not depend on it"),
        "strong_convexity": Key(528, "f64", None, "f64 in [0, 1e30]: of f; default 0"),
        "smoothness": Key(529, "f64", None, "f64 in [0, infinity]: of f; default infinity: not smooth"),
        "lipschitz": Key(530, "f64", None, "f64 in [0, infinity]: of f; default infinity: none known"),
        "quadratic": Key(531, "f64", None, "f64 in [0, 1e30]: s, of the quadratic; default 0"),
        "max_passes": Key(532, "f64", None, "f64 in [0, 1e15]: passes a draw; 0 (default): no limit"),
        "penalty_slope": Key(533, "f64", None, "f64 in [1e-30, infinity]: M; default infinity: a hard domain"),
        "gdp": Key(534, "f64", None, "f64, 0 or in [1e-100, 10]: mu that chooses T instead; default 0"),
        "subsampled_rejection": Key(535, "i64", None, "i64: tries by random subsets of records: 1, 0, or -1 (default) chosen"),
        "matrix_rows": Key(536, "i64", None, (
            "i64 in [0, 2^28]: rows of x as a matrix, row by row; NORM is then a Schatten norm; 0 (default): x is a "
            "vector")),
        "method": Key(537, "i64", enums.SamplerMethod, "i64: DPCVX_SAMPLER_METHOD_*; default AUTOMATIC; of quadratics alone"),
    },
    "Keys of the sampler options.\n"
    "INVERSE_TEMPERATURE is for objectives. STRONG_CONVEXITY, SMOOTHNESS and LIPSCHITZ are for a caller's f.\n"
    "The other kind of sampler refuses them. src/sample/README.md says more about each.")

SELECTION_OPTION = Family(
    "SELECTION_OPTION", "dpcvx_selection_options_create", {
        "score": Key(751, "i64", enums.Score, "i64: DPCVX_SCORE_*; default AUTOMATIC, by the loss"),
        "inclusion": Key(752, "f64", None, "f64 in [1/64, 1]: probability to count; default 0.8"),
        "held_out_fraction": Key(753, "f64", None, "f64 in [0.01, 0.99]: of units, for scores; default 0.2"),
    },
    "Keys. All are public parameters, fixed before the data are read.\n"
    "A greater INCLUSION misses the best candidate less often, and leaves less to each.\n"
    "Of 3 candidates, 0.5 leaves 0.891 of mu to each, 0.8 leaves 0.794, 0.95 leaves 0.700, and 1 leaves 0.577.")

STABILITY_OPTION = Family(
    "STABILITY_OPTION", "dpcvx_sgd_stability_options_create", {
        "exponent": Key(321, "f64", None, "f64 in [0, 1]: alpha; default 0"),
        "holder": Key(322, "f64", None, "f64, -1 or in [0, 1e30]: L; if negative, 2 G at alpha = 0"),
        "lipschitz": Key(323, "f64", None, "f64, -1 or in [0, 1e30]: G, sup ||g||"),
        "gradient_at_zero": Key(324, "f64", None, "f64, -1 or in [0, 1e30]: M, sup ||g(0)||"),
        "value_at_zero": Key(325, "f64", None, "f64, -1 or in [0, 1e30]: sup f(0), of losses f >= 0"),
        "radius": Key(326, "f64", None, "f64 in [0, 1e30]: R, sup ||w|| of the domain; 0 (default): R^d"),
        "strong_convexity": Key(327, "f64", None, "f64 in [0, 1e30]: l2; default 0"),
        "units": Key(328, "i64", None, "i64 in [1, 10^15]: n >= 1, to be set"),
        "steps": Key(329, "i64", None, "i64 in [1, 10^9]: T >= 1, to be set"),
        "step_size": Key(330, "f64", None, "f64 in (0, 1e30]: eta > 0, to be set"),
        "order": Key(331, "i64", enums.SgdOrder, "i64: DPCVX_SGD_ORDER_*; default SAMPLED"),
        "tail_average_fraction": Key(332, "f64", None, (
            "f64 in [0, 1]: the share of iterates that is averaged, the last ones, at least one; default 1")),
        "adjacency": Key(333, "i64", enums.Adjacency, "i64: DPCVX_ADJACENCY_*; default REPLACE_ONE"),
        "step_error": Key(334, "f64", None, "f64 in [0, 1e30]: l2 error of a computed step; default 0"),
        "step_defect": Key(335, "f64", None, "f64 in [0, 1e30]: added to the expansion of a step; default 0"),
        "oscillation": Key(336, "f64", None, "f64, -1 or in [0, 1e30]: sup ||g(w) - g(v)||; if negative, 2 G"),
        "generalized_linear": Key(337, "i64", None, (
            "i64: 1 if a loss is a mean of functions of one inner product <a, w> each; default 0")),
    },
    "Keys of the stability options. Losses have (alpha, L)-Hoelder subgradients: ||g(w) - g(v)|| <= L ||w - v||^alpha.\n"
    "A negative value stands for unknown, and is the default if no other default is given.")

TEST_RELEASE_OPTION = Family(
    "TEST_RELEASE_OPTION", "dpcvx_test_release_options_create", {
        "form": Key(601, "i64", enums.TestReleaseForm, "i64: DPCVX_TEST_RELEASE_FORM_*; default EXACT"),
        "level_epsilon_fraction": Key(605, "f64", None, (
            "f64 in [0, 0.99]: epsilon_1 / epsilon of FORM_TRUNCATED_LAPLACE; default 0: chosen")),
        "max_score": Key(606, "i64", None, "i64 in [0, 2^20]: upper bound on MAX_SCORE; default 0: chosen"),
        "noise_mu_fraction": Key(607, "f64", None, (
            "f64 in [0, 0.999]: MU of FORM_EXACT as a share of what Gaussian noise alone has at the price; default 0: "
            "chosen")),
        "max_calls": Key(610, "i64", None, "i64 in [1, 10^12]: calls of f by dpcvx_release_by_deletion; default 10^6"),
    },
    "Keys of the options of propose-test-release.")
