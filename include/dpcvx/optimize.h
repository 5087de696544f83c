/* dpcvx/optimize.h: minimisers without privacy, and the stability of stochastic gradient descent (SGD).
 *
 * dpcvx_nonprivate_minimize finds the minimiser of an objective, and certifies how close it came.
 * It serves for comparison. Its result reveals the data, as its name says.
 * dpcvx_sgd_stability_* bounds how far apart SGD can end on neighbouring data, and computes the noise this needs.
 * That takes public numbers alone: no data are read, and nothing is charged.
 * Formulas and sources: src/optimize/README.md. The closed forms of the papers: dpcvx/reference.h.
 *
 * Example: logistic regression without privacy.
 *
 *     const double x[] = {0.5, -1.0, 0.8, 0.3}, y[] = {1, -1, -1, 1};
 *     dpcvx_error err;
 *     dpcvx_dataset *data = NULL;
 *     dpcvx_objective *objective = NULL;
 *     double w[2];  // a coefficient and the intercept
 *     if (dpcvx_dataset_create_dense(x, 4, 1, 1, 1, y, &data, &err) != DPCVX_OK ||
 *         dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, NULL, NULL, &objective, &err) != DPCVX_OK ||
 *         dpcvx_nonprivate_minimize(objective, NULL, NULL, NULL, w, 2, NULL, NULL, NULL, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("coefficient %.4f, intercept %.4f\n", w[0], w[1]);  // prints coefficient 1.57...
 *     dpcvx_objective_destroy(objective);
 *     dpcvx_dataset_destroy(data);
 */
#ifndef DPCVX_OPTIMIZE_H
#define DPCVX_OPTIMIZE_H

#include <dpcvx/base.h>
#include <dpcvx/model.h>
#include <dpcvx/privacy.h>

DPCVX_BEGIN_DECLS

/* Minimises an objective F over its domain K. NOT PRIVATE.
 * It begins at `start`, projected on K. NULL begins at the projection of 0.
 * It stops if the certified distance to the minimiser is at most TOLERANCE, or after MAX_PASSES passes over the data.
 * These are options, DPCVX_MINIMIZE_OPTION_* at the end of this header. NULL means the defaults.
 * An objective without quadratic may have several minimisers. Then the norm of the gradient mapping is compared:
 *
 *   beta ||w - P(w - grad F(w) / beta)||
 *
 * beta is the smoothness of F, and P the projection on K. With L1, P is the proximal step of penalty and domain.
 * Errors: DPCVX_ERR_UNSUPPORTED for an objective with L1 and a loss that is not smooth.
 * Result: w, the best point found, with `dimension` entries. The other three pointers may be NULL.
 * Result: *gap >= F(w) - min F; infinity if nothing proves a bound.
 * Result: *distance >= ||w - argmin F||_2. It is at most sqrt(2 gap / l2), and infinity without quadratic.
 * Rounding errors are added to both. If the tolerance was not met, they say how close w came.
 * Result: *outcome is DPCVX_OUTCOME_DONE if the tolerance was met.
 * It is DPCVX_OUTCOME_MAX_PASSES at the limit of passes, or where rounding leaves no more progress.
 * It is DPCVX_OUTCOME_CANCELLED if `monitor`, which may be NULL, asked for it between passes.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_minimize(const dpcvx_objective *objective, const double *start,
                                                 const dpcvx_options *options, const dpcvx_monitor *monitor, double *w,
                                                 int64_t dimension, double *gap, double *distance, int32_t *outcome,
                                                 dpcvx_error *err);

/* ---- For experts: stability of SGD -------------------------------------------------------------------------- */

/* Holds bounds on how far apart SGD can end on neighbours, that is on data that differ in one unit.
 * SGD makes T steps on one unit z each, from a public start:
 *
 *   w <- P(w - eta (g(w; z) + l2 w))
 *
 * g is a subgradient of a convex loss, and P the projection on a convex domain.
 * The order of the n units does not depend on their data. Both runs use the same order.
 * Under replace-one one unit is replaced. Under add/remove its steps are left out.
 * What is released is the last iterate, or the average of the last ones.
 * src/optimize/README.md has the formulas, and how the bounds use the options.
 * Threads: a handle never changes, and several threads may share it. */
typedef struct dpcvx_sgd_stability dpcvx_sgd_stability;

/* Computes the bounds of one setting. The options are DPCVX_STABILITY_OPTION_* at the end of this header.
 * Errors: DPCVX_ERR_ARGUMENT if UNITS, STEPS or STEP_SIZE are not set.
 * Errors: DPCVX_ERR_UNSUPPORTED if the numbers bound nothing. The reasons are: gradients or their differences
 * without bound, eta above 1 / l2, distances above the range of doubles.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_create(const dpcvx_options *options, dpcvx_sgd_stability **out,
                                                  dpcvx_error *err);

/* Frees the bounds. Since 0.1. */
DPCVX_API void dpcvx_sgd_stability_destroy(dpcvx_sgd_stability *stability);

