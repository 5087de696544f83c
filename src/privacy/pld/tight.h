// The least (epsilon, delta) that is proved of a plan fixed beforehand: that of Curve, or that of the composed privacy
// losses, which is tight up to a few parts in a thousand where every part has two worst laws. These take memory.
#ifndef DPCVX_PRIVACY_PLD_TIGHT_H_
#define DPCVX_PRIVACY_PLD_TIGHT_H_

#include "base/error.h"
#include "privacy/curve/curve.h"
#include "privacy/pld/pld_composition.h"

namespace dpcvx {
namespace privacy {

// Upper bounds, 0 <= epsilon, 0 <= delta < 1. DPCVX_ERR_NOMEM is the only failure.
dpcvx_status tight_delta(const Curve &curve, double epsilon, double *delta, Error &error);
dpcvx_status tight_epsilon(const Curve &curve, double delta, double *epsilon, Error &error);

// Both ends: *upper is tight_delta, and *lower is what mechanisms of these kinds come to on some two neighbours; 0
// where the kind of a part does not say.
dpcvx_status delta_bounds(const Curve &curve, double epsilon, double *lower, double *upper, Error &error);

// tight_delta with memory that lasts from one question to the next, and from one coarse grid where `rough`.
dpcvx_status tight_delta(const Curve &curve, double epsilon, bool rough, LossScratch &scratch, double *delta,
                         Error &error);

// Whether the privacy losses may say more of a curve than Curve's closed forms do.
bool beats_closed_forms(const Curve &curve);

}  // namespace privacy
}  // namespace dpcvx

#endif
