// The regularizer of a Schatten norm as a part of a density: what it accepts, what it states of its arithmetic, and the
// laws of chains on it. With r = c ||s||_q^2 / 2, s the singular values of a d1 x d2 matrix, c ||s||_q^2 is a
// chi-squared variable of d1 d2 degrees. Independent of it, shares s / ||s||_q have the density of singular values,
//   prod_{i<j} |s_i^2 - s_j^2| prod_i s_i^(|d1 - d2|),
// so that s_2 / s_1 of two is known up to a one-dimensional integral.
#include "sample/parts/schatten_part.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/error.h"
#include "random/bernoulli.h"
#include "sample/sampler.h"
#include "sample/matrices.h"
#include "support/evidence.h"

namespace {

using dpcvx::Error;
using dpcvx::ProgressMonitor;
using dpcvx::model::Regularizer;
using dpcvx::random::Rng;
using dpcvx::sample::Chain;
using dpcvx::sample::SchattenPart;
using dpcvx::sample::Schedule;
using dpcvx::sample::Target;
using namespace matrices;

// Of ||.||^2 / 2.
double divergence_of_squares(const Vector &x, const Vector &v) {
  double sum = 0;
  for (size_t j = 0; j < x.size(); ++j) sum += (x[j] - v[j]) * (x[j] - v[j]);
  return sum / 2;
}

// On matrices of common singular vectors it is the divergence of the vectors of singular values, less the quadratic's.
TEST(SchattenPart, AcceptsWithTheProbabilityOfItsDivergence) {
  Error error(nullptr, "test");
  Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("part", 4, error));
  std::mt19937_64 engine(1);
  for (const double q : {1.2, 1.6}) {
    const Regularizer r = with_exponent(q, 3);
    for (const Shape &shape : kShapes) {
      const Frame frame(engine, shape.rows, shape.columns);
      const int64_t rank = static_cast<int64_t>(shape.rank());
      const Vector centre = normals(engine, shape.size(), 1), v = normals(engine, shape.rank(), 1);
      SchattenPart part;
      ASSERT_EQ(DPCVX_OK, part.prepare(r, 0.7, centre.data(), shape.rows, shape.columns, error));
      Vector g(shape.size()), slope(shape.rank());
      part.linearize(plus(centre, frame.matrix(v)).data(), g.data());
      r.gradient(v.data(), slope.data(), rank);
      const Vector exact_slope = frame.matrix(slope);
      const Vector offset = frame.matrix(v);
      EXPECT_NEAR(part.taken(), 0.7 * r.c * (q - 1), 1e-12);
      for (size_t j = 0; j < g.size(); ++j) EXPECT_NEAR(g[j], 0.7 * exact_slope[j] - part.taken() * offset[j], 1e-12);
      for (const double step : {0.1, 0.8}) {
        const Vector x = plus(v, normals(engine, shape.rank(), step));
        const double exact = 0.7 * r.divergence(x.data(), v.data(), rank) - part.taken() * divergence_of_squares(x, v);
        const Vector there = plus(centre, frame.matrix(x));
        EXPECT_NEAR(part.above(there.data()), exact, 1e-12);
        expect_acceptance(part, there, exact, 5000, rng);
      }
    }
  }
}

// The point that settle() leaves has the tangent that it has when it is decomposed anew, up to the stated errors.
TEST(SchattenPart, TangentsWhereItSettlesAreThoseOfItsPoint) {
  Error error(nullptr, "test");
  std::mt19937_64 engine(6);
  for (const Shape &shape : kShapes) {
    SchattenPart part, again;
    for (SchattenPart *it : {&part, &again})
      ASSERT_EQ(DPCVX_OK, it->prepare(with_exponent(1.4, 1), 2, nullptr, shape.rows, shape.columns, error));
    for (int i = 0; i < 40; ++i) {
      const HardPoints points(engine, shape, i);
      Vector v(shape.size()), g(shape.size()), other(shape.size());
      part.settle(points.v.data(), 0.3 / part.taken(), v.data());
      part.linearize(v.data(), g.data());
      again.linearize(v.data(), other.data());
      for (size_t j = 0; j < g.size(); ++j) EXPECT_NEAR(g[j], other[j], 1e-5 * (1e-2 + length(other)));
      EXPECT_GE(part.above(points.x.data()), -1e-12);
      EXPECT_NEAR(part.above(points.x.data()), again.above(points.x.data()), 1e-5);
    }
  }
}

