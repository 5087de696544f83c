// Bounds of rounding errors, valid in every rounding mode.
#ifndef DPCVX_MODEL_ROUNDING_H_
#define DPCVX_MODEL_ROUNDING_H_

#include <cmath>

namespace dpcvx::model {

// gamma_k = k u / (1 - k u) with u = 2^-52, twice the unit roundoff.
inline double gamma(double k) {
  const double ku = k * 0x1p-52;
  return ku < 0.5 ? ku / (1 - ku) * (1 + 0x1p-40) : INFINITY;
}

}  // namespace dpcvx::model

#endif
