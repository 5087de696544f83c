// Direct draws against the laws of their densities, by quadrature on a line and in the plane.
#include "sample/direct/direct_draw.h"

#include <algorithm>

#include "base/error.h"
#include "mechanism/laws.h"
#include "model/grid.h"
#include "support/long_audits.h"

namespace {

using dpcvx::sample::DirectDraw;
using dpcvx::sample::DirectSettings;
using dpcvx::sample::LocalMetric;
using dpcvx::sample::LossFloor;
using dpcvx::sample::ObjectivePart;
using dpcvx::sample::Target;
using grid::Choice;
using grid::Loss;
using grid::Subject;
using Vector = std::vector<double>;

constexpr double kKolmogorovAlarm = 3.2728;  // 1e-9

// Huber's loss is as wide as residuals are, and so are envelopes.
Loss loss_named(const std::string &name) {
  if (name == "Huber") return {"Huber", grid::spec_of(DPCVX_LOSS_HUBER, 4), false, true};
  if (name == "wide hinge") return {"wide hinge", grid::spec_of(DPCVX_LOSS_HINGE, 0, INFINITY, 4), true, true};
  if (name == "wide pinball") return {"wide pinball", grid::spec_of(DPCVX_LOSS_PINBALL, 0.6, INFINITY, 8), false, true};
  for (const Loss &loss : grid::losses())
    if (loss.name == name) return loss;
  ADD_FAILURE() << name;
  return grid::losses().front();
}

grid::ObjectiveSettings settings_of(const Loss &loss, bool intercept) {
  grid::ObjectiveSettings settings;
  settings.loss = loss.spec;
  settings.row_bound = 0.8;
  settings.intercept = intercept;
  settings.intercept_value = 0.5;
  settings.weight_bound = 1.5;
  return settings;
}

// A density of losses, a quadratic and a wall, with direct draws from it.
struct Density {
  Subject subject;
  ObjectivePart part;
  Vector start, centre;
  Target target;
  DirectSettings settings;
  DirectDraw draw;
  double scale;
  std::unique_ptr<dpcvx::model::Domain> box;
  Vector low, high;

  Density(const std::string &name, const Choice &choice, int64_t columns, bool intercept, double k, double precision,
          double wall = 0, int64_t rows = 60)
      : Density(grid::source(rows, columns, loss_named(name), 61), name, choice, intercept, k, precision, wall) {}
  Density(const grid::Source &source, const std::string &name, const Choice &choice, bool intercept, double k,
          double precision, double wall = 0, double away = 0.25)
      : subject(source, choice, settings_of(loss_named(name), intercept)), scale(k) {
    dpcvx::Error error(nullptr, "density");
    dpcvx::sample::ObjectivePartSettings own;
    own.scale = k;
    EXPECT_EQ(part.prepare(subject.objective, own, error), DPCVX_OK);
    start.assign(subject.dimension(), 0);
    centre.assign(subject.dimension(), away);
    target.dimension = subject.objective->dimension();
    target.parts[target.count++] = &part;
    target.precision = target.convexity = precision;
    target.centre = centre.data();
    if (wall > 0) target.domain = subject.objective->domain(), target.wall = wall;
    settings = {start.data(), 60 / std::sqrt(precision) + 10, 0x1p-42, 1e6};
    EXPECT_TRUE(DirectDraw::applies(target, *subject.objective));
    EXPECT_EQ(draw.prepare(target, subject.objective, &part, settings, error), DPCVX_OK);
  }

  double potential(const Vector &x) {
    double squares = 0, norm = 0;
    for (size_t j = 0; j < x.size(); ++j) {
      squares += (x[j] - centre[j]) * (x[j] - centre[j]);
      norm += x[j] * x[j];
    }
    double v = scale * subject.value(x) + target.precision * squares / 2;
    if (box.get() != nullptr)
      for (size_t j = 0; j < x.size(); ++j)
        v += target.wall * (std::fmax(0, x[j] - high[j]) + std::fmax(0, low[j] - x[j]));
    else if (target.domain != nullptr)
      v += target.wall * grid::kRadius / 2 * std::fmax(0, norm / (grid::kRadius * grid::kRadius) - 1);
    return v;
  }

  void put_in_box(const Vector &from, const Vector &to, const Vector &middle, double wall) {
    dpcvx::Error error(nullptr, "box");
    low = from, high = to, centre = middle;
    box = std::make_unique<dpcvx::model::Domain>();
    EXPECT_EQ(box->make_box(low.data(), high.data(), target.dimension, error), DPCVX_OK);
    target.domain = box.get(), target.wall = wall, target.centre = centre.data();
    EXPECT_EQ(draw.prepare(target, subject.objective, &part, settings, error), DPCVX_OK);
  }

