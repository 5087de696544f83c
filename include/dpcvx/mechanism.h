/* dpcvx/mechanism.h: private releases of numbers, vectors, choices, ranges, quantiles, and points of stable data.
 *
 * Each release takes a budget, a stream of random bits, a price and private values, and returns a private answer.
 * The price is a curve (dpcvx/privacy.h). dpcvx_budget_price gives the curve of a share of what is left.
 * The release adds the least noise that the price allows.
 * The caller states the sensitivity: how much one unit can change the values under the budget's adjacency.
 * A unit is a record, or all records of a user, as the budget says. Guarantees record sensitivities as assumed.
 * Algorithms, formulas and sources: README.md in src/mechanism/noise, selection, sparse_vector,
 * randomized_response and propose_test_release.
 *
 * Example: a private sum to which each record adds at most 1.
 *
 *     dpcvx_error err;
 *     dpcvx_budget *budget = NULL;
 *     dpcvx_curve *price = NULL;
 *     dpcvx_rng *rng = NULL;
 *     double sum = 5550.0, noisy;
 *     if (dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err) !=
 *             DPCVX_OK ||
 *         dpcvx_budget_price(budget, 1.0, &price, &err) != DPCVX_OK || dpcvx_rng_create(&rng, &err) != DPCVX_OK ||
 *         dpcvx_release_gaussian(budget, rng, price, &sum, 1, 1.0, NULL, &noisy, NULL, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("noisy sum %.0f\n", noisy);  // prints noisy sum 55...
 *     dpcvx_curve_destroy(price);
 *     dpcvx_rng_destroy(rng);
 *     dpcvx_budget_destroy(budget);
 *
 * Order of a release
 *  1. The arguments are checked.
 *  2. Memory and random bits are made ready.
 *  3. The budget is charged. A charge that does not fit is DPCVX_ERR_BUDGET, and the values are not read.
 *  4. The private values are read. After the charge nothing fails.
 *
 * Prices
 *  - The words "any" below stand for pure, (epsilon, delta), zCDP, GDP or Renyi DP (RDP) prices.
 *    A Gaussian curve counts as GDP. A Laplace or bounded-range curve counts as pure.
 *    No release takes a curve of sampling.
 *  - A release that cannot meet a kind of price is DPCVX_ERR_UNSUPPORTED. The message names the kinds it takes.
 *  - A purely private release takes the epsilon of an (epsilon, delta) price, and leaves its delta unspent.
 *  - Of a composed price, a purely private release takes the part that allows most.
 *  - The release's own curve and the price both describe it.
 *    The main sub-budget counts the lesser of the two in its accounting.
 *    A basic sub-budget counts one that states an (epsilon, delta), of the lesser epsilon.
 *
 * Private values
 *  - They are never checked, since an error message would be a release.
 *  - NaN counts as 0. The other languages refuse it before the charge, and before a query of a stream: that refusal is
 *    as private as the values.
 *  - A value out of the representable range (2^61 lattice steps) counts as its nearest end.
 *  - The running time may depend on them. Keep it from the adversary.
 *
 * The lattice
 *  - Real values are rounded to multiples of a public step h, a power of two. The noise is an exact integer times h.
 *    So no floating-point artefact of the noise reveals the value (Mironov 2012).
 *  - The noise covers the rounding's share of the sensitivity.
 *  - By default h is at most a millionth of the sensitivity, over all coordinates.
 *    It is larger where the noise would exceed 2^48 steps.
 *  - A sensitivity for which no h in [2^-1000, 2^900] suffices is DPCVX_ERR_ARGUMENT.
 *  - Guarantees state sensitivities and noise scales in the units of the values, and h beside them.
 *
 * For every release
 *  - Counts n are integers in [0, 2^48]. Arrays may be NULL where n = 0.
 *  - `out` may be the very array of `values`, `answers` or `point`.
 *  - `guarantee` may be NULL. Otherwise it receives a handle that the caller destroys, or NULL on failure.
 */
