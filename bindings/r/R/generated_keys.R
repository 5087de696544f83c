# Written by bindings/generate/r.py from bindings/api.json. Do not edit: "make api" writes it anew.

# Numbers of the members of each enumeration.
ENUMERATIONS <- list(
  ADJACENCY = c(
    replace_one = 1, add_remove = 2),
  AUDIT_EVENT = c(
    above_on_1 = 561, above_on_0 = 562, below_on_1 = 563, below_on_0 = 564),
  BUDGET_FIELD = c(
    time_span = 171, trust_model = 172, unprotected = 173, rationale = 174),
  CLIPPING = c(
    automatic = 466, fixed = 464, adaptive = 465),
  ERR = c(
    argument = 1, nomem = 2, budget = 3, entropy = 4, numeric = 5, state = 6, unsupported = 7, callback = 8, capacity
    = 9, thread = 10, file = 11, ledger_locked = 12, ledger_stale = 13, ledger_damaged = 14, cancelled = 15),
  ESTIMATE_KIND = c(
    mean = 1, histogram = 2, cumulative = 3, quantiles = 4, variance = 5, trimmed_mean = 6, winsorized_mean = 7,
    quantile_range = 8),
  EVALUATION_NOISE = c(
    automatic = 741, gaussian = 742, laplace = 743),
  FILTER = c(
    automatic = 31, basic = 32, gdp = 33, zcdp = 34, rdp = 35),
  LOCAL_KIND = c(
    frequencies = 861, mean = 862, vector_mean = 863),
  LOCAL_RANDOMIZER = c(
    automatic = 864, response = 865, hashing = 866, one_bit = 867, window = 868, codebook = 869),
  LOSS = c(
    callback = 40, logistic = 41, multinomial = 42, hinge = 43, smoothed_hinge = 44, squared = 45, absolute = 46,
    pinball = 47, huber = 48, power_hinge = 49, power = 50, poisson = 51),
  METHOD = c(
    automatic = 421, noisy_gradient_descent = 422, noisy_sgd = 423, dp_sgd_gradient = 427, dp_sgd_output = 426,
    output_perturbation = 424, objective_perturbation = 425, exponential_mechanism = 430, stable_output = 433,
    phased_erm = 434, phased_sco = 435, strongly_convex_erm = 436, strongly_convex_sco = 437, last_iterate = 469,
    sufficient_statistics = 448),
  NOISE_CALIBRATION = c(
    exact = 383, high_probability = 384, reference = 385),
  NOTE = c(
    privacy = 504, worth = 505, method = 506),
  ORIGIN = c(
    enforced = 51, assumed = 52, public = 53),
  OUTCOME = c(
    done = 61, max_passes = 62, cancelled = 63, unstable = 64),
  OUTLIERS = c(
    downweight = 439, remove = 440, exhaustive = 441, public_reference = 442),
  SAMPLER_METHOD = c(
    automatic = 538, proximal = 539, sweeps = 540),
  SAMPLING = c(
    poisson = 21, without_replacement = 22, poisson_replace_one = 23),
  SCHEDULE = c(
    optimized = 428, reference = 429),
  SCORE = c(
    automatic = 731, accuracy = 732, log_loss = 733, r2 = 734, absolute_loss = 735, pinball_loss = 736),
  SGD_ORDER = c(
    permuted = 381, sampled = 382),
  STORAGE = c(
    dense = 391, dense_f32 = 392, csr = 393, csr_f32 = 394),
  TARGET = c(
    empirical = 431, population = 432),
  TEST_RELEASE_FORM = c(
    exact = 602, truncated_laplace = 603, reference = 604),
  TEST_RELEASE_KIND = c(
    point = 608, family = 609),
  UNIT = c(
    record = 11, user = 12)
)

