// Methods that may return nothing: AUTOMATIC takes them only where the caller has allowed it, and what they assume of
// users is said.
#include <cstring>
#include <thread>
#include <vector>

#include "solve/perturbation/perturbations.h"
#include "base/error.h"
#include "privacy/budget/budget_handle.h"
#include "solve/method_registry.h"
#include "support/evidence.h"

namespace {

using namespace perturbations;

constexpr int64_t kUsers = 1500, kRecords = 200, kColumns = 4;

// Ordinary users: most of what tells labels apart is whose they are.
Rows unlike_users(uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Rows rows;
  for (int64_t user = 0; user < kUsers; ++user) {
    const bool yes = user % 2 == 0;
    for (int64_t r = 0; r < kRecords; ++r) {
      std::vector<double> row(kColumns);
      for (double &x : row) x = 0.3 * uniform(bits);
      row[kColumns - 1] = 0.8;
      rows.add(row, (uniform(bits) + 1) / 2 < (yes ? 0.98 : 0.02) ? 1 : -1);
    }
  }
  return rows;
}

std::vector<int32_t> ranking_of(const PlanHandle &plan) {
  std::vector<int32_t> methods(dpcvx::solve::kMaxMethods);
  int64_t count = 0;
  EXPECT_EQ(dpcvx_plan_ranking(plan, methods.data(), static_cast<int64_t>(methods.size()), &count, nullptr), DPCVX_OK);
  methods.resize(static_cast<size_t>(count));
  return methods;
}

class NoResult : public testing::Test {
 protected:
  NoResult() : ledger_(ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER)) {
    Setting setting;
    setting.l2 = 1;
    setting.min_records_per_user = kRecords;
    for (int64_t i = 0; i < kUsers * kRecords; ++i) setting.users.push_back(i / kRecords);
    ObjectiveHandle made = objective_of(unlike_users(1), setting);
    std::swap(objective_.it, made.it);
  }

  PlanHandle plan(int32_t method, bool allowed) const {
    // Adaptive clips would come first on every table of users.
    return plan_of(ledger_, approximate(2, 1e-6), objective_, method,
                   with({{DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_FIXED},
                         {DPCVX_PLAN_OPTION_ALLOW_NO_RESULT, allowed ? 1 : 0}}));
  }
  int32_t automatic(bool allowed) const {
    return static_cast<int32_t>(plan_figure(plan(DPCVX_METHOD_AUTOMATIC, allowed), DPCVX_PLAN_FIGURE_METHOD));
  }

  BudgetHandle ledger_;
  ObjectiveHandle objective_;
};

bool may_lack(int32_t method) {
  const size_t place = dpcvx::solve::kLibraryMethods.find(method);
  return dpcvx::solve::kLibraryMethods[place].may_lack_result;
}

TEST_F(NoResult, StableMethodsAloneMayLackOne) {
  for (int32_t method : {DPCVX_METHOD_STABLE_OUTPUT, DPCVX_METHOD_PHASED_ERM, DPCVX_METHOD_PHASED_SCO,
                         DPCVX_METHOD_STRONGLY_CONVEX_ERM, DPCVX_METHOD_STRONGLY_CONVEX_SCO})
    EXPECT_TRUE(may_lack(method)) << method;
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD, DPCVX_METHOD_OUTPUT_PERTURBATION,
                         DPCVX_METHOD_OBJECTIVE_PERTURBATION, DPCVX_METHOD_DP_SGD_OUTPUT, DPCVX_METHOD_DP_SGD_GRADIENT,
                         DPCVX_METHOD_EXPONENTIAL_MECHANISM})
    EXPECT_FALSE(may_lack(method)) << method;
}

TEST_F(NoResult, IsForWhoAllowsIt) {
  EXPECT_FALSE(may_lack(automatic(false)));
  EXPECT_TRUE(may_lack(automatic(true))) << "a table on which they are not first shows nothing";
  // They stay in the ranking, behind all that give one.
  bool behind = false;
  for (int32_t method : ranking_of(plan(DPCVX_METHOD_AUTOMATIC, false))) {
    EXPECT_TRUE(may_lack(method) || !behind);
    behind = behind || may_lack(method);
  }
  EXPECT_TRUE(behind);
}

