// Upper bounds on norms of vectors.
#ifndef DPCVX_NUMERIC_NORM_H_
#define DPCVX_NUMERIC_NORM_H_

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

}  // namespace dpcvx::numeric

#endif
