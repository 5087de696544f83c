// Minima that are released by stability, as the library finds them, against the second writing of the mechanism in
// stability_reference.h.
#include "solve/stable/filtered_minimizer.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/monitor_handle.h"
#include "data/dataset.h"
#include "model/fixtures.h"
#include "random/rng_handle.h"
#include "support/handles.h"
#include "solve/stable/stability_search.h"

namespace {

using namespace search;
using dpcvx::model::SharedObjective;
using dpcvx::solve::StableMinimum;
using dpcvx::solve::StableTask;

// Users with rows in the plane and labels -1 or 1.
struct Table {
  std::vector<std::vector<Vec>> rows;
  std::vector<std::vector<double>> labels;
};

struct Form {
  double radius = INFINITY;  // of the domain
  int64_t min_records_per_user = 0;
  int64_t nominal = 0;
  double l2 = 0.1, prox = 0.4;
  Vec centre{0.3, -0.2};
};

// A crowd that agrees, with `odd` users that do not.
Table any_table(Dice &dice, int64_t users, int64_t odd) {
  Table out;
  for (int64_t u = 0; u < users; ++u) {
    const int64_t records = dice.coin(0.01) ? 1 : 2 + dice.below(3);
    std::vector<Vec> rows;
    std::vector<double> labels;
    for (int64_t k = 0; k < records; ++k) {
      const bool against = u < odd;
      const double angle = (against ? 2 * dice.normal() : 0.03 * dice.normal()),
                   size = against ? 0.99 * dice.uniform() : 0.6;
      rows.push_back({size * std::cos(angle), size * std::sin(angle)});
      labels.push_back(against && dice.coin(0.7) ? -1 : 1);
    }
    out.rows.push_back(rows);
    out.labels.push_back(labels);
  }
  return out;
}

SharedObjective objective_of(const Table &table, const Form &form) {
  fixtures::Rows rows;
  std::vector<int64_t> users;
  size_t longest = 0;
  for (const std::vector<Vec> &its : table.rows) longest = std::max(longest, its.size());
  for (size_t k = 0; k < longest; ++k)  // rows of one user apart from each other
    for (size_t u = 0; u < table.rows.size(); ++u)
      if (k < table.rows[u].size()) {
        rows.add({table.rows[u][k].x, table.rows[u][k].y}, table.labels[u][k]);
        users.push_back(static_cast<int64_t>(u));
      }
  dpcvx::Error error(nullptr, "objective");
  dpcvx::data::SharedDataset plain = fixtures::table(rows), with_users;
  EXPECT_EQ(add_users(*plain, users.data(), &with_users, error), DPCVX_OK);
  dpcvx::model::ObjectiveSettings settings;
  settings.intercept = false;
  settings.l2 = form.l2;
  settings.nominal_units = form.nominal;
  settings.min_records_per_user = form.min_records_per_user;
  if (std::isfinite(form.radius)) {
    EXPECT_TRUE(settings.domain.create());
    EXPECT_EQ(settings.domain.edit().make_ball(2, form.radius, nullptr, 2, error), DPCVX_OK);
  }
  SharedObjective out;
  EXPECT_EQ(create_objective(with_users, settings, &out, error), DPCVX_OK);
  return out;
}

std::vector<Users> users_of(const Table &table, const Form &form) {
  std::vector<Users> out;
  for (size_t u = 0; u < table.rows.size(); ++u) {
    if (static_cast<int64_t>(table.rows[u].size()) < form.min_records_per_user) continue;
    Users user;
    for (size_t k = 0; k < table.rows[u].size(); ++k) {
      Record record;
      const double size = norm(table.rows[u][k]);
      record.kind = Record::kLogistic;
      record.at = (1 / size) * table.rows[u][k];
      record.bend = size * size / 4;
      record.label = table.labels[u][k] > 0 ? 1 : 0;
      user.records.push_back(record);
    }
    out.push_back(user);
  }
  return out;
}

World world_of(const Form &form) {
  World world;
  world.dimension = 2;
  world.beta = 0.25;
  world.mu = form.l2 + form.prox;
  const double cut = norm(form.centre) > 1 ? 1 / norm(form.centre) : 1;  // max_centre is 1
  world.prior = (cut * form.prox / world.mu) * form.centre;
  world.radius = form.radius;
  return world;
}

struct Found {
  StableMinimum::Ending ending;
  int64_t score = -1;
  Vec point;
};

struct Search {
  StableTask task;
  SensitivityInputs facts;
  SensitivityParameters terms;