#ifndef DPCVX_MECHANISM_H
#define DPCVX_MECHANISM_H

#include <dpcvx/base.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* ---- Numbers and vectors ------------------------------------------------------------------------------------ */

/* Releases a vector with Gaussian noise: out[i] = values[i] + noise, i < n. It is mu-GDP:
 *
 *   standard deviation = (l2_sensitivity + h sqrt(n)) / mu
 *
 * l2_sensitivity bounds the Euclidean change of the vector.
 * Source: Dong, Roth and Su 2022, Theorem 2.7.
 * Requires: l2_sensitivity > 0.
 * Prices: GDP, zCDP, RDP, (epsilon, delta) with delta > 0.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_gaussian(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                              const double *values, int64_t n, double l2_sensitivity,
                                              const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                              dpcvx_error *err);

/* Releases a vector with Laplace noise: out[i] = values[i] + noise, i < n. It is epsilon-DP:
 *
 *   scale = (l1_sensitivity + h n) / epsilon
 *
 * l1_sensitivity bounds the l1 change of the vector.
 * Source: Dwork, McSherry, Nissim and Smith 2006.
 * Requires: l1_sensitivity > 0.
 * Prices: any.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_laplace(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                             const double *values, int64_t n, double l1_sensitivity,
                                             const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                             dpcvx_error *err);

/* Computes the standard deviation of the noise that dpcvx_release_gaussian adds with these arguments.
 * Nothing is charged, and no data are read.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_gaussian_scale(const dpcvx_curve *price, int64_t n, double l2_sensitivity,
                                                    const dpcvx_options *options, double *sigma, dpcvx_error *err);

/* Computes the scale of the noise that dpcvx_release_laplace adds with these arguments.
 * The standard deviation is sqrt(2) times the scale. Nothing is charged, and no data are read.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_laplace_scale(const dpcvx_curve *price, int64_t n, double l1_sensitivity,
                                                   const dpcvx_options *options, double *scale, dpcvx_error *err);

/* Releases integers with discrete Gaussian noise: out[i] = values[i] + noise, i < n.
 *
 *   rho = l2_sensitivity^2 / (2 sigma^2)
 *
 * It is rho-zCDP, and not GDP. So the budget needs the zCDP, RDP or basic filter, or a basic sub-budget.
 * Sums saturate at the ends of int64.
 * Source: Canonne, Kamath and Steinke 2020.
 * Requires: l2_sensitivity > 0.
 * Prices: zCDP, RDP, (epsilon, delta) with delta > 0.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_discrete_gaussian(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                       const int64_t *values, int64_t n, double l2_sensitivity,
                                                       int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Releases integers with discrete Laplace noise (the geometric mechanism): out[i] = values[i] + noise, i < n.
 * Sums saturate at the ends of int64.
 * Source: Ghosh, Roughgarden and Sundararajan 2009.
 * Requires: 1 <= l1_sensitivity.
 * Prices: any.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_discrete_laplace(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                      const int64_t *values, int64_t n, int64_t l1_sensitivity,
                                                      int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* ---- Quantiles and ranges ----------------------------------------------------------------------------------- */

