// How near a sum of values of one law is to a normal law, with noise in both: by characteristic functions (PROOFS.md,
// 3.7).
#ifndef DPCVX_ESTIMATE_MEAN_SMOOTHED_DISTANCE_H_
#define DPCVX_ESTIMATE_MEAN_SMOOTHED_DISTANCE_H_

#include <cmath>

#include "estimate/mean/deviation.h"

namespace dpcvx::estimate {

class SmoothedDistance {
 public:
  // The sum's size is above 0. There is no bound for noise of which no part is known.
  SmoothedDistance(const SumLaw &sum, const NoiseLaw &noise);

  // Bounds |Pr[sum + noise >= t] - Pr[G + noise >= t]| for every t, G normal with the sum's variance, for laws of at
  // least `count` values and this variance of one, and at most the sum's. Where the bound is at least `enough`, any
  // such number is returned.
  double of(double count, double variance, double enough = INFINITY) const;

 private:
  // Bounds the size of the noise's characteristic function.
  double of_noise(double u) const;
  // Bounds the integral of that over u from `last` on.
  double beyond(double last) const;
  double equal_terms(double u) const;
  // Bounds that of both functions times the noise's: in a window as long as `last` a sum's is near 1 about one place.
  double beyond_in_windows(double last, double variance_of_sum) const;

  const SumLaw &sum_;
  bool gaussian_;
  double scale_;
  // Of Laplace noise: so many noises of one scale, and the part of the square of scale_ that is of another.
  double term_ = 0, terms_ = 0, rest_ = 1;
};

}  // namespace dpcvx::estimate

#endif
