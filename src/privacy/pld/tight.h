// Computes the least proved (epsilon, delta) of a composition that was fixed beforehand: that of Curve, or that of the
// composed privacy losses. The latter is tight up to some 0.1 % where every part has two worst laws. It takes memory.
#ifndef DPCVX_PRIVACY_PLD_TIGHT_H_
#define DPCVX_PRIVACY_PLD_TIGHT_H_

#include "base/status.h"
#include "privacy/curve/curve.h"
#include "privacy/pld/parts.h"

namespace dpcvx::privacy {

// Memory and laws that last from one question about a curve to the next.
struct LossMemory {
  LossScratch sums;
  LossParts parts, attained;
  double expected = 0;  // about what tight_delta will find; 0 where that is not known
  // Whether tight_delta asks closed forms too where losses prove an answer: they mostly give more, and take as long as
  // a coarse transform.
  bool with_closed_forms = true;
  // Whether the last estimate by moments had much less for the second order of laws: later estimates leave it out.
  bool second_is_less = false;
};

// Compute upper bounds, 0 <= epsilon, 0 <= delta < 1. DPCVX_ERR_NOMEM is the only failure.
dpcvx_status tight_delta(const Curve &curve, double epsilon, double *delta, Error &error);
dpcvx_status tight_epsilon(const Curve &curve, double delta, double *epsilon, Error &error);

// Computes *upper, which is tight_delta, and *lower, which mechanisms of these kinds attain on some two neighbours.
// *lower is 0 where the kind of a part does not determine it.
dpcvx_status delta_bounds(const Curve &curve, double epsilon, double *lower, double *upper, Error &error);

// Compute the same with memory that lasts.
dpcvx_status tight_delta(const Curve &curve, double epsilon, Accuracy accuracy, LossMemory &memory, double *delta,
                         Error &error);
dpcvx_status delta_bounds(const Curve &curve, double epsilon, LossMemory &memory, double *lower, double *upper,
                          Error &error);

// From the moments of losses, or by their waves, which is nearer and takes longer, the more so on a fine grid.
enum class Estimate { kMoments, kWaves, kFineWaves };

// Computes about what tight_delta is. It is no bound: it tells where to look for one.
dpcvx_status estimate_delta(const Curve &curve, double epsilon, Estimate how, LossMemory &memory, double *delta,
                            Error &error);

}  // namespace dpcvx::privacy

#endif
