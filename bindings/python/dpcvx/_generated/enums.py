# Written by bindings/generate/python.py from bindings/api.json. Do not edit: "make api" writes it anew.
"""Enumerations of the library. A name in lower case may stand for a member in calls."""
import enum


class Adjacency(enum.IntEnum):
    """Adjacencies: which datasets are neighbours.
    Under replace-one the number of units is public. Under add/remove it is private.
    A formula that needs n then takes a nominal, public number from the caller.

    replace_one: one unit's data change to anything
    add_remove: one unit becomes the null unit, which contributes nothing
    """

    REPLACE_ONE = 1
    ADD_REMOVE = 2


class AuditEvent(enum.IntEnum):
    """Events.

    above_on_1: {score > t}, likelier on side 1
    above_on_0: {score > t}, likelier on side 0
    below_on_1: {score <= t}, likelier on side 1
    below_on_0: {score <= t}, likelier on side 0
    """

    ABOVE_ON_1 = 561
    ABOVE_ON_0 = 562
    BELOW_ON_1 = 563
    BELOW_ON_0 = 564


class BudgetField(enum.IntEnum):
    """Fields of the record of a deployment, in the caller's words. The ledger marks them as assumed.

    time_span: the time that one unit's data span, such as "one day"
    trust_model: who sees the data, such as "one curator"
    unprotected: what the guarantee does not cover
    rationale: why this limit was chosen
    """

    TIME_SPAN = 171
    TRUST_MODEL = 172
    UNPROTECTED = 173
    RATIONALE = 174


class Clipping(enum.IntEnum):
    """How noisy gradient descent and noisy SGD clip a unit's gradient.

    automatic: ADAPTIVE for users with losses of bounded slopes; else FIXED
    fixed: to CLIPPING_NORM in all steps
    adaptive: to a radius and scales by coordinate that follow earlier noisy sums
    """

    AUTOMATIC = 466
    FIXED = 464
    ADAPTIVE = 465


class Status(enum.IntEnum):
    """How a call ended.

    ok: done
    argument: an argument is not accepted; the message names it
    nomem: memory ran out, or a size does not fit the address space
    budget: the charge exceeds what is left of the budget; nothing was charged or read
    entropy: the operating system gave no random bytes
    numeric: a computation could not reach its stated accuracy
    state: the handle no longer takes this call, or not in this process (after fork)
    unsupported: a combination that the library does not offer; the message says which it does
    callback: a callback of the caller returned non-zero
    capacity: the output buffer is too small; the message says how many bytes are needed
    thread: the operating system gave no thread or lock
    file: a ledger's file could not be created, read or written; the message says why
    ledger_locked: the ledger's file is open already, here or in another process
    ledger_stale: the ledger did not go through the caller's head: an older copy, or another one
    ledger_damaged: the bytes are no whole ledger: damaged, forged, cut off or of another key
    cancelled: the monitor was cancelled before the charge; nothing was charged or released
    """

    OK = 0
    ARGUMENT = 1
    NOMEM = 2
    BUDGET = 3
    ENTROPY = 4
    NUMERIC = 5
    STATE = 6
    UNSUPPORTED = 7
    CALLBACK = 8
    CAPACITY = 9
    THREAD = 10
    FILE = 11
    LEDGER_LOCKED = 12
    LEDGER_STALE = 13
    LEDGER_DAMAGED = 14
    CANCELLED = 15


class EstimateKind(enum.IntEnum):
    """Kinds of estimates.

    mean: means of columns
    histogram: shares of the cells between edges
    cumulative: shares of the values up to edges
    quantiles: quantiles, from a cumulative distribution
    variance: variances of columns, from means
    trimmed_mean: a mean between two quantiles, from a cumulative distribution
    winsorized_mean: a mean of values moved to two quantiles, from the same
    quantile_range: the distance of two quantiles, from the same
    """

    MEAN = 1
    HISTOGRAM = 2
    CUMULATIVE = 3
    QUANTILES = 4
    VARIANCE = 5
    TRIMMED_MEAN = 6
    WINSORIZED_MEAN = 7
    QUANTILE_RANGE = 8


