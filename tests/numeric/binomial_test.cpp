#include "numeric/binomial.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/evidence.h"

namespace dpcvx::numeric {
namespace {

// From binomial_reference.py.
struct TailCase {
  int64_t k, n;
  double p, tail;
};
constexpr TailCase kTails[] = {
    {3, 10, 0.5, 0.171875},
    {0, 10, 0.25, 0.05631351470947265625},
    {9, 10, 0.125, 0.99999999906867742538},
    {50, 1000, 0.0625, 0.054920335314874957854},
    {500, 1000, 0.53125, 0.02575406682964514253},
    {5000000, 10000000, 0.5005, 0.00078354925093467047305},
    {3, 10000000, 1e-06, 0.010336024192647673435},
    {999999, 10000000, 0.1003, 0.00078922924152279779485},
    {9999990, 10000000, 0.9999995, 0.031828021025708509479},
    {100, 10000000, 2e-05, 3.7217619109099695262e-15},
    {1234567, 1000000000, 0.00124, 5.1721383332797489806e-7},
};
struct UpperCase {
  int64_t k, n;
  double tail, upper;
};
constexpr UpperCase kUppers[] = {
    {0, 10, 0.025, 0.30849710781876082007},
    {3, 10, 0.025, 0.65245285005999729166},
    {9, 10, 0.025, 0.99747142145553821536},
    {0, 10000000, 0.025, 3.6888787737224385609e-7},
    {7, 10000000, 5e-10, 3.8669836058584224996e-6},
    {100000, 10000000, 0.025, 0.01006186089018225777},
    {5000000, 10000000, 0.005, 0.50040732429538977397},
    {9999999, 10000000, 0.025, 0.99999999746821920478},
};

TEST(Binomial, TailsMatchFortyDigits) {
  double worst = 0;
  for (const TailCase &c : kTails) {
    const double error = std::fabs(binomial_lower_tail(c.k, c.n, c.p) / c.tail - 1);
    EXPECT_LT(error, 1e-11) << c.k << " of " << c.n;
    worst = std::fmax(worst, error);
  }
  evidence("audit", "binomial tails, n up to 10^9, against 40-digit values: relative error at most %.1e", worst);
}

TEST(Binomial, TailEdges) {
  EXPECT_EQ(binomial_lower_tail(10, 10, 0.5), 1);
  EXPECT_EQ(binomial_lower_tail(3, 10, 0), 1);
  EXPECT_EQ(binomial_lower_tail(3, 10, 1), 0);
  EXPECT_EQ(binomial_lower_tail(9000000, 10000000, 1e-3), 1);
}

TEST(ClopperPearson, UpperMatchesFortyDigitsFromAbove) {
  double worst = 0;
  for (const UpperCase &c : kUppers) {
    const double upper = clopper_pearson_upper(c.k, c.n, c.tail);
    const double error = upper / c.upper - 1;
    EXPECT_GE(error, -2e-16) << c.k << " of " << c.n;  // the reference rounded to a double
    EXPECT_LT(error, 1e-9) << c.k << " of " << c.n;
    worst = std::fmax(worst, error);
  }
  evidence("audit", "Clopper-Pearson upper bounds, n up to 10^7, against 40-digit values: above by 0 to %.1e relative",
           worst);
}

TEST(ClopperPearson, LowerMirrorsUpper) {
  for (const UpperCase &c : kUppers) {
    const double lower = clopper_pearson_lower(c.n - c.k, c.n, c.tail);
    EXPECT_NEAR(lower, 1 - c.upper, 1e-9 * std::fmin(1 - c.upper, c.upper) + 1e-12) << c.n - c.k << " of " << c.n;
    EXPECT_LE(lower, 1 - c.upper + 1e-16);
  }
}

TEST(ClopperPearson, NoneAndAllHaveClosedForms) {
  for (int64_t n : {1, 2, 17, 1000, 10000000}) {
    for (double tail : {0.4, 0.05, 0.025, 1e-6, 1e-12}) {
      const double root = std::exp(std::log(tail) / static_cast<double>(n));
      const double complement = -std::expm1(std::log(tail) / static_cast<double>(n));
      EXPECT_EQ(clopper_pearson_lower(0, n, tail), 0);
      EXPECT_EQ(clopper_pearson_upper(n, n, tail), 1);
      EXPECT_NEAR(clopper_pearson_upper(0, n, tail), complement, 1e-9 * complement);
      EXPECT_NEAR(clopper_pearson_lower(n, n, tail), root, 1e-9 * root);
      EXPECT_GE(clopper_pearson_upper(0, n, tail), complement * (1 - 1e-15));
      EXPECT_LE(clopper_pearson_lower(n, n, tail), root * (1 + 1e-15));
    }
  }
}

// The coverage is exact, by summing over every outcome: Pr[p > upper(K)] <= tail for every p, and comes near to tail.
TEST(ClopperPearson, FailsAtMostAtItsRateAtEveryP) {
  constexpr int64_t kRuns = 40;
  for (double tail : {0.1, 0.025, 0.001}) {
    double lower[kRuns + 1], upper[kRuns + 1], worst = 0;
    for (int64_t k = 0; k <= kRuns; ++k) {
      lower[k] = clopper_pearson_lower(k, kRuns, tail);
      upper[k] = clopper_pearson_upper(k, kRuns, tail);
    }
    for (int i = 1; i < 1000; ++i) {
      const double p = i / 1000.0;
      double fails_above = 0, fails_below = 0;
      for (int64_t k = 0; k <= kRuns; ++k) {
        const double chance = std::exp(std::lgamma(kRuns + 1.0) - std::lgamma(k + 1.0) - std::lgamma(kRuns - k + 1.0) +
                                       k * std::log(p) + (kRuns - k) * std::log1p(-p));
        if (p > upper[k]) fails_above += chance;
        if (p < lower[k]) fails_below += chance;
      }
      EXPECT_LE(fails_above, tail * (1 + 1e-9)) << p;
      EXPECT_LE(fails_below, tail * (1 + 1e-9)) << p;
      worst = std::fmax(worst, std::fmax(fails_above, fails_below));
    }
    EXPECT_GT(worst, 0.8 * tail);
  }
}

}  // namespace
}  // namespace dpcvx::numeric
