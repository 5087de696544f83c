#include "numeric/normal.h"

#include <cmath>

#include "numeric/twofold.h"

namespace dpcvx::numeric {

namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kSqrtPi = 1.77245385090551602730;
constexpr double kSqrtHalfPi = 1.25331413731550025121;
constexpr double kInverseSqrtTwoPi = 0.39894228040143267794;
constexpr double kLogSqrtTwoPi = 0.91893853320467274178;
constexpr double kLogTwo = 0.69314718055994530942;

// exp(factor x^2), with x^2 taken in two parts: in one it would cost x^2 units in the last place.
double exp_of_square(double x, double factor) {
  const Twofold square = two_product(x, x);
  return std::exp(factor * square.high) * (1 + factor * square.low);
}

// The asymptotic series of sqrt(pi) x erfcx(x), sum of (-1)^k (2k-1)!! / (2 x^2)^k, for x >= 8: its terms fall until
// k = 64, and 26 of them leave less than 1e-17.
double scaled_erfc_far(double x) {
  const double z = 0.5 / (x * x);
  double sum = 1;
  for (int k = 26; k >= 1; --k) sum = 1 - (2 * k - 1) * z * sum;
  return sum / (x * kSqrtPi);
}

}  // namespace

double scaled_erfc(double x) {
  if (x >= 8) return scaled_erfc_far(x);
  return exp_of_square(x, 1) * std::erfc(x);
}

double mills_ratio(double x) { return kSqrtHalfPi * scaled_erfc(x * kSqrtHalf); }

double normal_density(double x) { return std::fabs(x) > 40 ? 0 : kInverseSqrtTwoPi * exp_of_square(x, -0.5); }

double normal_cdf(double x) {
  if (x < -40) return 0;
  return x < -1 ? normal_density(x) * mills_ratio(-x) : 0.5 * std::erfc(-x * kSqrtHalf);
}

double log_normal_cdf(double x) {
  if (x >= 0) return std::log1p(-0.5 * std::erfc(x * kSqrtHalf));
  if (x > -10) return std::log(normal_cdf(x));
  return -0.5 * x * x - kLogSqrtTwoPi + std::log(mills_ratio(-x));
}

// log Phi(-x) is concave and falls: Newton's steps from the right of the root come down to it and never pass it.
double normal_upper_quantile(double log_p) {
  if (log_p >= -kLogTwo) return 0;
  if (log_p == -INFINITY) return INFINITY;
  if (log_p > -1.38) return normal_two_sided_quantile(-std::expm1(log_p + kLogTwo));
  double x = 2 * kSqrtHalf * std::sqrt(-log_p);
  for (int i = 0; i < 60; ++i) {
    const double step = (log_normal_cdf(-x) - log_p) * mills_ratio(x);
    x += step;
    if (std::fabs(step) <= 1e-15 * x) break;
  }
  return x;
}

// erf is concave above 0: Newton's steps from the left of the root rise to it.
double normal_two_sided_quantile(double y) {
  if (y <= 0) return 0;
  if (y >= 1) return INFINITY;
  if (y > 0.5) return normal_upper_quantile(std::log1p(-y) - kLogTwo);
  double x = y * kSqrtHalfPi;
  for (int i = 0; i < 60; ++i) {
    const double step = (y - std::erf(x * kSqrtHalf)) / (2 * normal_density(x));
    x += step;
    if (std::fabs(step) <= 1e-16 * x) break;
  }
  return x;
}

double normal_quantile(double p) {
  if (!(p > 0)) return -INFINITY;
  if (!(p < 1)) return INFINITY;
  if (p >= 0.25 && p <= 0.75)
    return p < 0.5 ? -normal_two_sided_quantile(2 * (0.5 - p)) : normal_two_sided_quantile(2 * (p - 0.5));
  return p < 0.5 ? -normal_upper_quantile(std::log(p)) : normal_upper_quantile(std::log1p(-p));
}

}  // namespace dpcvx::numeric
