// The closed-form Renyi bound of Liang, Wang, Gu, Osher and Yao 2020 for the subsampled Gaussian, to reproduce the
// noise of papers that build on it.
#ifndef DPCVX_PRIVACY_DIVERGENCES_LIANG2020_H_
#define DPCVX_PRIVACY_DIVERGENCES_LIANG2020_H_

#include "base/status.h"

namespace dpcvx::privacy {

// Computes *epsilon = 3.5 rate^2 order / noise_multiplier^2, rounded up. Fails with DPCVX_ERR_NUMERIC unless the
// lemma's conditions hold for certain. Requires: 0 < noise_multiplier, 0 < rate <= 1 < order, all finite.
dpcvx_status liang_renyi_up(double noise_multiplier, double rate, double order, double *epsilon, Error &error);

}  // namespace dpcvx::privacy

#endif
