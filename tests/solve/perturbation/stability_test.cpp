// How far one unit can move a minimiser, by search among neighbours: the claim that output perturbation's noise is for.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "support/evidence.h"
#include "model/fixtures.h"
#include "optimize/minimizer.h"

namespace {

using namespace fixtures;
using dpcvx::ProgressMonitor;
using dpcvx::model::ObjectiveSettings;

enum Shape { kAll, kBall, kBox, kL1, kSimplex, kShapes };
enum Change { kReplaced, kRemoved };

struct Case {
  int32_t kind = DPCVX_LOSS_LOGISTIC;
  bool users = false;
  Shape shape = kAll;
  Change change = kReplaced;
  double l2 = 1, linear_term = 0;
  int64_t n = 2;
};

bool two_classes(int32_t kind) {
  return kind == DPCVX_LOSS_LOGISTIC || kind == DPCVX_LOSS_HINGE || kind == DPCVX_LOSS_SMOOTHED_HINGE ||
         kind == DPCVX_LOSS_POWER_HINGE;
}
bool is_smooth(int32_t kind) {
  return kind == DPCVX_LOSS_LOGISTIC || kind == DPCVX_LOSS_SMOOTHED_HINGE || kind == DPCVX_LOSS_SQUARED ||
         kind == DPCVX_LOSS_HUBER || kind == DPCVX_LOSS_MULTINOMIAL || kind == DPCVX_LOSS_POISSON;
}
// Their slopes are bounded in a domain alone.
bool needs_domain(int32_t kind) {
  return kind == DPCVX_LOSS_SQUARED || kind == DPCVX_LOSS_POWER || kind == DPCVX_LOSS_POWER_HINGE;
}

double least_label(int32_t kind) { return kind == DPCVX_LOSS_POISSON ? 0 : -3; }

class Source {
 public:
  explicit Source(uint64_t seed) : bits_(seed) {}
  double normal() { return std::normal_distribution<double>()(bits_); }
  int64_t below(int64_t n) { return static_cast<int64_t>(bits_() % static_cast<uint64_t>(n)); }

