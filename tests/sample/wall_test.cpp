// Draws beside constraints, against numerical integration of their densities: chi-square tests that raise a false alarm
// once in 1e9, and the number of tries they take.
#include "sample/walls/wall.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "statistical/chi_square.h"

namespace {

using dpcvx::Error;
using dpcvx::model::Domain;
using dpcvx::random::Rng;
using dpcvx::sample::Noise;
using dpcvx::sample::Target;
using dpcvx::sample::Wall;

constexpr double kStep = 0x1p-40;

// What a chain does about one centre.
class Beside {
 public:
  Beside(const Domain &domain, int64_t dimension, double wall, double s) : dimension_(dimension), s_(s) {
    target_.dimension = dimension;
    target_.domain = &domain;
    target_.wall = wall;
    Error error(nullptr, "test");
    EXPECT_EQ(DPCVX_OK, wall_.prepare(target_, s * s, kStep, error));
    noise_.prepare(s / kStep, 512);
    EXPECT_EQ(DPCVX_OK, rng_.open_deterministic("wall", 4, error));
  }
  void aim(const std::vector<double> &c) { wall_.aim(c.data()); }
  std::vector<double> nearest(std::vector<double> c) const {
    wall_.prox(s_ * s_, c.data());
    return c;
  }
  std::vector<double> draw() {
    std::vector<double> x(static_cast<size_t>(dimension_));
    for (;;) {
      ++tries_;
      for (int64_t j = 0; j < dimension_; ++j) {
        if (j == wall_.pivot()) continue;
        do ++entry_tries_;
        while (!wall_.attempt(j, noise_, rng_, &x[static_cast<size_t>(j)]));
      }
      if (wall_.accept(x.data(), rng_)) break;
    }
    ++draws_;
    return x;
  }
  double tries() const { return static_cast<double>(tries_) / static_cast<double>(draws_); }
  double entry_tries() const { return static_cast<double>(entry_tries_) / static_cast<double>(draws_ * dimension_); }

 private:
  int64_t dimension_, tries_ = 0, entry_tries_ = 0, draws_ = 0;
  double s_;
  Target target_;
  Wall wall_;
  Noise noise_;
  Rng rng_;
};

using Density = std::function<double(const std::vector<double> &)>;  // its logarithm

// One coordinate: cells of [from, to], each integrated with 200 points.
void expect_one_dimension(Beside &beside, double c, const Density &log_density, double from, double to, int64_t n,
                          double mean, const char *what) {
  beside.aim({c});
  const size_t cells = 60;
  const double width = (to - from) / static_cast<double>(cells);
  std::vector<long double> mass(cells);
  std::vector<uint64_t> counts(cells);
  long double total = 0;
  for (size_t i = 0; i < cells; ++i)
    for (int k = 0; k < 200; ++k) {
      const double one = std::exp(log_density({from + width * (static_cast<double>(i) + (k + 0.5) / 200)}));
      mass[i] += one;
      total += one;
    }
  for (long double &one : mass) one /= total;
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < n; ++i) {
    const double x = beside.draw()[0], at = (x - from) / width;
    sum += x;
    squares += x * x;
    if (at >= 0 && at < static_cast<double>(cells)) ++counts[static_cast<size_t>(at)];
  }
  const double middle = sum / static_cast<double>(n), variance = squares / static_cast<double>(n) - middle * middle;
  EXPECT_NEAR(middle, mean, 6.2 * std::sqrt(variance / static_cast<double>(n)) + 1e-9 * std::fabs(middle)) << what;
  EXPECT_LT(chi_square_deviate(counts, mass, static_cast<uint64_t>(n)), kChiSquareAlarm) << what;
}

double square(double x) { return x * x; }

struct Case {
  double c, low, high, slope, s;
};