// They are planned when something of them is first asked for, by any thread, and the rest of the plan stays as it is.
TEST_F(NoResult, IsComparedOnceItIsAskedFor) {
  const PlanHandle made = plan(DPCVX_METHOD_AUTOMATIC, false), other = plan(DPCVX_METHOD_AUTOMATIC, false);
  const dpcvx::solve::Plan &its = made.it->plan;
  EXPECT_TRUE(its.has_rest);
  const size_t stable = its.methods->find(DPCVX_METHOD_STABLE_OUTPUT), ranked = its.ranked;
  EXPECT_FALSE(its.proposals[stable].applies);
  const double risk = plan_figure(made, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
  EXPECT_TRUE(its.has_rest);
  std::vector<int32_t> rankings[2];
  std::thread threads[2];
  for (int i = 0; i < 2; ++i) threads[i] = std::thread([&, i] { rankings[i] = ranking_of(made); });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(rankings[0], rankings[1]);
  EXPECT_FALSE(its.has_rest);
  EXPECT_EQ(its.ranked, rankings[0].size());
  EXPECT_GT(its.ranked, ranked);
  EXPECT_EQ(plan_figure(made, DPCVX_PLAN_FIGURE_TYPICAL_RISK), risk);
  // A figure asks for them too, and they are as they are by name.
  double typical = 0;
  ASSERT_EQ(dpcvx_plan_get_f64(other, DPCVX_METHOD_STABLE_OUTPUT, DPCVX_PLAN_FIGURE_TYPICAL_RISK, &typical, nullptr),
            DPCVX_OK);
  EXPECT_EQ(typical, plan_figure(plan(DPCVX_METHOD_STABLE_OUTPUT, false), DPCVX_PLAN_FIGURE_TYPICAL_RISK));
  EXPECT_FALSE(other.it->plan.has_rest);
}

TEST_F(NoResult, HappensToUsersWhoDifferAndNeverByDefault) {
  int none = 0;
  constexpr int kFits = 3;
  const PlanHandle by_name = plan(DPCVX_METHOD_STABLE_OUTPUT, false), chosen = plan(DPCVX_METHOD_AUTOMATIC, false);
  for (int i = 0; i < kFits; ++i) {
    const RngHandle source = rng("no result" + std::to_string(i));
    FitHandle stable, fit;
    ASSERT_EQ(dpcvx_fit_create(ledger_, source, by_name, nullptr, &stable.it, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_fit_create(ledger_, source, chosen, nullptr, &fit.it, nullptr), DPCVX_OK);
    int64_t outcome = -1;
    ASSERT_EQ(dpcvx_fit_get_i64(stable, DPCVX_FIT_FIGURE_OUTCOME, &outcome, nullptr), DPCVX_OK);
    none += outcome == DPCVX_OUTCOME_UNSTABLE ? 1 : 0;
    ASSERT_EQ(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_OUTCOME, &outcome, nullptr), DPCVX_OK);
    EXPECT_EQ(outcome, DPCVX_OUTCOME_DONE);
  }
  double stated = NAN;
  ASSERT_EQ(
      dpcvx_plan_get_f64(by_name, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY, &stated, nullptr),
      DPCVX_OK);
  evidence("planner", "1500 users who differ: %d of %d stable fits by name return nothing; stated of like users %.1g",
           none, kFits, stated);
  EXPECT_EQ(none, kFits);
}

TEST_F(NoResult, PlansAndReportsSayWhatIsAssumed) {
  const PlanHandle made = plan(DPCVX_METHOD_STABLE_OUTPUT, false);
  char text[8192];
  size_t length;
  ASSERT_EQ(dpcvx_plan_to_text(made, text, sizeof text, &length, nullptr), DPCVX_OK);
  EXPECT_NE(std::strstr(text, "Assumed of units: records of all are draws from one population."), nullptr) << text;
  FitHandle fit;
  ASSERT_EQ(dpcvx_fit_create(ledger_, rng("report"), made, nullptr, &fit.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_fit_to_text(fit, text, sizeof text, &length, nullptr), DPCVX_OK);
  EXPECT_NE(std::strstr(text, "Assumed of units: "), nullptr) << text;
}

// A fit of a table compares methods once. Where the one that was taken does not apply any more, all are compared.
TEST_F(NoResult, WhatWasTakenBeforeIsPlannedAlone) {
  const PlanHandle made = plan(DPCVX_METHOD_AUTOMATIC, false);
  const dpcvx::solve::Plan &compared = made.it->plan;
  for (const bool applies : {true, false}) {
    dpcvx_error record{};
    dpcvx::Error error(&record, "settled");
    dpcvx::solve::Plan again;
    again.problem.objective = compared.problem.objective;
    again.problem.adjacency = compared.problem.adjacency;
    again.problem.unit = compared.problem.unit;
    again.problem.filter = compared.problem.filter;
    again.problem.delta = compared.problem.delta;
    ASSERT_EQ(again.problem.price.assign(compared.problem.price, error), DPCVX_OK);
    again.settings = compared.settings;
    again.settled = compared.choice();
    EXPECT_TRUE(again.settled.is_made());
    EXPECT_FALSE(again.settled.has_slope);
    // Sufficient statistics are for squares.
    if (!applies) again.settled.place = dpcvx::solve::kLibraryMethods.find(DPCVX_METHOD_SUFFICIENT_STATISTICS);
    ASSERT_EQ(make_plan(dpcvx::solve::kLibraryMethods, DPCVX_METHOD_AUTOMATIC, ledger_.it->budget, &again, error),
              DPCVX_OK)
        << record.message;
    EXPECT_EQ(again.chosen, compared.chosen);
    EXPECT_EQ(again.proposal().noise, compared.proposal().noise);
    EXPECT_EQ(again.proposal().typical_risk, compared.proposal().typical_risk);
    EXPECT_EQ(again.ranked, applies ? 1u : compared.ranked);
  }
  EXPECT_GT(compared.ranked, 1u);
}

// A table of two methods, one of which does not apply: the refusal says what opens the other.
TEST_F(NoResult, WhereNothingElseAppliesTheRefusalNamesTheOption) {
  const dpcvx::solve::Method *methods[] = {
      &dpcvx::solve::kLibraryMethods[dpcvx::solve::kLibraryMethods.find(DPCVX_METHOD_STABLE_OUTPUT)]};
  const dpcvx::solve::MethodTable table{methods, 1};
  const PlanHandle made = plan(DPCVX_METHOD_STABLE_OUTPUT, false);
  for (bool allowed : {false, true}) {
    dpcvx_error record{};
    dpcvx::Error error(&record, "no_result");
    dpcvx::solve::Plan fresh;
    fresh.problem.objective = made.it->plan.problem.objective;
    fresh.problem.adjacency = made.it->plan.problem.adjacency;
    fresh.problem.unit = made.it->plan.problem.unit;
    fresh.problem.filter = made.it->plan.problem.filter;
    fresh.problem.delta = made.it->plan.problem.delta;
    ASSERT_EQ(fresh.problem.price.assign(made.it->plan.problem.price, error), DPCVX_OK);
    fresh.settings.allow_no_result = allowed;
    const dpcvx_status status =
        dpcvx::solve::make_plan(table, DPCVX_METHOD_AUTOMATIC, ledger_.it->budget, &fresh, error);
    EXPECT_EQ(status, allowed ? DPCVX_OK : DPCVX_ERR_UNSUPPORTED);
    EXPECT_EQ(std::strstr(record.message, "DPCVX_PLAN_OPTION_ALLOW_NO_RESULT") == nullptr, allowed);
  }
}

}  // namespace
