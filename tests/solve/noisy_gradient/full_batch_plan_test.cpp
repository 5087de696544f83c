#include "solve/noisy_gradient/full_batch_plan.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using dpcvx::solve::choose_smoothness;
using dpcvx::solve::DescentPlan;
using dpcvx::solve::FullBatchInputs;
using dpcvx::solve::plan_descent;
using dpcvx::solve::Settings;
using dpcvx::solve::smoothing_bias;

FullBatchInputs facts(double n, double mu) {
  FullBatchInputs f;
  f.units = n;
  f.dimension = 31;
  f.smoothness = 0.25;
  f.l2 = 0;
  f.bound = 1;
  f.sensitivity = 2;
  f.mu = mu;
  f.reach = 20;
  return f;
}
FullBatchInputs corner(double n, double mu) {
  FullBatchInputs f = facts(n, mu);
  f.smoothness = INFINITY;
  return f;
}
Settings limited(double passes) {
  Settings settings;
  settings.max_passes = passes;
  return settings;
}

double noise(const FullBatchInputs &f) { return f.sensitivity * std::sqrt(f.dimension) / (f.units * f.mu); }
double best_time(const FullBatchInputs &f) { return f.reach / noise(f); }
double travelled(const DescentPlan &p) { return p.step_size * static_cast<double>(p.steps) / (1 - p.momentum); }

TEST(DescentPlan, TravelsTheBestTimeWithStepsNoLongerThanSmoothnessAllows) {
  for (double n : {10.0, 569.0, 1e5, 1e7})
    for (double mu : {1e-3, 0.02, 0.2, 1.0}) {
      const FullBatchInputs f = facts(n, mu);
      const DescentPlan p = plan_descent(f, limited(1e9));
      EXPECT_LE(p.step_size, 4 * (1 + 1e-12));
      EXPECT_GE(p.momentum, 0);
      EXPECT_LT(p.momentum, 1);
      EXPECT_NEAR(travelled(p) / best_time(f), 1, 1e-9) << n << " " << mu;
      EXPECT_LE(static_cast<double>(p.steps), 4 * std::sqrt(0.25 * best_time(f)) + 1);
      EXPECT_NEAR(p.predicted_risk, 20 * noise(f), 1e-9 * p.predicted_risk);
    }
}

// A fifth of the steps less, on the same way.
TEST(DescentPlan, SeveralClassesTakeFewerStepsForTheSameTime) {
  for (double n : {1e5, 1e7}) {
    const FullBatchInputs f = facts(n, 0.2);
    FullBatchInputs classes = f;
    classes.settle = dpcvx::solve::kSettleOfClasses;
    const DescentPlan one = plan_descent(f, limited(1e9)), several = plan_descent(classes, limited(1e9));
    EXPECT_NEAR(static_cast<double>(several.steps), 0.8 * static_cast<double>(one.steps), 1.5);
    EXPECT_NEAR(travelled(several) / travelled(one), 1, 1e-9);
    EXPECT_NEAR(several.predicted_risk, one.predicted_risk, 1e-9 * one.predicted_risk);
    EXPECT_GT(several.momentum, one.momentum);
  }
}

TEST(DescentPlan, BestTimeMinimisesThePredictedRisk) {
  const FullBatchInputs f = facts(569, 0.2);
  const auto risk = [&](double s) { return 200 / s + s * noise(f) * noise(f) / 2; };
  const double least = risk(best_time(f));
  EXPECT_NEAR(plan_descent(f, Settings()).predicted_risk, least, 1e-12);
  for (double share : {0.5, 0.9, 1.1, 2.0}) EXPECT_GT(risk(share * best_time(f)), least);
}

