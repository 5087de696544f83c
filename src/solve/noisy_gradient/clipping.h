// What the methods that add noise to sums of gradients have in common: how gradients are clipped, why a problem cannot
// be planned, what the record says of the steps.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_CLIPPING_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_CLIPPING_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

// The bound on a unit's gradient, and what becomes of longer ones; after the reach. Where users are said to have at
// least m records each it is what an honest user's gradient comes to near the optimum (dpcvx/solve.h).
void choose_clip(const model::Objective &objective, const Settings &settings, Figures *figures);

// What gradient sums are clipped to: nothing where the objective itself keeps gradients within that bound.
model::Clip clip_of(const model::Objective &objective, const Figures &figures);

// The objective has no bound on its gradients: what to give it that there is one.
const char *what_bounds_gradients(const model::Objective &objective);

constexpr const char *kNoGaussian =
    "the price allows no Gaussian noise: GDP, zCDP, RDP and (epsilon, delta) prices with delta > 0 do (a budget with "
    "delta > 0 prices one)";

// Whether it can be planned from public numbers alone; else the proposal is refused. `mu` is what the price buys.
bool plannable(const model::Objective &objective, double mu, const Settings &settings, Proposal *proposal);

// The constants of the steps and of their noise.
void describe_steps(const Proposal &proposal, privacy::Guarantee &record);

}  // namespace dpcvx::solve

#endif
