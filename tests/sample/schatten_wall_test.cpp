// Walls around Schatten balls: what they accept, what they state of their arithmetic, and the laws of draws beside
// them. Laws on 2 x 2 and 2 x 3 matrices are integrated over singular values. On d1 x d2 matrices these have the
// density
//   prod_{i<j} |s_i^2 - s_j^2| prod_i s_i^(|d1 - d2|)
// times that of the matrix.
#include "sample/walls/schatten_wall.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "sample/matrices.h"
#include "sample/sampler.h"
#include "support/evidence.h"
#include "support/long_audits.h"

namespace {

using dpcvx::Error;
using dpcvx::ProgressMonitor;
using dpcvx::Shared;
using dpcvx::model::Domain;
using dpcvx::model::Regularizer;
using dpcvx::random::Rng;
using dpcvx::sample::Chain;
using dpcvx::sample::Sampler;
using dpcvx::sample::SchattenPart;
using dpcvx::sample::SchattenWall;
using dpcvx::sample::Schedule;
using dpcvx::sample::Target;
using namespace matrices;

const double kInfinity = INFINITY;

Shared<Domain> ball_of(double p, double radius, const Shape &shape) {
  Error error(nullptr, "test");
  Shared<Domain> ball;
  EXPECT_TRUE(ball.create());
  EXPECT_EQ(DPCVX_OK, ball.edit().make_schatten_ball(p, radius, shape.rows, shape.columns, error));
  return ball;
}

// The distance of sizes >= 0 from the lp ball of that radius: by bisection of the multiplier l of the projection u, the
// root of u + l u^(p-1) = size, itself by bisection.
double distance_from_ball(const Vector &sizes, double p, double radius) {
  const auto settle = [p](double size, double l) {
    if (p == 1) return std::max(0.0, size - l);
    double low = 0, high = size;
    for (int step = 0; step < 90; ++step) {
      const double middle = (low + high) / 2;
      (middle + l * std::pow(middle, p - 1) < size ? low : high) = middle;
    }
    return high;
  };
  double squares = 0;
  if (p == kInfinity) {
    for (const double size : sizes) squares += std::pow(std::max(0.0, size - radius), 2);
    return std::sqrt(squares);
  }
  const auto power = [&](double l) {
    double sum = 0;
    for (const double size : sizes) sum += std::pow(settle(size, l), p);
    return sum;
  };
  if (power(0) <= std::pow(radius, p)) return 0;
  double low = 0, high = 1;
  while (power(high) > std::pow(radius, p)) high *= 2;
  for (int step = 0; step < 90; ++step) {
    const double middle = (low + high) / 2;
    (power(middle) > std::pow(radius, p) ? low : high) = middle;
  }
  for (const double size : sizes) squares += std::pow(size - settle(size, high), 2);
  return std::sqrt(squares);
}

double wall_of(double distance, double slope, double curvature) {
  if (curvature == kInfinity) return slope * std::max(0.0, distance);
  return distance * curvature < slope ? curvature * distance * distance / 2
                                      : slope * distance - slope / curvature * slope / 2;
}

Vector absolute(Vector x) {
  for (double &entry : x) entry = std::fabs(entry);
  return x;
}

// On matrices of common singular vectors the exponent is f(x) - <g, x>, less the least that it can be: where g is a
// normal of the ball, what f and its tangent are apart.
TEST(SchattenWall, AcceptsWithTheProbabilityOfItsDivergence) {
  Error error(nullptr, "test");
  Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("wall", 4, error));
  std::mt19937_64 engine(1);
  for (const double p : {1.0, 1.5, 4.0, kInfinity})
    for (const double curvature : {kInfinity, 2.0})
      for (const Shape &shape : kShapes) {
        if (shape.rank() == 1) continue;
        constexpr double kSlope = 1.5, kVariance = 0.3;
        const Shared<Domain> ball = ball_of(p, 1.2, shape);
        SchattenWall wall;
        ASSERT_EQ(DPCVX_OK, wall.prepare(*ball, kSlope, curvature, error));
        const Frame frame(engine, shape.rows, shape.columns);
        const Vector c = absolute(normals(engine, shape.rank(), 2));
        Vector v(shape.size()), g(shape.size());
        wall.settle(frame.matrix(c).data(), kVariance, v.data());
        wall.linearize(v.data(), g.data());
        const double away = distance_from_ball(c, p, 1.2);
        const double steep = std::min(kSlope, away / (1 / curvature + kVariance));
        EXPECT_NEAR(length(g), steep, 2e-6) << p << " " << shape.rows;
        const double at_v = wall_of(away - kVariance * steep, kSlope, curvature);
        Vector off(g.size());
        for (size_t j = 0; j < g.size(); ++j) off[j] = v[j] + kVariance * g[j] - frame.matrix(c)[j];
        EXPECT_LE(length(off), 1e-12);
        for (const double step : {0.1, 0.8}) {
          Vector sizes = c;
          const Vector moves = normals(engine, shape.rank(), step);
          for (size_t k = 0; k < sizes.size(); ++k) sizes[k] = std::fabs(sizes[k] + moves[k]);
          const Vector x = frame.matrix(sizes);
          double linear = 0;
          for (size_t j = 0; j < g.size(); ++j) linear += g[j] * (x[j] - v[j]);
          const double exact = wall_of(distance_from_ball(sizes, p, 1.2), kSlope, curvature) - at_v - linear;
          // The slope is shorter than M by 2^-20, which the tangent's height shows.
          EXPECT_NEAR(wall.above(x.data()), exact, 2e-5) << p << " " << curvature << " " << shape.rows;
          expect_acceptance(wall, x, exact, 1000, rng);
        }
      }
}

