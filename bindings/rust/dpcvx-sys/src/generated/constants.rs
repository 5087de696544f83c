// Written by bindings/generate/rust.py from bindings/api.json. Do not edit: "make api" writes it anew.
pub const DPCVX_VERSION_MAJOR: i32 = 0;
pub const DPCVX_VERSION_MINOR: i32 = 1;
pub const DPCVX_VERSION_PATCH: i32 = 0;
/// done
pub const DPCVX_OK: i32 = 0;
/// the length of the key of a split
pub const DPCVX_SPLIT_KEY_BYTES: i32 = 16;

// DPCVX_ADJACENCY_*
/// one unit's data change to anything
pub const DPCVX_ADJACENCY_REPLACE_ONE: i32 = 1;
/// one unit becomes the null unit, which contributes nothing
pub const DPCVX_ADJACENCY_ADD_REMOVE: i32 = 2;

// DPCVX_AUDIT_EVENT_*
/// {score \> t}, likelier on side 1
pub const DPCVX_AUDIT_EVENT_ABOVE_ON_1: i32 = 561;
/// {score \> t}, likelier on side 0
pub const DPCVX_AUDIT_EVENT_ABOVE_ON_0: i32 = 562;
/// {score \<= t}, likelier on side 1
pub const DPCVX_AUDIT_EVENT_BELOW_ON_1: i32 = 563;
/// {score \<= t}, likelier on side 0
pub const DPCVX_AUDIT_EVENT_BELOW_ON_0: i32 = 564;

// DPCVX_BUDGET_FIELD_*
/// the time that one unit's data span, such as "one day"
pub const DPCVX_BUDGET_FIELD_TIME_SPAN: i32 = 171;
/// who sees the data, such as "one curator"
pub const DPCVX_BUDGET_FIELD_TRUST_MODEL: i32 = 172;
/// what the guarantee does not cover
pub const DPCVX_BUDGET_FIELD_UNPROTECTED: i32 = 173;
/// why this limit was chosen
pub const DPCVX_BUDGET_FIELD_RATIONALE: i32 = 174;

// DPCVX_CLIPPING_*
/// ADAPTIVE for users with losses of bounded slopes; else FIXED
pub const DPCVX_CLIPPING_AUTOMATIC: i32 = 466;
/// to CLIPPING_NORM in all steps
pub const DPCVX_CLIPPING_FIXED: i32 = 464;
/// to a radius and scales by coordinate that follow earlier noisy sums
pub const DPCVX_CLIPPING_ADAPTIVE: i32 = 465;

// DPCVX_ERR_*
/// an argument is not accepted; the message names it
pub const DPCVX_ERR_ARGUMENT: i32 = 1;
/// memory ran out, or a size does not fit the address space
pub const DPCVX_ERR_NOMEM: i32 = 2;
/// the charge exceeds what is left of the budget; nothing was charged or read
pub const DPCVX_ERR_BUDGET: i32 = 3;
/// the operating system gave no random bytes
pub const DPCVX_ERR_ENTROPY: i32 = 4;
/// a computation could not reach its stated accuracy
pub const DPCVX_ERR_NUMERIC: i32 = 5;
/// the handle no longer takes this call, or not in this process (after fork)
pub const DPCVX_ERR_STATE: i32 = 6;
/// a combination that the library does not offer; the message says which it does
pub const DPCVX_ERR_UNSUPPORTED: i32 = 7;
/// a callback of the caller returned non-zero
pub const DPCVX_ERR_CALLBACK: i32 = 8;
/// the output buffer is too small; the message says how many bytes are needed
pub const DPCVX_ERR_CAPACITY: i32 = 9;
/// the operating system gave no thread or lock
pub const DPCVX_ERR_THREAD: i32 = 10;
/// a ledger's file could not be created, read or written; the message says why
pub const DPCVX_ERR_FILE: i32 = 11;
/// the ledger's file is open already, here or in another process
pub const DPCVX_ERR_LEDGER_LOCKED: i32 = 12;
/// the ledger did not go through the caller's head: an older copy, or another one
pub const DPCVX_ERR_LEDGER_STALE: i32 = 13;
/// the bytes are no whole ledger: damaged, forged, cut off or of another key
pub const DPCVX_ERR_LEDGER_DAMAGED: i32 = 14;
/// the monitor was cancelled before the charge; nothing was charged or released
pub const DPCVX_ERR_CANCELLED: i32 = 15;

// DPCVX_ESTIMATE_KIND_*
/// means of columns
pub const DPCVX_ESTIMATE_KIND_MEAN: i32 = 1;
/// shares of the cells between edges
pub const DPCVX_ESTIMATE_KIND_HISTOGRAM: i32 = 2;
/// shares of the values up to edges
pub const DPCVX_ESTIMATE_KIND_CUMULATIVE: i32 = 3;
/// quantiles, from a cumulative distribution
pub const DPCVX_ESTIMATE_KIND_QUANTILES: i32 = 4;
/// variances of columns, from means
pub const DPCVX_ESTIMATE_KIND_VARIANCE: i32 = 5;
/// a mean between two quantiles, from a cumulative distribution
pub const DPCVX_ESTIMATE_KIND_TRIMMED_MEAN: i32 = 6;
/// a mean of values moved to two quantiles, from the same
pub const DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN: i32 = 7;
/// the distance of two quantiles, from the same
pub const DPCVX_ESTIMATE_KIND_QUANTILE_RANGE: i32 = 8;

// DPCVX_EVALUATION_NOISE_*
/// the one with the lesser standard deviation at the price
pub const DPCVX_EVALUATION_NOISE_AUTOMATIC: i32 = 741;
pub const DPCVX_EVALUATION_NOISE_GAUSSIAN: i32 = 742;
pub const DPCVX_EVALUATION_NOISE_LAPLACE: i32 = 743;

// DPCVX_FILTER_*
/// GDP if delta \> 0, else basic
pub const DPCVX_FILTER_AUTOMATIC: i32 = 31;
/// sums of epsilon and of delta
pub const DPCVX_FILTER_BASIC: i32 = 32;
/// sum of mu^2 (Smith and Thakurta 2022)
pub const DPCVX_FILTER_GDP: i32 = 33;
/// sum of rho (Feldman and Zrnic 2021)
pub const DPCVX_FILTER_ZCDP: i32 = 34;
/// sum of Renyi epsilons at one order (Feldman and Zrnic 2021)
pub const DPCVX_FILTER_RDP: i32 = 35;

// DPCVX_LOCAL_KIND_*
/// the share of each category
pub const DPCVX_LOCAL_KIND_FREQUENCIES: i32 = 861;
/// the mean of a number
pub const DPCVX_LOCAL_KIND_MEAN: i32 = 862;
/// the mean of a vector
pub const DPCVX_LOCAL_KIND_VECTOR_MEAN: i32 = 863;

// DPCVX_LOCAL_RANDOMIZER_*
/// that of the least variance
pub const DPCVX_LOCAL_RANDOMIZER_AUTOMATIC: i32 = 864;
/// randomized response among the categories
pub const DPCVX_LOCAL_RANDOMIZER_RESPONSE: i32 = 865;
/// randomized response on a hash; with 2 classes Hadamard response
pub const DPCVX_LOCAL_RANDOMIZER_HASHING: i32 = 866;
/// the value is rounded to an end of its range at random
pub const DPCVX_LOCAL_RANDOMIZER_ONE_BIT: i32 = 867;
/// outputs near the value are more likely: the piecewise mechanism
pub const DPCVX_LOCAL_RANDOMIZER_WINDOW: i32 = 868;
/// PrivUnit among the vectors of a public codebook
pub const DPCVX_LOCAL_RANDOMIZER_CODEBOOK: i32 = 869;

// DPCVX_LOSS_*
/// a caller's own
pub const DPCVX_LOSS_CALLBACK: i32 = 40;
/// log(1 + exp(-b z)), b in {-1, +1}
pub const DPCVX_LOSS_LOGISTIC: i32 = 41;
/// log sum_k exp(z_k) - z_b, b in {0, ..., K - 1}
pub const DPCVX_LOSS_MULTINOMIAL: i32 = 42;
/// max(0, 1 - b z), b in {-1, +1}
pub const DPCVX_LOSS_HINGE: i32 = 43;
/// the hinge with its corner rounded over a width h
pub const DPCVX_LOSS_SMOOTHED_HINGE: i32 = 44;
/// (z - b)^2 / 2
pub const DPCVX_LOSS_SQUARED: i32 = 45;
/// \|z - b\|
pub const DPCVX_LOSS_ABSOLUTE: i32 = 46;
/// max(t (b - z), (1 - t) (z - b)): its minimiser is the t-quantile
pub const DPCVX_LOSS_PINBALL: i32 = 47;
/// \|z - b\| with its corner rounded over a width h
pub const DPCVX_LOSS_HUBER: i32 = 48;
/// max(0, 1 - b z)^q, 1 \< q \< 2, b in {-1, +1}
pub const DPCVX_LOSS_POWER_HINGE: i32 = 49;
/// \|z - b\|^q, 1 \< q \< 2
pub const DPCVX_LOSS_POWER: i32 = 50;
/// exp(z) - b z - (b - b log b), counts or rates b \>= 0: half the deviance
pub const DPCVX_LOSS_POISSON: i32 = 51;

