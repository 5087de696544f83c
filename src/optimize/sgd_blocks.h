// The steps of a run in blocks within which it matters little when a touch falls: the bounds that mixtures and means
// need are taken a block at a time, each the greatest over its block, so any blocks will do.
#ifndef DPCVX_OPTIMIZE_SGD_BLOCKS_H_
#define DPCVX_OPTIMIZE_SGD_BLOCKS_H_

#include "optimize/sgd_stability.h"

namespace dpcvx::optimize {

struct SgdBlock {
  int64_t first, last;  // steps
  double start;         // in the output, a first touch here is at most this,
  double later;         // a later one at most this
  double size() const { return static_cast<double>(last - first + 1); }
};

class SgdBlocks {
 public:
  static constexpr int kMax = 400, kFine = 64;

  // Steps first to last, in about `fine` blocks and some more where l2 makes early touches fade; fine <= kFine.
  SgdBlocks(const SgdStability &stability, int64_t first, int64_t last, int fine);

  int size() const { return size_; }
  const SgdBlock &operator[](int i) const { return blocks_[i]; }

 private:
  void mark(const SgdStability &stability, int64_t first, int64_t last, int fine);
  void spread(int64_t first, int64_t last, int fine);
  void cut(double step);
  void merge(int fine);

  int64_t first_, last_;
  int64_t cuts_[kMax];  // first steps of blocks
  int cut_count_ = 0;
  SgdBlock blocks_[kMax];
  int size_ = 0;
};

}  // namespace dpcvx::optimize

#endif
