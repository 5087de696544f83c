// Trimmed and winsorized means, and distances of two quantiles, from a noisy cumulative distribution that was released.
// Post-processing: it looks at what was released and at public numbers (PROOFS.md).
#ifndef DPCVX_ESTIMATE_ROBUST_ROBUST_H_
#define DPCVX_ESTIMATE_ROBUST_ROBUST_H_

#include "estimate/distribution/distribution.h"
#include "estimate/robust/functional.h"
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
  // What the tests of one question have in common.
  struct Setting {
    const Cumulative &from;
    double max_units;             // at least the number of units
    double centre = 0, half = 1;  // of the scale on which values are in [-1, 1]
    // Sets the scale from here to there.
    void scale_to(double begin, double end);
    double place(size_t cell) const;
  };
  struct Spread {
    double least_share, most_share;  // of the number of all units
    double least_squares;            // of weights
    NoiseWeights own;
  };

  RobustAnswer mean(const Cumulative &from, const RobustQuestion &question, double beta);
  RobustAnswer quantile_range(const Cumulative &from, double fraction, double beta);
  Ends accepted_means(const Setting &setting, const CellRange &low, const CellRange &high,
                      const RobustQuestion &question, double beta);
  void bound_variances(const Setting &setting, const CellRange &low, const CellRange &high, double beta);
  double square_part(const Setting &setting, const CellRange &low, const CellRange &high, double beta);
  Spread noise_of_clipped(const Setting &setting, const CellRange &low, const CellRange &high, bool of_squares);

  Functional functional_;
  Strays strays_, apart_;  // of single quantiles, and of two quantiles' distance
  VarianceBound variances_;
  Winsorized winsorized_;
  Buffer<double> sums_, places_;
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
