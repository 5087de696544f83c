// Users whose gradients are the same wherever the model is, and stable releases of their minimum below the C API, where
// they can be made wrong.
#ifndef DPCVX_TESTS_AUDIT_STABILITY_H_
#define DPCVX_TESTS_AUDIT_STABILITY_H_

#include <map>
#include <utility>

#include "base/error.h"
#include "model/objective_handle.h"
#include "audit/neighbours.h"
#include "random/rng_handle.h"
#include "solve/stable/filtered_minimizer.h"

constexpr int64_t kUsers = 128;
constexpr double kRidge = 10, kFarLabel = 1e4;

// Gradients of the users that have one; all others have gradient 0. Every user has `records` records, all the same.
struct Crowd {
  std::vector<double> gradients;
  int64_t records = 1;
};

// Labels so far away that slopes are -1 and 1 wherever the model is.
inline dpcvx_objective *crowd_objective(const Crowd &crowd) {
  std::vector<double> rows, labels;
  std::vector<int64_t> ids;
  for (int64_t user = 0; user < kUsers; ++user) {
    const size_t place = static_cast<size_t>(user);
    const double gradient = place < crowd.gradients.size() ? crowd.gradients[place] : 0;
    for (int64_t i = 0; i < crowd.records; ++i) {
      rows.push_back(std::fabs(gradient));
      labels.push_back(gradient > 0 ? -kFarLabel : gradient < 0 ? kFarLabel : 0);
      ids.push_back(user);
    }
  }
  dpcvx_error error{};
  dpcvx_dataset *const data = dataset_of(rows, labels, 1, &ids);
  dpcvx_options *options = nullptr;
  dpcvx_objective *out = nullptr;
  expect_ok(dpcvx_objective_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, kRidge, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, kFarLabel, &error), error);
  expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_HUBER, nullptr, options, &out, &error), error);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(data);
  return out;
}

struct CrowdPair {
  Crowd crowd[2];
};
inline dpcvx_objective *make_objective(const CrowdPair &pair, int side) { return crowd_objective(pair.crowd[side]); }

// So many users with gradients 1 and -1 in turn.
inline std::vector<double> far_users(int64_t count) {
  std::vector<double> made;
  for (int64_t i = 0; i < count; ++i) made.push_back(i % 2 == 0 ? 1 : -1);
  return made;
}

// What is scored where nothing is released, or of all releases.
constexpr double kBottom = 1e9;

class StableRuns {
 public:
  StableRuns(const Neighbours &neighbours, dpcvx::solve::Instance instance, double threshold, double epsilon,
             double delta) {
    using namespace dpcvx::solve;
    dpcvx_error record{};
    dpcvx::Error error(&record, "audit");
    expect_ok(dpcvx_rng_create_deterministic("stable", 6, &rng_, &record), record);
    EXPECT_TRUE(stability_facts(*neighbours.side[0]->objective, instance, DPCVX_ADJACENCY_REPLACE_ONE, StableTask(),
                                threshold, 0, &facts));
    StabilityChoice choice;
    expect_ok(choose_stability(facts, threshold, NoiseLevelGrid(instance, epsilon, delta, facts.units), &choice, error),
              record);
    EXPECT_TRUE(choice.exists);
    law = std::move(choice.law);
    terms = choice.terms;
    for (int side = 0; side < 2; ++side)
      expect_ok(minimum_[side].prepare(neighbours.side[side]->objective, instance, 1, error), record);
    draw_noise_for(terms.distance);
  }
  StableRuns(const StableRuns &) = delete;
  StableRuns &operator=(const StableRuns &) = delete;
  ~StableRuns() { dpcvx_rng_destroy(rng_); }

  void draw_noise_for(double distance) {
    dpcvx_error record{};
    dpcvx::Error error(&record, "audit");
    expect_ok(dpcvx::mechanism::plan_gaussian(law.mu(), distance, 1, 0, noise_, error), record);
  }

  // The coefficient, or kBottom. With a level that is not drawn, where one is given. A level's point is the same in
  // each run, so it is found once.
  double operator()(int side, int64_t fixed_level = -1) {
    const double point = point_at(side, fixed_level >= 0 ? fixed_level : law.draw(rng_->rng));
    double w = point;
    if (fixed_level < 0 && point != kBottom) dpcvx::mechanism::add_noise(rng_->rng, noise_, &point, 1, &w);
    return w;
  }

  // The same by the library's release as a whole, with the same bits.
  double released(int side) {
    dpcvx::ProgressMonitor watch;
    double w = kBottom;
    EXPECT_TRUE(minimum_[side].look(dpcvx::solve::StableTask(), facts, watch));
    minimum_[side].release(terms, law, noise_, rng_->rng, watch, &w);
    return w;
  }

  int64_t score(int side) {
    dpcvx::ProgressMonitor watch;
    EXPECT_TRUE(minimum_[side].look(dpcvx::solve::StableTask(), facts, watch));
    int64_t found = 0;
    double w;
    minimum_[side].point(terms, terms.top, watch, &found, &w);
    return found;
  }

  dpcvx::solve::SensitivityInputs facts;
  dpcvx::solve::SensitivityParameters terms;
  dpcvx::mechanism::StabilityLaw law;

 private:
  // Without noise, or kBottom.
  double point_at(int side, int64_t level) {
    const auto found = points_[side].emplace(level, kBottom);
    if (found.second) {
      dpcvx::ProgressMonitor watch;
      EXPECT_TRUE(minimum_[side].look(dpcvx::solve::StableTask(), facts, watch));
      minimum_[side].point(terms, level, watch, nullptr, &found.first->second);
    }
    return found.first->second;
  }

  dpcvx::solve::StableMinimum minimum_[2];
  std::map<int64_t, double> points_[2];  // by level
  dpcvx::mechanism::NoisePlan noise_;
  dpcvx_rng *rng_ = nullptr;
};

#endif
