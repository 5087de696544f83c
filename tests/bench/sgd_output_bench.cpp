// DP-SGD-Output: whole fits of 10^6 steps of one unit each, and plans. Items are steps.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "dpcvx.h"

namespace {

constexpr int64_t kRows = 20000, kColumns = 50, kSteps = 1000000;

struct Table {
  dpcvx_dataset *data = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_curve *price = nullptr;
  dpcvx_options *options = nullptr;
  dpcvx_rng *rng = nullptr;

  Table(int32_t loss, int32_t order) {
    std::mt19937_64 bits(1);
    std::uniform_real_distribution<double> uniform(-0.14, 0.14);
    std::vector<double> rows(static_cast<size_t>(kRows * kColumns)), labels(static_cast<size_t>(kRows));
    for (double &x : rows) x = uniform(bits);
    for (double &y : labels) y = (bits() & 1) != 0 ? 1 : -1;
    dpcvx_dataset_create_dense(rows.data(), kRows, kColumns, kColumns, 1, labels.data(), &data, nullptr);
    dpcvx_objective_create(data, loss, nullptr, nullptr, &objective, nullptr);
    dpcvx_curve_create_approximate(1, 1e-6, &price, nullptr);
    dpcvx_plan_options_create(&options, nullptr);
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, kSteps, nullptr);
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_ORDER, order, nullptr);
    dpcvx_rng_create(&rng, nullptr);
  }
  ~Table() {
    dpcvx_rng_destroy(rng);
    dpcvx_options_destroy(options);
    dpcvx_curve_destroy(price);
    dpcvx_objective_destroy(objective);
    dpcvx_dataset_destroy(data);
  }
  static dpcvx_budget *budget() {
    dpcvx_options *basic = nullptr;
    dpcvx_budget *out = nullptr;
    dpcvx_budget_options_create(&basic, nullptr);
    dpcvx_options_set_i64(basic, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr);
    dpcvx_budget_create(1e6, 0.5, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, basic, &out, nullptr);
    dpcvx_options_destroy(basic);
    return out;
  }
};

void fit(benchmark::State &state, int32_t loss, int32_t order) {
  const Table table(loss, order);
  dpcvx_budget *const budget = Table::budget();
  dpcvx_plan *plan = nullptr;
  dpcvx_error problem;
  if (dpcvx_plan_create(budget, table.price, table.objective, DPCVX_METHOD_DP_SGD_OUTPUT, table.options, &plan,
                        &problem) != DPCVX_OK)
    state.SkipWithError(problem.message);
  for (auto _ : state) {
    dpcvx_fit *out = nullptr;
    if (dpcvx_fit_create(budget, table.rng, plan, nullptr, &out, &problem) != DPCVX_OK)
      state.SkipWithError(problem.message);
    dpcvx_fit_destroy(out);
  }
  dpcvx_plan_destroy(plan);
  dpcvx_budget_destroy(budget);
  state.SetItemsProcessed(state.iterations() * kSteps);
}

BENCHMARK_CAPTURE(fit, logistic_passes, DPCVX_LOSS_LOGISTIC, DPCVX_SGD_ORDER_PERMUTED)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fit, logistic_uniform, DPCVX_LOSS_LOGISTIC, DPCVX_SGD_ORDER_SAMPLED)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fit, hinge_passes, DPCVX_LOSS_HINGE, DPCVX_SGD_ORDER_PERMUTED)->Unit(benchmark::kMillisecond);

}  // namespace
