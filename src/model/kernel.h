// The inner loops over one row. The order of every sum is fixed here, so that results do not depend on the instruction
// set's vector width.
#ifndef DPCVX_MODEL_KERNEL_H_
#define DPCVX_MODEL_KERNEL_H_

#include <cstdint>

#include "data/dataset.h"

namespace dpcvx::model {

// Four doubles; rows and work vectors are padded to whole lanes and aligned to them.
typedef double Lane __attribute__((vector_size(data::kLane * sizeof(double)), may_alias));

inline int64_t padded(int64_t n) { return (n + data::kLane - 1) / data::kLane * data::kLane; }

// <a, w> over `n` doubles, a multiple of kLane.
inline double dot(const double *a, const double *w, int64_t n) {
  const Lane *const x = reinterpret_cast<const Lane *>(a);
  const Lane *const y = reinterpret_cast<const Lane *>(w);
  const int64_t lanes = n / data::kLane;
  Lane even = {}, odd = {};
  int64_t j = 0;
  for (; j + 2 <= lanes; j += 2) {
    even += x[j] * y[j];
    odd += x[j + 1] * y[j + 1];
  }
  if (j < lanes) even += x[j] * y[j];
  even += odd;
  return (even[0] + even[1]) + (even[2] + even[3]);
}

// sum += k * a over `n` doubles, a multiple of kLane.
inline void add_multiple(double k, const double *a, double *sum, int64_t n) {
  const Lane *const x = reinterpret_cast<const Lane *>(a);
  Lane *const s = reinterpret_cast<Lane *>(sum);
  const int64_t lanes = n / data::kLane;
  for (int64_t j = 0; j < lanes; ++j) s[j] += k * x[j];
}

// A sum that overflowed to both infinities is not a number; any fixed value will do in its place.
inline double number_or_zero(double z) { return z == z ? z : 0; }

}  // namespace dpcvx::model

#endif
