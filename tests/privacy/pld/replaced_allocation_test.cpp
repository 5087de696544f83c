// Random allocation under replace-one: each unit is in exactly k of t Gaussian sums, and its value becomes any other of
// norm at most 1. Brackets against quadrature, enumeration, Monte Carlo and strategies that look at earlier outputs.
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "audit/generator.h"
#include "privacy/pld/brackets.h"
#include "privacy/pld/replaced_mean.h"
#include "privacy/pld/rounds.h"
#include "privacy/pld/sampled_mean.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

Curve allocation(double sigma, int64_t steps, int64_t chosen, int64_t count = 1) {
  return curve_of({replaced_allocation(sigma, static_cast<double>(steps), static_cast<double>(chosen), count)});
}

// e_k of all values, and e_(k-1), both over the number of choices of k among one more.
struct Symmetric {
  double with, without;
};
Symmetric symmetric(const std::vector<double> &values, int k) {
  std::array<double, 5> e{1};
  for (double value : values)
    for (size_t j = static_cast<size_t>(k); j >= 1; --j) e[j] += e[j - 1] * value;
  double choices = 1;
  for (int i = 0; i < k; ++i)
    choices = choices * static_cast<double>(static_cast<int>(values.size()) + 1 - i) / (i + 1);
  return {e[static_cast<size_t>(k)] / choices, e[static_cast<size_t>(k) - 1] / choices};
}

// E (a + b r - X (c + d s))_+ for one step: the ratio grows with z, and where it is X solves a quadratic equation.
double last_step(double mu, const Symmetric &first, const Symmetric &second, double factor) {
  const double half = std::exp(-mu * mu / 2), a = first.with - factor * second.with, b = first.without * half,
               d = factor * second.without * half;
  // b u + a - d / u > 0, u = e^(mu z).
  const double root = std::sqrt(a * a + 4 * b * d), u = a > 0 ? 2 * d / (a + root) : (root - a) / (2 * b);
  const double z = std::log(u) / mu;
  return a * upper(z) + first.without * upper(z - mu) - factor * second.without * upper(z + mu);
}

// H_x for k of t steps: all steps except the last by the trapezoidal rule. They are exchangeable.
double exact(double sigma, int t, int k, double x) {
  const double mu = 1 / sigma, width = t == 2 ? 0.01 : t == 3 ? 0.05 : 0.2, reach = 10 + mu;
  std::vector<double> first, second, weights;
  for (double z = -reach; z <= reach; z += width) {
    first.push_back(std::exp(mu * z - mu * mu / 2));
    second.push_back(std::exp(-mu * z - mu * mu / 2));
    weights.push_back(width * density(z));
  }
  const auto others = static_cast<size_t>(t - 1);
  std::vector<double> r(others), s(others);
  const double factor = std::exp(x);
  double sum = 0;
  each_multiset(weights.size(), others, [&](const std::vector<size_t> &at, double orders) {
    double weight = orders;
    for (size_t i = 0; i < others; ++i) r[i] = first[at[i]], s[i] = second[at[i]], weight *= weights[at[i]];
    sum += weight * last_step(mu, symmetric(r, k), symmetric(s, k), factor);
  });
  return sum;
}

TEST(ReplacedAllocation, OneOfFewStepsIsWithinItsBracket) {
  double widest = 0;
  size_t cell = 0;
  for (double sigma : {0.4, 1.0, 3.0}) {
    for (int t : {2, 3}) {
      for (double share : {0.0, 0.5, 2.0}) {
        if (!cell_taken(cell++, 2)) continue;
        const double x = share / sigma, truth = exact(sigma, t, 1, x);
        const Interval ends = bounds_of(allocation(sigma, t, 1), x);
        EXPECT_LE(ends.low, truth * (1 + 1e-6)) << sigma << " " << t << " " << x;
        EXPECT_GE(ends.high, truth * (1 - 1e-6)) << sigma << " " << t << " " << x;
        widest = std::max(widest, 1 - ends.low / ends.high);
      }
    }
  }
  EXPECT_LT(widest, 0.05);
  evidence("random allocation, replace-one",
           "one of 2 or 3 steps: quadrature within brackets of delta at most %.2f %% wide", 100 * widest);
}

