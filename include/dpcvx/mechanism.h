/* dpcvx/mechanism.h: private releases of numbers, vectors, choices, ranges, quantiles and points of stable data.
 *
 * Order of a release. Every release takes a budget, a source of randomness and a price, and does, in this order: check
 * the arguments; take memory and random bits' readiness; charge the budget; only then read the private values.
 * A charge that does not fit is DPCVX_ERR_BUDGET and the values are not looked at. After the charge nothing fails.
 *
 * The price is a curve (dpcvx/privacy.h). The release takes the least noise that a price of one part
 * allows; of a composed price a pure release takes the part that allows most. Its own curve and
 * the price both describe it; the main pot of a budget counts the lesser of the two in its currency, a basic pot one
 * that states an (epsilon, delta), of the lesser epsilon. A mechanism that cannot meet a kind of price (Gaussian noise
 * a pure one) says so (DPCVX_ERR_UNSUPPORTED) and names the kinds it takes. "Prices: any" below is pure, (epsilon,
 * delta), zCDP, GDP or RDP (Gaussian curves are taken as GDP, Laplace and bounded-range ones as pure; curves of
 * sampling by no release); purely private releases take the epsilon of an (epsilon, delta) price and leave its delta
 * unspent.
 *
 * Private values are never checked, since an error message would be a release: NaN counts as 0, and a value outside the
 * representable range (2^61 lattice steps) as its nearest end. Sensitivities are the caller's statement, under the
 * budget's adjacency, for one unit of the budget (a record, or all of a user's records); guarantees record them as
 * assumed.
 *
 * Real values go through a lattice: a public step h, a power of two, rounding to it, and exact integer noise in units
 * of h, so that no floating-point artefact of the noise reveals the value (Mironov 2012). The rounding's share of the
 * sensitivity is in the noise. By default h is at most a millionth of the sensitivity, all coordinates together,
 * but not so small that the noise passes 2^48 steps; a
 * sensitivity for which no step in [2^-1000, 2^900] will do is DPCVX_ERR_ARGUMENT.
 *
 * Guarantees give sensitivities and scales of noise in the units of the values, and the step h beside them.
 *
 * Counts n are integers in [0, 2^48]; arrays may be NULL where n = 0. `out` may be the very array of `values` or
 * `answers`. Running time may depend on private values: keep it from the adversary.
 *
 * `guarantee` may be NULL; else it receives a handle that the caller destroys, or NULL on failure.
 */
#ifndef DPCVX_MECHANISM_H
#define DPCVX_MECHANISM_H

#include <dpcvx/base.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Keys of the release options.
 * DPCVX_RELEASE_OPTION_LATTICE_STEP (f64): the step h, a power of two in [2^-1000, 2^900]; 0, the default: chosen from
 * the sensitivity, the price and n. DPCVX_RELEASE_OPTION_MONOTONIC (i64): 1 when one unit's arrival moves all scores
 * the same way (for selections alone: other releases refuse it, and all do under replace-one, where it is never so),
 * which halves the noise; default 0.
 */
#define DPCVX_RELEASE_OPTION_LATTICE_STEP 201
#define DPCVX_RELEASE_OPTION_MONOTONIC 202

