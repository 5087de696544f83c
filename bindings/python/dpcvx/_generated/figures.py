# Written by bindings/generate/python.py from bindings/api.json. Do not edit: "make api" writes it anew.
"""Figures: numbers that a handle tells, by their keys."""
from dpcvx._generated import enums
from dpcvx._keys import Family, Key

AUDIT_FIGURE = Family(
    "AUDIT_FIGURE", {"f64": "dpcvx_audit_get_f64", "i64": "dpcvx_audit_get_i64"}, {
        "epsilon_lower": Key(551, "f64", None, "f64: lower bound on epsilon at the delta of the options; at least 0"),
        "mu_lower": Key(552, "f64", None, "f64: lower bound on mu, if the release is mu-GDP; at least 0"),
        "threshold": Key(553, "f64", None, "f64: the threshold t of the event behind the epsilon bound"),
        "event": Key(554, "i64", enums.AuditEvent, "i64: the kind of that event: DPCVX_AUDIT_EVENT_*"),
        "mu_threshold": Key(555, "f64", None, "f64: the threshold of the test behind the mu bound"),
    },
    "Figures of an audit.")

BUDGET_FIGURE = Family(
    "BUDGET_FIGURE", {"f64": "dpcvx_budget_get_f64", "i64": "dpcvx_budget_get_i64"}, {
        "epsilon": Key(151, "f64", None, "f64: the limit"),
        "delta": Key(152, "f64", None, "f64: the limit"),
        "main_limit": Key(153, "f64", None, "f64: in the filter's terms: mu, rho, Renyi epsilon or epsilon"),
        "main_spent": Key(154, "f64", None, "f64: in the same terms; for GDP the root of the sum of squares"),
        "main_remaining": Key(155, "f64", None, "f64: in the same terms: the greatest single further charge"),
        "basic_epsilon_remaining": Key(156, "f64", None, "f64: of the basic sub-budget"),
        "basic_delta_remaining": Key(157, "f64", None, "f64: of the basic sub-budget"),
        "epsilon_spent": Key(158, "f64", None, "f64: epsilon of the charges so far, at the limit's delta"),
        "charges": Key(159, "i64", None, "i64: number of accepted charges"),
        "adjacency": Key(160, "i64", enums.Adjacency, "i64: DPCVX_ADJACENCY_*"),
        "unit": Key(161, "i64", enums.Unit, "i64: DPCVX_UNIT_*"),
        "filter": Key(162, "i64", enums.Filter, "i64: DPCVX_FILTER_*: the one in use, never automatic"),
        "rdp_order": Key(163, "f64", None, "f64: of the RDP filter"),
        "deterministic": Key(164, "i64", None, "i64: 1 if a deterministic source was used (NOT PRIVATE), else 0"),
        "ledger_frames": Key(165, "i64", None, "i64: entries of the ledger: its terms, charges and fields"),
        "ledger_head": Key(166, "i64", None, "i64: the hash that chains them"),
        "epsilon_remaining": Key(167, "f64", None, "f64: epsilon of one further charge of all that is left in main"),
        "ledger_cut_bytes": Key(168, "i64", None, "i64: bytes that were cut off the end of an opened ledger"),
    },
    "Figures of a budget. What is spent is rounded up, what remains is rounded down.\n"
    "With the basic filter there is one sub-budget: MAIN_* are its epsilons, and BASIC_* report the same one.")

COORDINATOR_FIGURE = Family(
    "COORDINATOR_FIGURE", {"i64": "dpcvx_coordinator_get_i64"}, {
        "step": Key(961, "i64", None, "i64: the steps that are done, the number of the next"),
        "steps": Key(962, "i64", None, "i64: the steps of the plan; of a minimiser, rounds at most"),
        "parts": Key(963, "i64", None, "i64: the parts of the table"),
        "dimension": Key(964, "i64", None, "i64: the coefficients"),
    },
    "Figures of a coordinator.")

