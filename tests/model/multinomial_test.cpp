#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <cstring>
#include <random>
#include <vector>

#include "base/machine/isa.h"
#include "support/evidence.h"
#include "model/loss.h"
#include "numeric/exp.h"

namespace {

using dpcvx::model::LossSpec;
using dpcvx::model::Multinomial;
typedef std::vector<double> Vector;

Multinomial multinomial(int64_t classes) {
  LossSpec spec;
  spec.kind = DPCVX_LOSS_MULTINOMIAL;
  spec.classes = classes;
  return Multinomial(spec);
}

Vector slopes(const Multinomial &loss, const Vector &z, double b) {
  Vector out(z.size());
  loss.slopes(z.data(), b, out.data());
  return out;
}

double norm(const Vector &a) {
  long double sum = 0;
  for (double x : a) sum += static_cast<long double>(x) * x;
  return static_cast<double>(std::sqrt(sum));
}

Vector draw(std::mt19937_64 &bits, int64_t classes, double scale) {
  std::normal_distribution<double> normal;
  Vector z(static_cast<size_t>(classes));
  for (double &x : z) x = scale * normal(bits);
  return z;
}

TEST(Multinomial, NoGradientPassesItsBoundWhateverZIs) {
  std::mt19937_64 bits(1);
  const Vector hard{NAN, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, 0, 1, -1, 745, -745, 1e-320};
  double longest = 0;
  for (int64_t classes : {2, 3, 10, 1000})
    for (int trial = 0; trial < 400; ++trial) {
      const Multinomial loss = multinomial(classes);
      Vector z = draw(bits, classes, std::pow(10.0, static_cast<double>(bits() % 7) - 3));
      if (trial % 2 == 0)
        for (double &x : z) x = bits() % 2 == 0 ? hard[bits() % hard.size()] : x;
      const double b = static_cast<double>(bits() % static_cast<uint64_t>(classes));
      const double length = norm(slopes(loss, z, b));
      EXPECT_LE(length, loss.constants().max_slope);
      longest = std::max(longest, length);
      Vector place = z;
      loss.slopes(place.data(), b, place.data());
      EXPECT_EQ(place, slopes(loss, z, b));
    }
  EXPECT_GT(longest, 0.999 * std::sqrt(2.0));
  // Equal shares of very many classes, all wrong but one: where rounding of the shares would add up.
  const int64_t many = 1 << 16;
  EXPECT_LE(norm(slopes(multinomial(many), Vector(many, 0.1), 3)), std::sqrt(2.0));
}

TEST(Multinomial, GradientsAgreeWithDifferences) {
  std::mt19937_64 bits(2);
  double worst = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int64_t classes = 2 + static_cast<int64_t>(bits() % 5);
    const Multinomial loss = multinomial(classes);
    const Vector z = draw(bits, classes, 3);
    const double b = static_cast<double>(bits() % static_cast<uint64_t>(classes));
    const Vector slope = slopes(loss, z, b);
    for (size_t k = 0; k < z.size(); ++k) {
      Vector up = z, down = z;
      up[k] += 1e-5;
      down[k] -= 1e-5;
      worst = std::max(worst, std::fabs((loss.value(up.data(), b) - loss.value(down.data(), b)) / 2e-5 - slope[k]));
    }
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_GT(worst, 0);
  evidence("loss", "multinomial gradients against central differences: largest difference %.1e", worst);
}

TEST(Multinomial, OfTwoClassesItIsTheLogisticLoss) {
  std::mt19937_64 bits(3);
  for (int trial = 0; trial < 1000; ++trial) {
    const Vector z = draw(bits, 2, 20), from = draw(bits, 2, 20);
    const double margin = z[1] - z[0];
    EXPECT_NEAR(multinomial(2).value(z.data(), 1), dpcvx::model::Logistic::value(margin, 1), 1e-13);
    EXPECT_NEAR(slopes(multinomial(2), z, 1)[1], dpcvx::model::Logistic::slope(margin, 1), 1e-13);
    Vector work(4);
    const double logistic = dpcvx::model::Logistic::divergence(margin, from[1] - from[0], 1);
    EXPECT_NEAR(multinomial(2).divergence(z.data(), from.data(), work.data()), logistic, 1e-13 * (1 + 20 * logistic));
  }
}

// Gradients of the loss are 1/2-Lipschitz, and no less.
TEST(Multinomial, CurvatureIsAtMostAHalfAndReached) {
  std::mt19937_64 bits(4);
  double steepest = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const int64_t classes = 2 + static_cast<int64_t>(bits() % 4);
    Vector z = draw(bits, classes, 1), step = draw(bits, classes, 1e-3);
    if (trial % 2 == 0) {
      // The worst: two classes share everything and change places.
      for (size_t k = 2; k < z.size(); ++k) z[k] = -40, step[k] = 0;
      z[0] = z[1] = 0;
      step[1] = -step[0];
    }
    Vector other = z;
    for (size_t k = 0; k < z.size(); ++k) other[k] += step[k];
    Vector rise = slopes(multinomial(classes), other, 0);
    const Vector here = slopes(multinomial(classes), z, 0);
    for (size_t k = 0; k < z.size(); ++k) rise[k] -= here[k];
    steepest = std::max(steepest, norm(rise) / norm(step));
  }
  EXPECT_LE(steepest, 0.5 + 1e-9);
  EXPECT_GT(steepest, 0.499);
}

