// Fits with an l1 penalty: what they come to without noise, what they release, and what is refused.
#include <algorithm>
#include <cmath>

#include "dpcvx/simple.h"
#include "solve/fit/saved.h"
#include "solve/noisy_gradient/users.h"
#include "support/evidence.h"

namespace {

using namespace user_fits;

constexpr int32_t kTakers[] = {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD};

struct Penalised {
  double l1 = 0, l2 = 0, row_bound = 1, smoothing = 0;
  bool intercept = false;
  int32_t loss = DPCVX_LOSS_SQUARED;
  const dpcvx_domain *domain = nullptr;
};

ObjectiveHandle penalised(const Rows &rows, const Penalised &it) {
  const DatasetHandle table = dataset(rows);
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, it.intercept ? 1 : 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L1, it.l1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, it.l2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, it.row_bound, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_SMOOTHING, it.smoothing, nullptr);
  if (it.loss == DPCVX_LOSS_SQUARED) dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 10, nullptr);
  EXPECT_EQ(dpcvx_objective_create(table, it.loss, it.domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

std::vector<double> fitted(const ObjectiveHandle &it, size_t d, int32_t method, double mu,
                           std::initializer_list<std::pair<int32_t, double>> options, const char *seed = "l1") {
  OptionsHandle terms;
  BudgetHandle ledger;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_budget_options_create(&terms.it, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(terms, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_GDP, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_create(1e13, 0.5, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, terms, &ledger.it, &err),
            DPCVX_OK)
      << err.message;
  const PlanHandle plan = plan_of(ledger, gdp(mu), it, method, with(options));
  FitHandle fit;
  std::vector<double> w(d);
  EXPECT_EQ(dpcvx_fit_create(ledger, rng(seed), plan, nullptr, &fit.it, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(dpcvx_fit_coefficients(fit, w.data(), static_cast<int64_t>(d), &err), DPCVX_OK);
  return w;
}

// Rows of numbers: y = 3 x_0 - 2 x_1 + .3 normal, other columns without effect.
Rows numbers(int64_t count, int64_t columns, uint64_t seed, double offset = 0) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-1, 1);
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(static_cast<size_t>(columns));
    for (double &x : row) x = uniform(bits);
    rows.add(row, 3 * row[0] - 2 * row[1] + offset + 0.3 * normal(bits));
  }
  return rows;
}

constexpr double kHugeMu = 1e6;
constexpr std::initializer_list<std::pair<int32_t, double>> kLong = {
    {DPCVX_PLAN_OPTION_STEPS, 600},         {DPCVX_PLAN_OPTION_STEP_SIZE, 1},
    {DPCVX_PLAN_OPTION_CLIPPING_NORM, 100}, {DPCVX_PLAN_OPTION_PLANNING_RADIUS, 10},
    {DPCVX_PLAN_OPTION_MOMENTUM, 0},        {DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0.1}};

// Rows are unit vectors e_j, so that F separates: w_j = S(mean of y in column j, d l1).
TEST(L1, SoftThresholdsAnOrthogonalDesign) {
  constexpr int64_t kColumns = 5;
  const double means[kColumns] = {2, -1.5, 0.3, -0.2, 0};
  Rows rows;
  for (int64_t i = 0; i < 200 * kColumns; ++i) {
    std::vector<double> row(kColumns);
    row[static_cast<size_t>(i % kColumns)] = 1;
    rows.add(row, means[i % kColumns] + (i / kColumns % 2 == 0 ? 0.5 : -0.5));
  }
  const double l1 = 0.1;
  const ObjectiveHandle it = penalised(rows, {l1});
  for (int32_t method : kTakers) {
    const std::vector<double> w = fitted(it, kColumns, method, kHugeMu, kLong);
    for (size_t j = 0; j < w.size(); ++j) {
      const double best = dpcvx::model::L1Penalty::shrunk(means[j], kColumns * l1);
      EXPECT_NEAR(w[j], best, 1e-3) << method << " " << j;
      EXPECT_EQ(w[j] == 0, best == 0) << method << " " << j;
    }
  }
  // The minimiser without privacy, certified.
  std::vector<double> w(kColumns);
  EXPECT_EQ(dpcvx_nonprivate_minimize(it, nullptr, fixtures::minimize_options(1e-9, 5000), nullptr, w.data(), kColumns,
                                      nullptr, nullptr, nullptr, nullptr),
            DPCVX_OK);
  for (size_t j = 0; j < w.size(); ++j)
    EXPECT_NEAR(w[j], dpcvx::model::L1Penalty::shrunk(means[j], kColumns * l1), 1e-7);
}

// Coordinate descent: each coordinate to its exact minimum, the last one an intercept without penalty.
std::vector<double> lasso(const Rows &rows, double l1, double l2, bool intercept) {
  const size_t columns = static_cast<size_t>(rows.columns), d = columns + (intercept ? 1 : 0);
  const double n = static_cast<double>(rows.count());
  std::vector<double> w(d);
  for (int sweep = 0; sweep < 3000; ++sweep)
    for (size_t j = 0; j < d; ++j) {
      double slope = 0, bend = l2;
      for (size_t i = 0; i < rows.labels.size(); ++i) {
        const double *const x = &rows.features[i * columns];
        double z = intercept ? w[columns] : 0;
        for (size_t k = 0; k < columns; ++k) z += x[k] * w[k];
        const double a = j < columns ? x[j] : 1;
        slope += a * (rows.labels[i] - z + a * w[j]) / n;
        bend += a * a / n;
      }
      w[j] = (j < columns ? dpcvx::model::L1Penalty::shrunk(slope, l1) : slope) / bend;
    }
  return w;
}

TEST(L1, MeetsCoordinateDescentWithAndWithoutAnIntercept) {
  for (bool intercept : {false, true})
    for (double l2 : {0.0, 0.05}) {
      const Rows rows = numbers(150, 4, 5, intercept ? 1.5 : 0);
      const std::vector<double> best = lasso(rows, 0.1, l2, intercept);
      const ObjectiveHandle it = penalised(rows, {0.1, l2, 3, 0, intercept});
      std::vector<double> least(best.size());
      double gap, distance;
      ASSERT_EQ(dpcvx_nonprivate_minimize(it, nullptr, fixtures::minimize_options(1e-8, 20000), nullptr, least.data(),
                                          static_cast<int64_t>(least.size()), &gap, &distance, nullptr, nullptr),
                DPCVX_OK);
      double apart = 0;
      for (size_t j = 0; j < best.size(); ++j) apart = std::hypot(apart, least[j] - best[j]);
      EXPECT_LT(apart, 1e-6);
      if (l2 > 0) {
        EXPECT_LE(apart, distance);
        EXPECT_LT(distance, 1e-7);
        EXPECT_LT(gap, 1e-12);
      }
      const std::vector<double> w = fitted(it, best.size(), DPCVX_METHOD_NOISY_GRADIENT_DESCENT, kHugeMu,
                                           {{DPCVX_PLAN_OPTION_STEPS, 900},
                                            {DPCVX_PLAN_OPTION_STEP_SIZE, 0.25},
                                            {DPCVX_PLAN_OPTION_CLIPPING_NORM, 100},
                                            {DPCVX_PLAN_OPTION_PLANNING_RADIUS, 10},
                                            {DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0.1}});
      for (size_t j = 0; j < best.size(); ++j) {
        EXPECT_NEAR(w[j], best[j], 2e-3) << j;
        EXPECT_EQ(w[j] == 0, std::fabs(best[j]) < 1e-9) << j;
      }
    }
}

// A gap from above: the minimiser's own points, stopped early, are within what their certificate says.
TEST(L1, CertificatesHoldForPointsThatAreNotDone) {
  const Rows rows = numbers(150, 4, 6);
  DomainHandle ball;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 2, nullptr, 4, &ball.it, nullptr), DPCVX_OK);
  for (const dpcvx_domain *domain :
       {static_cast<const dpcvx_domain *>(nullptr), static_cast<const dpcvx_domain *>(ball.it)})
    for (double l2 : {0.0, 0.1}) {
      const ObjectiveHandle it = penalised(rows, {0.05, l2, 3, 0, false, DPCVX_LOSS_SQUARED, domain});
      std::vector<double> best(4), w(4);
      const auto value = [&](const std::vector<double> &at) {
        double out = NAN;
        EXPECT_EQ(dpcvx_nonprivate_objective_value(it, at.data(), 4, &out, nullptr, nullptr), DPCVX_OK);
        return out;
      };
      dpcvx_nonprivate_minimize(it, nullptr, fixtures::minimize_options(1e-12, 20000), nullptr, best.data(), 4, nullptr,
                                nullptr, nullptr, nullptr);
      for (int64_t passes : {1, 2, 5, 20, 60}) {
        double gap, distance;
        ASSERT_EQ(dpcvx_nonprivate_minimize(it, nullptr, fixtures::minimize_options(1e-12, passes), nullptr, w.data(),
                                            4, &gap, &distance, nullptr, nullptr),
                  DPCVX_OK);
        EXPECT_LE(value(w) - value(best), gap) << passes;
        double apart = 0;
        for (size_t j = 0; j < 4; ++j) apart = std::hypot(apart, w[j] - best[j]);
        EXPECT_LE(apart, distance + 1e-9) << passes;
        EXPECT_EQ(std::isfinite(gap), l2 > 0 || domain != nullptr);
      }
    }
}