// DPCVX_METHOD_*
/// the first of dpcvx_plan_ranking
pub const DPCVX_METHOD_AUTOMATIC: i32 = 421;
/// full-batch gradients, each with Gaussian noise
pub const DPCVX_METHOD_NOISY_GRADIENT_DESCENT: i32 = 422;
/// gradients of random batches, each with Gaussian noise
pub const DPCVX_METHOD_NOISY_SGD: i32 = 423;
/// gradients of single units, each with Gaussian noise
pub const DPCVX_METHOD_DP_SGD_GRADIENT: i32 = 427;
/// the average iterate of SGD, plus Gaussian noise
pub const DPCVX_METHOD_DP_SGD_OUTPUT: i32 = 426;
/// the minimiser of a strongly convex objective, plus noise
pub const DPCVX_METHOD_OUTPUT_PERTURBATION: i32 = 424;
/// the minimiser with a random linear term in the objective
pub const DPCVX_METHOD_OBJECTIVE_PERTURBATION: i32 = 425;
/// a draw from the density exp(-k (F + nu r)), r a regularizer
pub const DPCVX_METHOD_EXPONENTIAL_MECHANISM: i32 = 430;
/// the minimiser of stable data, plus noise; nothing if not stable
pub const DPCVX_METHOD_STABLE_OUTPUT: i32 = 433;
/// stable outputs in phases, all data in each
pub const DPCVX_METHOD_PHASED_ERM: i32 = 434;
/// stable outputs in phases, each from units of its own
pub const DPCVX_METHOD_PHASED_SCO: i32 = 435;
/// a stable output, then phases near it; needs l2 \> 0
pub const DPCVX_METHOD_STRONGLY_CONVEX_ERM: i32 = 436;
/// the same on units of their own
pub const DPCVX_METHOD_STRONGLY_CONVEX_SCO: i32 = 437;
/// noisy gradient descent that releases its last iterate alone, no average
pub const DPCVX_METHOD_LAST_ITERATE: i32 = 469;
/// squared loss: noisy second moments of rows and labels, then ridge
pub const DPCVX_METHOD_SUFFICIENT_STATISTICS: i32 = 448;

// DPCVX_NOISE_CALIBRATION_*
/// the least that the library's own accounting allows
pub const DPCVX_NOISE_CALIBRATION_EXACT: i32 = 383;
/// of SGD's output: for a sensitivity that holds for most orders
pub const DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY: i32 = 384;
/// the closed form of Wang, Lei, Ying and Zhang 2022
pub const DPCVX_NOISE_CALIBRATION_REFERENCE: i32 = 385;

// DPCVX_NOTE_*
/// the guarantee says little: epsilon is above 10, or delta at least 1 / units
pub const DPCVX_NOTE_PRIVACY: i32 = 504;
/// noise hides most: likely no better than a constant, or ranges are mostly noise
pub const DPCVX_NOTE_WORTH: i32 = 505;
/// what the method does: noisy SGD with full batches is noisy gradient descent
pub const DPCVX_NOTE_METHOD: i32 = 506;

// DPCVX_ORIGIN_*
/// the library makes it true: clipping, projection, validation
pub const DPCVX_ORIGIN_ENFORCED: i32 = 51;
/// the caller states it
pub const DPCVX_ORIGIN_ASSUMED: i32 = 52;
/// a public parameter: a size, a number of steps, a scale of noise
pub const DPCVX_ORIGIN_PUBLIC: i32 = 53;

// DPCVX_OUTCOME_*
/// the work finished
pub const DPCVX_OUTCOME_DONE: i32 = 61;
/// it stopped at its limit of passes
pub const DPCVX_OUTCOME_MAX_PASSES: i32 = 62;
/// a dpcvx_monitor or its callback stopped it
pub const DPCVX_OUTCOME_CANCELLED: i32 = 63;
/// the data were not stable enough: nothing more, or nothing at all, was released
pub const DPCVX_OUTCOME_UNSTABLE: i32 = 64;

// DPCVX_OUTLIERS_*
/// lesser weights
pub const DPCVX_OUTLIERS_DOWNWEIGHT: i32 = 439;
/// left out
pub const DPCVX_OUTLIERS_REMOVE: i32 = 440;
/// all deletions certified or tried; STABLE_OUTPUT, few units
pub const DPCVX_OUTLIERS_EXHAUSTIVE: i32 = 441;
/// lesser weights, by gradients and Hessians at a public point
pub const DPCVX_OUTLIERS_PUBLIC_REFERENCE: i32 = 442;

// DPCVX_SAMPLER_METHOD_*
/// the one of less expected time; PROXIMAL where STEP_SIZE is set
pub const DPCVX_SAMPLER_METHOD_AUTOMATIC: i32 = 538;
/// rounds of the proximal sampler
pub const DPCVX_SAMPLER_METHOD_PROXIMAL: i32 = 539;
/// coordinates in turn
pub const DPCVX_SAMPLER_METHOD_SWEEPS: i32 = 540;

// DPCVX_SAMPLING_*
/// each unit independently with probability `rate`; under add/remove
pub const DPCVX_SAMPLING_POISSON: i32 = 21;
/// a uniform subset of a fixed size; under replace-one
pub const DPCVX_SAMPLING_WITHOUT_REPLACEMENT: i32 = 22;
/// as POISSON; the curve holds under replace-one
pub const DPCVX_SAMPLING_POISSON_REPLACE_ONE: i32 = 23;

// DPCVX_SCHEDULE_*
/// the method's rule: its predicted risk is least
pub const DPCVX_SCHEDULE_OPTIMIZED: i32 = 428;
/// the method's paper: its theorems or algorithms
pub const DPCVX_SCHEDULE_REFERENCE: i32 = 429;

// DPCVX_SCORE_*
/// ACCURACY of a classification, the loss of ABSOLUTE and PINBALL fits, else R2
pub const DPCVX_SCORE_AUTOMATIC: i32 = 731;
pub const DPCVX_SCORE_ACCURACY: i32 = 732;
pub const DPCVX_SCORE_LOG_LOSS: i32 = 733;
pub const DPCVX_SCORE_R2: i32 = 734;
pub const DPCVX_SCORE_ABSOLUTE_LOSS: i32 = 735;
pub const DPCVX_SCORE_PINBALL_LOSS: i32 = 736;

// DPCVX_SGD_ORDER_*
/// each pass over the units in a fresh uniform order
pub const DPCVX_SGD_ORDER_PERMUTED: i32 = 381;
/// each step on a uniform unit, independent of the others, as in the paper
pub const DPCVX_SGD_ORDER_SAMPLED: i32 = 382;

// DPCVX_STORAGE_*
/// dpcvx_dataset_create_dense: dense rows of doubles
pub const DPCVX_STORAGE_DENSE: i32 = 391;
/// dpcvx_dataset_create_dense_f32: dense rows of floats
pub const DPCVX_STORAGE_DENSE_F32: i32 = 392;
/// dpcvx_dataset_create_csr: sparse rows of doubles
pub const DPCVX_STORAGE_CSR: i32 = 393;
/// dpcvx_dataset_create_csr_f32: sparse rows of floats
pub const DPCVX_STORAGE_CSR_F32: i32 = 394;

// DPCVX_TARGET_*
/// the sample's
pub const DPCVX_TARGET_EMPIRICAL: i32 = 431;
/// that of the population that the units are independent draws from
pub const DPCVX_TARGET_POPULATION: i32 = 432;

// DPCVX_TEST_RELEASE_FORM_*
/// the worst pair of scores meets delta exactly
pub const DPCVX_TEST_RELEASE_FORM_EXACT: i32 = 602;
/// a truncated discrete Laplace law, noise for the rest
pub const DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE: i32 = 603;
/// the constants of Ghazi and others 2023
pub const DPCVX_TEST_RELEASE_FORM_REFERENCE: i32 = 604;

// DPCVX_TEST_RELEASE_KIND_*
/// of dpcvx_release_tested_point
pub const DPCVX_TEST_RELEASE_KIND_POINT: i32 = 608;
/// of dpcvx_release_tested_family and dpcvx_release_by_deletion
pub const DPCVX_TEST_RELEASE_KIND_FAMILY: i32 = 609;

// DPCVX_UNIT_*
/// one row
pub const DPCVX_UNIT_RECORD: i32 = 11;
/// all rows of one user
pub const DPCVX_UNIT_USER: i32 = 12;

// DPCVX_AUDIT_OPTION_*
/// i64 in \[2, 2^31\]: runs a side, half to choose the event; default 1e5
pub const DPCVX_AUDIT_OPTION_RUNS: i32 = 501;
/// f64 in \[2^-40, 1 - 2^-40\]: of each bound; default 0.95
pub const DPCVX_AUDIT_OPTION_CONFIDENCE: i32 = 502;
/// f64 in \[0, 1): the delta at which epsilon is bounded; default 0
pub const DPCVX_AUDIT_OPTION_DELTA: i32 = 503;

// DPCVX_BUDGET_OPTION_*
/// i64: DPCVX_FILTER_\*; default automatic
pub const DPCVX_BUDGET_OPTION_FILTER: i32 = 101;
/// f64, 0 or in (1, 1e9\]: the order of the RDP filter; default 0
pub const DPCVX_BUDGET_OPTION_RDP_ORDER: i32 = 102;
/// f64 in \[0, 1\]: share of epsilon in the basic sub-budget; default 0
pub const DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION: i32 = 103;
/// f64 in \[0, 1\]: share of delta in the basic sub-budget; default 0
pub const DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION: i32 = 104;