class EvaluationNoise(enum.IntEnum):
    """Noise.

    automatic: the one with the lesser standard deviation at the price
    """

    AUTOMATIC = 741
    GAUSSIAN = 742
    LAPLACE = 743


class Filter(enum.IntEnum):
    """Filters: how charges add up. src/privacy/budget/README.md says which curves each takes.
    For subsampled Gaussians choose the RDP filter.

    automatic: GDP if delta > 0, else basic
    basic: sums of epsilon and of delta
    gdp: sum of mu^2 (Smith and Thakurta 2022)
    zcdp: sum of rho (Feldman and Zrnic 2021)
    rdp: sum of Renyi epsilons at one order (Feldman and Zrnic 2021)
    """

    AUTOMATIC = 31
    BASIC = 32
    GDP = 33
    ZCDP = 34
    RDP = 35


class LocalKind(enum.IntEnum):
    """Kinds of protocols: what is estimated.

    frequencies: the share of each category
    mean: the mean of a number
    vector_mean: the mean of a vector
    """

    FREQUENCIES = 861
    MEAN = 862
    VECTOR_MEAN = 863


class LocalRandomizer(enum.IntEnum):
    """Randomizers: how a report is drawn.

    automatic: that of the least variance
    response: randomized response among the categories
    hashing: randomized response on a hash; with 2 classes Hadamard response
    one_bit: the value is rounded to an end of its range at random
    window: outputs near the value are more likely: the piecewise mechanism
    codebook: PrivUnit among the vectors of a public codebook
    """

    AUTOMATIC = 864
    RESPONSE = 865
    HASHING = 866
    ONE_BIT = 867
    WINDOW = 868
    CODEBOOK = 869


class Loss(enum.IntEnum):
    """Losses phi(z, b) of a label b and a decision value z = <a, w>. src/model/README.md has their constants.
    The options QUANTILE, HUBER_WIDTH, EXPONENT and CLASSES set t, h, q and K. A loss without the letter refuses them.
    The slopes of SQUARED, POWER and POWER_HINGE grow with z. They are bounded on a bounded domain only.
    Labels of SQUARED and POWER must be clipped besides (LABEL_BOUND).
    POISSON requires LABEL_BOUND, Y: labels are clipped to [0, Y], and the loss goes on by its tangent from z = log Y
    on.
    Its minimiser is that of the likelihood wherever fitted rates are at most Y. Predictions are exp(min(z, log Y)).

    callback: a caller's own
    logistic: log(1 + exp(-b z)), b in {-1, +1}
    multinomial: log sum_k exp(z_k) - z_b, b in {0, ..., K - 1}
    hinge: max(0, 1 - b z), b in {-1, +1}
    smoothed_hinge: the hinge with its corner rounded over a width h
    squared: (z - b)^2 / 2
    absolute: |z - b|
    pinball: max(t (b - z), (1 - t) (z - b)): its minimiser is the t-quantile
    huber: |z - b| with its corner rounded over a width h
    power_hinge: max(0, 1 - b z)^q, 1 < q < 2, b in {-1, +1}
    power: |z - b|^q, 1 < q < 2
    poisson: exp(z) - b z - (b - b log b), counts or rates b >= 0: half the deviance
    """

    CALLBACK = 40
    LOGISTIC = 41
    MULTINOMIAL = 42
    HINGE = 43
    SMOOTHED_HINGE = 44
    SQUARED = 45
    ABSOLUTE = 46
    PINBALL = 47
    HUBER = 48
    POWER_HINGE = 49
    POWER = 50
    POISSON = 51


