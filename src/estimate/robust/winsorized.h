// An interval for the mean of values that are moved to two quantiles, where noise is little beside the number of units.
// Values beyond a quantile are moved a step farther out than it, so that the test hardly depends on where it is.
// Post-processing of a cumulative distribution that was released (PROOFS.md, section 4).
#ifndef DPCVX_ESTIMATE_ROBUST_WINSORIZED_H_
#define DPCVX_ESTIMATE_ROBUST_WINSORIZED_H_

#include <algorithm>

#include "estimate/distribution/cumulative.h"
#include "estimate/robust/accepted_means.h"
#include "estimate/robust/cut_noise.h"
#include "estimate/robust/functional.h"
#include "estimate/robust/scales.h"

namespace dpcvx::estimate {

class Winsorized {
 public:
  struct Question {
    double fraction;      // moved at either end, in (0, 1/2)
    CellRange low, high;  // of the quantiles of the fraction and of 1 less it
    double max_units;     // at least the number of units
  };

  // The least number of units that these tests are for, a public number; infinite for many cells.
  static double least_units(const Cumulative &from);

  bool allocate(const Cumulative &from);
  // Holds the mean of middles of cells, moved to those of both quantiles, except with probability beta. The units are
  // at least least_units.
  Ends find(const Cumulative &from, const Question &question, double beta);

 private:
  // Which steps a quantile's cell may have, a bit each. Step 0 is none, and step k a part 2^(-k/2) of the range.
  using Steps = uint32_t;
  static constexpr int kSteps = 28;

  // What the tests of one direction have in common, of pairs of cells with these steps.
  struct Group {
    const Cumulative &from;
    const Question &question;
    int low_step, high_step;
    bool upper;                   // whether means that are too great are rejected
    double centre = 0, half = 1;  // of the scale on which moved values are in [-1, 1]

    // Sets the scale that reaches a step farther than from here to there, at either end.
    void scale_to(double begin, double end);
    // Values out of the scale are moved by any pair: they would cost all digits of the others.
    double place(double value) const { return std::clamp((value - centre) / half, -1.0, 1.0); }
    // Where values before a cell, or after it, are moved.
    double below(size_t cell) const;
    double above(size_t cell) const;
    // Cells before this one are moved, for a quantile in `cell`; at the upper end those from it on.
    size_t edge(size_t cell) const { return upper ? cell : cell + 1; }
  };
  void find_steps(const Cumulative &from, const Question &question, bool low, const CellRange &reaches,
                  const CellRange &caps, double beta);
  template <class F>
  void for_cells(const Group &group, bool low, const F &f) const;
  double square_part(const Group &group, double beta);
  void bound_variances(const Group &group, double beta);
  NoiseSpread noise_of(const Group &group, bool of_squares);
  double bound(Group group, double beta);

  Functional functional_;
  CutNoise cut_;
  Strays strays_;
  VarianceBound variances_;
  Buffer<double> sums_;
  Buffer<Steps> low_steps_, high_steps_;  // by cell
  Buffer<CutNoise::Part> lefts_, rights_;
  Buffer<double> least_weights_, most_weights_;  // by node, of the left part and then of the right one
};

}  // namespace dpcvx::estimate

#endif
