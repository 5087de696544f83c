// Regularizers: r is 1-strongly convex in its norm (searched for a pair that says otherwise), as small on balls as
// claimed, and its divergences are right where naive differences have no digit left.
#include "model/regularizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/evidence.h"
#include "support/long_audits.h"
#include "support/long_power.h"
#include "support/wide_power.h"

namespace {

using dpcvx::model::convexity_of_squares;
using dpcvx::model::Regularizer;
typedef std::vector<double> Vector;

constexpr double kInf = INFINITY;
constexpr double kNorms[] = {1, 1.02, 1.2, 1.5, 1.9, 2, 3, 4, kInf};

// In long double, so that neither test nor search owes anything to the code.
long double norm(const Vector &u, double p) {
  long double most = 0, sum = 0;
  for (const double x : u) most = std::max<long double>(most, std::fabs(x));
  if (most == 0 || p == kInf) return most;
  for (const double x : u) sum += long_power(std::fabs(static_cast<long double>(x)) / most, p);
  return most * long_power(sum, 1 / static_cast<long double>(p));
}

// 2 (r(u) - r(v) - <grad r(v), u - v>) / ||u - v||_p^2 as it should be at least 1.
double ratio(const Regularizer &r, const Vector &u, const Vector &v) {
  Vector step(u.size());
  for (size_t j = 0; j < u.size(); ++j) step[j] = u[j] - v[j];
  const long double length = norm(step, r.p);
  if (!(length > 0)) return kInf;
  return static_cast<double>(2 * r.divergence(u.data(), v.data(), static_cast<int64_t>(u.size())) / (length * length));
}

Vector draw(std::mt19937_64 &engine, size_t d) {
  std::normal_distribution<double> normal;
  Vector u(d);
  const int kind = static_cast<int>(engine() % 4);
  for (double &x : u) {
    x = normal(engine);
    if (kind == 1 && engine() % 3 != 0) x = 0;
    if (kind == 2) x = std::copysign(1 + 0.01 * x, normal(engine));
    if (kind == 3) x *= std::exp(3 * normal(engine));
  }
  return u;
}

// Moves u and v about, keeping what makes the ratio less.
double climb(const Regularizer &r, Vector u, Vector v, std::mt19937_64 &engine, int steps) {
  std::normal_distribution<double> normal;
  double best = ratio(r, u, v), scale = 0.5;
  for (int i = 0; i < steps; ++i) {
    Vector a = u, b = v;
    const int kind = static_cast<int>(engine() % 3);
    for (size_t j = 0; j < u.size(); ++j) {
      if (engine() % 2 == 0) continue;
      if (kind != 0) a[j] += scale * normal(engine);
      if (kind != 1) b[j] += scale * normal(engine);
    }
    if (engine() % 4 == 0)  // nearer together
      for (size_t j = 0; j < u.size(); ++j) a[j] = b[j] + 0.5 * (a[j] - b[j]);
    const double now = ratio(r, a, b);
    if (now < best)
      best = now, u = a, v = b, scale = std::min(1.0, scale * 1.5);
    else
      scale = std::max(1e-4, scale * 0.97);
  }
  return best;
}

// u - v and v where Hoelder's inequality is tight in the bound: v constant, steps alike but for signs that cancel.
double at_worst_pair(const Regularizer &r, size_t d, double step) {
  Vector v(d, 1.0), u = v;
  for (size_t j = 0; j + d % 2 < d; ++j) u[j] += j % 2 == 0 ? step : -step;
  if (r.q == 2)
    for (size_t j = 0; j < d; ++j) u[j] = 1 + step;
  if (r.p >= 2) u = v, u[0] += step;
  return ratio(r, u, v);
}

TEST(Regularizer, IsStronglyConvexInItsNorm) {
  std::mt19937_64 engine(5);
  const bool audit = long_audits();
  double least = kInf;
  int64_t pairs = 0, weakened = 0, problems = 0;
  for (const double p : kNorms) {
    for (const size_t d : {1, 2, 3, 4, 7, 8, 9, 20, 31, 50}) {
      const Regularizer r = Regularizer::in_norm(p, static_cast<int64_t>(d));
      double here = at_worst_pair(r, d, 1e-3);
      for (int i = 0; i < (audit ? 20000 : 1000); ++i, ++pairs)
        here = std::min(here, ratio(r, draw(engine, d), draw(engine, d)));
      const int climbs = audit ? 20 : 2, steps = 2000 / static_cast<int>(2 + d / 8);
      for (int i = 0; i < climbs; ++i, pairs += steps) {
        const Vector v = draw(engine, d), u = draw(engine, d);
        here = std::min(here, climb(r, u, v, engine, steps));
      }
      EXPECT_GE(here, 1 - 1e-13) << "p " << p << " d " << d;
      // Odd d leave a coordinate over where q < 2.
      if (d % 2 == 0 || r.q == 2) {
        EXPECT_LE(here, 1 + 1e-5) << "p " << p << " d " << d;
      }
      least = std::min(least, here);
      ++problems;
      weakened += 0.9 * here < 1;  // the control: c a tenth too small
    }
  }
  EXPECT_GE(weakened, problems - 4);
  evidence("lp geometries",
           "strong convexity of the regularizer: least ratio %.6f over %lld pairs (1 allowed); with c a "
           "tenth too small %lld of %lld cases are caught",
           least, static_cast<long long>(pairs), static_cast<long long>(weakened), static_cast<long long>(problems));
}

// The constants, against a search over all q.
TEST(Regularizer, TheExponentIsTheBestOne) {
  for (const double p : {1.0, 1.02, 1.05, 1.2, 1.5, 1.9, 2.0}) {
    for (const int64_t d : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 31, 200, 100000, 1000000000}) {
      const Regularizer r = Regularizer::in_norm(p, d);
      ASSERT_GT(r.q, 1);
      ASSERT_LE(r.q, 2);
      ASSERT_GE(r.q, p);
      const auto constant = [&](double q) { return std::pow(static_cast<double>(d), 2 / p - 2 / q) / (q - 1); };
      EXPECT_GE(r.c, constant(r.q)) << "p " << p << " d " << d;
      EXPECT_LE(r.c, constant(r.q) * (1 + 1e-11)) << "p " << p << " d " << d;
      for (int i = 1; i <= 4000; ++i) {
        const double q = p + (2 - p) * i / 4000;
        if (q > 1) {
          EXPECT_LE(r.c, constant(q) * (1 + 1e-11)) << "p " << p << " d " << d << " q " << q;
        }
      }
      if (r.q < 2) {
        EXPECT_LE(r.l2_convexity(), std::pow(static_cast<double>(d), 2 / p - 2 / r.q) * (1 + 1e-11));
      }
    }
  }
  EXPECT_EQ(Regularizer::in_norm(1, 1).c, 1);
  EXPECT_NEAR(Regularizer::in_norm(1, 2).c, 2, 1e-11);
  EXPECT_NEAR(Regularizer::in_norm(1, 3).c, 3, 1e-11);
  EXPECT_NEAR(Regularizer::in_norm(1.05, 31).c, 11.3, 0.05);  // 20 with q = p
  for (const double p : {2.0, 3.0, kInf}) {
    EXPECT_EQ(Regularizer::in_norm(p, 31).q, 2);
    EXPECT_EQ(Regularizer::in_norm(p, 31).c, 1);
    EXPECT_EQ(Regularizer::in_norm(p, 31).l2_convexity(), 1);
  }
}

