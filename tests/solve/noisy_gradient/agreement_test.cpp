// Steps that grow where noisy gradients agree with the way so far.
#include "solve/noisy_gradient/agreement.h"

#include <cmath>
#include <random>

#include "model/objective_handle.h"
#include "solve/noisy_gradient/figures.h"
#include "solve/noisy_gradient/regressions.h"

namespace {

using namespace fixtures;
using dpcvx::solve::Agreement;
using dpcvx::solve::Figures;
using dpcvx::solve::GradientFigures;
using dpcvx::solve::may_grow;
using dpcvx::solve::Settings;

constexpr int64_t kColumns = 15;
constexpr size_t kDimension = kColumns + 1;

// Labels that three columns tell of, regardless of how little of their range the columns fill.
Rows made_rows(int64_t count, double width) {
  std::mt19937_64 bits(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(kColumns);
    for (double &x : row) x = uniform(bits);
    const double label = 0.5 * row[0] - 0.4 * row[1] + 0.3 * row[2] + 0.1 * uniform(bits);
    for (double &x : row) x *= width;
    rows.add(row, std::fmax(-1, std::fmin(1, label)));
  }
  return rows;
}

// ---- The rule

constexpr int64_t kSteps = 200;
constexpr double kNoise = 0.1;
// c^2: what noise costs a unit of time, twice.
constexpr double kCost = kDimension * kNoise * kNoise / kSteps;

Figures figures_of(double step_size = 0.01) {
  Figures figures;
  figures.steps = kSteps;
  figures.noise = kNoise;
  figures.clip = 1;
  GradientFigures &own = figures.own.as<GradientFigures>();
  own.step_size = step_size;
  own.momentum = 0.9;
  own.batch = 100;
  own.may_grow = true;
  return figures;
}

// The last pace where each gradient is `slope` in the first coordinate, beside noise.
double last_pace(const Figures &figures, double slope, double noise, uint64_t seed = 1, const Given &given = {}) {
  const ObjectiveHandle objective = objective_of(made_rows(20, 1), given);
  const GradientFigures &own = figures.own.as<GradientFigures>();
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  double w[kDimension] = {}, sum[kDimension];
  Agreement agreement;
  agreement.prepare(*objective.it->objective, figures);
  agreement.start();
  for (int64_t t = 0; t < kSteps; ++t) {
    for (double &x : sum) x = noise * normal(bits);
    sum[0] += slope;
    agreement.take(sum, 1, w, kDimension);
    for (size_t j = 0; j < kDimension; ++j) w[j] -= agreement.pace() * own.step_size / (1 - own.momentum) * sum[j];
  }
  return agreement.pace();
}

TEST(Agreement, PaceIsTheFallOverWhatNoiseCosts) {
  // F falls by slope^2 a unit of time. Here z = sqrt(p d) / 2: it passes 2 for p > 1.
  for (double times : {1.3, 2.0, 3.0}) {
    EXPECT_NEAR(last_pace(figures_of(), std::sqrt(times * kCost), 0), times, 1e-9);
    EXPECT_NEAR(last_pace(figures_of(), -std::sqrt(times * kCost), 0), times, 1e-9) << "either way";
  }
  EXPECT_EQ(last_pace(figures_of(), std::sqrt(9 * kCost), 0), 4) << "the greatest";
  EXPECT_EQ(last_pace(figures_of(), std::sqrt(0.9 * kCost), 0), 1) << "hidden by noise";
  EXPECT_EQ(last_pace(figures_of(), 0, 0), 1);
}

TEST(Agreement, StepsStayStable) {
  const double beta = objective_of(made_rows(20, 1)).it->objective->smoothness();
  EXPECT_NEAR(last_pace(figures_of(1.5 / beta), 1, 0), 0.95 * 2 * 1.9 / 1.5, 1e-9);
  EXPECT_EQ(last_pace(figures_of(4 / beta), 1, 0), 1) << "longer than is stable: kept";
  Given declared;
  declared.nominal = 20;  // so that there may be 40
  EXPECT_NEAR(last_pace(figures_of(0.75 / beta), 1, 0, 1, declared), 0.95 * 2 * 1.9 / 1.5, 1e-9);
}

TEST(Agreement, BatchesCountTheirScatter) {
  Figures figures = figures_of();
  figures.own.as<GradientFigures>().rate = 0.5;  // (1 - 1/2) C^2 / 100 beside d noise^2
  const double cost = (kDimension * kNoise * kNoise + 0.5 / 100) / kSteps;
  EXPECT_NEAR(last_pace(figures, std::sqrt(3 * cost), 0), 3, 1e-9);
}

// Two looks, each by chance in 2.3 % of walks at most; 400 of 8000 walks would be nine deviations beyond.
TEST(Agreement, NoiseAloneSeldomLengthensSteps) {
  constexpr int kWalks = 2000;
  int grown = 0;
  for (uint64_t seed = 0; seed < kWalks; ++seed) grown += last_pace(figures_of(), 0, kNoise, seed) > 1 ? 1 : 0;
  EXPECT_LT(grown, 0.046 * kWalks + 5 * std::sqrt(0.046 * kWalks));
  // Control: a gradient of three times the cost is seen in most.
  int seen = 0;
  for (uint64_t seed = 0; seed < 200; ++seed)
    seen += last_pace(figures_of(), std::sqrt(3 * kCost), kNoise, seed) > 1 ? 1 : 0;
  EXPECT_GT(seen, 150);
}

TEST(Agreement, IsOfPlainSquaresWhoseStepsAreLeftOpen) {
  const Rows rows = made_rows(20, 1);
  const ObjectiveHandle plain = objective_of(rows);
  const Figures figures = figures_of();
  EXPECT_TRUE(may_grow(*plain.it->objective, Settings(), figures));
  for (const Given &given : {Given{DPCVX_LOSS_HUBER, 0, 0, 0}, Given{DPCVX_LOSS_SQUARED, 0.1, 0, 0},
                             Given{DPCVX_LOSS_SQUARED, 0, 0.1, 0}, Given{DPCVX_LOSS_SQUARED, 0, 0, 1}})
    EXPECT_FALSE(may_grow(*objective_of(rows, given).it->objective, Settings(), figures));
  Settings settings;
  settings.step_size = 0.1;
  EXPECT_FALSE(may_grow(*plain.it->objective, settings, figures));
  settings = Settings();
  settings.momentum = 0.5;
  EXPECT_FALSE(may_grow(*plain.it->objective, settings, figures));
  for (int which : {0, 1}) {
    Figures other = figures;
    if (which == 0) other.own.as<GradientFigures>().clipping = DPCVX_CLIPPING_ADAPTIVE;
    if (which == 1) other.own.as<GradientFigures>().drop = true;
    EXPECT_FALSE(may_grow(*plain.it->objective, Settings(), other));
  }
}

// ---- Whole fits

// Columns and labels of which most lie near their least, and a few far from it, as incomes and counts do.
Rows skewed_rows(int64_t count) {
  std::mt19937_64 bits(7);
  std::normal_distribution<double> normal;
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(kColumns);
    for (double &x : row) x = std::fmin(1, std::exp(normal(bits)) / 16);
    rows.add(row, std::fmin(1, 3 * row[0] + 3 * row[1] + 2 * row[2] * std::exp(0.3 * normal(bits)) - 1));
  }
  return rows;
}