// DPCVX_COVARIANCE_OPTION_*
/// i64: DPCVX_EVALUATION_NOISE_\*; default AUTOMATIC
pub const DPCVX_COVARIANCE_OPTION_NOISE: i32 = 871;
/// f64 in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
pub const DPCVX_COVARIANCE_OPTION_INTERVAL_LEVEL: i32 = 872;
/// i64: 1 if all intervals are to hold together; default 0
pub const DPCVX_COVARIANCE_OPTION_SIMULTANEOUS: i32 = 873;
/// f64 in \[0.1, 1000\], or 0 for sqrt(columns); default 0
pub const DPCVX_COVARIANCE_OPTION_NORM_BOUND: i32 = 874;
/// i64 in \[0, 8\]; default 1
pub const DPCVX_COVARIANCE_OPTION_ROUNDS: i32 = 875;
/// f64 in \[0.001, 0.999\]; default 0.4
pub const DPCVX_COVARIANCE_OPTION_PRELIMINARY_FRACTION: i32 = 876;

// DPCVX_ESTIMATE_OPTION_*
/// i64: DPCVX_EVALUATION_NOISE_\*; default AUTOMATIC
pub const DPCVX_ESTIMATE_OPTION_NOISE: i32 = 801;
/// f64 in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
pub const DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL: i32 = 802;
/// i64: 1 if all intervals are to hold together; default 0
pub const DPCVX_ESTIMATE_OPTION_SIMULTANEOUS: i32 = 803;
/// f64 in \[0.001, 0.999\]; default 0.25
pub const DPCVX_ESTIMATE_OPTION_RANGE_FRACTION: i32 = 804;
/// f64 in \[0.001, 0.999\]; default 0.99
pub const DPCVX_ESTIMATE_OPTION_RANGE_COVERAGE: i32 = 805;
/// i64 in \[2, 65536\]: of a range between two edges; default 1024
pub const DPCVX_ESTIMATE_OPTION_CELLS: i32 = 831;
/// i64: 1 if the cells of a histogram are levels; default 0
pub const DPCVX_ESTIMATE_OPTION_LEVELS: i32 = 832;

// DPCVX_EVALUATION_OPTION_*
/// i64: DPCVX_EVALUATION_NOISE_\*; default AUTOMATIC
pub const DPCVX_EVALUATION_OPTION_NOISE: i32 = 701;
/// f64 in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
pub const DPCVX_EVALUATION_OPTION_INTERVAL_LEVEL: i32 = 702;
/// f64, 0 or in \[1e-100, 1e30\]: L; 0 (default): chosen
pub const DPCVX_EVALUATION_OPTION_LOSS_CLIP: i32 = 703;
/// f64 in \[-1e30, 1e30\]: low end; equal ends (default): the fit's
pub const DPCVX_EVALUATION_OPTION_LABEL_LOW: i32 = 704;
/// f64 in \[-1e30, 1e30\]: high end; default 0
pub const DPCVX_EVALUATION_OPTION_LABEL_HIGH: i32 = 705;
/// i64: 1 for an expected interval of a table with weights; default 0
pub const DPCVX_EVALUATION_OPTION_WEIGHTED: i32 = 706;

// DPCVX_FIT_TABLE_OPTION_*
/// i64: DPCVX_UNIT_\*; 0 (default): users where there are ids
pub const DPCVX_FIT_TABLE_OPTION_UNIT: i32 = 651;
/// i64: DPCVX_ADJACENCY_\*; default replace-one
pub const DPCVX_FIT_TABLE_OPTION_ADJACENCY: i32 = 652;
/// i64 in \[0, 2^40\]: n of add/remove, for \<= 2 n units; default 0
pub const DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS: i32 = 653;
/// f64, 0 or in \[1e-100, 1e30\]: clips labels to \[-Y, Y\]; default 0
pub const DPCVX_FIT_TABLE_OPTION_LABEL_BOUND: i32 = 654;
/// i64 in \[0, 65536\]: K of MULTINOMIAL, labels 0 to K - 1; default 0
pub const DPCVX_FIT_TABLE_OPTION_CLASSES: i32 = 655;
/// f64 in \[1e-9, 1 - 1e-9\]: which PINBALL fits; default 0.5
pub const DPCVX_FIT_TABLE_OPTION_QUANTILE: i32 = 656;
/// f64, 0 or in \[1e-30, 1e30\]: of HUBER, SMOOTHED_HINGE; default 0
pub const DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH: i32 = 657;
/// f64 in \[1 + 1e-6, 2 - 1e-6\]: of POWER, POWER_HINGE; default 1.5
pub const DPCVX_FIT_TABLE_OPTION_EXPONENT: i32 = 658;
/// f64 in \[0, 1e30\]: adds (l2/2) \|\|w\|\|^2 to the average loss; default 0
pub const DPCVX_FIT_TABLE_OPTION_L2: i32 = 659;
/// f64 in \[0, 1e30\]: adds l1 \|\|w\|\|_1, intercepts left out; default 0
pub const DPCVX_FIT_TABLE_OPTION_L1: i32 = 676;
/// i64: 1 (default) adds one to the model
pub const DPCVX_FIT_TABLE_OPTION_INTERCEPT: i32 = 660;
/// f64 in \[1e-30, 1e30\]: W, clips weights to \[0, W\]; default 1
pub const DPCVX_FIT_TABLE_OPTION_WEIGHT_BOUND: i32 = 661;
/// f64, 0 or in \[1e-30, 1e30\]; 0 (default): chosen
pub const DPCVX_FIT_TABLE_OPTION_ROW_BOUND: i32 = 662;
/// f64 in \[0, 1e30\]; 0 (default): chosen
pub const DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM: i32 = 663;
/// i64: DPCVX_CLIPPING_\*; default AUTOMATIC
pub const DPCVX_FIT_TABLE_OPTION_CLIPPING: i32 = 675;
/// i64: DPCVX_METHOD_\*; default DPCVX_METHOD_AUTOMATIC
pub const DPCVX_FIT_TABLE_OPTION_METHOD: i32 = 664;
/// i64: DPCVX_FILTER_\*, how the budget adds up; default: chosen
pub const DPCVX_FIT_TABLE_OPTION_FILTER: i32 = 665;
/// i64 in \[1, 64\]; results do not depend on it; default 1
pub const DPCVX_FIT_TABLE_OPTION_THREADS: i32 = 666;
/// i64 in \[0, 2^24\]; default 0: none
pub const DPCVX_FIT_TABLE_OPTION_MIN_RECORDS_PER_USER: i32 = 667;
/// i64 in \[0, 2^40\]; default 0: none
pub const DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER: i32 = 668;
/// f64 in \[0.001, 0.999\]; default 0.35
pub const DPCVX_FIT_TABLE_OPTION_RANGE_FRACTION: i32 = 669;
/// f64 in \[0.001, 0.999\]; default 0.95
pub const DPCVX_FIT_TABLE_OPTION_RANGE_COVERAGE: i32 = 670;
/// i64: 1 lets AUTOMATIC take methods that may return nothing
pub const DPCVX_FIT_TABLE_OPTION_ALLOW_NO_RESULT: i32 = 671;
/// f64 in \[0, 0.9\], or -1 (default): chosen by public numbers
pub const DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION: i32 = 672;
/// f64 in \[-1e30, 1e30\]; default 0
pub const DPCVX_FIT_TABLE_OPTION_LABEL_LOW: i32 = 673;
/// f64 in \[-1e30, 1e30\]; default 0; as LABEL_LOW: no range
pub const DPCVX_FIT_TABLE_OPTION_LABEL_HIGH: i32 = 674;
/// f64, 0 or in \[0.001, 0.999\]: releases a range; default 0
pub const DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION: i32 = 677;

// DPCVX_HYPOTHESES_OPTION_*
/// i64 in \[1, 2^31\]: pairs; default 4194304
pub const DPCVX_HYPOTHESES_OPTION_MAX_CONTESTS: i32 = 901;
/// i64 in \[1, 64\]; results do not depend on it; default 1
pub const DPCVX_HYPOTHESES_OPTION_THREADS: i32 = 902;
/// f64 in \[1e-12, 0.5\]: of the samples; default 1e-6
pub const DPCVX_HYPOTHESES_OPTION_FAILURE_PROBABILITY: i32 = 903;

// DPCVX_LOCAL_OPTION_*
/// i64: DPCVX_LOCAL_RANDOMIZER_\*; default AUTOMATIC
pub const DPCVX_LOCAL_OPTION_RANDOMIZER: i32 = 841;

// DPCVX_MINIMIZE_OPTION_*
/// f64 in \[0, 1e30\]: distance at which it stops; default 1e-6
pub const DPCVX_MINIMIZE_OPTION_TOLERANCE: i32 = 338;
/// i64 in \[1, 10^9\]: limit of passes over the data; default 1000
pub const DPCVX_MINIMIZE_OPTION_MAX_PASSES: i32 = 339;

