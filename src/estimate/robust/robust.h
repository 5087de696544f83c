// Trimmed and winsorized means, and distances of two quantiles, from a noisy cumulative distribution that was released.
// Post-processing: it looks at what was released and at public numbers (PROOFS.md).
#ifndef DPCVX_ESTIMATE_ROBUST_ROBUST_H_
#define DPCVX_ESTIMATE_ROBUST_ROBUST_H_

#include "estimate/distribution/distribution.h"
#include "estimate/robust/mean_bounds.h"
#include "estimate/robust/quantile_pairs.h"
#include "estimate/robust/winsorized.h"

namespace dpcvx::estimate {

// What is asked of a distribution.
struct RobustQuestion {
  int32_t kind = DPCVX_ESTIMATE_KIND_TRIMMED_MEAN;
  double fraction = 0;  // cut off, or moved, at either end: in [0, 1/2)
};

struct RobustAnswer {
  double value, low, high;  // low <= value <= high
};

// Takes memory for answers, and gives them.
class Robust {
 public:
  bool allocate(const Cumulative &from);
  // The interval holds what the law has, except with probability beta.
  RobustAnswer ask(const Cumulative &from, const RobustQuestion &question, double beta);

 private:
  RobustAnswer mean(const Cumulative &from, const RobustQuestion &question, double beta);
  RobustAnswer quantile_range(const Cumulative &from, double fraction, double beta);
  QuantilePairs::Question edges_of(const Cumulative &from, double fraction, double beta, double of_wide,
                                   double least_units, double most_units);
  CellRange cells_of(const Cumulative &from, double least, double most, double beta);
  double find_free(const Cumulative &from, double least, double beta, MeanBounds::Question *question);

  Strays strays_;  // of single quantiles
  MeanBounds means_;
  Winsorized winsorized_;
  QuantilePairs pairs_;
  QuantilePairs::Partners partners_;
};

// Nothing is charged.
dpcvx_status derive_robust(const Estimate &cumulative, const RobustQuestion &question, const MeanSettings &settings,
                           Estimate *out, Error &error);

// What a caller guesses of values: so many numbers that are drawn like them, and how many units there will be.
struct ExpectedValues {
  double units;
  const double *values;
  int64_t count;
};

// Computes the interval that an answer would have if the noise were 0 and the sample like the guess.
dpcvx_status expect_robust(const privacy::Curve &price, int32_t adjacency, const Cells &cells,
                           const ExpectedValues &guess, const RobustQuestion &question, const MeanSettings &settings,
                           double *low, double *high, Error &error);

}  // namespace dpcvx::estimate

#endif
