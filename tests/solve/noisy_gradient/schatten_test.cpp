// Fits of matrices in Schatten balls: what they come to without noise, who takes such a domain, and who refuses it.
#include <algorithm>
#include <cmath>

#include "model/domains/domain.h"
#include "solve/fit/saved.h"
#include "solve/noisy_gradient/users.h"

namespace {

using namespace user_fits;

constexpr int64_t kRows = 3, kColumns = 4, kEntries = kRows * kColumns;
constexpr int32_t kTakers[] = {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD,
                               DPCVX_METHOD_DP_SGD_GRADIENT, DPCVX_METHOD_SUFFICIENT_STATISTICS};
constexpr int32_t kRefusers[] = {DPCVX_METHOD_OUTPUT_PERTURBATION, DPCVX_METHOD_OBJECTIVE_PERTURBATION,
                                 DPCVX_METHOD_DP_SGD_OUTPUT, DPCVX_METHOD_STABLE_OUTPUT, DPCVX_METHOD_LAST_ITERATE};

DomainHandle schatten_ball(double p, double radius, int64_t rows = kRows, int64_t columns = kColumns) {
  DomainHandle out;
  EXPECT_EQ(dpcvx_domain_create_schatten_ball(p, radius, rows, columns, &out.it, nullptr), DPCVX_OK);
  return out;
}

// Row i is the unit vector e_(i mod entries), so that F(W) = |W - mean|^2 / (2 entries) + a constant.
Rows units(const std::vector<double> &mean, int64_t times) {
  Rows rows;
  for (int64_t i = 0; i < times * kEntries; ++i) {
    std::vector<double> row(kEntries);
    row[static_cast<size_t>(i % kEntries)] = 1;
    rows.add(row, mean[static_cast<size_t>(i % kEntries)]);
  }
  return rows;
}

ObjectiveHandle matrices(const Rows &rows, const dpcvx_domain *domain, int32_t loss = DPCVX_LOSS_SQUARED) {
  const DatasetHandle table = dataset(rows);
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, loss == DPCVX_LOSS_MULTINOMIAL ? 1 : 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, 1, nullptr);
  if (loss == DPCVX_LOSS_SQUARED) dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 3, nullptr);
  if (loss == DPCVX_LOSS_MULTINOMIAL) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, 3, nullptr);
  EXPECT_EQ(dpcvx_objective_create(table, loss, domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

BudgetHandle ledger(int32_t filter = DPCVX_FILTER_GDP) {
  OptionsHandle terms;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&terms.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(terms, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr);
  EXPECT_EQ(dpcvx_budget_create(1e13, 0.5, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, terms, &out.it, nullptr),
            DPCVX_OK);
  return out;
}

FitHandle fit_of(const ObjectiveHandle &it, int32_t method, double mu,
                 std::initializer_list<std::pair<int32_t, double>> options, const char *seed = "matrices") {
  const BudgetHandle budget = ledger();
  const PlanHandle plan = plan_of(budget, gdp(mu), it, method, with(options));
  FitHandle fit;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_create(budget, rng(seed), plan, nullptr, &fit.it, &err), DPCVX_OK) << err.message;
  return fit;
}

std::vector<double> entries_of(const dpcvx_fit *fit, int64_t count = kEntries) {
  std::vector<double> w(static_cast<size_t>(count));
  EXPECT_EQ(dpcvx_fit_coefficients(fit, w.data(), count, nullptr), DPCVX_OK);
  return w;
}

const std::vector<double> kMean{2, -0.5, 0.3, 1, 0.7, -1.5, 0, 0.4, -0.2, 0.9, 1.1, -0.6};

// Without noise the fit is the minimiser, which is the projection of the mean here.
TEST(SchattenFits, ComeToTheConstrainedMinimiser) {
  for (double p : {1.0, 1.5, 3.0, static_cast<double>(INFINITY)}) {
    const DomainHandle domain = schatten_ball(p, 1.2);
    std::vector<double> best(kEntries);
    ASSERT_EQ(dpcvx_domain_project(domain, kMean.data(), best.data(), kEntries, nullptr), DPCVX_OK);
    const ObjectiveHandle it = matrices(units(kMean, 20), domain);
    for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD}) {
      const FitHandle fit = fit_of(it, method, 1e6,
                                   {{DPCVX_PLAN_OPTION_STEPS, 400},
                                    {DPCVX_PLAN_OPTION_STEP_SIZE, 1},
                                    {DPCVX_PLAN_OPTION_MOMENTUM, 0},
                                    {DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0.1}});
      const std::vector<double> w = entries_of(fit);
      for (size_t j = 0; j < w.size(); ++j) EXPECT_NEAR(w[j], best[j], 2e-3) << p << " " << method << " " << j;
    }
  }
}

// The point of every taker is in the ball, whatever the noise.
TEST(SchattenFits, LieInTheBall) {
  dpcvx::Error error(nullptr, "ball");
  for (double p : {1.0, static_cast<double>(INFINITY)}) {
    const DomainHandle domain = schatten_ball(p, 1.2);
    const ObjectiveHandle it = matrices(units(kMean, 10), domain);
    dpcvx::model::Domain ball;
    ASSERT_EQ(ball.make_schatten_ball(p, 1.2, kRows, kColumns, error), DPCVX_OK);
    for (int32_t method : kTakers) {
      const FitHandle fit = method == DPCVX_METHOD_SUFFICIENT_STATISTICS
                                ? fit_of(it, method, 0.5, {})
                                : fit_of(it, method, 0.5, {{DPCVX_PLAN_OPTION_STEPS, 50}});
      const std::vector<double> w = entries_of(fit);
      EXPECT_TRUE(ball.contains(w.data(), 1e-9)) << method;
      EXPECT_FALSE(std::all_of(w.begin(), w.end(), [](double x) { return x == 0; })) << method;
    }
  }
}

