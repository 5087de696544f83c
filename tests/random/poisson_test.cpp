// Poisson numbers of mean 1: the table against its definition, and what is drawn from it.
#include "random/poisson.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace {

using dpcvx::random::kMaxOfPoisson;
using dpcvx::random::kPoissonCumulative;

// Summed from the far end, so that long doubles tell each tail to a few parts in 2^64 of itself.
TEST(PoissonOfMeanOne, TableIsTheCumulativeDistribution) {
  long double term = std::exp(-1.0L), tail = 0;
  for (int j = 1; j <= 40; ++j) term /= j;
  for (int j = 40; j >= 1; --j) {
    tail += term;
    term *= j;
    if (j <= kMaxOfPoisson) {
      const long double above = static_cast<long double>(0 - kPoissonCumulative[j - 1]) * 0x1p-64L;
      EXPECT_LE(std::fabs(above - tail), 0x1p-64L + 0x1p-61L * tail) << j;
    }
  }
}

// Chi-square over 0, ..., 7 and above: 8 degrees of freedom, beyond 60 once in 1e9.
TEST(PoissonOfMeanOne, DrawsAreThoseOfTheLaw) {
  dpcvx::random::Rng rng;
  dpcvx::Error error(nullptr, "poisson");
  ASSERT_EQ(rng.open_deterministic("poisson", 7, error), DPCVX_OK);
  constexpr int kDraws = 1000000, kCells = 9;
  double counts[kCells] = {}, left = 1, p = std::exp(-1.0), chi = 0;
  for (int i = 0; i < kDraws; ++i) {
    const int drawn = dpcvx::random::poisson_of_mean_one(rng);
    ASSERT_GE(drawn, 0);
    ASSERT_LE(drawn, kMaxOfPoisson);
    ++counts[drawn < kCells ? drawn : kCells - 1];
  }
  for (int j = 0; j < kCells; ++j) {
    const double expected = kDraws * (j + 1 < kCells ? p : left);
    chi += (counts[j] - expected) * (counts[j] - expected) / expected;
    left -= p;
    p /= j + 1;
  }
  EXPECT_LT(chi, 60);
}

}  // namespace