COVARIANCE_FIGURE = Family(
    "COVARIANCE_FIGURE", {"f64": "dpcvx_covariance_get_f64", "i64": "dpcvx_covariance_get_i64"}, {
        "columns": Key(881, "i64", None, "i64: the number of columns"),
        "interval_level": Key(882, "f64", None, "f64: the option"),
        "simultaneous": Key(883, "i64", None, "i64: the option"),
        "units": Key(884, "f64", None, "f64: units of the dataset; under add/remove an estimate"),
        "noise": Key(885, "i64", enums.EvaluationNoise, "i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE"),
        "noise_stddev": Key(886, "f64", None, "f64: of a covariance, in products of half widths"),
        "mean_noise_stddev": Key(887, "f64", None, "f64: of a mean, in half widths"),
        "noise_norm": Key(888, "f64", None, "f64: in products of half widths"),
        "norm_bound": Key(889, "f64", None, "f64: on rows in half widths: the option, or sqrt(columns)"),
        "rounds": Key(890, "i64", None, "i64: how many rounds there were"),
        "proved": Key(891, "i64", None, "i64: 1 if intervals hold for any law, 0 if parametric"),
    },
    "Figures. All were released or are public. \"Half widths\" are of the ranges.\n"
    "NOISE_STDDEV is of an entry off the diagonal, before the mean's own noise. After more than one round it is an average\n"
    "over directions, as MEAN_NOISE_STDDEV is.\n"
    "NOISE_NORM bounds the operator norm of the noise with probability INTERVAL_LEVEL, by proof: of the noise before the\n"
    "matrix is made positive semidefinite, which at most doubles its norm.")

DATASET_FIGURE = Family(
    "DATASET_FIGURE", {"i64": "dpcvx_dataset_get_i64"}, {
        "rows": Key(251, "i64", None, "records"),
        "columns": Key(252, "i64", None, "columns"),
        "users": Key(253, "i64", None, "different users, of a table with user ids"),
        "stored": Key(254, "i64", None, "entries stored: rows * columns of a dense table"),
        "max_records_per_user": Key(255, "i64", None, "the cap put on the records of a user"),
    },
    "Figures of a dataset.\n"
    "Public are the columns, the cap and, under replace-one, the number of units (records, or users if there are ids).\n"
    "Everything else is as private as the data.")

DOMAIN_FIGURE = Family(
    "DOMAIN_FIGURE", {"f64": "dpcvx_domain_get_f64", "i64": "dpcvx_domain_get_i64"}, {
        "dimension": Key(371, "i64", None, "i64: d"),
        "radius": Key(372, "f64", None, "f64: sup ||w||_2 over K, rounded up"),
        "diameter": Key(373, "f64", None, "f64: sup ||w - u||_2 over K, rounded up"),
        "projection_error": Key(374, "f64", None, "f64: bounds the error of dpcvx_domain_project in l2 norm"),
        "gaussian_width": Key(375, "f64", None, "f64: bounds E sup <z, w> over K, z standard normal, from above"),
    },
    "Figures of a domain K.")

ESTIMATE_FIGURE = Family(
    "ESTIMATE_FIGURE", {"f64": "dpcvx_estimate_get_f64", "i64": "dpcvx_estimate_get_i64"}, {
        "kind": Key(821, "i64", enums.EstimateKind, "i64: DPCVX_ESTIMATE_KIND_*"),
        "cells": Key(822, "i64", None, "i64: cells of a distribution; 0 for means"),
        "fraction": Key(823, "f64", None, "f64: of values cut off at either end, by a trimmed mean and its kin"),
        "count": Key(811, "i64", None, "i64: the number of estimates"),
        "interval_level": Key(812, "f64", None, "f64: the option"),
        "simultaneous": Key(813, "i64", None, "i64: the option"),
        "units": Key(814, "f64", None, "f64: units of the dataset; under add/remove an estimate"),
        "noise": Key(815, "i64", enums.EvaluationNoise, "i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE"),
        "noise_scale": Key(816, "f64", None, "f64: of a sum in half widths, or of a count: sigma, or Laplace's"),
        "released_ranges": Key(817, "i64", None, "i64: 1 if ranges of some columns were released, else 0"),
    },
    "Figures of all kinds of estimates. Only robust statistics have FRACTION: of others it is DPCVX_ERR_UNSUPPORTED.")