// Of any slope that is at hand, that of another point too.
TEST(SchattenWall, IsNeverBelowItsLines) {
  Error error(nullptr, "test");
  std::mt19937_64 engine(5);
  for (const double p : {1.0, 1.2, 3.0, kInfinity})
    for (const Shape &shape : kShapes) {
      if (shape.rank() == 1) continue;
      const Shared<Domain> ball = ball_of(p, 0.7, shape);
      SchattenWall wall;
      ASSERT_EQ(DPCVX_OK, wall.prepare(*ball, 3, p == 3 ? 2 : kInfinity, error));
      for (int i = 0; i < 40; ++i) {
        HardPoints points(engine, shape, i);
        Vector &v = points.v, g(shape.size());
        if (i % 2 == 0) wall.settle(v.data(), 0.2, v.data());
        wall.linearize(v.data(), g.data());
        EXPECT_GE(wall.above(points.x.data()), -1e-12);
        EXPECT_LE(length(g), 3);
      }
    }
}

TEST(SchattenWall, KeepsTheErrorsThatItStates) {
  Error error(nullptr, "test");
  std::mt19937_64 engine(3);
  double most = 0;
  for (const Shape &shape : kShapes) {
    if (shape.rank() == 1) continue;
    for (int i = 0; i < 40; ++i) {
      const double p = i % 2 == 0 ? 1 : kInfinity;
      const Shared<Domain> ball = ball_of(p, 1, shape);
      SchattenWall wall;
      ASSERT_EQ(DPCVX_OK, wall.prepare(*ball, 2, kInfinity, error));
      const Frame frame(engine, shape.rows, shape.columns);
      Vector sizes = absolute(normals(engine, shape.rank(), 1));
      for (double &size : sizes) size += p == 1 ? 0 : 1;
      Vector g(shape.size());
      wall.linearize(Vector(shape.size(), 0).data(), g.data());  // of slope 0
      const double stated = wall.errors({length(sizes) * (1 + 1e-9), kInfinity}).log_ratio;
      long double exact = 0;
      if (p == 1) {
        // The shift of the projection on the simplex, from the sorted sizes.
        Vector sorted = sizes;
        std::sort(sorted.rbegin(), sorted.rend());
        long double sum = 0, shift = 0;
        for (size_t k = 0; k < sorted.size(); ++k) {
          sum += sorted[k];
          const long double tried = (sum - 1) / static_cast<long double>(k + 1);
          if (sorted[k] > tried) shift = tried;
        }
        for (const double size : sizes) exact += std::pow(std::min<long double>(size, std::max(0.0L, shift)), 2);
      } else {
        for (const double size : sizes) exact += std::pow(static_cast<long double>(size) - 1, 2);
      }
      const double wanted = static_cast<double>(2 * std::sqrt(exact));
      most = std::max(most, std::fabs(wall.above(frame.matrix(sizes).data()) - wanted) / stated);
    }
  }
  EXPECT_LE(most, 1);
  EXPECT_GT(most, 1e-5);  // the control: a bound that much less is broken
  evidence("Schatten balls", "arithmetic of a finite wall: %.5f of the stated error of log acceptance", most);
  const Shared<Domain> ball = ball_of(1, 1, {8, 8});
  SchattenWall wall;
  ASSERT_EQ(DPCVX_OK, wall.prepare(*ball, 100, kInfinity, error));
  EXPECT_LT(wall.errors({10, kInfinity}).log_ratio, 1e-7);
  EXPECT_EQ(wall.errors({1e6, kInfinity}).log_ratio, kInfinity);
}

