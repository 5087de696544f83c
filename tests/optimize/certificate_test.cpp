// No certified distance is below the true one, whatever the loss, the domain, the method and the trouble.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "support/evidence.h"
#include "support/long_audits.h"
#include "model/fixtures.h"
#include "optimize/minimizer.h"
#include "optimize/reference.h"

namespace {

using dpcvx::ProgressMonitor;
using dpcvx::model::Domain;
using dpcvx::model::ObjectiveSettings;
using dpcvx::optimize::Minimizer;
using dpcvx::optimize::Reached;
using fixtures::Model;
using fixtures::Rows;
using reference::Line;
using reference::Loss;
using reference::Real;

struct Named {
  const char *name;
  Loss loss;
};

const Named kLosses[] = {
    {"logistic", {DPCVX_LOSS_LOGISTIC, 0, 0}},
    {"hinge", {DPCVX_LOSS_HINGE, 0, 0}},
    {"smoothed hinge", {DPCVX_LOSS_SMOOTHED_HINGE, 0.5, 0}},
    {"squared", {DPCVX_LOSS_SQUARED, 0, 0}},
    {"absolute", {DPCVX_LOSS_ABSOLUTE, 0, 0}},
    {"pinball", {DPCVX_LOSS_PINBALL, 0.3, 0}},
    {"Huber", {DPCVX_LOSS_HUBER, 0.7, 0}},
    {"power hinge", {DPCVX_LOSS_POWER_HINGE, 1.4, 0}},
    {"power", {DPCVX_LOSS_POWER, 1.6, 0}},
    {"Poisson", {DPCVX_LOSS_POISSON, 2, 0}},
    {"envelope of hinge", {DPCVX_LOSS_HINGE, 0, 0.01}},
    {"envelope of absolute", {DPCVX_LOSS_ABSOLUTE, 0, 1e-6}},
};

bool takes_signs(int32_t kind) {
  return kind == DPCVX_LOSS_LOGISTIC || kind == DPCVX_LOSS_HINGE || kind == DPCVX_LOSS_SMOOTHED_HINGE ||
         kind == DPCVX_LOSS_POWER_HINGE;
}

enum Shape { kAll, kBox, kL1, kL15, kL2, kL4, kMax, kSimplex, kShapes };
const char *const kShapeNames[] = {"R^d", "box", "l1", "l1.5", "l2", "l4", "max", "simplex"};

// Four orthonormal vectors whose entries are powers of two: rows along them make a problem that falls apart, but for a
// turn that is exact.
double turned(int64_t i, int64_t j) {
  return (__builtin_popcountll(static_cast<uint64_t>(i & j)) & 1) != 0 ? -0.5 : 0.5;
}

struct Problem {
  Loss loss;
  int shape = kAll;
  bool turn = false;
  int64_t d = 1;
  Rows rows;
  double l2 = 0, extra = 0, radius = 1, max_row = 0;
  std::vector<double> linear_term, low, high;
  std::vector<Line> lines;
  std::vector<Real> truth;
};

class Source {
 public:
  explicit Source(uint64_t seed) : bits_(seed * 2654435761u + 12345) {}
  double normal() { return std::normal_distribution<double>()(bits_); }
  template <class T>
  T pick(std::initializer_list<T> list) {
    return list.begin()[bits_() % list.size()];
  }
  int64_t below(int64_t n) { return static_cast<int64_t>(bits_() % static_cast<uint64_t>(n)); }