// Each x by itself, without the chords between them.
TEST(ReplacedAllocation, SingleDivergencesAreTight) {
  double above = 0, below = 0;
  for (double sigma : {0.4, 1.0, 3.0}) {
    for (int t : {2, 3}) {
      ReplacedMean law;
      ASSERT_TRUE(law.prepare(1 / sigma, t));
      for (double share : {0.0, 1.0, 3.0}) {
        const double x = share / sigma, truth = exact(sigma, t, 1, x);
        const ReplacedMean::Test test = law.test(x);
        above = std::max(above, law.divergence_up(x) / truth - 1);
        below = std::max(below, 1 - (test.first - std::exp(x) * test.second) / truth);
        EXPECT_GE(law.divergence_up(x), truth * (1 - 1e-9)) << sigma << " " << t << " " << x;
        EXPECT_LE(test.first - std::exp(x) * test.second, truth * (1 + 1e-9)) << sigma << " " << t << " " << x;
      }
    }
  }
  EXPECT_LT(above, 0.01);
  EXPECT_LT(below, 0.01);
  evidence("random allocation, replace-one", "single divergences at most %.2f %% above and %.2f %% below quadrature",
           100 * above, 100 * below);
}

TEST(ReplacedAllocation, SeveralOfFewStepsAreWithinTheirBracket) {
  double above = 0, below = 0;
  for (double sigma : {1.0, 3.0}) {
    for (const auto &[t, k] : {std::pair<int, int>{3, 2}, {4, 2}, {3, 3}}) {
      if (t == 4 && !long_audits()) continue;  // seconds
      for (double share : {0.0, 1.0}) {
        const double x = share / sigma, truth = exact(sigma, t, k, x);
        const Interval ends = bounds_of(allocation(sigma, t, k), x);
        EXPECT_LE(ends.low, truth * (1 + 1e-6)) << sigma << " " << t << " " << k << " " << x;
        EXPECT_GE(ends.high, truth * (1 - 1e-6)) << sigma << " " << t << " " << k << " " << x;
        above = std::max(above, ends.high / truth - 1);
        below = std::max(below, 1 - ends.low / truth);
      }
    }
  }
  EXPECT_LT(above, 0.5);
  EXPECT_LT(below, 0.2);
  evidence("random allocation, replace-one",
           "2 or 3 of 3 or 4 steps: the upper end of delta at most %.0f %% above quadrature, the lower %.0f %% below",
           100 * above, 100 * below);
}

// Outputs that are rounded to cells, all of them by their counts: the steps are exchangeable. Rounding costs nothing,
// so that no sum may be above the bracket.
double enumerated(double sigma, int t, int k, double x, const std::vector<double> &ends) {
  const double mu = 1 / sigma;
  const size_t cells = ends.size() + 1;
  std::vector<double> none(cells), first(cells), second(cells);
  const auto chance = [&](size_t cell, double at) {
    return (cell == 0 ? 1 : upper(ends[cell - 1] - at)) - (cell + 1 == cells ? 0 : upper(ends[cell] - at));
  };
  for (size_t i = 0; i < cells; ++i) {
    none[i] = chance(i, 0);
    first[i] = chance(i, mu) / none[i];
    second[i] = chance(i, -mu) / none[i];
  }
  double sum = 0, choices = 1;
  for (int i = 0; i < k; ++i) choices = choices * (t - i) / (i + 1);
  using Symmetrics = std::array<double, 6>;  // k <= 5
  const Symmetrics one{1};
  // Cell after cell: how many steps are in it, with the multinomial weight.
  const auto go = [&](const auto &self, size_t cell, int left, double weight, Symmetrics er, Symmetrics es) -> void {
    const auto take = [&] {
      for (size_t j = static_cast<size_t>(k); j >= 1; --j)
        er[j] += er[j - 1] * first[cell], es[j] += es[j - 1] * second[cell];
    };
    if (cell + 1 == cells) {
      for (int i = 0; i < left; ++i) take(), weight *= none[cell];
      const double value = (er[static_cast<size_t>(k)] - std::exp(x) * es[static_cast<size_t>(k)]) / choices;
      sum += weight * std::max(0.0, value);
      return;
    }
    for (int n = 0; n <= left; ++n) {
      self(self, cell + 1, left - n, weight, er, es);
      take();
      weight *= none[cell] * (left - n) / (n + 1);
    }
  };
  go(go, 0, t, 1, one, one);
  return sum;
}

TEST(ReplacedAllocation, NoEnumerationIsAboveTheBracket) {
  double nearest = 0;
  for (const auto &[t, k] : {std::pair<int, int>{4, 1}, {12, 1}, {8, 3}, {12, 5}}) {
    for (double sigma : {0.7, 2.0}) {
      if (sigma > 1 && !long_audits()) continue;  // seconds
      for (double share : {0.0, 1.0}) {
        const double x = share * std::min(2.0, 2 * k / std::sqrt(t)) / sigma;
        const double sum = enumerated(sigma, t, k, x, {-2.2, -1.3, -0.6, 0, 0.6, 1.3, 2.2});
        const Interval ends = bounds_of(allocation(sigma, t, k), x);
        EXPECT_LE(sum, ends.high) << sigma << " " << t << " " << k << " " << x;
        if (k == 1) nearest = std::max(nearest, sum / ends.low);
      }
    }
  }
  EXPECT_GT(nearest, 0.9);
}

