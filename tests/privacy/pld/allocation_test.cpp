// Random allocation: each unit is in exactly k of t Gaussian sums. Brackets against quadrature, Monte Carlo and the
// moments of the mean ratio, which share no code with the library's.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "audit/generator.h"
#include "privacy/pld/brackets.h"
#include "privacy/pld/ratio_law.h"
#include "privacy/pld/rounds.h"
#include "privacy/pld/sampled_mean.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

Curve allocation(double sigma, int64_t steps, int64_t chosen, int64_t count = 1) {
  return curve_of({random_allocation(sigma, static_cast<double>(steps), static_cast<double>(chosen), count)});
}

// E (a + b r - c)_+ and E (c - a - b r)_+ for one ratio r, a, b >= 0.
double call(double mu, double a, double b, double c) {
  if (c <= a) return a + b - c;
  const double place = std::log((c - a) / b) / mu + mu / 2;
  return b * upper(place - mu) - (c - a) * upper(place);
}
double put(double mu, double a, double b, double c) {
  if (c <= a) return 0;
  const double place = std::log((c - a) / b) / mu + mu / 2;
  return (c - a) * upper(-place) - b * upper(mu - place);
}

// H_x(P || Q), or of the other order, for k of t steps: the ratio is e_k(r_1..r_t) over the number of choices, linear
// in the last r. The others are integrated by the trapezoidal rule, which converges fast here. They are exchangeable.
double exact(double sigma, int t, int k, double x, bool reversed) {
  const double mu = 1 / sigma, width = t == 2 ? 0.01 : t == 3 ? 0.04 : 0.12, least = std::exp(x), most = 1 / least;
  const auto chosen = static_cast<size_t>(k);
  double choices = 1;
  for (int i = 0; i < k; ++i) choices = choices * (t - i) / (i + 1);
  std::vector<std::pair<double, double>> points;
  for (double z = -10; z <= 10 + 2 * mu; z += width)
    points.emplace_back(std::exp(mu * z - mu * mu / 2), width * density(z));
  std::vector<double> e(chosen + 1);
  double sum = 0;
  each_multiset(points.size(), static_cast<size_t>(t - 1), [&](const std::vector<size_t> &at, double orders) {
    std::fill(e.begin(), e.end(), 0);
    e[0] = 1;
    double weight = orders;
    for (size_t i : at) {
      for (size_t j = chosen; j >= 1; --j) e[j] += e[j - 1] * points[i].first;
      weight *= points[i].second;
    }
    const double a = e[chosen] / choices, b = e[chosen - 1] / choices;
    sum += weight * (reversed ? least * put(mu, a, b, most) : call(mu, a, b, least));
  });
  return sum;
}

double exact_delta(double sigma, int t, int k, double x) {
  return std::max(exact(sigma, t, k, x, false), exact(sigma, t, k, x, true));
}

TEST(Allocation, OneOfFewStepsIsWithinItsBracket) {
  double widest = 0;
  size_t cell = 0;
  for (double sigma : {0.4, 1.0, 3.0}) {
    for (int t : {2, 3, 4}) {
      if (t == 4 && sigma < 1) continue;  // quadrature would be coarse
      ++cell;
      for (double share : {0.3, 1.0}) {
        if (!cell_taken(cell++, 2)) continue;
        const double x = share / sigma, truth = exact_delta(sigma, t, 1, x);
        const Interval ends = bounds_of(allocation(sigma, t, 1), x);
        EXPECT_LE(ends.low, truth * (1 + 1e-6)) << sigma << " " << t << " " << x;
        EXPECT_GE(ends.high, truth * (1 - 1e-6)) << sigma << " " << t << " " << x;
        widest = std::max(widest, 1 - ends.low / ends.high);
      }
    }
  }
  EXPECT_LT(widest, 3e-3);
  evidence("random allocation", "one of 2 to 4 steps: quadrature within brackets of delta at most %.2f %% wide",
           100 * widest);
}

