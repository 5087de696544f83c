// Noisy counts below an edge, averaged over a window of edges that begins there. Where a share of the law is a bound at
// the first edge, it is one at the others, and the average has less noise (PROOFS.md, 1.4).
#ifndef DPCVX_ESTIMATE_ROBUST_BLURRED_EDGE_H_
#define DPCVX_ESTIMATE_ROBUST_BLURRED_EDGE_H_

#include "estimate/distribution/tree.h"

namespace dpcvx::estimate {

class BlurredEdge {
 public:
  static constexpr int64_t kMostEdges = 32;

  // The window has `edges` edges, at most kMostEdges, that are `stride` cells apart: from `first` upwards or downwards.
  // Those beyond the outermost ones count as these. Public numbers alone.
  void set(const TreeShape &shape, int64_t first, int64_t edges, int64_t stride, bool upwards);

  // The mean of numbers by edge.
  double mean(const double *by_edge) const;
  const EdgeNoise &noise() const { return noise_; }
  bool is_before(const BlurredEdge &other) const { return at_[edges_ - 1] <= other.at_[0]; }
  // Of the difference of two averages, `low` before `high`.
  static EdgeNoise between(const TreeShape &shape, const BlurredEdge &low, const BlurredEdge &high);

 private:
  int64_t edges_ = 1, at_[kMostEdges] = {};  // in rising order
  EdgeNoise noise_;
  // By level, the weights of the estimates of the nodes that have the cell above the lowest edge, and the one below the
  // highest edge.
  double first_[TreeShape::kMaxLevels + 1] = {}, last_[TreeShape::kMaxLevels + 1] = {};
};

}  // namespace dpcvx::estimate

#endif
