// The lower ends of brackets: what mechanisms come to, against exact answers, and how far above them the answers are.
#include <algorithm>
#include <vector>

#include "audit/generator.h"
#include "base/error.h"
#include "support/evidence.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "privacy/divergences/pure_composition.h"
#include "privacy/divergences/gdp.h"
#include "privacy/pld/brackets.h"
#include "privacy/pld/rounds.h"

namespace dpcvx {
namespace privacy {
namespace {

TEST(Brackets, LowerEndsAreBelowTheTruth) {
  double loosest = 0;
  const auto check = [&](const Event &event, double epsilon, double truth, double tolerance) {
    const double low = bounds_of(curve_of({event}), epsilon).low;
    EXPECT_LE(low, truth * (1 + tolerance)) << kind_name(event.kind) << " " << event.a << " at " << epsilon;
    loosest = std::max(loosest, 1 - low / truth);
  };
  for (double mu : {0.1, 1.0, 4.0})
    for (double share : {0.0, 1.0, 4.0})
      check(gdp(mu), mu * mu / 2 + share * mu, gdp_delta(mu, mu * mu / 2 + share * mu), 1e-12);
  for (int64_t parts : {1, 50, 3000})
    for (double share : {0.0, 0.7, 2.0}) {
      const double epsilon = parts == 1 ? 0.02 * share : 0.05 * share * std::sqrt(static_cast<double>(parts));
      check(pure(0.05, parts), epsilon, equal_pure_parts_delta_up(0.05, parts, epsilon), 1e-12);
    }
  for (double sigma : {0.7, 3.0})
    for (double q : {0.01, 0.3})
      for (double epsilon : {0.0, 0.1, 0.6}) {
        double truth = 0, truth_of_fixed = 0;
        for (bool reversed : {false, true}) {
          const Truth one = sampled_truth(sigma, q, reversed);
          truth = std::max(truth, two_rounds(one, one, epsilon));
        }
        const Truth fixed = fixed_size_truth(sigma, q);
        truth_of_fixed = two_rounds(fixed, fixed, epsilon);
        if (!(truth > 1e-8)) continue;
        check(poisson_gaussian(sigma, q, 2), epsilon, truth, 1e-6);
        EXPECT_LE(bounds_of(curve_of({fixed_size_gaussian(sigma, q, 2)}), epsilon).low, truth_of_fixed * (1 + 1e-6));
      }
  const Truth noise = laplace_truth(3);
  check(laplace(3, 2), 0.3, two_rounds(noise, noise, 0.3), 1e-6);
  EXPECT_LT(loosest, 0.01);
  evidence("accounting", "lower ends of brackets: never above exact answers, at most %.2f %% below", 100 * loosest);
}

// Where the lower ends once were empty: a few parts at tiny deltas, and sums that no grid holds.
TEST(Brackets, AreNarrowAtTinyDeltas) {
  double widest = 0, widest_rare = 0;
  const auto width = [](const Curve &curve, double delta) {
    const Interval bounds = bounds_of(curve, epsilon_of(curve, delta));
    return 1 - bounds.low / bounds.high;
  };
  for (double delta : {1e-60, 1e-100, 1e-150}) {
    widest = std::max(widest, width(curve_of({gdp(1), pure(0.01, 5)}), delta));
    widest = std::max(widest, width(curve_of({gdp(0.3)}), delta));
    widest = std::max(widest, width(curve_of({poisson_gaussian(2, 0.1, 1000)}), delta));
  }
  widest_rare = std::max(widest_rare, width(curve_of({poisson_gaussian(1, 1e-6, 1000000000)}), 1e-10));
  widest_rare = std::max(widest_rare, width(curve_of({poisson_gaussian(0.5, 1e-6, 1000000)}), 1e-15));
  widest_rare = std::max(widest_rare, width(curve_of({laplace(1e6, 10000000000)}), 1e-8));
  EXPECT_LT(widest, 0.06);
  EXPECT_LT(widest_rare, 0.03);
  evidence("accounting",
           "brackets of delta: width at most %.1f %% of few parts down to 1e-150, and %.1f %% of 10^6 to 10^10 rare or "
           "small parts",
           100 * widest, 100 * widest_rare);
}

// Cells composed twice by the definition: no test does better than the two laws allow; with the first law's cells moved
// up by one place many do.
TEST(Brackets, LabelsMovedUpAreCaught) {
  const Event event = poisson_gaussian(0.8, 0.1);
  const Truth truth = sampled_truth(0.8, 0.1, false);
  LossDistribution first, second;
  ASSERT_TRUE(first.build_cells(Profile({event}, false), 0x1p-7, 0.02, false));
  ASSERT_TRUE(second.build_cells(Profile({event}, false), 0x1p-7, 0.02, true));
  const auto above = [](const LossDistribution &of, double start, double move) {
    double sum = 0;
    for (size_t i = 0; i < of.size(); ++i)
      for (size_t j = 0; j < of.size(); ++j)
        if (of.loss(i) + of.loss(j) + 2 * move > start) sum += of.mass(i) * of.mass(j);
    return sum;
  };
  for (double epsilon : {0.01, 0.2, 0.8}) {
    const double exact = two_rounds(truth, truth, epsilon), e = std::exp(epsilon);
    double best = 0, best_moved = 0;
    for (double start : {epsilon - 0.01, epsilon, epsilon + 0.01}) {
      best = std::max(best, above(first, start, 0) - e * above(second, start, 0));
      best_moved = std::max(best_moved, above(first, start, 0x1p-7) - e * above(second, start, 0));
    }
    EXPECT_LE(best, exact * (1 + 1e-6)) << epsilon;
    EXPECT_GT(best, exact * 0.98) << epsilon;
    EXPECT_GT(best_moved, exact * 1.001) << epsilon;
  }
}

TEST(Brackets, WhatHasNoLowerEndSaysZero) {
  EXPECT_EQ(bounds_of(curve_of({zcdp(0.1)}), 0.05).low, 0);
  EXPECT_EQ(bounds_of(curve_of({pure(0.1, 3)}), 0.4).high, 0);
  EXPECT_EQ(bounds_of(curve_of({}), 0).high, 0);
  const Interval lost = bounds_of(curve_of({approximate(0.1, 1e-3, 5)}), 0.6);
  EXPECT_GT(lost.low, 4.9e-3);
  EXPECT_LE(lost.high, 5e-3);
}

// Parts whose kind attains nothing, and the lightest of too many, are left out of lower ends: the others cost as much.
TEST(Brackets, PartsThatAttainNothingAreLeftOut) {
  const double pure_alone = (std::exp(0.1) - std::exp(0.05)) / (1 + std::exp(0.1));
  EXPECT_NEAR(bounds_of(curve_of({zcdp(0.1), pure(0.1)}), 0.05).low, pure_alone, 1e-3 * pure_alone);
  Curve many, all;
  Error error(nullptr, "test");
  for (int i = 0; i < 40; ++i) {
    ASSERT_EQ(many.add(laplace(10 + i), error), DPCVX_OK);
    if (i >= 30) continue;
    ASSERT_EQ(all.add(laplace(10 + i), error), DPCVX_OK);
  }
  const Interval forty = bounds_of(many, 0.5), thirty = bounds_of(all, 0.5);
  EXPECT_GT(forty.low, 0.99 * thirty.low);
  EXPECT_LE(forty.low, thirty.high);
  EXPECT_LT(forty.low, forty.high);
}

// Densities and very many outcomes are told by cells for lower ends, which are close to the dots of upper ends.
TEST(Brackets, OfCellsAreNarrow) {
  const Curve curves[] = {curve_of({on_batch(laplace(1.5, 40), Sampling::kPoisson, 0.2)}),
                          curve_of({discrete_gaussian(300, 20, 30)}), curve_of({discrete_laplace(1e-4, 9000, 20)}),
                          curve_of({on_batch(discrete_gaussian(900, 500, 12), Sampling::kPoisson, 0.1)})};
  for (const Curve &curve : curves)
    for (double delta : {1e-3, 1e-8}) {
      const double epsilon = epsilon_of(curve, delta);
      const Interval bounds = bounds_of(curve, epsilon);
      EXPECT_LE(bounds.low, bounds.high);
      EXPECT_GT(bounds.low, bounds.high * 0.99) << epsilon;
    }
}

TEST(Brackets, OfSampledStepsAreNarrow) {
  double widest[] = {0, 0};
  Error error(nullptr, "test");
  size_t cell = 0;
  for (double rate : {0.001, 0.01, 0.2})
    for (int64_t steps : {100, 10000, 1000000})
      for (Kind kind : {Kind::kPoissonGaussian, Kind::kFixedSizeGaussian}) {
        // Usually each rate with each number of steps, of one kind.
        const size_t place = cell++;
        if (!cell_taken(place / 2 + place, 2)) continue;
        const double epsilon = 1;
        double noise = 0;
        ASSERT_EQ(calibrate_subsampled(kind, rate, steps, epsilon, 1e-6, &noise, error), DPCVX_OK);
        const bool poisson = kind == Kind::kPoissonGaussian;
        const Interval bounds = bounds_of(
            curve_of({poisson ? poisson_gaussian(noise, rate, steps) : fixed_size_gaussian(noise, rate, steps)}),
            epsilon);
        double &worst = widest[poisson ? 0 : 1];
        worst = std::max(worst, 1 - bounds.low / bounds.high);
      }
  EXPECT_LT(widest[0], 0.02);
  EXPECT_LT(widest[1], 1);
  evidence("accounting",
           "brackets of delta at 100 to 10^6 sampled steps calibrated to (1, 1e-6): width at most %.2f %% (Poisson), "
           "%.0f %% (fixed size, where the lower end is that of a unit which counts against one that does not)",
           100 * widest[0], 100 * widest[1]);
}

// Deltas at which one great loss gets as likely as a sum of many: tilts bring out losses whose rounding outweighed
// both. The truth: quadrature over the noise, and the inversion of
// the characteristic function, in 45 digits. Control: the answers of a rate 1 % lower are below it.
TEST(Brackets, BetweenSumsAndSingleLosses) {
  const struct {
    double sigma, rate;
    int64_t rounds;
    double epsilon, delta;
  } rows[] = {{0.7, 1e-6, 1000000000, 0.6505, 9.93659197e-17}, {0.7, 1e-6, 1000000000, 1, 1.02791537e-18}};
  double loosest = 0, widest = 0;
  Error error(nullptr, "test");
  for (const auto &row : rows) {
    const Curve curve = curve_of({poisson_gaussian(row.sigma, row.rate, row.rounds)});
    double lower, upper;
    ASSERT_EQ(delta_bounds(curve, row.epsilon, &lower, &upper, error), DPCVX_OK);
    EXPECT_GE(upper, row.delta);
    EXPECT_LE(lower, row.delta);
    loosest = std::max(loosest, upper / row.delta - 1);
    widest = std::max(widest, 1 - lower / row.delta);
    EXPECT_LT(delta_of(curve_of({poisson_gaussian(row.sigma, 0.99 * row.rate, row.rounds)}), row.epsilon), row.delta);
  }
  EXPECT_LT(loosest, 0.03);
  EXPECT_LT(widest, 0.08);
  evidence("accounting",
           "10^9 rare samples at deltas of 1e-18 to 1e-16: delta at most %.2f %% above the truth, lower ends "
           "%.1f %% below",
           100 * loosest, 100 * widest);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
