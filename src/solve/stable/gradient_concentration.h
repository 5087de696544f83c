// How far users' mean gradients are from the mean of all, for interchangeable users: what a threshold may be for their
// data to pass. Privacy never rests on it (PROOFS_THRESHOLD.md).
#ifndef DPCVX_SOLVE_STABLE_GRADIENT_CONCENTRATION_H_
#define DPCVX_SOLVE_STABLE_GRADIENT_CONCENTRATION_H_

#include <cmath>
#include <cstdint>

#include "mechanism/propose_test_release/threshold_law.h"

namespace dpcvx::solve {

// Means of `records` vectors of norm at most `lipschitz`, of each of `units` users.
//
// It holds for users with as many records each, at a point that depends on the records as a whole and not on whose they
// are, as a minimiser does, over the ways to deal them out; for users with that many records or more, drawn
// independently from one law, at a point that does not depend on them.
class GradientConcentration {
 public:
  // Few records say nothing: means of one are as far as any. `spread` bounds the root mean square distance of a
  // record's gradient from the mean of all, where that is known to be below `lipschitz`.
  GradientConcentration(double lipschitz, double units, int64_t records, double spread = INFINITY);

  // log of a bound on the probability that one user's mean is further than `norm` from the mean of all.
  double log_tail(double norm) const;

  // A bound on the probability that the law does not let such data pass, whose score is the least r with at most r
  // users beyond threshold + r step.
  double unstable(double threshold, double step, const mechanism::StabilityLaw &law) const;

  // No gradient is further.
  double longest() const { return 2 * lipschitz_; }

  // The least threshold for which that is at most `failure`; at longest() it is.
  double threshold(double step, const mechanism::StabilityLaw &law, double failure) const;

 private:
  // log of a bound on the probability of more than `score` users beyond `norm`.
  double log_more_than(double score, double norm) const;

  static constexpr int kRates = 96;
  double lipschitz_, units_, records_;
  double rate_[kRates], growth_[kRates];  // lambda G, and log(1 + psi(lambda))
};

}  // namespace dpcvx::solve

#endif
