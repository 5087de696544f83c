// Certified comparison of a random real with exp(-y): the slow, exact end of every sampler.
#ifndef DPCVX_RANDOM_EXACT_EXP_H_
#define DPCVX_RANDOM_EXACT_EXP_H_

#include "random/law.h"
#include "random/rng.h"

namespace dpcvx::random {

// exp(-y) for a double 0 <= y <= 700, with relative error below 2^-48. Uses basic arithmetic only: the same bits on
// every machine, with any libm.
double exp_minus(double y);

// exp_minus of each of `n` values, the same bits; several at a time.
void exp_minus_each(const double *y, double *out, size_t n);

// exp(-y) (1 + r) for the y of a law computed in doubles: |r| <= exp_margin(y). The bound on the error of y is
// relative, so the margin grows with y.
inline double exp_margin(double y) { return (y + 4) * 0x1p-48; }

// An interval about exp(-y) of relative width 2^(-64 limbs + O(log y)):
//   (mantissa - error) 2^-scale <= exp(-y) <= (mantissa + error) 2^-scale.
struct ExpBounds {
  Natural mantissa;
  Natural error;
  int64_t scale;
};

constexpr int kMaxLimbsOfExp = 32;

// exp(-y(x)) for the law refined by `fraction` more bits of x: y(x 2^-fraction). False where y >= 2^62 or the error
// would be as large as the value; then exp(-y) < 2^-64 limbs or more limbs are needed. 2 <= limbs <= kMaxLimbsOfExp.
bool exp_bounds(const Law &law, const Natural &x, int64_t fraction, int limbs, ExpBounds &bounds);

// A comparison: U * weight < total * 2^boost * exp(-y(X)), where U is uniform on [0, 1) with leading bits `high` (64 of
// them) and X = x exactly, or uniform on [x, x + 1). Draws what further bits it needs. Exact, except that a U within
// 2^-1900 of the threshold counts as above it.
struct Comparison {
  const Law *law;
  uint64_t x;
  bool continuous;
  uint64_t high;
  uint64_t weight, total;
  int64_t boost;
};
bool exact_less(Rng &rng, const Comparison &comparison);

// One step of it: what can be said when U is only known to lie in [u, u + 1) 2^(-64 limbs), and a real X in
// [x, x + 1) 2^(-64 limbs).
enum class Certainty { kLess, kNotLess, kOpen };
Certainty certain_less(const Comparison &comparison, const Natural &u, const Natural &x, int limbs);

}  // namespace dpcvx::random

#endif
