// Intervals for the entries of a covariance, from noisy moments. Post-processing: they look at what was released and at
// public numbers.
#ifndef DPCVX_ESTIMATE_COVARIANCE_INTERVALS_H_
#define DPCVX_ESTIMATE_COVARIANCE_INTERVALS_H_

#include "estimate/covariance/covariance.h"

namespace dpcvx::estimate {

// Writes ends of all entries, by rows, in the units of the values. They hold the covariance of the law of clipped
// points for every law after one round (PROOFS.md, section 5), and parametric ones, by the normal model, after several.
// Each fails to with probability at most beta, or any of them does where the covariance is `simultaneous`.
// Fails with DPCVX_ERR_NOMEM.
dpcvx_status covariance_intervals(const Covariance &covariance, double beta, double *low, double *high, Error &error);

}  // namespace dpcvx::estimate

#endif
