// Why no plan can be made: what several methods ask of prices, gradients and scales.
#ifndef DPCVX_SOLVE_CORE_OBSTACLES_H_
#define DPCVX_SOLVE_CORE_OBSTACLES_H_

#include "solve/core/proposal.h"

namespace dpcvx::solve {

// Says why a price allows no Gaussian noise, for a budget of this delta.
const char *no_gaussian(double budget_delta);

// The setting that opens methods that need a price of one (epsilon, delta).
constexpr const char *kBasicFilter = "DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC";

// Names what to give an objective whose gradients have no bound, so that they have one.
const char *what_bounds_gradients(const model::Objective &objective);

// Returns whether a method of noisy gradients can be planned from public numbers; if not, refuses. `mu` is the
// price as Gaussian noise. The proposal has its clipping norm and its radius.
bool plannable(const model::Objective &objective, double budget_delta, double mu, const Settings &settings,
               Proposal *proposal);

}  // namespace dpcvx::solve

#endif