/* Options of a release; NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_options_create(dpcvx_options **out, dpcvx_error *err);

/* out[i] = values[i] + Gaussian noise, i < n; l2_sensitivity > 0 bounds the Euclidean change of the vector. mu-GDP with
 * noise of standard deviation (l2_sensitivity + h sqrt(n)) / mu (Dong, Roth and Su 2022, Theorem 2.7). 0 <= n. Prices:
 * GDP, zCDP, RDP, (epsilon, delta) with delta > 0. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_gaussian(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                              const double *values, int64_t n, double l2_sensitivity,
                                              const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                              dpcvx_error *err);

/* out[i] = values[i] + Laplace noise, i < n; l1_sensitivity > 0 bounds the l1 change of the vector. epsilon-DP with
 * noise of scale (l1_sensitivity + h n) / epsilon (Dwork, McSherry, Nissim and Smith 2006). 0 <= n. Prices: any. Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_release_laplace(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                             const double *values, int64_t n, double l1_sensitivity,
                                             const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                             dpcvx_error *err);

/* The standard deviation of the noise of such a Gaussian release, before it is paid for: what dpcvx_release_gaussian
 * with this price, n, sensitivity and options adds. No charge, no data. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_gaussian_scale(const dpcvx_curve *price, int64_t n, double l2_sensitivity,
                                                    const dpcvx_options *options, double *sigma, dpcvx_error *err);

/* The scale of the noise of such a Laplace release (its standard deviation is sqrt(2) times that), before it is paid
 * for. No charge, no data. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_laplace_scale(const dpcvx_curve *price, int64_t n, double l1_sensitivity,
                                                   const dpcvx_options *options, double *scale, dpcvx_error *err);

/* out[i] = values[i] + discrete Gaussian noise on integers (Canonne, Kamath and Steinke 2020): (l2_sensitivity^2 / (2
 * sigma^2))-zCDP, and not GDP, so that it needs a budget with the zCDP, RDP or basic filter or a basic pot; sums
 * saturate at the ends of int64. l2_sensitivity > 0, 0 <= n. Prices: zCDP, RDP, (epsilon, delta) with delta > 0. Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_release_discrete_gaussian(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                       const int64_t *values, int64_t n, double l2_sensitivity,
                                                       int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* out[i] = values[i] + discrete Laplace noise on integers (the geometric mechanism; Ghosh, Roughgarden and Sundararajan
 * 2009); sums saturate at the ends of int64. 1 <= l1_sensitivity, 0 <= n. Prices: any. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_discrete_laplace(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                      const int64_t *values, int64_t n, int64_t l1_sensitivity,
                                                      int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Randomized response: answers[i] in {0, ..., categories - 1}, one per unit, each replaced by a uniform category with
 * probability categories / (e^epsilon + categories - 1), rounded up, which makes every single report epsilon-locally
 * private (Warner 1965); an answer outside counts as 0. The budget is charged epsilon once, since units are disjoint.
 * As many reports leave as answers come: under add/remove n must be a nominal, public number of units, each absent one
 * with the answer 0 or one outside, and the guarantee records n as assumed. 2 <= categories <= 2^31, 0 <= n. Prices:
 * any. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_randomized_response(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                         const int64_t *answers, int64_t n, int64_t categories,
                                                         int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Unbiased estimates of the share of each category from reports of randomized response at the same epsilon, and their
 * standard errors sqrt(f (1 - f) / n) / (probability of the truth), f a category's share of the reports (may be NULL);
 * post-processing, no charge, the reports are public: one outside {0, ..., categories - 1} is DPCVX_ERR_ARGUMENT.
 * shares and standard_errors have `categories` entries; 1 <= n; epsilon > 0, the figure "epsilon_of_each_report" of the
 * guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_randomized_response_shares(const int64_t *reports, int64_t n, int64_t categories,
                                                        double epsilon, double *shares, double *standard_errors,
                                                        dpcvx_error *err);

/* The exponential mechanism (McSherry and Talwar 2007): *index = i with probability proportional to
 * exp(epsilon scores[i] / (2 sensitivity)), exp(epsilon scores[i] / sensitivity) for monotonic scores, after rounding
 * the scores to a lattice; the weights are integers within 2^-59 of these, and epsilon covers it. A score so far below
 * the best that its weight is under 2^-128 of it counts as being there. The curve is of bounded range epsilon:
 * epsilon-DP, (epsilon^2 / 8)-zCDP (Cesar and Rogers 2021), and the GDP of a pure mechanism of epsilon / 2. 1 <= n.
 * Prices: any. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_exponential(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                 const double *scores, int64_t n, double sensitivity,
                                                 const dpcvx_options *options, int64_t *index,
                                                 dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Report-noisy-max by permute-and-flip (McKenna and Sheldon 2020): never a worse expected score than the exponential
 * mechanism at the same epsilon; epsilon-DP, but not of bounded range, so that under GDP prices the exponential
 * mechanism has twice the epsilon, under small zCDP prices nearly so (and less than this one above rho = 8). 1 <= n.
 * Prices: any. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_noisy_max(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                               const double *scores, int64_t n, double sensitivity,
                                               const dpcvx_options *options, int64_t *index,
                                               dpcvx_guarantee **guarantee, dpcvx_error *err);

/* A quantile of values, one per unit, on [low, high] (public): the exponential mechanism over the gaps between the
 * sorted values (Smith 2011), on a lattice of some 2^33 points (DPCVX_RELEASE_OPTION_LATTICE_STEP chooses another):
 * *out = v with probability proportional to exp(-epsilon |#{values < v} - q n| / 2). Values outside count as the
 * nearest end. low <= high, 0 <= q <= 1, 0 <= n. The curve is of bounded range epsilon. Under add/remove n, the number
 * of units that are there, is private too: the guarantee does not tell it. Prices: any. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_quantile(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                              const double *values, int64_t n, double q, double low, double high,
                                              const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                              dpcvx_error *err);

/* A range that holds about a share `coverage` of the values, one per unit, without public bounds on them: ends are
 * chosen among 0 and +-2^k, -64 <= k <= 64, by the exponential mechanism, half the price each. What one needs to clip
 * honestly. Each end leaves out (1 - coverage) n / 2 values, but at least about 19 / (its epsilon), so that it is found
 * among 259; with fewer than some 40 / (its epsilon) values the answer means little. *low <= *high, which may be equal.
 * Under add/remove n, the number of units that are there, is private too: the guarantee does not tell it. 0 < coverage
 * < 1, 0 <= n. Prices: any. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_range(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                           const double *values, int64_t n, double coverage, double *low, double *high,
                                           dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Above-threshold (the sparse vector technique; Dwork and Roth 2014, Algorithm 1; Lyu, Su and Li 2017, Algorithm 1):
 * answers, for a stream of queries of a common sensitivity, whether each is above a public threshold, and stops after
 * max_above positive answers. The whole price is charged at creation; epsilon-DP for all answers together, in however
 * many queries. 0 < sensitivity, 1 <= max_above, the threshold finite. Prices: any. A stream belongs to one thread at
 * a time, and to the process that created it: in a child after fork() queries are DPCVX_ERR_STATE, since the two would
 * answer from the same noisy threshold, and twice as often as was paid for. Since 0.1. */
