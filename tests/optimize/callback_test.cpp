// A caller's own losses and functions, users and weights, objectives without quadratic, and what stops a minimiser.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "dpcvx/data.h"
#include "dpcvx/optimize.h"
#include "support/evidence.h"
#include "support/handles.h"

namespace {

using fixtures::monitor;
using fixtures::MonitorHandle;

struct Outcome {
  std::vector<double> w;
  double gap = -1, distance = -1;
  int32_t outcome = -1;
};

Outcome minimize(const dpcvx_objective *objective, int64_t dimension, double tolerance, int64_t passes,
                 const dpcvx_monitor *monitor = nullptr) {
  Outcome out;
  dpcvx_error err;
  out.w.resize(static_cast<size_t>(dimension));
  EXPECT_EQ(dpcvx_nonprivate_minimize(objective, nullptr, fixtures::minimize_options(tolerance, passes), monitor,
                                      out.w.data(), dimension, &out.gap, &out.distance, &out.outcome, &err),
            DPCVX_OK)
      << err.message;
  return out;
}

// |w_0 - u| + |w_1 - u / 2| of unit u in 0..4: with a quadratic the minimiser has a corner in each coordinate.
double corners(int64_t unit, const double *w, int64_t, double *gradient, void *) {
  double value = 0;
  for (int j = 0; j < 2; ++j) {
    const double rest = w[j] - static_cast<double>(unit) / (1 + j);
    value += std::fabs(rest);
    gradient[j] = rest > 0 ? 1 : rest < 0 ? -1 : 0;
  }
  return value;
}

TEST(Callback, BundleCertifiesCorners) {
  const fixtures::OptionsHandle options = fixtures::own_units_options(2, INFINITY, 0);
  dpcvx_objective *objective = nullptr;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.05, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_objective_create_from_units(5, 2, corners, nullptr, nullptr, options, &objective, &err), DPCVX_OK)
      << err.message;
  // In each coordinate the mean slope jumps from -0.2 to 0.2 at the middle unit's corner, and 0.05 w lies between.
  const Outcome out = minimize(objective, 2, 1e-4, 3000);
  const double distance = std::hypot(out.w[0] - 2, out.w[1] - 1);
  EXPECT_LE(distance, out.distance);
  EXPECT_EQ(out.outcome, DPCVX_OUTCOME_DONE) << out.distance;
  evidence("optimize", "bundle on a caller's function with corners: certified %.2g, true %.2g", out.distance, distance);
  dpcvx_objective_destroy(objective);
}

struct Table {
  dpcvx_dataset *dataset = nullptr;
  dpcvx_objective *objective = nullptr;
  ~Table() {
    dpcvx_objective_destroy(objective);
    dpcvx_dataset_destroy(dataset);
  }
};

// Labels 0, 1, 10 at a = 1 without intercept.
void make_table(Table *it, int32_t loss, double l2, const dpcvx_domain *domain) {
  const double features[] = {1, 1, 1}, labels[] = {0, 1, 10};
  dpcvx_options *options = nullptr;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_objective_options_create(&options, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, l2, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, 2, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_dataset_create_dense(features, 3, 1, 1, 1, labels, &it->dataset, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_objective_create(it->dataset, loss, domain, options, &it->objective, &err), DPCVX_OK) << err.message;
  dpcvx_options_destroy(options);
}

// The median, by proximal points; on a bounded domain with a gap.
TEST(Minimize, WithoutQuadratic) {
  dpcvx_domain *ball = nullptr;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 5, nullptr, 1, &ball, nullptr), DPCVX_OK);
  for (const dpcvx_domain *domain :
       {static_cast<const dpcvx_domain *>(nullptr), static_cast<const dpcvx_domain *>(ball)}) {
    Table table;
    make_table(&table, DPCVX_LOSS_ABSOLUTE, 0, domain);
    const Outcome out = minimize(table.objective, 1, 1e-6, 5000);
    EXPECT_EQ(out.outcome, DPCVX_OUTCOME_DONE);
    EXPECT_NEAR(out.w[0], 1, 1e-3);
    EXPECT_TRUE(std::isinf(out.distance));
    EXPECT_EQ(std::isinf(out.gap), domain == nullptr);
    if (domain == nullptr) continue;
    EXPECT_GE(out.gap, std::fabs(out.w[0] - 1) / 3);
    EXPECT_LE(out.gap, 1e-3);
  }
  dpcvx_domain_destroy(ball);
}