TEST(Allocation, SeveralOfFewStepsAreWithinTheirBracket) {
  double above = 0, below = 0;
  for (double sigma : {1.0, 3.0}) {
    for (const auto &[t, k] : {std::pair<int, int>{3, 2}, {4, 2}, {4, 3}, {3, 3}}) {
      if (t == 4 && sigma > 1 && !long_audits()) continue;  // seconds
      for (double share : {0.0, 1.0}) {
        const double x = share / sigma, truth = exact_delta(sigma, t, k, x);
        const Interval ends = bounds_of(allocation(sigma, t, k), x);
        EXPECT_LE(ends.low, truth * (1 + 1e-6)) << sigma << " " << t << " " << k << " " << x;
        EXPECT_GE(ends.high, truth * (1 - 1e-6)) << sigma << " " << t << " " << k << " " << x;
        above = std::max(above, ends.high / truth - 1);
        below = std::max(below, 1 - ends.low / truth);
      }
    }
  }
  EXPECT_LT(above, 0.5);
  evidence("random allocation",
           "2 or 3 of 3 or 4 steps: quadrature within brackets of delta, whose upper end is at most %.0f %% above and "
           "whose lower end at most %.0f %% below",
           100 * above, 100 * below);
}

// Adding a unit costs less than removing one: its curve alone is below the truth.
TEST(Allocation, OneOrderAloneIsCaught) {
  for (double x : {1.0, 2.0, 3.0}) {
    RatioLaw law;
    ASSERT_TRUE(law.build(1, 3, Side::kAbove));
    double added = law.nothing();
    for (size_t i = 0; i < law.size(); ++i) added += law.mass(i) * std::max(0.0, 1 - std::exp(x) * law.value(i));
    EXPECT_GE(added, exact(1, 3, 1, x, true) * (1 - 1e-6));
    EXPECT_LT(added, 0.95 * exact(1, 3, 1, x, false)) << x;
  }
}

// Poisson sampling at rate 1 / t, t rounds, may leave a unit out. At small epsilon its curve is below the truth.
TEST(Allocation, PoissonCurvesInItsPlaceAreCaught) {
  int below = 0;
  for (double x : {0.0, 0.2, 0.5})
    below += delta_of(curve_of({poisson_gaussian(0.5, 0.5, 2)}), x) < 0.98 * exact_delta(0.5, 2, 1, x);
  EXPECT_GE(below, 2);
}

TEST(Allocation, MonteCarloIsWithinBrackets) {
  constexpr int kDraws = 60000;
  Generator random(20);
  struct Case {
    double sigma;
    int t, k;
    double epsilon;
  };
  for (const Case &one : {Case{1, 100, 1, 0.1}, {0.5, 100, 1, 1.0}, {1, 40, 8, 1.0}, {2, 30, 15, 1.5}}) {
    const double mu = 1 / one.sigma;
    double log_choices = 0;
    for (int i = 0; i < one.k; ++i) log_choices += std::log(static_cast<double>(one.t - i) / (i + 1));
    SampledMean removed, added;
    std::vector<double> e(static_cast<size_t>(one.k) + 1);
    for (int draw = 0; draw < kDraws; ++draw) {
      for (bool with : {true, false}) {
        std::fill(e.begin(), e.end(), 0);
        e[0] = 1;
        for (int i = 0; i < one.t; ++i) {
          const double r = std::exp(mu * (random.normal() + (with && i < one.k ? mu : 0)) - mu * mu / 2);
          for (size_t j = static_cast<size_t>(one.k); j >= 1; --j) e[j] += e[j - 1] * r;
        }
        const double loss = std::log(e[static_cast<size_t>(one.k)]) - log_choices;
        (with ? removed : added).add(std::max(0.0, -std::expm1(one.epsilon - (with ? loss : -loss))));
      }
    }
    const Interval ends = bounds_of(allocation(one.sigma, one.t, one.k), one.epsilon);
    EXPECT_GE(ends.high, removed.mean() - removed.error()) << one.t << " " << one.k;
    EXPECT_GE(ends.high, added.mean() - added.error()) << one.t << " " << one.k;
    const double most = std::max(removed.mean() + removed.error(), added.mean() + added.error());
    EXPECT_LE(ends.low, most) << one.t << " " << one.k;
    evidence("random allocation", "%d of %d, sigma %g, epsilon %g: delta in [%.5f, %.5f], Monte Carlo %.5f +- %.5f",
             one.k, one.t, one.sigma, one.epsilon, ends.low, ends.high, removed.mean(), removed.error());
  }
}