TEST(Wall, IntervalsOfEveryWidthAndSlopeHaveTheirLaws) {
  const double inf = INFINITY;
  const Case cases[] = {
      {0.3, -1, 1, inf, 1},     {5, -1, 1, inf, 1},         {-7, -1, 1, inf, 1},    {0, -0.01, 0.03, inf, 1},
      {9, -0.01, 0.03, inf, 1}, {400, -0.01, 0.03, inf, 1}, {0.2, -1, 1, 3, 1},     {2.5, -1, 1, 3, 1},
      {3.9, -1, 1, 3, 1},       {6, -1, 1, 3, 1},           {0.1, 0, 0.2, 20, 1},   {10, 0, 0.2, 20, 1},
      {-19.5, 0, 0.2, 20, 1},   {30, 0, 0.2, 20, 1},        {-1, 0, 0.5, 0.2, 1},   {0.5, -1, 1, 100, 0.02},
      {1.2, -1, 1, 100, 0.02},  {0, 0, 1e100, 5, 1},        {-1, 0, 1e100, inf, 1}, {-40, 0, 1e100, inf, 1},
  };
  const int64_t n = 100000;
  double most = 0;
  for (const Case &one : cases) {
    Domain domain;
    Error error(nullptr, "test");
    ASSERT_EQ(DPCVX_OK, domain.make_box(&one.low, &one.high, 1, error));
    Beside beside(domain, 1, one.slope, one.s);
    const auto log_density = [&](const std::vector<double> &x) {
      const double out = std::max({one.low - x[0], x[0] - one.high, 0.0});
      return -square(x[0] - one.c) / (2 * one.s * one.s) + (out > 0 ? -one.slope * out : 0);
    };
    // Around the mode, wide enough for all but a millionth of the mass; relative to the top.
    const double mode = dpcvx::sample::Interval{one.low, one.high, one.slope}.prox(one.c, one.s * one.s);
    const double top = log_density({mode});
    double from = mode, to = mode;
    while (log_density({from}) > top - 25 && from > mode - 12 * one.s) from -= one.s / 512;
    while (log_density({to}) > top - 25 && to < mode + 12 * one.s) to += one.s / 512;
    char what[200];
    snprintf(what, sizeof(what), "c %g in [%g, %g], slope %g, s %g", one.c, one.low, one.high, one.slope, one.s);
    expect_one_dimension(
        beside, one.c, [&](const std::vector<double> &x) { return log_density(x) - top; }, from, to, n,
        dpcvx::sample::Interval{one.low, one.high, one.slope}.mean(one.c, one.s * one.s), what);
    most = std::max(most, beside.entry_tries());
    EXPECT_LT(beside.entry_tries(), 12) << what;
  }
  evidence("sampler", "beside an interval, tries a coordinate at most %.1f over %zu cases", most,
           sizeof(cases) / sizeof(cases[0]));
}

// Two coordinates: cells of a square about `at`, each integrated on a grid.
void expect_two_dimensions(Beside &beside, const std::vector<double> &c, const Density &log_density,
                           const std::vector<double> &at, double half, int64_t n, const char *what) {
  beside.aim(c);
  const size_t cells = 16, fine = 40;
  const double width = 2 * half / static_cast<double>(cells);
  std::vector<long double> mass(cells * cells);
  std::vector<uint64_t> counts(cells * cells);
  long double total = 0;
  for (size_t i = 0; i < cells * fine; ++i)
    for (size_t k = 0; k < cells * fine; ++k) {
      const double x = at[0] - half + width * (static_cast<double>(i) + 0.5) / fine;
      const double y = at[1] - half + width * (static_cast<double>(k) + 0.5) / fine;
      const double one = std::exp(log_density({x, y}));
      mass[i / fine * cells + k / fine] += one;
      total += one;
    }
  for (long double &one : mass) one /= total;
  for (int64_t i = 0; i < n; ++i) {
    const std::vector<double> x = beside.draw();
    const double a = (x[0] - at[0] + half) / width, b = (x[1] - at[1] + half) / width;
    if (a >= 0 && b >= 0 && a < static_cast<double>(cells) && b < static_cast<double>(cells))
      ++counts[static_cast<size_t>(a) * cells + static_cast<size_t>(b)];
  }
  EXPECT_LT(chi_square_deviate(counts, mass, static_cast<uint64_t>(n)), kChiSquareAlarm) << what;
}

