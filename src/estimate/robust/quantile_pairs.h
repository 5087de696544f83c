// Where two quantiles may be. Each pair of blocks of cells is a hypothesis on both. Noisy counts are averaged over
// windows that are a function of the hypothesis (PROOFS.md, section 3).
#ifndef DPCVX_ESTIMATE_ROBUST_QUANTILE_PAIRS_H_
#define DPCVX_ESTIMATE_ROBUST_QUANTILE_PAIRS_H_

#include "estimate/robust/blurred_edge.h"
#include "estimate/robust/scales.h"
#include "estimate/robust/values.h"

namespace dpcvx::estimate {

class QuantilePairs {
 public:
  struct Question {
    double fraction;          // at either end, in (0, 1/2)
    QuantileEdges low, high;  // of the quantiles of the fraction and of 1 less it
    double min_units, max_units;
  };
  static constexpr size_t kNone = ~size_t{0};

  bool allocate(const Cumulative &from);
  // Narrows the interval of the lower quantile, or of the upper one, by counts over wide windows. It holds the
  // quantile, if the question's interval does, except with probability beta.
  QuantileEdges narrow(const Cumulative &from, const Question &question, bool low, double beta);
  // Holds the distance of both quantiles, except with probability beta.
  Ends distance(const Cumulative &from, const Question &question, double beta);
  // For each cell of the lower quantile, the cells that the upper one may have then: from first[cell] on if both are
  // too small, and up to last[cell] if both are too great. The law's pair is among them, except with probability beta.
  // Cells without partners have kNone.
  struct Partners {
    Buffer<size_t> first, last;
  };
  void find_partners(const Cumulative &from, const Question &question, double beta, Partners *out);

 private:
  // Windows of one block, from its edges away from it and into it, and whether a quantile may be in it.
  struct Block {
    BlurredEdge out, in;
    double below_out, below_in;
    bool possible;
  };
  struct Rules {
    const Cumulative &from;
    const Question &question;
    size_t width;  // cells of a block
    double price;  // of noise in a window, in blocks
    // Blocks of the law's pair, from one to the other, for windows of this price.
    double least_apart, most_apart;

    bool has(size_t i, size_t j) const {
      const double apart = static_cast<double>(j - i + 1);
      return apart >= least_apart && apart < most_apart;
    }
    size_t end_of(size_t block) const { return std::min((block + 1) * width, from.cells()); }
  };
  // Calls f(Rules) for each price that windows may have, with all blocks filled.
  template <class F>
  void for_windows(const Cumulative &from, const Question &question, const F &f);
  bool rejects(const Rules &rules, Strays &strays, const EdgeNoise &noise, double count, double p, bool at_least);
  void fill(const Rules &rules, bool low, size_t block, Block *out);
  bool accepts_distance(const Rules &rules, const Block &low, const Block &high);
  bool accepts_sum(const Rules &rules, const BlurredEdge &low, const BlurredEdge &high, double count, bool too_great);

  Strays ends_, apart_;  // of single quantiles, and of their distance
  Buffer<Block> lows_, highs_;
  Buffer<double>
      of_sums_;        // by noise and its terms, how far the sum of two shares strays; NAN where that is not known yet
  double of_sum_ = 0;  // with this probability
};

}  // namespace dpcvx::estimate

#endif