// DPCVX_OBJECTIVE_OPTION_*
/// i64: 1 (default) appends a constant column, as the last; or 0
pub const DPCVX_OBJECTIVE_OPTION_INTERCEPT: i32 = 301;
/// f64, 0 or in \[1e-30, 1e30\]: rows are clipped to this norm B, with their intercept entry. 0 (default) stands for
/// 1.
/// In a regression of a scaled table it stands for sqrt(columns + INTERCEPT_VALUE^2), or that sum in another
/// ROW_NORM.
/// That clips no row, unless columns were centred. Clipping keeps the sign of a decision. A regression whose rows are
/// clipped is no longer linear.
pub const DPCVX_OBJECTIVE_OPTION_ROW_BOUND: i32 = 302;
/// f64 in \[1e-30, 1e30\]: the appended entry; default 1
pub const DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE: i32 = 303;
/// f64 in \[0, 1e30\]: adds (l2/2) \|\|w\|\|^2, the intercept included; default 0
pub const DPCVX_OBJECTIVE_OPTION_L2: i32 = 304;
/// f64 in \[0, 1e30\]: adds l1 \|\|w\|\|_1, the intercept's entries left out; default 0. Noisy gradient descent and
/// noisy SGD
/// take it by proximal steps, and set small coefficients to 0. Domains: R^d, boxes, and balls about 0.
pub const DPCVX_OBJECTIVE_OPTION_L1: i32 = 340;
/// i64 in \[0, 2^40\]: the n that sums are divided by; 0 (default): the number of units, public under replace-one
/// only.
/// More than twice as many units are refused. Under add/remove that refusal tells of the data: do not publish it.
pub const DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS: i32 = 305;
/// f64 in \[1, infinity\]: p of the lp norm of ROW_BOUND; default 2
pub const DPCVX_OBJECTIVE_OPTION_ROW_NORM: i32 = 306;
/// i64 in \[0, 2^20\]: d1, makes rows and coefficients matrices of d1 rows, row by row; default 0: they are vectors.
/// ROW_NORM is then a Schatten norm, of singular values. d1 divides the columns, and min(d1, d2) is at most 1024.
/// INTERCEPT is 0, and the loss is not MULTINOMIAL.
pub const DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS: i32 = 342;
/// f64, 0 or in \[1e-100, 1e30\]: Y, clips labels of regressions to \[-Y, Y\], of POISSON to \[0, Y\]; default 0:
/// none
pub const DPCVX_OBJECTIVE_OPTION_LABEL_BOUND: i32 = 307;
/// f64 in \[1e-9, 1 - 1e-9\]: t of PINBALL; default 0.5
pub const DPCVX_OBJECTIVE_OPTION_QUANTILE: i32 = 308;
/// f64 in \[1e-30, 1e30\]: h of HUBER and SMOOTHED_HINGE; default 1
pub const DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH: i32 = 309;
/// f64 in \[1 + 1e-6, 2 - 1e-6\]: q of POWER, POWER_HINGE; default 1.5
pub const DPCVX_OBJECTIVE_OPTION_EXPONENT: i32 = 310;
/// i64 in \[0, 65536\]: K \>= 2 of MULTINOMIAL; default 0: not given
pub const DPCVX_OBJECTIVE_OPTION_CLASSES: i32 = 311;
/// f64 in \[1e-30, 1e30\]: W, clips weights to \[0, W\]; default 1. A table without weights has weight min(1, W).
pub const DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND: i32 = 312;
/// f64 in \[0, 1e30\]: h of the Moreau envelope of the loss; default 0
pub const DPCVX_OBJECTIVE_OPTION_SMOOTHING: i32 = 313;
/// i64: DPCVX_UNIT_\*; default 0: the dataset's; records for functions
pub const DPCVX_OBJECTIVE_OPTION_UNIT: i32 = 314;
/// i64 in \[0, 2^24\]: m, users with fewer records are null; at most the users' cap; default 0: none
pub const DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER: i32 = 315;
/// i64: DPCVX_STORAGE_\*, of create_public: how all parts store rows; default DENSE. Other calls refuse it
pub const DPCVX_OBJECTIVE_OPTION_STORAGE: i32 = 341;
/// f64 in \[1e-100, infinity\], of create_from_units, to be set: G bounds a unit's gradient in l2
pub const DPCVX_OBJECTIVE_OPTION_LIPSCHITZ: i32 = 316;
/// f64 in \[1e-100, infinity\], of create_from_units, to be set: of a unit's gradient; infinity: not smooth
pub const DPCVX_OBJECTIVE_OPTION_SMOOTHNESS: i32 = 317;
/// f64 in \[0, 1e100\], of create_from_units, to be set: of a unit's function; 0: convex alone
pub const DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY: i32 = 318;
/// f64 in \[1e-100, 1e100\], of create_with_loss, to be set: bounds \|phi'\|
pub const DPCVX_OBJECTIVE_OPTION_MAX_SLOPE: i32 = 319;
/// f64 in \[1e-100, infinity\], of create_with_loss, to be set: bounds phi''; infinity: not smooth
pub const DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE: i32 = 320;

// DPCVX_PLAN_OPTION_*
/// f64 in \[0, 1e30\]: R, distance from the start; 0: chosen
pub const DPCVX_PLAN_OPTION_PLANNING_RADIUS: i32 = 405;
/// f64, 0 or in \[1, 1e9\]: most passes that rules choose; 0 means 1000
pub const DPCVX_PLAN_OPTION_MAX_PASSES: i32 = 410;
/// f64 in \[-1, 1e30\]: envelope's width; 0: none; negative: chosen
pub const DPCVX_PLAN_OPTION_SMOOTHING: i32 = 411;
/// i64 in \[1, 64\], default 1; results do not depend on it
pub const DPCVX_PLAN_OPTION_THREADS: i32 = 406;
/// i64: 1 lets AUTOMATIC take methods that may return nothing
pub const DPCVX_PLAN_OPTION_ALLOW_NO_RESULT: i32 = 450;
/// i64 in \[0, 1e9\]: number of steps T; 0 (default): chosen
pub const DPCVX_PLAN_OPTION_STEPS: i32 = 401;
/// f64 in \[0, 1e30\]: step size eta; 0 (default): chosen
pub const DPCVX_PLAN_OPTION_STEP_SIZE: i32 = 402;
/// f64 in \[0, 1e30\]: C on a unit's gradient; 0: chosen
pub const DPCVX_PLAN_OPTION_CLIPPING_NORM: i32 = 408;
/// i64: 1 drops a gradient beyond C, 0 (default) scales it
pub const DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS: i32 = 409;
/// i64: DPCVX_CLIPPING_\*; default AUTOMATIC
pub const DPCVX_PLAN_OPTION_CLIPPING: i32 = 449;
/// f64 in \[-1, 0.9999\]: heavy ball; negative: chosen
pub const DPCVX_PLAN_OPTION_MOMENTUM: i32 = 403;
/// f64 in \[-1, 1\]: share of iterates averaged; -1: chosen
pub const DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION: i32 = 404;
/// f64 in \[0, 1e15\]: expected batch, at most n; 0: chosen
pub const DPCVX_PLAN_OPTION_BATCH_SIZE: i32 = 407;
/// i64: DPCVX_NOISE_CALIBRATION_\*; default EXACT
pub const DPCVX_PLAN_OPTION_NOISE_CALIBRATION: i32 = 415;
/// i64: DPCVX_SCHEDULE_\*; default OPTIMIZED
pub const DPCVX_PLAN_OPTION_SCHEDULE: i32 = 416;
/// i64: DPCVX_SGD_ORDER_\*, order of DP-SGD-Output; 0: chosen
pub const DPCVX_PLAN_OPTION_ORDER: i32 = 414;
/// f64 in \[0, 1e30\]: distance of approximate minima; 0: chosen
pub const DPCVX_PLAN_OPTION_TOLERANCE: i32 = 412;
/// f64 in \[0, 0.99\]: objective perturbation's share c; 0: chosen
pub const DPCVX_PLAN_OPTION_JACOBIAN_FRACTION: i32 = 413;
/// f64, 0 or in \[1, infinity\]: p of l_p; 0: dual to rows' or 2
pub const DPCVX_PLAN_OPTION_GEOMETRY: i32 = 418;
/// i64: DPCVX_TARGET_\*; default EMPIRICAL
pub const DPCVX_PLAN_OPTION_TARGET: i32 = 417;
/// f64 in \[1e-30, 0.999\]: that HIGH_PROBABILITY_RISK fails; 0.05
pub const DPCVX_PLAN_OPTION_FAILURE_PROBABILITY: i32 = 419;
/// f64 in \[1e-6, 0.5\]: sampler's share of the price's mu; 0.01
pub const DPCVX_PLAN_OPTION_SAMPLER_FRACTION: i32 = 420;
/// i64: DPCVX_OUTLIERS_\*; default DOWNWEIGHT
pub const DPCVX_PLAN_OPTION_OUTLIERS: i32 = 438;
/// f64 in \[0, 1e30\]: gamma_0, declared; 0: not declared
pub const DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD: i32 = 443;
/// f64 in \[0, 0.9\]: share to estimate gamma_0; 0: none
pub const DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION: i32 = 445;
/// f64 in \[1e-30, 0.999\]: that like users fail a test; 1e-4
pub const DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY: i32 = 444;
/// i64 in \[0, 64\]: number of phases; 0: chosen
pub const DPCVX_PLAN_OPTION_PHASES: i32 = 446;
/// f64 in \[0.01, 0.99\]: first of STRONGLY_CONVEX_\*; 0.5
pub const DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION: i32 = 447;