/* Releases a quantile of values, one a unit, on the public interval [low, high].
 * It is the exponential mechanism over the gaps between the sorted values:
 *
 *   Pr[v] proportional to exp(-epsilon |#{values < v} - q n| / 2)
 *
 * The answers lie on a lattice of some 2^33 points. DPCVX_RELEASE_OPTION_LATTICE_STEP chooses another.
 * Values out of the interval count as its nearest end. The curve is of bounded range epsilon.
 * Under add/remove n is the number of units that are present, which is private: the guarantee does not state it.
 * Source: Smith 2011.
 * Requires: low <= high, 0 <= q <= 1.
 * Prices: any.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_quantile(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                              const double *values, int64_t n, double q, double low, double high,
                                              const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                              dpcvx_error *err);

/* Releases a range that holds about a share `coverage` of the values, one a unit. No public bounds are needed.
 * The range can serve as a private clipping bound.
 * Each end is chosen by the exponential mechanism at half the price, among 0 and +-2^k for -64 <= k <= 64.
 * Each end leaves out (1 - coverage) n / 2 values, and at least min(35.6 / (its epsilon), n / 8).
 * It leaves out at least min(19.2 / (its epsilon), n / 2).
 * With 285 / (its epsilon) values, an end is more than twice as far out as all of them in at most one of 1e5 runs.
 * With fewer that share grows, to at most 0.02 at 40 / (its epsilon). Below that the answer means little.
 * Under add/remove n is the number of units that are present, which is private: the guarantee does not state it.
 * Result: *low <= *high, which may be equal.
 * Requires: 0 < coverage < 1.
 * Prices: any.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_range(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                           const double *values, int64_t n, double coverage, double *low, double *high,
                                           dpcvx_guarantee **guarantee, dpcvx_error *err);

/* ---- Choices ------------------------------------------------------------------------------------------------ */

/* Releases the index of a high score by the exponential mechanism:
 *
 *   Pr[i] proportional to exp(epsilon scores[i] / (2 sensitivity))
 *   Pr[i] proportional to exp(epsilon scores[i] / sensitivity)      for monotonic scores
 *
 * Scores are rounded to a lattice, and weights to integers; epsilon covers both (src/mechanism/selection/README.md).
 * The curve is of bounded range epsilon, so it is at most (epsilon^2 / 8)-zCDP.
 * Sources: McSherry and Talwar 2007; Cesar and Rogers 2021.
 * Requires: 1 <= n, 0 < sensitivity.
 * Prices: any.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_exponential(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                 const double *scores, int64_t n, double sensitivity,
                                                 const dpcvx_options *options, int64_t *index,
                                                 dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Releases the index of a high score by permute-and-flip (report-noisy-max).
 * Its expected score is never worse than that of the exponential mechanism at the same epsilon.
 * It is epsilon-DP, but not of bounded range. So the exponential mechanism gets twice the epsilon under GDP prices.
 * Under small zCDP prices it gets nearly twice, and above rho = 8 less than this one.
 * Source: McKenna and Sheldon 2020.
 * Requires: 1 <= n, 0 < sensitivity.
 * Prices: any.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_noisy_max(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                               const double *scores, int64_t n, double sensitivity,
                                               const dpcvx_options *options, int64_t *index,
                                               dpcvx_guarantee **guarantee, dpcvx_error *err);

/* ---- A stream of comparisons -------------------------------------------------------------------------------- */

/* Answers a stream of queries: is each above a public threshold? It stops after a number of positive answers.
 * It is above-threshold, the sparse vector technique: epsilon-DP for all answers together.
 * Sources: Dwork and Roth 2014, Algorithm 1; Lyu, Su and Li 2017, Algorithm 1.
 * Threads: a stream belongs to one thread at a time.
 * Processes: a stream works in the process that created it. In a child after fork() queries are DPCVX_ERR_STATE.
 * Two processes would answer from the same noisy threshold, and twice as often as was charged. */
typedef struct dpcvx_above_threshold dpcvx_above_threshold;

/* Creates a stream. The whole price is charged here, however many queries follow.
 * All queries have the same sensitivity.
 * Requires: 0 < sensitivity, 1 <= max_above, a finite threshold.
 * Prices: any.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_above_threshold_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                    double threshold, double sensitivity, int64_t max_above,
                                                    const dpcvx_options *options, dpcvx_above_threshold **out,
                                                    dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Frees a stream, and erases its threshold's noise. Since 0.1. */
DPCVX_API void dpcvx_above_threshold_destroy(dpcvx_above_threshold *stream);

