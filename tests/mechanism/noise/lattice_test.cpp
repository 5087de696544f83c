#include "mechanism/noise/lattice.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <random>

#include "base/error.h"
#include "support/flush_to_zero.h"
#include "mechanism/laws.h"

using dpcvx::mechanism::Lattice;
using dpcvx::mechanism::rounded_l1;
using dpcvx::mechanism::rounded_l2;

namespace {

const int kModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

TEST(Lattice, TiesGoUpInEveryRoundingMode) {
  const Lattice lattice(0);
  struct {
    double value;
    int64_t place;
  } const cases[] = {{0.5, 1},
                     {-0.5, 0},
                     {1.5, 2},
                     {-1.5, -1},
                     {0.49999999999999994, 0},
                     {-0.50000000000000011, -1},
                     {-0.49999999999999994, 0},
                     {-1e-300, 0},
                     {1e-300, 0},
                     {-0.0, 0},
                     {0x1p52 + 0.5, int64_t{1} << 52},
                     {0x1p51 + 0.5, (int64_t{1} << 51) + 1},
                     {-0x1p51 - 0.5, -(int64_t{1} << 51)},
                     {0x1p53 + 2, (int64_t{1} << 53) + 2}};
  for (const int mode : kModes) {
    std::fesetround(mode);
    for (const auto &c : cases) {
      const int64_t place = lattice.place(c.value);
      std::fesetround(FE_TONEAREST);
      // 2^52 + 1/2 is not a double: the literal is rounded to even.
      EXPECT_EQ(place, c.place) << c.value << " in mode " << mode;
      std::fesetround(mode);
    }
  }
  std::fesetround(FE_TONEAREST);
}

TEST(Lattice, WhatHasNoPlaceGetsOne) {
  const Lattice lattice(3);
  EXPECT_EQ(lattice.place(NAN), 0);
  EXPECT_EQ(lattice.place(-NAN), 0);
  EXPECT_EQ(lattice.place(INFINITY), Lattice::kMaxSteps);
  EXPECT_EQ(lattice.place(-INFINITY), -Lattice::kMaxSteps);
  EXPECT_EQ(lattice.place(1e300), Lattice::kMaxSteps);
  EXPECT_EQ(Lattice(-1000).place(1e300), Lattice::kMaxSteps);
  EXPECT_EQ(Lattice(900).place(-5e-324), 0);
  EXPECT_EQ(lattice.value(5), 40.0);
  EXPECT_TRUE(std::isfinite(Lattice(900).value(INT64_MAX)));
}

// Values that differ by at most k whole steps go to places that differ by at most k: what lets the sensitivity of one
// coordinate be rounded up to whole steps and no further. Rounding ties to even breaks it.
TEST(Lattice, PlacingCommutesWithWholeSteps) {
  const Lattice lattice(-4);
  std::mt19937_64 bits(1);
  int64_t even_violations = 0;
  for (int i = 0; i < 200000; ++i) {
    const double value = std::ldexp(static_cast<double>(static_cast<int64_t>(bits()) >> 40), -6);
    const int64_t steps = static_cast<int64_t>(bits() % 7);
    const double moved = value + std::ldexp(static_cast<double>(steps), -4);
    ASSERT_EQ(lattice.place(moved), lattice.place(value) + steps);
    const double less = std::nextafter(moved, value);
    ASSERT_LE(lattice.place(less) - lattice.place(value), steps);
    even_violations += std::nearbyint(moved * 16) != std::nearbyint(value * 16) + static_cast<double>(steps);
  }
  EXPECT_GT(even_violations, 1000);
}

// The norms of rounded differences never pass the bounds, and pass what the sensitivity would be without rounding.
TEST(Lattice, RoundedSensitivitiesHold) {
  const Lattice lattice(0);
  std::mt19937_64 bits(2);
  std::uniform_real_distribution<double> uniform(-3, 3);
  int passes_l1 = 0, passes_l2 = 0;
  for (int i = 0; i < 200000; ++i) {
    const size_t n = 1 + bits() % 5;
    double l1 = 0, l2 = 0, rounded_l1 = 0, rounded_l2 = 0;
    for (size_t j = 0; j < n; ++j) {
      const double a = uniform(bits), b = bits() % 2 ? uniform(bits) : a + uniform(bits) / 50;
      const double after = static_cast<double>(lattice.place(a) - lattice.place(b));
      l1 += std::fabs(a - b), l2 += (a - b) * (a - b);
      rounded_l1 += std::fabs(after), rounded_l2 += after * after;
    }
    l2 = std::sqrt(l2), rounded_l2 = std::sqrt(rounded_l2);
    ASSERT_LE(rounded_l1, dpcvx::mechanism::rounded_l1(l1, n) * (1 + 1e-15));
    ASSERT_LE(rounded_l2, dpcvx::mechanism::rounded_l2(l2, n) * (1 + 1e-15));
    passes_l1 += rounded_l1 > l1 + 1, passes_l2 += rounded_l2 > l2 + 1;
  }
  EXPECT_GT(passes_l1, 100);
  EXPECT_GT(passes_l2, 10);
}

TEST(Lattice, StepsAreChosenOrChecked) {
  dpcvx_error message;
  dpcvx::Error error(&message, "test");
  Lattice lattice;
  ASSERT_EQ(lattice.choose(0, 3.0, error), DPCVX_OK);
  EXPECT_EQ(lattice.step(), 2.0);
  ASSERT_EQ(lattice.choose(0, 0x1p-1060, error), DPCVX_OK);
  EXPECT_EQ(lattice.step(), 0x1p-1000);
  ASSERT_EQ(lattice.choose(0.25, 3.0, error), DPCVX_OK);
  EXPECT_EQ(lattice.step(), 0.25);
  EXPECT_EQ(lattice.choose(0.3, 3.0, error), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(message.message).find("DPCVX_RELEASE_OPTION_LATTICE_STEP"), std::string::npos);
}

// Where the processor takes small numbers for zero, a sensitivity is still one step at least.
TEST(Lattice, NoSensitivityIsFlushedToZero) {
  for (double length : {0x1p-1074, 0x1p-1030, 0x1p-1022, 0x1p-600}) {
    const FlushToZero flushing;
    const Lattice lattice(900);
    EXPECT_GE(std::ceil(lattice.steps_up(length)), 1);
    EXPECT_GE(rounded_l1(lattice.steps_up(length), 1), 1);
    EXPECT_GE(rounded_l1(lattice.steps_up(length), 3), 3);
    EXPECT_GE(rounded_l2(lattice.steps_up(length), 1), 1);
    EXPECT_GE(rounded_l2(lattice.steps_up(length), 4), 2);
  }
}

TEST(Lattice, SumsSaturate) {
  using dpcvx::mechanism::saturating_add;
  EXPECT_EQ(saturating_add(INT64_MAX, 1), INT64_MAX);
  EXPECT_EQ(saturating_add(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(saturating_add(INT64_MIN, INT64_MAX), -1);
}

}  // namespace
