// The rule of DP-SGD-Gradient: its steps and their size against scans, how far one unit moves the average.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "support/evidence.h"
#include "optimize/sgd_stability.h"
#include "solve/noisy_gradient/dp_sgd_gradient_plan.h"

namespace {

using dpcvx::solve::choose_gradient_steps;
using dpcvx::solve::DpSgdGradientInputs;
using dpcvx::solve::GradientPlan;
using dpcvx::solve::plan_gradient;
using dpcvx::solve::replaced_distance;
using dpcvx::solve::Settings;

DpSgdGradientInputs some_facts(double units = 1e4) {
  DpSgdGradientInputs facts;
  facts.sgd.units = facts.sgd.max_batch = units;
  facts.sgd.dimension = 20;
  facts.sgd.smoothness = INFINITY;
  facts.sgd.bound = 1;
  facts.sgd.sensitivity = 2;
  facts.sgd.mu = 0.2;
  facts.sgd.amplified = true;
  facts.sgd.order = 15;
  facts.sgd.reach = 10;
  facts.holder = facts.oscillation = 1;
  facts.stable = true;
  facts.epsilon = 1;
  facts.delta = 1e-6;
  return facts;
}

// The eta of the plan against a fine scan, and its T against every T.
TEST(SgdGradientPlan, IsLeastWithinATenth) {
  for (double exponent : {0.0, 0.5, 1.0})
    for (double uniform : {0.05, static_cast<double>(INFINITY)})
      for (double noise : {0.5, 1.0, 30.0}) {
        DpSgdGradientInputs facts = some_facts();
        facts.exponent = exponent;
        facts.uniform = uniform;
        if (exponent == 1) facts.sgd.smoothness = 1;
        const GradientPlan plan = plan_gradient(facts, Settings(), 5000, noise);
        double least = INFINITY;
        for (double factor = 1e-4; factor < 1e4; factor *= 1.002) {
          Settings fixed;
          fixed.step_size = plan.step_size * factor;
          if (exponent == 1 && fixed.step_size > 1) continue;
          least = std::fmin(least, plan_gradient(facts, fixed, 5000, noise).population_risk);
        }
        EXPECT_LE(plan.population_risk, least * 1.0001) << exponent << " " << uniform << " " << noise;
        const auto risk = [&](int64_t steps) {
          return plan_gradient(facts, Settings(), steps,
                               dpcvx::solve::estimated_noise(facts.sgd, 1, static_cast<double>(steps)))
              .population_risk;
        };
        const int64_t chosen = choose_gradient_steps(facts, Settings());
        for (double steps = 1; steps <= 1e6; steps *= 1.2)  // the limit of passes
          EXPECT_LE(risk(chosen), 1.12 * risk(static_cast<int64_t>(steps))) << chosen;
      }
}

TEST(SgdGradientPlan, KeepsWhatIsFixed) {
  Settings settings;
  settings.max_passes = 3;
  EXPECT_LE(choose_gradient_steps(some_facts(), settings), 3000) << "a thousand steps a pass of the limit";
  EXPECT_LE(choose_gradient_steps(some_facts(100), settings), 300) << "passes are passes";
  EXPECT_GT(choose_gradient_steps(some_facts(1e7), settings), 3000) << "65 units a step";
  DpSgdGradientInputs wide = some_facts();
  wide.sgd.dimension = 5000;
  EXPECT_LE(choose_gradient_steps(wide, settings), 3e4 / 65) << "steps of many coordinates";
  settings.steps = 123456789;
  EXPECT_EQ(choose_gradient_steps(some_facts(), settings), 123456789);
  settings.step_size = 0.25;
  EXPECT_EQ(plan_gradient(some_facts(), settings, 100, 1).step_size, 0.25);
  settings = Settings();
  settings.schedule = DPCVX_SCHEDULE_REFERENCE;
  EXPECT_EQ(choose_gradient_steps(some_facts(), settings), 10000000) << "n^2, but a thousand passes are the limit";
  DpSgdGradientInputs facts = some_facts();
  facts.exponent = 0.5;
  EXPECT_EQ(choose_gradient_steps(facts, settings), 10000);
}

// Two runs of the same order in one dimension, average after average: unit 0 pulls to the right in one and to the left
// in the other, the others pull each to its own 0 with subgradients of size |.|^alpha.
// The mean less six standard deviations.
double min_mean_distance(double exponent, int64_t units, int64_t steps, double eta, int runs) {
  std::mt19937_64 bits(5);
  double sum = 0, squares = 0;
  for (int run = 0; run < runs; ++run) {
    double w = 0, v = 0, mean_w = 0, mean_v = 0;
    for (int64_t t = 1; t <= steps; ++t) {
      const bool changed = static_cast<int64_t>(bits() % static_cast<uint64_t>(units)) == 0;
      const auto pull = [&](double x, double side) {
        const double g = exponent == 0 ? (x > 0 ? 1.0 : -1.0) : std::copysign(std::pow(std::fabs(x), exponent), x);
        return x - eta * (changed ? -side : g);
      };
      w = pull(w, 1);
      v = pull(v, -1);
      mean_w += (w - mean_w) / static_cast<double>(t);
      mean_v += (v - mean_v) / static_cast<double>(t);
    }
    const double distance = std::fabs(mean_w - mean_v);
    sum += distance / runs;
    squares += distance * distance / runs;
  }
  return sum - 6 * std::sqrt((squares - sum * sum) / runs);
}

// E is not passed by those, and is near what the whole stability theory bounds.
TEST(SgdGradientPlan, DistanceIsABound) {
  double least = INFINITY, most = 0, reached = 0;
  for (double exponent : {0.0, 0.25, 0.5, 0.75, 1.0})
    for (double steps : {30.0, 300.0, 3000.0, 1e6})
      for (double eta : {1e-4, 1e-2, 0.5}) {
        DpSgdGradientInputs facts = some_facts(300);
        facts.exponent = exponent;
        // The gradient sgn(w) |w|^alpha is (alpha, 2^(1 - alpha))-Hoelder; on the way of these runs at most 1.
        facts.holder = std::pow(2, 1 - exponent);
        facts.oscillation = 2;
        dpcvx::optimize::SgdStabilityInputs terms;
        terms.units = 300;
        terms.steps = static_cast<int64_t>(steps);
        terms.step_size = eta;
        terms.sampled = true;
        terms.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
        terms.exponent = exponent;
        terms.holder = facts.holder;
        terms.lipschitz = 1;
        terms.oscillation = 2;
        dpcvx::Error error(nullptr, "test");
        dpcvx::optimize::SgdStability theory;
        ASSERT_EQ(theory.prepare(terms, error), DPCVX_OK);
        const double claimed = replaced_distance(facts, eta, steps), ratio = claimed / theory.expected();
        least = std::fmin(least, ratio);
        most = std::fmax(most, ratio);
        if (steps > 1e5) continue;
        const double found = min_mean_distance(exponent, 300, terms.steps, eta, 400);
        EXPECT_LE(found, claimed) << exponent << " " << steps << " " << eta;
        reached = std::fmax(reached, found / claimed);
      }
  EXPECT_GT(least, 0.7);
  EXPECT_LT(most, 2);
  EXPECT_GT(reached, 0.5);
  evidence("gradient",
           "expected distance of averages when a unit is replaced: runs reach %.2f of the rule's bound, which "
           "is %.2f to %.2f of the stability theory's",
           reached, least, most);
}

TEST(SgdGradientPlan, FiguresAreFiniteAtTheEdges) {
  for (double units : {1.0, 2.0, 1e12})
    for (double smoothness : {1e-30, 1e30, static_cast<double>(INFINITY)})
      for (double mu : {1e-9, 1.0, 1e6})
        for (double exponent : {0.0, 1e-6, 1 - 1e-6, 1.0}) {
          DpSgdGradientInputs facts = some_facts(units);
          facts.sgd.smoothness = smoothness;
          facts.exponent = exponent;
          facts.sgd.mu = mu;
          const int64_t steps = choose_gradient_steps(facts, Settings());
          const GradientPlan plan = plan_gradient(facts, Settings(), steps, 1);
          EXPECT_GE(steps, 1);
          EXPECT_LE(steps, dpcvx::solve::kMaxGradientSteps);
          EXPECT_TRUE(plan.step_size > 0 && std::isfinite(plan.step_size));
          EXPECT_TRUE(plan.predicted_risk > 0 && std::isfinite(plan.predicted_risk));
          EXPECT_FALSE(std::isnan(plan.population_risk));
        }
}

}  // namespace
