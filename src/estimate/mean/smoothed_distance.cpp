#include "estimate/mean/smoothed_distance.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

namespace {

double squared(double x) { return x * x; }

}  // namespace

SmoothedDistance::SmoothedDistance(const SumLaw &sum, const NoiseLaw &noise)
    : sum_(sum), gaussian_(noise.gaussian), scale_(noise.gaussian ? noise.scale : noise.least) {
  if (gaussian_ || noise.terms == 0 || !(scale_ > 0)) return;
  term_ = noise.scale;
  // What is left has a part of its own, which makes the integral beyond a place finite.
  terms_ = std::max(std::ceil(squared(scale_ / term_)) - 1, 0.0);
  rest_ = 1 - terms_ * squared(term_ / scale_);
}

double SmoothedDistance::of(double count, double variance, double enough) const {
  constexpr double kPi = 3.141592653589793, kReach = 9;
  constexpr int kParts = 32, kMore = 16;
  if (!(scale_ > 0)) return INFINITY;
  const double v = sum_.variance, wide = squared(sum_.size) + 3 * v, last = std::sqrt(6 / wide);
  // Laplace noise's function falls slowly: parts grow from there on.
  const double end = std::min(last, kReach / std::hypot(std::sqrt(count * variance), scale_));
  const double growth = gaussian_ ? INFINITY : std::pow(last / end, 1.0 / kMore);
  double from = 0, integral = 0;
  for (int i = 1; from < last; ++i) {
    const double to = i <= kParts ? end * i / kParts : i < kParts + kMore ? std::min(from * growth, last) : last;
    // At most n v' u^2 (size / 6 + v' u / 8) h(u)^(n - 1) of the noise's, where h bounds both functions.
    const double halved = 0.5 * (1 - wide * to * to / 12);
    const double product = std::clamp(1 / halved, count * variance * from * from, sum_.count * v * to * to);
    const double here = product * std::exp(halved * (v * to * to - product)) * (sum_.size / 6 + v * to / 8);
    integral += (to - from) * here * of_noise(from);
    from = to;
    if (integral > kPi * enough) return std::max(integral / kPi, enough);
  }
  return (integral + std::min(2 * beyond(last), beyond_in_windows(last, count * variance))) / kPi;
}

double SmoothedDistance::of_noise(double u) const {
  const double x = squared(scale_ * u);
  return gaussian_ ? std::exp(-0.5 * x) : equal_terms(u) / (1 + x * rest_);
}

// Of as many noises of the greatest scale as there may be.
double SmoothedDistance::equal_terms(double u) const { return std::pow(1 + squared(term_ * u), -terms_); }

double SmoothedDistance::beyond(double last) const {
  const double x = squared(scale_ * last);
  if (gaussian_) return 0.5 * std::exp(-0.5 * x) * std::log1p(2 / x);
  return 0.5 * std::min(std::log1p(1 / x), rest_ > 0 ? equal_terms(last) * std::log1p(1 / (x * rest_)) : INFINITY);
}

double SmoothedDistance::beyond_in_windows(double last, double variance_of_sum) const {
  constexpr int kWindows = 12;
  constexpr double kTwoPi = 6.283185307179586, kCurved = 0.875;
  if (!(variance_of_sum > 0)) return INFINITY;
  const double square = variance_of_sum * last * last;
  const double window = std::sqrt(kTwoPi / (kCurved * variance_of_sum)) + last * std::exp(-square * kCurved / 32);
  double sum = std::exp(-0.5 * square) * beyond(last);
  for (int k = 1; k <= kWindows; ++k) sum += window * of_noise(k * last) / (k * last);
  return sum + beyond((kWindows + 1) * last);
}

}  // namespace dpcvx::estimate
