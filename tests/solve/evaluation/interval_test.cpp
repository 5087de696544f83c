// Intervals cover the score as often as they say, for each score, adjacency and law of the noise.
#include <cmath>
#include <random>

#include "solve/evaluation/interval.h"
#include "support/evidence.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::solve::estimate_score;
using dpcvx::solve::kMaxScoreSums;
using dpcvx::solve::kScoreSteps;
using dpcvx::solve::ScoreEstimate;
using dpcvx::solve::ScoreNoise;
using dpcvx::solve::ScoreUnits;

// Sums over `units` units, in units: errors, squares and labels about the centre.
struct Truth {
  int32_t score;
  ScoreUnits known;
  double units, error, square = 0, label = 0;
  // The error in [0, 1], or 1 - R^2.
  double value() const { return score == DPCVX_SCORE_R2 ? error / (square - label * label / units) : error / units; }
};

void exact_sums(const Truth &it, double *out) {
  const bool at_most = it.known == ScoreUnits::kAtMost;
  if (it.score != DPCVX_SCORE_R2) {
    out[0] = it.error - (at_most ? it.units / 2 : 0);
    out[1] = at_most ? it.units / 2 : it.units - it.error;
    return;
  }
  const double middle = it.known == ScoreUnits::kAll ? 0 : it.units / 2;
  out[0] = it.error - middle;
  out[1] = it.square - middle;
  out[2] = it.label / 2;
  out[3] = it.units / 2;
}

int64_t drawn(std::mt19937_64 &bits, const ScoreNoise &noise) {
  if (noise.gaussian) return std::llround(noise.scale * std::normal_distribution<double>()(bits));
  std::geometric_distribution<int64_t> geometric(-std::expm1(-1 / noise.scale));  // a difference of two is Laplace
  return geometric(bits) - geometric(bits);
}

// The share of runs whose interval holds the value. `claimed` is the law that the interval is computed for.
double coverage(const Truth &it, const ScoreNoise &noise, const ScoreNoise &claimed, double level, int runs) {
  std::mt19937_64 bits(7);
  double exact[kMaxScoreSums] = {};
  exact_sums(it, exact);
  int held = 0;
  for (int run = 0; run < runs; ++run) {
    int64_t sums[kMaxScoreSums];
    for (int i = 0; i < kMaxScoreSums; ++i)
      sums[i] = std::llround(exact[i] * static_cast<double>(kScoreSteps)) + drawn(bits, noise);
    const ScoreEstimate found =
        estimate_score(it.score, it.known, sums, static_cast<int64_t>(it.units), claimed, level);
    EXPECT_LE(found.low, found.high);
    if (found.known) {
      EXPECT_GE(found.value, found.low - 1e-9);
      EXPECT_LE(found.value, found.high + 1e-9);
    }
    held += found.low <= it.value() && it.value() <= found.high;
  }
  return held / static_cast<double>(runs);
}

constexpr ScoreUnits kAll = ScoreUnits::kAll, kAtMost = ScoreUnits::kAtMost, kPrivate = ScoreUnits::kPrivate;

const Truth kTruths[] = {
    {DPCVX_SCORE_ACCURACY, kAtMost, 100, 17},      {DPCVX_SCORE_LOG_LOSS, kAtMost, 20, 0},
    {DPCVX_SCORE_R2, kAtMost, 400, 31.5, 120, 60}, {DPCVX_SCORE_ACCURACY, kAll, 100, 17},
    {DPCVX_SCORE_LOG_LOSS, kPrivate, 100, 17.25},  {DPCVX_SCORE_ACCURACY, kPrivate, 20, 0},
    {DPCVX_SCORE_R2, kAll, 400, 31.5, 120, 60},    {DPCVX_SCORE_R2, kPrivate, 400, 31.5, 120, 60},
    {DPCVX_SCORE_R2, kPrivate, 40, 12, 14, -9},    {DPCVX_SCORE_R2, kAll, 30, 0, 9, 0},
};

TEST(EvaluationIntervals, CoverAsOftenAsTheySay) {
  constexpr int kRuns = 20000;
  for (const Truth &it : kTruths)
    for (bool gaussian : {true, false})
      for (double level : {0.9, 0.99}) {
        const ScoreNoise noise{gaussian, 4.5 * static_cast<double>(kScoreSteps)};
        const double found = coverage(it, noise, noise, level, kRuns);
        EXPECT_GE(found, level - 4.5 * std::sqrt(level * (1 - level) / kRuns))
            << it.score << ' ' << static_cast<int>(it.known) << ' ' << it.units
            << (gaussian ? " Gaussian " : " Laplace ") << level;
        if (level == 0.9)
          evidence("evaluation", "score %d, %s, %g units, %s noise: 0.9 intervals cover %.4f",
                   it.score - DPCVX_SCORE_AUTOMATIC,
                   it.known == kAll      ? "replace-one"
                   : it.known == kAtMost ? "replace-one with null units"
                                         : "add/remove",
                   it.units, gaussian ? "Gaussian" : "Laplace", found);
      }
}