/* Sets *above to 1 or 0 for one query's private value.
 * Requires: an rng of the same kind, entropy or deterministic, as at creation.
 * Errors: DPCVX_ERR_STATE after the last positive answer. DPCVX_ERR_ENTROPY as dpcvx/random.h says.
 * Both occur before the value is read.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_above_threshold_query(dpcvx_above_threshold *stream, dpcvx_rng *rng, double value,
                                                   int32_t *above, dpcvx_error *err);

/* Reads how many more positive answers the stream will give, which is a public count. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_above_threshold_remaining(const dpcvx_above_threshold *stream, int64_t *remaining,
                                                       dpcvx_error *err);

/* ---- Randomized response ------------------------------------------------------------------------------------ */

/* Releases one noisy report for each unit's answer, a category in {0, ..., categories - 1}.
 * Each answer is replaced by a uniform category with this probability, rounded up:
 *
 *   categories / (e^epsilon + categories - 1)
 *
 * So every single report is epsilon-locally private. The budget is charged epsilon once, since units are disjoint.
 * An answer out of range counts as 0.
 * There are as many reports as answers. Under add/remove n must be a nominal, public number of units.
 * Each absent unit then has the answer 0 or one out of range. The guarantee records n as assumed.
 * Source: Warner 1965.
 * Requires: 2 <= categories <= 2^31.
 * Prices: any.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_randomized_response(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                         const int64_t *answers, int64_t n, int64_t categories,
                                                         int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Computes unbiased estimates of the share of each category from reports of randomized response.
 * The reports are public, so nothing is charged.
 *
 *   standard error = sqrt(f (1 - f) / n) / p
 *
 * f is the category's share of the reports, and p the probability that a report is the true answer's own.
 * `epsilon` is the figure "epsilon_of_each_report" of the guarantee.
 * shares and standard_errors have `categories` entries. standard_errors may be NULL.
 * Requires: 1 <= n, epsilon > 0.
 * Errors: DPCVX_ERR_ARGUMENT for a report out of {0, ..., categories - 1}.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_randomized_response_shares(const int64_t *reports, int64_t n, int64_t categories,
                                                        double epsilon, double *shares, double *standard_errors,
                                                        dpcvx_error *err);

/* ---- For experts: points of stable data, or nothing (propose-test-release) ----------------------------------
 *
 * Some functions of data change little between neighbours for most data, but not for all.
 * These releases publish f(x) with Gaussian noise for that small change, if a private test finds the data stable.
 * Otherwise nothing is published: *released = 0 and `out` is all zeros. The charge is the same.
 * Neither the score nor the level that was drawn is published.
 *
 * A level R in {0, ..., MAX_SCORE} is drawn. The data pass if their score is at most R.
 * The caller states one of two things about neighbours x and x', with |.| the l2 norm:
 *
 *  - A point: scores a(x) >= 0 with |a(x) - a(x')| <= 1, and one point f(x).
 *    Here |f(x) - f(x')| <= distance if both scores are at most MAX_SCORE and one is below it.
 *  - A family: tests and points for each level r. If x' is stable at r < MAX_SCORE, then x is stable at r + 1.
 *    Here |f_r(x') - f_(r+1)(x)| <= distance.
 *
 * Reports record these statements as assumed. With MU the figure of the law, the noise in each coordinate has
 *
 *   standard deviation = distance / MU
 *
 * More noise means fewer levels. src/mechanism/propose_test_release/README.md has the laws of R and their theorems.
 * Sources: Dwork and Lei 2009; Kohli and Laskowski 2021; Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023.
 * Prices: one (epsilon, delta) that a basic filter or a basic sub-budget takes; 2^-20 <= epsilon <= 512, 2^-100 <=
 * delta. GDP, zCDP, RDP and pure prices have no room for the probability that the test fails altogether. */

/* Holds the law of R for a price, before any data. A score needs its MAX_SCORE, a plan needs its MU. */
typedef struct dpcvx_test_release_law dpcvx_test_release_law;

/* Kinds of laws. */
#define DPCVX_TEST_RELEASE_KIND_POINT 608  /* of dpcvx_release_tested_point */
#define DPCVX_TEST_RELEASE_KIND_FAMILY 609 /* of dpcvx_release_tested_family and dpcvx_release_by_deletion */

