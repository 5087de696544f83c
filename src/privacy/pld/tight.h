// Computes the least proved (epsilon, delta) of a composition that was fixed beforehand: that of Curve, or that of the
// composed privacy losses. The latter is tight up to some 0.1 % where every part has two worst laws. It takes memory.
#ifndef DPCVX_PRIVACY_PLD_TIGHT_H_
#define DPCVX_PRIVACY_PLD_TIGHT_H_

#include "base/status.h"
#include "privacy/curve/curve.h"
#include "privacy/pld/pld_composition.h"

namespace dpcvx::privacy {

// Compute upper bounds, 0 <= epsilon, 0 <= delta < 1. DPCVX_ERR_NOMEM is the only failure.
dpcvx_status tight_delta(const Curve &curve, double epsilon, double *delta, Error &error);
dpcvx_status tight_epsilon(const Curve &curve, double delta, double *epsilon, Error &error);

// Computes *upper, which is tight_delta, and *lower, which mechanisms of these kinds attain on some two neighbours.
// *lower is 0 where the kind of a part does not determine it.
dpcvx_status delta_bounds(const Curve &curve, double epsilon, double *lower, double *upper, Error &error);

// Computes tight_delta with memory that lasts from one call to the next, and from one coarse grid if `rough`.
dpcvx_status tight_delta(const Curve &curve, double epsilon, bool rough, LossScratch &scratch, double *delta,
                         Error &error);

}  // namespace dpcvx::privacy

#endif
