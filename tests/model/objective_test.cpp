#include "dpcvx/model.h"

#include <gtest/gtest.h>

#include <cstring>

#include "dpcvx/data.h"
#include "support/evidence.h"
#include "model/fixtures.h"
#include "support/figures.h"

namespace {

using dpcvx::model::ObjectiveSettings;
using fixtures::Model;
using fixtures::Rows;

TEST(Objective, GradientAgreesWithFiniteDifferences) {
  double worst = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    ObjectiveSettings settings;
    settings.row_bound = seed % 2 == 0 ? 1 : 5;
    settings.l2 = seed % 3 == 0 ? 0.1 : 0;
    settings.intercept = seed % 5 != 0;
    settings.intercept_value = 0.5;
    settings.nominal_units = seed % 7 == 0 ? 50 : 0;
    Model model(fixtures::random_rows(40, 1 + static_cast<int64_t>(seed), seed, 2), settings);
    const std::vector<double> w = fixtures::random_point(model.objective.dimension(), seed + 100);
    const std::vector<double> gradient = model.gradient(w);
    for (size_t j = 0; j < w.size(); ++j) {
      std::vector<double> up = w, down = w;
      const double h = 1e-5;
      up[j] += h;
      down[j] -= h;
      worst = std::fmax(worst, std::fabs((model.value(up) - model.value(down)) / (2 * h) - gradient[j]));
    }
  }
  EXPECT_LT(worst, 1e-9);
  evidence("model", "logistic gradient against central differences on 20 objectives: largest difference %.1e", worst);
}

TEST(Objective, HessianAgreesWithDifferencesOfTheGradient) {
  ObjectiveSettings settings;
  settings.l2 = 0.3;
  settings.row_bound = 3;
  Model model(fixtures::random_rows(60, 6, 3, 2), settings);
  const size_t d = 7;
  const std::vector<double> w = fixtures::random_point(7, 4);
  std::vector<double> hessian(d * d);
  model.objective.hessian(w.data(), model.work(), hessian.data());
  for (size_t j = 0; j < d; ++j) {
    std::vector<double> up = w, down = w;
    up[j] += 1e-5;
    down[j] -= 1e-5;
    const std::vector<double> high = model.gradient(up), low = model.gradient(down);
    for (size_t i = 0; i < d; ++i) EXPECT_NEAR((high[i] - low[i]) / 2e-5, hessian[i * d + j], 1e-9);
  }
}

TEST(Objective, ConstantsBoundWhatTheyClaim) {
  ObjectiveSettings settings;
  settings.row_bound = 2.5;
  settings.l2 = 0.05;
  Model model(fixtures::random_rows(50, 4, 9, 10), settings);
  EXPECT_EQ(model.objective.lipschitz(), 2.5);
  EXPECT_DOUBLE_EQ(model.objective.smoothness(), 2.5 * 2.5 / 4 + 0.05);
  double steepest = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const std::vector<double> a = fixtures::random_point(5, seed, 2), b = fixtures::random_point(5, seed + 5000, 2);
    steepest = std::fmax(steepest, fixtures::distance(model.gradient(a), model.gradient(b)) / fixtures::distance(a, b));
  }
  EXPECT_LE(steepest, model.objective.smoothness());
}

TEST(Objective, SumsDoNotDependOnThreads) {
  Model model(fixtures::random_rows(20000, 13, 5));
  const std::vector<double> w = fixtures::random_point(14, 6);
  const std::vector<double> one = model.gradient_sum(w);
  for (int32_t threads : {2, 3, 8, 64}) {
    model.use_threads(threads);
    EXPECT_EQ(std::memcmp(model.gradient_sum(w).data(), one.data(), one.size() * sizeof(double)), 0) << threads;
  }
}

TEST(Objective, SumOverSomeUnitsIsTheSumOfTheirTable) {
  const Rows rows = fixtures::random_rows(500, 3, 8);
  Rows some;
  std::vector<int64_t> list;
  for (int64_t i = 499; i >= 0; i -= 3) {
    list.push_back(i);
    const double *const row = rows.features.data() + 3 * i;
    some.add(std::vector<double>(row, row + 3), rows.labels[static_cast<size_t>(i)]);
  }
  const std::vector<double> w = fixtures::random_point(4, 2);
  Model whole(rows), part(some);
  EXPECT_EQ(whole.gradient_sum(w, {list.data(), static_cast<int64_t>(list.size())}), part.gradient_sum(w));
  EXPECT_EQ(whole.gradient_sum(w, {list.data(), 0}), std::vector<double>(4, 0.0));
}