/* Creates the law that a release with this price and these options has. kind is DPCVX_TEST_RELEASE_KIND_*.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_test_release_law_create(double epsilon, double delta, int32_t kind,
                                                     const dpcvx_options *options, dpcvx_test_release_law **out,
                                                     dpcvx_error *err);

/* Frees a law. Since 0.1. */
DPCVX_API void dpcvx_test_release_law_destroy(dpcvx_test_release_law *law);

/* Figures of a law. */
#define DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE 611 /* i64: the greatest score that may pass */
#define DPCVX_TEST_RELEASE_FIGURE_MU 612        /* f64: distance / (standard deviation of the noise) */
#define DPCVX_TEST_RELEASE_FIGURE_EPSILON 613   /* f64: as it was asked for */
#define DPCVX_TEST_RELEASE_FIGURE_DELTA 614     /* f64: what is proved, at most what was asked for; rounded up */
#define DPCVX_TEST_RELEASE_FIGURE_MIN_PASS_PROBABILITY 615   /* f64: the probability that a score of MAX_SCORE passes */
#define DPCVX_TEST_RELEASE_FIGURE_LEVEL_EPSILON_FRACTION 616 /* f64: epsilon_1 / epsilon; not of FORM_EXACT */

/* Reads a figure (DPCVX_TEST_RELEASE_FIGURE_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Errors: DPCVX_ERR_UNSUPPORTED for a figure that the law lacks.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_test_release_law_get_f64(const dpcvx_test_release_law *law, int32_t figure, double *value,
                                                      dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_test_release_law_get_i64(const dpcvx_test_release_law *law, int32_t figure, int64_t *value,
                                                      dpcvx_error *err);

/* Computes the probability Pr[R >= score] that a score passes.
 * Result: rounded to nearest; 1 for scores up to 0, 0 above MAX_SCORE.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_test_release_law_pass_probability(const dpcvx_test_release_law *law, int64_t score,
                                                               double *probability, dpcvx_error *err);

/* Releases a point if its score passes: out[i] = point[i] + noise, i < n.
 * The lattice and the private values are as in dpcvx_release_gaussian.
 * Requires: 0 < distance.
 * Result: *released is 1 or 0.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_tested_point(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                  int64_t score, const double *point, int64_t n, double distance,
                                                  const dpcvx_options *options, double *out, int32_t *released,
                                                  dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Tests the data at a level. The library calls it once, after the charge; the caller writes it.
 * Result: 1 if the data are stable at `level`, with f_level(x) written to point[0 ... n - 1]. 0 if they are not.
 * Requires: it decides for all data.
 * Errors: any other result is DPCVX_ERR_CALLBACK. The charge stays.
 * That this happened becomes known, and no proof covers it.
 * Threads: it is called on the thread of the release. */
typedef int32_t (*dpcvx_test_release_callback)(int64_t level, int64_t n, double *point, void *user);

/* Releases a point of a family if the data are stable at R: out[i] = f_R(x)[i] + noise, i < n.
 * Requires: 0 < distance.
 * Result: *released is 1 or 0.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_tested_family(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                   dpcvx_test_release_callback callback, void *user, int64_t n,
                                                   double distance, const dpcvx_options *options, double *out,
                                                   int32_t *released, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Computes f of a set of users. The library calls it after the charge; the caller writes it.
 * users[0 ... count - 1] are ascending, from 0, and never none. f goes to out[0 ... n - 1].
 * Result: 1. Or 0 if f has no value there, which counts as unstable. Entries that are not finite count the same.
 * Requires: it depends on what these users own, and on nothing else. It does not depend on earlier calls.
 * Errors: any other result is DPCVX_ERR_CALLBACK. The charge stays.
 * That this happened becomes known, and no proof covers it.
 * Threads: it is called on the thread of the release. */
typedef int32_t (*dpcvx_users_callback)(const int64_t *users, int64_t count, int64_t n, double *out, void *user);

/* Holds a function f of a set of users, for dpcvx_release_by_deletion. It never changes.
 * Threads: several threads may share it if the callback may run in several. */
