// How near the law that is selected is to the law of the records. The theorem is in PROOFS.md, section 3.
#ifndef DPCVX_ESTIMATE_HYPOTHESIS_ACCURACY_H_
#define DPCVX_ESTIMATE_HYPOTHESIS_ACCURACY_H_

#include "base/status.h"
#include "mechanism/selection/exp2_weights.h"
#include "privacy/curve/curve.h"

namespace dpcvx::estimate {

constexpr int64_t kMaxUnits = int64_t{1} << 40;

// The rate of the choice among losses, at a bounded range of epsilon.
mechanism::Decay decay_of_losses(double epsilon);

// What the distance of the selected law may exceed three times the least distance by, except with the failure
// probability. Not below it by rounding.
double excess_distance(const mechanism::Decay &decay, int64_t hypotheses, int64_t units, double failure_probability);

// The least number of units with at most this excess, or 0 if kMaxUnits do not suffice.
int64_t units_needed(const mechanism::Decay &decay, int64_t hypotheses, double excess, double failure_probability);

}  // namespace dpcvx::estimate

#endif