TEST(Wall, BallsHaveTheirLaws) {
  const double centres[][2] = {{0.2, -0.1}, {1.4, 0.3}, {3, 2}, {0.01, 4}};
  const double o[2] = {0.1, 0};
  double most = 0;
  for (const double p : {1.0, 1.5, 2.0, 4.0})
    for (const double slope : {static_cast<double>(INFINITY), 8.0})
      for (const auto &c : centres) {
        const double s = 0.7, widest = p <= 2 ? 1 : std::pow(2, 0.5 - 1 / p);
        Domain domain;
        Error error(nullptr, "test");
        ASSERT_EQ(DPCVX_OK, domain.make_ball(p, 1, o, 2, error));
        Beside beside(domain, 2, slope, s);
        const auto log_density = [&](const std::vector<double> &x) {
          const double beyond = std::pow(std::fabs(x[0] - o[0]), p) + std::pow(std::fabs(x[1] - o[1]), p) - 1;
          if (beyond > 0 && slope == INFINITY) return -INFINITY + 0.0;
          return -(square(x[0] - c[0]) + square(x[1] - c[1])) / (2 * s * s) + 10 -
                 (beyond > 0 ? slope * widest / p * beyond : 0);
        };
        char what[100];
        snprintf(what, sizeof(what), "p %g, slope %g, c (%g, %g)", p, slope, c[0], c[1]);
        expect_two_dimensions(beside, {c[0], c[1]}, log_density, {0.1, 0.5}, 4, 20000, what);
        most = std::max(most, beside.tries());
      }
  evidence("sampler", "beside lp balls in the plane, p 1 to 4: tries a draw at most %.1f", most);
}

// R^p far beyond the doubles, and powers that Newton's method comes down from slowly.
TEST(Wall, BallsOfGreatExponentsHaveTheirLawsAtEveryRadius) {
  const double centres[][2] = {{1.4, 0.3}, {3, 2}};
  double most = 0;
  for (const double p : {50.0, 1000.0})
    for (const double radius : {1e-3, 100.0})
      for (const double slope : {static_cast<double>(INFINITY), 8.0})
        for (const double s : {0.1, 3.0})
          for (const auto &c : centres) {
            Domain domain;
            Error error(nullptr, "test");
            ASSERT_EQ(DPCVX_OK, domain.make_ball(p, radius, nullptr, 2, error));
            Beside beside(domain, 2, slope / radius, s * radius);
            const auto log_density = [&](const std::vector<double> &x) {
              const double a = x[0] / radius, b = x[1] / radius;
              const double beyond = std::pow(std::fabs(a), p) + std::pow(std::fabs(b), p) - 1;
              if (beyond > 0 && slope == INFINITY) return -INFINITY + 0.0;
              return -(square(a - c[0]) + square(b - c[1])) / (2 * s * s) +
                     std::min(400.0, square(std::max(0.0, c[0] - 1)) / (2 * s * s)) +
                     std::min(400.0, square(std::max(0.0, c[1] - 1)) / (2 * s * s)) -
                     (beyond > 0 ? slope * std::pow(2, 0.5 - 1 / p) / p * beyond : 0);
            };
            char what[200];
            snprintf(what, sizeof(what), "p %g, radius %g, slope %g, s %g, c (%g, %g)", p, radius, slope, s, c[0],
                     c[1]);
            expect_two_dimensions(beside, {c[0] * radius, c[1] * radius}, log_density, {0, 0}, 1.5 * radius, 3000,
                                  what);
            most = std::max(most, beside.tries());
            EXPECT_LT(beside.tries(), 30) << what;
          }
  evidence("sampler", "beside lp balls in the plane, p 50 and 1000, radius 0.001 and 100: tries a draw at most %.1f",
           most);
}

TEST(Wall, SimplicesHaveTheirLawsOnTheirHull) {
  const double centres[][3] = {{0.3, 0.3, 0.4}, {2, 0.1, 0}, {-3, 0.8, 0.9}, {5, -5, 1}};
  double most = 0;
  for (const double slope : {static_cast<double>(INFINITY), 8.0})
    for (const auto &c : centres) {
      const double s = 0.4;
      Domain domain;
      domain.make_simplex(1, 3);
      Beside beside(domain, 3, slope, s);
      const auto log_density = [&](const std::vector<double> &x) {
        const double all[3] = {x[0], x[1], 1 - x[0] - x[1]};
        double sum = 10;
        for (int j = 0; j < 3; ++j) {
          if (all[j] < 0 && slope == INFINITY) return -INFINITY + 0.0;
          sum -= square(all[j] - c[j]) / (2 * s * s) - (all[j] < 0 ? slope * all[j] : 0);
        }
        return sum;
      };
      char what[100];
      snprintf(what, sizeof(what), "slope %g, c (%g, %g, %g)", slope, c[0], c[1], c[2]);
      expect_two_dimensions(beside, {c[0], c[1], c[2]}, log_density, beside.nearest({c[0], c[1], c[2]}), 3, 50000,
                            what);
      most = std::max(most, beside.tries());
    }
  evidence("sampler", "beside simplices: tries a draw at most %.1f", most);
}

