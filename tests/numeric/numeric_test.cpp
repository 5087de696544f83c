// Special functions against values computed with 60 digits (tests/golden/privacy_golden.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/evidence.h"
#include "numeric/fft.h"
#include "numeric/logs.h"
#include "numeric/normal.h"
#include "numeric/root.h"
#include "numeric/twofold.h"

namespace dpcvx {
namespace numeric {
namespace {

struct Pair {
  double x;
  long double value;
};
struct BinomialRow {
  double n, k, p;
  long double log_choose, log_probability;
};
#include "golden/numeric_golden.inc"

double relative_error(double value, long double truth) {
  if (truth == 0) return std::fabs(value);
  return static_cast<double>(std::fabs(static_cast<long double>(value) - truth) / std::fabs(truth));
}

template <size_t N, class Function>
double worst(const Pair (&rows)[N], const Function &function, double tolerance = 1e-14) {
  double worst = 0;
  for (const Pair &row : rows) {
    const double error = relative_error(function(row.x), row.value);
    EXPECT_LE(error, tolerance) << "at " << row.x;
    worst = std::fmax(worst, error);
  }
  return worst;
}

TEST(Normal, AgreesWithSixtyDigits) {
  evidence("numeric", "log Phi: worst relative error %.1e", worst(kLogNormalCdf, log_normal_cdf));
  evidence("numeric", "Mills' ratio: worst relative error %.1e", worst(kMills, mills_ratio, 2e-14));
  evidence("numeric", "normal quantile: worst relative error %.1e", worst(kQuantile, normal_quantile));
  evidence("numeric", "two-sided quantile: worst relative error %.1e", worst(kTwoSided, normal_two_sided_quantile));
}

TEST(Normal, CdfKeepsRelativeAccuracyUntilItUnderflows) {
  for (const Pair &row : kLogNormalCdf) {
    if (row.x < -37.5) continue;
    EXPECT_LE(relative_error(normal_cdf(row.x), std::exp(row.value)), 1e-14) << row.x;
  }
}

// The comparison can fail: an erfc whose argument is wrong in the last place is caught in the tail.
TEST(Normal, ControlIsCaught) {
  int caught = 0;
  for (const Pair &row : kLogNormalCdf)
    caught +=
        row.x < -20 && row.x > -38 && relative_error(normal_cdf(row.x * (1 + 1e-15)), std::exp(row.value)) > 1e-14;
  EXPECT_GT(caught, 0);
}

TEST(Normal, EdgesOfTheRange) {
  EXPECT_EQ(normal_quantile(0), -INFINITY);
  EXPECT_EQ(normal_quantile(1), INFINITY);
  EXPECT_EQ(normal_upper_quantile(-INFINITY), INFINITY);
  EXPECT_EQ(normal_two_sided_quantile(0), 0);
  EXPECT_EQ(normal_two_sided_quantile(1), INFINITY);
  EXPECT_EQ(normal_cdf(-100), 0);
  EXPECT_EQ(normal_cdf(100), 1);
  EXPECT_EQ(normal_density(1e200), 0);
}

TEST(Logs, BinomialsAgreeWithSixtyDigits) {
  double worst = 0;
  for (const BinomialRow &row : kBinomial) {
    const double choose = log_binomial(row.n, row.k);
    const double error = static_cast<double>(std::fabs(choose - row.log_choose) / (1 + std::fabs(row.log_choose)));
    EXPECT_LE(error, 0x1p-49) << row.n << " " << row.k;
    const double chance = log_binomial_probability(row.n, row.k, row.p, 1 - row.p);
    // n units of 1 - p in the last place are the input's, not the formula's
    const long double allowed = 0x1p-47L * (1 + std::fabs(row.log_probability)) + 0x1p-52L * row.n;
    EXPECT_LE(std::fabs(chance - row.log_probability), allowed) << row.n << " " << row.k << " " << row.p;
    worst = std::fmax(worst, error);
  }
  evidence("numeric", "log binomials: worst error %.1e of 1 + |value|", worst);
}

TEST(Logs, SumsAndDifferences) {
  EXPECT_DOUBLE_EQ(log_add(std::log(2.0), std::log(3.0)), std::log(5.0));
  EXPECT_DOUBLE_EQ(log_subtract(std::log(5.0), std::log(3.0)), std::log(2.0));
  EXPECT_EQ(log_add(-INFINITY, 1), 1);
  EXPECT_EQ(log_subtract(1, -INFINITY), 1);
  EXPECT_NEAR(log_one_minus_exp(-1e-300), std::log(1e-300), 1e-12);
  EXPECT_DOUBLE_EQ(log_expm1(1e-300), std::log(1e-300));
  EXPECT_DOUBLE_EQ(log_expm1(1000), 1000);
  EXPECT_DOUBLE_EQ(log_one_plus_exp(1000), 1000);
  EXPECT_DOUBLE_EQ(log_one_plus_exp(-1000), 0);
  LogSum sum;
  EXPECT_EQ(sum.log(), -INFINITY);
  for (double x : {-5000.0, 3.0, -double{INFINITY}, 3.0, 1.0}) sum.add(x);
  EXPECT_DOUBLE_EQ(sum.log(), std::log(2 * std::exp(3.0) + std::exp(1.0)));
}

TEST(Logs, ExpRemainderKeepsItsRelativeAccuracy) {
  EXPECT_EQ(exp_remainder(0), 0);
  for (double x : {-0.5, -0.1, -1e-3, -1e-8, 1e-150, 1e-8, 1e-3, 0.1, 0.499, 0.5, 0.501}) {
    long double term = static_cast<long double>(x) * x / 2, truth = 0;
    for (int k = 3; k < 40; term *= x / static_cast<long double>(k), ++k) truth += term;
    EXPECT_LE(relative_error(exp_remainder(x), truth), 4e-15) << x;
  }
}

TEST(Roots, LandOnTheStatedSide) {
  const double root = std::sqrt(2.0);
  const double up = min_where(0.0, 10.0, [](double x) { return x * x >= 2; });
  EXPECT_GE(up * up, 2);
  EXPECT_LT(std::nextafter(up, 0) * std::nextafter(up, 0), 2);
  const double down = greatest_where(0.0, 10.0, [](double x) { return x * x <= 2; });
  EXPECT_LE(down * down, 2);
  EXPECT_GT(std::nextafter(down, 10) * std::nextafter(down, 10), 2);
  EXPECT_NEAR(up, root, 1e-15);
  EXPECT_EQ(min_where(3.0, 10.0, [](double) { return true; }), 3);
  EXPECT_EQ(min_where(3.0, 10.0, [](double) { return false; }), 10);
  EXPECT_EQ(greatest_where(3.0, 10.0, [](double) { return true; }), 10);
  EXPECT_EQ(greatest_where(3.0, 10.0, [](double) { return false; }), 3);
  EXPECT_NEAR(min_point(0, 10, 60, [](double x) { return (x - 3) * (x - 3); }), 3, 1e-7);
}

TEST(Roots, FallingFunctions) {
  int calls = 0, most = 0;
  const auto check = [&](double root, double high, const auto &value) {
    calls = 0;
    const double found = falling_root(0.0, high, 0x1p-46, [&](double x) { return ++calls, value(x); });
    EXPECT_LE(value(found), 0) << root;
    EXPECT_NEAR(found, root, root * 0x1p-45) << root;
    most = std::max(most, calls);
  };
  for (const double root : {1e-12, 1e-3, 1.0, 7.5, 9e5}) {
    check(root, 1e6, [=](double x) { return root - x; });
    check(root, 1e6, [=](double x) { return std::log(root) - std::log(x + 1e-300); });
    check(root, 1e6, [=](double x) { return 1 - (x / root) * (x / root); });
    check(root, 1e6, [=](double x) { return x < root ? 1e-9 : -1e9; });  // a step, which chords do not find
  }
  EXPECT_LE(most, 200);
  EXPECT_EQ(falling_root(2.0, 3.0, 0x1p-46, [](double) { return -1.0; }), 2);
  EXPECT_EQ(falling_root(2.0, 3.0, 0x1p-46, [](double) { return 1.0; }), 3);
}

TEST(Twofold, SumsOfTenthsDoNotDrift) {
  Twofold sum;
  for (int i = 0; i < 1000000; ++i) sum = add(sum, {0.1, 0});
  // 10^6 times the double 0.1, exactly 100000 + 5.5511151231257827e-12 (to the place that counts)
  EXPECT_EQ(sum.high, 100000);
  EXPECT_NEAR(sum.low, 1e6 * 5.5511151231257827e-18, 1e-25);
  const Twofold product = two_product(0.1, 10);
  EXPECT_EQ(product.high, 1);
  EXPECT_NEAR(product.low, 5.5511151231257827e-17, 1e-30);
  EXPECT_TRUE(at_most({1, 0}, {1, 1e-20}));
  EXPECT_FALSE(at_most({1, 1e-20}, {1, 0}));
  const Twofold difference = subtract({1, 1e-20}, {1, 0});
  EXPECT_EQ(difference.high, 1e-20);
}

// Against direct sums in long double, on values of both signs and of one; the bound is proved, and not idle.
TEST(Numeric, FourierTransform) {
  double worst = 0;
  for (size_t n : {size_t{16}, size_t{32}, size_t{1024}, size_t{8192}}) {
    RealFft fft;
    ASSERT_TRUE(fft.prepare(n));
    std::vector<double> values(n), real(n / 2 + 1), imaginary(n / 2 + 1);
    double sizes = 0;
    uint64_t state = n;
    for (size_t j = 0; j < n; ++j) {
      state = state * 6364136223846793005 + 1442695040888963407;
      values[j] = static_cast<double>(static_cast<int64_t>(state)) * 0x1p-63 + (n == 1024 ? 1 : 0);
      sizes += std::fabs(values[j]);
    }
    fft.transform(values.data(), real.data(), imaginary.data());
    for (size_t k = 0; k <= n / 2; k += 1 + n / 512) {
      long double c = 0, s = 0;
      for (size_t j = 0; j < n; ++j) {
        const long double angle = 2 * acosl(-1) * static_cast<long double>(j * k % n) / static_cast<long double>(n);
        c += values[j] * cosl(angle);
        s -= values[j] * sinl(angle);
      }
      const double error = static_cast<double>(hypotl(real[k] - c, imaginary[k] - s));
      worst = std::max(worst, error / (fft.error() * sizes));
    }
  }
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 1e-6);
  RealFft longest;
  ASSERT_TRUE(longest.prepare(size_t{1} << 18));
  double off = 0;
  for (size_t k = 0; k < longest.size(); k += 37) {
    const long double angle = 2 * acosl(-1) * static_cast<long double>(k) / static_cast<long double>(longest.size());
    off = std::max(off, static_cast<double>(hypotl(longest.cosine(k) - cosl(angle), longest.sine(k) - sinl(angle))));
  }
  EXPECT_LE(off, 0x1p-52);
  evidence("numeric", "Fourier transform: errors at most %.2g of their bound, twiddles within %.2g", worst, off);
}

}  // namespace
}  // namespace numeric
}  // namespace dpcvx
