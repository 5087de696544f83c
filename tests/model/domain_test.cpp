#include "model/domains/domain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <random>
#include <vector>

#include "base/error.h"
#include "model/domains/domain_words.h"
#include "model/projections.h"
#include "support/evidence.h"
#include "support/long_audits.h"
#include "support/long_power.h"

namespace {

using dpcvx::Error;
using dpcvx::model::Domain;
using projections::distance;
using projections::dot;
using projections::norm;
using projections::projected;
using projections::Vector;

struct Golden {
  double p, radius;
  Vector centre, point, projection;
};

const std::vector<Golden> &golden() {
  static const std::vector<Golden> kTable = {
#include "golden/projection_golden.inc"
  };
  return kTable;
}

void make_ball(Domain &domain, double p, double radius, int64_t d, const double *centre = nullptr) {
  Error error(nullptr, "ball");
  ASSERT_EQ(domain.make_ball(p, radius, centre, d, error), DPCVX_OK);
}

TEST(Domain, ProjectionsAreWithinTheirErrorOfTheExactOnes) {
  long double worst[3] = {0, 0, 0};  // p = 1 and simplices, p = 2, others
  for (const Golden &one : golden()) {
    Domain domain;
    const int64_t d = static_cast<int64_t>(one.point.size());
    if (one.p == 0)
      domain.make_simplex(one.radius, d);
    else
      make_ball(domain, one.p, one.radius, d, one.centre.data());
    const Vector out = projected(domain, one.point);
    // The table's entries are rounded to doubles.
    const long double off = distance(out, one.projection);
    EXPECT_LE(off, 0x1p-53L * norm(one.projection) + domain.projection_error())
        << "p " << one.p << " radius " << one.radius << " d " << d;
    long double &share = worst[one.p <= 1 ? 0 : one.p == 2 ? 1 : 2];
    share = std::max(share, off / domain.projection_error());
  }
  evidence(
      "domain",
      "%zu projections against exact ones (p from 1 + 2^-52 to 10^15, entries to 10^301, radii 10^-100 to 10^100): "
      "the largest error is %.2f (simplex, p = 1), %.2f (p = 2), %.2f (other p) of the stated bound",
      golden().size(), static_cast<double>(worst[0]), static_cast<double>(worst[1]), static_cast<double>(worst[2]));
}

// As textbooks have it: thresholds from sums of the entries. Right in exact arithmetic, wrong far away.
TEST(Domain, ControlSumsOfEntriesMissTheBound) {
  int missed = 0, tried = 0;
  for (const Golden &one : golden()) {
    if (one.p != 0) continue;
    Vector sorted = one.point, out = one.point;
    std::sort(sorted.rbegin(), sorted.rend());
    double sum = 0, t = 0;
    for (size_t k = 0; k < sorted.size(); ++k) {
      sum += sorted[k];
      const double next = (sum - one.radius) / static_cast<double>(k + 1);
      if (sorted[k] > next) t = next;
    }
    for (double &x : out) x = std::max(x - t, 0.0);
    Domain domain;
    domain.make_simplex(one.radius, static_cast<int64_t>(out.size()));
    ++tried;
    missed += !(distance(out, one.projection) <= 0x1p-53L * norm(one.projection) + domain.projection_error());
  }
  EXPECT_GE(missed, 5) << tried;
}

// ---- Random problems in moderate numbers, every kind ----

struct Problem {
  Domain domain;
  Vector w, inside;  // a point, and one of the domain
};

double pick(std::mt19937_64 &bits, std::initializer_list<double> values) {
  return *(values.begin() + bits() % values.size());
}

void draw(std::mt19937_64 &bits, Problem &problem) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const int64_t d = 1 + static_cast<int64_t>(bits() % 6);
  const double scale = pick(bits, {1e-3, 1, 1, 10, 1e6}), size = pick(bits, {1e-3, 0.5, 1, 1, 2, 30});
  problem.w.assign(static_cast<size_t>(d), 0);
  for (double &x : problem.w) x = scale * normal(bits);
  if (bits() % 5 == 0) problem.w.assign(static_cast<size_t>(d), scale);  // ties
  if (bits() % 5 == 0) problem.w[0] = 0;
  Vector start(static_cast<size_t>(d)), low = start, high = start;
  for (size_t j = 0; j < start.size(); ++j) {
    start[j] = bits() % 2 == 0 ? 0 : normal(bits);
    low[j] = normal(bits);
    high[j] = low[j] + (bits() % 4 == 0 ? 0 : uniform(bits));
  }
  Error error(nullptr, "domain");
  switch (bits() % 3) {
    case 0:
      make_ball(problem.domain, pick(bits, {1, 1 + 1e-9, 1.001, 1.2, 1.5, 2, 3, 10, 1e5, INFINITY}), size, d,
                bits() % 2 == 0 ? nullptr : start.data());
      break;
    case 1:
      ASSERT_EQ(problem.domain.make_box(low.data(), high.data(), d, error), DPCVX_OK);
      break;
    case 2:
      problem.domain.make_simplex(size, d);
      break;
  }
  for (double &x : problem.inside = start) x += size * 3 * normal(bits);
  problem.inside = projected(problem.domain, problem.inside);
}

