// What the methods that add noise to sums of gradients have in common: how gradients are clipped, what the record says
// of the steps.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_CLIPPING_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_CLIPPING_H_

#include "privacy/guarantee/guarantee.h"
#include "solve/core/proposal.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

// The bound on a unit's gradient, and what becomes of longer ones; after the reach. Where users are said to have at
// least m records each it bounds most users' gradients near the optimum (README.md).
void choose_clip(const model::Objective &objective, const Settings &settings, Figures *figures);

// What gradient sums are clipped to: nothing where the objective itself keeps gradients within that bound.
model::Clip clip_of(const model::Objective &objective, const Figures &figures);

// What a sum of per-unit gradients can change by between neighbours: a unit's share of at most `bound`, and twice the
// rounding error of a sum.
double sum_sensitivity(int32_t adjacency, double bound, double error);

// The constants of the steps and of their noise.
void describe_steps(const Proposal &proposal, privacy::Guarantee &record);

}  // namespace dpcvx::solve

#endif
