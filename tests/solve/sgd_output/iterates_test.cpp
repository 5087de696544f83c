// The walk of DP-SGD-Output: against a plain loop, and how far one unit moves it, by search among neighbours with the
// same order of places: the claim that the noise is for.
#include "solve/sgd_output/iterates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/monitor_handle.h"
#include "base/error.h"
#include "base/text.h"
#include "support/evidence.h"
#include "model/fixtures.h"
#include "solve/sgd_output/stability_inputs.h"

namespace {

using namespace fixtures;
using dpcvx::Error;
using dpcvx::ProgressMonitor;
using dpcvx::model::Objective;
using dpcvx::model::ObjectiveSettings;
using dpcvx::model::SharedObjective;
using dpcvx::optimize::SgdStability;
using dpcvx::optimize::SgdStabilityInputs;
using dpcvx::random::Rng;
using dpcvx::solve::IterateParameters;
using dpcvx::solve::PlaceOrder;
using dpcvx::solve::Problem;
using dpcvx::solve::Settings;
using dpcvx::solve::SgdOutputWalk;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kFewer = 8;
#else
constexpr int kFewer = 1;
#endif

Error &ignored() {
  static Error error(nullptr, "test");
  return error;
}

void open(Rng &rng, const std::string &seed) {
  ASSERT_EQ(rng.open_deterministic(seed.data(), seed.size(), ignored()), DPCVX_OK);
}

enum Shape { kAll, kBall, kBox, kSimplex, kShapes };
constexpr int64_t kColumns = 2, kClasses = 3;
constexpr int32_t kLosses[] = {DPCVX_LOSS_LOGISTIC,    DPCVX_LOSS_HINGE,       DPCVX_LOSS_SMOOTHED_HINGE,
                               DPCVX_LOSS_SQUARED,     DPCVX_LOSS_ABSOLUTE,    DPCVX_LOSS_PINBALL,
                               DPCVX_LOSS_HUBER,       DPCVX_LOSS_POWER_HINGE, DPCVX_LOSS_POWER,
                               DPCVX_LOSS_MULTINOMIAL, DPCVX_LOSS_POISSON};

bool two_classes(int32_t loss) {
  return loss == DPCVX_LOSS_LOGISTIC || loss == DPCVX_LOSS_HINGE || loss == DPCVX_LOSS_SMOOTHED_HINGE ||
         loss == DPCVX_LOSS_POWER_HINGE;
}

double least_label(int32_t loss) { return loss == DPCVX_LOSS_POISSON ? 0 : -1; }

struct Case {
  int32_t loss = DPCVX_LOSS_HINGE;
  bool users = false, sampled = false, removed = false;
  Shape shape = kAll;
  double l2 = 0, smoothing = 0, average = 1, eta = 0.3, exponent = 1.5;
  int64_t n = 3, steps = 40;
};

ObjectiveSettings settings_of(const Case &it) {
  ObjectiveSettings settings;
  settings.loss.kind = it.loss;
  settings.loss.parameter = it.loss == DPCVX_LOSS_PINBALL                                      ? 0.3
                            : it.loss == DPCVX_LOSS_POWER || it.loss == DPCVX_LOSS_POWER_HINGE ? it.exponent
                                                                                               : 0.5;
  if (!two_classes(it.loss) && it.loss != DPCVX_LOSS_MULTINOMIAL) settings.loss.label_bound = 1;
  settings.loss.smoothing = it.smoothing;
  settings.loss.classes = it.loss == DPCVX_LOSS_MULTINOMIAL ? kClasses : 0;
  settings.intercept = false;
  settings.l2 = it.l2;
  if (it.removed) settings.nominal_units = it.n;
  if (it.shape == kAll) return settings;
  Error error(nullptr, "domain");
  EXPECT_TRUE(settings.domain.create());
  dpcvx::model::Domain &domain = settings.domain.edit();
  const int64_t d = kColumns * (it.loss == DPCVX_LOSS_MULTINOMIAL ? kClasses : 1);
  const std::vector<double> low(static_cast<size_t>(d), -0.2), high(static_cast<size_t>(d), 0.5);
  dpcvx_status status = DPCVX_OK;
  if (it.shape == kBall) status = domain.make_ball(2, 0.7, nullptr, d, error);
  if (it.shape == kBox) status = domain.make_box(low.data(), high.data(), d, error);
  if (it.shape == kSimplex) domain.make_simplex(1, d);
  EXPECT_EQ(status, DPCVX_OK);
  return settings;
}

// Units of one record each, or of two.
SharedObjective objective_of(const Case &it, const std::vector<Rows> &units) {
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
    EXPECT_EQ(dpcvx::data::add_users(*table, ids.data(), &owned, ignored()), DPCVX_OK);
    table = owned;
  }
  SharedObjective objective;
  EXPECT_EQ(dpcvx::model::create_objective(table, settings_of(it), &objective, ignored()), DPCVX_OK);
  return objective;
}