TEST(DescentPlan, TravelsTheLeastTimeThatIsAsked) {
  FullBatchInputs f = facts(569, 0.2);
  const double best = best_time(f);
  for (double times : {0.5, 1.0, 3.0, 80.0}) {
    f.least_time = times * best;
    const DescentPlan p = plan_descent(f, limited(1e9));
    const double time = best * std::max(1.0, std::min(4.0, times));
    EXPECT_NEAR(travelled(p) / time, 1, 1e-9) << times;
    EXPECT_NEAR(p.predicted_risk, 200 / time + time * noise(f) * noise(f) / 2, 1e-9 * p.predicted_risk);
  }
}

TEST(DescentPlan, KeepsWhatTheCallerFixed) {
  const FullBatchInputs f = facts(1e5, 0.2);
  Settings settings;
  settings.steps = 50;
  EXPECT_EQ(plan_descent(f, settings).steps, 50);
  settings.step_size = 0.3;
  EXPECT_EQ(plan_descent(f, settings).step_size, 0.3);
  settings.momentum = 0.25;
  const DescentPlan p = plan_descent(f, settings);
  EXPECT_EQ(p.steps, 50);
  EXPECT_EQ(p.step_size, 0.3);
  EXPECT_EQ(p.momentum, 0.25);
  // fixed steps that travel less than the best time predict what that costs
  const double time = 0.3 * 50 / 0.75;
  EXPECT_NEAR(p.predicted_risk, 200 / time + time * noise(f) * noise(f) / 2, 1e-9);
  settings = limited(1e9);
  settings.momentum = 0;
  const DescentPlan plain = plan_descent(f, settings);
  EXPECT_EQ(plain.momentum, 0);
  EXPECT_NEAR(travelled(plain) / best_time(f), 1, 1e-9);
  settings = Settings();
  settings.steps = 1;
  EXPECT_EQ(plan_descent(f, settings).momentum, 0) << "one step cannot settle";
}

TEST(DescentPlan, AStepThatDivergesHasNoPrediction) {
  Settings settings;
  settings.momentum = 0.5;
  settings.step_size = 11.9;  // 2 (1 + m) / beta = 12
  EXPECT_LT(plan_descent(facts(1e5, 0.2), settings).predicted_risk, INFINITY);
  settings.step_size = 12.1;
  EXPECT_EQ(plan_descent(facts(1e5, 0.2), settings).predicted_risk, INFINITY);
}

// Fewer steps than the best time takes: what they travel, and what that leaves, is in the prediction.
TEST(DescentPlan, TheLimitOfPassesIsKeptAndPaidFor) {
  const FullBatchInputs f = facts(1e7, 10);
  ASSERT_GT(plan_descent(f, limited(1e9)).steps, 10000);
  double last = 0;
  for (double limit : {1000.0, 300.0, 100.0, 20.0, 1.0}) {
    const DescentPlan p = plan_descent(f, limited(limit));
    EXPECT_EQ(p.steps, limit);
    EXPECT_LE(p.step_size, 4 * (1 + 1e-12));
    if (limit >= 16) {
      EXPECT_NEAR(travelled(p), limit * limit / (16 * 0.25), 1e-6 * limit * limit);
    }
    EXPECT_NEAR(p.predicted_risk, 200 / travelled(p) + travelled(p) * noise(f) * noise(f) / 2, 1e-9 * p.predicted_risk);
    EXPECT_GT(p.predicted_risk, last);
    last = p.predicted_risk;
  }
}

TEST(DescentPlan, StrongConvexityLowersThePrediction) {
  FullBatchInputs f = facts(1e4, 0.2);
  const double convex = plan_descent(f, Settings()).predicted_risk;
  f.l2 = 0.2, f.smoothness += f.l2;
  const DescentPlan p = plan_descent(f, Settings());
  EXPECT_NEAR(p.predicted_risk, noise(f) * noise(f) / f.l2 + 0.5 * f.l2 * 400 * std::exp(-f.l2 * travelled(p)),
              1e-9 * convex);
  EXPECT_LT(p.predicted_risk, convex / 10);
}

