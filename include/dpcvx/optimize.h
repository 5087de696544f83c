/* dpcvx/optimize.h: minimisers without privacy, for comparison and as parts of private methods. Everything here is
 * named nonprivate: its results reveal the data. */
#ifndef DPCVX_OPTIMIZE_H
#define DPCVX_OPTIMIZE_H

#include <dpcvx/base.h>
#include <dpcvx/model.h>

DPCVX_BEGIN_DECLS

/* NOT PRIVATE: minimises a smooth objective (damped Newton) from w = 0 until the gradient's norm is at most `tolerance`
 * (> 0), and says what it reached: *gradient_norm, and *distance, a certified bound on the distance to the minimiser
 * (gradient norm / l2; infinity where the objective has no quadratic); both may be NULL. DPCVX_ERR_NUMERIC when it
 * cannot be reached (a separable table without quadratic has no minimiser: it stops at most_steps with the last iterate
 * written). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_minimize(const dpcvx_objective *objective, double tolerance, int64_t most_steps,
                                                 double *w, int64_t dimension, double *gradient_norm, double *distance,
                                                 dpcvx_error *err);

DPCVX_END_DECLS

#endif
