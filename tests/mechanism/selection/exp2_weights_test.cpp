#include "mechanism/selection/exp2_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "mechanism/laws.h"

using dpcvx::mechanism::Decay;
using dpcvx::mechanism::decay_within;
using dpcvx::mechanism::exp2_minus;
using dpcvx::mechanism::weight_of;

namespace {

// long double carries 64 bits, so that its own error is 2 or 3 of the 6 units allowed; where it has 53 the test says
// less but still holds.
TEST(Decay, PowersOfTwoAreRight) {
  static_assert(std::numeric_limits<long double>::digits >= 53, "");
  const long double own = std::ldexp(4.0L, 63 - std::numeric_limits<long double>::digits);
  std::mt19937_64 bits(1);
  for (int i = 0; i < 300000; ++i) {
    const uint64_t fraction = i == 0 ? 0 : i == 1 ? UINT64_MAX : bits() >> (bits() % 64);
    const long double exact = 0x1p63L * std::exp2(-std::ldexp(static_cast<long double>(fraction), -64));
    ASSERT_LE(std::fabs(static_cast<long double>(exp2_minus(fraction)) - exact), 6 + own) << fraction;
  }
  EXPECT_EQ(exp2_minus(0), uint64_t{1} << 63);
}

TEST(Decay, WeightsFollowTheLoss) {
  std::mt19937_64 bits(2);
  for (int i = 0; i < 300000; ++i) {
    const Decay decay{(uint64_t{1} << 52) | (bits() >> 12), static_cast<int>(44 + bits() % 83)};
    const uint64_t loss = bits() >> (bits() % 64);
    const auto weight = weight_of(decay, loss);
    const long double exponent = std::ldexp(static_cast<long double>(loss) * decay.numerator, -decay.shift);
    // The product above is rounded to 64 bits: its error in the exponent is up to 2^-57 below 128.
    const long double exact = exponent >= 128 ? 63 : 191 - exponent;
    const long double shown = std::log2(static_cast<long double>(weight.mantissa)) + weight.shift;
    ASSERT_NEAR(static_cast<double>(shown - exact), 0, std::numeric_limits<long double>::digits >= 64 ? 0x1p-54 : 1e-12)
        << loss << " " << decay.numerator << " " << decay.shift;
  }
}

TEST(Decay, RatesStayWithinEpsilonAndComeClose) {
  for (double epsilon = 0x1p-40; epsilon < 200; epsilon *= 1.7)
    for (double range = 1; range < 0x1p60; range = std::floor(range * 13.7)) {
      const Decay decay = decay_within(epsilon, range);
      const long double spent =
          std::ldexp(static_cast<long double>(decay.numerator), -decay.shift) * range * 0.693147180559945309417232L;
      ASSERT_LE(spent + dpcvx::mechanism::kWeightSlack, static_cast<long double>(epsilon) * (1 + 1e-18L));
      const bool clipped = decay.shift == 44 && decay.numerator == uint64_t{1} << 52;
      if (!clipped && epsilon / range > 0x1p-73) {
        EXPECT_GT(spent, epsilon * (1 - (epsilon > 1e-6 ? 1e-9 : 1e-3)));
      }
    }
  EXPECT_EQ(decay_within(0, 1).numerator, 0u);
  EXPECT_EQ(decay_within(0x1p-57, 1).numerator, 0u);
}

}  // namespace