typedef struct dpcvx_above_threshold dpcvx_above_threshold;

/* Starts a stream, as above. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_above_threshold_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                    double threshold, double sensitivity, int64_t max_above,
                                                    const dpcvx_options *options, dpcvx_above_threshold **out,
                                                    dpcvx_guarantee **guarantee, dpcvx_error *err);
/* Frees a stream; its threshold's noise is erased. Since 0.1. */
DPCVX_API void dpcvx_above_threshold_destroy(dpcvx_above_threshold *stream);

/* *above = 1 or 0 for one query's (private) value. DPCVX_ERR_STATE after the last positive answer,
 * DPCVX_ERR_ENTROPY as dpcvx/random.h says, both before the value is read. `rng` must be of the
 * same kind (entropy or deterministic) as at creation. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_above_threshold_query(dpcvx_above_threshold *stream, dpcvx_rng *rng, double value,
                                                   int32_t *above, dpcvx_error *err);

/* How many more positive answers it will give; a public count. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_above_threshold_remaining(const dpcvx_above_threshold *stream, int64_t *remaining,
                                                       dpcvx_error *err);

/* ---- Points of stable data, or nothing ----
 *
 * Some functions of data move little between neighbours for most data, but not for all. These releases tell f(x) with
 * Gaussian noise for that little distance, or nothing where a test, itself private, finds the data not stable enough
 * (Dwork and Lei 2009; Kohli and Laskowski 2021; Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 1).
 * *released = 1, or 0 and `out` all zeros: that is an output like any other, paid for in full. Nothing else leaves: not
 * the score nor the level that was drawn.
 *
 * A level R in {0, ..., TOP} is drawn at random, and the data pass where their score is at most R. Laws are of two
 * kinds, for neighbours x and x':
 *
 *  POINT   a score a(x) in {0, 1, ...} with |a(x) - a(x')| <= 1, and one point f(x), with |f(x) - f(x')| <= distance
 *          wherever both scores are at most TOP and one is below it;
 *  FAMILY  tests and points for each level r: where x' is stable at r < TOP, x is stable at r + 1, and then
 *          |f_r(x') - f_(r+1)(x)| <= distance.
 *
 * All of these are the caller's statements; reports record them as assumed. The noise has the standard deviation
 * distance / MU a coordinate, and all together is (epsilon, delta)-DP in one of three forms:
 *
 *  TIGHT   (default) the worst pair of scores has a hockey-stick divergence of at most delta at epsilon, as computed
 *          for the very integers that decide (rounded up): for this MU no law of a point has a lesser TOP, nor one of a
 *          family by the sum of its levels' divergences;
 *  SPLIT   R has the truncated discrete Laplace law at epsilon_1 = SPLIT epsilon, p_0 at its ends, the noise the rest:
 *          (epsilon_1 + epsilon_2, p_0 + delta_2) of a point, (epsilon_1 + epsilon_2, 2 p_0 + e^epsilon_1 delta_2) of a
 *          family;
 *  PAPER   the paper's constants: halves of epsilon, delta' = delta / (e^(epsilon/2) + 2), TOP = 2 kappa, kappa = 1 +
 *          ceil(2 log(1/delta') / epsilon), 1/MU = (2 / epsilon) sqrt(2 log(2/delta')); the distance of its Algorithm 1
 *          is 8 kappa times the deletion sensitivity. Its delta is computed anew for the levels as they are drawn.
 *
 * More noise means fewer levels. Unless options say otherwise the law is the one of least (2 TOP + 1) / MU for a
 * family, whose distance grows so, and of least (TOP + 1) / MU for a point: where a(x) is TOP less the number of
 * units that must change before the distance fails, TOP + 1 is the stability that is asked for.
 *
 * Prices: one (epsilon, delta), delta > 0, that a basic filter or a basic pot takes; not GDP, zCDP, RDP or pure ones:
 * the test may fail altogether with a probability that these have no room for. 2^-20 <= epsilon <= 512, 2^-100 <=
 * delta. */
