// A private test and a release after it, against the sum over what the tests' randomized responses say.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "privacy/helpers.h"

namespace dpcvx {
namespace privacy {
namespace {

double cdf(double z) { return 0.5 * std::erfc(-z * 0.70710678118654752440); }

// The greatest N(mu, 1)(S) - e^x N(0, 1)(S), at any real x.
double stick(double mu, double x) { return cdf(mu / 2 - x / mu) - std::exp(x) * cdf(-mu / 2 - x / mu); }

double phases(int count, double epsilon1, double p, double mu, double x) {
  const double w = 1 / (1 + std::exp(-epsilon1)), whole = mu * std::sqrt(static_cast<double>(count));
  double sum = 0, choices = 1;
  for (int k = 0; k <= count; ++k) {
    sum += choices * std::pow(w, count - k) * std::pow(1 - w, k) * stick(whole, x - (count - 2 * k) * epsilon1);
    choices = choices * (count - k) / (k + 1);
  }
  return 1 - std::pow(1 - p, count) * (1 - sum);
}

TEST(TestRelease, PhasesByTheSumOverResponses) {
  for (int count : {1, 2, 5, 20}) {
    for (double epsilon1 : {0.05, 0.3}) {
      for (double share : {0.2, 1.0, 2.5}) {
        constexpr double kP = 1e-7, kMu = 0.4;
        const double x = share * kMu * std::sqrt(static_cast<double>(count));
        const Curve curve = curve_of({approximate(epsilon1, kP, count), gdp(kMu, count)});
        const double truth = phases(count, epsilon1, kP, kMu, x), ours = delta_of(curve, x);
        EXPECT_GE(ours, truth * (1 - 1e-9)) << count << " " << epsilon1 << " " << x;
        EXPECT_LE(ours, truth * 1.02) << count << " " << epsilon1 << " " << x;
        if (epsilon1 > 0.1 && share >= 1) {
          EXPECT_LT(delta_of(curve_of({gdp(kMu, count)}), x), truth * 0.99);  // the test left out
        }
      }
    }
  }
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
