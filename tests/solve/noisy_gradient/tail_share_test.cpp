// How many of the last iterates are averaged: fewer for squares of records whose steps stay short.
#include "solve/noisy_gradient/tail_share.h"

#include <cmath>
#include <random>

#include "solve/noisy_gradient/full_batch_plan.h"
#include "solve/noisy_gradient/regressions.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 3000, kColumns = 24;
constexpr int32_t kMethods[] = {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD};

// Entries in [-1, 1] and labels that all columns tell of.
Rows made_rows() {
  std::mt19937_64 bits(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Rows rows;
  for (int64_t i = 0; i < kRows; ++i) {
    std::vector<double> row(kColumns);
    double label = 0.1 * uniform(bits);
    for (size_t j = 0; j < row.size(); ++j) {
      row[j] = uniform(bits);
      label += (j % 2 == 0 ? 0.08 : -0.08) * row[j];
    }
    rows.add(row, std::fmax(-1, std::fmin(1, label)));
  }
  return rows;
}

PlanHandle planned(const Rows &rows, const Given &given, double mu, int32_t method, double share = -1) {
  const ObjectiveHandle it = objective_of(rows, given);
  const BudgetHandle ledger =
      budget(10, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, given.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  const OptionsHandle options = plan_options();
  PlanHandle out;
  dpcvx_error err;
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, share, nullptr);
  EXPECT_EQ(dpcvx_plan_create(ledger, gdp(mu), it, method, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

double share_of(const PlanHandle &plan) { return plan_figure(plan, DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION); }

// eta T / (1 - m), in times of d / beta, which is 1 here.
double travel_of(const PlanHandle &plan) {
  return plan_figure(plan, DPCVX_PLAN_FIGURE_STEP_SIZE) * plan_figure(plan, DPCVX_PLAN_FIGURE_STEPS) /
         (1 - plan_figure(plan, DPCVX_PLAN_FIGURE_MOMENTUM));
}

TEST(TailShare, IsShortWhereStepsTravelLessThanItsBound) {
  const Rows rows = made_rows();
  int seen_short = 0, seen_long = 0;
  for (int32_t method : kMethods)
    for (double mu : {0.005, 0.01, 0.02, 0.1, 0.3, 1.0}) {
      const PlanHandle plan = planned(rows, {}, mu, method), given = planned(rows, {}, mu, method, 0.4);
      const double travel = travel_of(given);
      const bool is_short = travel < dpcvx::solve::kShortTravel;
      ++(is_short ? seen_short : seen_long);
      EXPECT_EQ(share_of(plan), is_short ? 0.25 : 0.5) << mu << ' ' << travel;
      EXPECT_EQ(share_of(given), 0.4);
    }
  EXPECT_GE(seen_short, 4);
  EXPECT_GE(seen_long, 4);
}

// The mean of the iterates that are averaged has travelled as far as that of the last half would have.
TEST(TailShare, KeepsTheMeanTimeOfWhatIsAveraged) {
  dpcvx::solve::FullBatchInputs inputs{1000, 10, 11, 0, 1, 2, 0.1, 0.5};
  dpcvx::solve::Settings settings;
  const dpcvx::solve::DescentPlan half = plan_descent(inputs, settings);
  inputs.short_time = INFINITY;
  const dpcvx::solve::DescentPlan quarter = plan_descent(inputs, settings);
  EXPECT_EQ(half.tail, 0.5);
  EXPECT_EQ(quarter.tail, 0.25);
  EXPECT_EQ(quarter.steps, half.steps);
  EXPECT_EQ(quarter.momentum, half.momentum);
  EXPECT_NEAR(quarter.step_size * (1 - 0.25 / 2), half.step_size * (1 - 0.5 / 2), 1e-12);
  EXPECT_NEAR(quarter.predicted_risk / half.predicted_risk, (6.0 / 7 + 7.0 / 6) / 2, 1e-3);  // that of a shorter time
  settings.step_size = half.step_size;
  EXPECT_EQ(plan_descent(inputs, settings).tail, 0.5);
  EXPECT_EQ(plan_descent(inputs, settings).step_size, half.step_size);
}

TEST(TailShare, IsHalfForAllThatWasNotMeasured) {
  const Rows rows = made_rows();
  const double mu = 0.02;
  Given huber, quadratic, sparse, ball, users;
  huber.loss = DPCVX_LOSS_HUBER;
  quadratic.l2 = 1e-3;
  sparse.l1 = 1e-3;
  ball.radius = 2;
  users.users = true;
  EXPECT_EQ(share_of(planned(rows, {}, mu, kMethods[0])), 0.25);
  for (const Given &given : {huber, quadratic, sparse, ball, users})
    for (int32_t method : kMethods) EXPECT_EQ(share_of(planned(rows, given, mu, method)), 0.5) << given.loss;
}

// The mean value of the objective over fits by `share`, which draw the same noise for every share.
double mean_value(const Rows &rows, double mu, double share) {
  constexpr int kFits = 40;
  const ObjectiveHandle it = objective_of(rows, {});
  double sum = 0;
  for (int i = 0; i < kFits; ++i) {
    const BudgetHandle ledger = budget(10);
    const OptionsHandle options = plan_options();
    FitHandle fit;
    dpcvx_error err;
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, share, nullptr);
    EXPECT_EQ(plan_and_fit(ledger, rng("tail " + std::to_string(i)), gdp(mu), it, options, &fit.it, &err), DPCVX_OK)
        << err.message;
    const std::vector<double> w = coefficients(fit);
    double value = NAN;
    EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &value, nullptr, nullptr),
              DPCVX_OK);
    sum += value / kFits;
  }
  return sum;
}

// Seeds are fixed, so there are no false alarms. Of long travel a short tail keeps more noise: the control.
TEST(TailShare, GainsWhereStepsAreShortAndLosesWhereTheyAreLong) {
  const Rows rows = made_rows();
  const double chosen = mean_value(rows, 0.02, -1), half = mean_value(rows, 0.02, 0.5);
  EXPECT_LT(chosen, 0.99 * half);
  EXPECT_LT(mean_value(rows, 0.3, -1), mean_value(rows, 0.3, 0.25));
}

}  // namespace
