// Steps of gradient descent as maps: no pair of points and tables moves apart by more than is stated, and the computed
// step is as near to the exact one as is stated.
#include "solve/last_iterate/contraction.h"

#include <algorithm>

#include "dpcvx/privacy.h"
#include "model/fixtures.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;
using dpcvx::model::Domain;
using dpcvx::model::ObjectiveSettings;
using dpcvx::solve::BatchTurns;
using dpcvx::solve::StepBounds;

struct Kind {
  const char *name;
  int32_t loss;
  double clip;  // over G; above 1: none
  double l2;
  int64_t batches;
};
constexpr Kind kKinds[] = {
    {"logistic", DPCVX_LOSS_LOGISTIC, 2, 0, 1},
    {"logistic, clipped", DPCVX_LOSS_LOGISTIC, 0.4, 0.1, 1},
    {"logistic in turns", DPCVX_LOSS_LOGISTIC, 2, 0.3, 3},
    {"squared, clipped", DPCVX_LOSS_SQUARED, 0.1, 0, 1},
    {"squared", DPCVX_LOSS_SQUARED, 2, 1, 2},
    {"Huber", DPCVX_LOSS_HUBER, 2, 0.05, 1},
    {"smoothed hinge", DPCVX_LOSS_SMOOTHED_HINGE, 2, 0, 1},
    {"absolute, smoothed", DPCVX_LOSS_ABSOLUTE, 0.7, 0, 4},
    {"Poisson", DPCVX_LOSS_POISSON, 0.5, 0.2, 1},
    {"three classes", DPCVX_LOSS_MULTINOMIAL, 2, 0.1, 1},
};
constexpr int64_t kUnits = 12, kColumns = 2;

ObjectiveSettings settings_of(const Kind &kind) {
  ObjectiveSettings settings;
  settings.loss.kind = kind.loss;
  settings.loss.parameter = 0.5;
  settings.loss.smoothing = kind.loss == DPCVX_LOSS_ABSOLUTE ? 0.2 : 0;
  settings.loss.classes = kind.loss == DPCVX_LOSS_MULTINOMIAL ? 3 : 0;
  if (kind.loss != DPCVX_LOSS_LOGISTIC && kind.loss != DPCVX_LOSS_SMOOTHED_HINGE && kind.loss != DPCVX_LOSS_MULTINOMIAL)
    settings.loss.label_bound = 3;
  settings.intercept = false;
  settings.l2 = kind.l2;
  dpcvx::Error error(nullptr, "domain");
  EXPECT_TRUE(settings.domain.create());
  const int64_t d = kColumns * (settings.loss.classes > 0 ? 3 : 1);
  EXPECT_EQ(settings.domain.edit().make_ball(2, 1.5, nullptr, d, error), DPCVX_OK);
  return settings;
}

// Rows on the unit circle, half of them along two directions.
void add_row(const Kind &kind, std::mt19937_64 &bits, Rows *rows) {
  std::normal_distribution<double> normal;
  double x = normal(bits), y = normal(bits);
  if (bits() % 2 == 0) x = 1, y = bits() % 2 == 0 ? 0 : 0.2;
  const double size = std::hypot(x, y);
  const double label = kind.loss == DPCVX_LOSS_MULTINOMIAL ? static_cast<double>(bits() % 3)
                       : kind.loss == DPCVX_LOSS_POISSON   ? std::fabs(normal(bits))
                       : kind.loss == DPCVX_LOSS_LOGISTIC || kind.loss == DPCVX_LOSS_SMOOTHED_HINGE
                           ? (bits() % 2 == 0 ? 1 : -1)
                           : normal(bits);
  rows->add({x / size, y / size}, label);
}

struct Step {
  Model &model;
  const Domain &domain;
  const BatchTurns &turns;
  double clip, step_size;

  // Of the units in their order; from any point, projected first.
  std::vector<double> from(const std::vector<double> &point, int64_t batch) const {
    std::vector<double> start(point.size()), out(point.size());
    std::vector<int64_t> list(static_cast<size_t>(kUnits));
    for (size_t i = 0; i < list.size(); ++i) list[i] = static_cast<int64_t>(i);
    domain.project(point.data(), start.data(), static_cast<int64_t>(point.size()));
    dpcvx::model::Units units;
    if (turns.batches() > 1) units = {list.data() + turns.begin(batch), turns.size(batch)};
    dpcvx::solve::take_step(model.objective, start.data(), units, turns.divisor(batch), clip, step_size, model.work(),
                            out.data());
    return out;
  }
};

std::vector<double> moved(const std::vector<double> &from, double by, std::mt19937_64 &bits) {
  std::normal_distribution<double> normal;
  std::vector<double> out = from;
  for (double &x : out) x += by * normal(bits);
  return out;
}

