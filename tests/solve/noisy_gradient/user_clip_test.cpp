// Users who are said to have several records each: methods that noise gradients clip them where honest ones hardly ever
// are, and lose less.
#include <algorithm>
#include <cmath>
#include <random>

#include "support/evidence.h"
#include "solve/perturbation/perturbations.h"

namespace {

using namespace perturbations;

constexpr int32_t kGradientMethods[] = {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD,
                                        DPCVX_METHOD_DP_SGD_GRADIENT};
constexpr int64_t kUsers = 400, kRecords = 64;

double figure(const PlanHandle &plan, int32_t which) { return plan_figure(plan, which); }

Setting owned(Setting setting = {}) {
  for (int64_t r = 0; r < kUsers * kRecords; ++r) setting.users.push_back(r / kRecords);
  return setting;
}

// Logistic labels, rows of length 1, every user's from the same law.
Rows alike(uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Rows rows;
  for (int64_t r = 0; r < kUsers * kRecords; ++r) {
    std::vector<double> row(4);
    for (double &x : row) x = normal(bits);
    const double length = norm(row);
    for (double &x : row) x /= length;
    rows.add(row, uniform(bits) < 1 / (1 + std::exp(-4 * row[0])) ? 1 : -1);
  }
  return rows;
}

PlanHandle planned(const ObjectiveHandle &it, int32_t method, const dpcvx_options *options = nullptr) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  return plan_of(ledger, approximate(1, 1e-6), it, method, options);
}

TEST(UserClip, FollowsTheDeclaredRecords) {
  const Rows rows = alike(1);
  const double l2 = 0.01;
  Setting setting = owned();
  setting.l2 = l2;
  const ObjectiveHandle undeclared = objective_of(rows, setting);
  setting.min_records_per_user = 16;
  const ObjectiveHandle declared = objective_of(rows, setting);
  for (int32_t method : kGradientMethods) {
    EXPECT_EQ(figure(planned(undeclared, method), DPCVX_PLAN_FIGURE_CLIPPING_NORM), 1) << method;
    const PlanHandle plan = planned(declared, method);
    const double reach = figure(plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
    EXPECT_DOUBLE_EQ(figure(plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM), std::min(1.0, 2.0 / 4 + l2 * reach)) << method;
    EXPECT_EQ(figure(planned(declared, method, with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.3}})),
                     DPCVX_PLAN_FIGURE_CLIPPING_NORM),
              0.3);
    EXPECT_EQ(figure(planned(declared, method, with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 1}})),
                     DPCVX_PLAN_FIGURE_CLIPPING_NORM),
              1);
  }
}

TEST(UserClip, NeverPassesTheBoundOnGradients) {
  Setting setting = owned();
  setting.min_records_per_user = 3;  // 2 / sqrt(3) > 1
  EXPECT_EQ(figure(planned(objective_of(alike(1), setting), kGradientMethods[0]), DPCVX_PLAN_FIGURE_CLIPPING_NORM), 1);
}

double excess(const ObjectiveHandle &it, const PlanHandle &plan, const std::vector<double> &best, int seed) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  FitHandle fit;
  std::vector<double> w(4);
  double value = 0, least = 0;
  EXPECT_EQ(dpcvx_fit_create(ledger, rng("clip" + std::to_string(seed)), plan, nullptr, &fit.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_fit_coefficients(fit, w.data(), 4, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), 4, &value, nullptr, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, best.data(), 4, &least, nullptr, nullptr), DPCVX_OK);
  return value - least;
}

// On users who are alike the clip costs nothing, and noise falls as the clip does: by 4 for 64 records. Five fits each;
// ratios between single runs of this kind scatter by a factor of two about 1/16.
TEST(UserClip, LosesLessWhereUsersAreAlike) {
  Setting setting = owned();
  setting.min_records_per_user = kRecords;
  const ObjectiveHandle it = objective_of(alike(2), setting);
  std::vector<double> best(4);
  ASSERT_EQ(dpcvx_nonprivate_minimize(it, nullptr, fixtures::minimize_options(1e-6, 10000), nullptr, best.data(), 4,
                                      nullptr, nullptr, nullptr, nullptr),
            DPCVX_OK);
  double clipped = 0, whole = 0;
  const PlanHandle usual = planned(it, kGradientMethods[0]);
  const PlanHandle without = planned(it, kGradientMethods[0], with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 1}}));
  for (int seed = 0; seed < 5; ++seed) {
    clipped += excess(it, usual, best, seed) / 5;
    whole += excess(it, without, best, seed) / 5;
  }
  evidence("user clip", "%lld users of %lld records, epsilon = 1: excess risk %.2g clipped at 2 G / sqrt(m), %.2g at G",
           static_cast<long long>(kUsers), static_cast<long long>(kRecords), clipped, whole);
  EXPECT_LT(clipped, whole / 3);
}

}  // namespace
