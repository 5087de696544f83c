#include <gtest/gtest.h>

#include "base/error.h"
#include "dpcvx/data.h"
#include "dpcvx/optimize.h"
#include "support/evidence.h"
#include "support/handles.h"
#include "model/fixtures.h"
#include "optimize/minimizer.h"

namespace {

using dpcvx::ProgressMonitor;
using dpcvx::model::ObjectiveSettings;
using dpcvx::optimize::Minimizer;
using dpcvx::optimize::Reached;
using fixtures::Model;
using fixtures::Rows;

Reached minimize(const Model &model, double tolerance, std::vector<double> *w, double extra = 0,
                 const double *linear_term = nullptr, int64_t passes = 2000) {
  dpcvx::Error error(nullptr, "minimize");
  Minimizer minimizer;
  EXPECT_EQ(minimizer.prepare(model.objective, extra, error), DPCVX_OK);
  w->resize(static_cast<size_t>(model.objective.dimension()));
  ProgressMonitor watch;
  return minimizer.minimize(linear_term, tolerance, passes, watch, w->data());
}

// k of n labels are +1 at a = 1: the minimiser is log(k / (n - k)).
TEST(Minimizer, FindsAKnownOptimum) {
  Rows rows;
  for (int i = 0; i < 10; ++i) rows.add({1}, i < 7 ? 1 : -1);
  ObjectiveSettings settings;
  settings.intercept = false;
  settings.row_bound = 2;
  std::vector<double> w;
  const Reached reached = minimize(Model(rows, settings), 1e-13, &w);
  EXPECT_EQ(reached.outcome, DPCVX_OUTCOME_DONE);
  EXPECT_NEAR(w[0], std::log(7.0 / 3), 1e-12);
  EXPECT_TRUE(std::isinf(reached.certificate.distance));
}

TEST(Minimizer, ReachesTightTolerancesOnRandomTables) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    ObjectiveSettings settings;
    settings.row_bound = seed % 2 == 0 ? 1 : 20;
    settings.l2 = seed % 3 == 0 ? 0 : 1e-6;
    std::vector<double> w;
    const double tolerance = settings.l2 > 0 ? 1e-5 : 1e-10;
    const Reached reached = minimize(Model(fixtures::random_rows(300, 8, seed), settings), tolerance, &w);
    EXPECT_EQ(reached.outcome, DPCVX_OUTCOME_DONE) << seed << " " << reached.certificate.distance;
  }
}

TEST(Minimizer, SeparableTableWithoutQuadraticSaysSo) {
  const double features[] = {1, -1}, labels[] = {1, -1};
  dpcvx_dataset *dataset = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_dataset_create_dense(features, 2, 1, 1, 1, labels, &dataset, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective, nullptr), DPCVX_OK);
  double w[2] = {9, 9}, gap = -1, distance = -1;
  int32_t outcome = -1;
  const auto run = [&](double tolerance, int64_t passes) {
    return dpcvx_nonprivate_minimize(objective, nullptr, fixtures::minimize_options(tolerance, passes), nullptr, w, 2,
                                     &gap, &distance, &outcome, &err);
  };
  EXPECT_EQ(run(1e-12, 5), DPCVX_OK);
  EXPECT_EQ(outcome, DPCVX_OUTCOME_MAX_PASSES);
  EXPECT_NE(w[0], 9) << "the best point is written";
  EXPECT_TRUE(std::isinf(distance) && std::isinf(gap));
  EXPECT_EQ(run(0.1, 200), DPCVX_OK);
  EXPECT_EQ(outcome, DPCVX_OUTCOME_DONE);
  EXPECT_EQ(dpcvx_nonprivate_minimize(objective, nullptr, fixtures::minimize_options(1e-12, 200), nullptr, w, 1,
                                      nullptr, nullptr, nullptr, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message, "dpcvx_nonprivate_minimize: argument 'dimension' = 1; accepted: 2");
  dpcvx_objective_destroy(objective);
  dpcvx_dataset_destroy(dataset);
}

}  // namespace
