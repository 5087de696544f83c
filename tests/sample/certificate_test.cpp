// The certificate against exact laws: on Gaussians the chain's law is known in closed form.
#include "sample/certificate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/evidence.h"
#include "numeric/normal.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx::sample {
namespace {

// The chain on V = sum_j a_j x_j^2 / 2 from x_0: independent coordinates, normal.
struct Gaussian {
  std::vector<long double> precision, start;

  long double min_precision() const { return *std::min_element(precision.begin(), precision.end()); }

  // E ||x - x_0||^2 under the target.
  long double squared_distance() const {
    long double sum = 0;
    for (size_t j = 0; j < precision.size(); ++j) sum += start[j] * start[j] + 1 / precision[j];
    return sum;
  }

  // KL of the law after T rounds against the target: coordinate j has mean x_0 q^(1/2) and variance (1 - q) / a, where
  // q = (1 + a eta)^(-2 T).
  long double kl(double eta, int64_t rounds) const {
    long double sum = 0;
    for (size_t j = 0; j < precision.size(); ++j) {
      const long double a = precision[j], x = start[j];
      const long double q = std::exp(-2 * static_cast<long double>(rounds) * std::log1p(a * eta));
      sum += (a * x * x * q + (-q - std::log1p(-q))) / 2;
    }
    return sum;
  }
};

TEST(Certificate, HoldsOnGaussiansAndIsReached) {
  const double steps[] = {1e-4, 1e-2, 0.1, 1, 30};
  double greatest = 0, min_in_the_worst = 1;
  int64_t cases = 0;
  for (const double eta : steps) {
    for (const double x : {0.0, 0.5, 10.0, 1e4}) {
      for (const int more : {0, 1, 9}) {
        Gaussian target{{1}, {x}};
        for (int j = 0; j < more; ++j) target.precision.push_back(1 + 3 * j), target.start.push_back(x / (1 + j));
        const double m = static_cast<double>(target.min_precision());
        const double w = static_cast<double>(std::sqrt(target.squared_distance())) * (1 + 1e-15);
        for (int64_t t = 1; t < 2000000; t += 1 + t / 5) {
          const long double exact = target.kl(eta, t);
          if (exact < 1e-250L) break;
          const double stated = kl_after(m, eta, w, t);
          ASSERT_LE(exact, stated) << eta << " " << x << " " << more << " " << t;
          greatest = std::max(greatest, static_cast<double>(exact / stated));
          ++cases;
          // The worst direction: that of the least precision, a start far out; once the law has forgotten where it
          // began to within a twentieth of its variance.
          const double q = std::exp(-2 * static_cast<double>(t) * std::log1p(eta));
          if (more == 0 && x >= 10 && q < 0.05)
            min_in_the_worst = std::min(min_in_the_worst, static_cast<double>(exact / stated));
          // The bound of the papers, whose first round is loose by (1 + m eta) / (m eta), is never below.
          const double papers = w * w / (2 * eta) * std::exp(-(2.0 * static_cast<double>(t) - 1) * std::log1p(m * eta));
          ASSERT_LE(stated, papers * (1 + 1e-9));
          // Total variation, of means alone a lower bound where the variances are alike.
          ASSERT_LE(variation_after(m, eta, w, t), std::sqrt(stated / 2) * (1 + 1e-9));
        }
      }
    }
  }
  EXPECT_GT(min_in_the_worst, 0.9);
  EXPECT_LE(greatest, 1);
  evidence("sampler certificate",
           "%lld Gaussians and rounds: exact KL / certificate at most %.6f, in the worst direction at least %.4f",
           static_cast<long long>(cases), greatest, min_in_the_worst);
}

TEST(Certificate, TwoStartsOnGaussiansReachIt) {
  for (const double m : {1e-3, 1.0, 50.0})
    for (const double eta : {1e-4, 0.03, 1.0, 20.0})
      for (const int64_t t : {1, 2, 7, 100, 3000}) {
        const long double q =
            std::exp(-2 * static_cast<long double>(t) * std::log1p(static_cast<long double>(m) * eta));
        const long double exact = 3 * std::sqrt(q) / std::sqrt((1 - q) / m);
        if (exact < 1e-250L) continue;
        const double stated = gdp_after(m, eta, 3, t);
        EXPECT_LE(exact, stated) << m << " " << eta << " " << t;
        EXPECT_GT(exact, stated * (1 - 1e-9)) << m << " " << eta << " " << t;
      }
  // At m = 0 the chain is a random walk whose mean moves on its own: 2 T eta.
  EXPECT_NEAR(gdp_after(0, 0.5, 3, 9), 1, 1e-9);
  EXPECT_NEAR(gdp_after(1e-200, 0.5, 3, 9), 1, 1e-9);
}

// delta(epsilon) of N(b, v) against N(0, 1), and the other way round: the mass of where the ratio of densities passes
// e^epsilon, between or beyond the roots of a quadratic.
long double upper(long double x) { return std::erfc(x / std::sqrt(2.0L)) / 2; }
long double between(long double low, long double high) {
  return low > 0 ? upper(low) - upper(high) : upper(-high) - upper(-low);
}
long double hockey_stick(long double b, long double v, long double epsilon, bool swapped) {
  // log N(x; b, v) - log N(x; 0, 1) = alpha x^2 + beta x + gamma
  long double alpha = (1 - 1 / v) / 2, beta = b / v, gamma = -b * b / (2 * v) - std::log(v) / 2;
  if (swapped) alpha = -alpha, beta = -beta, gamma = -gamma;
  gamma -= epsilon;
  const long double mean = swapped ? 0 : b, deviation = swapped ? 1 : std::sqrt(v);
  const long double other_mean = swapped ? b : 0, other_deviation = swapped ? std::sqrt(v) : 1;
  const auto masses = [&](long double low, long double high) {
    return between((low - mean) / deviation, (high - mean) / deviation) -
           std::exp(epsilon) * between((low - other_mean) / other_deviation, (high - other_mean) / other_deviation);
  };
  const long double inside = beta * beta - 4 * alpha * gamma;
  if (inside <= 0) return alpha > 0 ? 1 - std::exp(epsilon) : 0;
  const long double q = -(beta + std::copysign(std::sqrt(inside), beta)) / 2;
  const long double one = q / alpha, two = gamma / q;
  const long double low = std::min(one, two), high = std::max(one, two);
  return alpha < 0 ? masses(low, high) : masses(-INFINITY, low) + masses(high, INFINITY);
}

TEST(Certificate, GaussianChainsAreThatCloseToTheirTargets) {
  double greatest = 0;
  int64_t cases = 0;
  for (const double eta : {0.01, 0.2, 3.0})
    for (const double x : {0.0, 1.0, 30.0, 1000.0})
      for (int64_t t = 1; t < 3000; t += 1 + t / 4) {
        StartBounds bounds;
        bounds.gradient = x;
        const double mu = gdp_after(1, eta, start_distance(1, 1, bounds).far, t);
        if (mu > 8 || mu < 1e-6) continue;
        const long double q = std::exp(-2 * static_cast<long double>(t) * std::log1p(static_cast<long double>(eta)));
        for (const double share : {0.0, 0.3, 1.0, 2.5})
          for (const bool swapped : {false, true}) {
            const double epsilon = share * mu;
            const double exact = static_cast<double>(hockey_stick(x * std::sqrt(q), 1 - q, epsilon, swapped));
            const double stated = privacy::gdp_delta_up(mu, epsilon);
            EXPECT_LE(exact, stated * (1 + 1e-9) + 1e-17) << eta << " " << x << " " << t << " " << epsilon;
            if (share < 1) greatest = std::max(greatest, exact / stated);
            ++cases;
          }
      }
  EXPECT_GT(greatest, 0.9);
  evidence("sampler certificate", "%lld trade-offs of Gaussian chains and targets: delta / certified delta up to %.4f",
           static_cast<long long>(cases), greatest);
}

TEST(Certificate, ControlATenthLessIsPassed) {
  const long double q = std::exp(-2 * 200 * std::log1p(0.05L));
  StartBounds bounds;
  bounds.gradient = 1000;
  const double mu = 0.9 * gdp_after(1, 0.05, start_distance(1, 1, bounds).far, 200);
  EXPECT_GT(hockey_stick(1000 * std::sqrt(q), 1 - q, 0.3 * mu, false), privacy::gdp_delta_up(mu, 0.3 * mu));
}

TEST(Certificate, RoundsAreTheLeast) {
  for (const double m : {0.0, 1e-6, 0.7, 200.0})
    for (const double eta : {1e-5, 0.01, 5.0})
      for (const double distance : {0.01, 3.0, 1e5})
        for (const double target : {1e-4, 0.3}) {
          const int64_t by_gdp = rounds_for_gdp(m, eta, distance, target);
          const int64_t by_variation = rounds_for_variation(m, eta, distance, target);
          for (const int64_t t : {by_gdp, by_variation}) ASSERT_GE(t, 1);
          if (by_gdp <= kMaxRounds) {
            EXPECT_LE(gdp_after(m, eta, distance, by_gdp), target);
            if (by_gdp > 1) {
              EXPECT_GT(gdp_after(m, eta, distance, by_gdp - 1), target);
            }
          } else {
            EXPECT_GT(gdp_after(m, eta, distance, kMaxRounds), target);
          }
          if (by_variation <= kMaxRounds) {
            EXPECT_LE(variation_after(m, eta, distance, by_variation), target);
            if (by_variation > 1 && by_variation < 1000000) {
              EXPECT_GT(variation_after(m, eta, distance, by_variation - 1), target * (1 - 1e-10));
            }
          }
        }
  EXPECT_EQ(rounds_for_gdp(1, 1, INFINITY, 1), kMaxRounds + 1);
  EXPECT_EQ(rounds_for_gdp(0, 1e-30, 1e30, 1e-30), kMaxRounds + 1);
}

// Moments of exp(-V) on [low, infinity) by Simpson's rule.
template <class Potential>
double mean_squared_distance(const Potential &potential, double low, double start) {
  constexpr int kCells = 200000;
  const double from = std::max(low, -40.0), to = 40, width = (to - from) / kCells;
  double mass = 0, sum = 0;
  for (int i = 0; i <= kCells; ++i) {
    const double x = from + i * width, weight = (i == 0 || i == kCells ? 1 : i % 2 == 1 ? 4 : 2);
    const double density = weight * std::exp(-potential(x));
    mass += density, sum += density * (x - start) * (x - start);
  }
  return sum / mass;
}

TEST(Certificate, DistancesFromTheStartAreBounds) {
  double greatest = 0;
  for (const double slope : {-5.0, 0.0, 2.0, 20.0})
    for (const double m : {0.3, 1.0, 10.0})
      for (const double start : {-1.0, 0.0, 2.0})
        for (const double low : {-1e300, -1.0}) {
          const auto potential = [&](double x) {
            return slope * std::fabs(x - 0.25) * (slope > 0) + slope * x * (slope < 0) + m / 2 * x * x;
          };
          StartBounds bounds;
          const double corner = start > 0.25 ? 1 : -1;
          const double down = -(slope > 0 ? corner * slope : slope) - m * start;  // -V'(x_0)
          bounds.gradient = start == low && down < 0 ? 0 : std::fabs(down);  // what points out of the domain is free
          const StartDistance distance = start_distance(m, 1, bounds);
          const double exact = std::sqrt(mean_squared_distance(potential, low, start));
          EXPECT_LE(exact, distance.mean) << slope << " " << m << " " << start << " " << low;
          greatest = std::max(greatest, exact / distance.mean);
          const double least = std::max(low, -40.0);
          double value = INFINITY;
          for (int i = 0; i <= 80000; ++i) value = std::min(value, potential(least + i * 1e-3));
          StartBounds by_gap;
          by_gap.gap = potential(start) - value + 1e-4;  // the grid misses the least value by less
          EXPECT_LE(exact, start_distance(m, 1, by_gap).mean);
        }
  EXPECT_GT(greatest, 0.9);
  // The far distance of a normal law: its tail is below 2^-900.
  StartBounds here;
  here.gradient = 0;
  const double far = start_distance(1, 1, here).far;
  EXPECT_LT(std::log(2) + numeric::log_normal_cdf(-far), -900 * std::log(2));
  EXPECT_LT(start_distance(1, 1, here).far, 36.4);
  // A hard domain bounds both; without strong convexity nothing else does.
  here.reach = 0.5;
  EXPECT_EQ(start_distance(1, 1, here).far, 0.5);
  EXPECT_EQ(start_distance(0, 1, here).mean, 0.5);
  here.reach = INFINITY;
  EXPECT_EQ(start_distance(0, 1, here).far, INFINITY);
}

// log Pr[a gamma number of shape d exceeds x], x > d, up to log(1 - (d - 1) / x): from below, and from above with that.
double log_gamma_tail(double d, double x) { return (d - 1) * std::log(x) - x - std::lgamma(d); }

// V = ||x|| has that law, and no convex V a longer tail (solve/exponential/PROOFS.md, section 5).
TEST(Certificate, ExcessesAreBounded) {
  const double never = -900 * std::log(2);
  for (const double d : {1.0, 2.0, 3.0, 10.0, 30.0, 300.0, 1e4, 1e6}) {
    const double most = max_excess(d);
    EXPECT_LT(log_gamma_tail(d, most) - std::log1p(-(d - 1) / most), never) << d;
    // Control: below half of it is passed more often. So is a tenth less where d is large.
    const double less = d < 1e4 ? 0.49 * most : 0.9 * most;
    EXPECT_TRUE(less < d || log_gamma_tail(d, less) > never) << d;
  }
}

TEST(Certificate, ErrorsOfRoundsAddUp) {
  RoundErrors errors;
  EXPECT_LT(arithmetic_gdp(1, 0, 0.25, errors, 100), 1e-300);
  errors.x = 0.05;  // 0.1 of the noise of y
  EXPECT_NEAR(arithmetic_gdp(1, 0, 0.25, errors, 100), 1, 1e-9);
  errors.centre = 0.05;  // s = 1/2
  EXPECT_NEAR(arithmetic_gdp(1, 0, 0.25, errors, 100), std::sqrt(2), 1e-9);
  errors.gradient = 0.2;
  EXPECT_NEAR(arithmetic_gdp(1, 0, 0.25, errors, 100), std::sqrt(5), 1e-9);
  errors.y = 0.05 * std::sqrt(1.25);
  EXPECT_NEAR(arithmetic_gdp(1, 0, 0.25, errors, 100), std::sqrt(10), 1e-9);
  // A ratio within e^(+-2 r) is 2 r-DP; small, that is 2 r sqrt(pi / 2)-GDP.
  RoundErrors ratio;
  ratio.log_ratio = 1e-9;
  EXPECT_NEAR(round_gdp(1, 0, 0.25, ratio), 2e-9 * std::sqrt(std::acos(-1.0) / 2), 1e-14);
  EXPECT_EQ(layer_variation(ratio, 10), 0);
  ratio.layer = 1e-3;
  EXPECT_NEAR(layer_variation(ratio, 10), 1e-2, 1e-9);
  EXPECT_EQ(layer_variation(ratio, 10000), 1);
}

}  // namespace
}  // namespace dpcvx::sample