/* Computes a bound on the distance in any order.
 * Every step of a sampled order may meet the changed unit, and one step in each pass of a permuted order.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_worst(const dpcvx_sgd_stability *stability, double *bound, dpcvx_error *err);

/* Computes a bound on the distance if at most `touches` steps meet the changed unit.
 * Requires: 0 <= touches <= 10^9.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_after_touches(const dpcvx_sgd_stability *stability, int64_t touches,
                                                         double *bound, dpcvx_error *err);

/* Computes a bound that the distance exceeds for a share of at most gamma of the orders.
 * Requires: 0 < gamma < 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_quantile(const dpcvx_sgd_stability *stability, double gamma, double *bound,
                                                    dpcvx_error *err);

/* Computes a bound on the mean distance over orders. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_expected(const dpcvx_sgd_stability *stability, double *bound,
                                                    dpcvx_error *err);

/* Creates the curve of what SGD releases plus Gaussian noise of standard deviation `noise` in every coordinate.
 * The order must stay secret. The curve is a mixture of GDP over when and how often the changed unit is met.
 * Under replace-one a single use of it is amplified by the order (src/optimize/README.md).
 * Requires: noise > 0.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_curve(const dpcvx_sgd_stability *stability, double noise, dpcvx_curve **out,
                                                 dpcvx_error *err);

/* Computes the standard deviation of the noise that makes the same release (epsilon, delta)-DP.
 * `form` is DPCVX_NOISE_CALIBRATION_*.
 * Result: *noise; 0 if none is needed.
 * Requires: epsilon >= 0, 0 < delta < 1.
 * Errors: DPCVX_ERR_UNSUPPORTED for REFERENCE if epsilon > 1, where its formula is not proved.
 * Errors: DPCVX_ERR_UNSUPPORTED for REFERENCE wherever dpcvx_reference_wang2022_stability is.
 * Errors: DPCVX_ERR_NUMERIC if no noise in the range of doubles suffices.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_noise(const dpcvx_sgd_stability *stability, int32_t form, double epsilon,
                                                 double delta, double *noise, dpcvx_error *err);

/* Noise calibrations: which of the noises that a theorem offers a method draws. */
#define DPCVX_NOISE_CALIBRATION_EXACT 383 /* the least that the library's own accounting allows */
#define DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY                                                               \
  384                                         /* of SGD's output: for a sensitivity that holds for most orders \
                                               */
#define DPCVX_NOISE_CALIBRATION_REFERENCE 385 /* the closed form of Wang, Lei, Ying and Zhang 2022 */

/* ---- Options ------------------------------------------------------------------------------------------------ */

/* Keys of the options of dpcvx_nonprivate_minimize. */
#define DPCVX_MINIMIZE_OPTION_TOLERANCE 338  /* f64 in [0, 1e30]: distance at which it stops; default 1e-6 */
#define DPCVX_MINIMIZE_OPTION_MAX_PASSES 339 /* i64 in [1, 10^9]: limit of passes over the data; default 1000 */

/* Creates the options of dpcvx_nonprivate_minimize with all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_minimize_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys of the stability options. Losses have (alpha, L)-Hoelder subgradients: ||g(w) - g(v)|| <= L ||w - v||^alpha.
 * A negative value stands for unknown, and is the default if no other default is given. */
#define DPCVX_STABILITY_OPTION_EXPONENT 321         /* f64 in [0, 1]: alpha; default 0 */
#define DPCVX_STABILITY_OPTION_HOLDER 322           /* f64, -1 or in [0, 1e30]: L; if negative, 2 G at alpha = 0 */
#define DPCVX_STABILITY_OPTION_LIPSCHITZ 323        /* f64, -1 or in [0, 1e30]: G, sup ||g|| */
#define DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO 324 /* f64, -1 or in [0, 1e30]: M, sup ||g(0)|| */
#define DPCVX_STABILITY_OPTION_VALUE_AT_ZERO 325    /* f64, -1 or in [0, 1e30]: sup f(0), of losses f >= 0 */
#define DPCVX_STABILITY_OPTION_RADIUS 326           /* f64 in [0, 1e30]: R, sup ||w|| of the domain; 0 (default): R^d */
#define DPCVX_STABILITY_OPTION_STRONG_CONVEXITY 327 /* f64 in [0, 1e30]: l2; default 0 */
#define DPCVX_STABILITY_OPTION_UNITS 328            /* i64 in [1, 10^15]: n >= 1, to be set */
#define DPCVX_STABILITY_OPTION_STEPS 329            /* i64 in [1, 10^9]: T >= 1, to be set */
#define DPCVX_STABILITY_OPTION_STEP_SIZE 330        /* f64 in (0, 1e30]: eta > 0, to be set */
#define DPCVX_STABILITY_OPTION_ORDER 331            /* i64: DPCVX_SGD_ORDER_*; default SAMPLED */
/* f64 in [0, 1]: the share of iterates that is averaged, the last ones, at least one; default 1 */
#define DPCVX_STABILITY_OPTION_TAIL_AVERAGE_FRACTION 332
#define DPCVX_STABILITY_OPTION_ADJACENCY 333   /* i64: DPCVX_ADJACENCY_*; default REPLACE_ONE */
#define DPCVX_STABILITY_OPTION_STEP_ERROR 334  /* f64 in [0, 1e30]: l2 error of a computed step; default 0 */
#define DPCVX_STABILITY_OPTION_STEP_DEFECT 335 /* f64 in [0, 1e30]: added to the expansion of a step; default 0 */
#define DPCVX_STABILITY_OPTION_OSCILLATION 336 /* f64, -1 or in [0, 1e30]: sup ||g(w) - g(v)||; if negative, 2 G */
/* i64: 1 if a loss is a mean of functions of one inner product <a, w> each; default 0 */
#define DPCVX_STABILITY_OPTION_GENERALIZED_LINEAR 337

/* Orders in which SGD meets the units. */
#define DPCVX_SGD_ORDER_PERMUTED 381 /* each pass over the units in a fresh uniform order */
#define DPCVX_SGD_ORDER_SAMPLED 382  /* each step on a uniform unit, independent of the others, as in the paper */

/* Creates the stability options with all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sgd_stability_options_create(dpcvx_options **out, dpcvx_error *err);

DPCVX_END_DECLS

#endif
