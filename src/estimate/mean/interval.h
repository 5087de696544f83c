// From noisy sums to a mean and an interval for it. Post-processing: it looks at what was released and at public
// numbers. Everything is in half widths of a range about its middle, so values are in [-1, 1].
#ifndef DPCVX_ESTIMATE_MEAN_INTERVAL_H_
#define DPCVX_ESTIMATE_MEAN_INTERVAL_H_

#include "estimate/mean/deviation.h"

namespace dpcvx::estimate {

// Noisy sums of one column over units.
struct ColumnSums {
  double values = 0;   // of x
  double squares = 0;  // of c (1 - x^2)
  double units = 0;    // their number: public, or with noise
  // Of x (1 - x^2) and x^2 (1 - x^2). With Laplace noise of x (1 - x^2) / 24 and (1 - x^2)^2 / 8.
  double cubes = 0, fourths = 0;
};

// How the sums of a column came about. Public numbers.
struct MeanLaw {
  bool gaussian = true;
  double scale = 0;          // of the noise in each sum
  double square_weight = 1;  // c
  bool units_known = true;   // the number of units has no noise
};

struct ColumnEstimate {
  double mean = 0;            // in [-1, 1]
  double low = -1, high = 1;  // hold the mean of the law of x with the stated probability
  double stddev = 0;          // of that law, an estimate
  double stddev_high = 1;     // at least that, whenever the variance's part of the statement holds
};

// Returns a lower bound on E y of y in [0, 1] that fails with probability at most beta. `noise` is of equal terms or as
// it is; `as_two`, if any, is Laplace noise too, of scales that are at least the true ones. `seen` is the noisy sum of
// y over at most `units` units, less what rounding may have added. It is 0, or where a mean of at most this makes the
// sum unlikely (PROOFS.md, 4.1).
double lower_mean(double seen, double units, const NoiseLaw &noise, double beta, const NoiseLaw *as_two = nullptr);

// The statement fails with probability at most beta.
ColumnEstimate estimate_column(const MeanLaw &law, const ColumnSums &sums, double beta);

}  // namespace dpcvx::estimate

#endif
