// Tries to break what stable minima rest on: how far one user moves the distances, the score and the point, against
// the constants of solve/stable/sensitivity.h.
#include "solve/stable/stability_search.h"

#include <gtest/gtest.h>

#include "support/evidence.h"
#include "support/long_audits.h"

namespace {

using namespace search;

// DPCVX_AUDIT=1: ten times as many pairs.
int64_t pairs_to_try() { return long_audits() ? 1000000 : 100000; }

TEST(StabilitySteps, NoPairOfNeighboursPassesABound) {
  Tally tally;
  std::mt19937_64 bits(20231105);
  while (tally.pairs < pairs_to_try()) climb(bits, Control::kNone, &tally);
  for (int k = 0; k < kRatios; ++k) EXPECT_LE(tally.most.of[k], 1) << kRatioNames[k];
  EXPECT_EQ(tally.score_violations, 0);
  EXPECT_EQ(tally.family_violations, 0);
  EXPECT_GT(tally.close_pairs, tally.pairs / 4);
  EXPECT_GT(tally.family_pairs, tally.pairs / 4);
  evidence("stability steps",
           "%lld pairs (%lld close, %lld of a family); largest ratio to its bound: c in the first stage %.3f, in later "
           "ones %.3f, drift %.3f and %.3f, soft point %.3f, of several stages %.3f, hard point %.3f",
           static_cast<long long>(tally.pairs), static_cast<long long>(tally.close_pairs),
           static_cast<long long>(tally.family_pairs), tally.most.of[kFirstStep], tally.most.of[kLaterStep],
           tally.most.of[kFirstDrift], tally.most.of[kLaterDrift], tally.most.of[kSoft], tally.most.of[kStaged],
           tally.most.of[kHard]);
}

TEST(StabilitySteps, NoPairOfNeighboursPassesABoundOfAPublicPoint) {
  Tally tally;
  std::mt19937_64 bits(20231106);
  while (tally.pairs < pairs_to_try() / 2) climb(bits, Control::kNone, &tally, true);
  for (int k = 0; k < kRatios; ++k) EXPECT_LE(tally.most.of[k], 1) << kRatioNames[k];
  EXPECT_EQ(tally.score_violations, 0);
  EXPECT_GT(tally.close_pairs, tally.pairs / 4);
  evidence(
      "stability steps",
      "public point, %lld pairs (%lld close); largest ratio to its bound: c in the first stage %.3f, in later ones "
      "%.3f, drift %.3f and %.3f, point %.3f, of several stages %.3f",
      static_cast<long long>(tally.pairs), static_cast<long long>(tally.close_pairs), tally.most.of[kFirstStep],
      tally.most.of[kLaterStep], tally.most.of[kFirstDrift], tally.most.of[kLaterDrift], tally.most.of[kSoft],
      tally.most.of[kStaged]);
}

// Each of these must be caught: what it gets wrong matters, and the search is strong enough to see it.
Tally caught(Control control, uint64_t seed, bool fixed = false) {
  Tally tally;
  std::mt19937_64 bits(seed);
  while (tally.pairs < 30000) climb(bits, control, &tally, fixed);
  return tally;
}

TEST(StabilityStepsControl, UncentredGradients) {
  const Tally tally = caught(Control::kUncentred, 1);
  EXPECT_GT(std::max(tally.most.of[kSoft], tally.most.of[kStaged]), 1.2);
  evidence("stability steps", "control: gradients not centred, soft point moves %.2f times its bound",
           std::max(tally.most.of[kSoft], tally.most.of[kStaged]));
}

TEST(StabilityStepsControl, StepWithoutCurvature) {
  const Tally tally = caught(Control::kStepWithoutCurvature, 2);
  EXPECT_GT(tally.most.of[kFirstStep], 2);
  EXPECT_GT(tally.score_violations, 0);
  EXPECT_GT(tally.family_violations, 0);
  evidence("stability steps",
           "control: step without beta / mu, c moves %.2f times it, scores by 2 or more in %lld pairs",
           tally.most.of[kFirstStep], static_cast<long long>(tally.score_violations));
}

TEST(StabilityStepsControl, UsersWhoseWeightsChangeLeftOut) {
  const Tally tally = caught(Control::kUsersWeighedNotCounted, 3);
  EXPECT_GT(std::max(tally.most.of[kSoft], tally.most.of[kStaged]), 1.2);
}

TEST(StabilityStepsControl, StepOfALaterStageInTheFirst) {
  const Tally tally = caught(Control::kLaterStepFirst, 4);
  EXPECT_GT(tally.most.of[kFirstStep], 2);
  EXPECT_GT(tally.score_violations, 0);
}

TEST(StabilityStepsControl, NullUsersNotCounted) {
  const Tally tally = caught(Control::kNullsNotCounted, 5);
  EXPECT_GT(tally.most.of[kFirstStep], 2);
  EXPECT_GT(std::max(tally.most.of[kSoft], tally.most.of[kStaged]), 1.2);
}

// Minima far beyond the ball that the public point's distances are for.
TEST(StabilityStepsControl, ReachTooShort) {
  const Tally tally = caught(Control::kReachTooShort, 6, true);
  EXPECT_GT(std::max(tally.most.of[kSoft], tally.most.of[kStaged]), 1.2);
}

// |theta - z| + theta^2 / 2 for ten users at 0 and ten at 1: the minimiser is 0, where those at 0 have subgradients in
// [-1, 1], those at 1 have -1. With -1 for all, every distance from the mean is 0, and yet leaving out one user at 0
// moves the minimiser. The losses' Moreau envelopes, which are smooth, have no such choice.
TEST(StabilityStepsControl, ArbitrarySubgradientAtACorner) {
  const auto minimiser = [](double zeros, double ones) {
    // 0 in zeros/n [-1, 1] - ones/n + theta at theta = 0; else (zeros - ones)/n + theta = 0 in (0, 1)
    const double n = zeros + ones;
    return std::max(0.0, (ones - zeros) / n);
  };
  EXPECT_EQ(minimiser(10, 10), 0);
  EXPECT_NEAR(minimiser(9, 10), 1.0 / 19, 1e-15);
  const double claimed = std::fabs(-1.0 - (10 * -1.0 + 10 * -1.0) / 20) / 19;  // c_j / (mu (n - 1))
  EXPECT_EQ(claimed, 0);
  // Smoothed to width 0.01, c_j is what the optimum leaves, and bounds the move.
  World world;
  world.beta = 100;
  std::vector<Users> users(2);
  for (int k = 0; k < 2; ++k) {
    Record record;
    record.kind = Record::kHuber;
    record.bend = world.beta;
    record.at = {static_cast<double>(k), 0};
    users[k].records = {record};
    users[k].count = 10;
  }
  const std::vector<double> all(2, 1.0);
  Solver whole(world, users, all);
  const Vec before = whole.solve();
  const double c = norm(users[0].gradient(before) - whole.mean(before));
  users[0].count = 9;
  const double moved = norm(Solver(world, users, all).solve() - before);
  EXPECT_GT(moved, 0.04);
  EXPECT_LE(moved, c / 19 * (1 + 1e-9));
  evidence("stability steps",
           "control: a corner's subgradient -1 claims 0, the minimiser moves by 0.0526; smoothed, %.4f of %.4f claimed",
           moved, c / 19);
}

}  // namespace
