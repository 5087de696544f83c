// exp_of and exp_each: the stated error against long double, and the same bits on every instruction set.
#include "numeric/exp.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "support/evidence.h"

namespace dpcvx {
namespace numeric {
namespace {

constexpr double kMaxNormalError = 0.8, kMaxSubnormalError = 1.3;  // as stated

// In units of the last place of the result.
double error_at(double x, double computed) {
  const long double exact = std::exp(static_cast<long double>(x));
  const int place = std::max(std::ilogb(exact), -1022) - 52;
  return static_cast<double>(std::fabs(static_cast<long double>(computed) - exact) * std::ldexp(1.0L, -place));
}

// The worst error of a formula over a grid of each interval between multiples of log 2, finest where errors are
// greatest, and at numbers drawn from the whole range.
template <class Exp>
double worst_error(const Exp &exp, double from, double to) {
  double worst = 0;
  const auto look = [&](double x) {
    if (x >= from && x <= to) worst = std::max(worst, error_at(x, exp(x)));
  };
  for (int n = -1075; n <= 1024; ++n)
    for (int i = -64; i <= 64; ++i) look((n + i / 128.0) * M_LN2);
  for (int i = 0; i < 400000; ++i) look(-0.34658 + i * (0.69316 / 400000));
  std::mt19937_64 bits(1);
  std::uniform_real_distribution<double> uniform(from, to);
  for (int i = 0; i < 400000; ++i) look(uniform(bits));
  return worst;
}

constexpr double kLeastNormal = -708.3964185322641, kMost = 709.782712893384;

TEST(Exp, ErrorIsAsStated) {
  const double worst = worst_error(exp_of, kLeastNormal, kMost);
  EXPECT_LE(worst, kMaxNormalError);
  EXPECT_GE(worst, 0.6);  // the search finds what there is: half a unit is the last rounding alone
  EXPECT_LE(worst_error(exp_of, -745.2, kLeastNormal), kMaxSubnormalError);
  evidence("exp", "off by at most %.3f units in the last place at 1.1 million points (0.8 stated)", worst);
}

TEST(Exp, OtherRoundingModesDoubleIt) {
  for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    double worst = 0;
    for (int i = 0; i < 100000; ++i) {
      const double x = i % 2 == 0 ? -0.7 + i * 1.4e-5 : -700 + i * 0.014;
      std::fesetround(mode);
      const volatile double given = x;
      const double computed = exp_of(given);
      std::fesetround(FE_TONEAREST);
      worst = std::max(worst, error_at(x, computed));
    }
    EXPECT_LE(worst, 2 * kMaxNormalError) << mode;
  }
}

// A polynomial of one term less passes what is stated.
TEST(Exp, ControlATermLessIsCaught) {
  const auto shorter = [](double x) {
    const double n = std::nearbyint(x * kLog2e), r = (x - n * kLog2High) - n * kLog2Low;
    double q = 0;
    for (int k = 8; k >= 0; --k) q = kExpTerms[k] + r * q;
    return std::ldexp(1 + (r + r * r * q), static_cast<int>(n));
  };
  EXPECT_GT(worst_error(shorter, -100, 100), kMaxNormalError);
}

// The bound of the polynomial's own error, 0.049 units of 2^-53, on a grid of 2^18 points in long double.
TEST(Exp, PolynomialIsAsNearAsStated) {
  long double worst = 0;
  for (int i = 0; i <= 1 << 18; ++i) {
    const long double r = 0.34658L * (i / 131072.0L - 1);
    long double q = 0;
    for (int k = 9; k >= 0; --k) q = kExpTerms[k] + r * q;
    worst = std::fmax(worst, std::fabs((1 + r + r * r * q) / std::exp(r) - 1));
  }
  EXPECT_LE(worst, 0.05L * 0x1p-53L);
}

TEST(Exp, EndsOfItsRange) {
  const double most = std::numeric_limits<double>::max();
  for (double x : {710.0, 709.79, 1e5, most, static_cast<double>(INFINITY)}) EXPECT_EQ(exp_of(x), INFINITY) << x;
  for (double x : {-746.0, -1e5, -most, -static_cast<double>(INFINITY)}) EXPECT_EQ(exp_of(x), 0) << x;
  EXPECT_TRUE(std::isfinite(exp_of(kMost)));
  EXPECT_GT(exp_of(-745.13), 0);
  EXPECT_TRUE(std::isnan(exp_of(NAN)));
  for (double x : {0.0, -0.0, 0x1p-60, -0x1p-60, 0x1p-1074}) EXPECT_EQ(exp_of(x), 1) << x;
  // Shares of classes rest on it: nothing below 0 gives more than 1.
  for (double x = -0x1p-40; x > -1; x *= 1.001) EXPECT_LE(exp_of(x), 1) << x;
}

TEST(Exp, SameBitsOnEachInstructionSet) {
  std::mt19937_64 bits(2);
  std::vector<double> x(4099), each(x.size()), one(x.size());
  for (double &value : x)
    value = std::ldexp(static_cast<double>(static_cast<int64_t>(bits())), -53) * (bits() % 2 ? 1 : 0.01);
  x[5] = NAN, x[77] = INFINITY, x[4098] = -INFINITY;
  for (size_t i = 0; i < x.size(); ++i) one[i] = exp_of(x[i]);
  int sets = 0;
  for (Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    if (static_cast<int>(isa) > static_cast<int>(widest_isa())) continue;
    ++sets;
    for (size_t begin : {0, 1, 2, 3, 5, 6, 7})
      for (size_t count : {size_t{0}, size_t{1}, size_t{2}, size_t{3}, size_t{7}, size_t{8}, size_t{9}, x.size() - 8}) {
        std::fill(each.begin(), each.end(), -7.0);
        exp_each(isa, &x[begin], &each[begin], static_cast<int64_t>(count));
        ASSERT_EQ(std::memcmp(&each[begin], &one[begin], count * sizeof(double)), 0) << begin << " " << count;
        ASSERT_EQ(each[begin + count], -7.0);
      }
  }
  std::vector<double> there = x;
  exp_each(there.data(), there.data(), static_cast<int64_t>(there.size()));
  EXPECT_EQ(std::memcmp(there.data(), one.data(), there.size() * sizeof(double)), 0);
  evidence("exp", "the same bits on %d instruction sets, at any place and of any count", sets);
}

// The same bits on every machine: a fingerprint.
TEST(Exp, BitsArePinned) {
  uint64_t sum = 0;
  for (int i = 0; i < 20000; ++i) {
    const double computed = exp_of(-745.5 + i * 0.0728);
    uint64_t word;
    std::memcpy(&word, &computed, sizeof word);
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
  }
  EXPECT_EQ(sum, 11937730454018138758u);
}

}  // namespace
}  // namespace numeric
}  // namespace dpcvx