TEST(SchattenFits, OthersRefuseWithTheReason) {
  const DomainHandle nuclear = schatten_ball(1, 1.2), frobenius = schatten_ball(2, 1.2);
  const ObjectiveHandle it = matrices(units(kMean, 10), nuclear), plain = matrices(units(kMean, 10), frobenius);
  const BudgetHandle budget = ledger();
  for (int32_t method : kRefusers) {
    dpcvx_plan *plan = nullptr;
    dpcvx_error err;
    EXPECT_EQ(dpcvx_plan_create(budget, gdp(1), it, method, nullptr, &plan, &err), DPCVX_ERR_UNSUPPORTED) << method;
    EXPECT_NE(std::string(err.message).find("and Schatten balls with p = 2: what it states"), std::string::npos)
        << err.message;
  }
  // With p = 2 they see an l2 ball.
  for (int32_t method : {DPCVX_METHOD_EXPONENTIAL_MECHANISM, DPCVX_METHOD_OUTPUT_PERTURBATION}) {
    PlanHandle plan;
    dpcvx_error err;
    EXPECT_EQ(dpcvx_plan_create(budget, gdp(1), plain, method, nullptr, &plan.it, &err), DPCVX_OK) << err.message;
  }
}

TEST(SchattenFits, AutomaticTakesOneThatApplies) {
  const DomainHandle nuclear = schatten_ball(1, 1.2);
  const ObjectiveHandle it = matrices(units(kMean, 10), nuclear);
  const PlanHandle plan =
      plan_of(ledger(DPCVX_FILTER_BASIC), approximate(1, 1e-6), it, DPCVX_METHOD_AUTOMATIC, with({}));
  for (int32_t method : kTakers) EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_APPLIES, method), 1) << method;
  for (int32_t method : kRefusers) EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_APPLIES, method), 0) << method;
}

// Classes are the rows of the matrix; each has the columns' coefficients and its intercept.
TEST(SchattenFits, OfSeveralClasses) {
  Rows rows;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> row{0.1, 0.1, 0.1};
    row[static_cast<size_t>(i % 3)] = 0.9;
    rows.add(row, i % 3);
  }
  const DomainHandle domain = schatten_ball(1, 5, 3, 4);
  const FitHandle fit =
      fit_of(matrices(rows, domain, DPCVX_LOSS_MULTINOMIAL), DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 50, {});
  const std::vector<double> w = entries_of(fit);
  for (size_t k = 0; k < 3; ++k)
    for (size_t j = 0; j < 3; ++j) EXPECT_TRUE(j == k || w[k * 4 + k] > w[k * 4 + j]) << k << " " << j;
}

TEST(SchattenFits, TellTheirDomainAndKeepItWhenSaved) {
  const DomainHandle domain = schatten_ball(1.5, 1.2);
  const FitHandle fit = fit_of(matrices(units(kMean, 10), domain), DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 1, {});
  const std::string before = json_of(fit);
  for (const char *member :
       {"domain_radius", "domain_schatten_p", "domain_schatten_radius", "domain_rows", "domain_columns"})
    EXPECT_NE(before.find(member), std::string::npos) << member << " is not in " << before;
  const std::string words = "ball of radius 1.2 about 0, Schatten-1.5 norm of ";
  EXPECT_NE(before.find("\"domain\":\"" + words), std::string::npos) << before;
  const FitHandle back = loaded(bytes_of(fit));
  EXPECT_EQ(json_of(back), before);
  char report[1 << 14];
  size_t length = 0;
  ASSERT_EQ(dpcvx_fit_to_text(back, report, sizeof(report), &length, nullptr), DPCVX_OK);
  EXPECT_NE(std::string(report).find("\nDomain: " + words), std::string::npos) << report;
  EXPECT_EQ(guarantee_of(back), guarantee_of(fit));
  EXPECT_EQ(entries_of(back), entries_of(fit));
  // A spectral-norm ball has an infinite p.
  const DomainHandle spectral = schatten_ball(INFINITY, 1.2);
  const FitHandle other = fit_of(matrices(units(kMean, 10), spectral), DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 1, {});
  EXPECT_EQ(json_of(loaded(bytes_of(other))), json_of(other));
}

// Samplers without a finite penalty.
TEST(SchattenFits, MinimisersAndSamplersRefuseTheirDomain) {
  const DomainHandle domain = schatten_ball(1, 1.2);
  const ObjectiveHandle it = matrices(units(kMean, 10), domain);
  dpcvx_error err;
  std::vector<double> w(kEntries);
  EXPECT_EQ(
      dpcvx_nonprivate_minimize(it, nullptr, nullptr, nullptr, w.data(), kEntries, nullptr, nullptr, nullptr, &err),
      DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(err.message).find("on a Schatten ball"), std::string::npos) << err.message;
  dpcvx_sampler *sampler = nullptr;
  EXPECT_EQ(dpcvx_sampler_create(it, nullptr, nullptr, kEntries, nullptr, &sampler, &err), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(err.message).find("'objective' = a Schatten ball without a penalty"), std::string::npos)
      << err.message;
  const auto flat = [](const double *, int64_t, double *, void *) { return 0.0; };
  EXPECT_EQ(
      dpcvx_sampler_create_with_function(flat, nullptr, kEntries, domain, nullptr, nullptr, nullptr, &sampler, &err),
      DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(err.message).find("'domain' = a Schatten ball"), std::string::npos) << err.message;
  EXPECT_EQ(sampler, nullptr);
}

}  // namespace
