// An interval for the distance of two quantiles. Each pair of blocks of cells is a hypothesis on where both are. Noisy
// counts are averaged over windows whose length is a function of the hypothesis (PROOFS.md, section 3).
#ifndef DPCVX_ESTIMATE_ROBUST_QUANTILE_GAP_H_
#define DPCVX_ESTIMATE_ROBUST_QUANTILE_GAP_H_

#include "estimate/robust/blurred_edge.h"
#include "estimate/robust/scales.h"
#include "estimate/robust/values.h"

namespace dpcvx::estimate {

class QuantileGap {
 public:
  struct Question {
    double fraction;          // at either end, in (0, 1/2)
    QuantileEdges low, high;  // of the quantiles of the fraction and of 1 less it
    double min_units, max_units;
  };

  bool allocate(const Cumulative &from);
  // Holds the distance of both quantiles, except with probability beta.
  Ends find(const Cumulative &from, const Question &question, double beta);

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
    size_t width;   // cells of a block
    int64_t edges;  // of a window
  };
  bool rejects(const Rules &rules, Strays &strays, const EdgeNoise &noise, double count, double p, bool at_least);
  void fill(const Rules &rules, bool low, size_t block, Block *out);
  bool accepts(const Rules &rules, const Block &low, const Block &high);

  Strays ends_, apart_;  // of single quantiles, and of their distance
  Buffer<Block> lows_, highs_;
};

}  // namespace dpcvx::estimate

#endif
