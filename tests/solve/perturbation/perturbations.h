// What the tests of methods that perturb a result or an objective plan and fit through the C boundary.
#ifndef DPCVX_TESTS_SOLVE_PERTURBATION_PERTURBATIONS_H_
#define DPCVX_TESTS_SOLVE_PERTURBATION_PERTURBATIONS_H_

#include <gtest/gtest.h>

#include "support/handles.h"
#include "solve/perturbation/figures.h"
#include "solve/plan/plan_handle.h"

namespace perturbations {

using namespace fixtures;

constexpr int32_t kBoth[] = {DPCVX_METHOD_OUTPUT_PERTURBATION, DPCVX_METHOD_OBJECTIVE_PERTURBATION};
constexpr int32_t kAdjacencies[] = {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kFewer = 8;
#else
constexpr int kFewer = 1;
#endif

inline CurveHandle pure(double epsilon) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_pure(epsilon, &out.it, nullptr), DPCVX_OK);
  return out;
}
inline CurveHandle approximate(double epsilon, double delta) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_approximate(epsilon, delta, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline BudgetHandle ledger_of(int32_t filter, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE,
                              int32_t unit = DPCVX_UNIT_RECORD) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_create(1e4, 0.5, adjacency, unit, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

struct Setting {
  int32_t loss = DPCVX_LOSS_LOGISTIC;
  double l2 = 0;
  int64_t nominal_units = 0;
  double label_bound = 0;
  double row_norm = 2;
  const dpcvx_domain *domain = nullptr;
  std::vector<int64_t> users{};
  int64_t min_records_per_user = 0;
  double row_bound = 1;
  double huber_width = 1;
  double quantile = 0.5;
  bool intercept = false;
  int64_t classes = 0;
  int64_t matrix_rows = 0;
  int64_t max_records_per_user = 0;  // 0: no cap
};

inline ObjectiveHandle objective_of(const Rows &rows, const Setting &it) {
  DatasetHandle table = dataset(rows), owned;
  if (!it.users.empty()) {
    EXPECT_EQ(dpcvx_dataset_create_with_users(table, it.users.data(), rows.count(), &owned.it, nullptr), DPCVX_OK);
    std::swap(table.it, owned.it);
  }
  DatasetHandle capped;
  if (it.max_records_per_user > 0) {
    EXPECT_EQ(
        dpcvx_dataset_create_with_max_records_per_user(table, rng("cap"), it.max_records_per_user, &capped.it, nullptr),
        DPCVX_OK);
    std::swap(table.it, capped.it);
  }
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, it.intercept ? 1 : 0, nullptr);
  if (it.classes > 0) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, it.classes, nullptr);
  if (it.matrix_rows > 0) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS, it.matrix_rows, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, it.l2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, it.label_bound, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_NORM, it.row_norm, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, it.row_bound, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, it.huber_width, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_QUANTILE, it.quantile, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, it.nominal_units, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER, it.min_records_per_user, nullptr);
  EXPECT_EQ(dpcvx_objective_create(table, it.loss, it.domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

inline PlanHandle plan_of(const dpcvx_budget *ledger, const dpcvx_curve *price, const dpcvx_objective *it,
                          int32_t method, const dpcvx_options *options = nullptr) {
  PlanHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_plan_create(ledger, price, it, method, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

// Plan options by key, integers among them.
inline OptionsHandle with(std::initializer_list<std::pair<int32_t, double>> settings) {
  OptionsHandle out = plan_options();
  for (const auto &it : settings)
    if (dpcvx_options_set_f64(out, it.first, it.second, nullptr) != DPCVX_OK) {
      EXPECT_EQ(dpcvx_options_set_i64(out, it.first, static_cast<int64_t>(it.second), nullptr), DPCVX_OK) << it.first;
    }
  return out;
}

inline const dpcvx::solve::Proposal &proposal(const PlanHandle &plan) { return plan.it->plan.proposal(); }
// Of plans by perturbations.
inline const dpcvx::solve::PerturbationFigures &own_figures(const PlanHandle &plan) {
  return proposal(plan).own.as<dpcvx::solve::PerturbationFigures>();
}
inline const dpcvx::solve::PerturbationInputs &inputs_of(const PlanHandle &plan) {
  return proposal(plan).run.as<dpcvx::solve::PerturbationInputs>();
}

inline std::string why_not(const dpcvx_budget *ledger, const dpcvx_curve *price, const dpcvx_objective *it,
                           int32_t method, const dpcvx_options *options = nullptr) {
  PlanHandle plan;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_plan_create(ledger, price, it, method, options, &plan.it, &err), DPCVX_ERR_UNSUPPORTED);
  return err.message;
}

}  // namespace perturbations

#endif
