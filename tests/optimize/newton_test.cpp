#include <gtest/gtest.h>

#include "dpcvx/data.h"
#include "dpcvx/optimize.h"
#include "evidence.h"
#include "model/fixtures.h"
#include "optimize/newton.h"

namespace {

using dpcvx::model::ObjectiveSettings;
using dpcvx::optimize::Certificate;
using dpcvx::optimize::Newton;
using fixtures::Model;
using fixtures::Rows;

dpcvx_status minimize(const Model &model, double tolerance, std::vector<double> *w, Certificate *certificate) {
  dpcvx::Error error(nullptr, "minimize");
  Newton newton;
  EXPECT_EQ(newton.prepare(model.objective, error), DPCVX_OK);
  w->assign(static_cast<size_t>(model.objective.dimension()), 0.0);
  const dpcvx_status status = newton.minimize(tolerance, 200, w->data(), certificate, error);
  EXPECT_LE(certificate->gradient_norm, tolerance);
  return status;
}

// k of n labels are +1 at a = 1: the minimiser is log(k / (n - k)).
TEST(Newton, FindsAKnownOptimum) {
  Rows rows;
  for (int i = 0; i < 10; ++i) rows.add({1}, i < 7 ? 1 : -1);
  ObjectiveSettings settings;
  settings.intercept = false;
  settings.row_bound = 2;
  std::vector<double> w;
  Certificate reached{};
  ASSERT_EQ(minimize(Model(rows, settings), 1e-13, &w, &reached), DPCVX_OK);
  EXPECT_NEAR(w[0], std::log(7.0 / 3), 1e-12);
  EXPECT_TRUE(std::isinf(reached.distance));
}

// One row with a quadratic: -sigma(-w) + l2 w = 0 by bisection in wider arithmetic. The certificate must cover the
// true distance at every tolerance.
TEST(Newton, CertifiedDistanceIsNeverBelowTheTrueOne) {
  int tight = 0, count = 0;
  for (double l2 : {1e-8, 1e-4, 0.1, 10.0})
    for (double tolerance : {0.3, 1e-2, 1e-5, 1e-10}) {
      Rows rows;
      rows.add({1}, 1);
      ObjectiveSettings settings;
      settings.intercept = false;
      settings.row_bound = 2;
      settings.l2 = l2;
      long double low = 0, high = 1e9L;
      for (int i = 0; i < 200; ++i) {
        const long double middle = (low + high) / 2;
        (l2 * middle - 1 / (1 + std::exp(middle)) < 0 ? low : high) = middle;
      }
      std::vector<double> w;
      Certificate reached{};
      ASSERT_EQ(minimize(Model(rows, settings), tolerance, &w, &reached), DPCVX_OK);
      const double distance = static_cast<double>(std::fabs(low - w[0]));
      EXPECT_LE(distance, reached.distance) << l2 << " " << tolerance;
      EXPECT_LE(reached.gradient_norm, tolerance);
      ++count;
      if (distance > 0.1 * reached.distance) ++tight;
    }
  EXPECT_GT(tight, 0) << "a certificate that is never close would show nothing";
  evidence("optimize", "certified distance of Newton's method holds on %d problems, within a factor 10 on %d", count,
           tight);
}

TEST(Newton, ReachesTightTolerancesOnRandomTables) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    ObjectiveSettings settings;
    settings.row_bound = seed % 2 == 0 ? 1 : 20;
    settings.l2 = seed % 3 == 0 ? 0 : 1e-6;
    std::vector<double> w;
    Certificate reached{};
    EXPECT_EQ(minimize(Model(fixtures::random_rows(300, 8, seed), settings), 1e-12, &w, &reached), DPCVX_OK) << seed;
  }
}

TEST(Newton, SeparableTableWithoutQuadraticSaysSo) {
  const double features[] = {1, -1}, labels[] = {1, -1};
  dpcvx_dataset *dataset = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_dataset_create_dense(features, 2, 1, 1, 1, labels, &dataset, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, nullptr, &objective, nullptr), DPCVX_OK);
  double w[2] = {9, 9}, norm = -1, distance = -1;
  int32_t converged = -1;
  EXPECT_EQ(dpcvx_nonprivate_minimize(objective, 1e-12, 5, w, 2, &norm, &distance, &converged, &err), DPCVX_OK);
  EXPECT_EQ(converged, 0);
  EXPECT_NE(w[0], 9) << "the last iterate is written";
  EXPECT_GT(norm, 1e-12);
  EXPECT_TRUE(std::isinf(distance));
  EXPECT_EQ(dpcvx_nonprivate_minimize(objective, 0.1, 200, w, 2, &norm, nullptr, &converged, &err), DPCVX_OK);
  EXPECT_EQ(converged, 1);
  EXPECT_LE(norm, 0.1);
  EXPECT_EQ(dpcvx_nonprivate_minimize(objective, 1e-12, 200, w, 1, &norm, &distance, nullptr, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message, "dpcvx_nonprivate_minimize: argument 'dimension' = 1; accepted: 2");
  dpcvx_objective_destroy(objective);
  dpcvx_dataset_destroy(dataset);
}

}  // namespace
