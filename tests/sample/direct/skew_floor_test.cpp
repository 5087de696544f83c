// The floor of logistic losses by third derivatives, against the loss point by point and against sums over tables.
#include "sample/direct/skew_floor.h"

#include "base/error.h"
#include "model/grid.h"
#include "model/stored_loss.h"
#include "sample/direct/local_skew.h"
#include "sample/parts/objective_part.h"

namespace {

using dpcvx::sample::FloorOfRecords;
using dpcvx::sample::LocalMetric;
using dpcvx::sample::LocalSkew;
using dpcvx::sample::LossFloor;
using dpcvx::sample::SkewFloor;
using grid::Choice;
using grid::Subject;
using Vector = std::vector<double>;

double curvature(double z) { return 1 / (4 * std::cosh(z / 2) * std::cosh(z / 2)); }

// The least of phi''(z + t) / phi''(z) - 1 + T t + c t^2 / 4 where the rest is positive, T = tanh(z / 2).
double least_of_curvatures(double c, double sign) {
  double least = INFINITY;
  std::mt19937_64 bits(7);
  const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  for (int i = 0; i < 400000; ++i) {
    const double z = 24 * uniform() - 12, size = std::exp(11 * uniform() - 8), t = bits() % 2 == 0 ? size : -size;
    const double quadratic = 1 - sign * std::tanh(z / 2) * t - c * t * t / 4;
    least = std::fmin(least, (curvature(z + t) / curvature(z) - quadratic) / (t * t));
    least = std::fmin(least, curvature(z + t) / curvature(z) - std::exp(-size));
  }
  return least;
}

TEST(SkewFloor, CurvatureIsAboveItsQuadratic) {
  EXPECT_GE(least_of_curvatures(1, 1), -1e-9);
  EXPECT_LE(least_of_curvatures(1, 1), 1e-3);
  EXPECT_LT(least_of_curvatures(0.98, 1), -1e-3);  // controls
  EXPECT_LT(least_of_curvatures(1, 0.98), -1e-3);
}

SkewFloor::Bounds bounds_of(double leverage) {
  SkewFloor::Bounds bounds;
  bounds.leverage = leverage;
  bounds.fourth = 0.8 * leverage * leverage;
  bounds.rest = leverage / 10;
  bounds.skew = leverage / 9;
  bounds.aim = 6;
  return bounds;
}

// The least of D less its floor, over the floor, on both sides of the bend. `distance`: times that of the terms.
double least_of_losses(double distance, double cube) {
  const dpcvx::model::LossSpec spec = grid::spec_of(DPCVX_LOSS_LOGISTIC);
  const dpcvx::model::StoredLoss loss(spec);
  LossFloor floor(spec);
  double least = INFINITY;
  std::mt19937_64 bits(11);
  const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  for (const double leverage : {0.02, 0.2, 0.7}) {
    const SkewFloor skewed(bounds_of(leverage));
    for (int i = 0; i < 100000; ++i) {
      const double b = bits() % 2 == 0 ? 1 : -1, z = 10 * uniform() - 5, rho = std::exp(7 * uniform() - 2);
      const float own = static_cast<float>(leverage * leverage * uniform());
      const double t = (2 * uniform() - 1) * std::sqrt(static_cast<double>(own)) * rho;
      const SkewFloor::Terms terms = skewed.terms(distance * rho);
      const FloorOfRecords records{&floor, terms.square, cube * terms.cube, terms.fourth, &own};
      const double below = records.of(0, INFINITY, z, t, b), divergence = loss.divergence(z + t, z, b);
      if (below > 1e-10) least = std::fmin(least, divergence / below);
    }
  }
  return least;
}

TEST(SkewFloor, LiesBelowTheLoss) {
  EXPECT_GE(least_of_losses(1, 1), 1 - 1e-6);
  EXPECT_LE(least_of_losses(1, 1), 1.001);
  EXPECT_LT(least_of_losses(0.5, 1), 0.99);  // controls
  EXPECT_LT(least_of_losses(1, -1), 0.99);
  EXPECT_LT(least_of_losses(1, 1.1), 0.999);
}

TEST(SkewFloor, RisesAndIsConcaveInTheSquare) {
  for (const double leverage : {0.02, 0.2, 0.7}) {
    const SkewFloor floor(bounds_of(leverage));
    for (double rho = 0.01; rho < 400; rho *= 1.05) {
      const double step = 1e-3 * rho, square = rho * rho, up = (rho + step) * (rho + step);
      const double rise = (floor.height(rho + step) - floor.height(rho)) / (up - square);
      EXPECT_NEAR(rise, floor.slope(rho + step / 2), 1e-5 * rise + 1e-9);
      EXPECT_GT(floor.slope(rho + step), 0);
      EXPECT_LE(floor.slope(rho + step), floor.slope(rho) * (1 + 1e-12));
    }
  }
}

// A table, with what a draw knows of it at a point.
struct Known {
  Subject subject;
  dpcvx::sample::ObjectivePart part;
  LossFloor floor;
  LocalMetric metric;
  LocalSkew skew;
  Vector v;
  double precision = 0.8;