// Bounds hold of what decompositions give, and leave few decisions to these.
TEST(SchattenPart, DecidesByBoundsAsItsValuesWould) {
  Error error(nullptr, "test");
  Rng rng, same;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("part", 5, error));
  ASSERT_EQ(DPCVX_OK, same.open_deterministic("part", 5, error));
  std::mt19937_64 engine(7);
  int64_t open = 0, tries = 0;
  double most = 0;
  for (const Shape &shape : {Shape{2, 2}, {8, 8}, {12, 9}}) {
    const Vector centre = normals(engine, shape.size(), 1);
    SchattenPart part;
    ASSERT_EQ(DPCVX_OK, part.prepare(with_exponent(1.5, 4), 2, centre.data(), shape.rows, shape.columns, error));
    Vector v = normals(engine, shape.size(), 1), g(shape.size());
    part.linearize(v.data(), g.data());
    const double step = std::sqrt(3 / part.roughness());
    for (int i = 0; i < 2000; ++i, ++tries) {
      const Vector x = plus(v, normals(engine, shape.size(), step));
      double low = 0, high = 0;
      ASSERT_TRUE(part.bound_above(x.data(), &low, &high));
      const double above = part.above(x.data());
      EXPECT_LE(low, above);
      EXPECT_GE(high, above);
      most = std::max(most, std::fabs(2 * above - low - high) / (high - low));
      dpcvx::random::ExpDecision decision(same);
      open += decision.between(low + SchattenPart::kShift, high + SchattenPart::kShift) ==
              dpcvx::random::ExpDecision::Answer::kOpen;
      ASSERT_EQ(part.accept(x.data(), rng), decision.at(std::max(0.0, above + SchattenPart::kShift)));
    }
  }
  EXPECT_GT(most, 0.05);  // the control: bounds a twentieth as wide would be passed
  EXPECT_LT(open, tries / 50);
  evidence("lp geometries", "decisions of the Schatten norm's part: %lld of %lld need a decomposition",
           static_cast<long long>(open), static_cast<long long>(tries));
}

// No tangent is passed by more than rounding, wherever it is taken: at a point without singular vectors of its own,
// too.
TEST(SchattenPart, LiesAboveItsTangents) {
  Error error(nullptr, "test");
  std::mt19937_64 engine(5);
  for (const Shape &shape : kShapes) {
    SchattenPart part;
    ASSERT_EQ(DPCVX_OK, part.prepare(with_exponent(1.3, 1), 1, nullptr, shape.rows, shape.columns, error));
    for (int i = 0; i < 40; ++i) {
      const HardPoints points(engine, shape, i);
      Vector g(shape.size());
      part.linearize(points.v.data(), g.data());
      EXPECT_GE(part.above(points.x.data()), -1e-12);
    }
  }
}

TEST(SchattenPart, SettlesAtTheProximalPoint) {
  Error error(nullptr, "test");
  std::mt19937_64 engine(2);
  for (const Shape &shape : kShapes) {
    for (const double weight : {0.1, 10.0}) {
      const Vector centre = normals(engine, shape.size(), 1);
      SchattenPart part;
      ASSERT_EQ(DPCVX_OK, part.prepare(with_exponent(1.4, 1), weight, centre.data(), shape.rows, shape.columns, error));
      for (const double size : {1e-6, 1.0, 1e6}) {
        const double variance = std::min(1e-8 * size * size, 0.5 / part.taken());
        const Vector c = plus(centre, normals(engine, shape.size(), size));
        Vector v(shape.size()), g(shape.size()), off(shape.size());
        part.settle(c.data(), variance, v.data());
        part.linearize(v.data(), g.data());
        for (size_t j = 0; j < off.size(); ++j) off[j] = v[j] + variance * g[j] - c[j];
        // As the part for vectors, it stops where its norm is good to a few per cent.
        EXPECT_LE(length(off), 0.1 * variance * length(g) + 1e-6 * size) << shape.rows << " " << weight << " " << size;
      }
    }
  }
}

