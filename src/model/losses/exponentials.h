// Differences of exponentials without cancellation, for divergences between nearby points.
#ifndef DPCVX_MODEL_LOSSES_EXPONENTIALS_H_
#define DPCVX_MODEL_LOSSES_EXPONENTIALS_H_

#include <cmath>

namespace dpcvx::model {

// 2 / k! from k = 3 on.
constexpr double kBeyondLine[] = {1.0 / 3,        1.0 / 12,        1.0 / 60,         1.0 / 360,
                                  1.0 / 2520,     1.0 / 20160,     1.0 / 181440,     1.0 / 1814400,
                                  1.0 / 19958400, 1.0 / 239500800, 1.0 / 3113510400, 1.0 / 43589145600};

// e^x - 1 - x >= 0, to a few ulps of itself: near 0 by its series.
inline double exp_beyond_line(double x) {
  if (!(std::fabs(x) < 0.5)) return x == -INFINITY ? INFINITY : std::expm1(x) - x;
  double sum = 0;
  for (int k = 11; k >= 0; --k) sum = kBeyondLine[k] + x * sum;
  return x * x / 2 * (1 + x * sum);
}

}  // namespace dpcvx::model

#endif