Problem problem_of(const Case &it, const SharedObjective &objective) {
  Problem problem;
  problem.objective = objective;
  problem.adjacency = it.removed ? DPCVX_ADJACENCY_ADD_REMOVE : DPCVX_ADJACENCY_REPLACE_ONE;
  problem.unit = it.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
  return problem;
}

// The terms as a plan makes them; false where there are none for this loss on R^d.
bool stability_of(const Case &it, const SharedObjective &objective, SgdStability *out) {
  Settings settings;
  settings.tail_average_fraction = it.average;
  const auto facts = dpcvx::solve::sgd_output_facts(problem_of(it, objective), settings, it.sampled, 1, 1);
  const SgdStabilityInputs terms = dpcvx::solve::terms_at(facts, static_cast<double>(it.steps), it.eta);
  return dpcvx::solve::prepare_stability(*objective, terms, out, ignored()) == DPCVX_OK;
}

std::vector<double> walk(const SharedObjective &objective, const SgdStabilityInputs &terms, const std::string &seed) {
  Rng rng;
  open(rng, seed);
  SgdOutputWalk walk;
  ProgressMonitor watch;
  EXPECT_EQ(walk.prepare(*objective, dpcvx::solve::walk_terms(terms), ignored()), DPCVX_OK);
  std::vector<double> out(static_cast<size_t>(objective->dimension()));
  EXPECT_TRUE(walk.run(rng, watch, out.data()));
  return out;
}

std::vector<int64_t> places(const SgdStabilityInputs &terms, const std::string &seed) {
  Rng rng;
  open(rng, seed);
  PlaceOrder order;
  EXPECT_EQ(order.prepare(dpcvx::solve::walk_terms(terms), ignored()), DPCVX_OK);
  std::vector<int64_t> out(static_cast<size_t>(terms.steps));
  order.draw(rng, terms.steps, out.data());
  return out;
}

class Source {
 public:
  explicit Source(uint64_t seed) : bits_(seed) {}
  double normal() { return std::normal_distribution<double>()(bits_); }
  int64_t below(int64_t n) { return static_cast<int64_t>(bits_() % static_cast<uint64_t>(n)); }

 private:
  std::mt19937_64 bits_;
};

void add_record(const Case &it, Source &source, double turn, Rows *unit) {
  const double y = two_classes(it.loss)                ? (source.below(2) == 0 ? 1 : -1)
                   : it.loss == DPCVX_LOSS_MULTINOMIAL ? static_cast<double>(source.below(kClasses))
                                                       : std::fmax(least_label(it.loss), std::fmin(1, source.normal()));
  unit->add({std::cos(turn), std::sin(turn)}, y);
}

Rows random_unit(const Case &it, Source &source) {
  Rows unit;
  for (int k = it.users ? 2 : 1; k > 0; --k)
    add_record(it, source, source.below(3) == 0 ? 0.0 : 3 * source.normal(), &unit);
  return unit;
}

Rows changed(const Case &it, const Rows &unit, Source &source) {
  if (source.below(3) == 0) return random_unit(it, source);
  Rows out;
  const double turn = 0.2 * source.normal();
  for (int64_t i = 0; i < unit.count(); ++i) {
    const double *const row = &unit.features[static_cast<size_t>(i * kColumns)];
    const double c = std::cos(turn), s = std::sin(turn), y = unit.labels[static_cast<size_t>(i)];
    const bool number = !two_classes(it.loss) && it.loss != DPCVX_LOSS_MULTINOMIAL;
    out.add({c * row[0] - s * row[1], s * row[0] + c * row[1]},
            number ? std::fmax(least_label(it.loss), std::fmin(1, y + 0.2 * source.normal())) : y);
  }
  return out;
}

