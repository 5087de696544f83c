// A tree of counts over cells. Every node is released with noise of one scale. The least-squares estimate of the counts
// below each edge then has far less noise than a sum over cells (PROOFS.md, section 3).
#ifndef DPCVX_ESTIMATE_DISTRIBUTION_TREE_H_
#define DPCVX_ESTIMATE_DISTRIBUTION_TREE_H_

#include <algorithm>
#include <cmath>

#include "base/buffer.h"

namespace dpcvx::estimate {

// What the noise of an estimate consists of: independent noises of one scale, with weights.
struct NoiseWeights {
  double squares = 0;         // the sum of squared weights
  double largest_square = 0;  // at least the greatest squared weight
  bool equal = false;         // whether all weights are equal, and both numbers exact
  double sum = 0;             // of the sizes of weights, where all were added; else 0

  void add(double weight) {
    sum += std::fabs(weight);
    squares += weight * weight;
    largest_square = std::max(largest_square, weight * weight);
  }
};

// The estimate of the count below an edge, as a function of that of all cells: share * all + noise of its own.
struct EdgeNoise {
  double share = 0;
  NoiseWeights own;
};

// Its shape: public numbers alone.
class TreeShape {
 public:
  static constexpr int kMaxLevels = 16;

  // With at most 2^16 cells, at least 2; nodes have `fan_out` children or a few less. The noise of the root is 0, or
  // that of the other nodes.
  void set(int64_t cells, int64_t fan_out, bool root_known);

  int64_t cells() const { return nodes_[levels_]; }
  // Levels below the root: the last has a node for each cell.
  int levels() const { return levels_; }
  int64_t children() const { return children_; }
  int64_t nodes(int level) const { return nodes_[level]; }
  // Places of nodes in one array, from the root on.
  size_t first(int level) const { return first_[level]; }
  size_t size() const { return first_[levels_] + static_cast<size_t>(cells()); }
  bool root_known() const { return root_known_; }

  // Variances of estimates of a node from what is released of it and below it. One noise has variance 1.
  double variance(int level, int64_t node) const {
    return node + 1 < nodes_[level] ? of_full_[level] : of_last_[level];
  }
  // The sum of them over a node's children.
  double variance_of_children(int level, int64_t node) const;
  // That of the estimated count of all cells.
  NoiseWeights root_noise() const;
  // Of the estimate below the edge after `cell` cells, 0 < cell < cells().
  EdgeNoise edge_noise(int64_t cell) const;
  // Returns the greatest sum of squared weights at any edge, for a known count of all cells.
  double max_squares() const;

 private:
  int levels_ = 0;
  int64_t children_ = 2;
  bool root_known_ = true;
  int64_t nodes_[kMaxLevels + 1] = {}, width_[kMaxLevels + 1] = {};
  size_t first_[kMaxLevels + 1] = {};
  double of_full_[kMaxLevels + 1] = {}, of_last_[kMaxLevels + 1] = {};
};

class Tree {
 public:
  bool allocate(const TreeShape &shape);
  // Computes all nodes from the cells. Cannot fail.
  void fill(const int64_t *cells);
  // The root, if it is known: cells may have less than all units.
  void set_root(int64_t sum);
  // All nodes that get noise: without the root, if it is known.
  int64_t *released() { return nodes_.data() + (shape_.root_known() ? 1 : 0); }
  size_t released_size() const { return nodes_.size() - (shape_.root_known() ? 1 : 0); }
  // Writes estimates of the counts below edges 0 to cells(), in steps / `unit`, from the noisy nodes.
  void estimate(double unit, double *below);

 private:
  TreeShape shape_;
  Buffer<int64_t> nodes_;
  Buffer<double> estimates_;
};

}  // namespace dpcvx::estimate

#endif