#define DPCVX_TEST_RELEASE_OPTION_FORM 601 /* i64: DPCVX_STABLE_FORM_*; default TIGHT */
#define DPCVX_TEST_RELEASE_FORM_EXACT 602
#define DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE 603
#define DPCVX_TEST_RELEASE_FORM_REFERENCE 604
#define DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION \
  605                                           /* f64 in [0, 0.99]: epsilon_1 / epsilon of SPLIT; default 0: chosen */
#define DPCVX_TEST_RELEASE_OPTION_MAX_SCORE 606 /* i64 in [0, 2^20]: the most that TOP may be; default 0: chosen */
/* f64 in [0, 0.999]: MU of TIGHT as a share of what Gaussian noise alone has at the price; default 0: chosen. */
#define DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION 607

/* Options of these releases and laws; NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_test_release_options_create(dpcvx_options **out, dpcvx_error *err);

/* A law beforehand: a score needs its TOP, a plan its MU. No data, no charge. */
typedef struct dpcvx_test_release_law dpcvx_test_release_law;

#define DPCVX_TEST_RELEASE_KIND_POINT 608
#define DPCVX_TEST_RELEASE_KIND_FAMILY 609

/* The law that a release with this price and these options has; kind is DPCVX_STABLE_KIND_*. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_test_release_law_create(double epsilon, double delta, int32_t kind,
                                                     const dpcvx_options *options, dpcvx_test_release_law **out,
                                                     dpcvx_error *err);
/* Frees it. Since 0.1. */
DPCVX_API void dpcvx_test_release_law_destroy(dpcvx_test_release_law *law);

#define DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE 611            /* the greatest score that may pass */
#define DPCVX_TEST_RELEASE_FIGURE_MU 612                   /* distance / (standard deviation of the noise) */
#define DPCVX_TEST_RELEASE_FIGURE_EPSILON 613              /* as it was asked for */
#define DPCVX_TEST_RELEASE_FIGURE_DELTA 614                /* what is proved, at most what was asked for; rounded up */
#define DPCVX_TEST_RELEASE_FIGURE_MIN_PASS_PROBABILITY 615 /* the probability that a score of TOP passes */
#define DPCVX_TEST_RELEASE_FIGURE_LEVEL_EPSILON_FRACTION 616 /* epsilon_1 / epsilon of SPLIT and PAPER; 0 of TIGHT */