// ---- Against a plain loop ------------------------------------------------------------------------------------------

// The same walk written down from its definition, in long double, with the places that were drawn.
std::vector<double> by_definition(const Objective &objective, const SgdStabilityInputs &terms,
                                  const std::vector<int64_t> &order, double *memory) {
  const size_t d = static_cast<size_t>(objective.dimension());
  std::vector<double> w(d), g(d);
  std::vector<long double> sum(d);
  if (objective.domain() != nullptr) objective.domain()->start(w.data(), objective.dimension());
  const int64_t averaged =
      std::max<int64_t>(1, static_cast<int64_t>(std::ceil(terms.average * static_cast<double>(terms.steps))));
  for (int64_t t = 0; t < terms.steps; ++t) {
    const int64_t place = order[static_cast<size_t>(t)];
    std::fill(g.begin(), g.end(), 0.0);
    if (place < objective.units_there()) objective.unit_gradient(place, w.data(), {nullptr, memory}, g.data());
    for (size_t j = 0; j < d; ++j) w[j] = (1 - terms.step_size * terms.l2) * w[j] - terms.step_size * g[j];
    if (objective.domain() != nullptr) objective.domain()->project(w.data(), w.data(), objective.dimension());
    for (size_t j = 0; j < d && t >= terms.steps - averaged; ++j) sum[j] += w[j];
  }
  for (size_t j = 0; j < d; ++j) w[j] = static_cast<double>(sum[j] / static_cast<long double>(averaged));
  return w;
}

TEST(SgdOutputWalk, IsTheWalkOfItsDefinition) {
  double worst = 0;
  int64_t walks = 0;
  for (int32_t loss : kLosses)
    for (int shape = 0; shape < kShapes; ++shape)
      for (int variant = 0; variant < 8; ++variant) {
        Case it;
        it.loss = loss;
        it.shape = static_cast<Shape>(shape);
        it.users = variant & 1, it.sampled = variant & 2, it.removed = variant & 4;
        it.l2 = variant % 3 == 0 ? 0.1 : 0;
        it.average = variant % 2 == 0 ? 1 : variant % 4 == 1 ? 0.3 : 0;
        it.n = 7, it.steps = 2500;
        it.eta = 0.037;
        if (loss != DPCVX_LOSS_MULTINOMIAL) it.smoothing = 0.2;  // kinks would part the two for good
        Source source(static_cast<uint64_t>(loss * 100 + variant));
        std::vector<Rows> units;
        for (int64_t u = 0; u < it.n; ++u) units.push_back(random_unit(it, source));
        const SharedObjective objective = objective_of(it, units);
        SgdStability stability;
        ASSERT_TRUE(stability_of(it, objective, &stability)) << loss << " " << shape;
        dpcvx::Buffer<double> memory;
        ASSERT_TRUE(memory.allocate(objective->work_size()));
        const SgdStabilityInputs &terms = stability.terms();
        const double apart = distance(walk(objective, terms, "loop"),
                                      by_definition(*objective, terms, places(terms, "loop"), memory.data()));
        const double allowed = 2 * (terms.step_error * static_cast<double>(it.steps) + terms.output_error);
        EXPECT_LE(apart, allowed) << "loss " << loss << " shape " << shape << " variant " << variant;
        worst = std::max(worst, apart / allowed);
        ++walks;
      }
  evidence("sgd output", "%lld walks against their definition: apart by at most %.2g of the stated rounding",
           static_cast<long long>(walks), worst);
}

TEST(SgdOutputWalk, CancelledItLeavesNothing) {
  Case it;
  Source source(1);
  std::vector<Rows> units;
  for (int64_t u = 0; u < it.n; ++u) units.push_back(random_unit(it, source));
  const SharedObjective objective = objective_of(it, units);
  SgdStability stability;
  it.steps = 5000;
  ASSERT_TRUE(stability_of(it, objective, &stability));
  SgdOutputWalk walk;
  ASSERT_EQ(walk.prepare(*objective, dpcvx::solve::walk_terms(stability.terms()), ignored()), DPCVX_OK);
  Rng rng;
  open(rng, "x");
  dpcvx_monitor stopping;
  stopping.progress = [](const dpcvx_progress *at, void *) -> int32_t { return at->done >= 1000; };
  ProgressMonitor watch(&stopping);
  double out[kColumns] = {1, 1};
  EXPECT_FALSE(walk.run(rng, watch, out));
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], 0);
}

