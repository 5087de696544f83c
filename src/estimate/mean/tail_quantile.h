// Where a tail falls to a probability.
#ifndef DPCVX_ESTIMATE_MEAN_TAIL_QUANTILE_H_
#define DPCVX_ESTIMATE_MEAN_TAIL_QUANTILE_H_

#include <cmath>

namespace dpcvx::estimate {

// Returns t >= 0 with tail(t) <= beta, which it was seen to have, and hardly more than is needed: to a share `close` of
// beta or of the guess. `tail` falls and is positive; `guess` > 0 is near. Infinite if 4,096 guesses are too little.
template <class Tail>
double tail_quantile(const Tail &tail, double guess, double beta, double close) {
  constexpr int kSteps = 8, kDoublings = 12;
  const auto excess = [&](double t) { return std::log(tail(t) / beta); };
  double low = 0.9 * guess, high = 1.1 * guess, at_low = excess(low), at_high = excess(high);
  for (int i = 0; at_high > 0; ++i) {
    if (i == kDoublings) return INFINITY;
    low = high, at_low = at_high;
    high *= 2, at_high = excess(high);
  }
  if (at_low <= 0) high = low, at_high = at_low, low = 0, at_low = excess(0);
  // By the false position, Illinois form.
  for (int i = 0, side = 0; i < kSteps && at_low > 0 && at_high < -close && high - low > close * guess; ++i) {
    const double middle = (low * at_high - high * at_low) / (at_high - at_low), here = excess(middle);
    const int now = here > 0 ? 1 : -1;
    (now > 0 ? low : high) = middle;
    (now > 0 ? at_low : at_high) = here;
    if (now == side) (now > 0 ? at_high : at_low) *= 0.5;
    side = now;
  }
  return high;
}

}  // namespace dpcvx::estimate

#endif
