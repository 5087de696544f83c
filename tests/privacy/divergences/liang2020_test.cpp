// The closed form of Liang et al. against the divergence that it bounds.
#include "privacy/divergences/liang2020.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/evidence.h"
#include "privacy/divergences/mixture_pairs.h"

namespace dpcvx {
namespace privacy {
namespace {

// With a share `rate` of the units in the batch, the changed one moves the centre by up to 1 from where the batch
// without it lies, to either of two places at most 1 apart.
double greatest_divergence(double noise_multiplier, double rate, double order) {
  double greatest = 0;
  for (const auto &[one, other] : {std::pair<double, double>{1, 0}, {0, 1}, {0.5, -0.5}, {1, 0.5}, {0.5, 1}}) {
    const Pair pair{{1 - rate, rate}, {0, one / noise_multiplier}, {0, other / noise_multiplier}};
    greatest = std::max(greatest, renyi(pair, order));
  }
  return greatest;
}

TEST(Liang, NeverBelowTheDivergence) {
  dpcvx_error record;
  Error error(&record, "test");
  int within = 0, outside = 0;
  double worst = 0, least = INFINITY, ours_least = INFINITY, ours_most = 0;
  for (const double noise : {0.5, 0.82, 1.0, 2.0, 5.0, 20.0}) {
    for (const double rate : {0.5, 0.05, 0.01, 0.001}) {
      for (const double order : {1.5, 2.0, 3.0, 8.0, 20.0}) {
        double bound = 0;
        if (liang_renyi_up(noise, rate, order, &bound, error) != DPCVX_OK) {
          EXPECT_EQ(record.code, DPCVX_ERR_NUMERIC);
          ++outside;
          continue;
        }
        ++within;
        EXPECT_GE(bound, 3.5 * rate * rate * order / (noise * noise));
        const double exact = greatest_divergence(noise, rate, order);
        worst = std::max(worst, exact / bound);
        least = std::min(least, exact / bound);
        const double ours = event_rdp(fixed_size_gaussian(noise, rate), order, nullptr);
        ours_least = std::min(ours_least, ours / bound);
        ours_most = std::max(ours_most, ours / bound);
      }
    }
  }
  EXPECT_LE(worst, 1);
  EXPECT_GT(within, 10);
  EXPECT_GT(outside, 10);
  evidence(
      "mixture",
      "Liang et al.'s bound, where its conditions hold (%d of %d): the exact divergence is %.3f to %.3f of it, ours "
      "%.3f to %.3f",
      within, within + outside, least, worst, ours_least, ours_most);
}

// Beyond its conditions the formula is passed: they are needed.
TEST(Liang, ConditionsAreNeeded) {
  dpcvx_error record;
  Error error(&record, "test");
  double bound = -1;
  EXPECT_EQ(liang_renyi_up(0.5, 0.01, 20, &bound, error), DPCVX_ERR_NUMERIC);
  EXPECT_EQ(bound, -1);
  EXPECT_GT(greatest_divergence(0.5, 0.01, 20), 3.5 * 0.01 * 0.01 * 20 / 0.25);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
