// Calibrates noise to a limit: the greatest parameter of a mechanism that stays within it. Everything is rounded down
// (noise multipliers up), by kSlack more than arithmetic needs. So shares that add up to the limit on paper fit.
#ifndef DPCVX_PRIVACY_CALIBRATION_CALIBRATE_H_
#define DPCVX_PRIVACY_CALIBRATION_CALIBRATE_H_

#include "base/status.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

// Return the greatest mu, and the greatest rho, that imply (epsilon, delta)-DP; 0 <= epsilon, 0 < delta < 1.
double calibrate_gdp(double epsilon, double delta);
double calibrate_zcdp(double epsilon, double delta);

// Returns the greatest Renyi epsilon at `order` that implies (epsilon, delta)-DP; not positive where there is none.
double calibrate_rdp(double order, double epsilon, double delta);

// Returns the least epsilon over all orders for which rho-zCDP implies (epsilon, delta)-DP, rounded up.
double zcdp_epsilon_up(double rho, double delta);

// Returns the greatest mu such that a mu-GDP mechanism (Gaussian noise of standard deviation sensitivity / mu) gives
// the guarantee that the curve `price` states. It is 0 where there is none: a pure price allows no Gaussian noise.
double gaussian_mu_within(const Curve &price);

// Returns the greatest epsilon such that an epsilon-DP mechanism gives that guarantee.
double pure_epsilon_within(const Curve &price);

// Returns the greatest epsilon such that a mechanism of bounded range epsilon (the exponential mechanism) gives it.
double bounded_range_within(const Curve &price);
// Returns that epsilon for one event. `numbers` holds the curve's tables.
double bounded_range_within(const Event &event, const double *numbers);

// Returns the greatest rho such that a rho-zCDP mechanism gives it; 0 where there is none.
double zcdp_rho_within(const Curve &price);

}  // namespace dpcvx::privacy

#endif