// ---- Losses with corners --------------------------------------------------------------------------------------

// The whole risk, bias included, if the envelope's smoothness is beta.
double whole_risk(FullBatchInputs f, const Settings &settings, double beta) {
  f.smoothness = beta;
  return plan_descent(f, settings).predicted_risk + smoothing_bias(f.bound, beta);
}

TEST(DescentPlan, SmoothingIsATenthOfTheRiskOrTheBestWithinTheLimit) {
  int by_share = 0, by_limit = 0;
  for (double n : {1e3, 1e4, 1e5, 1e6, 1e8})
    for (double mu : {0.02, 0.2, 2.0})
      for (double limit : {30.0, 1000.0, 1e5}) {
        const FullBatchInputs f = corner(n, mu);
        const Settings settings = limited(limit);
        const double beta = choose_smoothness(f, settings), risk = whole_risk(f, settings, beta);
        double least = INFINITY;
        for (double b = beta * 1e-4; b < beta * 1e4; b *= 1.05) least = std::fmin(least, whole_risk(f, settings, b));
        const double ideal = f.reach * noise(f);
        if (risk < 1.11 * ideal) {
          ++by_share;
          EXPECT_LE(smoothing_bias(f.bound, beta), 0.1 * ideal * (1 + 1e-9));
        } else {
          ++by_limit;
          EXPECT_LE(risk, 1.06 * least) << n << " " << mu << " " << limit;
        }
      }
  EXPECT_GT(by_share, 5);
  EXPECT_GT(by_limit, 5);
}

TEST(DescentPlan, WithoutSmoothingSubgradientsPayForTheirLength) {
  for (double limit : {100.0, 1e9}) {
    const FullBatchInputs f = corner(1e4, 0.2);
    const DescentPlan p = plan_descent(f, limited(limit));
    EXPECT_EQ(p.momentum, 0);
    const double t = static_cast<double>(p.steps), rate = std::sqrt(noise(f) * noise(f) + 1 / t);
    EXPECT_NEAR(p.predicted_risk, 20 * rate, 1e-9 * rate);
    EXPECT_NEAR(travelled(p), 20 / rate, 1e-9 / rate);
    EXPECT_LE(p.steps, limit);
    if (limit > 100) {
      EXPECT_LT(p.predicted_risk, 1.06 * 20 * noise(f));
    }
  }
}

TEST(DescentPlan, ExtremesStayWithinLimits) {
  for (double n : {1.0, 1e12})
    for (double mu : {1e-300, 1e-20, 1e6, 1e20, 1e300})
      for (const FullBatchInputs &f : {facts(n, mu), corner(n, mu)}) {
        const DescentPlan p = plan_descent(f, Settings());
        EXPECT_GE(p.steps, 1);
        EXPECT_LE(p.steps, 1000);
        EXPECT_TRUE(p.step_size >= 0 && std::isfinite(p.step_size));
        EXPECT_TRUE(p.momentum >= 0 && p.momentum < 1);
        EXPECT_GE(p.predicted_risk, 0);
        EXPECT_GE(choose_smoothness(f, Settings()), 0);
      }
}

// The numbers of the rule, so that a change of them is a change of this test.
TEST(DescentPlan, NumbersArePinned) {
  const DescentPlan p = plan_descent(facts(32561, 0.2), Settings());
  EXPECT_EQ(p.steps, 217);
  EXPECT_NEAR(p.step_size, 4, 0.1);
  EXPECT_NEAR(p.momentum, 0.925788, 1e-6);
  EXPECT_NEAR(p.predicted_risk, 0.0341992, 1e-6);
  EXPECT_NEAR(choose_smoothness(corner(32561, 0.2), Settings()), 13.594262, 1e-6) << "the limit's";
  EXPECT_NEAR(choose_smoothness(corner(32561, 0.2), limited(1e9)), 5 / 0.0341992, 0.01) << "a tenth";
}

}  // namespace