class Method(enum.IntEnum):
    """Methods. Each block names the room whose README explains it.

    automatic: the first of dpcvx_plan_ranking
    noisy_gradient_descent: full-batch gradients, each with Gaussian noise
    noisy_sgd: gradients of random batches, each with Gaussian noise
    dp_sgd_gradient: gradients of single units, each with Gaussian noise
    dp_sgd_output: the average iterate of SGD, plus Gaussian noise
    output_perturbation: the minimiser of a strongly convex objective, plus noise
    objective_perturbation: the minimiser with a random linear term in the objective
    exponential_mechanism: a draw from the density exp(-k (F + nu r)), r a regularizer
    stable_output: the minimiser of stable data, plus noise; nothing if not stable
    phased_erm: stable outputs in phases, all data in each
    phased_sco: stable outputs in phases, each from units of its own
    strongly_convex_erm: a stable output, then phases near it; needs l2 > 0
    strongly_convex_sco: the same on units of their own
    last_iterate: noisy gradient descent that releases its last iterate alone, no average
    sufficient_statistics: squared loss: noisy second moments of rows and labels, then ridge
    """

    AUTOMATIC = 421
    NOISY_GRADIENT_DESCENT = 422
    NOISY_SGD = 423
    DP_SGD_GRADIENT = 427
    DP_SGD_OUTPUT = 426
    OUTPUT_PERTURBATION = 424
    OBJECTIVE_PERTURBATION = 425
    EXPONENTIAL_MECHANISM = 430
    STABLE_OUTPUT = 433
    PHASED_ERM = 434
    PHASED_SCO = 435
    STRONGLY_CONVEX_ERM = 436
    STRONGLY_CONVEX_SCO = 437
    LAST_ITERATE = 469
    SUFFICIENT_STATISTICS = 448


class NoiseCalibration(enum.IntEnum):
    """Noise calibrations: which of the noises that a theorem offers a method draws.

    exact: the least that the library's own accounting allows
    high_probability: of SGD's output: for a sensitivity that holds for most orders
    reference: the closed form of Wang, Lei, Ying and Zhang 2022
    """

    EXACT = 383
    HIGH_PROBABILITY = 384
    REFERENCE = 385


class Note(enum.IntEnum):
    """privacy: the guarantee says little: epsilon is above 10, or delta at least 1 / units
    worth: noise hides most: likely no better than a constant, or ranges are mostly noise
    method: what the method does: noisy SGD with full batches is noisy gradient descent
    """

    PRIVACY = 504
    WORTH = 505
    METHOD = 506


class Origin(enum.IntEnum):
    """Origins of a guarantee's constants.

    enforced: the library makes it true: clipping, projection, validation
    assumed: the caller states it
    public: a public parameter: a size, a number of steps, a scale of noise
    """

    ENFORCED = 51
    ASSUMED = 52
    PUBLIC = 53


class Outcome(enum.IntEnum):
    """Outcomes: how long work ended. An outcome is a value of the result, not a status.

    done: the work finished
    max_passes: it stopped at its limit of passes
    cancelled: a dpcvx_monitor or its callback stopped it
    unstable: the data were not stable enough: nothing more, or nothing at all, was released
    """

    DONE = 61
    MAX_PASSES = 62
    CANCELLED = 63
    UNSTABLE = 64


class Outliers(enum.IntEnum):
    """How stable releases keep units that may move the minimiser far from it.

    downweight: lesser weights
    remove: left out
    exhaustive: all deletions certified or tried; STABLE_OUTPUT, few units
    public_reference: lesser weights, by gradients and Hessians at a public point
    """

    DOWNWEIGHT = 439
    REMOVE = 440
    EXHAUSTIVE = 441
    PUBLIC_REFERENCE = 442


class SamplerMethod(enum.IntEnum):
    """How a quadratic is sampled.

    automatic: the one of less expected time; PROXIMAL where STEP_SIZE is set
    proximal: rounds of the proximal sampler
    sweeps: coordinates in turn
    """

    AUTOMATIC = 538
    PROXIMAL = 539
    SWEEPS = 540