// The greatest distance over its bound, of pairs of points on one table and on neighbours; each part alone.
struct Worst {
  double whole = 0, contraction = 0, sensitivity = 0;
};
Worst search(const Kind &kind, double share_of_longest, uint64_t seed) {
  std::mt19937_64 bits(seed);
  Worst worst;
  for (int trial = 0; trial < 25; ++trial) {
    Rows rows, other;
    const int64_t replaced = kUnits - 1;  // in the last batch
    for (int64_t i = 0; i < kUnits; ++i) {
      add_row(kind, bits, &rows);
      if (i < replaced)
        other.add({rows.features[2 * static_cast<size_t>(i)], rows.features[2 * static_cast<size_t>(i) + 1]},
                  rows.labels.back());
    }
    add_row(kind, bits, &other);
    const ObjectiveSettings settings = settings_of(kind);
    Model one(rows, settings), two(other, settings);
    const double clip = kind.clip * one.objective.lipschitz();
    const BatchTurns turns(one.objective, kind.batches);
    const double step_size = share_of_longest * 2 / dpcvx::solve::max_curvature(one.objective, turns);
    const StepBounds bounds =
        dpcvx::solve::step_bounds(one.objective, *settings.domain, DPCVX_ADJACENCY_REPLACE_ONE, turns, clip, step_size);
    const Step step{one, *settings.domain, turns, clip, step_size},
        step_two{two, *settings.domain, turns, clip, step_size};
    const int64_t batch = kind.batches - 1, d = one.objective.dimension();
    for (int pair = 0; pair < 40; ++pair) {
      const std::vector<double> x = random_point(d, bits(), 0.7),
                                y = pair % 4 == 0 ? x : moved(x, std::exp2(-(pair % 13)), bits);
      const double apart = distance(x, y);
      const double same = distance(step.from(x, batch), step.from(y, batch));
      const double across = distance(step.from(x, batch), step_two.from(y, batch));
      if (apart > 0)
        worst.contraction = std::max(worst.contraction, same / (bounds.contraction * apart + 2 * bounds.rounding));
      if (apart == 0)
        worst.sensitivity = std::max(worst.sensitivity, across / (bounds.sensitivity + 2 * bounds.rounding));
      worst.whole =
          std::max(worst.whole, across / (bounds.contraction * apart + bounds.sensitivity + 2 * bounds.rounding));
    }
  }
  return worst;
}

TEST(LastIterateSteps, MoveNoPairApartByMoreThanStated) {
  double contraction = 0, sensitivity = 0;
  for (const Kind &kind : kKinds)
    for (double share : {0.1, 0.5, 0.95, 0.9999}) {
      const Worst worst = search(kind, share, 7);
      EXPECT_LE(worst.whole, 1) << kind.name << " " << share;
      EXPECT_LE(worst.contraction, 1) << kind.name << " " << share;
      EXPECT_LE(worst.sensitivity, 1) << kind.name << " " << share;
      contraction = std::max(contraction, worst.contraction);
      sensitivity = std::max(sensitivity, worst.sensitivity);
    }
  EXPECT_GT(contraction, 0.98);
  EXPECT_GT(sensitivity, 0.9);
  evidence("last iterate",
           "steps of 10 objectives, 40,000 pairs: at most %.3f of the contraction and %.3f of the "
           "sensitivity stated",
           contraction, sensitivity);
}

// A step of 1.3 times the longest, as if it were a contraction all the same.
TEST(LastIterateSteps, ControlLongerStepsMoveApart) {
  Rows rows;
  for (int64_t i = 0; i < kUnits; ++i) rows.add({1, 0}, i % 2 == 0 ? 1 : -1);
  ObjectiveSettings settings = settings_of(kKinds[3]);
  settings.row_bound = 1 + 0x1p-30;
  Model model(rows, settings);
  const BatchTurns turns(model.objective, 1);
  const double longest = 2 / dpcvx::solve::max_curvature(model.objective, turns);
  const double clip = 100 * model.objective.lipschitz();
  const auto grown = [&](double share, double *stated) {
    *stated = dpcvx::solve::step_bounds(model.objective, *settings.domain, DPCVX_ADJACENCY_REPLACE_ONE, turns, clip,
                                        share * longest)
                  .contraction;
    const Step step{model, *settings.domain, turns, clip, share * longest};
    return distance(step.from({0.5, 0}, 0), step.from({0.25, 0}, 0)) / 0.25;
  };
  double stated;
  EXPECT_LE(grown(0.999, &stated), 1);
  EXPECT_LE(stated, 1);
  EXPECT_GT(grown(1.3, &stated), 1.5);
  EXPECT_GT(stated, 1.5);
}

