#include "solve/descent_plan.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using dpcvx::solve::DescentFacts;
using dpcvx::solve::DescentPlan;
using dpcvx::solve::plan_descent;
using dpcvx::solve::Settings;

// Units, dimension, B, G, beta, l2, Delta, mu.
DescentFacts facts(double n, double mu) { return {n, 31, 1, 1, 0.25, 0, 2, mu}; }

double best_time(const DescentFacts &f) {
  return 20 / f.row_bound * f.units * f.mu / (f.sensitivity * std::sqrt(f.dimension));
}
Settings unlimited() {
  Settings settings;
  settings.work_limit = 1e9;
  return settings;
}
double travelled(const DescentPlan &p) { return p.step_size * static_cast<double>(p.steps) / (1 - p.momentum); }

TEST(DescentPlan, TravelsTheBestTimeWithStepsNoLongerThanSmoothnessAllows) {
  for (double n : {10.0, 569.0, 1e5, 1e7})
    for (double mu : {1e-3, 0.02, 0.2, 1.0}) {
      const DescentFacts f = facts(n, mu);
      const DescentPlan p = plan_descent(f, unlimited());
      EXPECT_LE(p.step_size, 4 * (1 + 1e-12));
      EXPECT_GE(p.momentum, 0);
      EXPECT_LT(p.momentum, 1);
      EXPECT_NEAR(travelled(p) / best_time(f), 1, 1e-9) << n << " " << mu;
      EXPECT_LE(static_cast<double>(p.steps), 4 * std::sqrt(0.25 * best_time(f)) + 1);
    }
}

TEST(DescentPlan, BestTimeMinimisesThePredictedRisk) {
  const DescentFacts f = facts(569, 0.2);
  const double c = f.sensitivity * std::sqrt(f.dimension) / (f.units * f.mu);
  const auto risk = [&](double s) { return 200 / s + s * c * c / 2; };
  const double least = risk(best_time(f));
  EXPECT_DOUBLE_EQ(plan_descent(f, Settings()).predicted_risk, least);
  for (double share : {0.5, 0.9, 1.1, 2.0}) EXPECT_GT(risk(share * best_time(f)), least);
}

TEST(DescentPlan, KeepsWhatTheCallerFixed) {
  const DescentFacts f = facts(1e5, 0.2);
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
  settings = unlimited();
  settings.momentum = 0;
  const DescentPlan plain = plan_descent(f, settings);
  EXPECT_EQ(plain.momentum, 0);
  EXPECT_NEAR(travelled(plain) / best_time(f), 1, 1e-9);
  settings = Settings();
  settings.steps = 1;
  EXPECT_EQ(plan_descent(f, settings).momentum, 0) << "one step cannot settle";
}

TEST(DescentPlan, ComparatorStaysWhereTheMinimiserMustLie) {
  DescentFacts f = facts(1e5, 0.2);
  Settings settings;
  const double without = plan_descent(f, settings).predicted_risk;
  f.l2 = 1;  // ||w*|| <= G / l2 = 1 rather than 20
  EXPECT_NEAR(plan_descent(f, settings).predicted_risk, without / 20, 1e-12);
  settings.radius = 2;  // what is given is kept
  EXPECT_NEAR(plan_descent(f, settings).predicted_risk, without / 10, 1e-12);
}

TEST(DescentPlan, ExtremesStayWithinLimits) {
  for (double n : {1.0, 1e12})
    for (double mu : {1e-300, 1e-20, 1e20, 1e300, static_cast<double>(INFINITY)}) {
      const DescentPlan p = plan_descent(facts(n, mu), Settings());
      EXPECT_GE(p.steps, 1);
      EXPECT_LE(p.steps, 1000);
      EXPECT_TRUE(p.step_size >= 0 && p.step_size <= 4);
      EXPECT_TRUE(p.momentum >= 0 && p.momentum < 1);
    }
}

}  // namespace