# Options: the function that makes them, then each key's number, type and enumeration.
OPTIONS <- list(
  AUDIT_OPTION = list(create = "audit_options_create", keys = list(
    runs = list(501, "i64", ""), confidence = list(502, "f64", ""), delta = list(503, "f64", ""))),
  BUDGET_OPTION = list(create = "budget_options_create", keys = list(
    filter = list(101, "i64", "FILTER"), rdp_order = list(102, "f64", ""), basic_epsilon_fraction = list(103, "f64",
    ""), basic_delta_fraction = list(104, "f64", ""))),
  COVARIANCE_OPTION = list(create = "covariance_options_create", keys = list(
    noise = list(871, "i64", "EVALUATION_NOISE"), interval_level = list(872, "f64", ""), simultaneous = list(873,
    "i64", ""), norm_bound = list(874, "f64", ""), rounds = list(875, "i64", ""), preliminary_fraction = list(876,
    "f64", ""))),
  ESTIMATE_OPTION = list(create = "estimate_options_create", keys = list(
    noise = list(801, "i64", "EVALUATION_NOISE"), interval_level = list(802, "f64", ""), simultaneous = list(803,
    "i64", ""), range_fraction = list(804, "f64", ""), range_coverage = list(805, "f64", ""), cells = list(831, "i64",
    ""), levels = list(832, "i64", ""))),
  EVALUATION_OPTION = list(create = "evaluation_options_create", keys = list(
    noise = list(701, "i64", "EVALUATION_NOISE"), interval_level = list(702, "f64", ""), loss_clip = list(703, "f64",
    ""), label_low = list(704, "f64", ""), label_high = list(705, "f64", ""), weighted = list(706, "i64", ""))),
  FIT_TABLE_OPTION = list(create = "fit_table_options_create", keys = list(
    unit = list(651, "i64", "UNIT"), adjacency = list(652, "i64", "ADJACENCY"), nominal_units = list(653, "i64", ""),
    label_bound = list(654, "f64", ""), classes = list(655, "i64", ""), quantile = list(656, "f64", ""), huber_width =
    list(657, "f64", ""), exponent = list(658, "f64", ""), l2 = list(659, "f64", ""), l1 = list(676, "f64", ""),
    intercept = list(660, "i64", ""), weight_bound = list(661, "f64", ""), row_bound = list(662, "f64", ""),
    clipping_norm = list(663, "f64", ""), clipping = list(675, "i64", "CLIPPING"), method = list(664, "i64",
    "METHOD"), filter = list(665, "i64", "FILTER"), threads = list(666, "i64", ""), min_records_per_user = list(667,
    "i64", ""), max_records_per_user = list(668, "i64", ""), range_fraction = list(669, "f64", ""), range_coverage =
    list(670, "f64", ""), allow_no_result = list(671, "i64", ""), centring_fraction = list(672, "f64", ""), label_low
    = list(673, "f64", ""), label_high = list(674, "f64", ""), label_range_fraction = list(677, "f64", ""))),
  HYPOTHESES_OPTION = list(create = "hypotheses_options_create", keys = list(
    max_contests = list(901, "i64", ""), threads = list(902, "i64", ""), failure_probability = list(903, "f64", ""))),
  LOCAL_OPTION = list(create = "local_options_create", keys = list(
    randomizer = list(841, "i64", "LOCAL_RANDOMIZER"))),
  MINIMIZE_OPTION = list(create = "minimize_options_create", keys = list(
    tolerance = list(338, "f64", ""), max_passes = list(339, "i64", ""))),
  OBJECTIVE_OPTION = list(create = "objective_options_create", keys = list(
    intercept = list(301, "i64", ""), row_bound = list(302, "f64", ""), intercept_value = list(303, "f64", ""), l2 =
    list(304, "f64", ""), l1 = list(340, "f64", ""), nominal_units = list(305, "i64", ""), row_norm = list(306, "f64",
    ""), matrix_rows = list(342, "i64", ""), label_bound = list(307, "f64", ""), quantile = list(308, "f64", ""),
    huber_width = list(309, "f64", ""), exponent = list(310, "f64", ""), classes = list(311, "i64", ""), weight_bound
    = list(312, "f64", ""), smoothing = list(313, "f64", ""), unit = list(314, "i64", "UNIT"), min_records_per_user =
    list(315, "i64", ""), storage = list(341, "i64", "STORAGE"), lipschitz = list(316, "f64", ""), smoothness =
    list(317, "f64", ""), strong_convexity = list(318, "f64", ""), max_slope = list(319, "f64", ""), max_curvature =
    list(320, "f64", ""))),
  PLAN_OPTION = list(create = "plan_options_create", keys = list(
    planning_radius = list(405, "f64", ""), max_passes = list(410, "f64", ""), smoothing = list(411, "f64", ""),
    threads = list(406, "i64", ""), allow_no_result = list(450, "i64", ""), steps = list(401, "i64", ""), step_size =
    list(402, "f64", ""), clipping_norm = list(408, "f64", ""), drop_oversized_gradients = list(409, "i64", ""),
    clipping = list(449, "i64", "CLIPPING"), momentum = list(403, "f64", ""), tail_average_fraction = list(404, "f64",
    ""), batch_size = list(407, "f64", ""), noise_calibration = list(415, "i64", "NOISE_CALIBRATION"), schedule =
    list(416, "i64", "SCHEDULE"), order = list(414, "i64", "SGD_ORDER"), tolerance = list(412, "f64", ""),
    jacobian_fraction = list(413, "f64", ""), geometry = list(418, "f64", ""), target = list(417, "i64", "TARGET"),
    failure_probability = list(419, "f64", ""), sampler_fraction = list(420, "f64", ""), outliers = list(438, "i64",
    "OUTLIERS"), outlier_threshold = list(443, "f64", ""), threshold_epsilon_fraction = list(445, "f64", ""),
    max_unstable_probability = list(444, "f64", ""), phases = list(446, "i64", ""), first_phase_fraction = list(447,
    "f64", ""))),
  RELEASE_OPTION = list(create = "release_options_create", keys = list(
    lattice_step = list(201, "f64", ""), monotonic = list(202, "i64", ""))),
  SAMPLER_OPTION = list(create = "sampler_options_create", keys = list(
    inverse_temperature = list(521, "f64", ""), regularizer_weight = list(522, "f64", ""), norm = list(523, "f64",
    ""), step_size = list(524, "f64", ""), total_variation = list(525, "f64", ""), rounds = list(526, "i64", ""),
    threads = list(527, "i64", ""), strong_convexity = list(528, "f64", ""), smoothness = list(529, "f64", ""),
    lipschitz = list(530, "f64", ""), quadratic = list(531, "f64", ""), max_passes = list(532, "f64", ""),
    penalty_slope = list(533, "f64", ""), gdp = list(534, "f64", ""), subsampled_rejection = list(535, "i64", ""),
    matrix_rows = list(536, "i64", ""), method = list(537, "i64", "SAMPLER_METHOD"))),
  SELECTION_OPTION = list(create = "selection_options_create", keys = list(
    score = list(751, "i64", "SCORE"), inclusion = list(752, "f64", ""), held_out_fraction = list(753, "f64", ""))),
  STABILITY_OPTION = list(create = "sgd_stability_options_create", keys = list(
    exponent = list(321, "f64", ""), holder = list(322, "f64", ""), lipschitz = list(323, "f64", ""), gradient_at_zero
    = list(324, "f64", ""), value_at_zero = list(325, "f64", ""), radius = list(326, "f64", ""), strong_convexity =
    list(327, "f64", ""), units = list(328, "i64", ""), steps = list(329, "i64", ""), step_size = list(330, "f64",
    ""), order = list(331, "i64", "SGD_ORDER"), tail_average_fraction = list(332, "f64", ""), adjacency = list(333,
    "i64", "ADJACENCY"), step_error = list(334, "f64", ""), step_defect = list(335, "f64", ""), oscillation =
    list(336, "f64", ""), generalized_linear = list(337, "i64", ""))),
  TEST_RELEASE_OPTION = list(create = "test_release_options_create", keys = list(
    form = list(601, "i64", "TEST_RELEASE_FORM"), level_epsilon_fraction = list(605, "f64", ""), max_score = list(606,
    "i64", ""), noise_mu_fraction = list(607, "f64", ""), max_calls = list(610, "i64", "")))
)

