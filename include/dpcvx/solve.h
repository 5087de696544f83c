/* dpcvx/solve.h: private fits.
 *
 * data (dataset) -> model (objective) -> solver -> budget charge -> noise -> fit. A fit holds the coefficients and the
 * guarantee they came with; it never changes and may be read by several threads. */
#ifndef DPCVX_SOLVE_H
#define DPCVX_SOLVE_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/model.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Keys of the solve options. All are public parameters, fixed before the data are read. */
#define DPCVX_SOLVE_STEPS 1     /* i64: number of gradient steps T; 0 (default): chosen from n, the dimension, the price and the constants */
#define DPCVX_SOLVE_STEP_SIZE 2 /* f64: eta; 0 (default): chosen from the smoothness */
#define DPCVX_SOLVE_MOMENTUM 3  /* f64 in [0, 1): heavy-ball momentum; -1 (default): chosen */
#define DPCVX_SOLVE_AVERAGE 4   /* f64 in [0, 1]: share of the last iterates that is averaged; 0 the last one only; default 0.5 */
#define DPCVX_SOLVE_RADIUS 5    /* f64 > 0: iterates are projected onto the ball of this radius about 0; 0 (default): no ball */
#define DPCVX_SOLVE_THREADS 6   /* i64: 1 (default) to 64; results do not depend on it */

typedef struct dpcvx_fit dpcvx_fit;

DPCVX_API dpcvx_status dpcvx_solve_options_create(dpcvx_options **out, dpcvx_error *err);

/* Noisy full-batch gradient descent (Bassily, Smith and Thakurta 2014; Song, Chaudhuri and Sarwate 2013): T times
 * w <- w - eta (sum of per-unit gradients / n + Gaussian noise), per-unit gradients bounded by the objective's G; the T
 * Gaussian releases of sensitivity G/n (zero-out) or 2G/n (replace-one) compose to the price. Prices: GDP, zCDP,
 * (epsilon, delta). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_create_noisy_gradient_descent(const dpcvx_objective *objective, const dpcvx_curve *price,
                                                               dpcvx_budget *budget, dpcvx_rng *rng,
                                                               const dpcvx_options *options, dpcvx_fit **out,
                                                               dpcvx_error *err);

DPCVX_API void dpcvx_fit_destroy(dpcvx_fit *fit);

/* The coefficients, `dimension` of them (DPCVX_OBJECTIVE_DIMENSION), the intercept last. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_coefficients(const dpcvx_fit *fit, double *out, int64_t dimension, dpcvx_error *err);

/* Decision values <a_i, w> for the rows of a dataset with the same columns, prepared by the fit as in training
 * (intercept, clipping); its labels are not used. `rows` entries. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_decision_values(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out,
                                                 int64_t rows, dpcvx_error *err);

/* A copy of the guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_guarantee(const dpcvx_fit *fit, dpcvx_guarantee **out, dpcvx_error *err);

DPCVX_END_DECLS

#endif