EVALUATION_FIGURE = Family(
    "EVALUATION_FIGURE", {"f64": "dpcvx_evaluation_get_f64", "i64": "dpcvx_evaluation_get_i64"}, {
        "value": Key(711, "f64", None, "f64: the score"),
        "low": Key(712, "f64", None, "f64: low end of the interval; -infinity: R2 may be anything"),
        "high": Key(713, "f64", None, "f64: high end of the interval"),
        "interval_level": Key(714, "f64", None, "f64: the option"),
        "units": Key(715, "f64", None, "f64: units that count; an estimate but where all are known to"),
        "score": Key(716, "i64", enums.Score, "i64: DPCVX_SCORE_*, never AUTOMATIC"),
        "noise": Key(717, "i64", enums.EvaluationNoise, "i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE"),
        "noise_scale": Key(718, "f64", None, "f64: of the noise in a sum over units: sigma, or Laplace's"),
        "loss_clip": Key(719, "f64", None, "f64: L, of a loss"),
        "label_low": Key(720, "f64", None, "f64: c - B, of a regression"),
        "label_high": Key(721, "f64", None, "f64: c + B, of a regression"),
    },
    "Figures. All were released or are public.\n"
    "The interval [LOW, HIGH] holds the score of these very units with probability at least INTERVAL_LEVEL.\n"
    "That is the score of means rounded to multiples of 2^-20 of their range.\n"
    "The noise alone is counted. Other units of the population would have another score.\n"
    "Where several fits were scored and the best was kept, the interval of the best does not hold.")

FIT_FIGURE = Family(
    "FIT_FIGURE", {"f64": "dpcvx_fit_get_f64", "i64": "dpcvx_fit_get_i64"}, {
        "epsilon": Key(462, "f64", None, "f64: the epsilon that this fit spent, at DELTA"),
        "delta": Key(463, "f64", None, "f64: the limit of the budget that was charged"),
        "outcome": Key(458, "i64", enums.Outcome, "i64: DPCVX_OUTCOME_*, how the fit ended"),
        "method": Key(457, "i64", enums.Method, "i64: DPCVX_METHOD_*"),
        "dimension": Key(451, "i64", None, "i64: number of coefficients, the intercept included"),
        "outputs": Key(459, "i64", None, "i64: decision values a row: 1, or the number of classes"),
        "columns": Key(460, "i64", None, "i64: columns of the tables it predicts for; 0: a function of units"),
        "loss": Key(461, "i64", enums.Loss, "i64: DPCVX_LOSS_*; 0 for a caller's function of units"),
        "steps": Key(452, "i64", None, "i64: steps done"),
        "step_size": Key(453, "f64", None, "f64: as the plan stated it"),
        "momentum": Key(454, "f64", None, "f64: as the plan stated it"),
        "noise_stddev": Key(455, "f64", None, "f64: as the plan stated it"),
        "predicted_risk": Key(456, "f64", None, "f64: as the plan stated it"),
        "typical_risk": Key(470, "f64", None, "f64: as the plan stated it"),
        "trivial_risk": Key(645, "f64", None, "f64: as the plan stated it"),
        "start_risk": Key(646, "f64", None, "f64: as the plan stated it"),
        "last_clipping_radius": Key(467, "f64", None, "f64: after the last step; 0: the clip was fixed"),
        "unclipped_share": Key(468, "f64", None, "f64: about the share of units shorter than the clip lately"),
        "label_low": Key(499, "f64", None, "f64: a regression's labels were clipped to [LABEL_LOW, LABEL_HIGH]"),
        "label_high": Key(500, "f64", None, "f64: declared, or released with the fit"),
    },
    "Figures of a fit. All are public.\n"
    "EPSILON is what this fit alone spent: the least epsilon for which its guarantee is proved (EPSILON, DELTA)-DP.\n"
    "It is dpcvx_guarantee_epsilon at DELTA, rounded up, and the same for every filter of the budget.\n"
    "It covers what dpcvx_fit_table released before the model. Reading it may take tens of milliseconds.\n"
    "The EPSILONs of several fits do not add up to what they spend together: dpcvx_budget_get_f64 tells that.")

