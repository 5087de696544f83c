// The public penalty r(w) = l1 sum_j |w_j|, in which the intercepts' entries are left out, and its proximal step
//
//   argmin over x of r(x) + ||x - w||^2 / (2 step) = S(w),   S(w)_j = sign(w_j) max(0, |w_j| - step l1).
//
// In a domain K the proximal step of r and K together is P(S(w)), P the projection on K, wherever goes_with(K)
// (PROOFS.md, section 12).
#ifndef DPCVX_MODEL_L1_PENALTY_H_
#define DPCVX_MODEL_L1_PENALTY_H_

#include <cmath>
#include <cstdint>

#include "model/domains/domain.h"

namespace dpcvx::model {

class L1Penalty {
 public:
  L1Penalty() = default;
  // Of coefficients in blocks of `block`, the last of each an intercept; 0: there is none.
  L1Penalty(double weight, int64_t block) : weight_(weight), block_(block) {}

  double weight() const { return weight_; }
  bool is_none() const { return !(weight_ > 0); }
  bool penalises(int64_t j) const { return block_ == 0 || j % block_ != block_ - 1; }

  // S of one entry.
  static double shrunk(double x, double threshold) {
    return x > threshold ? x - threshold : x < -threshold ? x + threshold : 0;
  }
  // S of all entries, in place.
  void shrink(double step, double *w, int64_t dimension) const;
  // r(w); adds a subgradient to `slope` unless it is null, with 0 for |w_j| at 0.
  double value(const double *w, int64_t dimension, double *slope) const;

  // Boxes, balls of the norm linf, and balls about 0.
  static bool goes_with(const Domain &domain);

 private:
  double weight_ = 0;
  int64_t block_ = 0;
};

}  // namespace dpcvx::model

#endif