// E (r_1 + ... + r_t)^n / t^n from the generating function sum over n of E r^n x^n / n!, to the power of t.
std::vector<double> log_moments(double mu, int64_t t, size_t orders) {
  const auto times = [&](const std::vector<double> &a, const std::vector<double> &b) {
    std::vector<double> c(orders + 1, -INFINITY);
    for (size_t n = 0; n <= orders; ++n) {
      double most = -INFINITY, sum = 0;
      for (size_t i = 0; i <= n; ++i) most = std::max(most, a[i] + b[n - i]);
      for (size_t i = 0; i <= n; ++i) sum += std::exp(a[i] + b[n - i] - most);
      c[n] = most + std::log(sum);
    }
    return c;
  };
  std::vector<double> power(orders + 1, -INFINITY), base(orders + 1);
  power[0] = 0;
  for (size_t n = 0; n <= orders; ++n) {
    const double m = static_cast<double>(n);
    base[n] = m * (m - 1) * mu * mu / 2 - std::lgamma(m + 1) - m * std::log(static_cast<double>(t));
  }
  for (int64_t left = t; left > 0; left >>= 1, base = times(base, base))
    if ((left & 1) != 0) power = times(power, base);
  for (size_t n = 0; n <= orders; ++n) power[n] += std::lgamma(static_cast<double>(n) + 1);
  return power;
}

// Renyi divergences of the removal, exact at whole orders (Feldman and Shenfeld 2025): no answer needs to be above what
// they prove of it, and the removal is the worse order here.
TEST(Allocation, IsBelowWhatRenyiDivergencesProve) {
  const auto by_moments = [](double mu, int64_t t, double delta) {
    const std::vector<double> moments = log_moments(mu, t, 60);
    double least = INFINITY;
    for (size_t n = 2; n < moments.size(); ++n) {
      const double order = static_cast<double>(n), renyi = moments[n] / (order - 1);
      least = std::min(least, renyi + std::log1p(-1 / order) - (std::log(delta) + std::log(order)) / (order - 1));
    }
    return least;
  };
  for (const auto &[sigma, t] : {std::pair<double, int64_t>{1, 1000}, {2, 100}, {1, 100000}, {4, 10000}}) {
    const double proved = by_moments(1 / sigma, t, 1e-6), ours = epsilon_of(allocation(sigma, t, 1), 1e-6);
    const double poisson = epsilon_of(curve_of({poisson_gaussian(sigma, 1.0 / static_cast<double>(t), t)}), 1e-6);
    EXPECT_LT(ours, proved) << t;
    EXPECT_LT(ours, epsilon_of(curve_of({gaussian(sigma)}), 1e-6)) << t;
    evidence("random allocation",
             "1 of %lld, sigma %g, delta 1e-6: epsilon %.5f; Renyi %.5f, Poisson %.5f, one step %.3f",
             static_cast<long long>(t), sigma, ours, proved, poisson, epsilon_of(curve_of({gaussian(sigma)}), 1e-6));
  }
}

