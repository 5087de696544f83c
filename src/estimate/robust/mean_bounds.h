// Bounds on trimmed and winsorized means, from above and from below. A bound from above has to know the upper quantile,
// and any quantile at the other end will do; from below it is the other way round (PROOFS.md, section 2).
#ifndef DPCVX_ESTIMATE_ROBUST_MEAN_BOUNDS_H_
#define DPCVX_ESTIMATE_ROBUST_MEAN_BOUNDS_H_

#include "estimate/robust/accepted_means.h"
#include "estimate/robust/functional.h"
#include "estimate/robust/quantile_pairs.h"
#include "estimate/robust/scales.h"
#include "estimate/robust/values.h"

namespace dpcvx::estimate {

class MeanBounds {
 public:
  struct Question {
    double fraction;                // cut off, or moved, at either end: in [0, 1/2)
    bool moved;                     // it is a winsorized mean
    CellRange low, high;            // of the quantiles of the fraction and of 1 less it
    CellRange free_low, free_high;  // of the quantiles of the free share and of 1 less it
    double max_units;               // at least the number of units
    // Of values that are moved, which cells may be those of both quantiles at once. Without them there is a free end,
    // as for a trimmed mean.
    const QuantilePairs::Partners *partners;
  };

  // The share whose quantile serves at the end that is free, for so many units: at least the fraction. 0 stands for
  // the outermost cell, where noise hides all quantiles. It never rises with the number of units.
  static double free_share(const Cumulative &from, double fraction, double units);

  bool allocate(const Cumulative &from);
  // Holds the mean of middles of cells, cut off or moved, except with probability beta.
  Ends find(const Cumulative &from, const Question &question, double beta);

 private:
  // What the tests of one direction have in common.
  struct Side {
    const Cumulative &from;
    const Question &question;
    bool upper;  // whether means that are too great are rejected
    double beta;
  };
  // Pairs of cells, one of each range, and the bound that holds for the true pair if it is one of them.
  struct Piece {
    CellRange low, high;
    double bound;
  };
  // Where values are on the scale of a test.
  struct Setting {
    const Cumulative &from;
    double max_units;
    double centre = 0, half = 1;  // of the scale on which values are in [-1, 1]
    // Sets the scale from here to there.
    void scale_to(double begin, double end);
    double place(size_t cell) const;
  };
  // Of all pairs: the extremes of noisy means, and the greatest of what they say of the mean that is asked for.
  struct Noisy {
    Ends means;
    double most;
  };

  double end_of(const Side &side, CellRange low, CellRange high);
  double bound(const Side &side, const CellRange &low, const CellRange &high);
  Noisy noisy_means(const Side &side, const Setting &setting, const CellRange &low, const CellRange &high);
  void bound_variances(const Setting &setting, const CellRange &low, const CellRange &high, double beta);
  double square_part(const Setting &setting, const CellRange &low, const CellRange &high, double beta);
  NoiseSpread noise_of_clipped(const Setting &setting, const CellRange &low, const CellRange &high, bool of_squares);

  Functional functional_;
  VarianceBound variances_;
  Buffer<double> sums_, places_;
};

}  // namespace dpcvx::estimate

#endif
