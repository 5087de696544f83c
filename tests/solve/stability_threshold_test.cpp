// How far honest users' gradients are from their mean, against exact laws and against users dealt at random; thresholds
// that are chosen by it, and bought ones.
#include "solve/stability_threshold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "evidence.h"
#include "numeric/logs.h"
#include "solve/honest_norms.h"

namespace {

using dpcvx::solve::HonestNorms;

// Pr[|mean of `records` - p| > norm] of numbers that are 1 with probability p, else `low`.
double exact_tail(int records, double p, double low, double norm) {
  double sum = 0;
  for (int k = 0; k <= records; ++k) {
    const double mean = (k + low * (records - k)) / records;
    if (std::fabs(mean - (p + low * (1 - p))) > norm)
      sum += std::exp(dpcvx::numeric::log_binomial_probability(records, k, p, 1 - p));
  }
  return sum;
}

TEST(HonestNorms, ExactTailsOfTwoValuesAreBelow) {
  double closest = 0;
  for (int records : {2, 3, 10, 100, 1000})
    for (double low : {-1.0, -0.5, 0.0})
      for (double p : {0.01, 0.1, 0.3, 0.5, 0.8}) {
        const HonestNorms norms(3, 1000, records);
        for (double norm = 0.01; norm < 2; norm += 0.01) {
          const double exact = exact_tail(records, p, low, norm);
          const double bound = std::exp(norms.log_tail(3 * norm));
          ASSERT_LE(exact, bound * (1 + 1e-12)) << records << " records, " << low << ", p = " << p << ", norm " << norm;
          if (exact > 1e-12) closest = std::max(closest, std::log(exact) / std::log(bound / 2));
        }
      }
  // A bound that is never near would say nothing.
  EXPECT_GT(closest, 0);
}

// A bound of half that variance is passed: the test can fail.
TEST(HonestNorms, ALesserSpreadIsNotABoundForAll) {
  const HonestNorms norms(1, 1000, 100, 0.7);
  EXPECT_GT(exact_tail(100, 0.5, -1, 0.5), std::exp(norms.log_tail(0.5)));
  // But for what is no wider it is one, and a lower one.
  const HonestNorms any(1, 1000, 100);
  EXPECT_LE(exact_tail(100, 0.5, -0.4, 0.3), std::exp(norms.log_tail(0.3)));
  EXPECT_LT(norms.log_tail(0.3), any.log_tail(0.3));
}

TEST(HonestNorms, NoGradientIsFurtherThanTwiceTheLongest) {
  const HonestNorms norms(0.5, 100, 2);
  EXPECT_EQ(norms.log_tail(1), -INFINITY);
  EXPECT_EQ(norms.log_tail(0), 0);
}

}  // namespace
