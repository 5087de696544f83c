// The variance of a column from what was released of its mean: noisy sums over units of values and of squares.
// Post-processing. Everything is in half widths of the range, so values are in [-1, 1] (PROOFS.md, section 5).
#ifndef DPCVX_ESTIMATE_MEAN_VARIANCE_H_
#define DPCVX_ESTIMATE_MEAN_VARIANCE_H_

#include "estimate/mean/mean.h"

namespace dpcvx::estimate {

struct VarianceEstimate {
  double value = 0, low = 0, high = 1;  // low <= value <= high
};

// The interval holds the variance of the law of a unit's clipped value, except with probability beta.
VarianceEstimate estimate_variance(const MeanLaw &law, const ColumnSums &sums, double beta);

// Variances of the columns that means were released of. Nothing is charged.
dpcvx_status derive_variances(const Estimate &means, const MeanSettings &settings, Estimate *out, Error &error);

// Computes the interval that a column's variance would have if the noise were 0 and the sample like its law.
dpcvx_status expect_variance(const privacy::Curve &price, int32_t adjacency, int64_t columns,
                             const ExpectedColumn &guess, const MeanSettings &settings, double *low, double *high,
                             Error &error);

}  // namespace dpcvx::estimate

#endif
