// The noise of DP-SGD-Output: from how far one unit can move the average, and how likely, to a standard deviation, a
// lattice and the curve that a fit is charged (PROOFS.md).
#ifndef DPCVX_SOLVE_SGD_OUTPUT_NOISE_H_
#define DPCVX_SOLVE_SGD_OUTPUT_NOISE_H_

#include "optimize/sgd_stability.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

// Whether the secret random order amplifies privacy: the price is one (epsilon, delta) and the filter adds such up.
// Otherwise the worst order is accounted for.
bool order_is_mixed(const Problem &problem);

// Plans the noise of a form (DPCVX_NOISE_CALIBRATION_*), and what it is charged: sets sensitivity, noise_plan, noise,
// noise_multiplier, curve and `applies`, or refuses. `mu` is the price as Gaussian noise.
dpcvx_status plan_sgd_noise(const Problem &problem, int32_t form, double mu, const optimize::SgdStability &stability,
                            Proposal *proposal, Error &error);

// The noise of Theorem 8 of Wang, Lei, Ying and Zhang 2022 for the same steps, over uniform places: sqrt(2 log(2.5 /
// delta)) D / epsilon, D by Theorem 7 except for a share delta / 2 of the orders. Infinite where it says nothing.
double paper_output_noise(const Problem &problem, const optimize::SgdStability &stability);

}  // namespace dpcvx::solve

#endif
