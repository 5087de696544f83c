// Settings at the ends of their ranges: a plan has figures, or says why it does not apply; a fit comes to an end.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "dpcvx.h"
#include "support/handles.h"

namespace {

using fixtures::BudgetHandle;
using fixtures::CurveHandle;
using fixtures::DatasetHandle;
using fixtures::ObjectiveHandle;
using fixtures::OptionsHandle;
using fixtures::PlanHandle;

BudgetHandle budget() {
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_create(100, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &out.it, nullptr),
            DPCVX_OK);
  return out;
}

struct Setting {
  int32_t key;
  double value;
};

OptionsHandle options_of(dpcvx_status (*create)(dpcvx_options **, dpcvx_error *),
                         const std::vector<Setting> &settings) {
  OptionsHandle out;
  EXPECT_EQ(create(&out.it, nullptr), DPCVX_OK);
  for (const Setting &it : settings)
    if (dpcvx_options_set_f64(out, it.key, it.value, nullptr) != DPCVX_OK) {
      EXPECT_EQ(dpcvx_options_set_i64(out, it.key, static_cast<int64_t>(it.value), nullptr), DPCVX_OK) << it.key;
    }
  return out;
}

// No plan has a figure that is no number; the fits of those that apply can be saved and loaded.
void expect_numbers(const dpcvx_objective *objective, const dpcvx_curve *price, const std::vector<Setting> &settings) {
  const OptionsHandle options = options_of(dpcvx_plan_options_create, settings);
  for (int32_t method = DPCVX_METHOD_AUTOMATIC; method <= DPCVX_METHOD_EXPONENTIAL_MECHANISM; ++method) {
    if (method == DPCVX_SCHEDULE_OPTIMIZED || method == DPCVX_SCHEDULE_REFERENCE) continue;  // numbers in between
    PlanHandle plan;
    dpcvx_error err;
    if (dpcvx_plan_create(budget(), price, objective, method, options, &plan.it, &err) != DPCVX_OK) {
      EXPECT_EQ(err.code, DPCVX_ERR_UNSUPPORTED) << err.message;
      EXPECT_EQ(std::strstr(err.message, "nan"), nullptr) << err.message;
      continue;
    }
    for (int32_t figure = DPCVX_PLAN_FIGURE_METHOD; figure <= DPCVX_PLAN_FIGURE_UNITS; ++figure) {
      double value = NAN;
      const dpcvx_status status = dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, figure, &value, nullptr);
      if (status == DPCVX_ERR_UNSUPPORTED) continue;  // the method lacks it
      if (status != DPCVX_OK) value = plan_figure(plan, figure);
      EXPECT_FALSE(std::isnan(value)) << "method " << method << ", figure " << figure;
      if (figure != DPCVX_PLAN_FIGURE_PLANNING_RADIUS && figure != DPCVX_PLAN_FIGURE_PREDICTED_RISK) {
        EXPECT_TRUE(std::isfinite(value)) << "method " << method << ", figure " << figure;
      }
    }
    const int32_t chosen = static_cast<int32_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD));
    if (chosen == DPCVX_METHOD_OUTPUT_PERTURBATION || chosen == DPCVX_METHOD_OBJECTIVE_PERTURBATION) {
      EXPECT_GT(plan_figure(plan, DPCVX_PLAN_FIGURE_TOLERANCE), 0) << "a minimiser that no search reaches";
    }
  }
}

double distance(int64_t, const double *w, int64_t dimension, double *gradient, void *) {
  for (int64_t j = 0; j < dimension; ++j) gradient[j] = w[j] > 0 ? 1 : -1;
  return std::fabs(w[0]);
}

TEST(Extremes, AFunctionOfUnitsHasNoRowsToBeMeasured) {
  const OptionsHandle options = fixtures::own_units_options(2, INFINITY, 0);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_NORM, 1, nullptr), DPCVX_OK);
  ObjectiveHandle objective;
  ASSERT_EQ(dpcvx_objective_create_from_units(8, 2, distance, nullptr, nullptr, options, &objective.it, nullptr),
            DPCVX_OK);
  CurveHandle price;
  ASSERT_EQ(dpcvx_curve_create_gdp(1, &price.it, nullptr), DPCVX_OK);
  expect_numbers(objective, price, {{DPCVX_PLAN_OPTION_STEPS, 3}, {DPCVX_PLAN_OPTION_STEP_SIZE, 1}});
}