TEST(Multinomial, ConstantsAtZeroAreReached) {
  for (int64_t classes : {2, 7}) {
    const Multinomial loss = multinomial(classes);
    const Vector zero(static_cast<size_t>(classes), 0);
    EXPECT_NEAR(norm(slopes(loss, zero, 0)), loss.constants().slope_at_zero, 1e-13);
    EXPECT_LE(norm(slopes(loss, zero, 0)), loss.constants().slope_at_zero);
    EXPECT_NEAR(loss.value(zero.data(), 0), loss.constants().value_at_zero, 1e-13);
  }
  EXPECT_TRUE(multinomial(3).accepts(2));
  for (double b : {-1.0, 3.0, 0.5, static_cast<double>(NAN), static_cast<double>(INFINITY)})
    EXPECT_FALSE(multinomial(3).accepts(b)) << b;
}

TEST(Multinomial, DivergencesKeepTheirDigits) {
  std::mt19937_64 bits(5);
  for (int trial = 0; trial < 3000; ++trial) {
    const int64_t classes = 2 + static_cast<int64_t>(bits() % 6);
    const Multinomial loss = multinomial(classes);
    const Vector from = draw(bits, classes, 2),
                 step = draw(bits, classes, std::pow(10.0, 1 - static_cast<double>(trial % 6)));
    Vector to = from, work(2 * from.size());
    for (size_t k = 0; k < to.size(); ++k) to[k] += step[k];
    long double at_from = 0, at_to = 0, line = 0;
    for (size_t k = 0; k < to.size(); ++k) {
      at_from += std::exp(static_cast<long double>(from[k]));
      at_to += std::exp(static_cast<long double>(to[k]));
    }
    for (size_t k = 0; k < to.size(); ++k)
      line += std::exp(static_cast<long double>(from[k])) / at_from * (static_cast<long double>(to[k]) - from[k]);
    const long double exact = std::log(at_to) - std::log(at_from) - line;
    const double got = loss.divergence(to.data(), from.data(), work.data());
    EXPECT_GE(got, 0);
    EXPECT_NEAR(got, static_cast<double>(exact), 1e-14 * static_cast<double>(exact) + 1e-16 * norm(step) + 1e-18);
    EXPECT_EQ(loss.divergence(from.data(), from.data(), work.data()), 0);
  }
  Vector far{-1e6, 1e6}, near{1e6, -1e6}, work(4);
  EXPECT_DOUBLE_EQ(multinomial(2).divergence(far.data(), near.data(), work.data()), 2e6);
}

// The proximal share of the logistic loss for margins and widths of every size solves its equation.
TEST(Logistic, ProximalSlopesOfEverySize) {
  using dpcvx::model::Logistic;
  for (double m : {-1e308, -1e10, -700.0, -36.0, -1.0, 0.0, 1.0, 30.0, 700.0, 744.0, 1e10, 1e308})
    for (double h : {1e-300, 1e-12, 0.1, 1.0, 10.0, 1e3, 1e12, 1e300}) {
      const double p = -Logistic::prox_slope(m, h, 1);
      EXPECT_GE(p, 0);
      EXPECT_LE(p, 1);
      // p - 1 / (1 + exp(m + h p)) changes sign within a few ulps of p, or of what m + h p rounds to.
      const auto excess = [&](long double q) { return q - 1 / (1 + std::exp(static_cast<long double>(m) + h * q)); };
      const long double slack = 0x1p-46L * p + 1e-323L + (p > 0 ? 0x1p-50L * (std::fabs(m) / h) : 0);
      EXPECT_LE(excess(p - slack), 0) << m << " " << h << " " << p;
      EXPECT_GE(excess(p + slack), 0) << m << " " << h << " " << p;
    }
}

const dpcvx::model::MultinomialKernels &kernels_of(dpcvx::Isa isa) {
#if defined(__x86_64__)
  if (isa == dpcvx::Isa::kAvx512) return dpcvx::model::kMultinomialKernelsAvx512;
  if (isa == dpcvx::Isa::kAvx2) return dpcvx::model::kMultinomialKernelsAvx2;
#endif
  static_cast<void>(isa);
  return dpcvx::model::kMultinomialKernelsBaseline;
}

// What kernels write of a tile. Numbers of no record stay 7.
struct Slopes {
  Vector slopes, squares, sums, own;
  Slopes(size_t entries, size_t records) : slopes(entries, 7), squares(records, 7), sums(records, 7), own(records, 7) {}
};

