// Why no plan can be made: what several methods ask of prices, gradients and scales.
#ifndef DPCVX_SOLVE_CORE_OBSTACLES_H_
#define DPCVX_SOLVE_CORE_OBSTACLES_H_

#include "solve/core/proposal.h"

namespace dpcvx::solve {

// Says why a price allows no Gaussian noise, for a budget of this delta.
const char *no_gaussian(double budget_delta);

// The setting that opens methods that need a price of one (epsilon, delta).
constexpr const char *kBasicFilter = "DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC";

// Settings that open methods, nearer ones first: options of the plan, of the objective, a domain, terms of the budget.
constexpr const char *kSetPlanningRadius = "DPCVX_PLAN_OPTION_PLANNING_RADIUS = R";
constexpr const char *kSetClippingNorm = "DPCVX_PLAN_OPTION_CLIPPING_NORM = C";
constexpr const char *kSetClipAndRadius = "DPCVX_PLAN_OPTION_CLIPPING_NORM = C and _PLANNING_RADIUS = R";
constexpr const char *kSetSmoothing = "DPCVX_PLAN_OPTION_SMOOTHING = -1";
constexpr const char *kSetLabelBound = "DPCVX_OBJECTIVE_OPTION_LABEL_BOUND = Y";
constexpr const char *kSetNoL1 = "DPCVX_OBJECTIVE_OPTION_L1 = 0";
constexpr const char *kSetDomain = "a domain of the objective";
constexpr const char *kSetDomainAndLabels = "a domain of the objective and DPCVX_OBJECTIVE_OPTION_LABEL_BOUND = Y";
constexpr const char *kSetDelta = "delta > 0 in the budget";
constexpr const char *kSetGaussianPrice = "a price with delta > 0 (dpcvx_budget_price)";

// Which of them gives an objective bounded gradients; which allows a price Gaussian noise, by the budget's delta.
const char *opens_bounded_gradients(const model::Objective &objective);
inline const char *opens_gaussian(double budget_delta) { return budget_delta > 0 ? kSetGaussianPrice : kSetDelta; }

// Names what to give an objective whose gradients have no bound, so that they have one.
const char *what_bounds_gradients(const model::Objective &objective);

// Returns whether a method of noisy gradients can be planned from public numbers; if not, refuses. `mu` is the
// price as Gaussian noise. The proposal has its clipping norm and its radius.
bool plannable(const model::Objective &objective, double budget_delta, double mu, const Settings &settings,
               Proposal *proposal);

}  // namespace dpcvx::solve

#endif
