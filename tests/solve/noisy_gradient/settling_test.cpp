// Steps that shrink toward the end: of quantiles of records whose iterates come to rest.
#include "solve/noisy_gradient/quantile_steps.h"

#include <cmath>
#include <random>

#include "model/objective_handle.h"
#include "solve/noisy_gradient/figures.h"
#include "solve/noisy_gradient/regressions.h"

namespace {

using namespace fixtures;
using dpcvx::solve::Figures;
using dpcvx::solve::GradientFigures;
using dpcvx::solve::last_pace;
using dpcvx::solve::mean_pace;
using dpcvx::solve::mean_square_pace;
using dpcvx::solve::pace_at;
using dpcvx::solve::Settings;
using dpcvx::solve::settled_risk;

constexpr int64_t kColumns = 2;

// Labels that scatter about a line, by a share of half their range.
Rows made_rows(int64_t count, double scatter = 0.05) {
  std::mt19937_64 bits(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::normal_distribution<double> normal;
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    const std::vector<double> row = {uniform(bits), uniform(bits)};
    rows.add(row, std::fmax(-1, std::fmin(1, 0.3 * row[0] + scatter * normal(bits))));
  }
  return rows;
}

// ---- The rule

// A walk of the time step_size * 1000 along an envelope of width 0.1.
Figures figures_of(double step_size) {
  Figures figures;
  figures.steps = 100;
  figures.smoothing = 0.1;
  GradientFigures &own = figures.own.as<GradientFigures>();
  own.step_size = step_size;
  own.momentum = 0.9;
  return figures;
}

double pace_of(const Given &given, double step_size, const Settings &settings = Settings()) {
  return last_pace(*objective_of(made_rows(20), given).it->objective, settings, figures_of(step_size));
}

Given quantile_of(double quantile) {
  Given given;
  given.loss = DPCVX_LOSS_PINBALL;
  given.quantile = quantile;
  return given;
}

TEST(Settling, PaceFallsWithTheTimeAndNotBelowATwentieth) {
  // 9 h d / (tau (1 - tau) time), with h = 0.1, d = 3 and the time 1000 step sizes.
  EXPECT_EQ(pace_of(quantile_of(0.9), 0.03), 1) << "on its way still";
  EXPECT_NEAR(pace_of(quantile_of(0.9), 0.1), 9 * 0.3 / 0.09 / 100, 1e-12);
  EXPECT_NEAR(pace_of(quantile_of(0.1), 0.1), 9 * 0.3 / 0.09 / 100, 1e-12);
  EXPECT_NEAR(pace_of(quantile_of(0.99), 1), 9 * 0.3 / 0.0099 / 1000, 1e-12) << "far quantiles take longer";
  EXPECT_EQ(pace_of(quantile_of(0.9), 10), 0.05);
}

TEST(Settling, MediansKeepTheirSteps) {
  EXPECT_EQ(pace_of(quantile_of(0.5), 10), 1);
  EXPECT_NEAR(pace_of(quantile_of(0.625), 10), std::sqrt(0.05), 1e-12) << "half way to 0.75";
  EXPECT_NEAR(pace_of(quantile_of(0.75), 10), 0.05, 1e-12);
}

TEST(Settling, IsOfQuantilesOfRecordsWhoseStepsAreLeftOpen) {
  for (int which = 0; which < 5; ++which) {
    Given given = quantile_of(0.9);
    if (which == 0) given.loss = DPCVX_LOSS_SQUARED;
    if (which == 1) given.l1 = 0.1;
    if (which == 2) given.l2 = 0.1;
    if (which == 3) given.radius = 1;
    if (which == 4) given.users = true;
    EXPECT_EQ(pace_of(given, 10), 1) << which;
  }
  Settings settings;
  settings.step_size = 0.1;
  EXPECT_EQ(pace_of(quantile_of(0.9), 10, settings), 1);
  settings = Settings();
  settings.momentum = 0.5;
  EXPECT_EQ(pace_of(quantile_of(0.9), 10, settings), 1);
  const ObjectiveHandle plain = objective_of(made_rows(20), quantile_of(0.9));
  for (int which : {0, 1, 2}) {
    Figures other = figures_of(10);
    if (which == 0) other.own.as<GradientFigures>().clipping = DPCVX_CLIPPING_ADAPTIVE;
    if (which == 1) other.own.as<GradientFigures>().drop = true;
    if (which == 2) other.smoothing = 0;
    EXPECT_EQ(last_pace(*plain.it->objective, Settings(), other), 1) << which;
  }
}

TEST(Settling, MeansAreThoseOfThePaces) {
  constexpr int kSteps = 100000;
  for (double last : {1.0, 0.5, 0.05}) {
    double sum = 0, squares = 0, before = 2;
    for (int t = 0; t < kSteps; ++t) {
      const double pace = pace_at(last, (t + 0.5) / kSteps);
      EXPECT_LE(pace, before);
      before = pace;
      sum += pace;
      squares += pace * pace;
    }
    EXPECT_EQ(pace_at(last, 0.25), 1);
    EXPECT_NEAR(pace_at(last, 1), last, 1e-12);
    EXPECT_NEAR(mean_pace(last), sum / kSteps, 1e-6);
    EXPECT_NEAR(mean_square_pace(last), squares / kSteps, 1e-6);
  }
}

TEST(Settling, RiskIsThatOfTheShortestSteps) {
  const double start = 2.0 * 2.0 / (2 * 10), noise = 0.7, s = mean_square_pace(0.05);
  EXPECT_NEAR(settled_risk(start + noise, 2, 10, 0.05), (start + noise * s) / 0.05, 1e-12);
  EXPECT_EQ(settled_risk(start + noise, 2, 10, 1), start + noise);
  EXPECT_EQ(settled_risk(INFINITY, 2, 10, 0.05), INFINITY);
}

// ---- Whole fits

// The share of labels at most a fit's values. `keeps`: the plan's own steps are given, which keeps them as they are.
double covered(const Rows &rows, int32_t method, bool keeps) {
  const ObjectiveHandle objective = objective_of(rows, quantile_of(0.9));
  const BudgetHandle ledger = budget(1000, 1e-6);
  const OptionsHandle options = plan_options();
  PlanHandle plan;
  FitHandle fit;
  dpcvx_error err;
  for (int pass = 0; pass < (keeps ? 2 : 1); ++pass) {
    PlanHandle next;
    EXPECT_EQ(dpcvx_plan_create(ledger, gdp(0.4), objective, method, options, &next.it, &err), DPCVX_OK) << err.message;
    plan = std::move(next);
    const double size = plan_figure(plan, DPCVX_PLAN_FIGURE_STEP_SIZE, method),
                 momentum = plan_figure(plan, DPCVX_PLAN_FIGURE_MOMENTUM, method);
    EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, size, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, momentum, nullptr), DPCVX_OK);
    const int64_t steps = static_cast<int64_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_STEPS, method));
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, nullptr), DPCVX_OK);
  }
  EXPECT_EQ(dpcvx_fit_create(ledger, rng("settling"), plan, nullptr, &fit.it, &err), DPCVX_OK) << err.message;
  const std::vector<double> w = coefficients(fit);
  double below = 0;
  for (size_t i = 0; i < rows.labels.size(); ++i) {
    const double *const row = rows.features.data() + kColumns * i;
    below += rows.labels[i] <= w[0] * row[0] + w[1] * row[1] + w[2] ? 1 : 0;
  }
  return below / static_cast<double>(rows.labels.size());
}

// The seed is fixed, so that nothing here is by chance.
TEST(Settling, QuantilesCoverTheirShareWhereResidualsAreNarrow) {
  const Rows rows = made_rows(2000, 0.02);
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD}) {
    EXPECT_NEAR(covered(rows, method, false), 0.9, 0.03);
    EXPECT_GT(covered(rows, method, true), 0.95) << "control: steps of one size end too far out";
  }
}

}  // namespace