// Under noise, columns without effect come to exact zeros; without the penalty none does. Predicted risk bounds the
// excess of the penalised objective.
TEST(L1, GivesSparseCoefficientsAndKeepsItsPrediction) {
  constexpr size_t kColumns = 40;
  const Rows rows = numbers(20000, kColumns, 8);
  const auto zeros = [](const std::vector<double> &w) { return std::count(w.begin() + 2, w.end(), 0.0); };
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (int32_t method : kTakers) {
    int64_t sparse = 0;
    double excess = 0;
    for (double l1 : {0.0, 0.05}) {
      const ObjectiveHandle it = penalised(rows, {l1, 0, 7});
      const std::vector<double> w = fitted(it, kColumns, method, 1, {});
      if (l1 == 0) {
        EXPECT_EQ(zeros(w), 0);
        continue;
      }
      sparse = zeros(w);
      EXPECT_GT(w[0], 1);
      EXPECT_LT(w[1], -1);
      double value, least;
      const std::vector<double> best = minimum(it, kColumns);
      dpcvx_nonprivate_objective_value(it, w.data(), kColumns, &value, nullptr, nullptr);
      dpcvx_nonprivate_objective_value(it, best.data(), kColumns, &least, nullptr, nullptr);
      excess = value - least;
      const PlanHandle plan = plan_of(ledger, gdp(1), it, method);
      EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK), plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK));
    }
    EXPECT_GE(sparse, 30) << method;
    EXPECT_GE(excess, -1e-9);
    evidence("l1", "%d of 38 columns without effect are 0", static_cast<int>(sparse));
  }
}