// ---- Neighbours ----------------------------------------------------------------------------------------------------

struct Tally {
  int64_t pairs = 0;
  double most = 0;
  double half = 0;  // the most of a claim of half the gradients
};

// Of the claim for the steps that meet the last unit, how far apart the walks of two neighbours end.
double moved(const Case &it, const std::vector<Rows> &others, const Rows &one, const Rows &other,
             const std::string &seed) {
  std::vector<Rows> first = others, second = others;
  first.push_back(one);
  if (!it.removed) second.push_back(other);
  const SharedObjective a = objective_of(it, first), b = objective_of(it, second);
  SgdStability stability;
  if (!stability_of(it, a, &stability)) {
    ADD_FAILURE() << "no terms";
    return 0;
  }
  const SgdStabilityInputs &terms = stability.terms();
  const std::vector<int64_t> order = places(terms, seed);
  std::vector<int64_t> touches;
  for (size_t t = 0; t < order.size(); ++t)
    if (order[t] == it.n - 1) touches.push_back(static_cast<int64_t>(t) + 1);
  const double apart = distance(walk(a, terms, seed), walk(b, terms, seed));
  const double claim = stability.along(touches.data(), touches.size());
  EXPECT_LE(apart, claim) << "loss " << it.loss << " shape " << it.shape << " users " << it.users << " sampled "
                          << it.sampled << " removed " << it.removed << " l2 " << it.l2 << " average " << it.average;
  EXPECT_LE(claim, stability.worst() * (1 + 1e-9));
  return touches.empty() ? 0 : apart / claim;
}

void climb(const Case &it, Source &source, Tally *tally, int steps) {
  std::vector<Rows> others;
  for (int64_t u = 0; u + 1 < it.n; ++u) others.push_back(random_unit(it, source));
  Rows one = random_unit(it, source), other = random_unit(it, source);
  std::string seed = "order" + std::to_string(source.below(1000));
  double best = moved(it, others, one, other, seed);
  for (int step = 0; step < steps; ++step) {
    ++tally->pairs;
    const Rows next = changed(it, one, source), next_other = changed(it, other, source);
    std::vector<Rows> next_others = others;
    Rows &any = next_others[static_cast<size_t>(source.below(it.n - 1))];
    any = changed(it, any, source);
    const std::string next_seed = source.below(4) == 0 ? "order" + std::to_string(source.below(1000)) : seed;
    const double now = moved(it, next_others, next, next_other, next_seed);
    if (now <= best) continue;
    best = now;
    one = next, other = next_other, others = next_others, seed = next_seed;
  }
  tally->most = std::max(tally->most, best);
}

TEST(SgdOutputWalk, NeighboursEndNoFurtherApartThanClaimed) {
  Source source(7);
  Tally all, smooth, rough, between;
  for (int32_t loss : kLosses)
    for (int shape = 0; shape < kShapes; ++shape)
      for (int variant = 0; variant < 16; ++variant) {
        Case it;
        it.loss = loss;
        it.shape = static_cast<Shape>(shape);
        it.users = variant & 1, it.sampled = variant & 2, it.removed = variant & 4;
        it.l2 = variant & 8 ? 0.2 : 0;
        it.average = variant % 3 == 0 ? 1 : variant % 3 == 1 ? 0 : 0.4;
        it.eta = variant % 5 == 0 ? 0.05 : 0.4;
        it.steps = 10 + 10 * (variant % 4);
        it.exponent = variant % 2 == 0 ? 1.5 : 1.2;
        const bool wide = loss == DPCVX_LOSS_POWER || loss == DPCVX_LOSS_POWER_HINGE || loss == DPCVX_LOSS_SQUARED;
        if (wide && it.shape == kAll) it.eta = 0.05;
        Tally here;
        climb(it, source, &here, (it.shape == kAll ? 40 : 15) / kFewer);
        all.pairs += here.pairs;
        all.most = std::max(all.most, here.most);
        Tally &kind = loss == DPCVX_LOSS_POWER || loss == DPCVX_LOSS_POWER_HINGE                              ? between
                      : loss == DPCVX_LOSS_HINGE || loss == DPCVX_LOSS_ABSOLUTE || loss == DPCVX_LOSS_PINBALL ? rough
                                                                                                              : smooth;
        kind.most = std::max(kind.most, here.most);
      }
  EXPECT_GT(smooth.most, 0.9);  // a search that comes nowhere near shows little
  EXPECT_GT(rough.most, 0.5);
  EXPECT_GT(between.most, 0.4);
  evidence("sgd output",
           "%lld neighbouring pairs walked in the same order, all losses, domains, units, adjacencies: at most %.3f of "
           "the claim (smooth %.3f, corners %.3f, between %.3f)",
           static_cast<long long>(all.pairs), all.most, smooth.most, rough.most, between.most);
}

