// Minimises a bound over Renyi orders. Every order gives a valid bound, so a search that misses the best order only
// loses tightness.
#ifndef DPCVX_PRIVACY_DIVERGENCES_RDP_ORDERS_H_
#define DPCVX_PRIVACY_DIVERGENCES_RDP_ORDERS_H_

#include <cmath>

#include "numeric/root.h"

namespace dpcvx::privacy {

// For curves in closed form: order - 1 from 2^-30 to 2^60, doubling, then a golden-section search about the best.
template <class Value>
double min_over_all_orders(const Value &value) {
  constexpr int kLow = -30, kHigh = 60;
  double least = INFINITY;
  int best = kLow;
  for (int e = kLow; e <= kHigh; ++e) {
    const double at = value(1 + std::ldexp(1, e));
    if (at < least) least = at, best = e;
  }
  const double refined = numeric::min_point(std::fmax(best - 1, kLow), std::fmin(best + 1, kHigh), 44,
                                            [&](double e) { return value(1 + std::exp2(e)); });
  const double at_refined = value(1 + std::exp2(refined));
  return at_refined < least ? at_refined : least;
}

// For curves whose every order costs a long sum: order - 1 from 2^-6 to 4096 by factors of 3/2, until three orders in a
// row got worse, then a search about the best; large orders are rounded to integers.
template <class Value>
double min_over_costly_orders(const Value &value) {
  constexpr double kFactor = 1.5;
  constexpr double kWhole = 24;
  const auto at = [&](double t) { return value(t < kWhole ? 1 + t : std::floor(1 + t)); };
  double least = INFINITY, best = 0x1p-6;
  int worse = 0;
  for (double t = 0x1p-6; t < 4096 && worse < 3; t *= kFactor) {
    const double now = at(t);
    worse = now <= least ? 0 : worse + 1;
    if (now < least) least = now, best = t;
  }
  const double low = std::log(best / kFactor), high = std::log(best * kFactor);
  const double refined = numeric::min_point(low, high, 16, [&](double e) { return at(std::exp(e)); });
  return std::fmin(least, at(std::exp(refined)));
}

}  // namespace dpcvx::privacy

#endif