// <w - Pw, y - Pw> <= 0 for y in the domain, which is what makes Pw the nearest point (Kolmogorov's criterion); and Pw
// is in the domain; and not further from w than any other point found.
TEST(Domain, ProjectionsMeetTheVariationalInequality) {
  std::mt19937_64 bits(1);
  for (int trial = 0; trial < 20000; ++trial) {
    Problem problem;
    draw(bits, problem);
    const Vector &w = problem.w;
    const Domain &domain = problem.domain;
    const Vector near = projected(domain, w);
    Vector rest(w.size()), step(w.size());
    for (size_t j = 0; j < w.size(); ++j) {
      rest[j] = w[j] - near[j];
      step[j] = problem.inside[j] - near[j];
    }
    const double error = domain.projection_error();
    const double slack = error * static_cast<double>(w.size() + 1);
    EXPECT_TRUE(domain.contains(near.data(), slack + 0x1p-48 * static_cast<double>(norm(near)))) << trial;
    const long double scale = norm(rest) + norm(step) + norm(w) + domain.radius();
    EXPECT_LE(dot(rest, step), 4 * (error + 0x1p-50) * scale) << trial;
    EXPECT_LE(distance(w, near), distance(w, problem.inside) + 2 * error) << trial;
    // The support function names the point furthest along w - Pw: it must be Pw.
    EXPECT_LE(domain.support(rest.data(), static_cast<int64_t>(w.size())) - dot(rest, near),
              (8 * error + 0x1p-38 * domain.radius()) * norm(rest))
        << trial;
  }
}

TEST(Domain, ProjectionsDoNotExpand) {
  std::mt19937_64 bits(2);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 20000; ++trial) {
    Problem problem;
    draw(bits, problem);
    Vector other = problem.w;
    const double apart = std::pow(10.0, -static_cast<double>(bits() % 17));
    for (double &x : other) x += apart * normal(bits);
    const Vector a = projected(problem.domain, problem.w), b = projected(problem.domain, other);
    EXPECT_LE(distance(a, b), distance(problem.w, other) * (1 + 0x1p-60L) + 2 * problem.domain.projection_error())
        << trial;
  }
}

// The nearest point of a fine grid of the boundary, in two dimensions.
TEST(Domain, ProjectionsAgreeWithADenseSearch) {
  std::mt19937_64 bits(3);
  std::normal_distribution<double> normal;
  double worst = 0;
  for (double p : {1.0, 1.1, 1.5, 2.0, 4.0, 20.0, static_cast<double>(INFINITY)}) {
    Domain ball;
    make_ball(ball, p, 1, 2);
    for (int trial = 0; trial < 20; ++trial) {
      const Vector w{2 * normal(bits), 2 * normal(bits)};
      const Vector near = projected(ball, w);
      if (near == w) continue;
      double best = INFINITY;
      for (int step = 0; step < 20000; ++step) {
        const double angle = 2 * M_PI * step / 20000, x = std::cos(angle), y = std::sin(angle);
        const double length = p == INFINITY ? std::max(std::fabs(x), std::fabs(y))
                                            : std::pow(std::pow(std::fabs(x), p) + std::pow(std::fabs(y), p), 1 / p);
        best = std::min(best, std::hypot(x / length - w[0], y / length - w[1]));
      }
      const double here = static_cast<double>(distance(w, near));
      EXPECT_LE(here, best + 1e-12);
      EXPECT_GE(here, best - 1e-4);
      worst = std::max(worst, best - here);
    }
  }
  EXPECT_GT(worst, 0);  // the search is not the projection itself
}

// KKT conditions in long double by bisection, an independent way: 10^4 balls of every p.
long double entry(long double a, long double l, long double p) {
  long double low = 0, high = a;
  for (int step = 0; step < 80 && low < high; ++step) {
    const long double u = (low + high) / 2;
    (u + l * long_power(u, p - 1) > a ? high : low) = u;
  }
  return (low + high) / 2;
}

