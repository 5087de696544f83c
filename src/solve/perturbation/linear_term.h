// The random linear term of objective perturbation, drawn exactly: each draw is within a public distance of one of the
// ideal continuous law (PROOFS.md).
#ifndef DPCVX_SOLVE_PERTURBATION_LINEAR_TERM_H_
#define DPCVX_SOLVE_PERTURBATION_LINEAR_TERM_H_

#include "mechanism/noise/noise.h"

namespace dpcvx::solve {

// Independent entries: normal of standard deviation `scale`, or Laplace of that scale. `plan->scale` steps are exactly
// scale.
void plan_linear_term(bool laplace, double scale, mechanism::NoisePlan *plan);

// Entries are clipped to this: beyond it lies a probability below 2^-900.
double max_linear_term_entry(bool laplace, double scale);

// Bounds ||b / n||_2 of d such entries.
double max_linear_term_norm(bool laplace, double scale, double d, double n);

// Bounds the l2 distance of a drawn linear term of d entries, over n, from an ideal one over n; times n.
double linear_term_error(bool laplace, const mechanism::NoisePlan &plan, double d);

// out = b / n. The rng has been prepared.
void draw_linear_term(random::Rng &rng, bool laplace, const mechanism::NoisePlan &plan, double n, double *out,
                      size_t d);

}  // namespace dpcvx::solve

#endif
