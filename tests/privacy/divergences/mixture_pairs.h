// Pairs of mixtures of Gaussians of variance 1 on a line, and their divergences by quadrature, for tests of mixtures of
// Gaussian privacy.
#ifndef DPCVX_TESTS_PRIVACY_DIVERGENCES_MIXTURE_PAIRS_H_
#define DPCVX_TESTS_PRIVACY_DIVERGENCES_MIXTURE_PAIRS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/error.h"
#include "privacy/curve/curve.h"

namespace dpcvx {
namespace privacy {

using Numbers = std::vector<double>;

inline Curve mixture(const Numbers &mus, const Numbers &probabilities, int64_t count = 1) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve;
  EXPECT_EQ(curve.add_gdp_mixture(mus.data(), probabilities.data(), mus.size(), count, error), DPCVX_OK);
  return curve;
}

inline Curve amplified(const Numbers &mus, const Numbers &probabilities) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve;
  EXPECT_EQ(curve.add_gdp_mixture(mus.data(), probabilities.data(), mus.size(), 1, error, true), DPCVX_OK);
  return curve;
}

// delta_mu(epsilon) by complementary error functions; good where mu is not small.
inline long double gaussian_delta(long double mu, long double epsilon) {
  if (mu == 0) return 0;
  const long double root = std::sqrt(2.0L), c = epsilon / mu, h = mu / 2;
  return (std::erfc((c - h) / root) - std::exp(epsilon) * std::erfc((c + h) / root)) / 2;
}

inline long double exact_delta(const Numbers &mus, const Numbers &probabilities, long double epsilon) {
  long double sum = 0;
  for (size_t k = 0; k < mus.size(); ++k) sum += probabilities[k] * gaussian_delta(mus[k], epsilon);
  return sum;
}

// The probabilities of 0 to size - 2 successes in so many independent trials, and of more.
inline Numbers binomial(int64_t trials, double rate, size_t size) {
  Numbers probabilities(size);
  const long double n = trials, log_rate = std::log(1.0L * rate), log_rest = std::log1p(-1.0L * rate);
  long double left = 1;
  for (size_t k = 0; k + 1 < size; ++k) {
    const long double i = k;
    const long double choices = std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1);
    const long double p = i <= n ? std::exp(choices + i * log_rate + (n - i) * log_rest) : 0;
    probabilities[k] = static_cast<double>(p);
    left -= p;
  }
  probabilities[size - 1] = static_cast<double>(std::fmax(left, 0.0L));
  return probabilities;
}

// P, the sum of probabilities[k] N(left[k], 1), and Q of the same with right[k].
struct Pair {
  Numbers probabilities, left, right;
};

inline Pair swapped(const Pair &pair) { return {pair.probabilities, pair.right, pair.left}; }

inline double density(const Numbers &probabilities, const Numbers &centres, double x) {
  double sum = 0;
  for (size_t k = 0; k < centres.size(); ++k)
    sum += probabilities[k] * std::exp(-0.5 * (x - centres[k]) * (x - centres[k]));
  return sum * 0.39894228040143267794;
}

inline double tail(const Numbers &probabilities, const Numbers &centres, double from, double to) {
  double sum = 0;
  for (size_t k = 0; k < centres.size(); ++k) {
    const double a = (from - centres[k]) / std::sqrt(2.0), b = (to - centres[k]) / std::sqrt(2.0);
    sum += probabilities[k] * (a > 0 ? std::erfc(a) - std::erfc(b) : std::erfc(-b) - std::erfc(-a)) / 2;
  }
  return sum;
}

// The ends of the line beyond which neither law has anything that counts.
inline std::pair<double, double> ends(const Pair &pair) {
  double low = INFINITY, high = -INFINITY;
  for (const Numbers *centres : {&pair.left, &pair.right})
    for (const double centre : *centres) low = std::min(low, centre), high = std::max(high, centre);
  return {low - 12, high + 12};
}

// H_epsilon(P || Q), exactly but for rounding: the signs of P - e^epsilon Q are found on a grid finer than any wiggle
// of such sums, their changes by bisection, and the intervals where it is positive are integrated in closed form.
inline double hockey_stick(const Pair &pair, double epsilon) {
  constexpr double kStep = 1.0 / 64;
  const double scale = std::exp(epsilon);
  const auto excess = [&](double x) {
    return density(pair.probabilities, pair.left, x) - scale * density(pair.probabilities, pair.right, x);
  };
  const auto [low, high] = ends(pair);
  double sum = 0, from = low, before = low;
  bool inside = excess(low) > 0;
  for (double x = low + kStep; before < high; before = x, x += kStep) {
    const bool now = x < high ? excess(x) > 0 : false;
    if (now == inside) continue;
    double a = before, b = x;
    for (int i = 0; i < 60; ++i) {
      const double middle = (a + b) / 2;
      ((excess(middle) > 0) == inside ? a : b) = middle;
    }
    if (inside)
      sum += tail(pair.probabilities, pair.left, from, b) - scale * tail(pair.probabilities, pair.right, from, b);
    else
      from = b;
    inside = now;
  }
  return sum;
}

// D_order(P || Q) by the trapezoidal rule, which is exact to rounding for such functions.
inline double renyi(const Pair &pair, double order) {
  constexpr double kStep = 1.0 / 64;
  auto [low, high] = ends(pair);
  low -= 10 * order, high += 10 * order;  // powers of the ratio move the mass beyond the centres
  double sum = 0;
  for (double x = low; x < high; x += kStep) {
    // In logarithms: both densities underflow far out.
    const auto log_density = [&](const Numbers &centres) {
      double greatest = -INFINITY, rest = 0;
      for (size_t k = 0; k < centres.size(); ++k)
        greatest = std::max(greatest, std::log(pair.probabilities[k]) - 0.5 * (x - centres[k]) * (x - centres[k]));
      for (size_t k = 0; k < centres.size(); ++k)
        rest += std::exp(std::log(pair.probabilities[k]) - 0.5 * (x - centres[k]) * (x - centres[k]) - greatest);
      return greatest + std::log(rest) - 0.91893853320467274178;
    };
    sum += std::exp(order * log_density(pair.left) + (1 - order) * log_density(pair.right));
  }
  return std::log(sum * kStep) / (order - 1);
}

}  // namespace privacy
}  // namespace dpcvx

#endif