// The mean of a user's gradients, clipped, is the gradient of no convex function.
TEST(LastIterateSteps, ControlAClippedUserMeanMovesApart) {
  Rows rows;
  rows.add({1, 0}, 0), rows.add({0, 0.3}, 0);
  ObjectiveSettings settings = settings_of(kKinds[4]);
  settings.l2 = 0;
  dpcvx::Error error(nullptr, "users");
  dpcvx::data::SharedDataset owned;
  const int64_t ids[] = {0, 0};
  ASSERT_EQ(dpcvx::data::add_users(*table(rows), ids, &owned, error), DPCVX_OK);
  dpcvx::model::SharedObjective objective;
  ASSERT_EQ(dpcvx::model::create_objective(owned, settings, &objective, error), DPCVX_OK);
  dpcvx::Buffer<double> memory;
  ASSERT_TRUE(memory.allocate(objective->work_size()));
  const double step_size = 1 / objective->smoothness();
  // Hessian diag(1, .09) / 2: a point where both entries of the gradient are alike.
  const double x[2][2] = {{0.09, 1}, {0.09 + 1e-4 * 0.4, 1 + 1e-4 * 0.92}};
  const auto grown = [&](double clip) {
    std::vector<double> out[2] = {std::vector<double>(2), std::vector<double>(2)};
    for (int i = 0; i < 2; ++i)
      dpcvx::solve::take_step(*objective, x[i], {}, 1, clip, step_size, {nullptr, memory.data()}, out[i].data());
    return distance(out[0], out[1]) / std::hypot(x[1][0] - x[0][0], x[1][1] - x[0][1]);
  };
  EXPECT_LE(grown(objective->lipschitz()), 1);
  EXPECT_GT(grown(0.02), 1.0001);
  evidence("last iterate", "control: a user's mean clipped moves points apart by %.4f", grown(0.02));
}

// Squared and logistic losses in long double, on a ball: what is stated holds, and is not idle.
TEST(LastIterateSteps, RoundingIsWithinWhatIsStated) {
  double most = 0;
  for (const Kind &kind : {kKinds[0], kKinds[3]})
    for (uint64_t seed = 0; seed < 200; ++seed) {
      std::mt19937_64 bits(seed);
      Rows rows;
      for (int64_t i = 0; i < kUnits; ++i) add_row(kind, bits, &rows);
      ObjectiveSettings settings = settings_of(kind);
      settings.row_bound = 1 + 0x1p-30;  // no row is shortened
      settings.l2 = 0.3;
      Model model(rows, settings);
      const double clip = kind.loss == DPCVX_LOSS_SQUARED ? 1e6 : 2 * model.objective.lipschitz();
      const BatchTurns turns(model.objective, 1);
      const double step_size = 0.9 * 2 / dpcvx::solve::max_curvature(model.objective, turns);
      const StepBounds bounds = dpcvx::solve::step_bounds(model.objective, *settings.domain,
                                                          DPCVX_ADJACENCY_REPLACE_ONE, turns, clip, step_size);
      const std::vector<double> x = random_point(2, bits(), 2);
      const Step step{model, *settings.domain, turns, clip, step_size};
      const std::vector<double> found = step.from(x, 0);
      long double p[2] = {x[0], x[1]}, exact[2] = {0, 0};
      const long double length = std::hypot(p[0], p[1]);
      for (long double &entry : p) entry *= std::min(1.0L, 1.5L / length);
      for (size_t i = 0; i < static_cast<size_t>(kUnits); ++i) {
        const long double a = rows.features[2 * i], b = rows.features[2 * i + 1],
                          y = std::max(-3.0, std::min(3.0, rows.labels[i]));
        const long double z = a * p[0] + b * p[1];  // labels beyond 3 count as 3
        const long double slope = kind.loss == DPCVX_LOSS_SQUARED ? z - y : -y / (1 + std::exp(y * z));
        exact[0] += slope * a, exact[1] += slope * b;
      }
      long double off = 0;
      for (size_t j = 0; j < 2; ++j) {
        const long double right = p[j] - static_cast<long double>(step_size) *
                                             (exact[j] / kUnits + static_cast<long double>(settings.l2) * p[j]);
        off += (right - found[j]) * (right - found[j]);
      }
      const double share = static_cast<double>(std::sqrt(off)) / bounds.rounding;
      EXPECT_LE(share, 1) << kind.name << " " << seed;
      most = std::max(most, share);
    }
  EXPECT_GT(most, 1e-4);
  evidence("last iterate", "rounding of steps: at most %.4f of what is counted", most);
}

TEST(LastIterateSteps, TurnsShareOutAllUnits) {
  Rows rows;
  std::mt19937_64 bits(3);
  for (int64_t i = 0; i < 17; ++i) add_row(kKinds[0], bits, &rows);
  Model model(rows, settings_of(kKinds[0]));
  for (int64_t batches : {1, 2, 5, 17}) {
    const BatchTurns turns(model.objective, batches);
    int64_t all = 0;
    for (int64_t batch = 0; batch < batches; ++batch) {
      EXPECT_EQ(turns.begin(batch), all);
      all += turns.size(batch);
      EXPECT_GE(turns.divisor(batch), turns.least_divisor());
      EXPECT_LE(static_cast<double>(turns.size(batch)), turns.max_units());
    }
    EXPECT_EQ(all, 17);
  }
}

}  // namespace