TEST(Allocation, BracketsAreNarrow) {
  double widest = 0, widest_of_several = 0;
  const auto width = [](const Curve &curve, double delta) {
    const double epsilon = epsilon_of(curve, delta);
    const Interval ends = bounds_of(curve, epsilon);
    EXPECT_LE(ends.low, ends.high);
    EXPECT_LE(ends.high, delta * (1 + 1e-9));
    return 1 - ends.low / ends.high;
  };
  size_t cell = 0;
  for (double delta : {1e-5, 1e-10}) {
    for (const auto &[sigma, t] : {std::pair<double, int64_t>{0.5, 1000}, {1, 1000}, {1, 100000}, {2, 1000000}}) {
      if (cell_taken(cell++, 2)) widest = std::max(widest, width(allocation(sigma, t, 1), delta));
    }
    if (cell_taken(cell, 2)) widest = std::max(widest, width(allocation(1, 1000, 1, 20), delta));
    if (cell_taken(++cell, 2)) widest_of_several = std::max(widest_of_several, width(allocation(2, 10000, 10), delta));
  }
  EXPECT_LT(widest, 0.04);
  EXPECT_LT(widest_of_several, 0.25);
  evidence("random allocation",
           "brackets of delta at 1e-5 and 1e-10: at most %.1f %% wide for one of 10^3 to 10^6 steps and 20 epochs, "
           "%.0f %% for 10 of 10^4",
           100 * widest, 100 * widest_of_several);
}

TEST(Allocation, CostsLessWithMoreStepsAndMoreNoise) {
  double before = INFINITY;
  for (int64_t t : {1, 2, 3, 5, 17, 64, 1000}) {
    const double epsilon = epsilon_of(allocation(1, t, 1), 1e-6);
    EXPECT_LT(epsilon, before) << t;
    before = epsilon;
  }
  before = 0;
  for (int64_t k : {1, 2, 5, 7, 20, 60, 100}) {
    const double epsilon = epsilon_of(allocation(1, 100, k), 1e-6);
    EXPECT_GT(epsilon, before) << k;
    before = epsilon;
  }
  before = INFINITY;
  for (double sigma : {0.2, 0.5, 1.0, 3.0, 20.0, 1e4, 0x1p60}) {
    const double epsilon = epsilon_of(allocation(sigma, 50, 1), 1e-6);
    EXPECT_LE(epsilon, before) << sigma;
    before = epsilon;
  }
  EXPECT_NEAR(epsilon_of(allocation(1, 9, 9), 1e-6), epsilon_of(curve_of({gaussian(1, 9)}), 1e-6), 1e-9);
}

// Every law ends within its bounds on values and products, and keeps its masses to within its stated error.
TEST(Allocation, WorkIsBounded) {
  Inputs inputs(5);
  double longest = 0;
  for (int i = 0; i < 24; ++i) {
    const int64_t steps = static_cast<int64_t>(inputs.log_uniform(1, i == 0 ? 2 : 0x1p30));
    const double mu = inputs.log_uniform(RatioLaw::kMinSpread * std::sqrt(static_cast<double>(steps)) * 1.01, 9.9);
    const Side side = i % 2 == 0 ? Side::kAbove : Side::kBelow;
    ASSERT_TRUE(RatioLaw::covers(mu, steps));
    RatioLaw law;
    ASSERT_TRUE(law.build(mu, steps, side));
    EXPECT_LE(law.size(), RatioLaw::kMaxValues);
    longest = std::max(longest, static_cast<double>(law.size()));
    double mass = law.nothing(), mean = law.infinite();
    for (size_t j = 0; j < law.size(); ++j) {
      mass += law.mass(j);
      mean += law.mass(j) * law.value(j);
      if (j > 0) {
        ASSERT_GT(law.value(j), law.value(j - 1));
      }
    }
    EXPECT_NEAR(mass, 1, law.mass_error() + 1e-12) << mu << " " << steps;
    EXPECT_NEAR(mean, 1, law.mass_error() + law.value_error() + 1e-12) << mu << " " << steps;
  }
  for (double steps : {1.0, 0x1p31, 0x1p53})
    for (double sigma : {0x1p-100, 0.05, 0x1p100})
      EXPECT_LE(delta_of(curve_of({random_allocation(sigma, steps, 1)}), 1), 1) << sigma << " " << steps;
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
