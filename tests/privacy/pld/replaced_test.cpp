// Poisson sampling under replace-one: a unit's value becomes any other of norm at most 1. Brackets against quadrature
// of the worst pair, and of other pairs, which must cost no more.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "privacy/pld/brackets.h"
#include "privacy/pld/rounds.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

// (1 - q) N(0, 1) + q N(mu, 1) against (1 - q) N(0, 1) + q N(-mu, 1).
Truth opposite_truth(double sigma, double q) {
  const double mu = 1 / sigma;
  const auto mixed = [=](double u, double at) { return (1 - q) * density(u) + q * density(u - at); };
  const auto loss = [=](double u) {
    const double half = std::exp(-mu * mu / 2);
    return std::log(1 - q + q * half * std::exp(mu * u)) - std::log(1 - q + q * half * std::exp(-mu * u));
  };
  Truth truth;
  truth.losses = spread_over(
      -12 - mu, 12 + mu, [=](double u) { return mixed(u, mu); }, loss);
  // At t = e^(mu u) the loss is x where q h t^2 - (1 - q) (e^x - 1) t - q h e^x = 0, h = e^(-mu^2 / 2).
  truth.hockey = [=](double x) {
    const double half = q * std::exp(-mu * mu / 2), linear = (1 - q) * std::expm1(x);
    const double root = std::sqrt(linear * linear + 4 * half * half * std::exp(x));
    const double t = x > 0 ? (linear + root) / (2 * half) : 2 * half * std::exp(x) / (root - linear);
    const double place = std::log(t) / mu;
    const auto above = [=](double at) { return (1 - q) * upper(place) + q * upper(place - at); };
    return above(mu) - std::exp(x) * above(-mu);
  };
  return truth;
}

TEST(Replaced, OneAndTwoRoundsByQuadrature) {
  double widest = 0;
  for (double sigma : {0.5, 1.0, 4.0}) {
    for (double q : {0.01, 0.3, 0.9, 1.0}) {
      const Truth truth = opposite_truth(sigma, q);
      for (double share : {0.0, 0.2, 1.0}) {
        const double x = share * std::min(1.0, q * 4) / sigma;
        const Interval once = bounds_of(curve_of({replaced_gaussian(sigma, q)}), x);
        const Interval twice = bounds_of(curve_of({replaced_gaussian(sigma, q, 2)}), x);
        const double first = truth.hockey(x), second = two_rounds(truth, truth, x);
        EXPECT_LE(once.low, first * (1 + 1e-9)) << sigma << " " << q << " " << x;
        EXPECT_GE(once.high, first * (1 - 1e-9)) << sigma << " " << q << " " << x;
        EXPECT_LE(twice.low, second * (1 + 1e-6)) << sigma << " " << q << " " << x;
        EXPECT_GE(twice.high, second * (1 - 1e-6)) << sigma << " " << q << " " << x;
        if (second > 1e-12) widest = std::max({widest, 1 - once.low / once.high, 1 - twice.low / twice.high});
      }
    }
  }
  EXPECT_LT(widest, 0.05);
  evidence("replace-one", "Poisson sampling, one and two rounds: quadrature within brackets at most %.1f %% wide",
           100 * widest);
}

// Any two values of norm at most 1 in the plane, by quadrature: none costs more than opposite ones of norm 1.
TEST(Replaced, NoTwoValuesCostMore) {
  Inputs inputs(11);
  double nearest = 0;
  for (int i = 0; i < 60; ++i) {
    const double sigma = inputs.log_uniform(0.4, 3), q = inputs.log_uniform(0.02, 1), mu = 1 / sigma;
    const double x = inputs.uniform(0, 1.5) * std::min(1.0, 3 * q) / sigma;
    const double norm = mu * std::sqrt(inputs.uniform(0.5, 1)), angle = inputs.uniform(0, 6.2832), far = mu;
    const double v1 = norm * std::cos(angle), v2 = norm * std::sin(angle);
    double sum = 0;
    constexpr double kWidth = 0.05;
    for (double y1 = -9 - mu; y1 < 9 + mu; y1 += kWidth) {
      for (double y2 = -9 - mu; y2 < 9 + mu; y2 += kWidth) {
        const double none = (1 - q) * density(y1) * density(y2);
        const double first = none + q * density(y1 - far) * density(y2);
        const double second = none + q * density(y1 - v1) * density(y2 - v2);
        sum += kWidth * kWidth * std::max(0.0, first - std::exp(x) * second);
      }
    }
    const double bound = delta_of(curve_of({replaced_gaussian(sigma, q)}), x);
    EXPECT_LE(sum, bound * (1 + 1e-3) + 1e-9) << sigma << " " << q << " " << x;
    nearest = std::max(nearest, sum / bound);
  }
  EXPECT_GT(nearest, 0.5);
}