int32_t refuse(const dpcvx_progress *, void *) { return 1; }

TEST(Minimize, CanBeStopped) {
  Table table;
  make_table(&table, DPCVX_LOSS_ABSOLUTE, 1e-3, nullptr);
  EXPECT_EQ(minimize(table.objective, 1, 0, 1000, monitor(refuse)).outcome, DPCVX_OUTCOME_CANCELLED);
  const MonitorHandle quiet = monitor(nullptr);
  EXPECT_NE(minimize(table.objective, 1, 0, 50, quiet).outcome, DPCVX_OUTCOME_CANCELLED);
  ASSERT_EQ(dpcvx_monitor_cancel(quiet, nullptr), DPCVX_OK);
  EXPECT_EQ(minimize(table.objective, 1, 0, 50, quiet).outcome, DPCVX_OUTCOME_CANCELLED);
}

// Where callbacks ran, of several calls at once.
struct Places {
  std::mutex lock;
  std::set<std::thread::id> threads;
  std::atomic<bool> go_on{false};
};

int32_t note_thread_and_wait(const dpcvx_progress *, void *user) {
  Places &places = *static_cast<Places *>(user);
  {
    const std::lock_guard<std::mutex> hold(places.lock);
    places.threads.insert(std::this_thread::get_id());
  }
  while (!places.go_on) std::this_thread::yield();
  return 0;
}

// Both wait in their first callback until a third thread has cancelled.
TEST(Minimize, OneMonitorStopsCallsInSeveralThreads) {
  Table table;
  make_table(&table, DPCVX_LOSS_ABSOLUTE, 1e-3, nullptr);
  Places places;
  const MonitorHandle watcher = monitor(note_thread_and_wait, &places);
  Outcome outcomes[2];
  std::thread::id ids[2];
  const auto run = [&](int i) {
    ids[i] = std::this_thread::get_id();
    outcomes[i] = minimize(table.objective, 1, 0, 1000, watcher);
  };
  std::thread first(run, 0), second(run, 1);
  for (size_t heard = 0; heard < 2; std::this_thread::yield()) {
    const std::lock_guard<std::mutex> hold(places.lock);
    heard = places.threads.size();
  }
  EXPECT_EQ(dpcvx_monitor_cancel(watcher, nullptr), DPCVX_OK);
  places.go_on = true;
  first.join();
  second.join();
  for (const Outcome &out : outcomes) EXPECT_EQ(out.outcome, DPCVX_OUTCOME_CANCELLED);
  EXPECT_EQ(places.threads, (std::set<std::thread::id>{ids[0], ids[1]}));
}

// Users 7 (two records) and 3 (one), weights 1, 0, 1: the minimiser of (|w - 0| / 2 + 0 + |w - 10|) / 2 + l2/2 w^2.
TEST(Minimize, UsersAndWeights) {
  Table table;
  make_table(&table, DPCVX_LOSS_SQUARED, 0.5, nullptr);
  dpcvx_dataset *owned = nullptr, *weighted = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_options *options = nullptr;
  dpcvx_error err;
  const int64_t users[] = {7, 7, 3};
  const double weights[] = {1, 0, 1};
  ASSERT_EQ(dpcvx_dataset_create_with_users(table.dataset, users, 3, &owned, &err), DPCVX_OK) << err.message;
  ASSERT_EQ(dpcvx_dataset_create_with_weights(owned, weights, 3, &weighted, &err), DPCVX_OK) << err.message;
  ASSERT_EQ(dpcvx_objective_options_create(&options, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.5, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, 2, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr), DPCVX_OK);
  for (const int32_t loss : {DPCVX_LOSS_SQUARED, DPCVX_LOSS_ABSOLUTE}) {
    ASSERT_EQ(dpcvx_objective_create(weighted, loss, nullptr, options, &objective, &err), DPCVX_OK) << err.message;
    const Outcome out = minimize(objective, 1, 1e-6, 1000);
    // Squared: w/4 + (w - 10)/2 + w/2 = 0. Absolute: 1/4 - 1/2 + w/2 = 0.
    const double truth = loss == DPCVX_LOSS_SQUARED ? 4 : 0.5;
    EXPECT_EQ(out.outcome, DPCVX_OUTCOME_DONE);
    EXPECT_LE(std::fabs(out.w[0] - truth), out.distance * (1 + 1e-9) + 1e-15);
    dpcvx_objective_destroy(objective);
  }
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(weighted);
  dpcvx_dataset_destroy(owned);
}

}  // namespace