// DPCVX_RELEASE_OPTION_*
/// f64: the step h, a power of two in \[2^-1000, 2^900\]; 0 (default): chosen from sensitivity, price and n
pub const DPCVX_RELEASE_OPTION_LATTICE_STEP: i32 = 201;
/// i64: 1 if one unit's arrival moves all scores the same way, which halves the noise of selections; default 0.
/// Other releases refuse it. So does every release under replace-one, where it is never so.
pub const DPCVX_RELEASE_OPTION_MONOTONIC: i32 = 202;

// DPCVX_SAMPLER_OPTION_*
/// f64 in \[1e-30, 1e30\]: k; default 1
pub const DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE: i32 = 521;
/// f64 in \[0, 1e30\]: c_r; default 0
pub const DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT: i32 = 522;
/// f64 in \[1, infinity\]: p of the regularizer; default 2
pub const DPCVX_SAMPLER_OPTION_NORM: i32 = 523;
/// f64 in \[0, 1e100\]: eta; 0 (default): chosen
pub const DPCVX_SAMPLER_OPTION_STEP_SIZE: i32 = 524;
/// f64 in \[1e-100, 0.5\]: chooses T; default 1e-6
pub const DPCVX_SAMPLER_OPTION_TOTAL_VARIATION: i32 = 525;
/// i64 in \[0, 10^12\]: T; 0 (default): chosen, near the least
pub const DPCVX_SAMPLER_OPTION_ROUNDS: i32 = 526;
/// i64 in \[1, 64\]: of gradient passes; the draws do not depend on it
pub const DPCVX_SAMPLER_OPTION_THREADS: i32 = 527;
/// f64 in \[0, 1e30\]: of f; default 0
pub const DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY: i32 = 528;
/// f64 in \[0, infinity\]: of f; default infinity: not smooth
pub const DPCVX_SAMPLER_OPTION_SMOOTHNESS: i32 = 529;
/// f64 in \[0, infinity\]: of f; default infinity: none known
pub const DPCVX_SAMPLER_OPTION_LIPSCHITZ: i32 = 530;
/// f64 in \[0, 1e30\]: s, of the quadratic; default 0
pub const DPCVX_SAMPLER_OPTION_QUADRATIC: i32 = 531;
/// f64 in \[0, 1e15\]: passes a draw; 0 (default): no limit
pub const DPCVX_SAMPLER_OPTION_MAX_PASSES: i32 = 532;
/// f64 in \[1e-30, infinity\]: M; default infinity: a hard domain
pub const DPCVX_SAMPLER_OPTION_PENALTY_SLOPE: i32 = 533;
/// f64, 0 or in \[1e-100, 10\]: mu that chooses T instead; default 0
pub const DPCVX_SAMPLER_OPTION_GDP: i32 = 534;
/// i64: tries by random subsets of records: 1, 0, or -1 (default) chosen
pub const DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION: i32 = 535;
/// i64 in \[0, 2^28\]: rows of x as a matrix, row by row; NORM is then a Schatten norm; 0 (default): x is a vector
pub const DPCVX_SAMPLER_OPTION_MATRIX_ROWS: i32 = 536;
/// i64: DPCVX_SAMPLER_METHOD_\*; default AUTOMATIC; of quadratics alone
pub const DPCVX_SAMPLER_OPTION_METHOD: i32 = 537;

// DPCVX_SELECTION_OPTION_*
/// i64: DPCVX_SCORE_\*; default AUTOMATIC, by the loss
pub const DPCVX_SELECTION_OPTION_SCORE: i32 = 751;
/// f64 in \[1/64, 1\]: probability to count; default 0.8
pub const DPCVX_SELECTION_OPTION_INCLUSION: i32 = 752;
/// f64 in \[0.01, 0.99\]: of units, for scores; default 0.2
pub const DPCVX_SELECTION_OPTION_HELD_OUT_FRACTION: i32 = 753;

// DPCVX_STABILITY_OPTION_*
/// f64 in \[0, 1\]: alpha; default 0
pub const DPCVX_STABILITY_OPTION_EXPONENT: i32 = 321;
/// f64, -1 or in \[0, 1e30\]: L; if negative, 2 G at alpha = 0
pub const DPCVX_STABILITY_OPTION_HOLDER: i32 = 322;
/// f64, -1 or in \[0, 1e30\]: G, sup \|\|g\|\|
pub const DPCVX_STABILITY_OPTION_LIPSCHITZ: i32 = 323;
/// f64, -1 or in \[0, 1e30\]: M, sup \|\|g(0)\|\|
pub const DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO: i32 = 324;
/// f64, -1 or in \[0, 1e30\]: sup f(0), of losses f \>= 0
pub const DPCVX_STABILITY_OPTION_VALUE_AT_ZERO: i32 = 325;
/// f64 in \[0, 1e30\]: R, sup \|\|w\|\| of the domain; 0 (default): R^d
pub const DPCVX_STABILITY_OPTION_RADIUS: i32 = 326;
/// f64 in \[0, 1e30\]: l2; default 0
pub const DPCVX_STABILITY_OPTION_STRONG_CONVEXITY: i32 = 327;
/// i64 in \[1, 10^15\]: n \>= 1, to be set
pub const DPCVX_STABILITY_OPTION_UNITS: i32 = 328;
/// i64 in \[1, 10^9\]: T \>= 1, to be set
pub const DPCVX_STABILITY_OPTION_STEPS: i32 = 329;
/// f64 in (0, 1e30\]: eta \> 0, to be set
pub const DPCVX_STABILITY_OPTION_STEP_SIZE: i32 = 330;
/// i64: DPCVX_SGD_ORDER_\*; default SAMPLED
pub const DPCVX_STABILITY_OPTION_ORDER: i32 = 331;
/// f64 in \[0, 1\]: the share of iterates that is averaged, the last ones, at least one; default 1
pub const DPCVX_STABILITY_OPTION_TAIL_AVERAGE_FRACTION: i32 = 332;
/// i64: DPCVX_ADJACENCY_\*; default REPLACE_ONE
pub const DPCVX_STABILITY_OPTION_ADJACENCY: i32 = 333;
/// f64 in \[0, 1e30\]: l2 error of a computed step; default 0
pub const DPCVX_STABILITY_OPTION_STEP_ERROR: i32 = 334;
/// f64 in \[0, 1e30\]: added to the expansion of a step; default 0
pub const DPCVX_STABILITY_OPTION_STEP_DEFECT: i32 = 335;
/// f64, -1 or in \[0, 1e30\]: sup \|\|g(w) - g(v)\|\|; if negative, 2 G
pub const DPCVX_STABILITY_OPTION_OSCILLATION: i32 = 336;
/// i64: 1 if a loss is a mean of functions of one inner product \<a, w\> each; default 0
pub const DPCVX_STABILITY_OPTION_GENERALIZED_LINEAR: i32 = 337;

// DPCVX_TEST_RELEASE_OPTION_*
/// i64: DPCVX_TEST_RELEASE_FORM_\*; default EXACT
pub const DPCVX_TEST_RELEASE_OPTION_FORM: i32 = 601;
/// f64 in \[0, 0.99\]: epsilon_1 / epsilon of FORM_TRUNCATED_LAPLACE; default 0: chosen
pub const DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION: i32 = 605;
/// i64 in \[0, 2^20\]: upper bound on MAX_SCORE; default 0: chosen
pub const DPCVX_TEST_RELEASE_OPTION_MAX_SCORE: i32 = 606;
/// f64 in \[0, 0.999\]: MU of FORM_EXACT as a share of what Gaussian noise alone has at the price; default 0: chosen
pub const DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION: i32 = 607;
/// i64 in \[1, 10^12\]: calls of f by dpcvx_release_by_deletion; default 10^6
pub const DPCVX_TEST_RELEASE_OPTION_MAX_CALLS: i32 = 610;

// DPCVX_AUDIT_FIGURE_*
/// f64: lower bound on epsilon at the delta of the options; at least 0
pub const DPCVX_AUDIT_FIGURE_EPSILON_LOWER: i32 = 551;
/// f64: lower bound on mu, if the release is mu-GDP; at least 0
pub const DPCVX_AUDIT_FIGURE_MU_LOWER: i32 = 552;
/// f64: the threshold t of the event behind the epsilon bound
pub const DPCVX_AUDIT_FIGURE_THRESHOLD: i32 = 553;
/// i64: the kind of that event: DPCVX_AUDIT_EVENT_\*
pub const DPCVX_AUDIT_FIGURE_EVENT: i32 = 554;
/// f64: the threshold of the test behind the mu bound
pub const DPCVX_AUDIT_FIGURE_MU_THRESHOLD: i32 = 555;

