/* dpcvx/optimize.h: minimisers without privacy, for comparison and as parts of private methods. Everything here is
 * named nonprivate: its results reveal the data. */
#ifndef DPCVX_OPTIMIZE_H
#define DPCVX_OPTIMIZE_H

#include <dpcvx/base.h>
#include <dpcvx/model.h>

DPCVX_BEGIN_DECLS

/* NOT PRIVATE: minimises an objective over its domain, from `start` (projected on the domain; NULL: from the projection
 * of 0). Stops when the certified distance to the minimiser is at most `tolerance` (>= 0); an objective without
 * quadratic need not have one minimiser, there the norm of the gradient mapping, L ||w - P(w - grad F(w) / L)||, is
 * compared with it. Or after most_passes passes over the data (1 to 10^9).
 *
 * w: `dimension` entries, the best point found. The next three may be NULL.
 * *gap: F(w) - min F is at most this; infinity where nothing proves a bound.
 * *distance: ||w - argmin F||_2 is at most this, which is at most sqrt(2 gap / l2); infinity without quadratic.
 * Both are certified: rounding errors are added, and where the tolerance was not met they say how far it came.
 * *outcome: DPCVX_OUTCOME_DONE, the tolerance was met; _WORK_LIMIT, passes came to their end or rounding leaves no more
 * progress; _CANCELLED, by `progress` (may be NULL; called between passes) or `cancel` (may be NULL). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_minimize(const dpcvx_objective *objective, double tolerance,
                                                 int64_t most_passes, const double *start,
                                                 dpcvx_progress_callback progress, void *user,
                                                 const dpcvx_cancel *cancel, double *w, int64_t dimension, double *gap,
                                                 double *distance, int32_t *outcome, dpcvx_error *err);

/* Which of the noises that a theorem offers a method draws. */
#define DPCVX_NOISE_FORM_TIGHT 383    /* the least that the library's own accounting allows */
#define DPCVX_NOISE_FORM_QUANTILE 384 /* SGD's output: for a sensitivity that is kept but for part of delta */
#define DPCVX_NOISE_FORM_PAPER 385    /* the closed form of Wang, Lei, Ying and Zhang 2022 */

DPCVX_END_DECLS

#endif
