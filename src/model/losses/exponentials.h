// Differences of exponentials without cancellation, for divergences between nearby points.
#ifndef DPCVX_MODEL_LOSSES_EXPONENTIALS_H_
#define DPCVX_MODEL_LOSSES_EXPONENTIALS_H_

#include <cmath>

namespace dpcvx::model {

// e^x - 1 - x >= 0, to a few ulps of itself: near 0 by its series.
inline double exp_beyond_line(double x) {
  if (!(std::fabs(x) < 0.5)) return x == -INFINITY ? INFINITY : std::expm1(x) - x;
  double sum = 0;
  for (int k = 14; k >= 3; --k) sum = (sum + 1) * x / k;
  return x * x / 2 * (1 + sum);
}

// 1 + (x - 1) e^x >= 0, to a few ulps of itself: sum over k >= 2 of (k - 1) x^k / k!.
inline double exp_tangent_gap(double x) {
  if (!(std::fabs(x) < 0.5)) return x < -750 ? 1 : 1 + (x - 1) * std::exp(x);
  double sum = 0, term = x * x / 2;
  for (int k = 2; k <= 15; ++k) {
    sum += (k - 1) * term;
    term *= x / (k + 1);
  }
  return sum;
}

}  // namespace dpcvx::model

#endif