TEST(Objective, StatedRoundingErrorOfASumHolds) {
  Model model(fixtures::random_rows(30000, 5, 12));
  const std::vector<double> w = fixtures::random_point(6, 3, 4);
  const std::vector<double> sum = model.gradient_sum(w);
  std::vector<long double> exact(6, 0.0L);
  for (int64_t i = 0; i < 30000; ++i) {
    const std::vector<double> term = model.gradient_sum(w, {&i, 1});
    for (size_t j = 0; j < 6; ++j) exact[j] += term[j];
  }
  long double squares = 0;
  for (size_t j = 0; j < 6; ++j) squares += (exact[j] - sum[j]) * (exact[j] - sum[j]);
  const double error = static_cast<double>(std::sqrt(squares));
  EXPECT_LT(error, model.sum_error());
  EXPECT_LT(model.sum_error(), 1e-7 * model.objective.lipschitz());
  evidence("model", "rounding of a gradient sum of 30000 rows: %.1e, bound in the sensitivity: %.1e", error,
           model.sum_error());
}

// ---- The C boundary -----------------------------------------------------------------------------------------------

struct Boundary : testing::Test {
  dpcvx_dataset *dataset = nullptr;
  dpcvx_options *options = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_error err{};

  void SetUp() override {
    const double features[] = {1, 2, 3, 4, 5, 6}, labels[] = {1, -1, 1};
    ASSERT_EQ(dpcvx_dataset_create_dense(features, 3, 2, 2, 1, labels, &dataset, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_objective_options_create(&options, nullptr), DPCVX_OK);
  }
  void TearDown() override {
    dpcvx_objective_destroy(objective);
    dpcvx_options_destroy(options);
    dpcvx_dataset_destroy(dataset);
  }
  double constant(int32_t which) {
    double value = -1;
    EXPECT_EQ(READ_FIGURE(objective, objective, which, &value, nullptr), DPCVX_OK);
    return value;
  }
};

TEST_F(Boundary, KeepsTheDatasetAlive) {
  ASSERT_EQ(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective, &err), DPCVX_OK);
  dpcvx_dataset_destroy(dataset);
  dataset = nullptr;
  const double w[] = {0, 0, 0};
  double value, gradient[3];
  ASSERT_EQ(dpcvx_nonprivate_objective_value(objective, w, 3, &value, gradient, nullptr), DPCVX_OK);
  EXPECT_NEAR(value, std::log(2.0), 1e-15);
  EXPECT_EQ(constant(DPCVX_OBJECTIVE_FIGURE_DIMENSION), 3);
  EXPECT_EQ(constant(DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ), 1);
  EXPECT_EQ(constant(DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS), 0.25);
  EXPECT_EQ(constant(DPCVX_OBJECTIVE_FIGURE_UNITS), 3);
}

TEST_F(Boundary, NamesTheRowOfAWrongLabel) {
  const double features[] = {1, 2, 3}, labels[] = {1, 0, 2};
  dpcvx_dataset *other = nullptr;
  ASSERT_EQ(dpcvx_dataset_create_dense(features, 3, 1, 1, 1, labels, &other, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_objective_create(other, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message, "dpcvx_objective_create: argument 'dataset' = label 0 in row 1; accepted: -1 or 1");
  dpcvx_dataset_destroy(other);
  ASSERT_EQ(dpcvx_dataset_create_dense(features, 3, 1, 1, 1, nullptr, &other, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_objective_create(other, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "without labels"), nullptr);
  dpcvx_dataset_destroy(other);
  EXPECT_EQ(dpcvx_objective_create(dataset, 77, nullptr, nullptr, &objective, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'loss'"), nullptr);
}

TEST_F(Boundary, NominalUnitsDivideAndAreBoundedByTheRows) {
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 6, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, nullptr, options, &objective, &err), DPCVX_OK);
  const double w[] = {0, 0, 0};
  double value;
  ASSERT_EQ(dpcvx_nonprivate_objective_value(objective, w, 3, &value, nullptr, nullptr), DPCVX_OK);
  EXPECT_NEAR(value, std::log(2.0) / 2, 1e-15);
  EXPECT_EQ(constant(DPCVX_OBJECTIVE_FIGURE_UNITS), 6);
  const std::vector<double> features(13, 1.0), labels(13, 1.0);
  dpcvx_dataset *larger = nullptr;
  dpcvx_objective *none = nullptr;
  ASSERT_EQ(dpcvx_dataset_create_dense(features.data(), 13, 1, 1, 1, labels.data(), &larger, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_objective_create(larger, DPCVX_LOSS_LOGISTIC, nullptr, options, &none, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "NOMINAL_UNITS' = 6"), nullptr);
  dpcvx_dataset_destroy(larger);
}

}  // namespace
