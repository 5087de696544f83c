// Bounds on the errors of two noisy means together hold, and controls that must fail.
#include "estimate/covariance/pair_means.h"

#include <algorithm>
#include <cmath>

#include "estimate/drawn.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::error_of_half;
using dpcvx::estimate::Errors;
using dpcvx::estimate::errors_of_halves;
using dpcvx::estimate::most_of_mean;
using dpcvx::estimate::PairErrors;
using dpcvx::estimate::PairMeans;
using dpcvx::estimate::PairNoise;
using dpcvx::estimate::product_of_errors;
using fixtures::Bits;
using fixtures::CountNoise;
using fixtures::drawn;
using fixtures::kLaws;
using fixtures::kSettings;
using fixtures::Law;
using fixtures::Setting;

constexpr double kBeta = 0.2;

double mean_of(const Law &law) {
  constexpr int kSteps = 20000;
  double mean = -1;
  for (int i = 0; i < kSteps; ++i) mean += 2.0 / kSteps * (1 - law.up_to(-1 + 2 * (i + 0.5) / kSteps));
  return mean;
}

PairNoise noise_of(const Setting &setting, double scale) {
  PairNoise out;
  out.gaussian = setting.gaussian, out.units_known = setting.known;
  out.values = scale, out.squares = 2 * scale, out.products = 1.5 * scale;
  out.units = setting.known ? 0 : scale, out.shift = setting.known ? 0 : 1;
  return out;
}

// Of `units` pairs, of which the second value is the first with a probability of `alike`.
PairMeans draw(const Law &law, double alike, int units, const PairNoise &noise, Bits &bits) {
  const auto noisy = [&](double sum, double scale) { return sum + drawn(bits, CountNoise{noise.gaussian, scale}); };
  // Squares are summed as the shift less them, where there is one.
  const double sign = noise.shift > 0 ? -1 : 1;
  double one = 0, two = 0, square = 0, other = 0, product = 0;
  for (int i = 0; i < units; ++i) {
    const double x = law.draw(bits), y = fixtures::uniform(bits) < alike ? x : law.draw(bits);
    one += x, two += y, product += x * y;
    square += noise.shift + sign * x * x, other += noise.shift + sign * y * y;
  }
  PairMeans out{};
  out.units = noise.units_known ? units : std::max(noisy(units, noise.units), 1.0);
  out.most_units = units;
  out.one = noisy(one, noise.values) / out.units, out.two = noisy(two, noise.values) / out.units;
  out.square = sign * (noisy(square, noise.squares) / out.units - noise.shift);
  out.other_square = sign * (noisy(other, noise.squares) / out.units - noise.shift);
  out.product = noisy(product, noise.products) / out.units;
  return out;
}

struct Held {
  int sum = 0, difference = 0, product = 0;
};

bool holds(const Errors &of, double value) { return of.low <= value && value <= of.high; }

// `factor` is the noise drawn over the noise claimed; `sign` that of the product told.
Held held(const Law &law, double alike, const Setting &setting, int units, double scale, int runs, double factor = 1,
          double sign = 1) {
  const PairNoise claimed = noise_of(setting, scale), actual = noise_of(setting, factor * scale);
  const double mean = mean_of(law);
  Bits bits(31);
  Held out;
  for (int run = 0; run < runs; ++run) {
    PairMeans seen = draw(law, alike, units, actual, bits);
    seen.product *= sign;
    const double one = seen.one - mean, two = seen.two - mean;
    out.sum += holds(error_of_half(claimed, seen, 1, kBeta), (one + two) / 2);
    out.difference += holds(error_of_half(claimed, seen, -1, kBeta), (one - two) / 2);
    Errors product{};
    const Errors any{-4, 4};
    out.product +=
        product_of_errors(any, any, errors_of_halves(claimed, seen, kBeta), &product) && holds(product, one * two);
  }
  return out;
}

// More than 18 misses in 40 runs at 0.2 have a probability of 1e-4: a false alarm of 1.2 % in all 120 counts, if each
// bound were exact.
TEST(PairMeans, ErrorsAreBounded) {
  constexpr int kRuns = 40, kLeast = 22;
  for (const Setting &setting : kSettings)
    for (size_t l = 0; l < 10; ++l) {
      const Held found = held(kLaws[l], 0.5, setting, 100, l % 2 == 0 ? 1 : 8, kRuns);
      for (const int count : {found.sum, found.difference, found.product})
        EXPECT_GE(count, kLeast) << kLaws[l].name << ", " << setting.name();
    }
}