Vector by_bisection(const Vector &w, double p, double radius) {
  long double low = -80, high = 80;  // of log l
  Vector out(w.size());
  for (int step = 0; step < 75; ++step) {
    const long double middle = (low + high) / 2;
    long double sum = 0;
    for (size_t j = 0; j < w.size(); ++j) {
      const long double u = entry(std::fabs(w[j]), std::exp(middle), p);
      sum += long_power(u / radius, p);
      out[j] = static_cast<double>(std::copysign(u, static_cast<long double>(w[j])));
    }
    (sum > 1 ? low : high) = middle;
  }
  return out;
}

TEST(Domain, LpProjectionsAgreeWithBisection) {
  std::mt19937_64 bits(4);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  long double worst = 0;
  for (int trial = 0; trial < (long_audits() ? 400 : 150); ++trial) {
    Vector w(1 + bits() % 3);
    for (double &x : w) x = 3 * normal(bits);
    const double p = 1.1 + 4 * uniform(bits) * uniform(bits), radius = 0.1 + uniform(bits);
    Domain ball;
    make_ball(ball, p, radius, static_cast<int64_t>(w.size()));
    const Vector near = projected(ball, w);
    if (near == w) continue;
    const long double off = distance(near, by_bisection(w, p, radius));
    EXPECT_LE(off, ball.projection_error() + 0x1p-50L) << p;
    worst = std::max(worst, off);
  }
  EXPECT_GT(worst, 0);
}

TEST(Domain, TakesEveryDouble) {
  const Vector hard{NAN, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, DBL_TRUE_MIN, -0.0, 1};
  const int64_t d = static_cast<int64_t>(hard.size());
  const Vector centre{1, 2, 3, -4, 5, 1e100, -1e100, 0};
  for (double p : {1.0, 1.0 + DBL_EPSILON, 1.5, 2.0, 3.0, 1e300, static_cast<double>(INFINITY)})
    for (double radius : {1e-100, 1.0, 1e100})
      for (const double *middle : {static_cast<const double *>(nullptr), centre.data()}) {
        Domain ball;
        make_ball(ball, p, radius, d, middle);
        const Vector out = projected(ball, hard);
        for (double x : out) EXPECT_TRUE(std::isfinite(x)) << p << " " << radius;
        EXPECT_TRUE(middle != nullptr || ball.contains(out.data(), 8 * ball.projection_error())) << p << " " << radius;
      }
  Domain simplex;
  simplex.make_simplex(2, d);
  const Vector out = projected(simplex, hard);
  EXPECT_EQ(out[1], 1);  // infinity counts as the largest double, of which there are two
  EXPECT_EQ(out[3], 1);
  Domain all;
  EXPECT_TRUE(std::isfinite(projected(all, hard)[0]));
  EXPECT_EQ(all.radius(), INFINITY);
}

TEST(Domain, ProjectsInPlaceAndLeavesInnerPointsAlone) {
  std::mt19937_64 bits(5);
  for (int trial = 0; trial < 2000; ++trial) {
    Problem problem;
    draw(bits, problem);
    const int64_t d = static_cast<int64_t>(problem.w.size());
    const Vector out = projected(problem.domain, problem.w);
    Vector same = problem.w;
    problem.domain.project(same.data(), same.data(), d);
    EXPECT_EQ(out, same);
    const bool inner = problem.domain.kind() == Domain::kBall && problem.domain.contains(problem.w.data(), -1e-12);
    EXPECT_TRUE(!inner || out == problem.w);
  }
}

TEST(Domain, RadiusAndDiameterBoundEveryPoint) {
  std::mt19937_64 bits(6);
  double nearest = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    Problem problem;
    draw(bits, problem);
    const Vector a = projected(problem.domain, problem.w);
    EXPECT_LE(norm(a), problem.domain.radius());
    EXPECT_LE(distance(a, problem.inside), problem.domain.diameter() + problem.domain.projection_error());
    nearest = std::max(nearest, static_cast<double>(norm(a)) / problem.domain.radius());
  }
  EXPECT_GT(nearest, 0.999);
  Domain cube;
  make_ball(cube, INFINITY, 2, 9);
  EXPECT_NEAR(cube.radius(), 6, 1e-10);
  EXPECT_NEAR(cube.diameter(), 12, 1e-10);
}

double lp_distance(const Vector &a, const Vector &b, double p) {
  double sum = 0, most = 0;
  for (size_t j = 0; j < a.size(); ++j) {
    most = std::max(most, std::fabs(a[j] - b[j]));
    sum += p < INFINITY ? std::pow(std::fabs(a[j] - b[j]), p) : 0;
  }
  return p < INFINITY ? std::pow(sum, 1 / p) : most;
}

