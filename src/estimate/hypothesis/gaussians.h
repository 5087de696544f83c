// Covers of families of Gaussian laws: every law of the family is near one of the cover.
#ifndef DPCVX_ESTIMATE_HYPOTHESIS_GAUSSIANS_H_
#define DPCVX_ESTIMATE_HYPOTHESIS_GAUSSIANS_H_

#include "estimate/hypothesis/hypotheses.h"

namespace dpcvx::estimate {

constexpr int64_t kMaxGaussianDimension = 12;

struct GaussianLaw {
  double mean, stddev;
};

// The total variation distances of N(0, 1) to N(shift, 1), and to N(0, ratio^2).
double distance_of_shift(double shift);
double distance_of_ratio(double ratio);

// The probability under the first law of the set where the first is likelier, or, for `ties`, at least as likely.
double likelier_probability(const GaussianLaw &first, const GaussianLaw &second, bool ties);

// Means in a box, with a known covariance (row by row).
struct MeanBox {
  const double *low, *high, *covariance;
  int64_t dimension;
};
dpcvx_status cover_means(const MeanBox &box, double cover_distance, const HypothesisSettings &settings, Hypotheses *out,
                         Error &error);

// Laws on the line, of both parameters in ranges.
struct LawRanges {
  double mean_low, mean_high, stddev_low, stddev_high;
};
dpcvx_status cover_laws(const LawRanges &ranges, double cover_distance, const HypothesisSettings &settings,
                        Hypotheses *out, Error &error);

}  // namespace dpcvx::estimate

#endif