// Against a search over all q; and strongly convex, as any q makes it.
TEST(Regularizer, OfSingularValuesTakesTheGreatestExponentOfLittleCost) {
  std::mt19937_64 engine(8);
  for (const double p : {1.0, 1.2, 1.5, 1.9, 2.0, kInf}) {
    for (const int64_t k : {1, 2, 7, 8, 9, 10, 20, 64, 1024}) {
      const Regularizer r = Regularizer::in_schatten_norm(p, k), best = Regularizer::in_norm(p, k);
      EXPECT_GE(r.q, best.q);
      EXPECT_LE(r.c, 1.02 * best.c * (1 + 1e-11));
      if (r.q < 2) {
        const double q = r.q + 1e-6;
        EXPECT_GT(std::pow(static_cast<double>(k), 2 / p - 2 / q) / (q - 1), 1.02 * best.c);
      }
      for (int i = 0; k <= 20 && i < 200; ++i) {
        const size_t count = static_cast<size_t>(k);
        EXPECT_FALSE(ratio(r, draw(engine, count), draw(engine, count)) < 1 - 1e-13) << p << " " << k;
      }
    }
  }
  EXPECT_EQ(Regularizer::in_schatten_norm(1, 8).q, 2);
  EXPECT_LT(Regularizer::in_schatten_norm(1, 9).q, 2);
}

