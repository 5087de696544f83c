// Owners of the handles that a fit needs, for tests through the C boundary.
#ifndef DPCVX_TESTS_SUPPORT_HANDLES_H_
#define DPCVX_TESTS_SUPPORT_HANDLES_H_

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "dpcvx.h"
#include "model/fixtures.h"
#include "support/figures.h"

namespace fixtures {

template <class T, void (*kDestroy)(T *)>
struct Handle {
  T *it = nullptr;
  Handle() = default;
  Handle(Handle &&other) noexcept : it(other.it) { other.it = nullptr; }
  Handle(const Handle &) = delete;
  Handle &operator=(Handle &&other) noexcept {
    std::swap(it, other.it);
    return *this;
  }
  ~Handle() { kDestroy(it); }
  operator T *() const { return it; }
};

using DatasetHandle = Handle<dpcvx_dataset, dpcvx_dataset_destroy>;
using ObjectiveHandle = Handle<dpcvx_objective, dpcvx_objective_destroy>;
using OptionsHandle = Handle<dpcvx_options, dpcvx_options_destroy>;
using CurveHandle = Handle<dpcvx_curve, dpcvx_curve_destroy>;
using BudgetHandle = Handle<dpcvx_budget, dpcvx_budget_destroy>;
using MonitorHandle = Handle<dpcvx_monitor, dpcvx_monitor_destroy>;
using DomainHandle = Handle<dpcvx_domain, dpcvx_domain_destroy>;
using RngHandle = Handle<dpcvx_rng, dpcvx_rng_destroy>;
using PlanHandle = Handle<dpcvx_plan, dpcvx_plan_destroy>;
using FitHandle = Handle<dpcvx_fit, dpcvx_fit_destroy>;
using GuaranteeHandle = Handle<dpcvx_guarantee, dpcvx_guarantee_destroy>;

inline DatasetHandle dataset(const Rows &rows) {
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_dense(rows.features.data(), rows.count(), rows.columns, rows.columns, 1,
                                       rows.labels.data(), &out.it, nullptr),
            DPCVX_OK);
  return out;
}

struct ObjectiveChoice {
  bool intercept = true;
  double l2 = 0;
  int64_t nominal_units = 0;
};

inline ObjectiveHandle objective(const Rows &rows, const ObjectiveChoice &choice = {}) {
  const DatasetHandle table = dataset(rows);
  OptionsHandle options;
  ObjectiveHandle out;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, choice.intercept ? 1 : 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, choice.l2, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, choice.nominal_units, nullptr);
  EXPECT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, nullptr, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline MonitorHandle monitor(dpcvx_progress_callback progress, void *user = nullptr) {
  MonitorHandle out;
  EXPECT_EQ(dpcvx_monitor_create(progress, user, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline RngHandle rng(const std::string &seed) {
  RngHandle out;
  EXPECT_EQ(dpcvx_rng_create_deterministic(seed.data(), seed.size(), &out.it, nullptr), DPCVX_OK);
  return out;
}

inline CurveHandle gdp(double mu) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_gdp(mu, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline BudgetHandle budget(double epsilon, double delta = 1e-6, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE,
                           int32_t unit = DPCVX_UNIT_RECORD) {
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_create(epsilon, delta, adjacency, unit, nullptr, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline double budget_figure(const dpcvx_budget *ledger, int32_t figure) {
  double value = -1;
  EXPECT_EQ(READ_FIGURE(budget, ledger, figure, &value, nullptr), DPCVX_OK);
  return value;
}

// A figure of either type.
inline double fit_figure(const dpcvx_fit *fit, int32_t figure) {
  double value = -1;
  if (dpcvx_fit_get_f64(fit, figure, &value, nullptr) == DPCVX_OK) return value;
  int64_t count = -1;
  EXPECT_EQ(dpcvx_fit_get_i64(fit, figure, &count, nullptr), DPCVX_OK) << "figure " << figure;
  return static_cast<double>(count);
}

inline OptionsHandle plan_options() {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_plan_options_create(&out.it, nullptr), DPCVX_OK);
  return out;
}

// Of objectives, with the constants of a caller's own loss, or function of units.
inline OptionsHandle own_loss_options(double max_slope, double max_curvature) {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_objective_options_create(&out.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(out, DPCVX_OBJECTIVE_OPTION_MAX_SLOPE, max_slope, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(out, DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE, max_curvature, nullptr), DPCVX_OK);
  return out;
}

inline OptionsHandle own_units_options(double lipschitz, double smoothness, double strong_convexity) {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_objective_options_create(&out.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(out, DPCVX_OBJECTIVE_OPTION_LIPSCHITZ, lipschitz, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(out, DPCVX_OBJECTIVE_OPTION_SMOOTHNESS, smoothness, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(out, DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY, strong_convexity, nullptr), DPCVX_OK);
  return out;
}

inline OptionsHandle minimize_options(double tolerance, int64_t max_passes) {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_minimize_options_create(&out.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(out, DPCVX_MINIMIZE_OPTION_TOLERANCE, tolerance, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(out, DPCVX_MINIMIZE_OPTION_MAX_PASSES, max_passes, nullptr), DPCVX_OK);
  return out;
}

// Of the method that was chosen, or of one by its number.
inline double plan_figure(const dpcvx_plan *plan, int32_t figure, int32_t method = DPCVX_METHOD_AUTOMATIC) {
  double value = -1;
  if (dpcvx_plan_get_f64(plan, method, figure, &value, nullptr) == DPCVX_OK) return value;
  int64_t count = -1;
  EXPECT_EQ(dpcvx_plan_get_i64(plan, method, figure, &count, nullptr), DPCVX_OK) << "figure " << figure;
  return static_cast<double>(count);
}

// Plans and fits; the status is the first that is not DPCVX_OK.
inline dpcvx_status plan_and_fit(dpcvx_budget *ledger, dpcvx_rng *source, const dpcvx_curve *price,
                                 const dpcvx_objective *it, const dpcvx_options *options, dpcvx_fit **out,
                                 dpcvx_error *err, int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT) {
  PlanHandle plan;
  *out = nullptr;
  const dpcvx_status planned = dpcvx_plan_create(ledger, price, it, method, options, &plan.it, err);
  return planned != DPCVX_OK ? planned : dpcvx_fit_create(ledger, source, plan, nullptr, out, err);
}

inline std::vector<double> coefficients(const dpcvx_fit *fit) {
  std::vector<double> out(static_cast<size_t>(fit_figure(fit, DPCVX_FIT_FIGURE_DIMENSION)));
  EXPECT_EQ(dpcvx_fit_coefficients(fit, out.data(), static_cast<int64_t>(out.size()), nullptr), DPCVX_OK);
  return out;
}

}  // namespace fixtures

#endif
