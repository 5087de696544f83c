// The least of a quantity over Renyi orders. Every order gives a valid bound, so a search that misses the best order
// only loses tightness.
#ifndef DPCVX_PRIVACY_ORDERS_H_
#define DPCVX_PRIVACY_ORDERS_H_

#include <cmath>
#include <initializer_list>

#include "numeric/root.h"

namespace dpcvx {
namespace privacy {

// For curves in closed form: order - 1 from 2^-30 to 2^60, doubling, then a golden-section search about the best.
template <class Value>
double least_over_all_orders(const Value &value) {
  constexpr int kLow = -30, kHigh = 60;
  double least = INFINITY;
  int best = kLow;
  for (int e = kLow; e <= kHigh; ++e) {
    const double at = value(1 + std::ldexp(1, e));
    if (at < least) least = at, best = e;
  }
  const double refined = numeric::least_point(std::fmax(best - 1, kLow), std::fmin(best + 1, kHigh),
                                              [&](double e) { return value(1 + std::exp2(e)); });
  const double at_refined = value(1 + std::exp2(refined));
  return at_refined < least ? at_refined : least;
}

// For curves whose every order costs a long sum: a fixed grid, dense where it matters.
template <class Value>
double least_over_grid(const Value &value) {
  double least = INFINITY;
  for (double order : {1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5, 1.6, 1.75, 1.9})
    least = std::fmin(least, value(order));
  for (double order = 2; order < 4096; order = std::ceil(order < 32 ? order + 1 : order * 1.12))
    least = std::fmin(least, value(order));
  return least;
}

}  // namespace privacy
}  // namespace dpcvx

#endif
