// One use of a mechanism with a closed form, against integration of (p - e^epsilon q)+ over a grid that is exact where
// it matters; and Renyi bounds of the subsampled Gaussian against the exact curve of one step.
#include <algorithm>

#include "base/error.h"
#include "support/evidence.h"
#include "privacy/helpers.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "privacy/divergences/gdp.h"
#include "privacy/divergences/subsampled_rdp.h"

namespace dpcvx {
namespace privacy {
namespace {

// Integral of max(0, p(x) - e^epsilon q(x)) by the midpoint rule.
template <class P, class Q>
long double hockey_stick(const P &p, const Q &q, double epsilon, double low, double high, int cells) {
  long double sum = 0;
  const long double width = (static_cast<long double>(high) - low) / cells,
                    factor = std::exp(static_cast<long double>(epsilon));
  for (int i = 0; i < cells; ++i) {
    const long double x = low + (i + 0.5L) * width, gap = p(x) - factor * q(x);
    if (gap > 0) sum += gap;
  }
  return sum * width;
}

long double normal(long double x, long double centre, long double sigma) {
  const long double z = (x - centre) / sigma;
  return std::exp(-z * z / 2) / (sigma * 2.50662827463100050242L);
}

// Returns the elementary bound 3.5 q^2 order / sigma^2 for uniform sampling of one unit (Wang, Balle and
// Kasiviswanathan 2019, as closed-form noise for SGD uses it, sensitivity 1). It is infinite where its conditions fail:
// sigma^2 >= 0.67 and order - 1 <= (2/3) sigma^2 log(1 / (order q (1 + sigma^2))).
double elementary_uniform_renyi(double sigma, double q, double order) {
  const double s2 = sigma * sigma;
  if (s2 < 0.67 || order - 1 > 2.0 / 3 * s2 * std::log(1 / (order * q * (1 + s2)))) return INFINITY;
  return 3.5 * q * q * order / s2;
}

TEST(Single, LaplaceDelta) {
  for (double scale : {0.5, 1.0, 4.0}) {
    const Curve curve = curve_of({laplace(scale)});
    for (double epsilon : {0.0, 0.1, 0.2, 0.9}) {
      const auto p = [=](long double x) { return std::exp(-std::fabs(x) / scale) / (2 * scale); };
      const auto q = [=](long double x) { return std::exp(-std::fabs(x - 1) / scale) / (2 * scale); };
      const long double truth = hockey_stick(p, q, epsilon, -60 * scale, 1 + 60 * scale, 400000);
      EXPECT_NEAR(curve.delta(epsilon), static_cast<double>(truth), 2e-7 + 1e-4 * static_cast<double>(truth));
    }
    EXPECT_EQ(curve.delta(1 / scale * (1 + 1e-15)), 0);
    EXPECT_NEAR(curve.epsilon(0), 1 / scale, 1e-15);
  }
}

// Both directions of the Poisson pair, and the pair of a replaced unit, stay below q delta_mu(log(1 + (e^eps - 1)/q));
// one of them attains it.
TEST(Single, SubsampledGaussianDelta) {
  for (double sigma : {0.6, 1.0, 3.0}) {
    for (double q : {0.01, 0.3, 0.9}) {
      for (double epsilon : {0.0, 0.05, 0.4, 1.5}) {
        const auto base = [=](long double x) { return normal(x, 0, sigma); };
        const auto mixture = [=](long double x) { return (1 - q) * normal(x, 0, sigma) + q * normal(x, 1, sigma); };
        const double low = -14 * sigma, high = 1 + 14 * sigma;
        const double forward = static_cast<double>(hockey_stick(mixture, base, epsilon, low, high, 100000));
        const double backward = static_cast<double>(hockey_stick(base, mixture, epsilon, low, high, 100000));
        const double bound = subsampled_gaussian_delta_up(sigma, q, epsilon);
        EXPECT_GE(bound, std::max(forward, backward) * (1 - 1e-6) - 1e-12);
        EXPECT_LE(bound, forward * (1 + 1e-5) + 1e-8);
      }
    }
  }
}

// Replacing one unit under sampling without replacement moves a mixture: with probability q the unit is in the batch,
// and its value goes from one place to another, each at most the sensitivity from where the batch without it would be.
TEST(Single, FixedSizeGaussianCoversReplacement) {
  for (double sigma : {0.7, 2.0}) {
    for (double q : {0.05, 0.5}) {
      for (double epsilon : {0.0, 0.1, 0.7}) {
        const double bound = curve_of({fixed_size_gaussian(sigma, q)}).delta(epsilon);
        for (double others : {0.0, 0.3, 0.5, 1.0}) {  // where the batch lies that has another unit in its place
          const auto p = [=](long double x) { return (1 - q) * normal(x, others, sigma) + q * normal(x, 0, sigma); };
          const auto r = [=](long double x) { return (1 - q) * normal(x, others, sigma) + q * normal(x, 1, sigma); };
          for (int direction = 0; direction < 2; ++direction) {
            const long double truth = direction == 0 ? hockey_stick(p, r, epsilon, -30, 31, 60000)
                                                     : hockey_stick(r, p, epsilon, -30, 31, 60000);
            EXPECT_GE(bound, static_cast<double>(truth) * (1 - 1e-6) - 1e-12);
          }
        }
      }
    }
  }
}

// The Renyi route can only be looser than the exact curve of one step: an unsound conversion would come out below.
TEST(Single, RenyiNeverBeatsTheExactCurve) {
  double closest = INFINITY;
  for (double sigma : {0.7, 1.0, 3.0}) {
    for (double q : {0.001, 0.05, 0.5}) {
      for (double epsilon : {0.01, 0.3, 1.0, 3.0}) {
        const double exact = subsampled_gaussian_delta_up(sigma, q, epsilon);
        // a second, idle part keeps the curve from answering in closed form
        const double poisson = curve_of({poisson_gaussian(sigma, q), gdp(1e-9)}).delta(epsilon);
        const double fixed = curve_of({fixed_size_gaussian(sigma, q), gdp(1e-9)}).delta(epsilon);
        EXPECT_GE(poisson, exact * (1 - 1e-9));
        EXPECT_GE(fixed, exact * (1 - 1e-9));
        EXPECT_GE(fixed, poisson * (1 - 1e-3));
        if (exact > 1e-30) closest = std::min(closest, poisson / exact);
      }
    }
  }
  EXPECT_LT(closest, 20);
}

TEST(Single, CalibratedNoiseIsEnoughAndHardlyMore) {
  dpcvx_error record;
  Error error(&record, "test");
  for (Kind kind : {Kind::kPoissonGaussian, Kind::kFixedSizeGaussian}) {
    for (double rate : {0.01, 0.2, 1.0}) {
      for (double epsilon : {0.5, 4.0}) {
        double sigma = 0, by_renyi = 0;
        ASSERT_EQ(calibrate_subsampled(kind, rate, 200, epsilon, 1e-6, &sigma, error), DPCVX_OK);
        ASSERT_EQ(calibrate_subsampled_rdp(kind, rate, 200, epsilon, 1e-6, &by_renyi, error), DPCVX_OK);
        const auto rounds = [&](double at) {
          return curve_of(
              {kind == Kind::kPoissonGaussian ? poisson_gaussian(at, rate, 200) : fixed_size_gaussian(at, rate, 200)});
        };
        EXPECT_LE(delta_of(rounds(sigma), epsilon), 1e-6);
        EXPECT_GT(delta_of(rounds(sigma * 0.9999), epsilon), 1e-6);
        EXPECT_LE(rounds(by_renyi).delta(epsilon), 1e-6);
        EXPECT_GT(rounds(by_renyi * 0.9999).delta(epsilon), 1e-6);
        EXPECT_LE(sigma, by_renyi * (1 + 1e-9));
      }
    }
  }
  double sigma = -1;
  EXPECT_EQ(calibrate_subsampled(Kind::kPoissonGaussian, 1, INT64_MAX, 1e-9, 1e-300, &sigma, error), DPCVX_ERR_NUMERIC);
  EXPECT_EQ(calibrate_subsampled_rdp(Kind::kPoissonGaussian, 1, INT64_MAX, 1e-9, 1e-300, &sigma, error),
            DPCVX_ERR_NUMERIC);
  EXPECT_EQ(sigma, -1);
}

TEST(Single, ElementaryBoundIsLooserWhereItHolds) {
  int holds = 0;
  for (double sigma : {1.0, 3.0, 10.0})
    for (double q : {1e-4, 1e-2})
      for (double order : {2.0, 3.0, 10.0}) {
        const double elementary = elementary_uniform_renyi(sigma, q, order);
        if (elementary == INFINITY) continue;
        ++holds;
        EXPECT_GE(elementary, renyi_of_fixed_size_gaussian_up(sigma, q, order));
      }
  EXPECT_GT(holds, 5);
  EXPECT_EQ(elementary_uniform_renyi(0.5, 0.01, 2), INFINITY);
}

// What a release may spend for a price is within the price's curve at every epsilon.
TEST(Single, WithinAPrice) {
  const Curve prices[] = {curve_of({pure(1)}),          curve_of({gdp(0.7)}),
                          curve_of({gdp(0.7, 4)}),      curve_of({zcdp(0.2)}),
                          curve_of({laplace(2)}),       curve_of({approximate(1, 1e-5)}),
                          curve_of({gaussian(1.7, 3)}), curve_of({gdp(0.3), zcdp(0.01)})};
  int gaussians = 0, pures = 0;
  for (const Curve &price : prices) {
    const double mu = gaussian_mu_within(price), epsilon0 = pure_epsilon_within(price);
    char what[192];
    price.describe(what, sizeof(what));
    const bool stated_only = price[0].kind == Kind::kApproximate;
    const bool renyi_only = price[0].kind == Kind::kZcdp || price.size() > 1;
    gaussians += mu > 0;
    pures += epsilon0 > 0;
    if (stated_only) {
      EXPECT_LE(curve_of({gdp(mu)}).delta(1), 1e-5) << what;
      EXPECT_LE(curve_of({pure(epsilon0)}).delta(1), 1e-5) << what;
    } else if (renyi_only) {
      for (double order : {1.01, 2.0, 20.0}) {
        if (price[0].kind == Kind::kZcdp) {
          EXPECT_LE(mu * mu / 2 * order, price.rdp(order) * (1 + 1e-15)) << what;
          EXPECT_LE(curve_of({pure(epsilon0)}).rdp(order), price.rdp(order) * (1 + 1e-12)) << what;
        }
      }
    } else {
      for (double epsilon = 0; epsilon < 4; epsilon += 0.05) {
        const double allowed = price.delta(epsilon) * (1 + 1e-11);
        if (mu > 0) {
          EXPECT_LE(gdp_delta(mu, epsilon), allowed) << what << " " << epsilon;
        }
        EXPECT_LE(curve_of({pure(epsilon0)}).delta(epsilon), allowed) << what << " " << epsilon;
      }
    }
  }
  EXPECT_EQ(gaussians, 6);
  EXPECT_EQ(pures, 8);
  EXPECT_EQ(gaussian_mu_within(prices[0]), 0);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