DatasetHandle table() {
  const double features[8] = {1, 0, 0.5, -0.5, -1, 0.25, 0, 2}, labels[4] = {1, -1, 1, -1};
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_dense(features, 4, 2, 2, 1, labels, &out.it, nullptr), DPCVX_OK);
  return out;
}

ObjectiveHandle objective_of(int32_t loss, const std::vector<Setting> &settings) {
  const OptionsHandle options = options_of(dpcvx_objective_options_create, settings);
  ObjectiveHandle out;
  EXPECT_EQ(dpcvx_objective_create(table(), loss, nullptr, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

TEST(Extremes, ClipsWhoseSquaresVanish) {
  const ObjectiveHandle objective = objective_of(DPCVX_LOSS_POWER, {{DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1}});
  for (const double clip : {5e-324, 1e-300, 1e-160}) {
    CurveHandle price;
    ASSERT_EQ(dpcvx_curve_create_gdp(0.5, &price.it, nullptr), DPCVX_OK);
    expect_numbers(objective, price, {{DPCVX_PLAN_OPTION_CLIPPING_NORM, clip}, {DPCVX_PLAN_OPTION_SMOOTHING, 0}});
  }
}

// Step sizes are searched for in logarithms: one is found where the models to plan for are hardly apart from 0.
TEST(Extremes, ModelsNextToNothing) {
  const ObjectiveHandle objective = objective_of(DPCVX_LOSS_POWER_HINGE, {{DPCVX_OBJECTIVE_OPTION_EXPONENT, 1.9}});
  for (const double radius : {5e-324, 1e-310, 1e-300, 1e-160}) {
    CurveHandle price;
    ASSERT_EQ(dpcvx_curve_create_approximate(1, 1e-6, &price.it, nullptr), DPCVX_OK);
    expect_numbers(objective, price, {{DPCVX_PLAN_OPTION_PLANNING_RADIUS, radius}});
  }
}

// A tolerance of 0 would be searched for ever, after the charge.
TEST(Extremes, NoMinimiserIsPromisedExactly) {
  const ObjectiveHandle objective = objective_of(DPCVX_LOSS_HUBER, {{DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1e-100},
                                                                    {DPCVX_OBJECTIVE_OPTION_L2, 1e-30},
                                                                    {DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND, 1e-30},
                                                                    {DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, 1e-10}});
  CurveHandle pure, gdp;
  ASSERT_EQ(dpcvx_curve_create_pure(0.001, &pure.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_create_gdp(1, &gdp.it, nullptr), DPCVX_OK);
  for (const dpcvx_curve *price : {pure.it, gdp.it}) {
    expect_numbers(objective, price, {});
    expect_numbers(objective, price, {{DPCVX_PLAN_OPTION_TOLERANCE, 5e-324}});
  }
}

// Half of a quadratic that is denormal rounds to nothing: it proves neither a distance nor a gap.
TEST(Extremes, AQuadraticThatIsDenormalProvesNothing) {
  const ObjectiveHandle objective =
      objective_of(DPCVX_LOSS_HUBER, {{DPCVX_OBJECTIVE_OPTION_L2, 5e-324}, {DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, 1e30}});
  const double start[3] = {1e300, -1e300, 0};
  for (const double *from : {static_cast<const double *>(nullptr), start}) {
    double w[3], gap = NAN, apart = NAN;
    int32_t outcome = 0;
    ASSERT_EQ(dpcvx_nonprivate_minimize(objective, from, fixtures::minimize_options(1e-9, 1000), nullptr, w, 3, &gap,
                                        &apart, &outcome, nullptr),
              DPCVX_OK);
    EXPECT_EQ(gap, INFINITY);
    EXPECT_EQ(apart, INFINITY);
  }
}

}  // namespace
