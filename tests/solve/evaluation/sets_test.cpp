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
using dpcvx::solve::ScoreUnits;
using dpcvx::solve::UnitMeans;

using Point = std::array<int64_t, kMaxScoreSums>;
using Place = void (*)(int32_t score, ScoreUnits units, const UnitMeans &means, int64_t steps, int64_t *out);

const int32_t kScores[] = {DPCVX_SCORE_ACCURACY, DPCVX_SCORE_LOG_LOSS, DPCVX_SCORE_R2, DPCVX_SCORE_ABSOLUTE_LOSS,
                           DPCVX_SCORE_PINBALL_LOSS};
constexpr ScoreUnits kAll = ScoreUnits::kAll, kAtMost = ScoreUnits::kAtMost, kPrivate = ScoreUnits::kPrivate;
constexpr ScoreUnits kEach[] = {kAll, kAtMost, kPrivate};
const char *name_of(ScoreUnits units) {
  return units == kAll ? "replace-one" : units == kAtMost ? "replace-one with null units" : "add/remove";
}

// What arithmetic might give, whether or not a unit can have it.
std::vector<double> means(int64_t steps, double low) {
  std::vector<double> out = {NAN, INFINITY, -INFINITY, -1e300, 2, -2};
  for (int64_t i = 0; i <= 2 * steps; ++i)
    out.push_back(low + (1 - low) * static_cast<double>(i) / static_cast<double>(2 * steps));
  return out;
}

