// What the methods that add noise to sums of gradients have in common: how gradients are clipped, why a problem cannot
// be planned, what the record says of the steps.
#ifndef DPCVX_SOLVE_GRADIENT_TERMS_H_
#define DPCVX_SOLVE_GRADIENT_TERMS_H_

#include "solve/method.h"

namespace dpcvx::solve {

// The bound on a unit's gradient, and what becomes of longer ones.
void choose_clip(const model::Objective &objective, const Settings &settings, Figures *figures);

// What gradient sums are clipped to: nothing where the objective itself keeps gradients within that bound.
model::Clip clip_of(const model::Objective &objective, const Figures &figures);

// Why it cannot be planned from public numbers alone; null where it can. `mu` is what the price buys.
const char *obstacle(double mu, double reach, const Settings &settings, const Figures &figures);

// The constants of the steps and of their noise.
void describe_steps(const Proposal &proposal, privacy::Guarantee &record);

}  // namespace dpcvx::solve

#endif