// ---- Laws ----------------------------------------------------------------------------------------------------------

// A law on a line as places with masses.
class Law {
 public:
  void add(double place, double mass) { points_.push_back({place, mass}); }
  // Kolmogorov and Smirnov's statistic times sqrt(n).
  double distance(Vector draws) {
    std::sort(draws.begin(), draws.end());
    std::sort(points_.begin(), points_.end());
    double total = 0, below = 0, most = 0;
    for (const auto &[place, mass] : points_) total += mass;
    const double n = static_cast<double>(draws.size());
    for (const auto &[place, mass] : points_) {
      const auto count = std::lower_bound(draws.begin(), draws.end(), place) - draws.begin();
      most = std::max(most, std::fabs(static_cast<double>(count) / n - (below + mass / 2) / total));
      below += mass;
    }
    return most * std::sqrt(n);
  }

 private:
  std::vector<std::pair<double, double>> points_;
};

// P(distance > 3.3) <= 2 exp(-2 * 3.3^2) = 7e-10.
constexpr double kAlarm = 3.3;

double norm_of(double a, double b, double p) {
  const double most = std::max(a, b), least = std::min(a, b);
  return p == kInfinity ? most : most * std::pow(1 + std::pow(least / most, p), 1 / p);
}

void expect_law(Law &law, const Vector &draws, const char *what, double p) {
  const double off = law.distance(draws);
  EXPECT_LT(off, kAlarm) << what << ", p = " << p;
  // The control: a law that is .05 off in total variation.
  Vector moved = draws;
  for (size_t i = 0; i < moved.size(); i += 20) moved[i] = 100;
  EXPECT_GT(law.distance(moved), kAlarm) << what << ", p = " << p;
}

// A wall beside a regularizer of singular values and a quadratic, on 2 x 3 matrices.
void check_of_two_rows(double p, double curvature, size_t count) {
  constexpr double kSlope = 3.5, kRadius = 0.8, kWeight = 1.5, kPrecision = 2, kQ = 1.4;
  const Shape shape{2, 3};
  Error error(nullptr, "test");
  const Regularizer r = with_exponent(kQ, 1);
  const Shared<Domain> ball = ball_of(p, kRadius, shape);
  SchattenPart part;
  SchattenWall wall;
  ASSERT_EQ(DPCVX_OK, part.prepare(r, kWeight, nullptr, shape.rows, shape.columns, error));
  ASSERT_EQ(DPCVX_OK, wall.prepare(*ball, kSlope, curvature, error));
  Target target;
  target.dimension = static_cast<int64_t>(shape.size());
  target.parts[0] = &part;
  target.parts[1] = &wall;
  target.count = 2;
  target.precision = kPrecision + part.taken();
  target.convexity = kWeight * r.l2_convexity() + kPrecision;
  Schedule schedule;
  schedule.eta = 4 / (part.roughness() + wall.roughness());
  schedule.rounds = static_cast<int64_t>(5.0 / std::log1p(schedule.eta * target.convexity)) + 1;
  schedule.lattice_step = std::ldexp(1, std::ilogb(std::sqrt(schedule.eta)) - 44);
  Chain chain;
  ASSERT_EQ(DPCVX_OK, chain.prepare(target, schedule, error));
  Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("beside", 2, error));
  ProgressMonitor watch;
  Vector x(shape.size()), ratios, norms;
  const Vector start(shape.size(), 0);
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(DPCVX_OUTCOME_DONE, chain.run(start.data(), rng, watch, x.data()));
    double s[2];
    two_values(x, 3, s, s + 1);
    ratios.push_back(s[1] / s[0]);
    norms.push_back(norm_of(s[0], s[1], p));
  }
  Law of_ratio, of_norm;
  constexpr int kCells = 160;
  constexpr double kHigh = 5;
  for (int i = 0; i < kCells; ++i)
    for (int k = 0; k < kCells; ++k) {
      const double a = kHigh * (i + 0.5) / kCells, b = a * (k + 0.5) / kCells, s[2] = {a, b};
      const double v = kWeight * r.value(s, 2) + kPrecision * (a * a + b * b) / 2 +
                       wall_of(distance_from_ball({a, b}, p, kRadius), kSlope, curvature);
      const double mass = a * (a * a - b * b) * a * b * std::exp(-v);
      of_ratio.add(b / a, mass);
      of_norm.add(norm_of(a, b, p), mass);
    }
  expect_law(of_ratio, ratios, "ratio", p);
  expect_law(of_norm, norms, "norm", p);
  const double rounds = static_cast<double>(chain.work().rounds);
  evidence("Schatten balls", "2 x 3 beside a wall, p = %g: %.2f tries a round", p,
           static_cast<double>(chain.work().tries) / rounds);
}

