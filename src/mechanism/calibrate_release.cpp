#include "mechanism/calibrate_release.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/directed.h"
#include "privacy/calibration/calibrate.h"

namespace dpcvx::mechanism {

using numeric::above;
using numeric::below_positive;

namespace {

dpcvx_status within_price(double amount, const privacy::Curve &price, const char *kinds, double *out, Error &error) {
  if (!(amount > 0)) {
    char shown[160];
    price.describe(shown, sizeof(shown));
    return error.fail(DPCVX_ERR_UNSUPPORTED, "argument 'price' = %s; accepted: a price above 0 of the kinds %s", shown,
                      kinds);
  }
  *out = std::min(amount, kMaxMu);
  return DPCVX_OK;
}

constexpr const char *kPureKinds = "pure, (epsilon, delta), zCDP, GDP, RDP";

// Returns the greatest bounded range of which `count` fit into the price. For any price ranges add up, and so do the
// squares of ranges within a zCDP that it allows. GDP prices have a sum of their own.
double share_of(const privacy::Curve &price, int64_t count) {
  const double parts = static_cast<double>(count);
  if (price.size() == 1 && price[0].count == 1) {
    const double root = above(std::sqrt(parts));
    if (price[0].kind == privacy::Kind::kGdp)
      return privacy::bounded_range_within(privacy::gdp(below_positive(price[0].a / root)), nullptr);
    if (price[0].kind == privacy::Kind::kGaussian)
      return privacy::bounded_range_within(privacy::gaussian(above(price[0].a * root)), nullptr);
  }
  const double rho = below_positive(privacy::zcdp_rho_within(price) / parts);
  return std::max(below_positive(privacy::bounded_range_within(price) / parts),
                  privacy::bounded_range_within(privacy::zcdp(rho), nullptr));
}

}  // namespace

dpcvx_status gaussian_for_price(const privacy::Curve &price, double *mu, Error &error) {
  return within_price(privacy::gaussian_mu_within(price), price,
                      "GDP, zCDP, RDP, (epsilon, delta) with delta > 0 (a budget with delta > 0 prices one)", mu,
                      error);
}

dpcvx_status zcdp_for_price(const privacy::Curve &price, double *rho, Error &error) {
  return within_price(privacy::zcdp_rho_within(price), price,
                      "zCDP, RDP, (epsilon, delta) with delta > 0 (a budget with delta > 0 prices one)", rho, error);
}

dpcvx_status pure_for_price(const privacy::Curve &price, double *epsilon, Error &error) {
  return within_price(privacy::pure_epsilon_within(price), price, kPureKinds, epsilon, error);
}

dpcvx_status bounded_range_for_price(const privacy::Curve &price, double *epsilon, Error &error) {
  return within_price(privacy::bounded_range_within(price), price, kPureKinds, epsilon, error);
}

dpcvx_status bounded_ranges_for_price(const privacy::Curve &price, int64_t count, double *epsilon, Error &error) {
  return within_price(share_of(price, count), price, kPureKinds, epsilon, error);
}

}  // namespace dpcvx::mechanism