  explicit Known(const Choice &choice, double longest = INFINITY)
      : subject(grid::source(60, 5, logistic(), 61), choice, settings()), v(grid::point(subject, 3, 0.8)) {
    dpcvx::Error error(nullptr, "skew");
    dpcvx::sample::ObjectivePartSettings own;
    own.scale = 25;
    EXPECT_EQ(part.prepare(subject.objective, own, error), DPCVX_OK);
    EXPECT_EQ(metric.prepare(*subject.objective, part.weight(), precision, error), DPCVX_OK);
    EXPECT_EQ(skew.prepare(*subject.objective, part.weight(), error), DPCVX_OK);
    floor = LossFloor(subject.objective->loss());
    EXPECT_TRUE(metric.take(v.data(), floor, 1, nullptr));
    metric.leave_out_long_rows(longest);
    EXPECT_TRUE(metric.take(v.data(), floor, 1, nullptr));
    skew.find_trace(&metric, v.data(), floor, 1);
    dpcvx::ProgressMonitor watch;
    watch.begin(1);
    EXPECT_TRUE(skew.take(&metric, v.data(), floor, 1, watch));
  }
  static grid::Loss logistic() {
    for (const grid::Loss &loss : grid::losses())
      if (loss.spec.kind == DPCVX_LOSS_LOGISTIC) return loss;
    return grid::losses().front();
  }
  static grid::ObjectiveSettings settings() {
    grid::ObjectiveSettings its;
    its.loss = logistic().spec;
    its.row_bound = 0.8;
    its.intercept = true;
    its.intercept_value = 0.5;
    its.weight_bound = 1.5;
    return its;
  }