// What is charged and how much noise is drawn does not depend on the penalty: proximal steps are post-processing.
TEST(L1, CostsNoPrivacy) {
  const Rows rows = numbers(500, 3, 2);
  for (int32_t method : kTakers) {
    double mu[2], noise[2];
    for (int side = 0; side < 2; ++side) {
      const ObjectiveHandle it = penalised(rows, {side == 0 ? 0 : 0.1, 0, 2});
      const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
      const PlanHandle plan = plan_of(ledger, gdp(1), it, method,
                                      with({{DPCVX_PLAN_OPTION_STEPS, 50}, {DPCVX_PLAN_OPTION_CLIPPING_NORM, 1.5}}));
      noise[side] = plan_figure(plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
      mu[side] = plan_figure(plan, DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER);
    }
    EXPECT_EQ(noise[0], noise[1]);
    EXPECT_EQ(mu[0], mu[1]);
  }
}

// A box that keeps a coefficient off 0 keeps it there; steps stay in the domain.
TEST(L1, StaysInABox) {
  const Rows rows = numbers(5000, 3, 4);
  const double low[] = {-1, -1, 0.2}, high[] = {1, 1, 1};
  DomainHandle box;
  ASSERT_EQ(dpcvx_domain_create_box(low, high, 3, &box.it, nullptr), DPCVX_OK);
  const ObjectiveHandle it = penalised(rows, {0.05, 0, 2, 0, false, DPCVX_LOSS_SQUARED, box});
  const std::vector<double> w = fitted(it, 3, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 50, {});
  for (size_t j = 0; j < 3; ++j) {
    EXPECT_GE(w[j], low[j] - 1e-12);
    EXPECT_LE(w[j], high[j] + 1e-12);
  }
  EXPECT_NEAR(w[2], 0.2, 1e-3);
}

// Adaptive clips and losses with corners take the penalty too.
TEST(L1, OfAdaptiveClipsAndCorners) {
  const Rows rows = random_rows(4000, 10, 3);
  for (int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE, DPCVX_LOSS_ABSOLUTE}) {
    Penalised it{0.03};
    it.loss = loss;
    const ObjectiveHandle objective = penalised(rows, it);
    for (int32_t clipping : {DPCVX_CLIPPING_FIXED, DPCVX_CLIPPING_ADAPTIVE}) {
      const std::vector<double> w =
          fitted(objective, 10, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 5,
                 {{DPCVX_PLAN_OPTION_CLIPPING, static_cast<double>(clipping)}, {DPCVX_PLAN_OPTION_PLANNING_RADIUS, 5}});
      EXPECT_GT(w[0], 0.1);
      for (double x : w) EXPECT_TRUE(std::isfinite(x));
      EXPECT_GE(std::count(w.begin(), w.end(), 0.0), 5) << loss << " " << clipping;
    }
  }
}