TEST(Regularizer, ThetaBoundsItOnTheBallAndIsAttained) {
  std::mt19937_64 engine(6);
  for (const double p : kNorms) {
    for (const size_t d : {1, 2, 3, 31}) {
      const auto count = static_cast<int64_t>(d);
      const Regularizer r = Regularizer::in_norm(p, count);
      const double theta = r.theta(2.5, count);
      Vector vertex(d, 0.0), even(d, 1.0);
      vertex[0] = 1;
      double most = 0;
      for (int i = 0; i < 2000; ++i) {
        Vector u = i == 0 ? vertex : i == 1 ? even : draw(engine, d);
        const long double length = norm(u, p);
        if (length == 0) continue;
        for (double &x : u) x = static_cast<double>(2.5L * x / length);
        most = std::max(most, r.value(u.data(), count));
      }
      EXPECT_LE(most, theta) << "p " << p << " d " << d;
      EXPECT_GE(most, theta * (1 - 1e-11)) << "p " << p << " d " << d;
    }
  }
}

TEST(Regularizer, ItsL2ConstantsHold) {
  std::mt19937_64 engine(7);
  for (const double p : {1.0, 1.2, 1.5, 2.0, 4.0}) {
    for (const size_t d : {1, 2, 9, 31}) {
      const auto count = static_cast<int64_t>(d);
      const Regularizer r = Regularizer::in_norm(p, count);
      Regularizer in_l2 = r;
      in_l2.p = 2;
      double least = kInf, steepest = 0;
      for (int i = 0; i < 1000; ++i) {
        const Vector u = draw(engine, d), v = draw(engine, d);
        least = std::min(least, ratio(in_l2, u, v));
        Vector g(d);
        r.gradient(u.data(), g.data(), count);
        const double reach = static_cast<double>(norm(u, 2)), slope = static_cast<double>(norm(g, 2));
        EXPECT_LE(slope, r.lipschitz(reach, count));
        if (reach > 0) steepest = std::max(steepest, slope / r.lipschitz(reach, count));
      }
      EXPECT_GE(least, r.l2_convexity() * (1 - 1e-13));
      EXPECT_GE(steepest, 0.95);
      // Along a single coordinate r is c x^2 / 2.
      Vector v(d, 0.0), u = v;
      v[0] = u[0] = 1;
      u[0] += 1e-4;
      least = std::min(least, ratio(in_l2, u, v));
      if (r.q == 2) {
        EXPECT_LE(least, r.l2_convexity() * (1 + 1e-9));
      }
      // ||.||_2^2 / 2 in lp, at the step where the norms differ most.
      Vector even(d, p < 2 ? 1 : 0.0);
      even[0] = 1;
      const double modulus = static_cast<double>(std::pow(norm(even, 2) / norm(even, p), 2.0L));
      EXPECT_LE(convexity_of_squares(p, count), modulus);
      EXPECT_GE(convexity_of_squares(p, count), modulus * (1 - 1e-11));
    }
  }
}

// As the formula says, with 34 digits.
Wide exact_divergence(const Regularizer &r, const Vector &u, const Vector &v) {
  const Wide q = r.q;
  Wide of_u = 0, of_v = 0, product = 0;
  const auto size = [](double x) { return static_cast<Wide>(std::fabs(x)); };
  for (const double x : u) of_u += wide_power(size(x), q);
  for (const double x : v) of_v += wide_power(size(x), q);
  for (size_t j = 0; j < u.size(); ++j)
    if (v[j] != 0)
      product +=
          wide_power(size(v[j]), q - 1) * (v[j] > 0 ? 1 : -1) * (static_cast<Wide>(u[j]) - static_cast<Wide>(v[j]));
  const Wide factor = of_v == 0 ? 0 : wide_power(of_v, (2 - q) / q);
  return static_cast<Wide>(r.c) * ((wide_power(of_u, 2 / q) - wide_power(of_v, 2 / q)) / 2 - factor * product);
}