// Two steps where the values of the second depend on the output of the first: no strategy costs more than opposite
// values of norm 1, which end the bracket.
TEST(ReplacedAllocation, NoStrategyCostsMore) {
  Inputs inputs(31);
  double nearest = 0;
  for (int i = 0; i < 12; ++i) {
    const double sigma = inputs.log_uniform(0.5, 3), mu = 1 / sigma, x = inputs.uniform(0, 1.5) / sigma;
    const double place = inputs.uniform(-1, 1);
    double u[3], v[3];  // of the first step, and of the second below and above the place
    for (int j = 0; j < 3; ++j) {
      u[j] = i % 2 == 0 ? 1 - inputs.uniform(0, 0.3) : inputs.uniform(-1, 1);
      v[j] = i % 2 == 0 ? inputs.uniform(0, 0.3) - 1 : inputs.uniform(-1, 1);
    }
    double sum = 0;
    constexpr double kWidth = 0.04;
    const double reach = 8 + mu;
    for (double y1 = -reach; y1 < reach; y1 += kWidth) {
      const int which = y1 < place ? 1 : 2;
      for (double y2 = -reach; y2 < reach; y2 += kWidth) {
        const double first = density(y1 - mu * u[0]) * density(y2) + density(y1) * density(y2 - mu * u[which]);
        const double second = density(y1 - mu * v[0]) * density(y2) + density(y1) * density(y2 - mu * v[which]);
        sum += kWidth * kWidth / 2 * std::max(0.0, first - std::exp(x) * second);
      }
    }
    const double bound = delta_of(allocation(sigma, 2, 1), x);
    EXPECT_LE(sum, bound * (1 + 2e-3) + 1e-9) << i << " " << sigma << " " << x;
    nearest = std::max(nearest, sum / bound);
  }
  EXPECT_GT(nearest, 0.3);
}

// The curves of add/remove, at this or at half the noise, are below the truth. So is one with a little more noise.
TEST(ReplacedAllocation, OtherCurvesAreCaught) {
  const double truth = exact(1, 2, 1, 0.5);
  EXPECT_LT(delta_of(curve_of({random_allocation(1, 2, 1)}), 0.5), 0.9 * truth);
  EXPECT_LT(bounds_of(allocation(1.02, 2, 1), 0.5).high, truth);
  EXPECT_LT(bounds_of(allocation(1, 3, 1), 0.5).high, truth);
  // Poisson sampling at rate 1 / t may leave the unit out.
  EXPECT_LT(delta_of(curve_of({replaced_gaussian(1, 0.5, 2)}), 0), 0.98 * exact(1, 2, 1, 0));
}

TEST(ReplacedAllocation, TwoUsesByQuadrature) {
  for (double sigma : {0.7, 2.0}) {
    const double mu = 1 / sigma;
    Truth truth;
    constexpr double kWidth = 0.05;
    for (double y1 = -9 - mu; y1 < 9 + mu; y1 += kWidth) {
      for (double y2 = -9 - mu; y2 < 9 + mu; y2 += kWidth) {
        const double loss =
            std::log((std::exp(mu * y1) + std::exp(mu * y2)) / (std::exp(-mu * y1) + std::exp(-mu * y2)));
        const double chance = (density(y1 - mu) * density(y2) + density(y1) * density(y2 - mu)) / 2;
        truth.losses.emplace_back(loss, kWidth * kWidth * chance);
      }
    }
    std::vector<double> table;
    constexpr double kStep = 0.01, kEnd = 20;
    for (double x = 0; x <= kEnd + 2 * kStep; x += kStep) table.push_back(exact(sigma, 2, 1, x));
    const auto positive = [&](double x) {
      if (x >= kEnd) return 0.0;
      const double place = x / kStep;
      const auto i = static_cast<size_t>(place);
      return table[i] + (place - static_cast<double>(i)) * (table[i + 1] - table[i]);
    };
    truth.hockey = [&](double x) { return x >= 0 ? positive(x) : -std::expm1(x) + std::exp(x) * positive(-x); };
    for (double share : {0.2, 1.0, 2.0}) {
      const double x = share / sigma, second = two_rounds(truth, truth, x);
      const Interval ends = bounds_of(allocation(sigma, 2, 1, 2), x);
      EXPECT_LE(ends.low, second * (1 + 1e-4)) << sigma << " " << x;
      EXPECT_GE(ends.high, second * (1 - 1e-4)) << sigma << " " << x;
      EXPECT_GT(ends.low, 0.95 * ends.high);
    }
  }
}

