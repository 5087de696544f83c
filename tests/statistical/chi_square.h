// Pearson's chi-square against exact probabilities.
#ifndef DPCVX_TESTS_STATISTICAL_CHI_SQUARE_H_
#define DPCVX_TESTS_STATISTICAL_CHI_SQUARE_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// The statistic as a standard normal deviate (Wilson and Hilferty 1931). A false alarm at 6.5 has a probability below
// 1e-9, with room for the approximation.
constexpr double kChiSquareAlarm = 6.5;

// `expected` are probabilities in the order of `counts`; what they lack to 1 is the probability of falling elsewhere.
// Cells with fewer than 16 expected counts are gathered in one.
inline double chi_square_deviate(const std::vector<uint64_t> &counts, const std::vector<long double> &expected,
                                 uint64_t draws) {
  const long double n = static_cast<long double>(draws);
  long double statistic = 0, small_expected = n, small_count = n, cells = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const long double mean = n * expected[i];
    if (mean < 16) continue;
    small_expected -= mean;
    small_count -= counts[i];
    statistic += (counts[i] - mean) * (counts[i] - mean) / mean;
    ++cells;
  }
  if (small_expected >= 16) {
    statistic += (small_count - small_expected) * (small_count - small_expected) / small_expected;
    ++cells;
  } else if (small_count > 100) {
    return INFINITY;  // under the law a Poisson number of mean at most 16
  }
  const long double freedom = cells - 1;
  if (freedom < 1) return 0;
  return static_cast<double>((std::cbrt(statistic / freedom) - (1 - 2 / (9 * freedom))) / std::sqrt(2 / (9 * freedom)));
}

#endif
