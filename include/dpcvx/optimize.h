/* dpcvx/optimize.h: minimisers without privacy, for comparison and as parts of private methods: they are named
 * nonprivate, their results reveal the data. And how stable stochastic gradient descent is, from public numbers alone:
 * what privacy of its output rests on. */
#ifndef DPCVX_OPTIMIZE_H
#define DPCVX_OPTIMIZE_H

#include <dpcvx/base.h>
#include <dpcvx/model.h>
#include <dpcvx/privacy.h>

DPCVX_BEGIN_DECLS

/* NOT PRIVATE: minimises an objective over its domain, from `start` (projected on the domain; NULL: from the projection
 * of 0). Stops when the certified distance to the minimiser is at most `tolerance` (>= 0); an objective without
 * quadratic need not have one minimiser, there the norm of the gradient mapping, L ||w - P(w - grad F(w) / L)||, is
 * compared with it. Or after max_passes passes over the data (1 to 10^9).
 *
 * w: `dimension` entries, the best point found. The next three may be NULL.
 * *gap: F(w) - min F is at most this; infinity where nothing proves a bound.
 * *distance: ||w - argmin F||_2 is at most this, which is at most sqrt(2 gap / l2); infinity without quadratic.
 * Both are certified: rounding errors are added, and where the tolerance was not met they say how far it came.
 * *outcome: DPCVX_OUTCOME_DONE, the tolerance was met; _WORK_LIMIT, passes came to their end or rounding leaves no more
 * progress; _CANCELLED, by `progress` (may be NULL; called between passes) or `cancel` (may be NULL). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_minimize(const dpcvx_objective *objective, double tolerance, int64_t max_passes,
                                                 const double *start, dpcvx_progress_callback progress, void *user,
                                                 const dpcvx_cancel *cancel, double *w, int64_t dimension, double *gap,
                                                 double *distance, int32_t *outcome, dpcvx_error *err);

/* Which of the noises that a theorem offers a method draws. */
#define DPCVX_NOISE_CALIBRATION_EXACT 383 /* the least that the library's own accounting allows */
#define DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY \
  384                                         /* SGD's output: for a sensitivity that is kept but for part of delta */
#define DPCVX_NOISE_CALIBRATION_REFERENCE 385 /* the closed form of Wang, Lei, Ying and Zhang 2022 */

/* Stability of stochastic gradient descent (SGD). T steps of one unit each, w <- P(w - eta (g(w; z) + l2 w)), from a
 * public start, g a subgradient of a convex loss, P the projection on a convex domain, in an order of the n units that
 * does not depend on their data. Run on neighbours (one unit replaced, or its steps left out) with the same order, how
 * far apart can what they release be, the last iterate or the average of the last ones? All from public numbers: no
 * data are looked at, nothing is charged.
 *
 * With (alpha, L)-Hoelder subgradients, ||g(w) - g(v)|| <= L ||w - v||^alpha on all of R^d, 0 <= alpha <= 1, a step on
 * a common unit adds at most c = ((1 - alpha) / (1 + alpha)) (2^-alpha eta L)^(2 / (1 - alpha)) to the squared distance
 * (0 at alpha = 1 and eta <= 2 / L), a step that meets the changed unit at most b = 2 eta G to the distance (eta G
 * under add/remove). Nothing is added before the changed unit is first met, at step s say: after t steps, of which K
 * met it, the distance is at most sqrt(b^2 + c (t - s)) + b (K - 1), and an average of iterates is within the average
 * of these. (The lemmas of Wang, Lei, Ying and Zhang 2022, Lemmas 20 and 21, put together more sharply than in their
 * Theorem 7.) Where G is not given, M + L R^alpha bounds gradients within radius R of 0; on all of R^d, for losses >= 0
 * and eta <= 1 / L at alpha = 1, so do the iterates' own norms, which then grow with the square root of their number.
 * l2 contracts each step by 1 - eta l2, which must be above 0.
 *
 * Ridges, losses that are averages of (alpha, L)-Hoelder functions phi(<a, w>) of one inner product each, as those of
 * linear models are, have less: c = ((1 - alpha) / (1 + alpha)) (eta L (alpha / (1 + alpha))^alpha)^(2 / (1 - alpha)).
 *
 * The handle is immutable and may be shared between threads. */
typedef struct dpcvx_sgd_stability dpcvx_sgd_stability;

#define DPCVX_SGD_ORDER_PERMUTED 381 /* each pass over the units in a fresh uniform order */
#define DPCVX_SGD_ORDER_SAMPLED 382  /* each step on a uniform unit, independent of others: the paper's */

/* Keys of its options. Those without a default that says otherwise must be set; of a share of iterates at least one is
 * averaged. */