TEST(SchattenPart, KeepsTheErrorsThatItStates) {
  Error error(nullptr, "test");
  std::mt19937_64 engine(3);
  double most = 0;
  for (const Shape &shape : kShapes) {
    for (int i = 0; i < 60; ++i) {
      const Frame frame(engine, shape.rows, shape.columns);
      const Regularizer r = with_exponent(1.2 + 0.1 * (i % 6), 1);
      SchattenPart part;
      ASSERT_EQ(DPCVX_OK, part.prepare(r, 1, nullptr, shape.rows, shape.columns, error));
      const double spread = std::exp2(-static_cast<double>(engine() % 30));
      Vector v = normals(engine, shape.rank(), 1), x = plus(v, normals(engine, shape.rank(), spread)), g(shape.size());
      if (i % 3 == 1) v.back() = x.back() = 0;
      if (i % 5 == 2) std::fill(v.begin(), v.end(), 2.0);
      const Vector there = frame.matrix(v), tried = frame.matrix(x);
      part.linearize(there.data(), g.data());
      const double reach = std::max(length(v), length(x)) * (1 + 1e-9);
      const double stated = part.errors({reach, INFINITY}).log_ratio;
      const double exact = r.divergence(x.data(), v.data(), static_cast<int64_t>(shape.rank())) -
                           part.taken() * divergence_of_squares(x, v);
      most = std::max(most, std::fabs(part.above(tried.data()) - exact) / stated);
    }
  }
  EXPECT_LE(most, 1);
  EXPECT_GT(most, 1e-5);  // the control: a bound that much less is broken
  evidence("lp geometries", "arithmetic of the Schatten norm's part: %.5f of the stated error of log acceptance", most);
  // Where rounding may leave divergences below 0 by more than the shift nothing is stated.
  SchattenPart part;
  ASSERT_EQ(DPCVX_OK, part.prepare(with_exponent(1.5, 1), 1, nullptr, 8, 8, error));
  EXPECT_LT(part.errors({1e3, INFINITY}).log_ratio, 1e-4);
  EXPECT_EQ(part.errors({1e6, INFINITY}).log_ratio, INFINITY);
}

// Scales that fall from column to column take the most sweeps: 18 to 20 of these, in any order of rows.
TEST(SchattenPart, DecomposesMatricesOfUnlikeColumns) {
  constexpr int64_t kRows = 64;
  Error error(nullptr, "test");
  std::mt19937_64 engine(5);
  SchattenPart part;
  ASSERT_EQ(DPCVX_OK, part.prepare(with_exponent(1.5, 1), 1, nullptr, kRows, kRows, error));
  for (const double least : {1e-4, 1e-7, 1e-14}) {
    Vector x = normals(engine, kRows * kRows, 1), g(x.size());
    for (size_t j = 0; j < x.size(); ++j) x[j] *= std::pow(least, static_cast<double>(j % kRows) / (kRows - 1));
    part.linearize(x.data(), g.data());
    double along = 0;
    for (size_t j = 0; j < x.size(); ++j) along += g[j] * x[j];
    const double value = part.above(Vector(x.size(), 0).data());  // <g, x> - f(x) = f(x) = <g, x> / 2
    EXPECT_NEAR(value, along / 2, 1e-9 * value) << least;
  }
}

