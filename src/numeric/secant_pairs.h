// The last steps of a descent and the turns of the gradient along them. They make a quadratic model of the function:
// BFGS updates of a multiple of the identity (Nocedal 1980).
#ifndef DPCVX_NUMERIC_SECANT_PAIRS_H_
#define DPCVX_NUMERIC_SECANT_PAIRS_H_

#include "base/buffer.h"

namespace dpcvx::numeric {

class SecantPairs {
 public:
  static constexpr int64_t kMost = 10;

  // Room for pairs of this dimension. Returns false without memory.
  bool allocate(int64_t dimension);
  // Forgets all pairs. The model is `scale` times the identity then.
  void clear(double scale) { count_ = 0, scale_ = scale; }
  int64_t count() const { return count_; }
  double scale() const { return scale_; }
  // Pair i, the oldest first: a step, and the turn of the gradient along it.
  const double *move(int64_t i) const { return moves_.data() + i * d_; }
  const double *turn(int64_t i) const { return turns_.data() + i * d_; }

  // Takes the pair of a step, and forgets the oldest of kMost. Leaves out one that is rounding, or not of a convex
  // function.
  void take(const double *from, const double *to, const double *gradient_from, const double *gradient_to);
  // Multiplies x by the inverse of the model: the two-loop recursion.
  void solve(double *x) const;

 private:
  int64_t d_ = 0, count_ = 0;
  double scale_ = 1;  // of the identity in the model
  Buffer<double> moves_, turns_;
};

}  // namespace dpcvx::numeric

#endif
