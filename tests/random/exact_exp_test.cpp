// The certified exponential and the exact comparison, against 60-digit values by check_exact.py.
#include "random/exact_exp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "support/long_audits.h"
#include "random/python.h"

namespace dpcvx {
namespace random {
namespace {

Error &ignored() {
  static Error error(nullptr, "test");
  return error;
}

double uniform_double(Rng &rng, double low, double high) {
  return low + (high - low) * static_cast<double>(rng.next() >> 11) * 0x1p-53;
}

struct Point {
  char kind;  // g Gaussian, s scale, r rate
  double parameter;
  int fraction;
  bool continuous;
  Law law;
  uint64_t x;
};

// Laws and points over the whole range of parameters, with y mostly below 60.
Point random_point(Rng &rng) {
  Point point{};
  const double wanted = std::exp2(uniform_double(rng, -40, 6));
  const int kind = static_cast<int>(rng.next() % 4);
  if (kind < 2) {
    point.kind = 'g';
    point.parameter = std::exp2(uniform_double(rng, -5, 50));
    point.continuous = kind == 1;
    point.fraction = point.continuous ? std::max(1, 26 - std::ilogb(point.parameter)) : 0;
    point.law = Law::square(point.parameter, point.fraction);
    point.x = static_cast<uint64_t>(std::ldexp(point.parameter, point.fraction) * std::sqrt(2 * wanted));
  } else if (kind == 2) {
    point.kind = 's';
    point.parameter = std::exp2(uniform_double(rng, -10, 50));
    point.law = Law::linear_scale(point.parameter);
    point.x = static_cast<uint64_t>(point.parameter * wanted);
  } else {
    point.kind = 'r';
    point.parameter = std::exp2(uniform_double(rng, -50, 6));
    point.law = Law::linear(point.parameter);
    point.x = static_cast<uint64_t>(wanted / point.parameter);
  }
  if (point.x == 0) point.x = 1;
  return point;
}

std::string hex(const Natural &value) {
  if (value.is_zero()) return "0";
  std::string text;
  char piece[20];
  for (int i = value.size - 1; i >= 0; --i) {
    std::snprintf(piece, sizeof piece, i == value.size - 1 ? "%llx" : "%016llx",
                  static_cast<unsigned long long>(value.limb[i]));
    text += piece;
  }
  return text;
}

double to_double(const Natural &value, int64_t scale) {
  Natural top = value;
  const int64_t excess = value.bits() - 64;
  shift(top, -std::max<int64_t>(excess, 0));
  return std::ldexp(static_cast<double>(top.size == 0 ? 0 : top.limb[0]),
                    static_cast<int>(std::max<int64_t>(excess, 0) - scale));
}

TEST(ExpMinus, IsWithinItsMargin) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("exp", 3, ignored()), DPCVX_OK);
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    const double y = i == 0 ? 700 : uniform_double(rng, 0, i % 2 == 0 ? 700 : 2);
    ExpBounds bounds;
    ASSERT_TRUE(exp_bounds(Law::linear(y), Natural(uint64_t{1}), 0, 2, bounds));
    // Both ends of the comparison in long double, whose 64 bits are finer than the claim.
    const long double exact = std::ldexp(static_cast<long double>(to_double(bounds.mantissa, bounds.scale + 1)), 1);
    worst = std::max(worst, static_cast<double>(std::fabs(exp_minus(y) - exact) / exact));
  }
  EXPECT_LT(worst, 0x1p-48);
  EXPECT_EQ(exp_minus(0), 1);
  evidence("noise", "exp_minus: largest relative error over 10^5 points %.2g, bound used 2^-48 = %.2g", worst, 0x1p-48);
}

TEST(ExpMinus, ManyAtATimeHaveTheSameBits) {
  std::mt19937_64 random(48);
  for (const size_t n : {size_t{0}, size_t{1}, size_t{3}, size_t{4}, size_t{7}, size_t{1000}}) {
    std::vector<double> y(n), out(n + 1, -1);
    for (double &it : y) it = 700 * std::pow(std::generate_canonical<double, 53>(random), 3);
    exp_minus_each(y.data(), out.data(), n);
    for (size_t i = 0; i < n; ++i) EXPECT_EQ(out[i], exp_minus(y[i]));
    EXPECT_EQ(out[n], -1);
  }
}