  void ask_for(DirectSettings::Floor floor) {
    dpcvx::Error error(nullptr, "density");
    settings.floor = floor;
    EXPECT_EQ(draw.prepare(target, subject.objective, &part, settings, error), DPCVX_OK);
  }

  std::vector<Vector> draws(size_t count, const char *seed) {
    laws::Stream stream(seed);
    dpcvx::ProgressMonitor watch;
    std::vector<Vector> out;
    Vector x(subject.dimension());
    for (size_t i = 0; i < count; ++i) {
      watch.begin(1);
      if (!draw.run(stream.rng, watch, x.data())) {
        ADD_FAILURE() << "no envelope: " << draw.work().log_tries;
        break;
      }
      out.push_back(x);
    }
    return out;
  }
};

// sqrt(n) times Kolmogorov and Smirnov's statistic of numbers against masses at points in rising order.
double deviate(std::vector<std::pair<double, double>> law, Vector numbers) {
  std::sort(law.begin(), law.end());
  std::sort(numbers.begin(), numbers.end());
  double total = 0, sum = 0, most = 0;
  for (const auto &[at, mass] : law) total += mass;
  for (const auto &[at, mass] : law) {
    const auto below = std::lower_bound(numbers.begin(), numbers.end(), at) - numbers.begin();
    most = std::max(
        most, std::fabs(static_cast<double>(below) / static_cast<double>(numbers.size()) - (sum + mass / 2) / total));
    sum += mass;
  }
  return std::sqrt(static_cast<double>(numbers.size())) * most;
}

// Law of the first coordinate and of the last; `moved`: the draws are, by this share of their deviation.
double plane_deviate(Density &density, const std::vector<Vector> &draws, double far, double moved) {
  const size_t d = density.subject.dimension();
  const int cells = d == 1 ? 4000 : 320;
  std::vector<std::pair<double, double>> first, last;
  const double least = density.potential(draws.front());
  Vector x(d);
  for (int i = 0; i < cells; ++i) {
    x[0] = far * (2 * (i + 0.5) / cells - 1);
    double sum = 0;
    for (int j = 0; j < (d == 1 ? 1 : cells); ++j) {
      if (d > 1) x[1] = far * (2 * (j + 0.5) / cells - 1);
      const double mass = std::exp(least - density.potential(x));
      sum += mass;
      if (d > 1) last.push_back({x[1], mass});
    }
    first.push_back({x[0], sum});
  }
  // Points of one place together.
  std::sort(last.begin(), last.end());
  std::vector<std::pair<double, double>> merged;
  for (const auto &[at, mass] : last)
    if (!merged.empty() && merged.back().first == at)
      merged.back().second += mass;
    else
      merged.push_back({at, mass});
  Vector a, b;
  for (const Vector &one : draws) a.push_back(one[0] + moved), b.push_back(one[d - 1] + moved);
  return d == 1 ? deviate(first, a) : std::max(deviate(first, a), deviate(merged, b));
}

// The law of the potential in the plane: what the stages of a try decide by depends on the distance for the most part.
double potential_deviate(Density &density, const std::vector<Vector> &draws, double far) {
  constexpr int kCells = 400;
  std::vector<std::pair<double, double>> law;
  Vector numbers, x(2);
  const double least = density.potential(draws.front());
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kCells; ++j) {
      x = {far * (2 * (i + 0.5) / kCells - 1), far * (2 * (j + 0.5) / kCells - 1)};
      const double v = density.potential(x);
      law.push_back({v, std::exp(least - v)});
    }
  for (const Vector &one : draws) numbers.push_back(density.potential(one));
  return deviate(law, numbers);
}

TEST(DirectDraw, HasTheLawOnALine) {
  const size_t count = long_audits() ? 100000 : 1600;
  for (const char *const name : {"logistic", "squared", "wide hinge", "wide pinball"})
    for (const bool users : {false, true}) {
      if (users && name != std::string("logistic") && !long_audits()) continue;
      Density density(name, {data_tests::Made::kDense, users, true}, 1, false, 30, 1.5);
      const std::vector<Vector> draws = density.draws(count, name);
      ASSERT_EQ(draws.size(), count);
      EXPECT_LT(plane_deviate(density, draws, 5, 0), kKolmogorovAlarm) << name;
      EXPECT_GT(plane_deviate(density, draws, 5, 0.12), kKolmogorovAlarm) << name;
    }
}