// The curve of adding or removing a unit, at this or at half the noise, is below the truth.
TEST(Replaced, CurvesOfAddRemoveInItsPlaceAreCaught) {
  const Truth truth = opposite_truth(1, 0.1);
  const double exact = truth.hockey(0.5);
  EXPECT_LT(delta_of(curve_of({poisson_gaussian(1, 0.1)}), 0.5), 0.9 * exact);
  EXPECT_LT(bounds_of(curve_of({replaced_gaussian(1, 0.099)}), 0.5).high, exact);
  EXPECT_LT(bounds_of(curve_of({replaced_gaussian(1.01, 0.1)}), 0.5).high, exact);
}

// H_{a+b}(P || R) <= H_a(P || Q) + e^a H_b(Q || R), at the best split: removing a unit, then adding another.
TEST(Replaced, CostsLessThanRemovingAndAdding) {
  for (int64_t rounds : {1, 1000}) {
    const double q = 0.01, x = rounds == 1 ? 0.2 : 1.0;
    const Curve one = curve_of({poisson_gaussian(1, q, rounds)});
    double least = 1;
    for (double share = 0.1; share < 0.95; share += 0.1)
      least = std::min(least, delta_of(one, share * x) + std::exp(share * x) * delta_of(one, (1 - share) * x));
    const double ours = delta_of(curve_of({replaced_gaussian(1, q, rounds)}), x);
    EXPECT_LT(ours, least);
    EXPECT_GT(ours, delta_of(one, x));
    evidence("replace-one", "Poisson rate 0.01, sigma 1, %lld rounds, epsilon %g: delta %.3g; remove then add %.3g",
             static_cast<long long>(rounds), x, ours, least);
  }
}

TEST(Replaced, BracketsOfManyRoundsAreNarrow) {
  double widest = 0;
  for (const auto &[q, rounds] : {std::pair<double, int64_t>{0.01, 1000}, {0.001, 10000}, {1e-5, 1000000}}) {
    for (double delta : {1e-5, 1e-10}) {
      const Curve curve = curve_of({replaced_gaussian(1, q, rounds)});
      const Interval ends = bounds_of(curve, epsilon_of(curve, delta));
      widest = std::max(widest, 1 - ends.low / ends.high);
    }
  }
  EXPECT_LT(widest, 0.05);
  evidence("replace-one", "Poisson sampling, 10^3 to 10^6 rounds: brackets of delta at most %.1f %% wide",
           100 * widest);
}

TEST(Replaced, FarParametersEndInABound) {
  for (double sigma : {0x1p-100, 0.05, 1.0, 1e7, 0x1p100})
    for (double q : {0x1p-70, 1e-9, 0.5, 1 - 0x1p-53, 1.0})
      for (int64_t rounds : {int64_t{1}, int64_t{1000}, int64_t{1} << 45}) {
        const double delta = delta_of(curve_of({replaced_gaussian(sigma, q, rounds)}), 1);
        EXPECT_GE(delta, 0);
        EXPECT_LE(delta, 1);
      }
  EXPECT_NEAR(epsilon_of(curve_of({replaced_gaussian(2, 1)}), 1e-6), epsilon_of(curve_of({gaussian(1)}), 1e-6), 1e-9);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