// All pairs of errors on a grid: those that both rectangles have are in what is returned, and others may be left out.
TEST(PairMeans, ProductsOfAllErrorsAreWithin) {
  constexpr double kStep = 0.125;
  const Errors one{-1, 0.75}, two{-0.5, 1.25};
  for (const PairErrors &halves : {PairErrors{{-0.5, 0.5}, {-0.5, 0.5}}, PairErrors{{0.25, 0.75}, {-0.25, 0.5}},
                                   PairErrors{{-2, -0.25}, {-0.75, -0.5}}}) {
    Errors product{};
    ASSERT_TRUE(product_of_errors(one, two, halves, &product));
    for (double a = one.low; a <= one.high; a += kStep)
      for (double b = two.low; b <= two.high; b += kStep) {
        const bool possible = holds(halves.sum, (a + b) / 2) && holds(halves.difference, (a - b) / 2);
        EXPECT_TRUE(!possible || holds(product, a * b));
      }
    EXPECT_LT(product.high - product.low, 1.25 + 0.9375);  // the rectangle's
  }
  Errors none{};
  EXPECT_FALSE(product_of_errors(one, two, {{1.5, 2}, {-1, 1}}, &none));
}

TEST(PairMeans, ControlFiveTimesTheNoise) {
  const Held found = held(kLaws[0], 0.5, kSettings[0], 100, 20, 40, 5);
  EXPECT_LT(found.sum, 22);
  EXPECT_LT(found.difference, 22);
}

// Of equal columns the difference is 0, and the sum has all of the variance.
TEST(PairMeans, ControlTheOtherSignOfTheProduct) {
  EXPECT_LT(held(kLaws[0], 1, kSettings[0], 1000, 1, 40, 1, -1).sum, 22);
}

// How many of 40 bounds of 0.05 hold, on means of squares of values in [-2, 2], in which noise in the number of units
// has this weight.
int bounds_that_hold(const Law &law, bool gaussian, double weight, const Errors &claimed, double scale) {
  constexpr int kUnits = 100, kRuns = 40;
  constexpr double kLargest = 4;
  Bits bits(43);
  const CountNoise noise{gaussian, scale}, of_units{gaussian, 3};
  dpcvx::estimate::NoiseWeights own;
  own.add(scale);
  int held = 0;
  double truth = 0;  // 4 E x^2
  for (int i = 0; i < 20000; ++i) {
    const double x = -1 + 2 * (i + 0.5) / 20000;
    truth += 4 * 2.0 / 20000 * 2 * x * (1 - law.up_to(x));
  }
  truth += 4;
  for (int run = 0; run < kRuns; ++run) {
    double sum = drawn(bits, noise);
    for (int i = 0; i < kUnits; ++i) {
      const double x = 2 * law.draw(bits);
      sum += x * x;
    }
    const double more = drawn(bits, of_units), units = std::max(kUnits + more, 1.0);
    held += truth <=
            most_of_mean({gaussian, own, 3, claimed}, {(sum + weight * more) / units, kLargest, units, kUnits}, 0.05) +
                1e-3;
  }
  return held;
}

// More than 9 misses of 40 at 0.05: a false alarm of 0.1 % in all 40 counts, if each bound were exact.
TEST(PairMeans, MeansOfUnitsOfANoisyNumberAreBounded) {
  for (const Law &law : kLaws)
    for (const bool gaussian : {true, false})
      for (const double weight : {0.0, 3.5})
        EXPECT_GE(bounds_that_hold(law, gaussian, weight, {0, 3.5}, 2), 31) << law.name << gaussian << weight;
}

// Noise in the number that has a great weight of its own in the sum, which is left out.
TEST(PairMeans, ControlNoiseInTheNumberIsLeftOut) {
  const Law point = {"point", [](Bits &) { return 0.5; }, [](double x) { return x < 0.5 ? 0.0 : 1.0; }};
  EXPECT_LT(bounds_that_hold(point, true, -40, {0, 0}, 0.1), 31);
  EXPECT_GE(bounds_that_hold(point, true, -40, {-40, 0}, 0.1), 31);
}

}  // namespace
