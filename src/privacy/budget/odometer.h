// What a budget's charges have cost so far, by a bound that holds at all times at once (PROOFS.md, section 18).
#ifndef DPCVX_PRIVACY_BUDGET_ODOMETER_H_
#define DPCVX_PRIVACY_BUDGET_ODOMETER_H_

namespace dpcvx::privacy {

// Returns a bound on the privacy loss of charges whose rhos add up to `rho` so far. All such bounds, as rho grows, hold
// together except with a probability of delta. `limit` is what the rhos may add up to, and shapes the bound; 0 < limit,
// 0 < delta < 1.
double loss_at_any_time_up(double rho, double limit, double delta);

// Returns the same where Renyi epsilons at one order > 1 add up to `renyi`.
double loss_at_any_time_up_by_order(double renyi, double order, double delta);

}  // namespace dpcvx::privacy

#endif
