// Noisy counts below an edge, averaged over a window of edges from it on. Where a share of the law is a bound at the
// first edge, it is one at the others, and the average has less noise (PROOFS.md, 1.4).
#ifndef DPCVX_ESTIMATE_ROBUST_BLURRED_EDGE_H_
#define DPCVX_ESTIMATE_ROBUST_BLURRED_EDGE_H_

#include "estimate/distribution/tree.h"

namespace dpcvx::estimate {

class BlurredEdge {
 public:
  // The window has the edge `first`, and the next ones upwards or downwards that are multiples of widths of nodes, of
  // twice them and so on. Weights make the least of price * (standard deviation of the noise) + (mean distance in
  // cells): a price of 0 leaves the edge alone. Public numbers alone.
  void set(const TreeShape &shape, int64_t first, double price, bool upwards);

  // The mean of numbers by edge.
  double mean(const double *by_edge) const;
  const EdgeNoise &noise() const { return noise_; }
  bool is_before(const BlurredEdge &other) const { return at_[edges_ - 1] <= other.at_[0]; }
  // Of the difference of two averages, `low` before `high`.
  static EdgeNoise between(const TreeShape &shape, const BlurredEdge &low, const BlurredEdge &high);
  // Of half their sum.
  static EdgeNoise half_sum(const TreeShape &shape, const BlurredEdge &low, const BlurredEdge &high);

 private:
  static constexpr int kMostEdges = 24, kLevels = TreeShape::kMaxLevels + 1;
  using Covariances = double[kMostEdges][kMostEdges];
  // By edge and level, the weight of the estimate of the node that the edge divides in the count below the edge.
  using Divided = double[kMostEdges][kLevels];

  void add(int64_t edge);
  // Calls f(level, node, weight in low, weight in high) from the root on, for the nodes that have edges of both inside.
  template <class F>
  static void for_common(const TreeShape &shape, const BlurredEdge &low, const BlurredEdge &high, const F &f);
  void fill_weights(const Covariances &covariances, double price, bool upwards);

  int edges_ = 1;
  int64_t at_[kMostEdges] = {};  // in rising order, none twice
  double weight_[kMostEdges] = {};
  EdgeNoise noise_;
  double most_ = 0;  // no node has a greater weight
  // By level, the weights of the estimates of the nodes that have the cell above the lowest edge, and the one below the
  // highest edge.
  double first_[kLevels] = {}, last_[kLevels] = {};
};

}  // namespace dpcvx::estimate

#endif
