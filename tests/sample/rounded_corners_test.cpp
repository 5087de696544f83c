// Losses with corners: tangents whose slopes at corners lie between those on either side, which tries need where many
// records have their corner in one place.
#include "base/error.h"
#include "base/progress_monitor.h"
#include "support/evidence.h"
#include "support/long_audits.h"
#include "mechanism/laws.h"
#include "model/exact_tangents.h"
#include "model/fixtures.h"
#include "sample/chain.h"
#include "sample/parts/objective_part.h"
#include "sample/schedule.h"

namespace {

using data_tests::Made;
using dpcvx::sample::ObjectivePart;
using dpcvx::sample::Thinning;
using exact::Real;
using grid::Choice;
using grid::Loss;
using grid::Subject;

constexpr double kScale = 8;

// Losses that bend at one point, in a width of so much: 0 at a corner.
bool is_two_sided(int32_t kind) { return kind != DPCVX_LOSS_HINGE && kind != DPCVX_LOSS_SMOOTHED_HINGE; }
bool bends_at_one_point(int32_t kind) {
  return !is_two_sided(kind) || kind == DPCVX_LOSS_ABSOLUTE || kind == DPCVX_LOSS_PINBALL || kind == DPCVX_LOSS_HUBER;
}
double width_of_bend(const dpcvx::model::LossSpec &loss) {
  const bool parameter = loss.kind == DPCVX_LOSS_SMOOTHED_HINGE || loss.kind == DPCVX_LOSS_HUBER;
  return loss.smoothing + (parameter ? loss.parameter : 0);
}

// Those of the grid with a corner, and some whose bends are narrower than those of lines.
std::vector<Loss> sharp_losses() {
  std::vector<Loss> found;
  for (const Loss &loss : grid::losses()) {
    if (!bends_at_one_point(loss.spec.kind)) continue;
    for (const double width : {0.0, 1e-9, 0.05}) {
      Loss sharp = loss;
      const bool parameter = width_of_bend(loss.spec) > loss.spec.smoothing;
      if (parameter && !(width > 0)) continue;
      if (parameter) sharp.spec.parameter = width;
      sharp.spec.smoothing = parameter ? 0 : width;
      found.push_back(sharp);
    }
  }
  return found;
}

grid::ObjectiveSettings settings_of(const Loss &loss) {
  grid::ObjectiveSettings settings;
  settings.loss = loss.spec;
  settings.row_bound = 0.8;
  settings.intercept_value = 0.5;
  settings.weight_bound = 1.5;
  return settings;
}

// The slope of the loss's envelope, its bend of the width that is given: a corner's is 0 on one side.
Real slope_of(const dpcvx::model::LossSpec &loss, Real width, Real z, double b) {
  const auto ramp = [width](Real t, Real low, Real high) {
    return width > 0 ? std::fmin(high, std::fmax(low, t / width)) : t > 0 ? high : low;
  };
  if (!is_two_sided(loss.kind)) return -b * ramp(1 - b * z, 0, 1);
  const Real down = loss.kind == DPCVX_LOSS_PINBALL ? loss.parameter : 1;
  const Real up = loss.kind == DPCVX_LOSS_PINBALL ? 1 - static_cast<Real>(loss.parameter) : 1;
  return ramp(z - b, -down, up);
}
// The loss is the greatest of the lines s (z - corner) - width s^2 / 2 by their slopes s.
Real line_of(const dpcvx::model::LossSpec &loss, Real s, Real z, double b) {
  const Real corner = is_two_sided(loss.kind) ? static_cast<Real>(b) : 1 / static_cast<Real>(b);
  return s * (z - corner) - width_of_bend(loss) * s * s / 2;
}
Real loss_of(const dpcvx::model::LossSpec &loss, Real z, double b) {
  return line_of(loss, slope_of(loss, width_of_bend(loss), z, b), z, b);
}

// B(x) by the definition: how far the losses lie above lines of the slopes of envelopes `width` wider.
struct Lines {
  const dpcvx::model::Objective &it;
  double width;