HYPOTHESES_FIGURE = Family(
    "HYPOTHESES_FIGURE", {"f64": "dpcvx_hypotheses_get_f64", "i64": "dpcvx_hypotheses_get_i64"}, {
        "count": Key(911, "i64", None, "i64: the number of hypotheses"),
        "columns": Key(912, "i64", None, "i64: entries of a record"),
        "contests": Key(913, "i64", None, "i64: pairs of hypotheses"),
        "cover_distance": Key(914, "f64", None, "f64: greatest total variation distance to a cover's family"),
        "probability_error": Key(915, "f64", None, "f64: bound on the error of sampled probabilities, else 0"),
    },
    "")

LOCAL_FIGURE = Family(
    "LOCAL_FIGURE", {"f64": "dpcvx_local_protocol_get_f64", "i64": "dpcvx_local_protocol_get_i64"}, {
        "kind": Key(842, "i64", enums.LocalKind, "i64: DPCVX_LOCAL_KIND_*"),
        "randomizer": Key(843, "i64", enums.LocalRandomizer, "i64: DPCVX_LOCAL_RANDOMIZER_*, never AUTOMATIC"),
        "epsilon": Key(844, "f64", None, "f64: of each report"),
        "count": Key(845, "i64", None, "i64: of estimates: categories, 1, or the dimension"),
        "outputs": Key(846, "i64", None, "i64: what a report may say, beside a codebook's seed"),
        "favoured": Key(847, "i64", None, "i64: outputs that a value makes more likely"),
        "replacement_probability": Key(848, "f64", None, "f64: that a report is uniform among all outputs"),
        "variance": Key(849, "f64", None, "f64: greatest variance of an estimate, times the reports"),
        "report_bytes": Key(850, "i64", None, "i64: of one report"),
    },
    "Figures. All are public.")

OBJECTIVE_FIGURE = Family(
    "OBJECTIVE_FIGURE", {"f64": "dpcvx_objective_get_f64", "i64": "dpcvx_objective_get_i64"}, {
        "dimension": Key(351, "i64", None, "i64: number of coefficients, the intercept's included"),
        "lipschitz": Key(352, "f64", None, "f64: G = W B2 sup |phi'| bounds a unit's data gradient in l2"),
        "smoothness": Key(353, "f64", None, "f64: beta = W B2^2 sup phi'' + l2, of the gradient of F"),
        "units": Key(354, "i64", None, "i64: n: nominal, or the number of units"),
        "holder_exponent": Key(355, "f64", None, "f64: alpha in [0, 1]: see HOLDER_CONSTANT"),
        "holder_constant": Key(356, "f64", None, "f64: L bounds data subgradients at distance r: L r^alpha"),
        "gradient_at_zero": Key(357, "f64", None, "f64: M bounds a unit's data gradient at w = 0"),
        "strong_convexity": Key(358, "f64", None, "f64: mu of F"),
        "radius": Key(359, "f64", None, "f64: sup ||w||_2 over the domain"),
        "outputs": Key(360, "i64", None, "i64: decision values of a row: 1, or the number of classes"),
        "unit": Key(361, "i64", enums.Unit, "i64: DPCVX_UNIT_*"),
        "dual_lipschitz": Key(362, "f64", None, "f64: bounds a unit's data gradient in the lp norm of ROW_NORM"),
        "value_at_zero": Key(363, "f64", None, "f64: l_0 bounds a unit's data loss at w = 0, which is >= 0"),
        "oscillation": Key(364, "f64", None, "f64: bounds the distance of a unit's data subgradients at any w"),
        "min_records_per_user": Key(365, "i64", None, "i64: m: users with fewer are null"),
    },
    "Constants of an objective. Infinity stands for none.\n"
    "All are public. The exception is UNITS if it is not nominal: under add/remove it is private.\n"
    "B2 is the bound on rows in l2, and W that on weights. A unit's data gradient leaves out 1/n and the quadratic.")

