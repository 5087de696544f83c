// Norms of vectors: upper bounds, and how lp norms compare.
#ifndef DPCVX_NUMERIC_NORM_H_
#define DPCVX_NUMERIC_NORM_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace dpcvx::numeric {

// Returns ||x||_2 rounded up, for entries of any size: each step errs by at most an ulp. 0 for null.
inline double l2_norm_up(const double *x, int64_t count) {
  if (x == nullptr) return 0;
  double norm = 0;
  for (int64_t j = 0; j < count; ++j) norm = std::hypot(norm, x[j]);
  return norm * (1 + static_cast<double>(count + 8) * 0x1p-51);
}

// Returns the exponent of the dual norm of an lp norm, 1 <= p <= infinity.
inline double dual_exponent(double p) { return p == 1 ? INFINITY : p == INFINITY ? 1 : p / (p - 1); }

// Returns the greatest lp norm, p = low, of vectors of `dimension` entries whose lp norm for p = high is 1.
inline double ratio_of_norms(double dimension, double low, double high) {
  return std::pow(dimension, std::max(0.0, 1 / low - 1 / high));
}

}  // namespace dpcvx::numeric

#endif