 private:
  std::mt19937_64 bits_;
};

constexpr int64_t kColumns = 2, kClasses = 3;

using Unit = Rows;  // one record, or two of a user

void add_random(const Case &it, Source &source, Rows *unit) {
  std::vector<double> row{source.normal(), source.normal()};
  if (source.below(2) == 0) row = {source.below(2) == 0 ? 1.0 : -1.0, 0};
  const double y = two_classes(it.kind) ? (source.below(2) == 0 ? 1 : -1)
                   : it.kind == DPCVX_LOSS_MULTINOMIAL
                       ? static_cast<double>(source.below(kClasses))
                       : std::fmax(least_label(it.kind), std::fmin(3, 3 * source.normal()));
  const double size = std::hypot(row[0], row[1]);
  unit->add({row[0] / size, row[1] / size}, y);
}

Unit random_unit(const Case &it, Source &source) {
  Unit unit;
  for (int k = it.users ? 2 : 1; k > 0; --k) add_random(it, source, &unit);
  return unit;
}

// A step of the climb: one record of the unit again, or turned a little.
Unit changed(const Case &it, const Unit &unit, Source &source) {
  if (source.below(3) == 0) return random_unit(it, source);
  Unit out;
  for (int64_t i = 0; i < unit.count(); ++i) {
    const double *const row = &unit.features[static_cast<size_t>(i * kColumns)];
    const double turn = 0.3 * source.normal(), c = std::cos(turn), s = std::sin(turn);
    out.add({c * row[0] - s * row[1], s * row[0] + c * row[1]}, unit.labels[static_cast<size_t>(i)]);
  }
  return out;
}

ObjectiveSettings settings_of(const Case &it) {
  ObjectiveSettings settings;
  settings.loss.kind = it.kind;
  settings.loss.parameter = it.kind == DPCVX_LOSS_PINBALL                                      ? 0.3
                            : it.kind == DPCVX_LOSS_POWER || it.kind == DPCVX_LOSS_POWER_HINGE ? 1.5
                                                                                               : 0.5;
  if (!two_classes(it.kind) && it.kind != DPCVX_LOSS_MULTINOMIAL) settings.loss.label_bound = 3;
  if (!is_smooth(it.kind)) settings.loss.smoothing = 0.02;
  settings.loss.classes = it.kind == DPCVX_LOSS_MULTINOMIAL ? kClasses : 0;
  settings.intercept = false;
  settings.l2 = it.l2;
  settings.nominal_units = it.n;
  if (it.shape == kAll) return settings;
  dpcvx::Error error(nullptr, "domain");
  EXPECT_TRUE(settings.domain.create());
  dpcvx::model::Domain &domain = settings.domain.edit();
  const int64_t d = kColumns * (it.kind == DPCVX_LOSS_MULTINOMIAL ? kClasses : 1);
  const std::vector<double> low(static_cast<size_t>(d), -0.1), high(static_cast<size_t>(d), 0.3);
  dpcvx_status status = DPCVX_OK;
  if (it.shape == kBall) status = domain.make_ball(2, 0.5, nullptr, d, error);
  if (it.shape == kL1) status = domain.make_ball(1, 0.5, nullptr, d, error);
  if (it.shape == kBox) status = domain.make_box(low.data(), high.data(), d, error);
  if (it.shape == kSimplex) domain.make_simplex(1, d);
  EXPECT_EQ(status, DPCVX_OK);
  return settings;
}

struct Minimum {
  std::vector<double> w;
  double off = 0;  // certified distance
  double lipschitz = 0, diameter = 0;
};

Minimum minimum(const Case &it, const std::vector<Unit> &units, const std::vector<double> &linear_term = {}) {
  dpcvx_error message;
  dpcvx::Error error(&message, "stability");
  Rows all;
  std::vector<int64_t> ids;
  for (size_t u = 0; u < units.size(); ++u)
    for (int64_t i = 0; i < units[u].count(); ++i) {
      const double *const row = &units[u].features[static_cast<size_t>(i * kColumns)];
      all.add({row[0], row[1]}, units[u].labels[static_cast<size_t>(i)]);
      ids.push_back(static_cast<int64_t>(u));
    }
  dpcvx::data::SharedDataset table = fixtures::table(all), owned;
  if (it.users) {
    EXPECT_EQ(dpcvx::data::add_users(*table, ids.data(), &owned, error), DPCVX_OK);
    table = owned;
  }
  dpcvx::model::SharedObjective objective;
  EXPECT_EQ(dpcvx::model::create_objective(table, settings_of(it), &objective, error), DPCVX_OK) << message.message;
  dpcvx::optimize::Minimizer minimizer;
  if (!objective) std::abort();
  EXPECT_EQ(minimizer.prepare(*objective, 0, error), DPCVX_OK);
  Minimum out;
  out.w.resize(static_cast<size_t>(objective->dimension()));
  ProgressMonitor watch;
  const auto reached = minimizer.minimize(linear_term.empty() ? nullptr : linear_term.data(),
                                          1e-5 / static_cast<double>(it.n) / it.l2, 20000, watch, out.w.data());
  out.off = reached.certificate.distance;
  out.lipschitz = objective->lipschitz();
  out.diameter = objective->domain() != nullptr ? objective->domain()->diameter() : INFINITY;
  return out;
}

// Of the claim, what two neighbours' minimisers are apart for certain.
double moved(const Case &it, const std::vector<Unit> &others, const Unit &one, const Unit &other, bool *ok) {
  std::vector<Unit> first = others, second = others;
  first.push_back(one);
  if (it.change == kReplaced) second.push_back(other);
  const Minimum a = minimum(it, first), b = minimum(it, second);
  const double s = it.change == kReplaced ? 2 : 1;
  const double claim = std::min(s * a.lipschitz / (static_cast<double>(it.n) * it.l2), a.diameter);
  const double apart = distance(a.w, b.w);
  EXPECT_LE(apart - a.off - b.off, claim * (1 + 1e-12))
      << "loss " << it.kind << ", users " << it.users << ", shape " << it.shape << ", l2 " << it.l2;
  *ok = a.off + b.off < 1e-3 * claim;
  return (apart - a.off - b.off) / claim;
}

struct Tally {
  int64_t pairs = 0, close = 0;
  double most = 0;
};

void climb(const Case &it, Source &source, Tally *tally, int steps) {
  std::vector<Unit> others;
  for (int64_t u = 0; u + 1 < it.n; ++u) others.push_back(random_unit(it, source));
  Unit one = random_unit(it, source), other = random_unit(it, source);
  bool ok;
  double best = moved(it, others, one, other, &ok);
  for (int step = 0; step <= steps; ++step) {
    tally->close += ok;
    ++tally->pairs;
    Unit next = changed(it, one, source), next_other = changed(it, other, source);
    std::vector<Unit> next_others = others;
    if (!others.empty()) {
      Unit &any = next_others[static_cast<size_t>(source.below(it.n - 1))];
      any = changed(it, any, source);
    }
    const double now = moved(it, next_others, next, next_other, &ok);
    if (now <= best) continue;
    best = now;
    std::swap(one, next), std::swap(other, next_other), std::swap(others, next_others);
  }
  tally->most = std::max(tally->most, best);
}

TEST(OutputPerturbation, MinimisersMoveNoMoreThanClaimed) {
  constexpr int32_t kLosses[] = {DPCVX_LOSS_LOGISTIC,    DPCVX_LOSS_HINGE,       DPCVX_LOSS_SMOOTHED_HINGE,
                                 DPCVX_LOSS_SQUARED,     DPCVX_LOSS_ABSOLUTE,    DPCVX_LOSS_PINBALL,
                                 DPCVX_LOSS_HUBER,       DPCVX_LOSS_POWER_HINGE, DPCVX_LOSS_POWER,
                                 DPCVX_LOSS_MULTINOMIAL, DPCVX_LOSS_POISSON};
  Source source(42);
  Tally all, records, users, constrained;
  for (int32_t kind : kLosses)
    for (bool of_users : {false, true})
      for (int shape = 0; shape < kShapes; ++shape)
        for (Change change : {kReplaced, kRemoved}) {
          if (shape == kAll && needs_domain(kind)) continue;
          Tally *const tally = shape != kAll ? &constrained : of_users ? &users : &records;
          for (double l2 : {0.05, 0.5, 4.0}) {
            Case it;
            it.kind = kind;
            it.users = of_users;
            it.shape = static_cast<Shape>(shape);
            it.change = change;
            it.l2 = l2;
            it.n = (change == kRemoved ? 2 : 1) + source.below(3);
            climb(it, source, tally, 20);
          }
        }
  for (const Tally *tally : {&records, &users, &constrained}) {
    all.pairs += tally->pairs;
    all.close += tally->close;
  }
  EXPECT_GE(all.pairs, 10000);
  EXPECT_GE(all.close, all.pairs * 9 / 10) << "too few minimisers are known well enough";
  EXPECT_GT(records.most, 0.9);
  EXPECT_GT(users.most, 0.9);
  EXPECT_GT(constrained.most, 0.9);
  evidence(
      "output perturbation",
      "%lld pairs of neighbours, 10 losses, 5 domains, climbing: minimisers are apart at most %.4f (records), %.4f "
      "(users), %.4f (constrained) of what is claimed, distances certified",
      static_cast<long long>(all.pairs), records.most, users.most, constrained.most);
}

// ||w - w'|| <= ||b - b'|| / kappa, attained where the loss is flat.
TEST(ObjectivePerturbation, MinimisersFollowTheLinearTerm) {
  Source source(7);
  double most = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Case it;
    it.kind = trial % 3 == 0 ? DPCVX_LOSS_LOGISTIC : trial % 3 == 1 ? DPCVX_LOSS_HUBER : DPCVX_LOSS_HINGE;
    it.shape = static_cast<Shape>(source.below(kShapes));
    it.l2 = trial % 2 == 0 ? 0.05 : 1;
    it.n = 1 + source.below(4);
    std::vector<Unit> units;
    for (int64_t u = 0; u < it.n; ++u) units.push_back(random_unit(it, source));
    const std::vector<double> b{3 * source.normal(), source.normal()};
    std::vector<double> c = b;
    for (double &x : c) x += 0.1 * source.normal();
    const Minimum first = minimum(it, units, b), second = minimum(it, units, c);
    const double apart = distance(first.w, second.w) - first.off - second.off, claim = distance(b, c) / it.l2;
    EXPECT_LE(apart, claim * (1 + 1e-12));
    most = std::max(most, apart / claim);
  }
  EXPECT_GT(most, 0.95);
}

}  // namespace