typedef struct dpcvx_users_function dpcvx_users_function;

/* Creates a function of sets of the users 0 to users - 1, with n entries. `user` goes to the callback.
 * Under add/remove `users` is a nominal number. A user who is absent owns what f takes for nothing.
 * Requires: 1 <= users <= 2^48, 1 <= n <= 2^48.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_users_function_create(int64_t users, int64_t n, dpcvx_users_callback function, void *user,
                                                   dpcvx_users_function **out, dpcvx_error *err);

/* Frees a function. Since 0.1. */
DPCVX_API void dpcvx_users_function_destroy(dpcvx_users_function *function);

/* Releases any function f of a set of users that few deletions hardly change: out[i] = f[i] + noise, i < n.
 * Nothing has to be known of f. `sensitivity` is the l2 change by one deletion that counts as stable.
 * The test tries all deletions of a few users (src/mechanism/propose_test_release/README.md).
 * So f is called sum over k of C(users, k) times, for k up to 2 MAX_SCORE, for any data.
 * Only large epsilons have a few levels: 5 at epsilon = 8 and delta = 1e-6.
 * dpcvx_fit_create has stable minimisers that take two minimisations.
 * The default MAX_SCORE is the best of those for which the number of users and MAX_CALLS suffice.
 * `monitor` may be NULL. Its progress counts calls of f.
 * Result: *outcome is DPCVX_OUTCOME_DONE, _UNSTABLE (nothing was released) or _CANCELLED.
 * The guarantee assumes that cancelling does not depend on the data. `out` is all zeros except if DONE.
 * Requires: 0 < sensitivity.
 * Errors: too many calls, or no more users than deletions, are refused before the charge. The message has the numbers.
 * Source: Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_by_deletion(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                 const dpcvx_users_function *function, double sensitivity,
                                                 const dpcvx_options *options, const dpcvx_monitor *monitor,
                                                 double *out, int32_t *outcome, dpcvx_guarantee **guarantee,
                                                 dpcvx_error *err);

/* ---- Options ------------------------------------------------------------------------------------------------ */

/* Keys of the release options. */
/* f64: the step h, a power of two in [2^-1000, 2^900]; 0 (default): chosen from sensitivity, price and n */
#define DPCVX_RELEASE_OPTION_LATTICE_STEP 201
/* i64: 1 if one unit's arrival moves all scores the same way, which halves the noise of selections; default 0.
 * Other releases refuse it. So does every release under replace-one, where it is never so. */
#define DPCVX_RELEASE_OPTION_MONOTONIC 202

/* Creates the options of a release. NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys of the options of propose-test-release. */
#define DPCVX_TEST_RELEASE_OPTION_FORM 601 /* i64: DPCVX_TEST_RELEASE_FORM_*; default EXACT */
/* f64 in [0, 0.99]: epsilon_1 / epsilon of FORM_TRUNCATED_LAPLACE; default 0: chosen */
#define DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION 605
#define DPCVX_TEST_RELEASE_OPTION_MAX_SCORE 606 /* i64 in [0, 2^20]: upper bound on MAX_SCORE; default 0: chosen */
/* f64 in [0, 0.999]: MU of FORM_EXACT as a share of what Gaussian noise alone has at the price; default 0: chosen */
#define DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION 607
/* i64 in [1, 10^12]: calls of f by dpcvx_release_by_deletion; default 10^6 */
#define DPCVX_TEST_RELEASE_OPTION_MAX_CALLS 610

/* Forms of the law of R. */
#define DPCVX_TEST_RELEASE_FORM_EXACT 602             /* the worst pair of scores meets delta exactly */
#define DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE 603 /* a truncated discrete Laplace law, noise for the rest */
#define DPCVX_TEST_RELEASE_FORM_REFERENCE 604         /* the constants of Ghazi and others 2023 */

/* Creates the options of these releases and laws. NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_test_release_options_create(dpcvx_options **out, dpcvx_error *err);

DPCVX_END_DECLS

#endif