// A wrong law is seen: tries that leave out what the wall's tangent owes.
TEST(Wall, TestsSeeAWrongSlope) {
  const double low = -1, high = 1;
  Domain domain;
  Error error(nullptr, "test");
  ASSERT_EQ(DPCVX_OK, domain.make_box(&low, &high, 1, error));
  Beside beside(domain, 1, 3, 1);
  beside.aim({2.5});
  std::vector<uint64_t> counts(40);
  std::vector<long double> mass(40);
  long double total = 0;
  const uint64_t n = 100000;
  for (uint64_t i = 0; i < n; ++i) {
    const double at = (beside.draw()[0] + 3) * 5;
    if (at >= 0 && at < 40) ++counts[static_cast<size_t>(at)];
  }
  for (size_t i = 0; i < 40; ++i)
    for (int k = 0; k < 100; ++k) {
      const double x = -3 + (static_cast<double>(i) + (k + 0.5) / 100) / 5;
      const double one = std::exp(-square(x - 2.5) / 2 - 2.85 * std::max(0.0, x - 1));
      mass[i] += one;
      total += one;
    }
  for (long double &one : mass) one /= total;
  EXPECT_GT(chi_square_deviate(counts, mass, n), kChiSquareAlarm);
}

// In many dimensions: at a corner of a box, deep outside of a ball, at a vertex and in the middle of a simplex.
TEST(Wall, StrongConstraintsInManyDimensionsCostFewTries) {
  const int64_t d = 100;
  for (const double slope : {static_cast<double>(INFINITY), 1000.0}) {
    for (int kind = 0; kind < 8; ++kind) {
      Domain domain;
      Error error(nullptr, "test");
      std::vector<double> low(d, -1), high(d, 1), c(d);
      const double s = 0.05;
      const char *what = "";
      for (size_t j = 0; j < c.size(); ++j) {
        c[j] = kind == 0 ? 1 + 0.5 : kind < 4 ? 0.35 : kind == 4 ? (j == 7 ? 2 : 0.001 * static_cast<double>(j)) : 0.01;
        if (kind == 6) c[j] = j < 40 ? 0.1 : -0.5;
        if (kind == 7) c[j] = 0.2;
      }
      switch (kind) {
        case 0:
          what = "corner of a box";
          ASSERT_EQ(DPCVX_OK, domain.make_box(low.data(), high.data(), d, error));
          break;
        case 1:
          what = "l2 ball";
          ASSERT_EQ(DPCVX_OK, domain.make_ball(2, 1, nullptr, d, error));
          break;
        case 2:
          what = "l1 ball";
          ASSERT_EQ(DPCVX_OK, domain.make_ball(1, 10, nullptr, d, error));
          break;
        case 3:
          what = "l1.5 ball";
          ASSERT_EQ(DPCVX_OK, domain.make_ball(1.5, 3, nullptr, d, error));
          break;
        case 7:
          what = "l4 ball";
          ASSERT_EQ(DPCVX_OK, domain.make_ball(4, 0.5, nullptr, d, error));
          break;
        default:
          what = kind == 4 ? "vertex of a simplex" : kind == 5 ? "middle of a simplex" : "face of a simplex";
          domain.make_simplex(1, d);
      }
      Beside beside(domain, d, slope, s);
      beside.aim(c);
      const int draws = 30;
      for (int i = 0; i < draws; ++i) {
        beside.draw();
        if (beside.tries() > 20000) break;
      }
      evidence("sampler", "100 dimensions, %s, slope %g: %.1f tries a draw, %.2f a coordinate", what, slope,
               beside.tries(), beside.entry_tries() / beside.tries());
      EXPECT_LT(beside.tries(), 2000) << what;
    }
  }
}

}  // namespace
