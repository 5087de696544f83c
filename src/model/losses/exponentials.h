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

}  // namespace dpcvx::model

#endif
