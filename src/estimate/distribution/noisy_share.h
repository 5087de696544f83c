// Intervals for the share of a law that is in a set of values, from noisy sums over units. Post-processing: it looks at
// what was released and at public numbers (PROOFS.md, section 4).
#ifndef DPCVX_ESTIMATE_DISTRIBUTION_NOISY_SHARE_H_
#define DPCVX_ESTIMATE_DISTRIBUTION_NOISY_SHARE_H_

#include <algorithm>

#include "base/buffer.h"
#include "estimate/distribution/binomial_tails.h"
#include "estimate/distribution/tree.h"
#include "estimate/mean/deviation.h"

namespace dpcvx::estimate {

// The noise of one released number, in units. Public numbers.
struct CountNoise {
  bool gaussian = true;
  double scale = 0;  // sigma, or Laplace's

  double stddev() const;
  // A law with at least the second moments of weighted noise above any level; the law itself, of one noise.
  NoiseLaw law(const NoiseWeights &weights) const;
  // Of noise with any weights between: normal noise A + ratio B has the least in A.
  NoiseLaw law_between(const NoiseWeights &least, const NoiseWeights &most) const;
  // Writes the greatest of Laplace noises, and a ratio at which all others stand as one. False where that is above 1.
  bool as_two(const NoiseWeights &weights, NoiseLaw *out) const;
  // Returns t with Pr[weighted noise >= t] <= beta.
  double quantile(const NoiseWeights &weights, double beta) const;
};

// No noise counts as a little: more of it only widens. NaN does too, so that this ends.
inline NoiseWeights some(const NoiseWeights &weights) {
  constexpr double kLeast = 1e-12;
  return {std::max(kLeast, weights.squares), std::max(kLeast, weights.largest_square)};
}

// Rounds a bound on the number of units up to a grid, so that its low bits tell nothing and answers can be kept.
double round_units_up(double units);

// How far a sum over units of X - p strays upwards, plus noise: X in [0, 1] has a mean p in a given interval. Answers
// are kept: arguments are rounded to a grid, so that many estimates need few computations.
class Strays {
 public:
  bool allocate();
  // `units` is at least the number of units, or that number if `known`. `whole` says that X is 0 or 1. Answers for the
  // same numbers are kept.
  void start(const CountNoise &noise, double units, double beta, bool whole, bool known);

  // Return t >= 0 with Pr[sum + noise >= t] <= beta, and with Pr[sum + noise <= -t] <= beta. The sum of squared weights
  // may be down to `least_squares`.
  double above(double low_mean, double high_mean, const NoiseWeights &weights, double least_squares);
  double below(double low_mean, double high_mean, const NoiseWeights &weights, double least_squares) {
    return above(1 - high_mean, 1 - low_mean, weights, least_squares);
  }
  // Return the same for every X of mean at most p, and at least p. Where a number of known units is binomial, and its
  // noise normal, tails are exact.
  double above_up_to(double p, const NoiseWeights &weights);
  double below_down_to(double p, const NoiseWeights &weights) { return above_up_to(1 - p, weights); }

 private:
  static constexpr size_t kSlots = size_t{1} << 13;
  static constexpr size_t kTails = 4;  // of shares and of what is left to 1, for two at a time
  struct Kept {
    uint64_t key;
    double far, p;  // p of exact tails
  };
  double moment(double p, const NoiseWeights &weights) { return find(p, p, weights, weights.squares, true); }
  double find(double low_mean, double high_mean, const NoiseWeights &weights, double least_squares, bool moments_only);
  double exact(double p, const NoiseWeights &weights);
  BinomialTails &tails_of(double p);

  CountNoise noise_;
  double units_ = 1, beta_ = 0.05;
  bool whole_ = false, known_ = false;
  Buffer<Kept> kept_;
  BinomialTails tails_[kTails];
  size_t oldest_ = 0;
};

// What was released of one share: a noisy count, and the noisy number of units.
struct NoisyShare {
  double count = 0;
  double units = 1;
  // The noise of (count - p units) has `own` noise, and (share - p) times noise of the number of units.
  EdgeNoise noise;
  NoiseWeights of_units;

  NoiseWeights at(double p) const;
  // The least of at(p).squares for p in [low, high].
  double least_squares(double low, double high) const;
};

struct ShareInterval {
  double low = 0, high = 1;
};

// The interval of a share, with `strays` at half the probability of failure. `slack` bounds what rounding adds to sums.
ShareInterval find_share(const NoisyShare &given, double slack, Strays &strays);

}  // namespace dpcvx::estimate

#endif