TEST(DirectDraw, HasTheLawInThePlane) {
  const size_t count = long_audits() ? 100000 : 1600;
  for (const char *const name : {"logistic", "squared"}) {
    Density density(name, {data_tests::Made::kCsr, false, true}, 1, true, 40, 1, 3);
    const std::vector<Vector> draws = density.draws(count, name);
    ASSERT_EQ(draws.size(), count);
    EXPECT_LT(plane_deviate(density, draws, 6, 0), kKolmogorovAlarm) << name;
    EXPECT_GT(plane_deviate(density, draws, 6, 0.08), kKolmogorovAlarm) << name;
  }
}

// The same by third derivatives, with users and a wall.
TEST(DirectDraw, HasTheLawByThirdDerivatives) {
  const size_t count = long_audits() ? 100000 : 1600;
  for (const bool plane : {false, true}) {
    Density density("logistic", {data_tests::Made::kDense, !plane, true}, 1, plane, 60, 1.5, plane ? 3 : 0);
    density.ask_for(DirectSettings::Floor::kSkewed);
    const std::vector<Vector> draws = density.draws(count, "third");
    ASSERT_EQ(draws.size(), count);
    EXPECT_TRUE(density.draw.work().skewed);
    EXPECT_LT(plane_deviate(density, draws, 5, 0), kKolmogorovAlarm);
    EXPECT_GT(plane_deviate(density, draws, 5, 0.08), kKolmogorovAlarm);
  }
}

// Here the floors' sums alone decide on many tries: rows of one entry each, and few labels of one sign.
TEST(DirectDraw, HasTheLawWhereSumsDecide) {
  grid::Source source = grid::source(40, 2, loss_named("logistic"), 61);
  for (size_t i = 0; i < source.entries.values.size(); ++i) source.entries.values[i] = i % 2 == i / 2 % 2 ? 1 : 0;
  for (size_t i = 0; i < source.labels.size(); ++i) source.labels[i] = i % 13 == 2 ? -1 : 1;
  Density density(source, "logistic", {data_tests::Made::kDense, false, false, false}, false, 120, 0.1);
  density.ask_for(DirectSettings::Floor::kSkewed);
  const std::vector<Vector> draws = density.draws(1600, "sums");
  ASSERT_EQ(draws.size(), 1600u);
  EXPECT_TRUE(density.draw.work().skewed);
  EXPECT_GT(density.draw.work().log_tries, 0.7);
  EXPECT_LT(plane_deviate(density, draws, 16, 0), kKolmogorovAlarm);
  EXPECT_GT(plane_deviate(density, draws, 16, 0.2), kKolmogorovAlarm);
  EXPECT_LT(potential_deviate(density, draws, 16), kKolmogorovAlarm);
}

// A record alone in its column is left out of the metric, and hides no envelope. Half of its coordinate's law is its
// own.
TEST(DirectDraw, HasTheLawBesideARowAloneInItsColumn) {
  grid::Source source = grid::source(300, 2, loss_named("logistic"), 61);
  for (size_t i = 1; i < source.entries.values.size(); i += 2) source.entries.values[i] = i == 1 ? 1 : 0;
  Density density(source, "logistic", {data_tests::Made::kDense, false, false}, false, 2000, 0.5);
  const std::vector<Vector> draws = density.draws(1600, "alone");
  ASSERT_EQ(draws.size(), 1600u);
  EXPECT_LT(plane_deviate(density, draws, 9, 0), kKolmogorovAlarm);
  EXPECT_GT(plane_deviate(density, draws, 9, 0.2), kKolmogorovAlarm);
}

// A wall that binds: the quadratic's centre is outside of the ball.
constexpr double kPull = 2, kAway = 12, kSlope = 40, kScale = 8;

Density of_binding_ball(const char *name, bool plane) {
  const grid::Source source = grid::source(60, 1, loss_named(name), 61);
  return {source, name, {data_tests::Made::kDense, false, true}, plane, kScale, kPull, kSlope, kAway};
}

TEST(DirectDraw, HasTheLawAtABindingBall) {
  const size_t count = long_audits() ? 100000 : 1600;
  for (const char *const name : {"logistic", "wide pinball"}) {
    const bool plane = name == std::string("logistic");
    Density density = of_binding_ball(name, plane);
    if (plane) density.ask_for(DirectSettings::Floor::kSkewed);
    const std::vector<Vector> draws = density.draws(count, name);
    ASSERT_EQ(draws.size(), count);
    EXPECT_EQ(density.draw.work().skewed, plane);
    EXPECT_GT(density.draw.work().wall_share, 0.05) << name;
    EXPECT_LT(density.draw.work().wall_share, 0.95) << name;
    EXPECT_LT(plane_deviate(density, draws, 4, 0), kKolmogorovAlarm) << name;
    EXPECT_GT(plane_deviate(density, draws, 4, 0.05), kKolmogorovAlarm) << name;
  }
}

