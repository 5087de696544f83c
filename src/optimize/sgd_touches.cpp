#include "optimize/sgd_touches.h"

#include <algorithm>
#include <cmath>

#include "numeric/logs.h"

namespace dpcvx::optimize {
namespace {

constexpr double kRare = 0x1p-100;

}  // namespace

Touches binomial_touches(double steps, double units) {
  Touches touches;
  const double p = 1 / units, odds = p / (1 - p), mean = steps * p, spread = std::sqrt(mean);
  // Below mean - 12 spread lies less than e^-72, by Chernoff's bound.
  touches.low = static_cast<int64_t>(std::max(0.0, std::floor(mean - 12 * spread)));
  touches.step = static_cast<int64_t>(std::ceil((48 + 24 * spread) / (Touches::kMax - 4)));
  const auto place = [&](int64_t count) {
    return static_cast<int>((count - touches.low + touches.step - 1) / touches.step);
  };
  std::fill(touches.masses, touches.masses + Touches::kMax, 0.0);
  const int64_t last = static_cast<int64_t>(steps), mode = std::min(last, static_cast<int64_t>(mean));
  const double at_mode = std::exp(numeric::log_binomial_probability(steps, static_cast<double>(mode), p, 1 - p));
  double mass = at_mode;
  for (int64_t k = mode;; ++k) {
    if (place(k) >= Touches::kMax) {
      touches.beyond += kRare;  // not reached: Bernstein's bound is e^-70 before that
      break;
    }
    touches.size = place(k) + 1;
    touches.masses[place(k)] += mass;
    if (k == last) break;
    const double ratio = (steps - static_cast<double>(k)) / static_cast<double>(k + 1) * odds;
    // Ratios fall: what follows is less than a geometric series.
    if (ratio < 1 && mass * ratio / (1 - ratio) < kRare) {
      touches.beyond = kRare;
      break;
    }
    mass *= ratio;
  }
  mass = at_mode;
  for (int64_t k = mode; k > touches.low; --k) {
    mass *= static_cast<double>(k) / (steps - static_cast<double>(k) + 1) / odds;
    touches.masses[place(k - 1)] += mass;
  }
  if (touches.low > 0) touches.masses[0] += kRare;
  return touches;
}

}  // namespace dpcvx::optimize