// Kolmogorov and Smirnov's statistic against a law's distribution function on a grid, times sqrt(n).
template <class F>
double distance(Vector draws, double high, const F &density) {
  constexpr int kCells = 4000;
  std::sort(draws.begin(), draws.end());
  Vector below{0};
  for (int i = 0; i < kCells; ++i) below.push_back(below.back() + density((i + 0.5) * high / kCells));
  double most = 0;
  const double n = static_cast<double>(draws.size());
  for (size_t i = 0; i < below.size(); ++i) {
    const double at = static_cast<double>(i) * high / kCells;
    const auto count = std::lower_bound(draws.begin(), draws.end(), at) - draws.begin();
    most = std::max(most, std::fabs(static_cast<double>(count) / n - below[i] / below.back()));
  }
  return most * std::sqrt(n);
}
// P(distance > 3.3) <= 2 exp(-2 * 3.3^2) = 7e-10.
constexpr double kAlarm = 3.3;

struct Case {
  Shape shape;
  double q, precision;
};

// V(X) = (c ||s||_q^2 + precision ||s||_2^2) / 2, s the singular values of X less the centre. On two of them, of ratio
// t, it is s_1^2 h(t) / 2. So the ratio has the density (1 - t^2) t^(d2 - d1) h(t)^(-d1 d2 / 2), and V is half a
// chi-squared variable of d1 d2 degrees.
TEST(SchattenPart, ChainsOnItHaveItsLaw) {
  constexpr double kWeight = 1.7;
  constexpr size_t kDraws = 8000;
  Error error(nullptr, "test");
  for (const Case &setup : {Case{{2, 3}, 1.2, 0}, Case{{2, 2}, 1.5, 1}}) {
    const Shape &shape = setup.shape;
    const Regularizer r = with_exponent(setup.q, 1);
    const Vector centre = setup.precision > 0 ? Vector(shape.size(), 0.5) : Vector(shape.size(), 0);
    SchattenPart part;
    ASSERT_EQ(DPCVX_OK, part.prepare(r, kWeight, centre.data(), shape.rows, shape.columns, error));
    Target target;
    target.dimension = static_cast<int64_t>(shape.size());
    target.parts[0] = &part;
    target.count = 1;
    target.precision = setup.precision + part.taken();
    target.centre = centre.data();
    target.convexity = kWeight * r.l2_convexity() + setup.precision;
    Schedule schedule;
    schedule.eta = 3 / part.roughness();
    schedule.rounds = static_cast<int64_t>(5.5 / std::log1p(schedule.eta * target.convexity)) + 1;
    schedule.lattice_step = std::ldexp(1, std::ilogb(std::sqrt(schedule.eta)) - 44);
    Chain chain;
    ASSERT_EQ(DPCVX_OK, chain.prepare(target, schedule, error));
    Rng rng;
    ASSERT_EQ(DPCVX_OK, rng.open_deterministic("schatten", 11, error));
    ProgressMonitor watch;
    Vector x(shape.size()), ratios, values;
    for (size_t i = 0; i < kDraws; ++i) {
      ASSERT_EQ(DPCVX_OUTCOME_DONE, chain.run(centre.data(), rng, watch, x.data()));
      for (size_t j = 0; j < x.size(); ++j) x[j] -= centre[j];
      double s[2];
      two_values(x, static_cast<size_t>(shape.columns), s, s + 1);
      ratios.push_back(s[1] / s[0]);
      values.push_back(2 * kWeight * r.value(s, 2) + setup.precision * (s[0] * s[0] + s[1] * s[1]));
    }
    const double d = static_cast<double>(shape.size()), apart = static_cast<double>(shape.columns - shape.rows);
    const auto of_ratio = [&](double t) {
      const double h = kWeight * std::pow(1 + std::pow(t, setup.q), 2 / setup.q) + setup.precision * (1 + t * t);
      return (1 - t * t) * std::pow(t, apart) * std::pow(h, -d / 2);
    };
    const auto chi_squared = [d](double x) { return std::pow(x, d / 2 - 1) * std::exp(-x / 2); };
    EXPECT_LT(distance(ratios, 1, of_ratio), kAlarm) << setup.q;
    EXPECT_LT(distance(values, 80, chi_squared), kAlarm) << setup.q;
    // The control: a law that is .05 off in total variation, and the law of entries instead of singular values.
    for (size_t i = 0; i < kDraws; i += 20) ratios[i] = 1;
    EXPECT_GT(distance(ratios, 1, of_ratio), kAlarm);
    EXPECT_GT(distance(values, 80, [d](double x) { return std::pow(x, d / 2 - 1.25) * std::exp(-x / 2); }), kAlarm);
    const double rounds = static_cast<double>(chain.work().rounds);
    evidence("lp geometries", "chains on the Schatten norm's regularizer, %lld x %lld: %.2f tries a round",
             static_cast<long long>(shape.rows), static_cast<long long>(shape.columns),
             static_cast<double>(chain.work().tries) / rounds);
  }
}