// Draws of the density that has the quadratic of the share and no wall.
TEST(DirectDraw, ControlDrawsWithoutTheRestOfTheWallAreCaught) {
  Density density = of_binding_ball("squared", true);
  ASSERT_EQ(density.draws(1, "share").size(), 1u);
  const double precision = kPull + density.draw.work().wall_share * kSlope / grid::kRadius;
  Density other(grid::source(60, 1, loss_named("squared"), 61), "squared", {data_tests::Made::kDense, false, true},
                true, kScale, precision, 0, kPull * kAway / precision);
  EXPECT_GT(plane_deviate(density, other.draws(1600, "other"), 4, 0), 1.5 * kKolmogorovAlarm);
}

// A box whose faces hold both coordinates, one, or the only one; another is drawn from both sides of its face.
TEST(DirectDraw, HasTheLawAtFacesOfABox) {
  const size_t count = long_audits() ? 15000 : 1600;
  struct Case {
    const char *loss;
    Vector low, high, centre;
    size_t faces;
  };
  for (const Case &it : {Case{"squared", {-2, -1.5}, {1, 2}, {6, -5}, 2},
                         Case{"logistic", {-1, -2}, {3, 0.5}, {-6, 0.9}, 1}, Case{"wide hinge", {-2}, {1}, {7}, 1}}) {
    Density density(it.loss, {data_tests::Made::kDense, false, true}, 1, it.low.size() > 1, kScale, kPull);
    density.put_in_box(it.low, it.high, it.centre, kSlope);
    const std::vector<Vector> draws = density.draws(count, it.loss);
    ASSERT_EQ(draws.size(), count);
    EXPECT_EQ(density.draw.work().faces, it.faces) << it.loss;
    EXPECT_LT(plane_deviate(density, draws, 4, 0), kKolmogorovAlarm) << it.loss;
    EXPECT_GT(plane_deviate(density, draws, 4, 0.03), kKolmogorovAlarm) << it.loss;
  }
}

// A wall half as steep as the one that draws are made for.
TEST(DirectDraw, ControlAnotherWallIsCaught) {
  Density density("squared", {data_tests::Made::kDense, false, true}, 1, true, kScale, kPull);
  density.put_in_box({-2, -1.5}, {1, 2}, {6, -5}, kSlope);
  const std::vector<Vector> draws = density.draws(1600, "wall");
  density.target.wall = 0.7 * kSlope;
  EXPECT_GT(plane_deviate(density, draws, 4, 0), kKolmogorovAlarm);
}

// The statement of section 2 at many points of tables; `leverage` and `metric` are multiplied, for controls.
// `longest`: rows that are longer, over the mean, are left out of the metric.
double least_above_floor(const std::string &name, const Choice &choice, double leverage, double metric,
                         double longest = INFINITY) {
  Density density(name, choice, 5, true, 25, 0.8);
  dpcvx::Error error(nullptr, "metric");
  LocalMetric local;
  EXPECT_EQ(local.prepare(*density.subject.objective, density.part.weight(), density.target.precision, error),
            DPCVX_OK);
  double least = INFINITY;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const Vector v = grid::point(density.subject, seed, 0.3);
    LossFloor floor(density.subject.objective->loss());
    floor.set_edge(local.place(v.data(), floor, 0.8));
    local.take_all_rows();
    EXPECT_TRUE(local.take(v.data(), floor, 1, nullptr));
    const double whole = local.log_volume();
    local.leave_out_long_rows(longest);
    EXPECT_TRUE(local.take(v.data(), floor, 1, nullptr));
    EXPECT_EQ(local.log_volume() < whole, longest < INFINITY);
    const double l = leverage * local.max_leverage();
    const double *const factor = local.factor();
    for (uint64_t other = 1; other <= 40; ++other) {
      const Vector step =
          grid::point(density.subject, 1000 * seed + other, std::exp(0.15 * static_cast<double>(other) - 4));
      Vector x = v;
      double squares = 0, length = 0;
      for (size_t j = 0; j < x.size(); ++j) x[j] += step[j], length += step[j] * step[j];
      for (size_t j = 0; j < x.size(); ++j) {
        double sum = 0;
        for (size_t i = j; i < x.size(); ++i) sum += factor[i * x.size() + j] * step[i];
        squares += sum * sum;
      }
      double divergence = density.target.precision * length / 2;
      for (const double one : density.subject.divergences(x, v)) divergence += density.part.weight() * one;
      const double rho = std::sqrt(metric * squares);
      least = std::fmin(least, divergence / (floor.value(l * rho) / (l * l)));
    }
  }
  return least;
}