class Sampling(enum.IntEnum):
    """Sampling: how a batch is drawn, and the adjacency under which the curve holds.
    Add/remove budgets and accountants take curves of WITHOUT_REPLACEMENT too. A unit that is removed leaves a null
    unit
    in its place there, so that the number of units stays. That is one way of replacing it.

    poisson: each unit independently with probability `rate`; under add/remove
    without_replacement: a uniform subset of a fixed size; under replace-one
    poisson_replace_one: as POISSON; the curve holds under replace-one
    """

    POISSON = 21
    WITHOUT_REPLACEMENT = 22
    POISSON_REPLACE_ONE = 23


class Schedule(enum.IntEnum):
    """Where T and eta come from, unless given.

    optimized: the method's rule: its predicted risk is least
    reference: the method's paper: its theorems or algorithms
    """

    OPTIMIZED = 428
    REFERENCE = 429


class Score(enum.IntEnum):
    """Scores. A unit counts by the mean over its records, so that all units count alike.
    Null records, of weight 0, are left out, and units that have no others. Other weights are not used.
    Of a table with weights the number of units that count is private under replace-one too, and is released with
    noise.

      ACCURACY        share of records whose label is predicted; logistic, hinge and multinomial losses
      LOG_LOSS        mean of min(-log p, L), p the probability of the label; logistic and multinomial losses
      R2              1 - sum e / (sum t - (sum m)^2 / n); regressions
      ABSOLUTE_LOSS   mean of min(|y - z|, L); regressions
      PINBALL_LOSS    mean of min(loss, L), at the quantile of the fit; the pinball loss

    Here z is the prediction, and y the label, clipped to a public range [c - B, c + B]. Options set it, and L.
    In R2, e, t and m are a unit's means of min((y - z)^2 / B^2, 1), ((y - c) / B)^2 and (y - c) / B, and n units
    count.

    automatic: ACCURACY of a classification, the loss of ABSOLUTE and PINBALL fits, else R2
    """

    AUTOMATIC = 731
    ACCURACY = 732
    LOG_LOSS = 733
    R2 = 734
    ABSOLUTE_LOSS = 735
    PINBALL_LOSS = 736


class SgdOrder(enum.IntEnum):
    """Orders in which SGD meets the units.

    permuted: each pass over the units in a fresh uniform order
    sampled: each step on a uniform unit, independent of the others, as in the paper
    """

    PERMUTED = 381
    SAMPLED = 382


class Storage(enum.IntEnum):
    """How the rows of a table are stored: what created it.

    dense: dpcvx_dataset_create_dense: dense rows of doubles
    dense_f32: dpcvx_dataset_create_dense_f32: dense rows of floats
    csr: dpcvx_dataset_create_csr: sparse rows of doubles
    csr_f32: dpcvx_dataset_create_csr_f32: sparse rows of floats
    """

    DENSE = 391
    DENSE_F32 = 392
    CSR = 393
    CSR_F32 = 394


class Target(enum.IntEnum):
    """Whose excess risk the exponential mechanism minimises.

    empirical: the sample's
    population: that of the population that the units are independent draws from
    """

    EMPIRICAL = 431
    POPULATION = 432


class TestReleaseForm(enum.IntEnum):
    """Forms of the law of R.

    exact: the worst pair of scores meets delta exactly
    truncated_laplace: a truncated discrete Laplace law, noise for the rest
    reference: the constants of Ghazi and others 2023
    """

    EXACT = 602
    TRUNCATED_LAPLACE = 603
    REFERENCE = 604


class TestReleaseKind(enum.IntEnum):
    """Kinds of laws.

    point: of dpcvx_release_tested_point
    family: of dpcvx_release_tested_family and dpcvx_release_by_deletion
    """

    POINT = 608
    FAMILY = 609


class Unit(enum.IntEnum):
    """Units: whose data the guarantee protects.

    record: one row
    user: all rows of one user
    """

    RECORD = 11
    USER = 12
