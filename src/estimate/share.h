// A share of a price, for one of the two parts of a release.
#ifndef DPCVX_ESTIMATE_SHARE_H_
#define DPCVX_ESTIMATE_SHARE_H_

#include "base/status.h"
#include "privacy/curve/curve.h"

namespace dpcvx::estimate {

// Makes `out` the curve of a share in (0, 1) of a price, such that shares that add up to 1 compose to at most the
// price. Fails with DPCVX_ERR_UNSUPPORTED for a composition, or for a kind that has no shares.
dpcvx_status share_of_price(const privacy::Curve &price, double share, privacy::Curve *out, Error &error);

}  // namespace dpcvx::estimate

#endif