// DPCVX_BUDGET_FIGURE_*
/// f64: the limit
pub const DPCVX_BUDGET_FIGURE_EPSILON: i32 = 151;
/// f64: the limit
pub const DPCVX_BUDGET_FIGURE_DELTA: i32 = 152;
/// f64: in the filter's terms: mu, rho, Renyi epsilon or epsilon
pub const DPCVX_BUDGET_FIGURE_MAIN_LIMIT: i32 = 153;
/// f64: in the same terms; for GDP the root of the sum of squares
pub const DPCVX_BUDGET_FIGURE_MAIN_SPENT: i32 = 154;
/// f64: in the same terms: the greatest single further charge
pub const DPCVX_BUDGET_FIGURE_MAIN_REMAINING: i32 = 155;
/// f64: of the basic sub-budget
pub const DPCVX_BUDGET_FIGURE_BASIC_EPSILON_REMAINING: i32 = 156;
/// f64: of the basic sub-budget
pub const DPCVX_BUDGET_FIGURE_BASIC_DELTA_REMAINING: i32 = 157;
/// f64: epsilon of the charges so far, at the limit's delta
pub const DPCVX_BUDGET_FIGURE_EPSILON_SPENT: i32 = 158;
/// i64: number of accepted charges
pub const DPCVX_BUDGET_FIGURE_CHARGES: i32 = 159;
/// i64: DPCVX_ADJACENCY_\*
pub const DPCVX_BUDGET_FIGURE_ADJACENCY: i32 = 160;
/// i64: DPCVX_UNIT_\*
pub const DPCVX_BUDGET_FIGURE_UNIT: i32 = 161;
/// i64: DPCVX_FILTER_\*: the one in use, never automatic
pub const DPCVX_BUDGET_FIGURE_FILTER: i32 = 162;
/// f64: of the RDP filter
pub const DPCVX_BUDGET_FIGURE_RDP_ORDER: i32 = 163;
/// i64: 1 if a deterministic source was used (NOT PRIVATE), else 0
pub const DPCVX_BUDGET_FIGURE_DETERMINISTIC: i32 = 164;
/// i64: entries of the ledger: its terms, charges and fields
pub const DPCVX_BUDGET_FIGURE_LEDGER_FRAMES: i32 = 165;
/// i64: the hash that chains them
pub const DPCVX_BUDGET_FIGURE_LEDGER_HEAD: i32 = 166;
/// f64: epsilon of one further charge of all that is left in main
pub const DPCVX_BUDGET_FIGURE_EPSILON_REMAINING: i32 = 167;
/// i64: bytes that were cut off the end of an opened ledger
pub const DPCVX_BUDGET_FIGURE_LEDGER_CUT_BYTES: i32 = 168;

// DPCVX_COORDINATOR_FIGURE_*
/// i64: the steps that are done, the number of the next
pub const DPCVX_COORDINATOR_FIGURE_STEP: i32 = 961;
/// i64: the steps of the plan; of a minimiser, rounds at most
pub const DPCVX_COORDINATOR_FIGURE_STEPS: i32 = 962;
/// i64: the parts of the table
pub const DPCVX_COORDINATOR_FIGURE_PARTS: i32 = 963;
/// i64: the coefficients
pub const DPCVX_COORDINATOR_FIGURE_DIMENSION: i32 = 964;

// DPCVX_COVARIANCE_FIGURE_*
/// i64: the number of columns
pub const DPCVX_COVARIANCE_FIGURE_COLUMNS: i32 = 881;
/// f64: the option
pub const DPCVX_COVARIANCE_FIGURE_INTERVAL_LEVEL: i32 = 882;
/// i64: the option
pub const DPCVX_COVARIANCE_FIGURE_SIMULTANEOUS: i32 = 883;
/// f64: units of the dataset; under add/remove an estimate
pub const DPCVX_COVARIANCE_FIGURE_UNITS: i32 = 884;
/// i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE
pub const DPCVX_COVARIANCE_FIGURE_NOISE: i32 = 885;
/// f64: of a covariance, in products of half widths
pub const DPCVX_COVARIANCE_FIGURE_NOISE_STDDEV: i32 = 886;
/// f64: of a mean, in half widths
pub const DPCVX_COVARIANCE_FIGURE_MEAN_NOISE_STDDEV: i32 = 887;
/// f64: in products of half widths
pub const DPCVX_COVARIANCE_FIGURE_NOISE_NORM: i32 = 888;
/// f64: on rows in half widths: the option, or sqrt(columns)
pub const DPCVX_COVARIANCE_FIGURE_NORM_BOUND: i32 = 889;
/// i64: how many rounds there were
pub const DPCVX_COVARIANCE_FIGURE_ROUNDS: i32 = 890;
/// i64: 1 if intervals hold for any law, 0 if parametric
pub const DPCVX_COVARIANCE_FIGURE_PROVED: i32 = 891;

// DPCVX_DATASET_FIGURE_*
/// records
pub const DPCVX_DATASET_FIGURE_ROWS: i32 = 251;
/// columns
pub const DPCVX_DATASET_FIGURE_COLUMNS: i32 = 252;
/// different users, of a table with user ids
pub const DPCVX_DATASET_FIGURE_USERS: i32 = 253;
/// entries stored: rows \* columns of a dense table
pub const DPCVX_DATASET_FIGURE_STORED: i32 = 254;
/// the cap put on the records of a user
pub const DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER: i32 = 255;

// DPCVX_DOMAIN_FIGURE_*
/// i64: d
pub const DPCVX_DOMAIN_FIGURE_DIMENSION: i32 = 371;
/// f64: sup \|\|w\|\|_2 over K, rounded up
pub const DPCVX_DOMAIN_FIGURE_RADIUS: i32 = 372;
/// f64: sup \|\|w - u\|\|_2 over K, rounded up
pub const DPCVX_DOMAIN_FIGURE_DIAMETER: i32 = 373;
/// f64: bounds the error of dpcvx_domain_project in l2 norm
pub const DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR: i32 = 374;
/// f64: bounds E sup \<z, w\> over K, z standard normal, from above
pub const DPCVX_DOMAIN_FIGURE_GAUSSIAN_WIDTH: i32 = 375;

// DPCVX_ESTIMATE_FIGURE_*
/// i64: DPCVX_ESTIMATE_KIND_\*
pub const DPCVX_ESTIMATE_FIGURE_KIND: i32 = 821;
/// i64: cells of a distribution; 0 for means
pub const DPCVX_ESTIMATE_FIGURE_CELLS: i32 = 822;
/// f64: of values cut off at either end, by a trimmed mean and its kin
pub const DPCVX_ESTIMATE_FIGURE_FRACTION: i32 = 823;
/// i64: the number of estimates
pub const DPCVX_ESTIMATE_FIGURE_COUNT: i32 = 811;
/// f64: the option
pub const DPCVX_ESTIMATE_FIGURE_INTERVAL_LEVEL: i32 = 812;
/// i64: the option
pub const DPCVX_ESTIMATE_FIGURE_SIMULTANEOUS: i32 = 813;
/// f64: units of the dataset; under add/remove an estimate
pub const DPCVX_ESTIMATE_FIGURE_UNITS: i32 = 814;
/// i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE
pub const DPCVX_ESTIMATE_FIGURE_NOISE: i32 = 815;
/// f64: of a sum in half widths, or of a count: sigma, or Laplace's
pub const DPCVX_ESTIMATE_FIGURE_NOISE_SCALE: i32 = 816;
/// i64: 1 if ranges of some columns were released, else 0
pub const DPCVX_ESTIMATE_FIGURE_RELEASED_RANGES: i32 = 817;

// DPCVX_EVALUATION_FIGURE_*
/// f64: the score
pub const DPCVX_EVALUATION_FIGURE_VALUE: i32 = 711;
/// f64: low end of the interval; -infinity: R2 may be anything
pub const DPCVX_EVALUATION_FIGURE_LOW: i32 = 712;
/// f64: high end of the interval
pub const DPCVX_EVALUATION_FIGURE_HIGH: i32 = 713;
/// f64: the option
pub const DPCVX_EVALUATION_FIGURE_INTERVAL_LEVEL: i32 = 714;
/// f64: units that count; an estimate but where all are known to
pub const DPCVX_EVALUATION_FIGURE_UNITS: i32 = 715;
/// i64: DPCVX_SCORE_\*, never AUTOMATIC
pub const DPCVX_EVALUATION_FIGURE_SCORE: i32 = 716;
/// i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE
pub const DPCVX_EVALUATION_FIGURE_NOISE: i32 = 717;
/// f64: of the noise in a sum over units: sigma, or Laplace's
pub const DPCVX_EVALUATION_FIGURE_NOISE_SCALE: i32 = 718;
/// f64: L, of a loss
pub const DPCVX_EVALUATION_FIGURE_LOSS_CLIP: i32 = 719;
/// f64: c - B, of a regression
pub const DPCVX_EVALUATION_FIGURE_LABEL_LOW: i32 = 720;
/// f64: c + B, of a regression
pub const DPCVX_EVALUATION_FIGURE_LABEL_HIGH: i32 = 721;

