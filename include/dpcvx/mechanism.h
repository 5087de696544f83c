/* dpcvx/mechanism.h: private releases of numbers, vectors, choices, ranges and quantiles.
 *
 * Order of a release. Every function below takes a budget, a source of randomness and a price, and does, in this order:
 * check the arguments; take memory and random bits' readiness; charge the budget; only then read the private values.
 * A charge that does not fit is DPCVX_ERR_BUDGET and the values are not looked at. After the charge nothing fails.
 *
 * The price is a curve (dpcvx/privacy.h): the release uses the least noise whose own curve is covered by it, and charges
 * its own curve. A mechanism that cannot meet a kind of price (Gaussian noise a pure one) says so
 * (DPCVX_ERR_UNSUPPORTED) and names the kinds it takes.
 *
 * Private values are never checked, since an error message would be a release: NaN counts as 0, and a value outside the
 * representable range as its nearest end. Sensitivities are the caller's statement, under the budget's adjacency, and
 * guarantees record them as assumed.
 *
 * Real values go through a lattice: a public step h, a power of two, rounding to it, and exact integer noise in units of
 * h, so that no floating-point artefact of the noise reveals the value (Mironov 2012). The rounding's share of the
 * sensitivity is in the noise.
 *
 * `guarantee` may be NULL; else it receives a handle that the caller destroys.
 */
#ifndef DPCVX_MECHANISM_H
#define DPCVX_MECHANISM_H

#include <dpcvx/base.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Keys of the release options. */
#define DPCVX_RELEASE_LATTICE_STEP 1 /* f64: the step h, a power of two in [2^-1000, 2^900]; 0 (default): chosen from the noise scale and n */
#define DPCVX_RELEASE_MONOTONIC 2    /* i64: 1 when one unit's arrival moves all scores the same way (selection only, add/remove); default 0 */

DPCVX_API dpcvx_status dpcvx_release_options_create(dpcvx_options **out, dpcvx_error *err);

/* out[i] = values[i] + Gaussian noise, i < n; l2_sensitivity > 0 bounds the Euclidean change of the vector. Prices: GDP,
 * zCDP, (epsilon, delta). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_gaussian(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                              const double *values, size_t n, double l2_sensitivity,
                                              const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                              dpcvx_error *err);

/* out[i] = values[i] + Laplace noise, i < n; l1_sensitivity > 0 bounds the l1 change of the vector. Prices: pure, zCDP,
 * GDP, (epsilon, delta). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_laplace(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                             const double *values, size_t n, double l1_sensitivity,
                                             const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                             dpcvx_error *err);

/* out[i] = values[i] + discrete Gaussian noise on integers (Canonne, Kamath and Steinke 2020); sums saturate at the ends
 * of int64. Prices: zCDP, (epsilon, delta). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_discrete_gaussian(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                       const int64_t *values, size_t n, double l2_sensitivity,
                                                       int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* out[i] = values[i] + discrete Laplace noise on integers (the geometric mechanism); sums saturate at the ends of int64.
 * Prices: pure, zCDP, GDP, (epsilon, delta). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_discrete_laplace(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                      const int64_t *values, size_t n, int64_t l1_sensitivity,
                                                      int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Randomized response: answers[i] in {0, ..., categories - 1}, one per unit, each replaced by a uniform category with a
 * probability that makes every single report epsilon-locally private (an answer outside counts as 0). The budget is
 * charged epsilon once, since units are disjoint. 2 <= categories <= 2^31. Prices: pure, zCDP, GDP, (epsilon, delta).
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_randomized_response(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                         const int64_t *answers, size_t n, int64_t categories,
                                                         int64_t *out, dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Unbiased estimates of the share of each category from reports of randomized response at the same epsilon and their
 * standard errors (may be NULL); post-processing, no charge. shares has `categories` entries. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_randomized_response_shares(const int64_t *reports, size_t n, int64_t categories,
                                                        double epsilon, double *shares, double *standard_errors,
                                                        dpcvx_error *err);

/* The exponential mechanism (McSherry and Talwar 2007): *index = i with probability proportional to
 * exp(epsilon scores[i] / (2 sensitivity)), exactly, after rounding the scores to a lattice. 1 <= n. Prices: pure, zCDP
 * (rho = epsilon^2 / 8: the mechanism has bounded range, Cesar and Rogers 2021), GDP, (epsilon, delta). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_exponential(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                 const double *scores, size_t n, double sensitivity,
                                                 const dpcvx_options *options, int64_t *index,
                                                 dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Report-noisy-max by permute-and-flip (McKenna and Sheldon 2020): never a worse expected score than the exponential
 * mechanism at the same epsilon. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_noisy_max(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                               const double *scores, size_t n, double sensitivity,
                                               const dpcvx_options *options, int64_t *index,
                                               dpcvx_guarantee **guarantee, dpcvx_error *err);

/* A quantile of values, one per unit, on [low, high] (public): the exponential mechanism over the gaps between the sorted
 * values (Smith 2011), on a lattice. 0 <= q <= 1, 1 <= n. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_quantile(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                              const double *values, size_t n, double q, double low, double high,
                                              const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                              dpcvx_error *err);

/* A range that holds about a share `coverage` of the values, one per unit, without public bounds on them: ends are chosen
 * among 0 and +-2^k, -64 <= k <= 64, half the price each. What one needs to clip honestly. 0 < coverage < 1, 1 <= n.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_range(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                           const double *values, size_t n, double coverage, double *low, double *high,
                                           dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Above-threshold (the sparse vector technique; Dwork and Roth 2014, Algorithm 1; Lyu, Su and Li 2017): answers, for a
 * stream of queries of a common sensitivity, whether each is above a public threshold, and stops after most_above
 * positive answers. The whole price is charged at creation. Prices: pure, zCDP, GDP, (epsilon, delta). */
typedef struct dpcvx_above_threshold dpcvx_above_threshold;

DPCVX_API dpcvx_status dpcvx_above_threshold_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                    double threshold, double sensitivity, int64_t most_above,
                                                    const dpcvx_options *options, dpcvx_above_threshold **out,
                                                    dpcvx_guarantee **guarantee, dpcvx_error *err);
DPCVX_API void dpcvx_above_threshold_destroy(dpcvx_above_threshold *stream);

/* *above = 1 or 0 for one query's value. DPCVX_ERR_STATE after the last positive answer. `rng` must be of the same kind
 * (entropy or deterministic) as at creation. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_above_threshold_query(dpcvx_above_threshold *stream, dpcvx_rng *rng, double value,
                                                   int32_t *above, dpcvx_error *err);

/* How many more positive answers it will give; a public count. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_above_threshold_remaining(const dpcvx_above_threshold *stream, int64_t *remaining,
                                                       dpcvx_error *err);

DPCVX_END_DECLS

#endif