 private:
  std::mt19937_64 bits_;
};

Problem random_problem(const Loss &loss, int shape, Source &source) {
  Problem it;
  it.loss = loss;
  it.shape = shape;
  it.turn = (shape == kAll || shape == kL2) && source.below(2) == 0;
  it.d = it.turn ? 4 : source.pick<int64_t>({1, 2, 3});
  it.l2 = source.pick({1e-12, 1e-6, 1e-3, 0.05, 1.0, 30.0, 1e8});
  it.extra = source.pick({0.0, 0.0, 1e-3, 1.0});
  it.radius = source.pick({1e-3, 0.3, 1.0, 50.0});
  it.lines.resize(static_cast<size_t>(it.d));
  it.linear_term.assign(static_cast<size_t>(it.d), 0);
  const int64_t n = source.pick<int64_t>({1, 2, 5, 8});
  double a = 1, b = 1;
  for (int64_t i = 0; i < n; ++i) {
    if (source.below(4) != 0) {  // else the last row again
      a = source.pick({0.0, 1.0, -1.0, source.normal(), 10 * source.normal(), 1e-3 * source.normal()});
      b = takes_signs(loss.kind) ? source.pick({-1.0, 1.0}) : source.pick({0.0, 1.0, source.normal()});
      if (loss.kind == DPCVX_LOSS_POISSON) b = std::min(std::fabs(b), loss.parameter);
    }
    const int64_t along = source.below(it.d);
    std::vector<double> row(static_cast<size_t>(it.d), 0.0);
    for (int64_t j = 0; j < it.d; ++j)
      row[static_cast<size_t>(j)] = it.turn ? a * turned(along, j) : j == along ? a : 0;
    it.rows.add(row, b);
    it.max_row = std::max(it.max_row, std::fabs(a));
    it.lines[static_cast<size_t>(along)].terms.push_back({a, b, Real(1) / n});
  }
  const double lean = source.pick({0.0, 0.0, 0.1, 3.0});
  for (int64_t j = 0; j < it.d; ++j) {
    Line &line = it.lines[static_cast<size_t>(j)];
    line.linear_term = std::ldexp(std::floor(1024 * lean * source.normal()), -10);
    line.kappa = Real(it.l2) + it.extra;
    for (int64_t k = 0; k < it.d; ++k)
      it.linear_term[static_cast<size_t>(k)] += static_cast<double>(line.linear_term) * (it.turn  ? turned(j, k)
                                                                                         : j == k ? 1
                                                                                                  : 0);
    double low = it.radius * source.normal(), high = it.radius * source.normal();
    if (low > high) std::swap(low, high);
    if (source.below(5) == 0) high = low;
    it.low.push_back(low);
    it.high.push_back(high);
    if (shape == kBox) line.low = low, line.high = high;
    if (shape == kMax) line.low = -it.radius, line.high = it.radius;
    if (shape == kSimplex) line.low = 0;
  }
  const Real p = shape == kL1 ? 1 : shape == kL15 ? 1.5L : shape == kL2 ? 2 : 4;
  const std::vector<Real> x = shape == kSimplex ? reference::in_simplex(loss, it.lines, it.radius)
                              : shape == kAll || shape == kBox || shape == kMax
                                  ? reference::minimisers(loss, it.lines, {})
                                  : reference::in_ball(loss, it.lines, p, it.radius);
  it.truth.assign(static_cast<size_t>(it.d), 0);
  for (int64_t j = 0; j < it.d; ++j)
    for (int64_t k = 0; k < it.d; ++k)
      it.truth[static_cast<size_t>(k)] += x[static_cast<size_t>(j)] * (it.turn ? turned(j, k) : j == k ? 1 : 0);
  return it;
}

ObjectiveSettings settings_of(const Problem &it) {
  dpcvx::Error error(nullptr, "domain");
  ObjectiveSettings settings;
  settings.loss.kind = it.loss.kind;
  settings.loss.parameter = it.loss.parameter;
  settings.loss.smoothing = it.loss.smoothing;
  if (it.loss.kind == DPCVX_LOSS_POISSON) settings.loss.label_bound = it.loss.parameter;
  settings.intercept = false;
  settings.row_bound = 1.001 * std::max(it.max_row, 1e-3);
  settings.l2 = it.l2;
  if (it.shape == kAll) return settings;
  EXPECT_TRUE(settings.domain.create());
  Domain &domain = settings.domain.edit();
  if (it.shape == kBox)
    EXPECT_EQ(domain.make_box(it.low.data(), it.high.data(), it.d, error), DPCVX_OK);
  else if (it.shape == kSimplex)
    domain.make_simplex(it.radius, it.d);
  else
    EXPECT_EQ(domain.make_ball(it.shape == kL1    ? 1
                               : it.shape == kL15 ? 1.5
                               : it.shape == kL2  ? 2
                               : it.shape == kL4  ? 4
                                                  : INFINITY,
                               it.radius, nullptr, it.d, error),
              DPCVX_OK);
  return settings;
}

double true_distance(const Problem &it, const std::vector<double> &w) {
  Real squares = 0;
  for (size_t j = 0; j < w.size(); ++j) squares += (w[j] - it.truth[j]) * (w[j] - it.truth[j]);
  return static_cast<double>(std::sqrt(squares));
}

// How far the long double minimiser may be from the real one.
double truth_error(const Problem &it) {
  double slope = 0, size = 0;
  for (const Line &line : it.lines) slope += std::fabs(static_cast<double>(line.linear_term));
  for (Real x : it.truth) size += std::fabs(static_cast<double>(x));
  const double most = std::pow(1 + it.max_row * size + 3, 1.0);
  return 1e-18 * ((slope + it.max_row * most) / (it.l2 + it.extra) + size);
}

struct Tally {
  int64_t count = 0, asked = 0, reached = 0, close = 0;
  double worst = 0, passes = 0;
};

void run(const Problem &it, Source &source, Tally *tally, const char *name) {
  const Model model(it.rows, settings_of(it));
  dpcvx::Error error(nullptr, "minimize");
  Minimizer minimizer;
  ASSERT_EQ(minimizer.prepare(model.objective, it.extra, error), DPCVX_OK);
  double size = 0;
  for (Real x : it.truth) size = std::max(size, std::fabs(static_cast<double>(x)));
  const double tolerance = source.pick({0.0, 1e-9, 1e-6, 1e-3, 1e-3}) * (size + 1e-2);
  const int64_t passes = source.pick<int64_t>({1, 2, 4, 20, 1000, 1000, 1000});
  std::vector<double> w(static_cast<size_t>(it.d));
  const int start = static_cast<int>(source.below(4));
  for (size_t j = 0; j < w.size(); ++j)
    w[j] = start == 0   ? 0
           : start == 1 ? source.normal() * it.radius
           : start == 2 ? static_cast<double>(it.truth[j])
                        : static_cast<double>(it.truth[j]) * (1 + 1e-7 * source.normal());
  ProgressMonitor watch;
  const Reached reached = minimizer.minimize(it.linear_term.data(), tolerance, passes, watch, w.data());
  const double distance = true_distance(it, w), certified = reached.certificate.distance;
  EXPECT_LE(distance, certified + truth_error(it))
      << name << " on " << kShapeNames[it.shape] << ", d " << it.d << ", l2 " << it.l2 << " + " << it.extra
      << ", start " << start << ", passes " << passes << ", tolerance " << tolerance;
  EXPECT_LE(reached.passes, passes);
  EXPECT_EQ(reached.outcome == DPCVX_OUTCOME_DONE, certified <= tolerance);
  ++tally->count;
  if (certified > 0 && std::isfinite(certified) && truth_error(it) < 0.01 * certified) {
    tally->worst = std::max(tally->worst, distance / certified);
    if (distance > 0.1 * certified) ++tally->close;
  }
  if (passes == 1000 && tolerance > 1e-7 * size && it.l2 + it.extra >= 1e-3) {
    ++tally->asked;
    if (certified <= tolerance) ++tally->reached;
    tally->passes += static_cast<double>(reached.passes);
  }
}

TEST(Certificate, DistanceIsNeverBelowTheTrueOne) {
  // All of 10,000 problems when the long audits are asked for, a tenth otherwise.
  const uint64_t share = long_audits() ? 1 : 10;
  Tally all;
  for (const Named &named : kLosses) {
    Tally tally;
    for (int shape = 0; shape < kShapes; ++shape) {
      const bool searched = shape != kAll && shape != kBox && shape != kMax;  // slower to know the truth of
      for (uint64_t seed = 0; seed < (searched ? 60u : 210u) / share; ++seed) {
        Source source(seed * 64 + static_cast<uint64_t>(shape));
        const Problem it = random_problem(named.loss, shape, source);
        run(it, source, &tally, named.name);
        if (HasFatalFailure()) return;
      }
    }
    evidence("optimize",
             "%s: %lld problems, true / certified distance at most %.3f; tolerance met in %.1f %% of those "
             "with l2 >= 1e-3 and 1000 passes, after %.0f passes on average",
             named.name, static_cast<long long>(tally.count), tally.worst,
             100.0 * static_cast<double>(tally.reached) / static_cast<double>(tally.asked),
             tally.passes / static_cast<double>(tally.asked));
    EXPECT_GT(tally.worst, 0.5) << named.name << ": half the certified distance would pass";
    EXPECT_GT(tally.close, 0) << named.name << ": a certificate that is never close would show nothing";
    EXPECT_GT(static_cast<double>(tally.reached), 0.8 * static_cast<double>(tally.asked)) << named.name;
    all.count += tally.count;
    all.worst = std::max(all.worst, tally.worst);
  }
  EXPECT_GE(all.count, static_cast<int64_t>(10000 / share));
  EXPECT_LE(all.worst, 1);
  evidence("optimize", "certified distance never below the true one: %lld problems, ratio at most %.4f",
           static_cast<long long>(all.count), all.worst);
}

}  // namespace