  Real above(const std::vector<double> &x, const std::vector<double> &v) const {
    const exact::Tangents by(it);
    Real sum = 0;
    for (int64_t r = 0; r < it.linear()->records(); ++r) {
      const double b = it.linear()->label(r);
      const Real z = by.decisions(r, x)[0];
      const double at = static_cast<double>(by.computed_decisions(r, v)[0]);
      // One double in the gradient and in B.
      const double s = static_cast<double>(slope_of(it.loss(), width + width_of_bend(it.loss()), at, b));
      sum += static_cast<Real>(it.linear()->share(r)) * (loss_of(it.loss(), z, b) - line_of(it.loss(), s, z, b));
    }
    return sum * kScale / static_cast<double>(it.units());
  }
};

// B(x) as the part computes it, but for the rounding of the sum.
Real computed(const dpcvx::model::Objective &it, double width, const std::vector<double> &x,
              const std::vector<double> &v) {
  std::vector<double> reference(static_cast<size_t>(it.layout().size())), step(reference);
  it.layout().spread(v.data(), reference.data());
  it.layout().spread(x.data(), step.data());
  for (size_t j = 0; j < step.size(); ++j) step[j] -= reference[j];
  const dpcvx::model::RecordDivergences divergences(it, width);
  return it.linear()->table().with_rows([&](const auto &rows) {
    Real sum = 0;
    for (int64_t r = 0; r < it.linear()->records(); ++r)
      sum += static_cast<Real>(it.linear()->share(r)) * divergences.of(rows, r, reference.data(), step.data(), nullptr);
    return sum * kScale / static_cast<double>(it.units());
  });
}

double room(double p, int64_t draws) {
  const double log_odds = std::log(2e9), n = static_cast<double>(draws);
  return std::sqrt(2 * n * p * (1 - p) * log_odds) + log_odds;
}

struct PartOf {
  Subject subject;
  ObjectivePart part;

  PartOf(const Loss &loss, const Choice &choice, Thinning thinning)
      : subject(grid::source(30, 5, loss, 61), choice, settings_of(loss)) {
    dpcvx::Error error(nullptr, "part");
    EXPECT_EQ(part.prepare(subject.objective, {kScale, 1, thinning}, error), DPCVX_OK);
  }
};

// At points within the width of a corner and beyond.
TEST(RoundedCorners, AcceptAsOftenAsTheyShould) {
  laws::Stream stream("corners");
  int64_t between = 0;
  for (const Loss &loss : sharp_losses())
    for (const Choice &choice : {Choice{Made::kDense, false, true}, Choice{Made::kCsr, true, true}})
      for (Thinning thinning : {Thinning::kNever, Thinning::kAlways}) {
        PartOf made(loss, choice, thinning);
        const dpcvx::model::Objective &it = *made.subject.objective;
        ASSERT_GT(made.part.width(), 0);
        const Lines lines{it, made.part.width()};
        const exact::Tangents by(it);
        for (uint64_t seed : {3, 4, 5}) {
          const std::vector<double> v = grid::point(made.subject, seed, 1.5);
          std::vector<double> x = v, g(v.size());
          for (size_t j = 0; j < x.size(); ++j) x[j] += (j % 2 == 0 ? 0.2 : -0.1);
          made.part.linearize(v.data(), g.data());
          for (int64_t r = 0; r < it.linear()->records(); ++r) {
            const double b = it.linear()->label(r), z = static_cast<double>(by.computed_decisions(r, v)[0]);
            const Real width = made.part.width() + width_of_bend(it.loss()), s = slope_of(it.loss(), width, z, b);
            between += s != slope_of(it.loss(), width, z + 9, b) && s != slope_of(it.loss(), width, z - 9, b);
          }
          const double probability = static_cast<double>(std::exp(-lines.above(x, v)));
          const int64_t kDraws = long_audits() ? 30000 : 12000;
          int64_t accepted = 0;
          for (int64_t draw = 0; draw < kDraws; ++draw) accepted += made.part.accept(x.data(), stream.rng);
          EXPECT_NEAR(static_cast<double>(accepted), probability * static_cast<double>(kDraws),
                      room(probability, kDraws))
              << loss.name;
          const Real off = computed(it, made.part.width(), x, v) - lines.above(x, v);
          const double stated =
              made.part.errors({fixtures::norm(x) + fixtures::norm(v), fixtures::distance(x, v)}).log_ratio;
          EXPECT_LE(static_cast<double>(std::fabs(off)), stated) << loss.name;
          EXPECT_LT(stated, 1e-9) << loss.name;
          // B goes with the gradient: with it taken off, the losses' sum is left but for a constant.
          const auto rest = [&](const std::vector<double> &at) {
            Real sum = lines.above(at, v);
            for (size_t j = 0; j < at.size(); ++j) sum += static_cast<Real>(g[j]) * at[j];
            for (int64_t r = 0; r < it.linear()->records(); ++r)
              sum -= kScale / static_cast<Real>(it.units()) * it.linear()->share(r) *
                     loss_of(it.loss(), by.decisions(r, at)[0], it.linear()->label(r));
            return sum;
          };
          EXPECT_NEAR(static_cast<double>(rest(x) - rest(v)), 0, made.part.errors({4, 1}).tilt + 1e-15) << loss.name;
        }
      }
  EXPECT_GT(between, 20);
}

// All records have their corner in one place, or in three: tries by tangents of the loss alone, to one side of it or
// the other, hardly ever come to lie beside it.
struct InOnePlace {
  dpcvx::sample::Chain chain;
  std::vector<double> out;
  double eta = 0;
  int32_t outcome = 0;

