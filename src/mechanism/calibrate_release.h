// What a price allows: the parameter of each kind of release that its curve allows, rounded down. DPCVX_ERR_UNSUPPORTED
// where it allows none, with the kinds of prices that would.
#ifndef DPCVX_MECHANISM_CALIBRATE_RELEASE_H_
#define DPCVX_MECHANISM_CALIBRATE_RELEASE_H_

#include "base/error.h"
#include "privacy/curve/curve.h"

namespace dpcvx {
namespace mechanism {

// Beyond it more privacy loss changes nothing that doubles could show.
constexpr double kMaxMu = 0x1p20;

// Of Gaussian noise: mu = sensitivity / sigma.
dpcvx_status buy_gaussian(const privacy::Curve &price, double *mu, Error &error);
// Of mechanisms with a zCDP guarantee alone.
dpcvx_status buy_zcdp(const privacy::Curve &price, double *rho, Error &error);
// Of purely private mechanisms. An (epsilon, delta) price allows epsilon; its delta is not spent.
dpcvx_status buy_pure(const privacy::Curve &price, double *epsilon, Error &error);
// The bounded range of an exponential mechanism.
dpcvx_status buy_bounded_range(const privacy::Curve &price, double *epsilon, Error &error);
// The same for each of `count` of them, at equal shares.
dpcvx_status buy_bounded_ranges(const privacy::Curve &price, int64_t count, double *epsilon, Error &error);

}  // namespace mechanism
}  // namespace dpcvx

#endif