// DPCVX_FIT_FIGURE_*
/// f64: the epsilon that this fit spent, at DELTA
pub const DPCVX_FIT_FIGURE_EPSILON: i32 = 462;
/// f64: the limit of the budget that was charged
pub const DPCVX_FIT_FIGURE_DELTA: i32 = 463;
/// i64: DPCVX_OUTCOME_\*, how the fit ended
pub const DPCVX_FIT_FIGURE_OUTCOME: i32 = 458;
/// i64: DPCVX_METHOD_\*
pub const DPCVX_FIT_FIGURE_METHOD: i32 = 457;
/// i64: number of coefficients, the intercept included
pub const DPCVX_FIT_FIGURE_DIMENSION: i32 = 451;
/// i64: decision values a row: 1, or the number of classes
pub const DPCVX_FIT_FIGURE_OUTPUTS: i32 = 459;
/// i64: columns of the tables it predicts for; 0: a function of units
pub const DPCVX_FIT_FIGURE_COLUMNS: i32 = 460;
/// i64: DPCVX_LOSS_\*; 0 for a caller's function of units
pub const DPCVX_FIT_FIGURE_LOSS: i32 = 461;
/// i64: steps done
pub const DPCVX_FIT_FIGURE_STEPS: i32 = 452;
/// f64: as the plan stated it
pub const DPCVX_FIT_FIGURE_STEP_SIZE: i32 = 453;
/// f64: as the plan stated it
pub const DPCVX_FIT_FIGURE_MOMENTUM: i32 = 454;
/// f64: as the plan stated it
pub const DPCVX_FIT_FIGURE_NOISE_STDDEV: i32 = 455;
/// f64: as the plan stated it
pub const DPCVX_FIT_FIGURE_PREDICTED_RISK: i32 = 456;
/// f64: as the plan stated it
pub const DPCVX_FIT_FIGURE_TYPICAL_RISK: i32 = 470;
/// f64: as the plan stated it
pub const DPCVX_FIT_FIGURE_TRIVIAL_RISK: i32 = 645;
/// f64: as the plan stated it
pub const DPCVX_FIT_FIGURE_START_RISK: i32 = 646;
/// f64: after the last step; 0: the clip was fixed
pub const DPCVX_FIT_FIGURE_LAST_CLIPPING_RADIUS: i32 = 467;
/// f64: about the share of units shorter than the clip lately
pub const DPCVX_FIT_FIGURE_UNCLIPPED_SHARE: i32 = 468;
/// f64: a regression's labels were clipped to \[LABEL_LOW, LABEL_HIGH\]
pub const DPCVX_FIT_FIGURE_LABEL_LOW: i32 = 499;
/// f64: declared, or released with the fit
pub const DPCVX_FIT_FIGURE_LABEL_HIGH: i32 = 500;

// DPCVX_HYPOTHESES_FIGURE_*
/// i64: the number of hypotheses
pub const DPCVX_HYPOTHESES_FIGURE_COUNT: i32 = 911;
/// i64: entries of a record
pub const DPCVX_HYPOTHESES_FIGURE_COLUMNS: i32 = 912;
/// i64: pairs of hypotheses
pub const DPCVX_HYPOTHESES_FIGURE_CONTESTS: i32 = 913;
/// f64: greatest total variation distance to a cover's family
pub const DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE: i32 = 914;
/// f64: bound on the error of sampled probabilities, else 0
pub const DPCVX_HYPOTHESES_FIGURE_PROBABILITY_ERROR: i32 = 915;

// DPCVX_LOCAL_FIGURE_*
/// i64: DPCVX_LOCAL_KIND_\*
pub const DPCVX_LOCAL_FIGURE_KIND: i32 = 842;
/// i64: DPCVX_LOCAL_RANDOMIZER_\*, never AUTOMATIC
pub const DPCVX_LOCAL_FIGURE_RANDOMIZER: i32 = 843;
/// f64: of each report
pub const DPCVX_LOCAL_FIGURE_EPSILON: i32 = 844;
/// i64: of estimates: categories, 1, or the dimension
pub const DPCVX_LOCAL_FIGURE_COUNT: i32 = 845;
/// i64: what a report may say, beside a codebook's seed
pub const DPCVX_LOCAL_FIGURE_OUTPUTS: i32 = 846;
/// i64: outputs that a value makes more likely
pub const DPCVX_LOCAL_FIGURE_FAVOURED: i32 = 847;
/// f64: that a report is uniform among all outputs
pub const DPCVX_LOCAL_FIGURE_REPLACEMENT_PROBABILITY: i32 = 848;
/// f64: greatest variance of an estimate, times the reports
pub const DPCVX_LOCAL_FIGURE_VARIANCE: i32 = 849;
/// i64: of one report
pub const DPCVX_LOCAL_FIGURE_REPORT_BYTES: i32 = 850;

// DPCVX_OBJECTIVE_FIGURE_*
/// i64: number of coefficients, the intercept's included
pub const DPCVX_OBJECTIVE_FIGURE_DIMENSION: i32 = 351;
/// f64: G = W B2 sup \|phi'\| bounds a unit's data gradient in l2
pub const DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ: i32 = 352;
/// f64: beta = W B2^2 sup phi'' + l2, of the gradient of F
pub const DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS: i32 = 353;
/// i64: n: nominal, or the number of units
pub const DPCVX_OBJECTIVE_FIGURE_UNITS: i32 = 354;
/// f64: alpha in \[0, 1\]: see HOLDER_CONSTANT
pub const DPCVX_OBJECTIVE_FIGURE_HOLDER_EXPONENT: i32 = 355;
/// f64: L bounds data subgradients at distance r: L r^alpha
pub const DPCVX_OBJECTIVE_FIGURE_HOLDER_CONSTANT: i32 = 356;
/// f64: M bounds a unit's data gradient at w = 0
pub const DPCVX_OBJECTIVE_FIGURE_GRADIENT_AT_ZERO: i32 = 357;
/// f64: mu of F
pub const DPCVX_OBJECTIVE_FIGURE_STRONG_CONVEXITY: i32 = 358;
/// f64: sup \|\|w\|\|_2 over the domain
pub const DPCVX_OBJECTIVE_FIGURE_RADIUS: i32 = 359;
/// i64: decision values of a row: 1, or the number of classes
pub const DPCVX_OBJECTIVE_FIGURE_OUTPUTS: i32 = 360;
/// i64: DPCVX_UNIT_\*
pub const DPCVX_OBJECTIVE_FIGURE_UNIT: i32 = 361;
/// f64: bounds a unit's data gradient in the lp norm of ROW_NORM
pub const DPCVX_OBJECTIVE_FIGURE_DUAL_LIPSCHITZ: i32 = 362;
/// f64: l_0 bounds a unit's data loss at w = 0, which is \>= 0
pub const DPCVX_OBJECTIVE_FIGURE_VALUE_AT_ZERO: i32 = 363;
/// f64: bounds the distance of a unit's data subgradients at any w
pub const DPCVX_OBJECTIVE_FIGURE_OSCILLATION: i32 = 364;
/// i64: m: users with fewer are null
pub const DPCVX_OBJECTIVE_FIGURE_MIN_RECORDS_PER_USER: i32 = 365;

// DPCVX_PARTIAL_SUM_FIGURE_*
/// i64: the step that it is for
pub const DPCVX_PARTIAL_SUM_FIGURE_STEP: i32 = 971;
/// i64: how many parts it has
pub const DPCVX_PARTIAL_SUM_FIGURE_PARTS: i32 = 972;
/// i64: 1 if it is sealed, 0 if it is open
pub const DPCVX_PARTIAL_SUM_FIGURE_SEALED: i32 = 973;
/// i64: 1 if it is open for a random batch: ids differ over all parts
pub const DPCVX_PARTIAL_SUM_FIGURE_RANDOM: i32 = 974;