// The way from the start, by random problems in every domain: projections of far points are extreme ones.
TEST(Domain, ReachBoundsTheDistanceOfEveryPoint) {
  std::mt19937_64 bits(7);
  for (int trial = 0; trial < 5000; ++trial) {
    Problem problem;
    draw(bits, problem);
    Vector start(problem.w.size());
    problem.domain.start(start.data(), static_cast<int64_t>(start.size()));
    const Vector a = projected(problem.domain, problem.w);
    for (double p : {1.0, 1.5, 2.0, double(INFINITY)}) {
      const double reach = problem.domain.reach(start.data(), p);
      const double room = 4 * static_cast<double>(start.size()) * problem.domain.projection_error() + 1e-12 * reach;
      EXPECT_LE(lp_distance(a, start, p), reach + room);
      EXPECT_LE(lp_distance(problem.inside, start, p), reach + room);
    }
    EXPECT_LE(problem.domain.reach(start.data(), 2), problem.domain.diameter() * (1 + 1e-9) + 1e-9);
  }
}

TEST(Domain, ReachIsExactFromACentreAndInBoxes) {
  const Vector zero(9, 0.0);
  Domain ball, cube, taxi, box, simplex;
  make_ball(ball, 2, 5, 9);
  make_ball(cube, INFINITY, 2, 9);
  make_ball(taxi, 1, 3, 9);
  EXPECT_NEAR(ball.reach(zero.data(), 2), 5, 1e-9);
  EXPECT_NEAR(ball.reach(zero.data(), 1), 15, 1e-9);
  EXPECT_NEAR(cube.reach(zero.data(), 2), 6, 1e-9);
  EXPECT_NEAR(taxi.reach(zero.data(), 1), 3, 1e-9);
  EXPECT_NEAR(taxi.reach(zero.data(), 2), 3, 1e-9);
  // From the corner (1, 0) to (2, -1) and (2, 1).
  const double low[] = {1, -1}, high[] = {2, 1}, start[] = {1, 0};
  Error error(nullptr, "box");
  ASSERT_EQ(box.make_box(low, high, 2, error), DPCVX_OK);
  EXPECT_NEAR(box.reach(start, 2), std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(box.reach(start, 1), 2, 1e-9);
  const double uniform[] = {0.5, 0.5, 0.5, 0.5};
  simplex.make_simplex(2, 4);
  EXPECT_NEAR(simplex.reach(uniform, 2), std::sqrt(3.0), 1e-9);
  EXPECT_NEAR(simplex.reach(uniform, 1), 3, 1e-9);
  EXPECT_EQ(Domain().reach(nullptr, 2), INFINITY);
}

// Entries an adversary would choose: Newton's method drops one of them a step.
TEST(Domain, ThresholdsTakeFewPasses) {
  const int64_t d = 100000;
  Vector w(static_cast<size_t>(d));
  double sum = 0;
  for (int64_t j = 0; j < d; ++j) {
    // Each gap just below the threshold that all before it make.
    w[static_cast<size_t>(j)] = -(1 + sum) / static_cast<double>(j + 1) * (1 - 1e-9);
    if (j == 0) w[0] = 0;
    sum -= w[static_cast<size_t>(j)];
  }
  Domain simplex;
  simplex.make_simplex(1, d);
  const Vector out = projected(simplex, w);
  EXPECT_TRUE(simplex.contains(out.data(), 1e-11));
}

// Alike sides are one number, and norms that are nearly l1 or l2 are not called so.
TEST(Domain, WordsTellWhatDiffers) {
  using dpcvx::model::show_order;
  const auto words = [](const Domain &domain) { return std::string(dpcvx::model::describe(domain).text); };
  const double zeros[] = {0, 0}, ones[] = {1, 1}, longer[] = {1, 2}, nearly[] = {1, 1.000001};
  Error error(nullptr, "box");
  Domain cube, box, close, ball;
  ASSERT_EQ(cube.make_box(zeros, ones, 2, error), DPCVX_OK);
  EXPECT_EQ(words(cube), "box with sides of 1");
  ASSERT_EQ(box.make_box(zeros, longer, 2, error), DPCVX_OK);
  EXPECT_EQ(words(box), "box with sides of 1 to 2");
  ASSERT_EQ(close.make_box(zeros, nearly, 2, error), DPCVX_OK);
  EXPECT_EQ(words(close), "box with sides of 1");
  make_ball(ball, 1 + 1e-10, 1, 2);
  EXPECT_EQ(words(ball), "ball of radius 1 about 0, l1.0000000001 norm");
  const std::pair<double, const char *> orders[] = {
      {1, "1"}, {2, "2"}, {2 - 1e-9, "1.999999999"}, {1.5, "1.5"}, {4.0 / 3, "1.33333"}, {INFINITY, "inf"}};
  for (const auto &[p, shown] : orders) EXPECT_STREQ(show_order(p).text, shown);
  EXPECT_STREQ(show_order(std::nextafter(1.0, 2.0)).text, "1.0000000000000002");
}

}  // namespace