// Far from 0 averaging loses more than a small domain's own rounding: no cap by its diameter may leave that out. One
// unit, whose label pulls every iterate to one end of [low, low + 1] or to the other.
TEST(SgdOutputWalk, WhatAveragingLosesIsCountedInSmallDomains) {
  double worst = 0;
  for (int k = 0; k < 64; ++k) {
    const double low = 1e6 + k / 64.0, high = low + 1 - 0x1p-30 * k;
    const auto walked = [&](double label, SgdStability *stability) {
      ObjectiveSettings settings;
      settings.loss.kind = DPCVX_LOSS_ABSOLUTE;
      settings.loss.label_bound = 4e6;
      settings.intercept = false;
      EXPECT_TRUE(settings.domain.create());
      EXPECT_EQ(settings.domain.edit().make_box(&low, &high, 1, ignored()), DPCVX_OK);
      Rows rows;
      rows.add({1}, label);
      SharedObjective objective;
      EXPECT_EQ(dpcvx::model::create_objective(fixtures::table(rows), settings, &objective, ignored()), DPCVX_OK);
      Case it;
      it.n = 1, it.steps = 4096, it.eta = 4;
      EXPECT_TRUE(stability_of(it, objective, stability));
      return walk(objective, stability->terms(), "one")[0];
    };
    SgdStability stability;
    const double apart = walked(4e6, &stability) - walked(-4e6, &stability);
    EXPECT_LE(apart, stability.worst()) << k;
    worst = std::max(worst, (apart - (high - low)) / (2 * stability.terms().output_error));
  }
  EXPECT_GT(worst, 0.01);  // it does lose some
}

// What a claim of zero-out's lengths is worth where a unit is replaced.
TEST(SgdOutputWalk, ControlHalfTheLengthIsPassed) {
  Source source(3);
  Case it;
  it.loss = DPCVX_LOSS_LOGISTIC;
  it.l2 = 0, it.average = 0, it.steps = 6, it.eta = 0.05;
  Tally tally;
  for (int k = 0; k < 5; ++k) climb(it, source, &tally, 60);
  EXPECT_GT(tally.most, 0.5) << "half the claim holds for all pairs that were found";
}

// A place beyond the units there are moves nothing but the quadratic's part.
TEST(SgdOutputWalk, EmptyPlacesOnlyShrink) {
  Case it;
  it.removed = true, it.l2 = 0.5, it.n = 4, it.steps = 64, it.average = 0;
  Source source(5);
  const SharedObjective objective = objective_of(it, {random_unit(it, source)});
  SgdStability stability;
  ASSERT_TRUE(stability_of(it, objective, &stability));
  const SgdStabilityInputs &terms = stability.terms();
  EXPECT_EQ(terms.units, 8);
  EXPECT_EQ(terms.l2, 0.25);
  const std::vector<int64_t> order = places(terms, "empty");
  const int64_t met = std::count(order.begin(), order.end(), 0);
  EXPECT_EQ(met, it.steps / 8);
  // By hand: the hinge's slope is its label times the row wherever the margin is below 1.
  dpcvx::Buffer<double> memory;
  ASSERT_TRUE(memory.allocate(objective->work_size()));
  EXPECT_LT(distance(walk(objective, terms, "empty"), by_definition(*objective, terms, order, memory.data())), 1e-13);
}

}  // namespace