// DPCVX_PLAN_FIGURE_*
/// i64: 1 or 0, of a method that does not apply too
pub const DPCVX_PLAN_FIGURE_APPLIES: i32 = 629;
/// i64: DPCVX_METHOD_\*, never AUTOMATIC
pub const DPCVX_PLAN_FIGURE_METHOD: i32 = 471;
/// i64: number of coefficients, the intercept included
pub const DPCVX_PLAN_FIGURE_DIMENSION: i32 = 485;
/// i64: n, the nominal number of units if there is one
pub const DPCVX_PLAN_FIGURE_UNITS: i32 = 486;
/// f64: expected on typical data; the ranking goes by it
pub const DPCVX_PLAN_FIGURE_TYPICAL_RISK: i32 = 628;
/// f64: of a constant prediction on typical data; infinity: unknown
pub const DPCVX_PLAN_FIGURE_TRIVIAL_RISK: i32 = 642;
/// f64: bounds the expected excess of the average loss, any data
pub const DPCVX_PLAN_FIGURE_PREDICTED_RISK: i32 = 482;
/// f64: bounds that of the model at the start; infinity: unknown
pub const DPCVX_PLAN_FIGURE_START_RISK: i32 = 644;
/// f64: excess on the population; infinity: none is stated
pub const DPCVX_PLAN_FIGURE_POPULATION_RISK: i32 = 487;
/// f64: R
pub const DPCVX_PLAN_FIGURE_PLANNING_RADIUS: i32 = 481;
/// f64: noise in a coordinate: see the room's README
pub const DPCVX_PLAN_FIGURE_NOISE_STDDEV: i32 = 477;
/// f64: of what the noise is added to, without the lattice
pub const DPCVX_PLAN_FIGURE_SENSITIVITY: i32 = 634;
/// f64: noise over that sensitivity
pub const DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER: i32 = 478;
/// f64: passes over the data, expected
pub const DPCVX_PLAN_FIGURE_PASSES: i32 = 483;
/// f64: time expected of a fit on one thread
pub const DPCVX_PLAN_FIGURE_EXPECTED_SECONDS: i32 = 643;
/// f64: width of the Moreau envelope that the method adds; 0: none
pub const DPCVX_PLAN_FIGURE_SMOOTHING: i32 = 480;
/// i64: T; 1 for perturbations
pub const DPCVX_PLAN_FIGURE_STEPS: i32 = 472;
/// f64: eta
pub const DPCVX_PLAN_FIGURE_STEP_SIZE: i32 = 473;
/// f64: c; a step brings points closer by this factor or less
pub const DPCVX_PLAN_FIGURE_CONTRACTION: i32 = 499;
/// f64: of the heavy ball
pub const DPCVX_PLAN_FIGURE_MOMENTUM: i32 = 474;
/// f64: share of last iterates that is averaged
pub const DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION: i32 = 631;
/// f64: units a step, expected
pub const DPCVX_PLAN_FIGURE_BATCH_SIZE: i32 = 475;
/// f64: the batch as a share of n
pub const DPCVX_PLAN_FIGURE_SAMPLING_RATE: i32 = 476;
/// f64: bound on a unit's gradient
pub const DPCVX_PLAN_FIGURE_CLIPPING_NORM: i32 = 479;
/// i64: DPCVX_CLIPPING_\*; if ADAPTIVE, the norm is the first
pub const DPCVX_PLAN_FIGURE_CLIPPING: i32 = 639;
/// f64: of a fit with an ADAPTIVE clip; 0 in a plan
pub const DPCVX_PLAN_FIGURE_LAST_CLIPPING_RADIUS: i32 = 640;
/// f64: about that of units at that radius; 0 in a plan
pub const DPCVX_PLAN_FIGURE_UNCLIPPED_SHARE: i32 = 641;
/// i64: 1 drops a gradient beyond it, 0 scales it
pub const DPCVX_PLAN_FIGURE_DROP_OVERSIZED_GRADIENTS: i32 = 632;
/// i64: DPCVX_SGD_ORDER_\*
pub const DPCVX_PLAN_FIGURE_ORDER: i32 = 630;
/// f64: the theorem's, constants left out; infinity: none
pub const DPCVX_PLAN_FIGURE_REFERENCE_RATE: i32 = 488;
/// f64: the paper's for the same T, eta; infinity: none
pub const DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV: i32 = 489;
/// f64: distance within which a minimiser is found; 0: none is
pub const DPCVX_PLAN_FIGURE_TOLERANCE: i32 = 484;
/// f64: weight of the quadratic that is added, of the first phase
pub const DPCVX_PLAN_FIGURE_ADDED_L2: i32 = 633;
/// f64: the option; 0: chosen
pub const DPCVX_PLAN_FIGURE_JACOBIAN_FRACTION: i32 = 635;
/// f64: k
pub const DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE: i32 = 490;
/// f64: p
pub const DPCVX_PLAN_FIGURE_GEOMETRY: i32 = 491;
/// f64: k nu, of r
pub const DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT: i32 = 492;
/// f64: Theta, of r over models within the radius
pub const DPCVX_PLAN_FIGURE_REGULARIZER_RANGE: i32 = 498;
/// f64: of V, in l2
pub const DPCVX_PLAN_FIGURE_STRONG_CONVEXITY: i32 = 493;
/// f64: holds with probability \>= 1 - FAILURE_PROBABILITY
pub const DPCVX_PLAN_FIGURE_HIGH_PROBABILITY_RISK: i32 = 494;
/// f64: with which that risk may be exceeded
pub const DPCVX_PLAN_FIGURE_FAILURE_PROBABILITY: i32 = 636;
/// f64: t; the density is t-GDP
pub const DPCVX_PLAN_FIGURE_DENSITY_MU: i32 = 637;
/// f64: GDP distance of the sampler's law from the density
pub const DPCVX_PLAN_FIGURE_SAMPLER_MU: i32 = 495;
/// f64: GDP distance that arithmetic adds
pub const DPCVX_PLAN_FIGURE_ARITHMETIC_MU: i32 = 496;
/// f64: of the start from a draw, with probability \>= 1 - 2^-900
pub const DPCVX_PLAN_FIGURE_START_DISTANCE: i32 = 497;
/// i64: scores that may pass: 0 to this less 1
pub const DPCVX_PLAN_FIGURE_TEST_LEVELS: i32 = 620;
/// f64: gamma_0; nominal if it is estimated privately
pub const DPCVX_PLAN_FIGURE_OUTLIER_THRESHOLD: i32 = 621;
/// f64: at most, of like users; 1 or infinity: unknown
pub const DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY: i32 = 627;
/// f64: how far one unit of stable data moves the minimiser
pub const DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY: i32 = 622;
/// f64: the noise that output perturbation would need instead
pub const DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV: i32 = 626;
/// i64: number of phases
pub const DPCVX_PLAN_FIGURE_PHASES: i32 = 623;
/// f64: width over which weights fall from 1 to 0
pub const DPCVX_PLAN_FIGURE_TAPER_WIDTH: i32 = 624;
/// f64: of distances in the last stage; 0: deletions tried
pub const DPCVX_PLAN_FIGURE_DEVIATION_SENSITIVITY: i32 = 625;
/// f64: noise in a coordinate of A'y / n; NOISE_STDDEV: of A'A / n
pub const DPCVX_PLAN_FIGURE_LABEL_NOISE_STDDEV: i32 = 638;

// DPCVX_PROGRESS_FIGURE_*
/// steps done
pub const DPCVX_PROGRESS_FIGURE_DONE: i32 = 71;
/// steps in all; the limit of passes where their number is not known beforehand
pub const DPCVX_PROGRESS_FIGURE_TOTAL: i32 = 72;

// DPCVX_SAMPLER_DIAGNOSTIC_*
/// i64: rounds
pub const DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS: i32 = 585;
/// i64: tries of points, at least one a round; 0 of sweeps
pub const DPCVX_SAMPLER_DIAGNOSTIC_TRIES: i32 = 586;
/// i64: tries of single coordinates, at walls and for r
pub const DPCVX_SAMPLER_DIAGNOSTIC_ENTRY_TRIES: i32 = 587;
/// i64: gradients of V; 0 of sweeps
pub const DPCVX_SAMPLER_DIAGNOSTIC_TANGENTS: i32 = 588;
/// f64: passes over the data (records read / all records); calls of f; 0 of quadratics
pub const DPCVX_SAMPLER_DIAGNOSTIC_PASSES: i32 = 589;
/// f64: how far f fell below its tangents; 0: as declared
pub const DPCVX_SAMPLER_DIAGNOSTIC_BELOW_TANGENT: i32 = 590;

// DPCVX_SAMPLER_FIGURE_*
/// f64: kappa, of V in l2
pub const DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY: i32 = 571;
/// f64: eta
pub const DPCVX_SAMPLER_FIGURE_STEP_SIZE: i32 = 572;
/// f64: W: W^2 \>= E \|\|x - x_0\|\|^2
pub const DPCVX_SAMPLER_FIGURE_DISTANCE: i32 = 573;
/// i64: T: rounds, or sweeps
pub const DPCVX_SAMPLER_FIGURE_ROUNDS: i32 = 574;
/// f64: KL(law \|\| target), of exact arithmetic
pub const DPCVX_SAMPLER_FIGURE_KL: i32 = 575;
/// f64: total variation, of exact arithmetic
pub const DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION: i32 = 576;
/// f64: mu of law and target, of exact arithmetic, except for 2^-900
pub const DPCVX_SAMPLER_FIGURE_GDP: i32 = 577;
/// f64: what rounding adds, hard walls included
pub const DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION: i32 = 578;
/// f64: what rounding adds to GDP; BOUNDARY_TOTAL_VARIATION apart
pub const DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP: i32 = 579;
/// i64: d
pub const DPCVX_SAMPLER_FIGURE_DIMENSION: i32 = 580;
/// f64: h, a power of two. Draws of rounds are multiples of h. Entry j of draws of sweeps is a rounded multiple of
/// h / sqrt(H_jj + s).
pub const DPCVX_SAMPLER_FIGURE_LATTICE_STEP: i32 = 581;
/// f64: W': \|\|x - x_0\|\| \<= W' except with probability 2^-900
pub const DPCVX_SAMPLER_FIGURE_FAR_DISTANCE: i32 = 582;
/// f64: total variation of rounding next to a hard wall
pub const DPCVX_SAMPLER_FIGURE_BOUNDARY_TOTAL_VARIATION: i32 = 583;
/// i64: 1: these figures are public if start and options are. 0 of functions and quadratics: they may be private
pub const DPCVX_SAMPLER_FIGURE_PUBLIC: i32 = 584;
/// i64: DPCVX_SAMPLER_METHOD_\*: what draws; STEP_SIZE of sweeps is 0
pub const DPCVX_SAMPLER_FIGURE_METHOD: i32 = 591;
/// f64: bound on the expected tries of a coordinate of sweeps, or of a block; infinity: not known, as for rounds
pub const DPCVX_SAMPLER_FIGURE_MAX_TRIES: i32 = 592;
/// f64: of a draw from a quadratic, estimated on a core of 2 GHz
pub const DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS: i32 = 593;

// DPCVX_TEST_RELEASE_FIGURE_*
/// i64: the greatest score that may pass
pub const DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE: i32 = 611;
/// f64: distance / (standard deviation of the noise)
pub const DPCVX_TEST_RELEASE_FIGURE_MU: i32 = 612;
/// f64: as it was asked for
pub const DPCVX_TEST_RELEASE_FIGURE_EPSILON: i32 = 613;
/// f64: what is proved, at most what was asked for; rounded up
pub const DPCVX_TEST_RELEASE_FIGURE_DELTA: i32 = 614;
/// f64: the probability that a score of MAX_SCORE passes
pub const DPCVX_TEST_RELEASE_FIGURE_MIN_PASS_PROBABILITY: i32 = 615;
/// f64: epsilon_1 / epsilon; not of FORM_EXACT
pub const DPCVX_TEST_RELEASE_FIGURE_LEVEL_EPSILON_FRACTION: i32 = 616;
