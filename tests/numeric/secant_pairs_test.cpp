// The limited-memory model of a quadratic: it meets its secants, and forgets the oldest.
#include "numeric/secant_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using dpcvx::numeric::SecantPairs;

constexpr int64_t kDimension = 3;
const double kCurvatures[] = {1, 4, 9};

// The pair of a step from 0 of a quadratic whose curvatures are those.
void take(SecantPairs *pairs, const std::vector<double> &step) {
  const std::vector<double> zero(kDimension, 0.0);
  std::vector<double> gradient;
  for (size_t j = 0; j < step.size(); ++j) gradient.push_back(kCurvatures[j] * step[j]);
  pairs->take(zero.data(), step.data(), zero.data(), gradient.data());
}

TEST(SecantPairs, MeetsTheLastSecantAndAllThatAreConjugate) {
  SecantPairs pairs;
  ASSERT_TRUE(pairs.allocate(kDimension));
  pairs.clear(2);
  std::vector<double> x = {2, 4, 6};
  pairs.solve(x.data());
  EXPECT_EQ(x, (std::vector<double>{1, 2, 3}));
  for (size_t j = 0; j < 3; ++j) {
    std::vector<double> step(kDimension, 0.0);
    step[j] = 0.5;
    take(&pairs, step);
  }
  EXPECT_EQ(pairs.count(), 3);
  std::vector<double> gradient = {1, 4, 9};
  pairs.solve(gradient.data());
  for (double one : gradient) EXPECT_NEAR(one, 1, 1e-14);
}

TEST(SecantPairs, LeavesOutWhatIsNotConvexAndForgetsTheOldest) {
  SecantPairs pairs;
  ASSERT_TRUE(pairs.allocate(1));
  pairs.clear(5);
  const double zero = 0, one = 1, down = -1;
  pairs.take(&zero, &one, &zero, &down);
  EXPECT_EQ(pairs.count(), 0);
  EXPECT_EQ(pairs.scale(), 5);
  for (int i = 1; i <= 15; ++i) {
    const double step = i, gradient = 2.0 * i;
    pairs.take(&zero, &step, &zero, &gradient);
  }
  EXPECT_EQ(pairs.count(), SecantPairs::kMost);
  EXPECT_EQ(*pairs.move(0), 6);
  EXPECT_EQ(*pairs.turn(SecantPairs::kMost - 1), 30);
  double x = 3;
  pairs.solve(&x);
  EXPECT_NEAR(x, 1.5, 1e-14);
}

}  // namespace