  InOnePlace(int columns, bool rounded, double max_passes, double smoothing = 0) : out(static_cast<size_t>(columns)) {
    fixtures::Rows rows;
    for (int i = 0; i < 300; ++i) {
      std::vector<double> row(out.size());
      row[static_cast<size_t>(i % columns)] = 1;
      rows.add(row, 0.25);
    }
    dpcvx::model::ObjectiveSettings settings;
    settings.loss.kind = DPCVX_LOSS_ABSOLUTE;
    settings.loss.label_bound = 1;
    settings.loss.smoothing = smoothing;
    settings.intercept = false;
    dpcvx::Error error(nullptr, "corners");
    dpcvx::model::SharedObjective objective;
    EXPECT_EQ(create_objective(fixtures::table(rows), settings, &objective, error), DPCVX_OK);
    ObjectivePart part;
    EXPECT_EQ(part.prepare(objective, {1000, 1, Thinning::kChosen, rounded}, error), DPCVX_OK);
    dpcvx::sample::Target target;
    target.dimension = columns;
    target.parts[target.count++] = &part;
    target.precision = target.convexity = 1;
    dpcvx::sample::Schedule schedule;
    schedule.eta = eta = 8 / part.roughness();
    schedule.rounds = columns == 1 ? 300 : 30;
    dpcvx::sample::Region region;
    EXPECT_TRUE(settle(target, nullptr, 50, &schedule, &region));
    EXPECT_EQ(chain.prepare(target, schedule, error), DPCVX_OK);
    chain.limit_passes(max_passes);
    laws::Stream stream("one place");
    const std::vector<double> start(out.size());
    dpcvx::ProgressMonitor watch;
    outcome = chain.run(start.data(), stream.rng, watch, out.data());
  }
  double per_round(int64_t count) const {
    return static_cast<double>(count) / static_cast<double>(chain.work().rounds);
  }
};

TEST(RoundedCorners, CornersOfAllRecordsInOnePlaceAreSampled) {
  for (const int columns : {1, 3}) {
    const InOnePlace run(columns, true, 2e5);
    ASSERT_EQ(run.outcome, DPCVX_OUTCOME_DONE) << columns;
    const double tries = run.per_round(run.chain.work().tries);
    EXPECT_LT(tries, columns == 1 ? 200 : 20000) << columns;
    evidence("sampler", "corners of all records in %d place%s, slopes %.0f / s: %.0f tries and %.1f tangents a round",
             columns, columns == 1 ? "" : "s", 1000 / columns * std::sqrt(run.eta), tries,
             run.per_round(run.chain.work().tangents));
    for (double x : run.out) EXPECT_NEAR(x, 0.25, 25.0 * columns / 1000);  // exp(-25)
  }
}

// Bends too narrow for tries to tell from a corner: of the loss, and between its tangents and those of lines.
TEST(RoundedCorners, NarrowBendsOfAllRecordsInOnePlaceAreSampled) {
  for (const double smoothing : {1e-9, 1e-4, 1e-3}) {
    const InOnePlace run(1, true, 2e5, smoothing);
    ASSERT_EQ(run.outcome, DPCVX_OUTCOME_DONE) << smoothing;
    EXPECT_LT(run.per_round(run.chain.work().tries), 200) << smoothing;
    EXPECT_LT(run.per_round(run.chain.work().tangents), 2) << smoothing;
  }
  // Control: the loss's own slopes take tangents until one lies within the bend.
  const InOnePlace plain(1, false, 2e5, 1e-9);
  evidence("sampler", "bends of a width of 1e-9 in one place: %.1f tangents a round of the loss's own slopes",
           plain.per_round(plain.chain.work().tangents));
  EXPECT_GT(plain.per_round(plain.chain.work().tangents), 6);
}

TEST(RoundedCorners, ControlTangentsOfTheLossAreStuckThere) {
  EXPECT_EQ(InOnePlace(1, false, 2e4).outcome, DPCVX_OUTCOME_MAX_PASSES);
}

}  // namespace
