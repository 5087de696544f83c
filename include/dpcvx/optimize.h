/* dpcvx/optimize.h: minimisers without privacy, for comparison and as parts of private methods. Everything here is
 * named nonprivate: its results reveal the data. */
#ifndef DPCVX_OPTIMIZE_H
#define DPCVX_OPTIMIZE_H

#include <dpcvx/base.h>
#include <dpcvx/model.h>

DPCVX_BEGIN_DECLS

/* NOT PRIVATE: minimises a smooth objective (damped Newton) from w = 0 until the gradient's norm is at most `tolerance`
 * (> 0), for at most most_steps steps (1 to 10^6), and says what the last iterate, in w, reached: *gradient_norm;
 * *distance, a certified bound on the distance to the minimiser (gradient norm / l2; infinity where the objective has
 * no quadratic); *converged, 1 where the tolerance was met, 0 where it was not: too few steps, a tolerance below what
 * rounding leaves, or no minimiser (a separable table without quadratic). Each of the three may be NULL.
 * DPCVX_ERR_NUMERIC where a Hessian cannot be factored. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_minimize(const dpcvx_objective *objective, double tolerance, int64_t most_steps,
                                                 double *w, int64_t dimension, double *gradient_norm, double *distance,
                                                 int32_t *converged, dpcvx_error *err);

DPCVX_END_DECLS

#endif