PARTIAL_SUM_FIGURE = Family(
    "PARTIAL_SUM_FIGURE", {"i64": "dpcvx_partial_sum_get_i64"}, {
        "step": Key(971, "i64", None, "i64: the step that it is for"),
        "parts": Key(972, "i64", None, "i64: how many parts it has"),
        "sealed": Key(973, "i64", None, "i64: 1 if it is sealed, 0 if it is open"),
        "random": Key(974, "i64", None, "i64: 1 if it is open for a random batch: ids differ over all parts"),
    },
    "Figures of a partial sum: public.")

PLAN_FIGURE = Family(
    "PLAN_FIGURE", {"f64": "dpcvx_plan_get_f64", "i64": "dpcvx_plan_get_i64"}, {
        "applies": Key(629, "i64", None, "i64: 1 or 0, of a method that does not apply too"),
        "method": Key(471, "i64", enums.Method, "i64: DPCVX_METHOD_*, never AUTOMATIC"),
        "dimension": Key(485, "i64", None, "i64: number of coefficients, the intercept included"),
        "units": Key(486, "i64", None, "i64: n, the nominal number of units if there is one"),
        "typical_risk": Key(628, "f64", None, "f64: expected on typical data; the ranking goes by it"),
        "trivial_risk": Key(642, "f64", None, "f64: of a constant prediction on typical data; infinity: unknown"),
        "predicted_risk": Key(482, "f64", None, "f64: bounds the expected excess of the average loss, any data"),
        "start_risk": Key(644, "f64", None, "f64: bounds that of the model at the start; infinity: unknown"),
        "population_risk": Key(487, "f64", None, "f64: excess on the population; infinity: none is stated"),
        "planning_radius": Key(481, "f64", None, "f64: R"),
        "noise_stddev": Key(477, "f64", None, "f64: noise in a coordinate: see the room's README"),
        "sensitivity": Key(634, "f64", None, "f64: of what the noise is added to, without the lattice"),
        "noise_multiplier": Key(478, "f64", None, "f64: noise over that sensitivity"),
        "passes": Key(483, "f64", None, "f64: passes over the data, expected"),
        "expected_seconds": Key(643, "f64", None, "f64: time expected of a fit on one thread"),
        "smoothing": Key(480, "f64", None, "f64: width of the Moreau envelope that the method adds; 0: none"),
        "steps": Key(472, "i64", None, "i64: T; 1 for perturbations"),
        "step_size": Key(473, "f64", None, "f64: eta"),
        "contraction": Key(499, "f64", None, "f64: c; a step brings points closer by this factor or less"),
        "momentum": Key(474, "f64", None, "f64: of the heavy ball"),
        "tail_average_fraction": Key(631, "f64", None, "f64: share of last iterates that is averaged"),
        "batch_size": Key(475, "f64", None, "f64: units a step, expected"),
        "sampling_rate": Key(476, "f64", None, "f64: the batch as a share of n"),
        "clipping_norm": Key(479, "f64", None, "f64: bound on a unit's gradient"),
        "clipping": Key(639, "i64", enums.Clipping, "i64: DPCVX_CLIPPING_*; if ADAPTIVE, the norm is the first"),
        "last_clipping_radius": Key(640, "f64", None, "f64: of a fit with an ADAPTIVE clip; 0 in a plan"),
        "unclipped_share": Key(641, "f64", None, "f64: about that of units at that radius; 0 in a plan"),
        "drop_oversized_gradients": Key(632, "i64", None, "i64: 1 drops a gradient beyond it, 0 scales it"),
        "order": Key(630, "i64", enums.SgdOrder, "i64: DPCVX_SGD_ORDER_*"),
        "reference_rate": Key(488, "f64", None, "f64: the theorem's, constants left out; infinity: none"),
        "reference_noise_stddev": Key(489, "f64", None, "f64: the paper's for the same T, eta; infinity: none"),
        "tolerance": Key(484, "f64", None, "f64: distance within which a minimiser is found; 0: none is"),
        "added_l2": Key(633, "f64", None, "f64: weight of the quadratic that is added, of the first phase"),
        "jacobian_fraction": Key(635, "f64", None, "f64: the option; 0: chosen"),
        "inverse_temperature": Key(490, "f64", None, "f64: k"),
        "geometry": Key(491, "f64", None, "f64: p"),
        "regularizer_weight": Key(492, "f64", None, "f64: k nu, of r"),
        "regularizer_range": Key(498, "f64", None, "f64: Theta, of r over models within the radius"),
        "strong_convexity": Key(493, "f64", None, "f64: of V, in l2"),
        "high_probability_risk": Key(494, "f64", None, "f64: holds with probability >= 1 - FAILURE_PROBABILITY"),
        "failure_probability": Key(636, "f64", None, "f64: with which that risk may be exceeded"),
        "density_mu": Key(637, "f64", None, "f64: t; the density is t-GDP"),
        "sampler_mu": Key(495, "f64", None, "f64: GDP distance of the sampler's law from the density"),
        "arithmetic_mu": Key(496, "f64", None, "f64: GDP distance that arithmetic adds"),
        "start_distance": Key(497, "f64", None, "f64: of the start from a draw, with probability >= 1 - 2^-900"),
        "test_levels": Key(620, "i64", None, "i64: scores that may pass: 0 to this less 1"),
        "outlier_threshold": Key(621, "f64", None, "f64: gamma_0; nominal if it is estimated privately"),
        "unstable_probability": Key(627, "f64", None, "f64: at most, of like users; 1 or infinity: unknown"),
        "minimizer_sensitivity": Key(622, "f64", None, "f64: how far one unit of stable data moves the minimiser"),
        "baseline_noise_stddev": Key(626, "f64", None, "f64: the noise that output perturbation would need instead"),
        "phases": Key(623, "i64", None, "i64: number of phases"),
        "taper_width": Key(624, "f64", None, "f64: width over which weights fall from 1 to 0"),
        "deviation_sensitivity": Key(625, "f64", None, "f64: of distances in the last stage; 0: deletions tried"),
        "label_noise_stddev": Key(638, "f64", None, "f64: noise in a coordinate of A'y / n; NOISE_STDDEV: of A'A / n"),
    },
    "Figures of any method. PREDICTED_RISK is a worst-case bound against models within PLANNING_RADIUS of the start.\n"
    "Observed risk is 1 to 100 times smaller, depending on the method; of SUFFICIENT_STATISTICS up to 40,000 times.\n"
    "Where gradients are clipped below their bound, PREDICTED_RISK leaves the clip's bias out.\n"
    "It is that of planned steps: those of SQUARED may grow (src/solve/noisy_gradient/README.md).\n"
    "Quantiles of records begin with steps of the median. PREDICTED_RISK is then for models near where these end.\n"
    "A PREDICTED_RISK of START_RISK or more tells nothing: a model that learns nothing has a better bound.\n"
    "TYPICAL_RISK is the excess risk on the population that a public model of data expects (src/solve/risk/README.md).\n"
    "EXPECTED_SECONDS is the time of a fit that a public model of passes, steps and coefficients expects of one thread\n"
    "(src/solve/plan/README.md). Rows count as dense, and each unit as having MIN_RECORDS_PER_USER records.\n"
    "No privacy rests on them.")

