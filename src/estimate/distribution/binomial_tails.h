// Tails of a binomial number, less its mean, plus normal noise: exact except for blocks
// of numbers (PROOFS.md, 4.5).
#ifndef DPCVX_ESTIMATE_DISTRIBUTION_BINOMIAL_TAILS_H_
#define DPCVX_ESTIMATE_DISTRIBUTION_BINOMIAL_TAILS_H_

#include "base/buffer.h"

namespace dpcvx::estimate {

class BinomialTails {
 public:
  // Of up to this variance: more takes longer, and other bounds are near then.
  static constexpr double kMaxVariance = 0x1p24;

  bool allocate() {
    count_ = 0;  // what was known is gone
    return at_.allocate(kBlocks + 2) && weight_.allocate(kBlocks + 2);
  }
  // Of `count` units, an integer, each with probability p in (0, 1).
  void start(double count, double p);
  bool is_of(double count, double p) const { return count == count_ && p == p_; }

  // Returns at least Pr[number - mean + N >= t], N normal of any standard deviation in [low, high].
  double above(double t, double low, double high) const;
  // Returns t >= 0 with above(t) <= beta < 1/2; infinity where the noise has no such t.
  double quantile(double beta, double low, double high) const;

 private:
  static constexpr size_t kBlocks = 512;
  void add(double k, double probability);

  Buffer<double> at_, weight_;  // upper ends of blocks, less the mean
  double count_ = 0, p_ = 0, first_ = 0, width_ = 1, left_out_ = 1, deviation_ = 0;
  size_t blocks_ = 0;
};

}  // namespace dpcvx::estimate

#endif