// Record after record in plain loops, in the order that is stated.
Slopes by_plain_loops(const dpcvx::model::ClassTile &tile, const Vector &z, const double *factors) {
  Slopes out(z.size(), 64);
  const int64_t classes = tile.classes;
  Vector exponents(static_cast<size_t>(classes)), shares(exponents);
  for (int64_t t = 0; t < tile.count; ++t) {
    const size_t place = static_cast<size_t>(t), own = static_cast<size_t>(tile.label[t]);
    for (size_t c = 0; c < exponents.size(); ++c) {
      const double offset = tile.intercept * tile.coefficient[static_cast<int64_t>(c) * tile.coefficient_stride];
      const double value = tile.factor[t] * (z[c * static_cast<size_t>(tile.stride) + place] + offset);
      exponents[c] = std::isnan(value) ? 0 : std::min(std::max(value, -0x1p1000), 0x1p1000);
    }
    const double top = *std::max_element(exponents.begin(), exponents.end());
    double others = 0, squares = 0;
    out.sums[place] = 0;
    for (size_t c = 0; c < exponents.size(); ++c) {
      exponents[c] -= top;
      shares[c] = dpcvx::numeric::exp_of(exponents[c]);
      out.sums[place] += shares[c];
      if (c != own) others += shares[c];
    }
    out.own[place] = exponents[own];
    const double share = 1 / ((others + shares[own]) * (1 + static_cast<double>(classes + 8) * 0x1p-52));
    for (size_t c = 0; c < exponents.size(); ++c) {
      const double slope = c == own ? -(others * share) : shares[c] * share;
      squares += slope * slope;
      const double multiple = slope * factors[t];
      out.slopes[c * static_cast<size_t>(tile.stride) + place] = std::isnormal(multiple) ? multiple : 0;
    }
    out.squares[place] = squares;
  }
  return out;
}

bool same(const Vector &one, const Vector &other) {
  return std::memcmp(one.data(), other.data(), one.size() * sizeof(double)) == 0;
}

// Of every number of records, with numbers that are hard, and factors that leave denormals or none that are finite.
TEST(Multinomial, TilesHaveTheBitsOfPlainLoopsOnEachInstructionSet) {
  std::mt19937_64 bits(8);
  const Vector hard{NAN, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, 0, 745, -745, 1e-320};
  const Vector hard_factors{0, 1e-320, 0x1p-1000, DBL_MAX, 1e308};
  int compared = 0;
  for (int64_t classes : {2, 3, 10, 26})
    for (int64_t count : {1, 2, 3, 4, 5, 7, 8, 9, 37, 64})
      for (int trial = 0; trial < 6; ++trial) {
        const int64_t stride = trial % 2 == 0 ? 64 : count;
        Vector z = draw(bits, classes * stride, std::pow(10.0, trial - 2)), coefficients = draw(bits, 2 * classes, 1);
        Vector factors = draw(bits, count, 1), of_slopes = draw(bits, count, 1), labels(static_cast<size_t>(count));
        for (double &b : labels) b = static_cast<double>(bits() % static_cast<uint64_t>(classes));
        for (double &x : z) x = trial > 2 && bits() % 8 == 0 ? hard[bits() % hard.size()] : x;
        for (double &x : of_slopes) x = trial > 2 && bits() % 4 == 0 ? hard_factors[bits() % hard_factors.size()] : x;
        const dpcvx::model::ClassTile tile{
            classes, count, stride, factors.data(), labels.data(), trial * 0.5, coefficients.data(), 2};
        const Slopes expected = by_plain_loops(tile, z, of_slopes.data());
        for (dpcvx::Isa isa : {dpcvx::Isa::kBaseline, dpcvx::Isa::kAvx2, dpcvx::Isa::kAvx512}) {
          if (isa > dpcvx::widest_isa()) continue;
          Slopes found(z.size(), 64), without(z.size(), 64);
          const dpcvx::model::ClassValues values{found.sums.data(), found.own.data()};
          Vector work = z;
          kernels_of(isa).slopes(tile, work.data(), found.slopes.data(), found.squares.data(), &values);
          work = z;
          kernels_of(isa).slopes(tile, work.data(), without.slopes.data(), without.squares.data(), nullptr);
          EXPECT_TRUE(same(found.slopes, without.slopes) && same(found.squares, without.squares));
          kernels_of(isa).scale(tile, of_slopes.data(), found.slopes.data());
          ASSERT_TRUE(same(found.slopes, expected.slopes)) << classes << " " << count << " " << trial;
          ASSERT_TRUE(same(found.squares, expected.squares)) << classes << " " << count << " " << trial;
          ASSERT_TRUE(same(found.sums, expected.sums) && same(found.own, expected.own)) << classes << " " << count;
          ++compared;
        }
      }
  evidence("multinomial", "%d tiles on up to three instruction sets: the bits of plain loops", compared);
}

}  // namespace
