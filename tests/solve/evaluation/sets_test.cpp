// How far one unit moves the sums: every unit there can be, on coarse lattices, and tables that differ in one user.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "data/dataset_handle.h"
#include "solve/evaluation/scores.h"
#include "solve/evaluation/unit_score.h"
#include "solve/fit/fit_handle.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;
using dpcvx::solve::kMaxScoreSums;
using dpcvx::solve::kScoreSteps;
using dpcvx::solve::ScoreRule;
using dpcvx::solve::ScoreSensitivity;
using dpcvx::solve::UnitMeans;

using Point = std::array<int64_t, kMaxScoreSums>;
using Place = void (*)(int32_t score, int32_t adjacency, const UnitMeans &means, int64_t steps, int64_t *out);

const int32_t kScores[] = {DPCVX_SCORE_ACCURACY, DPCVX_SCORE_LOG_LOSS, DPCVX_SCORE_R2, DPCVX_SCORE_ABSOLUTE_LOSS,
                           DPCVX_SCORE_PINBALL_LOSS};

// What arithmetic might give, whether or not a unit can have it.
std::vector<double> means(int64_t steps, double low) {
  std::vector<double> out = {NAN, INFINITY, -INFINITY, -1e300, 2, -2};
  for (int64_t i = 0; i <= 2 * steps; ++i)
    out.push_back(low + (1 - low) * static_cast<double>(i) / static_cast<double>(2 * steps));
  return out;
}

std::vector<Point> every_unit(int32_t score, int32_t adjacency, int64_t steps, Place place) {
  std::set<Point> found;
  const bool moments = score == DPCVX_SCORE_R2;
  // The error of a unit is apart from the rest: its ends and its middle show how far it moves.
  const std::vector<double> few = {0, 0.5, 1, NAN, INFINITY, -INFINITY}, one = {0};
  for (double error : moments ? few : means(steps, 0))
    for (double square : moments ? means(steps, 0) : one)
      for (double label : moments ? means(steps, -1) : one) {
        Point point{};
        place(score, adjacency, {error, square, label}, steps, point.data());
        found.insert(point);
      }
  return {found.begin(), found.end()};
}

struct Moved {
  double l2 = 0, l1 = 0;
};

void farther(const Point &a, const Point &b, Moved *most) {
  double squares = 0, sizes = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double change = static_cast<double>(a[i] - b[i]);
    squares += change * change;
    sizes += std::fabs(change);
  }
  most->l2 = std::max(most->l2, std::sqrt(squares));
  most->l1 = std::max(most->l1, sizes);
}

// The greatest change by one unit, in units of `steps`.
Moved most_moved(int32_t score, int32_t adjacency, int64_t steps, Place place = dpcvx::solve::place_unit) {
  const std::vector<Point> points = every_unit(score, adjacency, steps, place);
  Moved most;
  for (const Point &a : points) {
    if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE)
      farther(a, Point{}, &most);  // a unit that is absent adds nothing
    else
      for (const Point &b : points) farther(a, b, &most);
  }
  return {most.l2 / static_cast<double>(steps), most.l1 / static_cast<double>(steps)};
}

TEST(EvaluationSets, OneUnitMovesThemNoFarther) {
  for (int32_t score : kScores)
    for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
      const ScoreSensitivity claim = dpcvx::solve::score_sensitivity(score, adjacency);
      for (int64_t steps : {2, 8, 32}) {
        const Moved moved = most_moved(score, adjacency, steps);
        EXPECT_LE(moved.l2, claim.l2 * (1 + 1e-15)) << score << ' ' << adjacency << ' ' << steps;
        EXPECT_LE(moved.l1, claim.l1 * (1 + 1e-15)) << score << ' ' << adjacency << ' ' << steps;
        if (steps == 2) continue;
        EXPECT_GE(moved.l2, 0.99 * claim.l2) << score << ' ' << adjacency << ' ' << steps;
        EXPECT_GE(moved.l1, 0.97 * claim.l1) << score << ' ' << adjacency << ' ' << steps;
        if (steps == 32 && score == DPCVX_SCORE_R2)
          evidence("evaluation", "R^2, %s: one unit moves the sums by %.4f in l2 (claimed %.4f), %.4f in l1 (%.4f)",
                   adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? "replace-one" : "add/remove", moved.l2, claim.l2,
                   moved.l1, claim.l1);
      }
    }
}

// The distance of the corners (1, 1) and (1, -1) of the labels' moments, or of one of them from (0, 0), is less than
// the diameter.
TEST(EvaluationSets, ControlTheCornersAloneAreNotTheDiameter) {
  EXPECT_GT(most_moved(DPCVX_SCORE_R2, DPCVX_ADJACENCY_REPLACE_ONE, 32).l2, std::sqrt(1 + 1.25));
}