TEST(ReplacedAllocation, MonteCarloIsWithinBrackets) {
  constexpr int kDraws = 60000;
  Generator random(21);
  struct Case {
    double sigma;
    int t, k;
    double epsilon;
  };
  for (const Case &one : {Case{1, 100, 1, 0.2}, {0.5, 100, 1, 1.0}, {1, 40, 8, 1.5}, {2, 30, 15, 2.0}}) {
    const double mu = 1 / one.sigma;
    SampledMean mean;
    std::vector<double> e(static_cast<size_t>(one.k) + 1), f(e);
    for (int draw = 0; draw < kDraws; ++draw) {
      std::fill(e.begin(), e.end(), 0);
      std::fill(f.begin(), f.end(), 0);
      e[0] = f[0] = 1;
      for (int i = 0; i < one.t; ++i) {
        const double z = random.normal() + (i < one.k ? mu : 0), r = std::exp(mu * z - mu * mu / 2),
                     s = std::exp(-mu * z - mu * mu / 2);
        for (size_t j = static_cast<size_t>(one.k); j >= 1; --j) e[j] += e[j - 1] * r, f[j] += f[j - 1] * s;
      }
      const double loss = std::log(e[static_cast<size_t>(one.k)] / f[static_cast<size_t>(one.k)]);
      mean.add(std::max(0.0, -std::expm1(one.epsilon - loss)));
    }
    const Interval ends = bounds_of(allocation(one.sigma, one.t, one.k), one.epsilon);
    EXPECT_GE(ends.high, mean.mean() - mean.error()) << one.t << " " << one.k;
    EXPECT_LE(ends.low, mean.mean() + mean.error()) << one.t << " " << one.k;
    evidence("random allocation, replace-one",
             "%d of %d, sigma %g, epsilon %g: delta in [%.5f, %.5f], Monte Carlo %.5f +- %.5f", one.k, one.t, one.sigma,
             one.epsilon, ends.low, ends.high, mean.mean(), mean.error());
  }
}

// The lower end is asked for at an epsilon that is less by the stated width of the bracket.
TEST(ReplacedAllocation, BracketsAreNarrow) {
  struct Case {
    double sigma;
    int64_t t, k, count;
    double width;  // of epsilon, as a share
  };
  for (const Case &one :
       {Case{1, 2, 1, 1, 0.01}, {1, 1000, 1, 1, 0.03}, {1, 1000, 1, 20, 0.015}, {2, 10000, 10, 1, 0.02}}) {
    const Curve curve = allocation(one.sigma, one.t, one.k, one.count);
    const double epsilon = epsilon_of(curve, 1e-6);
    EXPECT_GE(bounds_of(curve, epsilon * (1 - one.width)).low, 1e-6) << one.t << " " << one.k;
    const auto steps = static_cast<double>(one.t), chosen = static_cast<double>(one.k);
    const double added = epsilon_of(curve_of({random_allocation(one.sigma, steps, chosen, one.count)}), 1e-6);
    const double open = epsilon_of(curve_of({gaussian(one.sigma / 2, one.k * one.count)}), 1e-6);
    EXPECT_GT(epsilon, added);
    EXPECT_LT(epsilon, open);
    evidence(
        "random allocation, replace-one",
        "%lld of %lld x %lld, sigma %g, delta 1e-6: epsilon %.5f, at most %.1f %% above the truth; add/remove %.5f, "
        "in the open %.3f",
        static_cast<long long>(one.k), static_cast<long long>(one.t), static_cast<long long>(one.count), one.sigma,
        epsilon, 100 * one.width, added, open);
  }
}

TEST(ReplacedAllocation, FarParametersEndInABound) {
  size_t cell = 0;
  for (double sigma : {0x1p-100, 0.2, 0.26, 50.0, 0x1p100})
    for (double steps : {1.0, 2.0, 0x1p53})
      for (double chosen : {1.0, 2.0}) {
        // Usually every other one.
        if (chosen > steps || !cell_taken(cell++, 2)) continue;
        const Curve curve = curve_of({replaced_allocation(sigma, steps, chosen)});
        const Interval ends = bounds_of(curve, 1);
        EXPECT_GE(ends.low, 0);
        EXPECT_LE(ends.high,
                  delta_of(curve_of({replaced_gaussian(sigma, 1, static_cast<int64_t>(chosen))}), 1) * (1 + 1e-9));
      }
  EXPECT_NEAR(epsilon_of(allocation(2, 9, 9), 1e-6), epsilon_of(curve_of({gaussian(1, 9)}), 1e-6), 1e-9);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