  Search(const SharedObjective &objective, const Form &form, Instance instance, int64_t top, const double *centre) {
    task.prox = form.prox;
    task.centre = centre;
    task.max_centre = 1;
    const int32_t adjacency = form.nominal > 0 ? DPCVX_ADJACENCY_ADD_REMOVE : DPCVX_ADJACENCY_REPLACE_ONE;
    EXPECT_TRUE(stability_facts(*objective, instance, adjacency, task, 0.05, 0, &facts));
    EXPECT_TRUE(stability_terms(facts, 0.05, top, &terms));
  }

  Found find(const SharedObjective &objective, int64_t level, int32_t threads = 1) const {
    dpcvx::Error error(nullptr, "minimum");
    StableMinimum minimum;
    dpcvx::ProgressMonitor watch;
    EXPECT_EQ(minimum.prepare(objective, facts.instance, threads, error), DPCVX_OK);
    EXPECT_TRUE(minimum.covers(task, facts));
    EXPECT_TRUE(minimum.look(task, facts, watch));
    Found out;
    double point[2] = {NAN, NAN};
    out.ending = minimum.point(terms, level, watch, &out.score, point);
    out.point = {point[0], point[1]};
    return out;
  }
};

Form any_form(Dice &dice, int64_t users) {
  Form form;
  form.radius = dice.pick({static_cast<double>(INFINITY), 0.4});
  form.min_records_per_user = dice.coin(0.4) ? 2 : 0;
  form.nominal = dice.coin(0.4) ? users + dice.below(3) - 1 : 0;
  form.centre = dice.uniform() * 1.5 * direction(dice, 2);
  return form;
}

constexpr int64_t kUsers = 400, kTop = 9;

TEST(StableMinimum, IsTheMechanismOfTheProofs) {
  std::mt19937_64 bits(17);
  Dice dice(bits);
  int64_t released = 0, weighed = 0, unstable = 0;
  double farthest = 0;
  for (int turn = 0; turn < 60; ++turn) {
    const Table table = any_table(dice, kUsers, dice.below(11));
    const Form form = any_form(dice, kUsers);
    const SharedObjective objective = objective_of(table, form);
    const double centre[2] = {form.centre.x, form.centre.y};
    const std::vector<Users> users = users_of(table, form);
    const int64_t n = form.nominal > 0 ? form.nominal : kUsers;
    for (Instance instance : {Instance::kSoft, Instance::kHard, Instance::kPublicPoint}) {
      const Search run(objective, form, instance, kTop, centre);
      World world = world_of(form);
      world.reach = run.facts.reach;
      const Outcome expected = soft(world, users, n, run.terms, Errors());
      const Found found = run.find(objective, run.terms.top);
      if (instance == Instance::kHard) {
        Vec point;
        const bool stable = hard(world, users, n, run.terms, run.terms.top, expected.norms[0], Errors(), &point);
        ASSERT_EQ(found.ending == StableMinimum::Ending::kReleased, stable);
        EXPECT_LE(stable ? norm(found.point - point) : 0, 1.01 * run.facts.tolerance + 1e-12);
        continue;
      }
      ASSERT_EQ(found.score, expected.score) << turn;
      ASSERT_EQ(found.ending == StableMinimum::Ending::kReleased, expected.score <= run.terms.top);
      unstable += found.ending == StableMinimum::Ending::kUnstable ? 1 : 0;
      if (found.ending != StableMinimum::Ending::kReleased) continue;
      ++released;
      for (double weight : expected.weights) weighed += weight < 1 ? 1 : 0;
      farthest = std::max(farthest, norm(found.point - expected.point) / run.facts.tolerance);
      const Found lower = run.find(objective, found.score - 1);
      EXPECT_EQ(lower.ending, StableMinimum::Ending::kUnstable);
    }
  }
  EXPECT_LE(farthest, 3);  // weights differ by what e does to the distances
  EXPECT_GT(released, 25);
  EXPECT_GT(weighed, 50);
  EXPECT_GT(unstable, 2);
}

// Neighbours through the library: scores and points keep to their bounds.
TEST(StableMinimum, NeighboursKeepToTheBounds) {
  std::mt19937_64 bits(18);
  Dice dice(bits);
  double most = 0;
  int64_t close = 0;
  for (int turn = 0; turn < 100; ++turn) {
    const Table table = any_table(dice, kUsers, dice.below(9));
    Form form = any_form(dice, kUsers);
    Table other = table;
    const size_t changed = static_cast<size_t>(dice.below(kUsers));
    const Table fresh = any_table(dice, 2, dice.below(2));
    if (form.nominal > 0) {
      other.rows.erase(other.rows.begin() + static_cast<int64_t>(changed));
      other.labels.erase(other.labels.begin() + static_cast<int64_t>(changed));
    } else {
      other.rows[changed] = fresh.rows[0];
      other.labels[changed] = fresh.labels[0];
    }
    const SharedObjective one = objective_of(table, form), two = objective_of(other, form);
    const double centre[2] = {form.centre.x, form.centre.y};
    const Search run(one, form, Instance::kSoft, kTop, centre);
    const Found a = run.find(one, run.terms.top), b = run.find(two, run.terms.top);
    EXPECT_LE(std::abs(a.score - b.score), 1);
    if (std::max(a.score, b.score) > run.terms.top || std::min(a.score, b.score) >= run.terms.top) continue;
    ++close;
    most = std::max(most, norm(a.point - b.point) / run.terms.distance);
  }
  EXPECT_LE(most, 1);
  EXPECT_GT(close, 50);
}

TEST(StableMinimum, ABatchIsATableOfItsUsers) {
  std::mt19937_64 bits(19);
  Dice dice(bits);
  for (int turn = 0; turn < 20; ++turn) {
    Form form;
    const Table table = any_table(dice, kUsers, 4);
    std::vector<int64_t> batch;
    Table part;
    for (int64_t u = 0; u < kUsers; ++u)
      if (u % 3 != 1) {
        batch.push_back(u);
        part.rows.push_back(table.rows[static_cast<size_t>(u)]);
        part.labels.push_back(table.labels[static_cast<size_t>(u)]);
      }
    const SharedObjective whole = objective_of(table, form), alone = objective_of(part, form);
    const double centre[2] = {form.centre.x, form.centre.y};
    Search run(alone, form, Instance::kSoft, kTop, centre);
    const Found expected = run.find(alone, kTop);
    run.task.batch = batch.data();
    run.task.count = static_cast<int64_t>(batch.size());
    run.task.units = run.task.count;
    const Found found = run.find(whole, kTop), threads = run.find(whole, kTop, 3);
    EXPECT_EQ(found.score, expected.score);
    EXPECT_EQ(found.ending, expected.ending);
    if (found.ending != StableMinimum::Ending::kReleased) continue;
    EXPECT_LE(norm(found.point - expected.point), 3 * run.facts.tolerance);
    EXPECT_EQ(found.point.x, threads.point.x);
    EXPECT_EQ(found.point.y, threads.point.y);
  }
}

// The level is drawn by the law, and what passes has noise of the plan about the point.
TEST(StableMinimum, ReleasesAsOftenAsTheLawSays) {
  std::mt19937_64 bits(20);
  Dice dice(bits);
  Form form;
  const Table table = any_table(dice, 400, 9);
  const SharedObjective objective = objective_of(table, form);
  const double centre[2] = {form.centre.x, form.centre.y};
  dpcvx::Error error(nullptr, "release");
  StableTask task;
  task.prox = form.prox;
  task.centre = centre;
  task.max_centre = 1;
  SensitivityInputs facts;
  ASSERT_TRUE(stability_facts(*objective, Instance::kSoft, DPCVX_ADJACENCY_REPLACE_ONE, task, 0.05, 0, &facts));
  dpcvx::solve::StabilityChoice choice;
  ASSERT_EQ(choose_stability(facts, 0.05, dpcvx::solve::NoiseLevelGrid(Instance::kSoft, 1, 1e-3, facts.units), &choice,
                             error),
            DPCVX_OK);
  ASSERT_TRUE(choice.exists);
  const dpcvx::mechanism::StabilityLaw &law = choice.law;
  const SensitivityParameters &terms = choice.terms;
  dpcvx::mechanism::NoisePlan noise;
  ASSERT_EQ(plan_gaussian(law.mu(), terms.distance, 2, 0, noise, error), DPCVX_OK);
  const fixtures::RngHandle source = fixtures::rng("releases");
  dpcvx::random::Rng &rng = source.it->rng;
  StableMinimum minimum;
  ASSERT_EQ(minimum.prepare(objective, Instance::kSoft, 1, error), DPCVX_OK);
  dpcvx::ProgressMonitor watch;
  double point[2];
  int64_t score;
  ASSERT_TRUE(minimum.look(task, facts, watch));
  ASSERT_EQ(minimum.point(terms, terms.top, watch, &score, point), StableMinimum::Ending::kReleased);
  const int runs = 1000;
  int64_t passed = 0;
  double squares = 0;
  for (int k = 0; k < runs; ++k) {
    double out[2] = {7, 7};
    ASSERT_TRUE(minimum.look(task, facts, watch));
    const StableMinimum::Ending ending = minimum.release(terms, law, noise, rng, watch, out);
    if (ending == StableMinimum::Ending::kUnstable) {
      EXPECT_EQ(out[0], 7);
      continue;
    }
    ++passed;
    squares += (out[0] - point[0]) * (out[0] - point[0]) + (out[1] - point[1]) * (out[1] - point[1]);
  }
  const double p = law.pass(score), sigma = noise_scale(noise);
  EXPECT_GT(p, 0.02);
  EXPECT_LT(p, 0.98);
  // 6.1 standard deviations: 1e-9.
  EXPECT_NEAR(static_cast<double>(passed), runs * p, 6.1 * std::sqrt(runs * p * (1 - p)));
  const double variance = squares / (2 * static_cast<double>(passed)) / (sigma * sigma);
  EXPECT_NEAR(variance, 1, 6.1 / std::sqrt(static_cast<double>(passed)));
}

// A table of null users, or of far too few, is unstable and nothing else.
TEST(StableMinimum, NoUsersAreUnstable) {
  std::mt19937_64 bits(21);
  Dice dice(bits);
  Form form;
  form.min_records_per_user = 5;  // nobody has so many
  const SharedObjective objective = objective_of(any_table(dice, kUsers, 0), form);
  const double centre[2] = {0, 0};
  const Search run(objective, form, Instance::kSoft, kTop, centre);
  const Found found = run.find(objective, kTop);
  EXPECT_EQ(found.ending, StableMinimum::Ending::kUnstable);
  EXPECT_EQ(found.score, kTop + 1);
}

TEST(StableMinimum, CanBeCancelled) {
  std::mt19937_64 bits(22);
  Dice dice(bits);
  Form form;
  const SharedObjective objective = objective_of(any_table(dice, kUsers, 5), form);
  const double centre[2] = {0, 0};
  const Search run(objective, form, Instance::kSoft, kTop, centre);
  dpcvx_monitor cancelled;
  cancelled.cancelled = 1;
  dpcvx::ProgressMonitor watch(&cancelled);
  dpcvx::Error error(nullptr, "cancelled");
  StableMinimum minimum;
  ASSERT_EQ(minimum.prepare(objective, Instance::kSoft, 1, error), DPCVX_OK);
  EXPECT_FALSE(minimum.look(run.task, run.facts, watch));
}

}  // namespace
