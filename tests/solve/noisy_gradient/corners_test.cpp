// Losses with corners, sharp and rounded narrowly: gradient methods work on an envelope that is wide enough for their
// steps, predictions count what it costs, and AUTOMATIC leaves the exponential mechanism to losses that bend less.
#include "solve/core/sharp_loss.h"
#include "solve/noisy_gradient/full_batch_plan.h"
#include "solve/perturbation/perturbations.h"
#include "support/evidence.h"

namespace {

using namespace perturbations;

constexpr int64_t kRows = 2000, kColumns = 6;

// Labels about two columns, with skewed residuals: the quantile .9 of a label is far from its mean.
Rows skewed_rows(uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::exponential_distribution<double> residual(5);
  Rows rows;
  for (int64_t i = 0; i < kRows; ++i) {
    std::vector<double> row(kColumns);
    for (double &x : row) x = uniform(bits);
    row[kColumns - 1] = 1;
    rows.add(row, std::fmin(1, 0.3 * row[0] - 0.3 * row[1] - 0.4 + residual(bits)));
  }
  return rows;
}

struct Corner {
  int32_t loss;
  double quantile, huber_width, smoothing;
};

ObjectiveHandle objective_of(const Rows &rows, const Corner &corner) {
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, std::sqrt(kColumns * 1.0), nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_QUANTILE, corner.quantile, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, corner.huber_width, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_SMOOTHING, corner.smoothing, nullptr);
  EXPECT_EQ(dpcvx_objective_create(dataset(rows), corner.loss, nullptr, options, &out.it, &err), DPCVX_OK)
      << err.message;
  return out;
}

constexpr Corner kMedian{DPCVX_LOSS_PINBALL, 0.5, 1, 0}, kQuantile{DPCVX_LOSS_PINBALL, 0.9, 1, 0};
// The absolute loss, for all that a table tells.
constexpr Corner kNarrow[] = {{DPCVX_LOSS_HUBER, 0.5, 1e-8, 0},
                              {DPCVX_LOSS_ABSOLUTE, 0.5, 1, 1e-6},
                              {DPCVX_LOSS_PINBALL, 0.5, 1, 1e-9},
                              {DPCVX_LOSS_HUBER, 0.5, 1e-6, 0}};

double value(const dpcvx_objective *it, const std::vector<double> &w) {
  double out = NAN;
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &out, nullptr, nullptr),
            DPCVX_OK);
  return out;
}

// The mean value of fits.
double fitted(const dpcvx_objective *it, int32_t method, double epsilon, const dpcvx_options *options = nullptr,
              int fits = 12) {
  double sum = 0;
  for (int i = 0; i < fits; ++i) {
    const BudgetHandle ledger = budget(epsilon);
    CurveHandle price;
    EXPECT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
    const PlanHandle plan = plan_of(ledger, price, it, method, options);
    FitHandle fit;
    EXPECT_EQ(dpcvx_fit_create(ledger, rng("corner" + std::to_string(i)), plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    sum += value(it, coefficients(fit)) / fits;
  }
  return sum;
}

// The best of 200 constants.
double best_constant(const dpcvx_objective *it) {
  double least = INFINITY;
  for (double c = -1; c <= 1; c += 0.01) {
    std::vector<double> w(kColumns, 0.0);
    w[kColumns - 1] = c;
    least = std::fmin(least, value(it, w));
  }
  return least;
}

double automatic_risk(const dpcvx_objective *it, double epsilon, int32_t *method) {
  const BudgetHandle ledger = budget(epsilon);
  CurveHandle price;
  EXPECT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
  const PlanHandle plan = plan_of(ledger, price, it, DPCVX_METHOD_AUTOMATIC);
  *method = static_cast<int32_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD));
  return plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
}

TEST(Corners, NoisySgdWorksOnAnEnvelopeToo) {
  const Rows rows = skewed_rows(1);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (const Corner &corner : {kMedian, kQuantile}) {
    const ObjectiveHandle it = objective_of(rows, corner);
    const PlanHandle sgd = plan_of(ledger, gdp(0.5), it, DPCVX_METHOD_NOISY_SGD),
                     descent = plan_of(ledger, gdp(0.5), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT),
                     plain = plan_of(ledger, gdp(0.5), it, DPCVX_METHOD_NOISY_SGD,
                                     with({{DPCVX_PLAN_OPTION_SMOOTHING, 0.0}}));
    EXPECT_NEAR(plan_figure(sgd, DPCVX_PLAN_FIGURE_SMOOTHING) / plan_figure(descent, DPCVX_PLAN_FIGURE_SMOOTHING), 1,
                1e-6);
    EXPECT_EQ(plan_figure(plain, DPCVX_PLAN_FIGURE_SMOOTHING), 0);
  }
}

TEST(Corners, APredictionCountsWhatTheEnvelopeCosts) {
  const ObjectiveHandle it = objective_of(skewed_rows(1), kQuantile);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD, DPCVX_METHOD_DP_SGD_GRADIENT})
    for (double width : {0.1, 10.0}) {
      const PlanHandle plan =
          plan_of(ledger, approximate(8, 1e-6), it, method, with({{DPCVX_PLAN_OPTION_SMOOTHING, width}}));
      // The envelope of |z|'s steeper side lies .9^2 h / 2 below it.
      EXPECT_GT(plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK), 0.81 * width / 2) << method << ' ' << width;
    }
}