TEST(SchattenWall, DrawsBesideItHaveTheirLaw) {
  const size_t count = long_audits() ? 100000 : 6000;
  check_of_two_rows(1, kInfinity, count);
  check_of_two_rows(kInfinity, 6, count);
  for (const double p : {1.5, 4.0})
    if (long_audits()) check_of_two_rows(p, p == 4 ? 6 : kInfinity, count);
}

// k log(1 + exp(-a tr X)).
constexpr double kScale = 6, kSteep = 1.3;
double logistic_of_trace(const double *x, int64_t dimension, double *gradient, void *) {
  const double z = kSteep * (x[0] + x[3]), share = 1 / (1 + std::exp(z));
  if (gradient != nullptr) {
    std::fill(gradient, gradient + dimension, 0.0);
    gradient[0] = gradient[3] = -kScale * kSteep * share;
  }
  return kScale * (z > 0 ? std::log1p(std::exp(-z)) : std::log1p(std::exp(z)) - z);
}

// 2 x 2 matrices are a multiple of a rotation by an angle t and one of a reflection: X = a R(t) + b F(u). Their
// singular values are a + b and |a - b|, their trace 2 a cos(t), their volume a b da db dt du.
void check_of_trace(double p, double slope, size_t count) {
  constexpr double kRadius = 0.9, kQuadratic = 2;
  Error error(nullptr, "test");
  dpcvx::sample::Potential potential;
  potential.callback = logistic_of_trace;
  potential.dimension = 4;
  potential.smoothness = kScale * kSteep * kSteep / 2;
  potential.lipschitz = kScale * kSteep * std::sqrt(2.0);
  dpcvx::sample::SamplerSettings settings;
  settings.quadratic = kQuadratic;
  settings.wall = slope;
  settings.variation = 0.01;
  Sampler sampler;
  ASSERT_EQ(DPCVX_OK, sampler.create(potential, ball_of(p, kRadius, {2, 2}), settings, error));
  EXPECT_LT(sampler.certificate().arithmetic_variation, 1e-6);
  Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("trace", 3, error));
  ProgressMonitor watch;
  Vector draws(4 * count), traces, norms;
  int64_t drawn = 0;
  ASSERT_EQ(DPCVX_OUTCOME_DONE, sampler.draw(rng, static_cast<int64_t>(count), watch, draws.data(), &drawn));
  for (size_t i = 0; i < count; ++i) {
    const Vector x(draws.begin() + static_cast<int64_t>(4 * i), draws.begin() + static_cast<int64_t>(4 * i + 4));
    double s[2];
    two_values(x, 2, s, s + 1);
    traces.push_back(x[0] + x[3]);
    norms.push_back(norm_of(s[0], s[1], p));
  }
  // A wall of an l2 ball is that of src/sample/target.h, M R / 2 (||X||^2 / R^2 - 1)_+.
  const auto wall = [=](double a, double b) {
    if (p == 2) return slope * kRadius / 2 * std::max(0.0, (a * a + b * b) / kRadius / kRadius - 1);
    return slope * distance_from_ball({a, b}, p, kRadius);
  };
  Law of_trace, of_norm;
  constexpr int kCells = 120, kAngles = 60;
  constexpr double kHigh = 2.4;
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kCells; ++j) {
      const double a = kHigh * (i + 0.5) / kCells, b = kHigh * (j + 0.5) / kCells;
      const double v = kQuadratic * (a * a + b * b) + wall(a + b, std::fabs(a - b));
      double sum = 0;
      for (int t = 0; t < kAngles; ++t) {
        const double cosine = std::cos(M_PI * (t + 0.5) / kAngles), x[4] = {a * cosine, 0, 0, a * cosine};
        const double mass = a * b * std::exp(-v - logistic_of_trace(x, 4, nullptr, nullptr));
        of_trace.add(2 * a * cosine, mass);
        sum += mass;
      }
      of_norm.add(norm_of(a + b, std::fabs(a - b), p), sum);
    }
  expect_law(of_trace, traces, "trace", p);
  expect_law(of_norm, norms, "norm", p);
}

