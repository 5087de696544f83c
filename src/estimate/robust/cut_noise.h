// The noise of sums over cells whose weights are of two parts, left and right of an edge, for all pairs of parts.
// Public numbers alone (PROOFS.md, 1.3).
#ifndef DPCVX_ESTIMATE_ROBUST_CUT_NOISE_H_
#define DPCVX_ESTIMATE_ROBUST_CUT_NOISE_H_

#include <cmath>

#include "base/buffer.h"
#include "estimate/distribution/tree.h"

namespace dpcvx::estimate {

class CutNoise {
 public:
  enum Side { kLeft, kRight };
  // What one part of the weights adds.
  struct Part {
    double inside = 0;  // squares of nodes that the edge does not divide
    // Sums over the undivided children of a divided node, by its level: of variances times weights, and weights'
    // squares.
    double sums[TreeShape::kMaxLevels], squares[TreeShape::kMaxLevels];
  };
  // The extremes over pairs of the noise of their sums.
  struct Extremes {
    double least_share = INFINITY, most_share = -INFINITY;  // of the number of all units
    double least_squares = INFINITY, most_squares = 0;      // of weights
  };

  bool allocate(const TreeShape &shape);
  // 0 < edge < the number of cells.
  void start(int64_t edge);
  // One weight a cell. Those on the other side are not read.
  double *weights() { return means_.data() + shape_.first(shape_.levels()); }
  Part part(Side side);
  void pair(const Part &left, const Part &right, Extremes *out) const;

 private:
  TreeShape shape_;
  int64_t edge_ = 0;
  int divided_ = 0;                           // levels from the root with a node that the edge divides
  int64_t path_[TreeShape::kMaxLevels] = {};  // those nodes
  Buffer<double> means_;                      // by node: the weight that its estimate has in the sum
};

}  // namespace dpcvx::estimate

#endif