std::vector<Point> every_unit(int32_t score, ScoreUnits units, int64_t steps, Place place) {
  std::set<Point> found;
  const bool moments = score == DPCVX_SCORE_R2;
  // The error of a unit is apart from the rest: its ends and its middle show how far it moves.
  const std::vector<double> few = {0, 0.5, 1, NAN, INFINITY, -INFINITY}, one = {0};
  for (double error : moments ? few : means(steps, 0))
    for (double square : moments ? means(steps, 0) : one)
      for (double label : moments ? means(steps, -1) : one) {
        Point point{};
        place(score, units, {error, square, label}, steps, point.data());
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
Moved most_moved(int32_t score, ScoreUnits units, int64_t steps, Place place = dpcvx::solve::place_unit) {
  const std::vector<Point> points = every_unit(score, units, steps, place);
  Moved most;
  for (const Point &a : points) {
    if (units != kAll) farther(a, Point{}, &most);  // a unit that is absent or null adds nothing
    if (units == kPrivate) continue;
    for (const Point &b : points) farther(a, b, &most);
  }
  return {most.l2 / static_cast<double>(steps), most.l1 / static_cast<double>(steps)};
}

TEST(EvaluationSets, OneUnitMovesThemNoFarther) {
  for (int32_t score : kScores)
    for (ScoreUnits units : kEach) {
      const ScoreSensitivity claim = dpcvx::solve::score_sensitivity(score, units);
      for (int64_t steps : {2, 8, 32}) {
        const Moved moved = most_moved(score, units, steps);
        EXPECT_LE(moved.l2, claim.l2 * (1 + 1e-15)) << score << ' ' << name_of(units) << ' ' << steps;
        EXPECT_LE(moved.l1, claim.l1 * (1 + 1e-15)) << score << ' ' << name_of(units) << ' ' << steps;
        if (steps == 2) continue;
        EXPECT_GE(moved.l2, 0.99 * claim.l2) << score << ' ' << name_of(units) << ' ' << steps;
        EXPECT_GE(moved.l1, 0.97 * claim.l1) << score << ' ' << name_of(units) << ' ' << steps;
        if (steps == 32 && score == DPCVX_SCORE_R2)
          evidence("evaluation", "R^2, %s: one unit moves the sums by %.4f in l2 (claimed %.4f), %.4f in l1 (%.4f)",
                   name_of(units), moved.l2, claim.l2, moved.l1, claim.l1);
      }
    }
}

// The distance of the corners (1, 1) and (1, -1) of the labels' moments, or of one of them from (0, 0), is less than
// the diameter.
TEST(EvaluationSets, ControlTheCornersAloneAreNotTheDiameter) {
  EXPECT_GT(most_moved(DPCVX_SCORE_R2, kAll, 32).l2, std::sqrt(1 + 1.25));
}

// A square that may be less than the square of the mean.
TEST(EvaluationSets, ControlMomentsThatNoUnitHas) {
  const Place wrong = [](int32_t score, ScoreUnits units, const UnitMeans &means, int64_t steps, int64_t *out) {
    UnitMeans apart = means;
    apart.label = 0;
    dpcvx::solve::place_unit(score, units, apart, steps, out);
    apart.label = means.label;
    int64_t whole[kMaxScoreSums];
    dpcvx::solve::place_unit(score, units, apart, steps, whole);
    out[2] = whole[2];
  };
  EXPECT_GT(most_moved(DPCVX_SCORE_R2, kAll, 8, wrong).l2,
            1.1 * dpcvx::solve::score_sensitivity(DPCVX_SCORE_R2, kAll).l2);
}

// The sum and the number of units in the place of the sum and the rest.
TEST(EvaluationSets, ControlTheNumberOfUnitsIsNotFree) {
  const Place wrong = [](int32_t score, ScoreUnits units, const UnitMeans &means, int64_t steps, int64_t *out) {
    dpcvx::solve::place_unit(score, units, means, steps, out);
    out[1] = steps;
  };
  EXPECT_GT(most_moved(DPCVX_SCORE_ACCURACY, kPrivate, 8, wrong).l2, 1.4);
}

// The pair of add/remove is too long for tables whose units may be null. So are moments that are not centred.
TEST(EvaluationSets, ControlNullUnitsBesideOtherPlaces) {
  const Place pair = [](int32_t score, ScoreUnits, const UnitMeans &means, int64_t steps, int64_t *out) {
    dpcvx::solve::place_unit(score, kPrivate, means, steps, out);
  };
  EXPECT_GT(most_moved(DPCVX_SCORE_ACCURACY, kAtMost, 8, pair).l2, 1.4);
  EXPECT_GT(most_moved(DPCVX_SCORE_ACCURACY, kAtMost, 8, pair).l1, 1.9);
  const Place whole = [](int32_t score, ScoreUnits units, const UnitMeans &means, int64_t steps, int64_t *out) {
    dpcvx::solve::place_unit(score, units, means, steps, out);
    for (int i = 0; i < 2; ++i) out[i] += steps / 2;
  };
  EXPECT_GT(most_moved(DPCVX_SCORE_R2, kAtMost, 8, whole).l1,
            1.1 * dpcvx::solve::score_sensitivity(DPCVX_SCORE_R2, kAtMost).l1);
}

// ---- Tables ----

struct People {
  std::vector<double> rows, labels, weights;
  std::vector<int64_t> ids;
};

// Users of one to four records each; `first` is another person. With `nulls` some records are null, and all of some
// users.
People people(uint64_t seed, bool without_first, uint64_t first, bool nulls) {
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
      out.weights.push_back(nulls && (user + static_cast<int64_t>(k)) % 3 == 0 ? 0 : 1);
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

DatasetHandle weighted(const DatasetHandle &table, const People &people) {
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_with_weights(table, people.weights.data(), static_cast<int64_t>(people.weights.size()),
                                              &out.it, nullptr),
            DPCVX_OK);
  return out;
}

Point sums_of(const dpcvx_fit *fit, const ScoreRule &rule, ScoreUnits units, const dpcvx_dataset *table) {
  std::vector<double> work(static_cast<size_t>(table->data->rows() * fit->fit.outputs));
  Point out{};
  dpcvx::solve::sum_units(fit->fit, rule, units, *table->data, work.data(), out.data());
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
        for (ScoreUnits units : kEach) {
          const bool nulls = units == kAtMost || seed % 2 == 0;
          const People one = people(seed, false, 100 + seed, nulls),
                       two = people(seed, units == kPrivate, 1000 + 3 * seed, nulls);
          DatasetHandle with = table_of(one), other = table_of(two);
          if (nulls) with = weighted(with, one), other = weighted(other, two);
          if (units == kAll && nulls) continue;  // of tables without weights
          Moved moved;
          farther(sums_of(fit, rule, units, with), sums_of(fit, rule, units, other), &moved);
          const ScoreSensitivity claim = dpcvx::solve::score_sensitivity(score, units);
          EXPECT_LE(moved.l2, claim.l2 * static_cast<double>(kScoreSteps));
          EXPECT_LE(moved.l1, claim.l1 * static_cast<double>(kScoreSteps));
        }
    }
  }
}

}  // namespace