double nothing(const double *, int64_t dimension, double *gradient, void *) {
  if (gradient != nullptr) std::fill(gradient, gradient + dimension, 0.0);
  return 0;
}

dpcvx_status make(int64_t rows, int64_t columns, double p, dpcvx::sample::Sampler &sampler) {
  Error error(nullptr, "test");
  dpcvx::sample::Potential potential;
  potential.callback = nothing;
  potential.dimension = rows * columns;
  potential.lipschitz = 1e-9;
  dpcvx::sample::SamplerSettings settings;
  settings.regularizer = 2;
  settings.norm = p;
  settings.matrix_rows = rows;
  settings.variation = 0.05;
  return sampler.create(potential, dpcvx::Shared<dpcvx::model::Domain>(), settings, error);
}

// Of up to eight singular values every regularizer is a multiple of the squared l2 norm: rank^(2/p - 1) for p < 2.
TEST(SchattenPart, SamplersTakeTheNormOfSingularValues) {
  const double inf = INFINITY;
  const double of_norm[][2] = {{1, 2}, {1.5, std::exp2(1.0 / 3)}, {2, 1}, {4, 1}, {inf, 1}};
  for (const auto &[p, c] : of_norm) {
    dpcvx::sample::Sampler sampler;
    ASSERT_EQ(DPCVX_OK, make(2, 3, p, sampler));
    EXPECT_NEAR(sampler.certificate().convexity, 2 * c, 1e-10) << p;
  }
  constexpr int64_t kRows = 10, kDraws = 70;
  dpcvx::sample::Sampler sampler;
  ASSERT_EQ(DPCVX_OK, make(kRows, kRows, 1, sampler));
  EXPECT_LT(sampler.certificate().arithmetic_gdp, 1e-5);
  Error error(nullptr, "test");
  Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("nuclear", 3, error));
  ProgressMonitor watch;
  Vector draws(kDraws * kRows * kRows), values;
  int64_t drawn = 0;
  ASSERT_EQ(DPCVX_OUTCOME_DONE, sampler.draw(rng, kDraws, watch, draws.data(), &drawn));
  const Regularizer r = Regularizer::in_schatten_norm(1, kRows);
  dpcvx::numeric::SingularValues singular;
  ASSERT_TRUE(singular.allocate(kRows, kRows));
  for (size_t i = 0; i < kDraws; ++i) {
    double most = 0;
    const double *const x = draws.data() + i * kRows * kRows;
    for (size_t j = 0; j < kRows * kRows; ++j) most = std::max(most, std::fabs(x[j]));
    for (size_t j = 0; j < kRows * kRows; ++j) singular.row(j / kRows)[j % kRows] = x[j] / most;
    singular.decompose();
    values.push_back(4 * most * most * r.value(singular.values(), kRows));
  }
  const auto chi_squared = [](double degrees) {
    return [degrees](double x) { return std::exp((degrees / 2 - 1) * std::log(x) - x / 2); };
  };
  EXPECT_LT(distance(values, 300, chi_squared(100)), kAlarm);
  EXPECT_GT(distance(values, 300, chi_squared(100 * 0.8)), kAlarm);  // the control
}

}  // namespace
