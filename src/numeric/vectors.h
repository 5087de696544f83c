// Plain loops over vectors of doubles.
#ifndef DPCVX_NUMERIC_VECTORS_H_
#define DPCVX_NUMERIC_VECTORS_H_

#include <cmath>
#include <cstdint>

namespace dpcvx::numeric {

// to += k a
inline void add_multiple(double k, const double *a, double *to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] += k * a[i];
}

inline double dot(const double *a, const double *b, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

inline bool all_finite(const double *x, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    if (!std::isfinite(x[i])) return false;
  return true;
}

}  // namespace dpcvx::numeric

#endif