// What a median is fitted by does not depend on how narrowly its corner is rounded.
TEST(Corners, NarrowOnesAreRoundedAsSharpOnes) {
  const Rows rows = skewed_rows(2);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const ObjectiveHandle sharp = objective_of(rows, {DPCVX_LOSS_ABSOLUTE, 0.5, 1, 0});
  for (const Corner &corner : kNarrow)
    for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD}) {
      const ObjectiveHandle it = objective_of(rows, corner);
      const PlanHandle plan = plan_of(ledger, gdp(0.5), it, method), same = plan_of(ledger, gdp(0.5), sharp, method);
      if (corner.loss == DPCVX_LOSS_PINBALL) continue;  // its slopes are half as steep
      EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_STEPS) / plan_figure(same, DPCVX_PLAN_FIGURE_STEPS), 1, 0.02);
      EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK) / plan_figure(same, DPCVX_PLAN_FIGURE_TYPICAL_RISK),
                  1, 0.02);
    }
}

// Without a label bound, a domain or l2 nothing public tells of the scale, and no envelope's width can be chosen.
TEST(Corners, OnesOfUnknownScaleStayAsTheyAre) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  Setting setting;
  setting.loss = DPCVX_LOSS_ABSOLUTE;
  const ObjectiveHandle it = perturbations::objective_of(skewed_rows(2), setting);
  const OptionsHandle steps = with({{DPCVX_PLAN_OPTION_STEPS, 50}, {DPCVX_PLAN_OPTION_STEP_SIZE, 0.1}});
  const PlanHandle sgd = plan_of(ledger, gdp(4), it, DPCVX_METHOD_NOISY_SGD, steps),
                   descent = plan_of(ledger, gdp(4), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, steps);
  EXPECT_EQ(plan_figure(sgd, DPCVX_PLAN_FIGURE_SMOOTHING), 0);
  EXPECT_EQ(plan_figure(descent, DPCVX_PLAN_FIGURE_SMOOTHING), 0);
  FitHandle fit;
  ASSERT_EQ(dpcvx_fit_create(ledger, rng("scale"), descent, nullptr, &fit.it, nullptr), DPCVX_OK);
  EXPECT_LT(value(it, coefficients(fit)), value(it, std::vector<double>(kColumns, 0.0)));
}

// A wide loss is the caller's choice.
TEST(Corners, WideOnesStayAsTheyAre) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const ObjectiveHandle it = objective_of(skewed_rows(2), {DPCVX_LOSS_HUBER, 0.5, 0.5, 0});
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD})
    EXPECT_EQ(plan_figure(plan_of(ledger, gdp(0.5), it, method), DPCVX_PLAN_FIGURE_SMOOTHING), 0);
}

// The exponential mechanism's draws may not end at corners, whether they are sharp or rounded by less than its law
// can tell. Rounded by more, they do.
TEST(Corners, AutomaticLeavesThemToMethodsThatEnd) {
  const Rows rows = skewed_rows(3);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (const Corner &corner : kNarrow) {
    const ObjectiveHandle it = objective_of(rows, corner);
    for (double mu : {0.05, 0.3, 2.0}) {
      const PlanHandle plan = plan_of(ledger, gdp(mu), it, DPCVX_METHOD_AUTOMATIC);
      EXPECT_NE(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD), DPCVX_METHOD_EXPONENTIAL_MECHANISM);
      const dpcvx::solve::Plan &made = plan.it->plan;
      const size_t last = made.ranking[made.ranked - 1];
      EXPECT_EQ((*made.methods)[last].number, DPCVX_METHOD_EXPONENTIAL_MECHANISM) << corner.loss << ' ' << mu;
    }
  }
  const ObjectiveHandle wide = objective_of(rows, {DPCVX_LOSS_HUBER, 0.5, 0.5, 0});
  const PlanHandle plan = plan_of(ledger, gdp(0.3), wide, DPCVX_METHOD_EXPONENTIAL_MECHANISM);
  const dpcvx::solve::Method &method = plan.it->plan.method();
  EXPECT_FALSE(method.may_take_long(plan.it->plan.proposal()));
}

TEST(Corners, AutomaticBeatsTheBestConstant) {
  const Rows rows = skewed_rows(4);
  for (const Corner &corner : {kMedian, kQuantile, kNarrow[0], kNarrow[1]})
    for (double epsilon : {0.5, 2.0}) {
      const ObjectiveHandle it = objective_of(rows, corner);
      int32_t method;
      const double typical = automatic_risk(it, epsilon, &method);
      const double automatic = fitted(it, DPCVX_METHOD_AUTOMATIC, epsilon), constant = best_constant(it);
      evidence("corners", "loss %d, quantile %.1f, epsilon %.1f: AUTOMATIC %.4f by %d (typical %.4f), constant %.4f",
               corner.loss, corner.quantile, epsilon, automatic, method, typical, constant);
      EXPECT_LT(automatic, constant + (epsilon > 1 ? 0 : 0.02)) << corner.loss;
    }
}

}  // namespace
