// Ends of intervals by segments of candidates: no candidate that its own test accepts is left out.
#include <algorithm>
#include <cmath>

#include "estimate/laws.h"
#include "estimate/mean/narrow.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::raise_low;
using fixtures::Bits;
using fixtures::uniform;

constexpr int kGrid = 400;

// How far what is found may be above each of many candidates in [-1, 1]: any function, and as steep as it likes.
struct Candidates {
  double reach[kGrid + 1];
  static double at(int i) { return -1 + 2.0 * i / kGrid; }
  explicit Candidates(Bits &bits) {
    const double base = uniform(bits), wave = 0.5 * uniform(bits), often = 30 * uniform(bits), slope = uniform(bits);
    for (int i = 0; i <= kGrid; ++i)
      reach[i] = std::max(base + wave * std::sin(often * at(i)) + 0.3 * (slope - 0.5) * at(i), 0.0);
  }
  // The greatest over a segment, its ends rounded outwards.
  double most(double from, double to) const {
    const int first = std::max(static_cast<int>(std::floor((from + 1) * kGrid / 2)), 0);
    const int last = std::min(static_cast<int>(std::ceil((to + 1) * kGrid / 2)), kGrid);
    return *std::max_element(reach + first, reach + last + 1);
  }
  // The least candidate that is accepted, or 2.
  double least_accepted(double found) const {
    for (int i = 0; i <= kGrid; ++i)
      if (at(i) + reach[i] >= found) return at(i);
    return 2;
  }
};

TEST(Narrow, KeepsWhatATestAccepts) {
  Bits bits(1);
  for (int run = 0; run < 20000; ++run) {
    const Candidates test(bits);
    const double found = 3 * uniform(bits) - 1.5;
    const double low = raise_low(-1, 1, found, 1 + run % 9, [&](double from, double to) {
      EXPECT_LE(-1, from);
      EXPECT_LT(from, to);
      EXPECT_LE(to, 1);
      return test.most(from, to);
    });
    EXPECT_LE(low, test.least_accepted(found));
    EXPECT_TRUE(low >= -1 && low <= 1);
  }
}

// A reach that grows with the candidate, and one that falls: both ends are found.
TEST(Narrow, FindsTheEnd) {
  const double rising = raise_low(0, 1, 0.5, 8, [](double, double to) { return 0.4 * to; });
  EXPECT_GT(rising, 0.5 / 1.4 - 0.002);
  EXPECT_LE(rising, 0.5 / 1.4 + 1e-15);
  // 0.01 below what is found, where the first segment alone ends 0.5 below it.
  const double falling = raise_low(-1, 0, 0, 8, [](double from, double) { return std::sqrt(-from) * 0.1; });
  EXPECT_GT(falling, -0.015);
  EXPECT_LE(falling, -0.01);
  EXPECT_EQ(raise_low(0, 1, 3, 5, [](double, double) { return 0.5; }), 1) << "all are rejected";
  EXPECT_EQ(raise_low(0, 1, -1, 5, [](double, double) { return 0.5; }), 0) << "none is";
  EXPECT_EQ(raise_low(0, 1, 0.5, 5, [](double, double) { return INFINITY; }), 0);
  EXPECT_EQ(raise_low(0, 1, 0.5, 5, [](double, double) { return NAN; }), 0);
}

// The bound of a segment's lower end alone does not hold for the segment.
TEST(Narrow, ControlOneEndOfASegmentIsTooLittle) {
  Bits bits(2);
  int beyond = 0;
  for (int run = 0; run < 1000; ++run) {
    const Candidates test(bits);
    const double low = raise_low(-1, 1, 0.5, 5, [&](double from, double) { return test.most(from, from); });
    beyond += low > test.least_accepted(0.5);
  }
  EXPECT_GT(beyond, 100);
}

}  // namespace
