#include "estimate/local/intervals.h"

#include <algorithm>
#include <cmath>

#include "numeric/binomial.h"

namespace dpcvx::local {

namespace {

// Of the probability of failure, what the mean square may take.
constexpr double kOfSquare = 0.1;
// Rounding of all the arithmetic here is below this share of what is computed.
constexpr double kMargin = 1 + 0x1p-30;

// (1 + u) log(1 + u) - u, u >= 0.
double bennett_exponent(double u) {
  return u < 1e-3 ? u * u * (0.5 - u * (1.0 / 6 - u / 12)) : (1 + u) * std::log1p(u) - u;
}

double squared(double x) { return x * x; }

// Returns an upper bound on the expectation of the mean square, with probability 1 - tail (Maurer 2003): s with
// s - sqrt(2 bound^2 s log(1 / tail) / reports) at most what was seen.
double square_bound(const BoundedMean &sums, double tail) {
  const double slack = 2 * squared(sums.bound) * -std::log(tail) / sums.reports;
  const double root = (std::sqrt(slack) + std::sqrt(slack + 4 * sums.square)) / 2;
  return std::min(squared(root) * kMargin, sums.max_square);
}

}  // namespace

Interval hit_rate(int64_t hits, int64_t reports, double tail) {
  const double count = static_cast<double>(reports), seen = static_cast<double>(hits);
  // Events that are not alike: their number is at least as concentrated from one off the mean on (Hoeffding 1956).
  return {std::max(std::min(numeric::clopper_pearson_lower(hits, reports, tail), (seen - 1) / count), 0.0),
          std::min(std::max(numeric::clopper_pearson_upper(hits, reports, tail), (seen + 1) / count), 1.0)};
}

double bennett_deviation(double reports, double variance, double bound, double tail) {
  if (!(variance > 0)) return 0;
  const double wanted = -std::log(tail) * squared(bound) / (reports * variance);
  // By Newton's method from above: the exponent is convex, so each step stays above the root.
  double u = std::sqrt(2 * wanted) + wanted;  // at least the root
  for (int i = 0; i < 60; ++i) {
    const double next = u - (bennett_exponent(u) - wanted) / std::log1p(u);
    if (!(next < u * (1 - 1e-13))) break;
    u = next;
  }
  return u * variance / bound * kMargin;
}

Interval bounded_mean(const BoundedMean &sums, double beta) {
  constexpr int kRounds = 3;
  const double square = square_bound(sums, kOfSquare * beta), tail = (1 - kOfSquare) / 2 * beta;
  Interval found{-sums.reach, sums.reach};
  for (int i = 0; i < kRounds; ++i) {
    const double least = found.low > 0 ? found.low : found.high < 0 ? -found.high : 0;
    const double variance = std::max(square - squared(least), 0.0);
    const Interval next{
        std::max(sums.mean - bennett_deviation(sums.reports, variance, sums.bound - found.low, tail), found.low),
        std::min(sums.mean + bennett_deviation(sums.reports, variance, sums.bound + found.high, tail), found.high)};
    if (!(next.low <= next.high)) break;  // no mean is accepted: the wider interval is as good
    found = next;
  }
  return found;
}

}  // namespace dpcvx::local