TEST(SchattenWall, DrawsOfLossesHaveTheirLaw) {
  const size_t count = long_audits() ? 100000 : 6000;
  check_of_trace(1, 4, count);
  for (const double p : {1.5, 2.0, 4.0, kInfinity})
    if (long_audits()) check_of_trace(p, 4, count);
}

// Integration by parts over singular values: for any h, E[<h, grad log p> + div h] = 0. With h = s and h = s^3 on k x k
// matrices whose V has the derivatives V_i in singular values,
//   E[k^2 - sum_i s_i V_i] = 0   and   E[(2 k + 1) sum_i s_i^2 - sum_i s_i^3 V_i] = 0.
// Six standard deviations of the mean: 2e-9. The control forgets the wall.
TEST(SchattenWall, OfTenRowsHaveTheIdentitiesOfTheirLaw) {
  constexpr size_t kRows = 10, kSize = kRows * kRows;
  constexpr double kSlope = 1.5, kRadius = 17;
  const size_t count = long_audits() ? 100000 : 120;
  Error error(nullptr, "test");
  dpcvx::sample::Potential potential;
  potential.callback = [](const double *, int64_t dimension, double *gradient, void *) {
    if (gradient != nullptr) std::fill(gradient, gradient + dimension, 0.0);
    return 0.0;
  };
  potential.dimension = kSize;
  potential.lipschitz = 1e-9;
  dpcvx::sample::SamplerSettings settings;
  settings.quadratic = 1;
  settings.wall = kSlope;
  settings.variation = 0.01;
  Sampler sampler;
  ASSERT_EQ(DPCVX_OK, sampler.create(potential, ball_of(1, kRadius, {kRows, kRows}), settings, error));
  Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("ten", 3, error));
  ProgressMonitor watch;
  Vector draw(kSize);
  dpcvx::numeric::SingularValues singular;
  ASSERT_TRUE(singular.allocate(kRows, kRows));
  double sum[3] = {}, squares[3] = {};
  for (size_t i = 0; i < count; ++i) {
    int64_t drawn = 0;
    ASSERT_EQ(DPCVX_OUTCOME_DONE, sampler.draw(rng, 1, watch, draw.data(), &drawn));
    constexpr double kUnit = 16;  // more than any entry
    for (size_t j = 0; j < kSize; ++j) singular.row(j / kRows)[j % kRows] = draw[j] / kUnit;
    singular.decompose();
    Vector s(singular.values(), singular.values() + kRows);
    for (double &size : s) size *= kUnit;
    Domain ball;
    Vector nearest(kRows);
    ASSERT_EQ(DPCVX_OK, ball.make_ball(1, kRadius, nullptr, kRows, error));
    ball.project(s.data(), nearest.data(), kRows);
    const double away = distance_from_ball(s, 1, kRadius), k = kRows;
    double terms[3] = {k * k, 0, k * k};
    for (size_t j = 0; j < kRows; ++j) {
      const double slope = s[j] + (away > 0 ? kSlope * (s[j] - nearest[j]) / away : 0);
      terms[0] -= s[j] * slope;
      terms[1] += (2 * k + 1) * s[j] * s[j] - s[j] * s[j] * s[j] * slope;
      terms[2] -= s[j] * s[j];
    }
    for (int t = 0; t < 3; ++t) sum[t] += terms[t], squares[t] += terms[t] * terms[t];
  }
  double off[3];
  const double n = static_cast<double>(count);
  for (int t = 0; t < 3; ++t) {
    const double mean = sum[t] / n;
    off[t] = std::fabs(mean) / std::sqrt((squares[t] / n - mean * mean) / n);
  }
  EXPECT_LT(off[0], 6);
  EXPECT_LT(off[1], 6);
  EXPECT_GT(off[2], 6);
  evidence(
      "Schatten balls",
      "10 x 10 beside a wall, %.2g draws: identities %.1f and %.1f standard deviations off, %.0f without the wall; "
      "%.2f tries a round",
      n, off[0], off[1], off[2],
      static_cast<double>(sampler.work().tries) / static_cast<double>(sampler.work().rounds));
}

}  // namespace
