// Laws on few outcomes, and how to compare them.
#ifndef DPCVX_TESTS_MECHANISM_LAWS_H_
#define DPCVX_TESTS_MECHANISM_LAWS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "mechanism/selection/weighted_choice.h"
#include "random/rng.h"

namespace laws {

using Law = std::vector<long double>;

// The stream of a test: fixed, so that a test always gives the same answer.
struct Stream {
  explicit Stream(const char *seed) {
    dpcvx_error message;
    dpcvx::Error error(&message, "test");
    rng.open_deterministic(seed, std::char_traits<char>::length(seed), error);
  }
  dpcvx::random::Rng rng;
};

// The law of choose() over these items, from the integer weights themselves.
inline Law choice_law(const dpcvx::mechanism::Decay &decay, const std::vector<dpcvx::mechanism::Item> &items) {
  uint64_t least = UINT64_MAX;
  for (const auto &item : items)
    if (item.copies > 0) least = std::min(least, item.loss);
  Law law(items.size(), 0);
  long double total = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].copies == 0) continue;
    const auto weight = dpcvx::mechanism::weight_of(decay, items[i].loss - least);
    law[i] = std::ldexp(static_cast<long double>(weight.mantissa), weight.shift - 191) * items[i].copies;
    total += law[i];
  }
  for (auto &p : law) p /= total;
  return law;
}

// The greatest log(P / Q) over the outcomes, and the least.
inline long double greatest_log_ratio(const Law &p, const Law &q) {
  long double greatest = -INFINITY;
  for (size_t i = 0; i < p.size(); ++i)
    if (p[i] > 0) greatest = std::max(greatest, std::log(p[i] / q[i]));
  return greatest;
}
inline long double min_log_ratio(const Law &p, const Law &q) { return -greatest_log_ratio(q, p); }

// The hockey-stick divergence: sum of (P - e^epsilon Q) where it is positive.
inline long double delta_at(const Law &p, const Law &q, long double epsilon) {
  long double delta = 0;
  for (size_t i = 0; i < p.size(); ++i) delta += std::max(0.0L, p[i] - std::exp(epsilon) * q[i]);
  return delta;
}

// Renyi divergence of an order > 1.
inline long double renyi(const Law &p, const Law &q, long double order) {
  long double sum = 0;
  for (size_t i = 0; i < p.size(); ++i)
    if (p[i] > 0) sum += p[i] * std::pow(p[i] / q[i], order - 1);
  return std::log(sum) / (order - 1);
}

// The chi-square statistic of counts against a law as a normal deviate (Wilson and Hilferty 1931): beyond 6 with
// probability about 1e-9. Outcomes expected fewer than ten times are counted together.
inline double chi_square_deviate(const std::vector<int64_t> &counts, const Law &law) {
  long double draws = 0, statistic = 0, rest_expected = 0, rest_count = 0;
  for (const int64_t count : counts) draws += count;
  int cells = 0;
  const auto cell = [&](long double count, long double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    ++cells;
  };
  for (size_t i = 0; i < counts.size(); ++i) {
    const long double expected = draws * law[i];
    if (expected >= 10) {
      cell(counts[i], expected);
    } else {
      rest_count += counts[i];
      rest_expected += expected;
    }
  }
  if (rest_expected >= 1) cell(rest_count, rest_expected);
  if (rest_expected < 1 && rest_count > 30) return INFINITY;
  const double k = cells - 1;
  return k < 1 ? 0 : (std::cbrt(static_cast<double>(statistic) / k) - (1 - 2 / (9 * k))) / std::sqrt(2 / (9 * k));
}

// Calls visit(point) for every point of {low, ..., high}^size.
inline void each_point(size_t size, int low, int high, const std::function<void(const std::vector<int> &)> &visit) {
  std::vector<int> point(size, low);
  for (;;) {
    visit(point);
    size_t i = 0;
    while (i < size && point[i] == high) point[i++] = low;
    if (i == size) return;
    ++point[i];
  }
}

}  // namespace laws

#endif