TEST(ExpMinus, LawAndMarginCoverEveryKind) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("law", 3, ignored()), DPCVX_OK);
  for (int i = 0; i < 50000; ++i) {
    const Point point = random_point(rng);
    ExpBounds bounds;
    ASSERT_TRUE(exp_bounds(point.law, Natural(point.x), 0, 2, bounds));
    const double y = point.law.y(static_cast<double>(point.x));
    if (y > 700) continue;
    const double exact = to_double(bounds.mantissa, bounds.scale);
    ASSERT_LT(std::fabs(exp_minus(y) - exact) / exact, exp_margin(y))
        << point.kind << point.parameter << " " << point.x;
  }
}

TEST(ExpBounds, NestAsTheyGetFiner) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("nest", 4, ignored()), DPCVX_OK);
  for (int i = 0; i < 300; ++i) {
    const Point point = random_point(rng);
    ExpBounds coarse, fine;
    ASSERT_TRUE(exp_bounds(point.law, Natural(point.x), 0, 2, coarse));
    ASSERT_TRUE(exp_bounds(point.law, Natural(point.x), 0, i % 10 == 0 ? 32 : 8, fine));
    Natural low, high, fine_low, fine_high;
    subtract(coarse.mantissa, coarse.error, low);
    add(coarse.mantissa, coarse.error, high);
    shift(low, fine.scale - coarse.scale);
    shift(high, fine.scale - coarse.scale);
    subtract(fine.mantissa, fine.error, fine_low);
    add(fine.mantissa, fine.error, fine_high);
    EXPECT_LE(compare(low, fine_low), 0);
    EXPECT_LE(compare(fine_high, high), 0);
  }
}

TEST(ExpBounds, SaysWhereItCannot) {
  ExpBounds bounds;
  EXPECT_FALSE(exp_bounds(Law::linear(1), Natural(uint64_t{1} << 63), 0, 2, bounds));
  ASSERT_TRUE(exp_bounds(Law::linear(0x1p-1074), Natural(uint64_t{1}), 0, 2, bounds));
  EXPECT_EQ(to_double(bounds.mantissa, bounds.scale), 1);
}

// Every point is forced into the exact comparison by a U whose first 64 bits are those of the threshold. The script
// recomputes the bounds and the decision from the integers.
TEST(ExactLess, AgreesWith60Digits) {
  if (!python_has("mpmath")) GTEST_SKIP() << "python3 with mpmath is not here";
  // A fault at one point in 1800 escapes 25000 of them with a probability of 1e-6.
  const int points = long_audits() ? 100000 : 25000;
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("less", 4, ignored()), DPCVX_OK);
  TemporaryFile file;
  for (uint64_t i = 0; i < static_cast<uint64_t>(points); ++i) {
    const Point point = random_point(rng);
    ExpBounds bounds;
    ASSERT_TRUE(exp_bounds(point.law, Natural(point.x), 0, 2, bounds));
    const uint64_t total = (uint64_t{1} << 56) + rng.next() % (uint64_t{1} << 56);
    const int64_t block = i % 8 == 0 ? static_cast<int64_t>(rng.next() % 3) : 0;
    // A weight a little above total 2^block exp(-y), so that the threshold is below 1.
    const double share = std::ldexp(to_double(bounds.mantissa, bounds.scale), static_cast<int>(block));
    const uint64_t weight =
        static_cast<uint64_t>(static_cast<double>(total) * share * uniform_double(rng, 1, 1.05)) + 2;
    Natural threshold = bounds.mantissa;
    multiply_word(threshold, total);
    shift(threshold, 64 + block - bounds.scale);
    divide_word(threshold, weight);
    ASSERT_LE(threshold.size, 1);
    const uint64_t high = threshold.is_zero() ? 0 : threshold.limb[0];
    // The same bits twice: for the comparison, and for the record.
    Rng drawn, recorded;
    ASSERT_EQ(drawn.open_deterministic(&i, sizeof i, ignored()), DPCVX_OK);
    ASSERT_EQ(recorded.open_deterministic(&i, sizeof i, ignored()), DPCVX_OK);
    const bool less = exact_less(drawn, {&point.law, point.x, point.continuous, high, weight, total, block});
    uint64_t words[3];
    for (uint64_t &word : words) word = recorded.next();
    std::fprintf(file.stream(), "%c %a %d %d %llu %s %s %lld %llu %llu %lld %llu %llx %llx %llx %d\n", point.kind,
                 point.parameter, point.fraction, point.continuous, static_cast<unsigned long long>(point.x),
                 hex(bounds.mantissa).c_str(), hex(bounds.error).c_str(), static_cast<long long>(bounds.scale),
                 static_cast<unsigned long long>(weight), static_cast<unsigned long long>(total),
                 static_cast<long long>(block), static_cast<unsigned long long>(high),
                 static_cast<unsigned long long>(words[0]), static_cast<unsigned long long>(words[1]),
                 static_cast<unsigned long long>(words[2]), less);
  }
  EXPECT_EQ(run_python(__FILE__, "check_exact.py", "exp", file), 0);
  evidence("noise", "slow path: %d comparisons forced to the last 64 bits agree with 60-digit values", points);
}