/* *value = a figure of the law. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_test_release_law_get(const dpcvx_test_release_law *law, int32_t figure, double *value,
                                                  dpcvx_error *err);
/* *probability = the probability Pr[R >= score] that a score passes: 1 up to 0, 0 above TOP, to nearest. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_test_release_law_pass_probability(const dpcvx_test_release_law *law, int64_t score,
                                                               double *probability, dpcvx_error *err);

/* out[i] = point[i] + Gaussian noise, i < n, if `score` passes. 0 < distance. The lattice and the private values are as
 * in dpcvx_release_gaussian; `out` may be `point`. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_tested_point(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                  int64_t score, const double *point, int64_t n, double distance,
                                                  const dpcvx_options *options, double *out, int32_t *released,
                                                  dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Returns 1, having written f_level(x) to point[0 ... n - 1], where the data are stable at `level`, and 0 where not.
 * Called once, after the charge, on the thread of the call; it must decide whatever the data. Any other value is
 * DPCVX_ERR_CALLBACK: the charge stays, and that this happened is told, for which no proof answers. */
typedef int32_t (*dpcvx_test_release_callback)(int64_t level, int64_t n, double *point, void *user);

/* out[i] = f_R(x)[i] + Gaussian noise, i < n, if the data are stable at R. 0 < distance. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_tested_family(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                   dpcvx_test_release_callback callback, void *user, int64_t n,
                                                   double distance, const dpcvx_options *options, double *out,
                                                   int32_t *released, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* ---- A function of users that few deletions hardly move ----
 *
 * For any function f of a set of users: Algorithm 1 of Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023. The data
 * are stable at level r if there is a set S of at most r users such that, of what is left without S and any 2 TOP - 1 -
 * r users more, no further user's deletion moves f by more than `sensitivity` (in l2); then the point is f without the
 * smallest such S, ties going to the most stable one. This is a FAMILY as above with distance = (2 TOP + 1) sensitivity
 * (replacing one user), found by trying all sets: nothing has to be known of f, and the caller states nothing but that
 * f depends on what its users own alone. FORM_REFERENCE has the paper's own: up to 2 TOP users with S, distance = 4 TOP
 * sensitivity. For add/remove `users` is a nominal number, and a user who is not there owns what f takes for nothing.
 *
 * f is called once for each set that up to 2 TOP deletions leave (2 TOP + 1 in FORM_REFERENCE): sum over k of C(users,
 * k) times, whatever the data. Too many calls, or no more users than deletions, are refused beforehand, with the
 * numbers. Only great epsilons have few levels (5 at epsilon = 8, delta = 1e-6); dpcvx_fit_create has stable minimisers
 * that take two minimisations. */
#define DPCVX_TEST_RELEASE_OPTION_MAX_CALLS \
  610 /* i64 in [1, 10^12]: of f, by dpcvx_release_by_deletion; default 10^6 */

/* Returns 1, having written f of the users users[0 ... count - 1] (ascending, from 0; never none) to out[0 ... n - 1];
 * or 0 where f has no value there, which counts as unstable, as do entries that are not finite. It is called after the
 * charge, on the thread of the call, and must depend on what these users own, on nothing else and on no earlier call.
 * Any other value is DPCVX_ERR_CALLBACK: the charge stays, and that this happened is told, for which no proof answers.
 */
typedef int32_t (*dpcvx_users_callback)(const int64_t *users, int64_t count, int64_t n, double *out, void *user);

/* out[i] = f[i] + Gaussian noise, i < n, where the data are stable. *outcome: DPCVX_OUTCOME_DONE; _UNSTABLE, nothing
 * was released; _CANCELLED, by `progress` (may be NULL; calls of f) or `cancel` (may be NULL), which the guarantee
 * assumes does not depend on the data. `out` is all zeros but for the first. `user` is handed to both callbacks.
 * 1 <= users, 1 <= n, 0 < sensitivity. Prices, and what else the options say, as above; the default TOP is the best of
 * those for which `users` and MAX_CALLS are enough. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_by_deletion(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                 int64_t users, dpcvx_users_callback function, int64_t n,
                                                 double sensitivity, const dpcvx_options *options,
                                                 dpcvx_progress_callback progress, void *user,
                                                 const dpcvx_cancel *cancel, double *out, int32_t *outcome,
                                                 dpcvx_guarantee **guarantee, dpcvx_error *err);

DPCVX_END_DECLS

#endif