# Figures: the functions that read them, then each key's number, type and enumeration.
FIGURES <- list(
  AUDIT_FIGURE = list(getters = c(f64 = "audit_get_f64", i64 = "audit_get_i64"), keys = list(
    epsilon_lower = list(551, "f64", ""), mu_lower = list(552, "f64", ""), threshold = list(553, "f64", ""), event =
    list(554, "i64", "AUDIT_EVENT"), mu_threshold = list(555, "f64", ""))),
  BUDGET_FIGURE = list(getters = c(f64 = "budget_get_f64", i64 = "budget_get_i64"), keys = list(
    epsilon = list(151, "f64", ""), delta = list(152, "f64", ""), main_limit = list(153, "f64", ""), main_spent =
    list(154, "f64", ""), main_remaining = list(155, "f64", ""), basic_epsilon_remaining = list(156, "f64", ""),
    basic_delta_remaining = list(157, "f64", ""), epsilon_spent = list(158, "f64", ""), charges = list(159, "i64",
    ""), adjacency = list(160, "i64", "ADJACENCY"), unit = list(161, "i64", "UNIT"), filter = list(162, "i64",
    "FILTER"), rdp_order = list(163, "f64", ""), deterministic = list(164, "i64", ""), ledger_frames = list(165,
    "i64", ""), ledger_head = list(166, "i64", ""), epsilon_remaining = list(167, "f64", ""), ledger_cut_bytes =
    list(168, "i64", ""))),
  COORDINATOR_FIGURE = list(getters = c(i64 = "coordinator_get_i64"), keys = list(
    step = list(961, "i64", ""), steps = list(962, "i64", ""), parts = list(963, "i64", ""), dimension = list(964,
    "i64", ""))),
  COVARIANCE_FIGURE = list(getters = c(f64 = "covariance_get_f64", i64 = "covariance_get_i64"), keys = list(
    columns = list(881, "i64", ""), interval_level = list(882, "f64", ""), simultaneous = list(883, "i64", ""), units
    = list(884, "f64", ""), noise = list(885, "i64", "EVALUATION_NOISE"), noise_stddev = list(886, "f64", ""),
    mean_noise_stddev = list(887, "f64", ""), noise_norm = list(888, "f64", ""), norm_bound = list(889, "f64", ""),
    rounds = list(890, "i64", ""), proved = list(891, "i64", ""))),
  DATASET_FIGURE = list(getters = c(i64 = "dataset_get_i64"), keys = list(
    rows = list(251, "i64", ""), columns = list(252, "i64", ""), users = list(253, "i64", ""), stored = list(254,
    "i64", ""), max_records_per_user = list(255, "i64", ""))),
  DOMAIN_FIGURE = list(getters = c(f64 = "domain_get_f64", i64 = "domain_get_i64"), keys = list(
    dimension = list(371, "i64", ""), radius = list(372, "f64", ""), diameter = list(373, "f64", ""), projection_error
    = list(374, "f64", ""), gaussian_width = list(375, "f64", ""))),
  ESTIMATE_FIGURE = list(getters = c(f64 = "estimate_get_f64", i64 = "estimate_get_i64"), keys = list(
    kind = list(821, "i64", "ESTIMATE_KIND"), cells = list(822, "i64", ""), fraction = list(823, "f64", ""), count =
    list(811, "i64", ""), interval_level = list(812, "f64", ""), simultaneous = list(813, "i64", ""), units =
    list(814, "f64", ""), noise = list(815, "i64", "EVALUATION_NOISE"), noise_scale = list(816, "f64", ""),
    released_ranges = list(817, "i64", ""))),
  EVALUATION_FIGURE = list(getters = c(f64 = "evaluation_get_f64", i64 = "evaluation_get_i64"), keys = list(
    value = list(711, "f64", ""), low = list(712, "f64", ""), high = list(713, "f64", ""), interval_level = list(714,
    "f64", ""), units = list(715, "f64", ""), score = list(716, "i64", "SCORE"), noise = list(717, "i64",
    "EVALUATION_NOISE"), noise_scale = list(718, "f64", ""), loss_clip = list(719, "f64", ""), label_low = list(720,
    "f64", ""), label_high = list(721, "f64", ""))),
  FIT_FIGURE = list(getters = c(f64 = "fit_get_f64", i64 = "fit_get_i64"), keys = list(
    epsilon = list(462, "f64", ""), delta = list(463, "f64", ""), outcome = list(458, "i64", "OUTCOME"), method =
    list(457, "i64", "METHOD"), dimension = list(451, "i64", ""), outputs = list(459, "i64", ""), columns = list(460,
    "i64", ""), loss = list(461, "i64", "LOSS"), steps = list(452, "i64", ""), step_size = list(453, "f64", ""),
    momentum = list(454, "f64", ""), noise_stddev = list(455, "f64", ""), predicted_risk = list(456, "f64", ""),
    typical_risk = list(470, "f64", ""), trivial_risk = list(645, "f64", ""), start_risk = list(646, "f64", ""),
    last_clipping_radius = list(467, "f64", ""), unclipped_share = list(468, "f64", ""), label_low = list(499, "f64",
    ""), label_high = list(500, "f64", ""))),
  HYPOTHESES_FIGURE = list(getters = c(f64 = "hypotheses_get_f64", i64 = "hypotheses_get_i64"), keys = list(
    count = list(911, "i64", ""), columns = list(912, "i64", ""), contests = list(913, "i64", ""), cover_distance =
    list(914, "f64", ""), probability_error = list(915, "f64", ""))),
  LOCAL_FIGURE = list(getters = c(f64 = "local_protocol_get_f64", i64 = "local_protocol_get_i64"), keys = list(
    kind = list(842, "i64", "LOCAL_KIND"), randomizer = list(843, "i64", "LOCAL_RANDOMIZER"), epsilon = list(844,
    "f64", ""), count = list(845, "i64", ""), outputs = list(846, "i64", ""), favoured = list(847, "i64", ""),
    replacement_probability = list(848, "f64", ""), variance = list(849, "f64", ""), report_bytes = list(850, "i64",
    ""))),
  OBJECTIVE_FIGURE = list(getters = c(f64 = "objective_get_f64", i64 = "objective_get_i64"), keys = list(
    dimension = list(351, "i64", ""), lipschitz = list(352, "f64", ""), smoothness = list(353, "f64", ""), units =
    list(354, "i64", ""), holder_exponent = list(355, "f64", ""), holder_constant = list(356, "f64", ""),
    gradient_at_zero = list(357, "f64", ""), strong_convexity = list(358, "f64", ""), radius = list(359, "f64", ""),
    outputs = list(360, "i64", ""), unit = list(361, "i64", "UNIT"), dual_lipschitz = list(362, "f64", ""),
    value_at_zero = list(363, "f64", ""), oscillation = list(364, "f64", ""), min_records_per_user = list(365, "i64",
    ""))),
  PARTIAL_SUM_FIGURE = list(getters = c(i64 = "partial_sum_get_i64"), keys = list(
    step = list(971, "i64", ""), parts = list(972, "i64", ""), sealed = list(973, "i64", ""), random = list(974,
    "i64", ""))),
  PLAN_FIGURE = list(getters = c(f64 = "plan_get_f64", i64 = "plan_get_i64"), keys = list(
    applies = list(629, "i64", ""), method = list(471, "i64", "METHOD"), dimension = list(485, "i64", ""), units =
    list(486, "i64", ""), typical_risk = list(628, "f64", ""), trivial_risk = list(642, "f64", ""), predicted_risk =
    list(482, "f64", ""), start_risk = list(644, "f64", ""), population_risk = list(487, "f64", ""), planning_radius =
    list(481, "f64", ""), noise_stddev = list(477, "f64", ""), sensitivity = list(634, "f64", ""), noise_multiplier =
    list(478, "f64", ""), passes = list(483, "f64", ""), expected_seconds = list(643, "f64", ""), smoothing =
    list(480, "f64", ""), steps = list(472, "i64", ""), step_size = list(473, "f64", ""), contraction = list(499,
    "f64", ""), momentum = list(474, "f64", ""), tail_average_fraction = list(631, "f64", ""), batch_size = list(475,
    "f64", ""), sampling_rate = list(476, "f64", ""), clipping_norm = list(479, "f64", ""), clipping = list(639,
    "i64", "CLIPPING"), last_clipping_radius = list(640, "f64", ""), unclipped_share = list(641, "f64", ""),
    drop_oversized_gradients = list(632, "i64", ""), order = list(630, "i64", "SGD_ORDER"), reference_rate = list(488,
    "f64", ""), reference_noise_stddev = list(489, "f64", ""), tolerance = list(484, "f64", ""), added_l2 = list(633,
    "f64", ""), jacobian_fraction = list(635, "f64", ""), inverse_temperature = list(490, "f64", ""), geometry =
    list(491, "f64", ""), regularizer_weight = list(492, "f64", ""), regularizer_range = list(498, "f64", ""),
    strong_convexity = list(493, "f64", ""), high_probability_risk = list(494, "f64", ""), failure_probability =
    list(636, "f64", ""), density_mu = list(637, "f64", ""), sampler_mu = list(495, "f64", ""), arithmetic_mu =
    list(496, "f64", ""), start_distance = list(497, "f64", ""), test_levels = list(620, "i64", ""), outlier_threshold
    = list(621, "f64", ""), unstable_probability = list(627, "f64", ""), minimizer_sensitivity = list(622, "f64", ""),
    baseline_noise_stddev = list(626, "f64", ""), phases = list(623, "i64", ""), taper_width = list(624, "f64", ""),
    deviation_sensitivity = list(625, "f64", ""), label_noise_stddev = list(638, "f64", ""))),
  PROGRESS_FIGURE = list(getters = c(i64 = "progress_get_i64"), keys = list(
    done = list(71, "i64", ""), total = list(72, "i64", ""))),
  SAMPLER_DIAGNOSTIC = list(getters = c(f64 = "nonprivate_sampler_get_f64", i64 = "nonprivate_sampler_get_i64"), keys = list(
    rounds = list(585, "i64", ""), tries = list(586, "i64", ""), entry_tries = list(587, "i64", ""), tangents =
    list(588, "i64", ""), passes = list(589, "f64", ""), below_tangent = list(590, "f64", ""))),
  SAMPLER_FIGURE = list(getters = c(f64 = "sampler_get_f64", i64 = "sampler_get_i64"), keys = list(
    strong_convexity = list(571, "f64", ""), step_size = list(572, "f64", ""), distance = list(573, "f64", ""), rounds
    = list(574, "i64", ""), kl = list(575, "f64", ""), total_variation = list(576, "f64", ""), gdp = list(577, "f64",
    ""), arithmetic_total_variation = list(578, "f64", ""), arithmetic_gdp = list(579, "f64", ""), dimension =
    list(580, "i64", ""), lattice_step = list(581, "f64", ""), far_distance = list(582, "f64", ""),
    boundary_total_variation = list(583, "f64", ""), public = list(584, "i64", ""), method = list(591, "i64",
    "SAMPLER_METHOD"), max_tries = list(592, "f64", ""), expected_seconds = list(593, "f64", ""))),
  TEST_RELEASE_FIGURE = list(getters = c(f64 = "test_release_law_get_f64", i64 = "test_release_law_get_i64"), keys = list(
    max_score = list(611, "i64", ""), mu = list(612, "f64", ""), epsilon = list(613, "f64", ""), delta = list(614,
    "f64", ""), min_pass_probability = list(615, "f64", ""), level_epsilon_fraction = list(616, "f64", "")))
)