TEST(DirectDraw, LossesLieAboveTheirFloor) {
  for (const char *const name : {"logistic", "squared", "Huber", "wide hinge", "wide pinball"})
    for (const Choice &choice :
         {Choice{data_tests::Made::kDense, false, true}, Choice{data_tests::Made::kCsrF32, true, true}}) {
      EXPECT_GE(least_above_floor(name, choice, 1, 1), 1 - 1e-8) << name;
      EXPECT_LT(least_above_floor(name, choice, 1, 1.3), 0.98) << name;
      EXPECT_GE(least_above_floor(name, choice, 1, 1, 0.3), 1 - 1e-8) << name;
    }
}

TEST(DirectDraw, ControlASmallLeverageIsPassed) {
  EXPECT_LT(least_above_floor("logistic", {data_tests::Made::kDense, false, true}, 0.05, 1), 0.98);
  EXPECT_LT(least_above_floor("Huber", {data_tests::Made::kDense, false, true}, 0.05, 1), 0.98);
}

// Rounding is stated from public numbers, and there is none for losses without a floor, or several outputs.
int64_t looks;  // of the watch below, whose clock is read at each

// The callback cancels at the look that `last` counts down to; a clock that runs half a second a look makes each a
// call.
int32_t count_down(const dpcvx_progress *, void *last) { return --*static_cast<int64_t *>(last) == 0; }

// The search for the mode and its metrics take long on many rows of many columns.
TEST(DirectDraw, LooksBetweenRowsAndKeepsNothingThatWasCancelled) {
  Density of(grid::source(4000, 3, loss_named("logistic"), 61), "logistic", {}, false, 40, 1);
  int64_t all = 0;
  for (int64_t last = 0; last == 0 || last < all; last += 1 + all / 50) {
    int64_t left = last;
    dpcvx_monitor *monitor = nullptr;
    ASSERT_EQ(dpcvx_monitor_create(count_down, &left, &monitor, nullptr), DPCVX_OK);
    dpcvx::ProgressMonitor watch(monitor);
    looks = 0;
    watch.set_clock([] { return ++looks * dpcvx::ProgressMonitor::kMaxSilence; });
    watch.begin(1);
    laws::Stream stream("looks");
    Vector x(of.subject.dimension(), 7);
    const double before = of.part.passes();
    EXPECT_EQ(of.draw.run(stream.rng, watch, x.data()), last == 0);
    if (last == 0) {
      all = -left;
      EXPECT_GE(all, 3 * 4000 / LocalMetric::kLanes);  // the metrics' rows
    } else {
      EXPECT_EQ(left, 0) << "asked again";
      EXPECT_EQ(x, Vector(x.size(), 7));
      EXPECT_LE(of.part.passes(), before + 8);
    }
    dpcvx_monitor_destroy(monitor);
  }
}

TEST(DirectDraw, AppliesWhereItIsStated) {
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind == DPCVX_LOSS_CALLBACK) continue;
    Subject subject(grid::source(30, 3, loss, 5), {}, settings_of(loss, true));
    ObjectivePart part;
    dpcvx::Error error(nullptr, "part");
    dpcvx::sample::ObjectivePartSettings own;
    own.scale = 100;
    ASSERT_EQ(part.prepare(subject.objective, own, error), DPCVX_OK);
    Target target;
    target.dimension = subject.objective->dimension();
    target.parts[target.count++] = &part;
    target.precision = target.convexity = 1;
    EXPECT_EQ(DirectDraw::applies(target, *subject.objective), LossFloor::has(loss.spec)) << loss.name;
    if (!LossFloor::has(loss.spec)) continue;
    const DirectSettings settings{nullptr, 40, 0x1p-45, 10};
    const double mu = DirectDraw::gdp(target, part, settings);
    EXPECT_GT(mu, 0);
    EXPECT_LT(mu, 1e-4) << loss.name;
  }
}

// A table on which a record weighs much has no envelope of few tries, and a limit of tries is kept.
TEST(DirectDraw, LeavesTheRestToOthers) {
  Density density("logistic", {data_tests::Made::kDense, false, true}, 12, true, 4000, 0.001, 0, 14);
  laws::Stream stream("left");
  dpcvx::ProgressMonitor watch;
  watch.begin(1);
  Vector x(density.subject.dimension(), 7);
  EXPECT_FALSE(density.draw.run(stream.rng, watch, x.data()));
  EXPECT_EQ(x, Vector(x.size(), 7));
}

}  // namespace