PROGRESS_FIGURE = Family(
    "PROGRESS_FIGURE", {"i64": "dpcvx_progress_get_i64"}, {
        "done": Key(71, "i64", None, "steps done"),
        "total": Key(72, "i64", None, "steps in all; the limit of passes where their number is not known beforehand"),
    },
    "Figures of progress.")

SAMPLER_DIAGNOSTIC = Family(
    "SAMPLER_DIAGNOSTIC", {"f64": "dpcvx_nonprivate_sampler_get_f64", "i64": "dpcvx_nonprivate_sampler_get_i64"}, {
        "rounds": Key(585, "i64", None, "i64: rounds"),
        "tries": Key(586, "i64", None, "i64: tries of points, at least one a round; 0 of sweeps"),
        "entry_tries": Key(587, "i64", None, "i64: tries of single coordinates, at walls and for r"),
        "tangents": Key(588, "i64", None, "i64: gradients of V; 0 of sweeps"),
        "passes": Key(589, "f64", None, (
            "f64: passes over the data (records read / all records); calls of f; 0 of quadratics")),
        "below_tangent": Key(590, "f64", None, "f64: how far f fell below its tangents; 0: as declared"),
    },
    "Diagnostics: what the draws so far have taken. NOT PRIVATE.")

SAMPLER_FIGURE = Family(
    "SAMPLER_FIGURE", {"f64": "dpcvx_sampler_get_f64", "i64": "dpcvx_sampler_get_i64"}, {
        "strong_convexity": Key(571, "f64", None, "f64: kappa, of V in l2"),
        "step_size": Key(572, "f64", None, "f64: eta"),
        "distance": Key(573, "f64", None, "f64: W: W^2 >= E ||x - x_0||^2"),
        "rounds": Key(574, "i64", None, "i64: T: rounds, or sweeps"),
        "kl": Key(575, "f64", None, "f64: KL(law || target), of exact arithmetic"),
        "total_variation": Key(576, "f64", None, "f64: total variation, of exact arithmetic"),
        "gdp": Key(577, "f64", None, "f64: mu of law and target, of exact arithmetic, except for 2^-900"),
        "arithmetic_total_variation": Key(578, "f64", None, "f64: what rounding adds, hard walls included"),
        "arithmetic_gdp": Key(579, "f64", None, "f64: what rounding adds to GDP; BOUNDARY_TOTAL_VARIATION apart"),
        "dimension": Key(580, "i64", None, "i64: d"),
        "lattice_step": Key(581, "f64", None, (
            "f64: h, a power of two. Draws of rounds are multiples of h. Entry j of draws of sweeps is a rounded "
            "multiple of h / sqrt(H_jj + s).")),
        "far_distance": Key(582, "f64", None, "f64: W': ||x - x_0|| <= W' except with probability 2^-900"),
        "boundary_total_variation": Key(583, "f64", None, "f64: total variation of rounding next to a hard wall"),
        "public": Key(584, "i64", None, (
            "i64: 1: these figures are public if start and options are. 0 of functions and quadratics: they may be "
            "private")),
        "method": Key(591, "i64", enums.SamplerMethod, "i64: DPCVX_SAMPLER_METHOD_*: what draws; STEP_SIZE of sweeps is 0"),
        "max_tries": Key(592, "f64", None, (
            "f64: bound on the expected tries of a coordinate of sweeps, or of a block; infinity: not known, as for "
            "rounds")),
        "expected_seconds": Key(593, "f64", None, "f64: of a draw from a quadratic, estimated on a core of 2 GHz"),
    },
    "Figures of the certificate, known before anything is drawn. Infinity stands for unknown.\n"
    "\"law\" is the law of a draw, x_0 the start, and x a point of the target.")

TEST_RELEASE_FIGURE = Family(
    "TEST_RELEASE_FIGURE", {"f64": "dpcvx_test_release_law_get_f64", "i64": "dpcvx_test_release_law_get_i64"}, {
        "max_score": Key(611, "i64", None, "i64: the greatest score that may pass"),
        "mu": Key(612, "f64", None, "f64: distance / (standard deviation of the noise)"),
        "epsilon": Key(613, "f64", None, "f64: as it was asked for"),
        "delta": Key(614, "f64", None, "f64: what is proved, at most what was asked for; rounded up"),
        "min_pass_probability": Key(615, "f64", None, "f64: the probability that a score of MAX_SCORE passes"),
        "level_epsilon_fraction": Key(616, "f64", None, "f64: epsilon_1 / epsilon; not of FORM_EXACT"),
    },
    "Figures of a law.")
