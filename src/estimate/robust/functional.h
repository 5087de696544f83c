// The noise of a sum over cells with given weights, as the least-squares estimates from a tree have it. Public numbers
// alone (PROOFS.md, section 1).
#ifndef DPCVX_ESTIMATE_ROBUST_FUNCTIONAL_H_
#define DPCVX_ESTIMATE_ROBUST_FUNCTIONAL_H_

#include "base/buffer.h"
#include "estimate/distribution/tree.h"

namespace dpcvx::estimate {

class Functional {
 public:
  bool allocate(const TreeShape &shape);
  // One weight a cell, to be set before `noise`.
  double *weights() { return means_.data() + shape_.first(shape_.levels()); }
  const double *weights() const { return means_.data() + shape_.first(shape_.levels()); }
  // The sum of the weights times the counts of cells, from counts below edges.
  double sum(const Buffer<double> &below) const;
  // The estimate of that sum is share * (estimated count of all cells) + noise of its own. Its largest weight is 0 if
  // only the sum of squares is wanted.
  EdgeNoise noise(bool squares_only = false);
  // Extends a range for each node by the weight of its noise in the sum, of its own, after `noise`.
  void extend(double *least, double *most) const;

 private:
  TreeShape shape_;
  Buffer<double> means_;  // by node: the weight that its estimate has in the sum
  Buffer<double> gains_;  // by node: the weight of its estimate from what is at and below it
};

// The noise of the estimated number of units between two edges, first < last, as a function of that of all units.
EdgeNoise noise_between(const TreeShape &shape, int64_t first, int64_t last);

}  // namespace dpcvx::estimate

#endif