// A square that may be less than the square of the mean.
TEST(EvaluationSets, ControlMomentsThatNoUnitHas) {
  const Place wrong = [](int32_t score, int32_t adjacency, const UnitMeans &means, int64_t steps, int64_t *out) {
    UnitMeans apart = means;
    apart.label = 0;
    dpcvx::solve::place_unit(score, adjacency, apart, steps, out);
    apart.label = means.label;
    int64_t whole[kMaxScoreSums];
    dpcvx::solve::place_unit(score, adjacency, apart, steps, whole);
    out[2] = whole[2];
  };
  const int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  EXPECT_GT(most_moved(DPCVX_SCORE_R2, adjacency, 8, wrong).l2,
            1.1 * dpcvx::solve::score_sensitivity(DPCVX_SCORE_R2, adjacency).l2);
}

// The sum and the number of units in the place of the sum and the rest.
TEST(EvaluationSets, ControlTheNumberOfUnitsIsNotFree) {
  const Place wrong = [](int32_t score, int32_t adjacency, const UnitMeans &means, int64_t steps, int64_t *out) {
    dpcvx::solve::place_unit(score, adjacency, means, steps, out);
    out[1] = steps;
  };
  EXPECT_GT(most_moved(DPCVX_SCORE_ACCURACY, DPCVX_ADJACENCY_ADD_REMOVE, 8, wrong).l2, 1.4);
}

// ---- Tables ----

struct People {
  std::vector<double> rows, labels;
  std::vector<int64_t> ids;
};

// Users of one to four records each, in the order of `order`; `first` is another person.
People people(uint64_t seed, bool without_first, uint64_t first) {
  People out;
  const Rows pool = random_rows(400, kKindColumns, seed), other = random_rows(400, kKindColumns, first);
  for (int64_t user = 0; user < 12; ++user) {
    if (user == 0 && without_first) continue;
    const Rows &from = user == 0 ? other : pool;
    for (size_t k = 0; k < (user == 0 ? first % 4 + 1 : static_cast<size_t>(user) % 4 + 1); ++k) {
      const size_t row = static_cast<size_t>(user) * 4 + k;
      const double size = user == 0 ? 1 + static_cast<double>(first % 7) : 1;
      for (size_t j = 0; j < kKindColumns; ++j) out.rows.push_back(size * from.features[row * kKindColumns + j]);
      out.labels.push_back(from.labels[row]);
      out.ids.push_back(user);
    }
  }
  return out;
}

DatasetHandle table_of(const People &people) {
  DatasetHandle plain, out;
  const int64_t rows = static_cast<int64_t>(people.labels.size());
  EXPECT_EQ(dpcvx_dataset_create_dense(people.rows.data(), rows, kKindColumns, kKindColumns, 1, people.labels.data(),
                                       &plain.it, nullptr),
            DPCVX_OK);
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, people.ids.data(), rows, &out.it, nullptr), DPCVX_OK);
  return out;
}

Point sums_of(const dpcvx_fit *fit, const ScoreRule &rule, int32_t adjacency, const dpcvx_dataset *table) {
  std::vector<double> work(static_cast<size_t>(table->data->rows() * fit->fit.outputs));
  Point out{};
  dpcvx::solve::sum_units(fit->fit, rule, adjacency, *table->data, work.data(), out.data());
  return out;
}

// Neighbouring tables, other users unlike in their numbers of records: no sum moves farther than one unit's.
TEST(EvaluationSets, TablesThatDifferInAUserAreNoFartherApart) {
  for (int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_SQUARED, DPCVX_LOSS_PINBALL}) {
    const FitHandle fit = fit_of(kind_of_loss(loss));
    for (int32_t score : kScores) {
      const bool classifies = score == DPCVX_SCORE_ACCURACY || score == DPCVX_SCORE_LOG_LOSS;
      if (classifies != (loss == DPCVX_LOSS_LOGISTIC)) continue;
      ScoreRule rule;
      rule.score = score;
      if (!classifies) rule.label_bound = 0.75;
      for (uint64_t seed = 1; seed <= 40; ++seed)
        for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
          const DatasetHandle with = table_of(people(seed, false, 100 + seed));
          const DatasetHandle other = table_of(people(seed, adjacency == DPCVX_ADJACENCY_ADD_REMOVE, 1000 + 3 * seed));
          Moved moved;
          farther(sums_of(fit, rule, adjacency, with), sums_of(fit, rule, adjacency, other), &moved);
          const ScoreSensitivity claim = dpcvx::solve::score_sensitivity(score, adjacency);
          EXPECT_LE(moved.l2, claim.l2 * static_cast<double>(kScoreSteps));
          EXPECT_LE(moved.l1, claim.l1 * static_cast<double>(kScoreSteps));
        }
    }
  }
}

}  // namespace
