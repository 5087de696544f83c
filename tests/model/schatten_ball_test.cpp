// Schatten balls against matrices whose singular vectors are known beforehand, in long double.
#include "model/domains/schatten_ball.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cfloat>
#include <random>
#include <thread>
#include <vector>

#include "base/error.h"
#include "model/projections.h"
#include "support/evidence.h"
#include "support/long_power.h"

namespace {

using dpcvx::Error;
using dpcvx::model::Domain;
using projections::distance;
using projections::dot;
using projections::norm;
using projections::projected;
using projections::Vector;
typedef std::vector<long double> Wide;

constexpr double kInfinity = INFINITY;

void make(Domain &domain, double p, double radius, int64_t rows, int64_t columns) {
  Error error(nullptr, "Schatten ball");
  ASSERT_EQ(domain.make_schatten_ball(p, radius, rows, columns, error), DPCVX_OK);
}

// ---- Matrices with known singular values and vectors

// `count` orthonormal vectors of `length` entries, by Gram and Schmidt, twice.
std::vector<Wide> orthonormal(std::mt19937_64 &bits, size_t count, size_t length) {
  std::normal_distribution<double> normal;
  std::vector<Wide> vectors;
  while (vectors.size() < count) {
    Wide v(length);
    for (long double &x : v) x = normal(bits);
    for (int twice = 0; twice < 2; ++twice) {
      for (const Wide &before : vectors) {
        long double along = 0;
        for (size_t j = 0; j < length; ++j) along += v[j] * before[j];
        for (size_t j = 0; j < length; ++j) v[j] -= along * before[j];
      }
      long double square = 0;
      for (long double x : v) square += x * x;
      for (long double &x : v) x /= std::sqrt(square);
    }
    vectors.push_back(v);
  }
  return vectors;
}

struct Known {
  int64_t rows, columns;
  std::vector<Wide> left, right;
  Wide values;