  // u = L' step.
  Vector turned(const Vector &step) const {
    const size_t d = step.size();
    Vector u(d);
    for (size_t j = 0; j < d; ++j)
      for (size_t i = j; i < d; ++i) u[j] += metric.factor()[i * d + j] * step[i];
    return u;
  }
  static double square(const Vector &u) {
    double sum = 0;
    for (const double entry : u) sum += entry * entry;
    return sum;
  }
  // visit(record, z, t, w) of all records.
  template <class Visit>
  void each_record(const Vector &step, const Visit &visit) const {
    const dpcvx::model::LinearModel &linear = *subject.objective->linear();
    Vector x = v;
    for (size_t j = 0; j < x.size(); ++j) x[j] += step[j];
    for (int64_t r = 0; r < linear.records(); ++r) {
      double z, moved;
      linear.decision(r, v.data(), &z);
      linear.decision(r, x.data(), &moved);
      visit(r, z, moved - z, part.weight() * linear.share(r));
    }
  }
};

std::vector<Choice> tables() {
  return {Choice{data_tests::Made::kDense, false, true}, Choice{data_tests::Made::kCsrF32, true, true}};
}

// The forms against sums over records, in many directions; the longest rows are left out of some.
TEST(LocalSkew, BoundsSumsOverRecords) {
  for (const Choice &choice : tables())
    for (const double longest : {1e9, 0.65}) {
      const Known known(choice, longest);
      const SkewFloor::Bounds bounds = known.skew.bounds();
      double most = 0, fourth = 0, plain = 0, longest_row = 0;
      int left_out = 0;
      for (uint64_t seed = 1; seed <= 3000; ++seed) {
        const Vector step = grid::point(known.subject, seed, 0.1), u = known.turned(step);
        const double rho = std::sqrt(Known::square(u));
        double cubes = 0, fourths = 0, along = 0;
        known.each_record(step, [&](int64_t r, double z, double t, double w) {
          if (known.metric.is_left_out(r)) {
            left_out += known.skew.squares()[r] == INFINITY ? 1 : 0;
            return;
          }
          const double q = w * known.floor.weight(known.floor.place(z, 1)), length = known.skew.squares()[r];
          cubes -= q * std::tanh(z / 2) * t * t * t;
          fourths += q * length * t * t;
          longest_row = std::fmax(longest_row, std::fabs(t) / rho / std::sqrt(length));
        });
        for (size_t j = 0; j < u.size(); ++j) along += known.skew.trace()[j] * u[j];
        EXPECT_NEAR(known.skew.form(u.data()), cubes, 1e-9 * std::pow(rho, 3));
        most = std::fmax(most, std::fabs(cubes - 3 * along * rho * rho) / std::pow(rho, 3));
        plain = std::fmax(plain, std::fabs(cubes) / std::pow(rho, 3));
        fourth = std::fmax(fourth, fourths / (rho * rho));
      }
      EXPECT_GT(bounds.leverage, 0);
      EXPECT_LE(most, bounds.rest);
      EXPECT_GE(most, 0.3 * bounds.rest);
      EXPECT_GT(plain, bounds.rest);  // control: without p
      EXPECT_LE(fourth, bounds.fourth);
      EXPECT_GE(fourth, 0.7 * bounds.fourth);
      EXPECT_LE(longest_row, 1);
      EXPECT_EQ(left_out > 0, longest < 1e9);
    }
}

// V's divergence is above the records' floors, these are above sum(), and that above height() less what p and the rest
// take. `fourth`: of the floors, for controls.
struct Gaps {
  double losses = INFINITY, sums = INFINITY, heights = INFINITY;
};
Gaps gaps(const Choice &choice, double longest, double fourth, double rest) {
  const Known known(choice, longest);
  SkewFloor::Bounds bounds = known.skew.bounds();
  bounds.fourth *= fourth;
  bounds.rest *= rest;
  bounds.skew *= rest;
  const SkewFloor skewed(bounds);
  Gaps least;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    const Vector step = grid::point(known.subject, seed, std::exp(0.003 * static_cast<double>(seed) - 4));
    const Vector u = known.turned(step);
    const double square = Known::square(u), besides = known.precision * Known::square(step);
    const SkewFloor::Terms terms = skewed.terms(std::sqrt(square));
    const FloorOfRecords records{&known.floor, terms.square, terms.cube, terms.fourth, known.skew.squares()};
    const dpcvx::model::StoredLoss loss(known.subject.objective->loss());
    double divergence = 0, floors = 0;
    known.each_record(step, [&](int64_t r, double z, double t, double w) {
      const double label = known.subject.objective->linear()->label(r);
      divergence += w * loss.divergence(z + t, z, label);
      floors += w * records.of(r, INFINITY, z, t, label);
    });
    const double scale = 1 + square;
    const double sum = skewed.sum(square, besides, known.skew.form(u.data()));
    least.losses = std::fmin(least.losses, (divergence - floors) / scale);
    least.sums = std::fmin(least.sums, (floors - sum) / scale);
    least.heights = std::fmin(least.heights, (divergence + besides / 2 - skewed.height(std::sqrt(square)) +
                                              skewed.drift(std::sqrt(square), std::sqrt(square))) /
                                                 scale);
  }
  return least;
}

TEST(LocalSkew, FloorsLieBelowTheLossesOfTables) {
  for (const Choice &choice : tables())
    for (const double longest : {1e9, 0.65}) {
      const Gaps found = gaps(choice, longest, 1, 1);
      EXPECT_GE(found.losses, -1e-10);
      EXPECT_GE(found.sums, 0);
      EXPECT_GE(found.heights, 0);
      EXPECT_LT(gaps(choice, longest, 0, 1).sums, -1e-4);  // control
    }
}

}  // namespace