// A U within a few errors of the threshold, on either side: what 128 bits call certain, 512 bits confirm at the end of
// the interval where it is hardest. And at the threshold itself 128 bits must leave it open.
TEST(ExactLess, IsCertainOnlyWhereItMayBe) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("band", 4, ignored()), DPCVX_OK);
  int certain = 0, open = 0;
  for (int i = 0; i < 3000; ++i) {
    const Point point = random_point(rng);
    ExpBounds bounds;
    ASSERT_TRUE(exp_bounds(point.law, Natural(point.x), 0, 2, bounds));
    const uint64_t total = (uint64_t{1} << 56) + rng.next() % (uint64_t{1} << 56);
    const double share = to_double(bounds.mantissa, bounds.scale);
    const Comparison comparison{
        &point.law, point.x, false, 0, static_cast<uint64_t>(static_cast<double>(total) * share * 1.03) + 2, total, 0};
    // threshold and error in units of 2^-128.
    const auto in_units = [&](Natural value) {
      multiply_word(value, total);
      shift(value, 128 - bounds.scale);
      divide_word(value, comparison.weight);
      return value;
    };
    const Natural threshold = in_units(bounds.mantissa);
    Natural step = in_units(bounds.error);
    divide_word(step, 4);
    if (step.is_zero()) step.set(1);
    for (uint64_t distance = 0; distance <= 12; ++distance) {
      for (bool above : {false, true}) {
        Natural offset = step, u;
        multiply_word(offset, distance);
        if (above)
          add(threshold, offset, u);
        else if (compare(threshold, offset) >= 0)
          subtract(threshold, offset, u);
        else
          continue;
        const Certainty coarse = certain_less(comparison, u, Natural(point.x), 2);
        if (distance == 0) {
          ASSERT_EQ(coarse, Certainty::kOpen);
        }
        ++(coarse == Certainty::kOpen ? open : certain);
        if (coarse == Certainty::kOpen) continue;
        Natural end = u;
        if (coarse == Certainty::kLess) add(end, Natural(uint64_t{1}), end);
        shift(end, 6 * 64);
        if (coarse == Certainty::kLess) subtract(end, Natural(uint64_t{1}), end);
        ASSERT_EQ(certain_less(comparison, end, Natural(point.x), 8), coarse);
      }
    }
  }
  EXPECT_GT(certain, 10000);
  EXPECT_GT(open, 10000);
}

// The same for a real X: certain for the whole cell means certain at both of its ends.
TEST(ExactLess, CoversTheWholeCellOfAReal) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("cell", 4, ignored()), DPCVX_OK);
  int open = 0;
  for (int i = 0; i < 3000; ++i) {
    Point point = random_point(rng);
    if (!point.continuous) continue;
    Natural x(point.x), end;
    shift(x, 128);
    ExpBounds near, far;
    ASSERT_TRUE(exp_bounds(point.law, x, 128, 2, near));
    // U at the thresholds of the cell's two ends, and a little to the sides; weights of 1.
    const Comparison comparison{&point.law, point.x, true, 0, 1, 1, 0};
    add(x, Natural(uint64_t{1}), end);
    ASSERT_TRUE(exp_bounds(point.law, end, 128, 2, far));
    for (const ExpBounds *bounds : {&near, &far}) {
      Natural u = bounds->mantissa;
      shift(u, 128 - bounds->scale);
      const Certainty coarse = certain_less(comparison, u, x, 2);
      open += coarse == Certainty::kOpen;
      ASSERT_EQ(coarse, Certainty::kOpen);
    }
  }
  EXPECT_GT(open, 1000);
}

// Thresholds that 128 bits do not decide: U below 2^-130 or above 1 - 2^-130 with exp(-y) as close.
TEST(ExactLess, RefinesUntilDecided) {
  const Law tiny = Law::linear(0x1p-200);
  int less = 0;
  for (uint64_t seed = 0; seed < 64; ++seed) {
    Rng rng;
    ASSERT_EQ(rng.open_deterministic(&seed, sizeof seed, ignored()), DPCVX_OK);
    // U = 0.111...1 then random bits: U < 1 - 2^-200 unless the next 136 bits are ones.
    less += exact_less(rng, {&tiny, 1, false, ~uint64_t{0}, 1, 1, 0});
  }
  EXPECT_EQ(less, 64);
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
