// How far noisy means of two columns may be off together: by the means of half their sum and of half their difference
// (PROOFS.md, 5.1). Post-processing: it looks at what was released and at public numbers. Everything is in half widths.
#ifndef DPCVX_ESTIMATE_COVARIANCE_PAIR_MEANS_H_
#define DPCVX_ESTIMATE_COVARIANCE_PAIR_MEANS_H_

#include "estimate/distribution/tree.h"

namespace dpcvx::estimate {

// Noise in sums over units: standard deviations, or scales of Laplace noise. Public numbers.
struct PairNoise {
  bool gaussian = true, units_known = true;
  double values = 0, squares = 0, products = 0;  // of each column's x and x^2, and of x y
  double units = 0;                              // of their number
  double shift = 0;                              // squares are summed as shift - x^2, or as x^2 where it is 0
  double slack = 0;                              // bounds what rounding moves a mean by
};

// Noisy means over units, and their noisy number.
struct PairMeans {
  double one, two, square, other_square, product;
  double units, most_units;  // at least the number of units
};

struct Errors {
  double low, high;
};

// Holds the noisy mean of (x + sign y) / 2 less its mean, for a law of x and y in [-1, 1], except with probability
// beta.
Errors error_of_half(const PairNoise &noise, const PairMeans &seen, double sign, double beta);

// Errors of the noisy means of half the sum and of half the difference. They hold together, except with probability
// beta.
struct PairErrors {
  Errors sum, difference;
};
PairErrors errors_of_halves(const PairNoise &noise, const PairMeans &seen, double beta);

// Writes what the product of the errors of both noisy means may be, where they are in `one` and `two`. False if they
// cannot be.
bool product_of_errors(const Errors &one, const Errors &two, const PairErrors &halves, Errors *out);

// Noise of a sum over units whose number has noise too. Weights are scales. Public numbers, and bounds.
struct SumNoise {
  bool gaussian;
  NoiseWeights own;
  double units;     // of the number of units
  Errors of_units;  // the weight that the latter has in the sum
};

// A noisy mean over units of values in [0, largest], or more than that.
struct NoisyMean {
  double seen, largest, units, most_units;
};

// Returns an upper bound on the mean of the law of these values, except with probability beta.
double most_of_mean(const SumNoise &noise, const NoisyMean &mean, double beta);

// What the squares of numbers in an interval may be.
Errors squares_of(const Errors &of);

}  // namespace dpcvx::estimate

#endif