  Known(std::mt19937_64 &bits, int64_t rows, int64_t columns, const Wide &values)
      : rows(rows),
        columns(columns),
        left(orthonormal(bits, values.size(), static_cast<size_t>(rows))),
        right(orthonormal(bits, values.size(), static_cast<size_t>(columns))),
        values(values) {}
  Vector with(const Wide &other) const {
    Vector out(static_cast<size_t>(rows * columns));
    for (size_t i = 0; i < static_cast<size_t>(rows); ++i)
      for (size_t j = 0; j < static_cast<size_t>(columns); ++j) {
        long double sum = 0;
        for (size_t k = 0; k < other.size(); ++k) sum += other[k] * left[k][i] * right[k][j];
        out[i * static_cast<size_t>(columns) + j] = static_cast<double>(sum);
      }
    return out;
  }
  Vector matrix() const { return with(values); }
};

long double lp_norm(const Wide &s, long double p) {
  long double most = 0, sum = 0;
  for (long double x : s) most = std::max(most, x);
  if (p == kInfinity || most == 0) return most;
  for (long double x : s) sum += long_power(x / most, p);
  return most * long_power(sum, 1 / p);
}

// The root u of u + l u^(p - 1) = a.
long double root(long double a, long double l, long double p) {
  long double low = 0, high = a;
  for (int step = 0; step < 80; ++step) {
    const long double u = (low + high) / 2;
    (u + l * long_power(u, p - 1) > a ? high : low) = u;
  }
  return (low + high) / 2;
}

// The projection of nonnegative entries on the lp ball, by bisection of its multiplier.
Wide projected(const Wide &s, long double p, long double radius) {
  if (lp_norm(s, p) <= radius) return s;
  Wide out = s;
  if (p == kInfinity) {
    for (long double &x : out) x = std::min(x, radius);
    return out;
  }
  // Entries in units of the greatest.
  const long double most = lp_norm(s, kInfinity);
  long double low = p == 1 ? 0 : -200, high = p == 1 ? 1 : 200;
  for (int step = 0; step < 90; ++step) {
    const long double middle = (low + high) / 2;
    for (size_t k = 0; k < s.size(); ++k)
      out[k] = p == 1 ? std::max<long double>(s[k] / most - middle, 0) : root(s[k] / most, std::exp(middle), p);
    (lp_norm(out, p) > radius / most ? low : high) = middle;
  }
  for (long double &x : out) x *= most;
  return out;
}

struct Shape {
  int64_t rows, columns;
};
constexpr Shape kShapes[] = {{1, 1}, {1, 7}, {7, 1}, {2, 2}, {3, 5}, {10, 10}, {30, 20}, {5, 41}};
constexpr double kNorms[] = {1, 1.2, 1.5, 2, 3, 10, kInfinity};

// Singular values of every kind.
Wide draw(std::mt19937_64 &bits, size_t rank) {
  std::uniform_real_distribution<double> uniform;
  Wide values(rank);
  const int kind = static_cast<int>(bits() % 5);
  for (size_t k = 0; k < rank; ++k) {
    values[k] = uniform(bits);
    if (kind == 1) values[k] = k < (rank + 1) / 2 ? 1 : 0.5L;             // repeated
    if (kind == 2) values[k] = k < 2 ? values[k] : 0;                     // of rank 2
    if (kind == 3) values[k] = std::pow(10.0L, -static_cast<int>(k));     // graded
    if (kind == 4) values[k] = 1 + 1e-13L * static_cast<long double>(k);  // clustered
  }
  const long double scale[] = {1e-90L, 1e-3L, 1, 1, 1e3L, 1e90L};
  const long double unit = scale[bits() % 6];
  for (long double &x : values) x *= unit;
  return values;
}

TEST(SchattenBall, ProjectionsAgreeWithKnownSingularVectors) {
  std::mt19937_64 bits(1);
  const long double shares[] = {1e-3L, 0.3L, 0.9L, 1.1L};
  long double worst = 0, outside = 0;
  int count = 0;
  for (const Shape &shape : kShapes)
    for (double p : kNorms)
      for (int trial = 0; trial < 4; ++trial) {
        const Known known(bits, shape.rows, shape.columns,
                          draw(bits, static_cast<size_t>(std::min(shape.rows, shape.columns))));
        const double radius = static_cast<double>(shares[bits() % 4] * lp_norm(known.values, p));
        if (!(radius > 1e-100)) continue;
        Domain domain;
        make(domain, p, radius, shape.rows, shape.columns);
        const Vector w = known.matrix(), out = projected(domain, w);
        const long double off = distance(out, known.with(projected(known.values, p, radius)));
        worst = std::max(worst, off / norm(w));
        EXPECT_LE(off, 0x1p-44L * norm(w)) << shape.rows << " x " << shape.columns << ", p " << p;
        EXPECT_TRUE(domain.contains(out.data(), 0x1p-42 * radius)) << shape.rows << " x " << shape.columns << ", " << p;
        outside += lp_norm(known.values, p) > radius ? 1 : 0;
        ++count;
      }
  EXPECT_GT(outside, count / 2);
  evidence("Schatten balls",
           "%d projections of matrices up to 30 x 20 with known singular vectors (repeated, zero, graded and clustered "
           "values, scales 10^-90 to 10^90): the largest error is 2^%.1f of the matrix's length",
           count, static_cast<double>(std::log2(worst)));
}

// The projection of the entries, as if the matrix were a vector, is another point.
TEST(SchattenBall, ControlTheBallOfEntriesIsCaught) {
  std::mt19937_64 bits(2);
  int missed = 0;
  for (double p : {1.0, 1.5, 3.0, kInfinity}) {
    const Known known(bits, 4, 6, {4, 3, 2, 1});
    const double radius = static_cast<double>(lp_norm(known.values, p) / 2);
    Domain entries;
    Error error(nullptr, "ball");
    ASSERT_EQ(entries.make_ball(p, radius, nullptr, 24, error), DPCVX_OK);
    const long double off =
        distance(projected(entries, known.matrix()), known.with(projected(known.values, p, radius)));
    missed += !(off <= 0x1p-44L * norm(known.matrix()));
  }
  EXPECT_EQ(missed, 4);
}

// A column's order for the rows' is another matrix.
TEST(SchattenBall, ControlTheOtherLayoutIsCaught) {
  std::mt19937_64 bits(3);
  const Known known(bits, 4, 6, {4, 3, 2, 1});
  Domain other;
  make(other, 1, 5, 6, 4);
  const long double off = distance(projected(other, known.matrix()), known.with(projected(known.values, 1, 5)));
  EXPECT_GT(off, 0.1);
}

// A point of the ball: a matrix of some rank, of a norm up to the radius.
Vector inside(std::mt19937_64 &bits, const Shape &shape, double p, double radius) {
  std::uniform_real_distribution<double> uniform;
  const size_t rank = static_cast<size_t>(std::min(shape.rows, shape.columns));
  Wide values(1 + bits() % rank);
  for (long double &x : values) x = uniform(bits);
  const long double length = lp_norm(values, p);
  for (long double &x : values) x *= radius / length * (bits() % 2 == 0 ? 1 : uniform(bits));
  return Known(bits, shape.rows, shape.columns, values).matrix();
}

// <w - Pw, y - Pw> <= 0 for every y of the ball makes Pw the nearest point.
TEST(SchattenBall, ProjectionsMeetTheVariationalInequality) {
  std::mt19937_64 bits(4);
  std::normal_distribution<double> normal;
  const Shape shapes[] = {{1, 1}, {1, 4}, {3, 3}, {6, 4}, {10, 10}};
  for (int trial = 0; trial < 400; ++trial) {
    const Shape shape = shapes[bits() % 5];
    const double p = kNorms[bits() % 7], radius = std::pow(10.0, static_cast<int>(bits() % 5) - 2);
    Domain domain;
    make(domain, p, radius, shape.rows, shape.columns);
    Vector w(static_cast<size_t>(shape.rows * shape.columns)), other(w.size());
    for (double &x : w) x = normal(bits);
    for (double &x : other) x = normal(bits);
    const Vector near = projected(domain, w);
    Vector rest(w.size());
    for (size_t j = 0; j < w.size(); ++j) rest[j] = w[j] - near[j];
    const double slack = 0x1p-42 * static_cast<double>(norm(w)) * (static_cast<double>(norm(w)) + domain.radius());
    for (int i = 0; i < 5; ++i) {
      const Vector y = inside(bits, shape, p, radius);
      EXPECT_LE(dot(rest, y) - dot(rest, near), slack) << trial;
      EXPECT_TRUE(domain.contains(y.data(), 1e-12 * radius));
    }
    EXPECT_LE(domain.support(rest.data(), static_cast<int64_t>(w.size())) - dot(rest, near), slack) << trial;
    EXPECT_LE(distance(near, projected(domain, other)), distance(w, other) * (1 + 0x1p-40L)) << trial;
    Vector same = w;
    domain.project(same.data(), same.data(), static_cast<int64_t>(w.size()));
    EXPECT_EQ(same, near);
  }
}

TEST(SchattenBall, OfOneRowOrColumnAndForPTwoIsTheL2Ball) {
  for (const Shape &shape : {Shape{1, 5}, Shape{5, 1}, Shape{1, 1}}) {
    Domain ball;
    make(ball, 1, 2, shape.rows, shape.columns);
    EXPECT_EQ(ball.kind(), Domain::kBall);
    EXPECT_EQ(ball.p(), 2);
    EXPECT_LT(ball.projection_error(), 1e-14);
  }
  Domain frobenius;
  make(frobenius, 2, 3, 4, 5);
  EXPECT_EQ(frobenius.kind(), Domain::kBall);
  EXPECT_EQ(frobenius.dimension(), 20);
  Domain nuclear;
  make(nuclear, 1, 3, 4, 5);
  EXPECT_TRUE(nuclear.is_schatten());
  EXPECT_EQ(nuclear.projection_error(), INFINITY);
}

TEST(SchattenBall, RadiusAndDiameterAreAttained) {
  std::mt19937_64 bits(5);
  for (double p : kNorms) {
    Domain domain;
    make(domain, p, 2, 4, 6);
    // For p <= 2 the farthest point has rank 1, else equal singular values.
    const long double equal = p == kInfinity ? 1 : std::pow(4.0L, -1 / static_cast<long double>(p));
    const Known known(bits, 4, 6, p <= 2 ? Wide{2, 0, 0, 0} : Wide(4, 2 * equal));
    const long double length = norm(known.matrix());
    EXPECT_LE(length, domain.radius());
    EXPECT_GE(length, domain.radius() * (1 - 1e-9));
    EXPECT_NEAR(domain.diameter(), 2 * domain.radius(), 1e-9);
    EXPECT_TRUE(domain.contains(known.matrix().data(), 1e-12));
  }
}

// Far outside, rounding of the greatest singular value is more than the ball: the others are then left out, or right.
TEST(SchattenBall, ProjectionsOfFarMatricesAreInside) {
  std::mt19937_64 bits(5);
  std::normal_distribution<double> normal;
  for (double p : {1.0, 50.0, kInfinity})
    for (int power = 14; power <= 40; ++power) {
      Domain domain;
      make(domain, p, 1, 6, 6);
      for (int round = 0; round < 20; ++round) {
        Vector w(36), left(6), right(6);
        for (double &x : left) x = normal(bits);
        for (double &x : right) x = normal(bits);
        for (size_t i = 0; i < 36; ++i) w[i] = std::pow(10.0, power) * left[i / 6] * right[i % 6] + normal(bits);
        EXPECT_TRUE(domain.contains(projected(domain, w).data(), 0x1p-40)) << p << " 1e" << power;
      }
    }
}

// A child of fork has no thread that could end the projection that was running.
TEST(SchattenBall, AChildProjectsWhileAThreadOfItsParentDid) {
  Domain domain;
  make(domain, 1, 1, 60, 60);
  std::atomic<bool> done{false};
  std::thread busy([&] {
    const Vector w(3600, 1.0);
    while (!done) projected(domain, w);
  });
  for (int i = 0; i < 10; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      projected(domain, Vector(3600, 2.0));
      _exit(0);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  done = true;
  busy.join();
}

TEST(SchattenBall, TakesEveryDouble) {
  const Vector hard{NAN, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, DBL_TRUE_MIN, -0.0, 1, 1e-300, 1e300, 3, -2};
  for (double p : {1.0, 1 + DBL_EPSILON, 1.5, 3.0, 1e300, kInfinity})
    for (double radius : {1e-100, 1.0, 1e100}) {
      Domain domain;
      make(domain, p, radius, 3, 4);
      const Vector out = projected(domain, hard);
      for (double x : out) EXPECT_TRUE(std::isfinite(x)) << p << " " << radius;
      EXPECT_TRUE(domain.contains(out.data(), 1e-9 * radius)) << p << " " << radius;
      const Vector zero(12, 0.0);
      EXPECT_EQ(projected(domain, zero), zero);
      const Vector small(12, DBL_TRUE_MIN);
      EXPECT_EQ(projected(domain, small), small);
    }
}

// ---- Gaussian widths

double mean_support(const Domain &domain, int64_t d, int draws) {
  std::mt19937_64 bits(6);
  std::normal_distribution<double> normal;
  Vector z(static_cast<size_t>(d));
  double sum = 0;
  for (int i = 0; i < draws; ++i) {
    for (double &x : z) x = normal(bits);
    sum += domain.support(z.data(), d);
  }
  return sum / draws;
}

// Means of 500 draws err by less than a fiftieth here.
TEST(GaussianWidth, BoundsTheMeanOfTheSupport) {
  double least = INFINITY;
  for (const Shape &shape : {Shape{3, 5}, Shape{10, 10}, Shape{20, 8}})
    for (double p : kNorms) {
      Domain domain;
      make(domain, p, 2, shape.rows, shape.columns);
      const double mean = mean_support(domain, shape.rows * shape.columns, 500);
      EXPECT_LE(mean, 1.02 * domain.width()) << shape.rows << " x " << shape.columns << ", p " << p;
      least = std::min(least, mean / domain.width());
    }
  EXPECT_GT(least, 0.6);
  Error error(nullptr, "domain");
  const Vector low{-1, 0, 2, 2}, high{1, 3, 2, 5};
  Domain box, simplex;
  ASSERT_EQ(box.make_box(low.data(), high.data(), 4, error), DPCVX_OK);
  simplex.make_simplex(3, 40);
  EXPECT_NEAR(mean_support(box, 4, 20000) / box.width(), 1, 0.03);  // equality
  EXPECT_LE(mean_support(simplex, 40, 2000), simplex.width());
  for (double p : {1.0, 1.3, 2.0, 4.0, kInfinity}) {
    Domain ball;
    ASSERT_EQ(ball.make_ball(p, 2, nullptr, 50, error), DPCVX_OK);
    const double share = mean_support(ball, 50, 1000) / ball.width();
    EXPECT_LE(share, 1.02) << p;
    EXPECT_GT(share, 0.7) << p;
  }
  evidence("Schatten balls", "Gaussian widths: the mean of the support is at least %.2f of the stated bound", least);
}

}  // namespace
