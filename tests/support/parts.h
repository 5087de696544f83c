// Fits of tables in parts, through the C boundary.
#ifndef DPCVX_TESTS_SUPPORT_PARTS_H_
#define DPCVX_TESTS_SUPPORT_PARTS_H_

#include <algorithm>
#include <cmath>
#include <random>

#include "support/handles.h"

namespace fixtures {

using CoordinatorHandle = Handle<dpcvx_coordinator, dpcvx_coordinator_destroy>;
using PartialSumHandle = Handle<dpcvx_partial_sum, dpcvx_partial_sum_destroy>;

// What is public of a table.
struct Facts {
  int64_t columns = 1, units = 1;
  int32_t loss = DPCVX_LOSS_LOGISTIC, unit = DPCVX_UNIT_RECORD, storage = DPCVX_STORAGE_DENSE;
  int64_t classes = 0;
  double l2 = 0, label_bound = 0, weight_bound = 1, row_bound = 1;
  bool intercept = true;
  std::vector<double> low, high;
  const dpcvx_domain *domain = nullptr;
};

inline ObjectiveHandle public_objective(const Facts &facts) {
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, facts.units, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_UNIT, facts.unit, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_STORAGE, facts.storage, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, facts.intercept ? 1 : 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, facts.l2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND, facts.weight_bound, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, facts.row_bound, nullptr);
  if (facts.label_bound > 0)
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, facts.label_bound, nullptr);
  if (facts.classes > 0) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, facts.classes, nullptr);
  const bool ranges = !facts.low.empty();
  EXPECT_EQ(dpcvx_objective_create_public(ranges ? facts.low.data() : nullptr, ranges ? facts.high.data() : nullptr,
                                          facts.columns, facts.loss, facts.domain, options, &out.it, &err),
            DPCVX_OK)
      << err.message;
  return out;
}

inline PlanHandle plan_of(const dpcvx_objective *objective, const dpcvx_budget *ledger, const dpcvx_curve *price,
                          const dpcvx_options *options) {
  PlanHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_plan_create(ledger, price, objective, DPCVX_METHOD_AUTOMATIC, options, &out.it, &err), DPCVX_OK)
      << err.message;
  return out;
}

inline CoordinatorHandle coordinator(dpcvx_budget *ledger, dpcvx_rng *source, const dpcvx_plan *plan, int64_t parts) {
  CoordinatorHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_coordinator_create(ledger, source, plan, parts, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

inline int64_t coordinator_figure(const dpcvx_coordinator *it, int32_t figure) {
  int64_t value = -1;
  EXPECT_EQ(dpcvx_coordinator_get_i64(it, figure, &value, nullptr), DPCVX_OK);
  return value;
}

inline std::string broadcast_of(const dpcvx_coordinator *it) {
  size_t length = 0;
  EXPECT_EQ(dpcvx_coordinator_broadcast(it, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string bytes(length, '\0');
  EXPECT_EQ(dpcvx_coordinator_broadcast(it, &bytes[0], length, &length, nullptr), DPCVX_OK);
  return bytes;
}

inline std::string saved_sum(const dpcvx_partial_sum *sum) {
  size_t length = 0;
  EXPECT_EQ(dpcvx_partial_sum_save(sum, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string bytes(length, '\0');
  EXPECT_EQ(dpcvx_partial_sum_save(sum, &bytes[0], length, &length, nullptr), DPCVX_OK);
  return bytes;
}

inline PartialSumHandle loaded_sum(const std::string &bytes) {
  PartialSumHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_partial_sum_load(bytes.data(), bytes.size(), &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

// A broadcast of the first step of a fit of such a table.
inline std::string broadcast_for(const Facts &facts) {
  const BudgetHandle ledger = budget(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, facts.unit);
  const RngHandle source = rng("parts");
  CurveHandle price;
  EXPECT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
  const PlanHandle plan = plan_of(public_objective(facts), ledger, price, nullptr);
  return broadcast_of(coordinator(ledger, source, plan, 2));
}

inline PartialSumHandle open_sum(const std::string &broadcast) {
  PartialSumHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_partial_sum_create(broadcast.data(), broadcast.size(), 0, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

inline std::string sealed_bytes(const dpcvx_partial_sum *sum) {
  EXPECT_EQ(dpcvx_partial_sum_seal(const_cast<dpcvx_partial_sum *>(sum), nullptr), DPCVX_OK);
  return saved_sum(sum);
}

using Blocks = std::vector<const dpcvx_dataset *>;

// A sealed sum of one part.
inline PartialSumHandle sum_of(const std::string &broadcast, int64_t part, const Blocks &blocks, int64_t threads = 1) {
  PartialSumHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_partial_sum_create(broadcast.data(), broadcast.size(), part, &out.it, &err), DPCVX_OK) << err.message;
  for (const dpcvx_dataset *block : blocks)
    EXPECT_EQ(dpcvx_partial_sum_add(out, block, threads, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(dpcvx_partial_sum_seal(out, &err), DPCVX_OK) << err.message;
  return out;
}

// The sum of all parts, merged in order.
inline PartialSumHandle sum_in_order(const std::string &broadcast, const std::vector<Blocks> &parts) {
  PartialSumHandle whole = sum_of(broadcast, 0, parts[0]);
  for (size_t part = 1; part < parts.size(); ++part) {
    const PartialSumHandle next = sum_of(broadcast, static_cast<int64_t>(part), parts[part]);
    EXPECT_EQ(dpcvx_partial_sum_merge(whole, next, nullptr), DPCVX_OK);
  }
  return whole;
}

// The sum of all parts, each computed on `threads` threads, sent as bytes and merged in an order that `shuffle` draws.
inline PartialSumHandle whole_sum(const std::string &broadcast, const std::vector<Blocks> &parts, int64_t threads,
                                  std::mt19937_64 &shuffle) {
  std::vector<size_t> order(parts.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), shuffle);
  PartialSumHandle whole;
  dpcvx_error err{};
  for (size_t part : order) {
    PartialSumHandle sum = loaded_sum(saved_sum(sum_of(broadcast, static_cast<int64_t>(part), parts[part], threads)));
    if (whole.it == nullptr)
      std::swap(whole.it, sum.it);
    else
      EXPECT_EQ(dpcvx_partial_sum_merge(whole, sum, &err), DPCVX_OK) << err.message;
  }
  return whole;
}

// Takes all steps that are left, and gives the fit.
inline FitHandle run_steps(const dpcvx_coordinator *it, dpcvx_rng *source, const std::vector<Blocks> &parts,
                           int64_t threads = 1, uint64_t seed = 1) {
  std::mt19937_64 shuffle(seed);
  dpcvx_error err{};
  const auto handle = const_cast<dpcvx_coordinator *>(it);
  const int64_t steps = coordinator_figure(it, DPCVX_COORDINATOR_FIGURE_STEPS);
  while (coordinator_figure(it, DPCVX_COORDINATOR_FIGURE_STEP) < steps) {
    const PartialSumHandle whole = whole_sum(broadcast_of(it), parts, threads, shuffle);
    EXPECT_EQ(dpcvx_coordinator_finish_step(handle, source, whole, &err), DPCVX_OK) << err.message;
  }
  FitHandle fit;
  EXPECT_EQ(dpcvx_coordinator_fit(handle, &fit.it, &err), DPCVX_OK) << err.message;
  return fit;
}

}  // namespace fixtures

#endif
