// Calibrates each kind of release to a price: its greatest parameter that the price's curve allows, rounded down. Fails
// with DPCVX_ERR_UNSUPPORTED where there is none, and names the kinds of prices that allow one.
#ifndef DPCVX_MECHANISM_CALIBRATE_RELEASE_H_
#define DPCVX_MECHANISM_CALIBRATE_RELEASE_H_

#include "base/status.h"
#include "privacy/curve/curve.h"

namespace dpcvx::mechanism {

// Caps parameters. A greater privacy loss changes nothing that doubles can show.
constexpr double kMaxMu = 0x1p20;

// Calibrates Gaussian noise: mu = sensitivity / sigma.
dpcvx_status gaussian_for_price(const privacy::Curve &price, double *mu, Error &error);
// Calibrates mechanisms that have a zCDP guarantee only.
dpcvx_status zcdp_for_price(const privacy::Curve &price, double *rho, Error &error);
// Calibrates pure mechanisms. An (epsilon, delta) price allows epsilon; its delta is not spent.
dpcvx_status pure_for_price(const privacy::Curve &price, double *epsilon, Error &error);
// Calibrates the exponential mechanism.
dpcvx_status bounded_range_for_price(const privacy::Curve &price, double *epsilon, Error &error);
// Calibrates each of `count` exponential mechanisms, at equal shares of the price.
dpcvx_status bounded_ranges_for_price(const privacy::Curve &price, int64_t count, double *epsilon, Error &error);

}  // namespace dpcvx::mechanism

#endif