// F at a fit by noise of one seed. `keeps`: the plan's own steps are given, which keeps them as they are.
double value_of_fit(const Rows &rows, double mu, int32_t method, bool keeps, std::vector<double> *w) {
  const ObjectiveHandle objective = objective_of(rows);
  const BudgetHandle ledger = budget(1000, 1e-6);
  PlanHandle plan;
  FitHandle fit;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_plan_create(ledger, gdp(mu), objective, method, plan_options(), &plan.it, &err), DPCVX_OK)
      << err.message;
  if (keeps) {
    const OptionsHandle options = plan_options();
    const auto figure = [&](int32_t which) { return plan_figure(plan, which, method); };
    const auto copy = [&](int32_t option, int32_t which) {
      EXPECT_EQ(dpcvx_options_set_f64(options, option, figure(which), nullptr), DPCVX_OK);
    };
    copy(DPCVX_PLAN_OPTION_STEP_SIZE, DPCVX_PLAN_FIGURE_STEP_SIZE);
    copy(DPCVX_PLAN_OPTION_MOMENTUM, DPCVX_PLAN_FIGURE_MOMENTUM);
    copy(DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION);
    copy(DPCVX_PLAN_OPTION_CLIPPING_NORM, DPCVX_PLAN_FIGURE_CLIPPING_NORM);
    const int64_t steps = static_cast<int64_t>(figure(DPCVX_PLAN_FIGURE_STEPS));
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, nullptr), DPCVX_OK);
    if (method == DPCVX_METHOD_NOISY_SGD) copy(DPCVX_PLAN_OPTION_BATCH_SIZE, DPCVX_PLAN_FIGURE_BATCH_SIZE);
    PlanHandle same;
    EXPECT_EQ(dpcvx_plan_create(ledger, gdp(mu), objective, method, options, &same.it, &err), DPCVX_OK) << err.message;
    plan = std::move(same);
  }
  EXPECT_EQ(dpcvx_fit_create(ledger, rng("agreement"), plan, nullptr, &fit.it, &err), DPCVX_OK) << err.message;
  *w = coefficients(fit);
  double value = NAN;
  EXPECT_EQ(dpcvx_nonprivate_objective_value(objective, w->data(), kColumns + 1, &value, nullptr, nullptr), DPCVX_OK);
  return value;
}

// The seed is fixed, so that nothing here is by chance.
TEST(Agreement, FitsArriveWhereTheWayIsLong) {
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD}) {
    std::vector<double> grown, kept;
    const auto share_left = [&](const Rows &rows) {
      const double with = value_of_fit(rows, 1, method, false, &grown);
      return with / value_of_fit(rows, 1, method, true, &kept);
    };
    EXPECT_LT(share_left(made_rows(800, 0.1)), 0.6) << "columns fill a tenth of their range";
    EXPECT_LT(share_left(skewed_rows(800)), 0.96) << "labels and columns are skewed";
    // Control: where fits arrive, nothing agrees beyond noise, and not one bit differs.
    EXPECT_EQ(share_left(made_rows(800, 1)), 1);
    EXPECT_EQ(grown, kept);
  }
}

}  // namespace