TEST(L1, OtherMethodsRefuseAndNameIt) {
  const ObjectiveHandle it = penalised(numbers(500, 3, 2), {0.1, 0.1});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (int32_t method : {DPCVX_METHOD_OUTPUT_PERTURBATION, DPCVX_METHOD_OBJECTIVE_PERTURBATION,
                         DPCVX_METHOD_DP_SGD_OUTPUT, DPCVX_METHOD_DP_SGD_GRADIENT, DPCVX_METHOD_EXPONENTIAL_MECHANISM,
                         DPCVX_METHOD_STABLE_OUTPUT, DPCVX_METHOD_SUFFICIENT_STATISTICS, DPCVX_METHOD_LAST_ITERATE})
    EXPECT_NE(why_not(ledger, gdp(1), it, method)
                  .find("it takes no l1 penalty, which noisy gradient descent and noisy SGD take by proximal steps"),
              std::string::npos)
        << method;
  EXPECT_NE(why_not(ledger, pure(1), it, DPCVX_METHOD_AUTOMATIC).find("delta"), std::string::npos);
  const PlanHandle plan = plan_of(ledger, gdp(1), it, DPCVX_METHOD_AUTOMATIC);
  const std::string text = text_of(plan.it, dpcvx_plan_to_text);
  EXPECT_NE(text.find("\nPenalty: 0.1 ||w||_1 by proximal steps, then small coefficients set to 0\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("do not apply: it takes no l1 penalty"), std::string::npos) << text;
}

TEST(L1, TheMinimiserRefusesCorners) {
  Penalised kind{0.1};
  kind.loss = DPCVX_LOSS_HINGE;
  const ObjectiveHandle it = penalised(random_rows(50, 2, 1), kind);
  std::vector<double> w(2);
  dpcvx_error err;
  EXPECT_EQ(dpcvx_nonprivate_minimize(it, nullptr, nullptr, nullptr, w.data(), 2, nullptr, nullptr, nullptr, &err),
            DPCVX_ERR_UNSUPPORTED);
  EXPECT_STREQ(err.message,
               "dpcvx_nonprivate_minimize: argument 'objective' = a loss with corners and DPCVX_OBJECTIVE_OPTION_L1 = "
               "0.1; accepted: a smooth loss, which DPCVX_OBJECTIVE_OPTION_SMOOTHING makes of it, or L1 = 0");
}

// fit_table: zeros in scaled columns are zeros in original units, and the record states the penalty.
TEST(L1, OfATable) {
  const Rows rows = numbers(20000, 30, 9, 4);
  const DatasetHandle table = dataset(rows);
  const std::vector<double> low(30, -1), high(30, 1);
  OptionsHandle options;
  FitHandle fit;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_fit_table_options_create(&options.it, &err), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, 10, &err);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_L1, 0.05, &err);
  ASSERT_EQ(
      dpcvx_fit_table(table, DPCVX_LOSS_SQUARED, low.data(), high.data(), 30, 2, 1e-6, options, nullptr, &fit.it, &err),
      DPCVX_OK)
      << err.message;
  std::vector<double> w(31), original(30), intercept(1);
  ASSERT_EQ(dpcvx_fit_coefficients(fit, w.data(), 31, &err), DPCVX_OK);
  EXPECT_GE(std::count(w.begin(), w.end(), 0.0), 20);
  EXPECT_NE(w[30], 0);
  EXPECT_NE(guarantee_of(fit).find("\"name\":\"l1\",\"value\":0.05"), std::string::npos) << guarantee_of(fit);
}

}  // namespace
