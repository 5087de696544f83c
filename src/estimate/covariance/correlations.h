// Intervals of correlations. Post-processing: they look at what was released and at public numbers.
#ifndef DPCVX_ESTIMATE_COVARIANCE_CORRELATIONS_H_
#define DPCVX_ESTIMATE_COVARIANCE_CORRELATIONS_H_

#include "estimate/covariance/covariance.h"

namespace dpcvx::estimate {

// Write ends of all correlations, by rows. A diagonal entry has [1, 1]. Both fail with DPCVX_ERR_NOMEM.
// A parametric bootstrap, by the normal model (PROOFS.md, section 7).
dpcvx_status bootstrap_correlations(const Covariance &covariance, double *low, double *high, Error &error);
// Of one round: from the intervals of entries, for any law.
dpcvx_status prove_correlations(const Covariance &covariance, double *low, double *high, Error &error);

}  // namespace dpcvx::estimate

#endif