TEST(Regularizer, DivergencesHaveNoCancellation) {
  std::mt19937_64 engine(8);
  double worst = 0, naive = 0;
  for (const double p : {1.0, 1.1, 1.5, 1.99, 2.0}) {
    for (const size_t d : {1, 2, 3, 8, 31}) {
      const auto count = static_cast<int64_t>(d);
      const Regularizer r = Regularizer::in_norm(p, count);
      for (int i = 0; i < 300; ++i) {
        const Vector v = draw(engine, d);
        Vector u = draw(engine, d);
        const double step = std::exp2(-static_cast<double>(engine() % 24));
        if (i % 3 != 0)
          for (size_t j = 0; j < d; ++j) u[j] = v[j] + (i % 3 == 1 ? step * u[j] : step * u[j] * std::fabs(v[j]));
        const Wide exact = exact_divergence(r, u, v);
        if (!(exact > 1e-14 * (r.value(u.data(), count) + r.value(v.data(), count))))
          continue;  // of less, 34 digits leave too few
        const Wide error = (static_cast<Wide>(r.divergence(u.data(), v.data(), count)) - exact) / exact;
        worst = std::max(worst, std::fabs(static_cast<double>(error)) * (r.q - 1) * 0x1p44);
        // The control: the formula in doubles.
        Vector g(d);
        r.gradient(v.data(), g.data(), count);
        double difference = r.value(u.data(), count) - r.value(v.data(), count);
        for (size_t j = 0; j < d; ++j) difference -= g[j] * (u[j] - v[j]);
        naive = std::max(naive, std::fabs(static_cast<double>((static_cast<Wide>(difference) - exact) / exact)));
      }
    }
  }
  EXPECT_LE(worst, 1);
  EXPECT_GE(naive, 0x1p-20);
  evidence("lp geometries", "divergences between points down to 2^-23 apart: relative error %.2f of 2^-44 / (q - 1)",
           worst);
}

TEST(Regularizer, TakesZerosAndEverySize) {
  for (const double p : {1.0, 1.5, 2.0, kInf}) {
    const Regularizer r = Regularizer::in_norm(p, 3);
    const Vector zero = {0, 0, 0}, u = {3, 0, -4};
    Vector g = {1, 1, 1};
    EXPECT_EQ(r.value(zero.data(), 3), 0);
    r.gradient(zero.data(), g.data(), 3);
    EXPECT_EQ(g, zero);
    EXPECT_EQ(r.divergence(zero.data(), zero.data(), 3), 0);
    EXPECT_EQ(r.divergence(u.data(), u.data(), 3), 0);
    for (const Vector &little : {zero, Vector{1e-30, 0, 0}, Vector{1e-300, 0, 1e-320}})  // up to about <grad, u>
      EXPECT_NEAR(r.divergence(u.data(), little.data(), 3) / r.value(u.data(), 3), 1, 1e-14);
    for (const double size : {1e-320, 1e-300, 1e-160, 1e150, 1e300}) {
      const Vector a = {size, -size / 2, 0}, b = {size / 2, size, size / 4};
      const double at_one = r.divergence(Vector{1, -0.5, 0}.data(), Vector{0.5, 1, 0.25}.data(), 3);
      const double there = r.divergence(a.data(), b.data(), 3);
      if (size > 1e-150 && size < 1e152) {
        EXPECT_NEAR(there / (at_one * size * size), 1, 1e-12);
      }
      EXPECT_FALSE(std::isnan(there));
      EXPECT_EQ(std::isinf(there), size > 1e200);
      r.gradient(a.data(), g.data(), 3);
      Vector unit(3);
      r.gradient(Vector{1, -0.5, 0}.data(), unit.data(), 3);
      for (size_t j = 0; j < 3; ++j)
        EXPECT_NEAR(g[j] / size, unit[j], std::fabs(unit[j]) * (size < 1e-310 ? 1e-2 : 1e-13)) << p << " " << size;
    }
  }
}

TEST(Regularizer, GradientAgreesWithDifferencesOfValues) {
  std::mt19937_64 engine(9);
  std::normal_distribution<double> normal;
  for (const double p : {1.0, 1.3, 1.5, 2.0, 4.0}) {
    for (const size_t d : {1, 2, 9, 31}) {
      const auto count = static_cast<int64_t>(d);
      const Regularizer r = Regularizer::in_norm(p, count);
      Vector v(d), g(d);
      for (double &x : v) x = normal(engine);
      r.gradient(v.data(), g.data(), count);
      for (size_t j = 0; j < d; ++j) {
        if (std::fabs(v[j]) < 1e-3) continue;
        Vector a = v, b = v;
        const double h = 1e-5 * std::fabs(v[j]);
        a[j] += h, b[j] -= h;
        const double slope = (r.value(a.data(), count) - r.value(b.data(), count)) / (a[j] - b[j]);
        EXPECT_NEAR(slope, g[j], 1e-6 * (1 + r.c * r.value(v.data(), count)));
      }
    }
  }
}

}  // namespace
