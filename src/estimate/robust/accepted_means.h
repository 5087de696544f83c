// How far the mean of the true pair of cells may lie beyond its noisy one, for tests that hold for all pairs at once.
#ifndef DPCVX_ESTIMATE_ROBUST_ACCEPTED_MEANS_H_
#define DPCVX_ESTIMATE_ROBUST_ACCEPTED_MEANS_H_

#include <algorithm>
#include <cmath>

#include "estimate/mean/interval.h"
#include "estimate/robust/scales.h"
#include "estimate/robust/values.h"

namespace dpcvx::estimate {

// Of the noise of sums of values in [-1, 1], over all pairs.
struct NoiseSpread {
  double least_share, most_share;  // of the number of all units
  double least_squares;            // of weights
  NoiseWeights own;
};

// One direction: `sign` is 1 for tests that reject means that are too great, and -1 for the others, of which all is of
// the other sign. `noisy` has the extremes of the noisy means, so turned. The test fails with probability beta.
inline double farthest_accepted(const Cumulative &from, const NoiseSpread &noise, const VarianceBound &variances,
                                double sign, const Ends &noisy, double max_units, double beta) {
  constexpr int kRounds = 4;
  // Means above `last` are rejected for all pairs. Of those from the least noisy one on, a round rejects more.
  const double first = std::clamp(noisy.low, -1.0, 1.0);
  const Ends shares{std::min(sign * noise.least_share, sign * noise.most_share),
                    std::max(sign * noise.least_share, sign * noise.most_share)};
  double last = 1, far = 0;
  for (int i = 0; i < kRounds; ++i) {
    const double gap = std::max(squared(shares.high - first), squared(shares.low - last));
    const NoiseWeights root = from.shape.root_noise();
    const double largest = std::sqrt(noise.own.largest_square) + std::sqrt(gap * root.largest_square);
    const double squares = noise.own.squares + gap * root.squares;
    const NoiseWeights weights{squares, std::min(squared(largest), squares)};
    const NoiseLaw law = from.noise.law_between(some({noise.least_squares, 0}), some(weights));
    const double variance = variances.most({std::min(sign * first, sign * last), std::max(sign * first, sign * last)});
    const SumLaw sum{max_units, variance, 1 + last, 1 + std::max(-first, last), from.shape.root_known()};
    far = (deviation(sum, law, beta) + from.slack(weights, max_units)) / from.units;
    const double next = std::max(noisy.high + far, first);
    if (!(next < last)) break;
    last = next;
  }
  return far;
}

}  // namespace dpcvx::estimate

#endif
