// Chernoff's bound on what later touches of sampled steps add up to: with B_t the length of a touch at step t, and each
// step a touch with probability 1/n, Pr[sum > x] <= e^(psi(s) - s x) for every slope s > 0, with
// psi(s) = sum over t of log(1 + (e^(s B_t) - 1) / n).
#ifndef DPCVX_OPTIMIZE_SGD_TAIL_H_
#define DPCVX_OPTIMIZE_SGD_TAIL_H_

#include "optimize/sgd_blocks.h"

namespace dpcvx::optimize {

class SgdTail {
 public:
  // Starts from the first `count` blocks.
  SgdTail(const SgdBlocks &blocks, int count, double units);

  // Returns a length that is exceeded with probability at most e^-level.
  double length(double level) const;
  // Returns the mean number of touches of the greatest length.
  double touches() const { return most_ == 0 ? 0 : mean_ / most_; }

 private:
  static constexpr int kSlopes = 64;
  double slope(int i) const;

  double most_ = 0, all_ = 0, mean_ = 0;
  double psi_[kSlopes];
};

}  // namespace dpcvx::optimize

#endif