#define DPCVX_STABILITY_OPTION_EXPONENT 321         /* f64 in [0, 1]: alpha; default 0 */
#define DPCVX_STABILITY_OPTION_HOLDER 322           /* f64 in [-1, 1e30]: L; negative (default): 2 G at alpha = 0 */
#define DPCVX_STABILITY_OPTION_LIPSCHITZ 323        /* f64 in [-1, 1e30]: G, sup ||g||; negative (default): unknown */
#define DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO 324 /* f64 in [-1, 1e30]: M, sup ||g(0)||; negative: unknown */
#define DPCVX_STABILITY_OPTION_VALUE_AT_ZERO 325    /* f64 in [-1, 1e30]: sup f(0), f >= 0; negative: unknown */
#define DPCVX_STABILITY_OPTION_RADIUS 326           /* f64 in [0, 1e30]: R, ||w|| of the domain; 0 (default): R^d */
#define DPCVX_STABILITY_OPTION_STRONG_CONVEXITY 327 /* f64 in [0, 1e30]: l2; default 0 */
#define DPCVX_STABILITY_OPTION_UNITS 328            /* i64 in [0, 10^15]: n >= 1, to be set */
#define DPCVX_STABILITY_OPTION_STEPS 329            /* i64 in [0, 10^9]: T >= 1, to be set */
#define DPCVX_STABILITY_OPTION_STEP_SIZE 330        /* f64 in [0, 1e30]: eta > 0, to be set */
#define DPCVX_STABILITY_OPTION_ORDER 331            /* i64: DPCVX_SGD_ORDER_*; default _SAMPLED */
#define DPCVX_STABILITY_OPTION_TAIL_AVERAGE_FRACTION 332 /* f64 in [0, 1]: share of iterates averaged, the last; 1 */
#define DPCVX_STABILITY_OPTION_ADJACENCY 333             /* i64: DPCVX_ADJACENCY_*; default _REPLACE_ONE */
#define DPCVX_STABILITY_OPTION_STEP_ERROR 334            /* f64 in [0, 1e30]: of a computed step; default 0 */
#define DPCVX_STABILITY_OPTION_STEP_DEFECT 335           /* f64 in [0, 1e30]: added to c; default 0 */
#define DPCVX_STABILITY_OPTION_OSCILLATION 336           /* f64 in [-1, 1e30]: sup ||g(w) - g(v)||; negative: 2 G */
#define DPCVX_STABILITY_OPTION_GENERALIZED_LINEAR 337    /* i64: 1 where losses are ridges, see above; default 0 */

/* Options with all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_options_create(dpcvx_options **out, dpcvx_error *err);

/* The bounds of one setting. DPCVX_ERR_ARGUMENT where UNITS, STEPS or STEP_SIZE are not set, DPCVX_ERR_UNSUPPORTED
 * where the numbers bound nothing: gradients or their differences without bound, eta beyond 1 / l2, distances beyond
 * the range of doubles. Steps on a machine: a computed step may be STEP_ERROR off, in l2 norm, one that is within c +
 * STEP_DEFECT; both accumulate in the bounds. Distances above 0 count as 2^-490 at least. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_create(const dpcvx_options *options, dpcvx_sgd_stability **out,
                                                  dpcvx_error *err);

/* Frees it; NULL is fine. Since 0.1. */
DPCVX_API void dpcvx_sgd_stability_destroy(dpcvx_sgd_stability *stability);

/* *bound: the distance in any order: every step of a sampled one meets the changed unit, one in each pass of a permuted
 * one does. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_worst(const dpcvx_sgd_stability *stability, double *bound, dpcvx_error *err);

/* *bound: the distance where at most `touches` steps (0 to 10^9) meet the changed unit. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_after_touches(const dpcvx_sgd_stability *stability, int64_t touches,
                                                         double *bound, dpcvx_error *err);

/* *bound: the distance but for a share gamma (0 < gamma < 1) of the orders. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_quantile(const dpcvx_sgd_stability *stability, double gamma, double *bound,
                                                    dpcvx_error *err);

/* *bound: the mean distance over orders. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_expected(const dpcvx_sgd_stability *stability, double *bound,
                                                    dpcvx_error *err);

/* The privacy of what SGD releases plus Gaussian noise of standard deviation `noise` (> 0) in every coordinate, the
 * order kept secret: a mixture of Gaussian privacy over when and how often the changed unit is met, by joint convexity
 * (dpcvx_curve_create_gdp_mixture); of a permuted order's many passes the worst alone. Under replace-one one use of it
 * is amplified: with q the probability that the unit is met, delta(epsilon) is the mixture's at log(1 + (e^epsilon - 1)
 * / q), since runs that do not meet it hide those that do (Balle, Barthe and Gaboardi 2018, Theorem 2). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_curve(const dpcvx_sgd_stability *stability, double noise, dpcvx_curve **out,
                                                 dpcvx_error *err);

/* *noise: standard deviation for (epsilon, delta)-DP of the same, epsilon >= 0 and 0 < delta < 1, by
 * DPCVX_NOISE_CALIBRATION_EXACT: the least at which that curve has it;
 * _QUANTILE: of a sensitivity that all but a share gamma of the orders keep, with delta - gamma left to the noise, at
 * the best gamma;
 * _PAPER: Theorem 8 of Wang, Lei, Ying and Zhang 2022, sqrt(2 log(2.5 / delta)) / epsilon times
 * dpcvx_reference_wang2022_stability at gamma = delta / 2, which rests on a formula that is proved for epsilon <= 1
 * only: DPCVX_ERR_UNSUPPORTED beyond, and where that function is. 0 where none is needed; DPCVX_ERR_NUMERIC where none
 * in the range of doubles does. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_noise(const dpcvx_sgd_stability *stability, int32_t form, double epsilon,
                                                 double delta, double *noise, dpcvx_error *err);

DPCVX_END_DECLS

#endif