// Means are clamped to [0, 1] as their intervals are, so that they are as wide as they must be.
TEST(EvaluationIntervals, OfMeansAreExact) {
  constexpr int kRuns = 40000;
  for (bool gaussian : {true, false}) {
    const ScoreNoise noise{gaussian, 2.0 * static_cast<double>(kScoreSteps)};
    const double found = coverage({DPCVX_SCORE_ACCURACY, kAll, 100, 50}, noise, noise, 0.9, kRuns);
    EXPECT_NEAR(found, 0.9, 4.5 * std::sqrt(0.09 / kRuns));
  }
  const ScoreNoise noise{true, 2.0 * static_cast<double>(kScoreSteps)};
  EXPECT_NEAR(coverage({DPCVX_SCORE_ACCURACY, kPrivate, 100, 50}, noise, noise, 0.9, kRuns), 0.9,
              4.5 * std::sqrt(0.09 / kRuns));
  // Laplace noise of two sums: nearly, since pieces of the interval take the greatest bound in them.
  const ScoreNoise laplace{false, 2.0 * static_cast<double>(kScoreSteps)};
  for (const Truth &it :
       {Truth{DPCVX_SCORE_ACCURACY, kPrivate, 100, 50}, Truth{DPCVX_SCORE_ACCURACY, kPrivate, 100, 17},
        Truth{DPCVX_SCORE_ACCURACY, kAtMost, 100, 50}, Truth{DPCVX_SCORE_ACCURACY, kAtMost, 100, 17}})
    EXPECT_NEAR(coverage(it, laplace, laplace, 0.9, kRuns / 2), 0.9, 0.003 + 4.5 * std::sqrt(0.18 / kRuns))
        << static_cast<int>(it.known) << ' ' << it.error;
}

// Two independent Laplace variables: the bound on what they add up to is exceeded as often as it says.
TEST(EvaluationIntervals, BoundsOfTwoNoisesAreExact) {
  constexpr int kRuns = 200000;
  std::mt19937_64 bits(3);
  for (const bool gaussian : {true, false})
    for (const double other : {0.0, 0.4, 0.99995, 1.0}) {
      const ScoreNoise noise{gaussian, 1e5};
      const double bound = noise.pair_bound(0.1, other, -1);
      int beyond = 0;
      for (int run = 0; run < kRuns; ++run)
        beyond += std::fabs(other * static_cast<double>(drawn(bits, noise)) - static_cast<double>(drawn(bits, noise))) >
                  bound;
      EXPECT_NEAR(beyond / static_cast<double>(kRuns), 0.1, 4.5 * std::sqrt(0.09 / kRuns)) << gaussian << ' ' << other;
    }
}

TEST(EvaluationIntervals, ControlNoiseOfFourTimesTheClaim) {
  for (const Truth &it : kTruths) {
    if (it.error == 0) continue;  // the interval's end is the value itself
    const ScoreNoise noise{true, 18 * static_cast<double>(kScoreSteps)},
        claimed{true, 4.5 * static_cast<double>(kScoreSteps)};
    EXPECT_LT(coverage(it, noise, claimed, 0.9, 4000), 0.85) << it.score << ' ' << static_cast<int>(it.known);
  }
}

// Fewer units than the noise: the ratio may be anything, and the estimate says that it is none.
TEST(EvaluationIntervals, SayThatTheNoiseHidesTheScore) {
  const ScoreNoise noise{true, 100 * static_cast<double>(kScoreSteps)};
  const int64_t none[kMaxScoreSums] = {-kScoreSteps, -kScoreSteps, 0, -kScoreSteps};
  for (int32_t score : {DPCVX_SCORE_ACCURACY, DPCVX_SCORE_R2}) {
    const ScoreEstimate found = estimate_score(score, kPrivate, none, 0, noise, 0.95);
    EXPECT_FALSE(found.known);
    EXPECT_EQ(found.low, 0);
    EXPECT_EQ(found.high, score == DPCVX_SCORE_R2 ? INFINITY : 1);
    EXPECT_EQ(found.units, 0);
  }
}

}  // namespace
