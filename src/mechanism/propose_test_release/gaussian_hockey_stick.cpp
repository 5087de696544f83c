#include "mechanism/propose_test_release/gaussian_hockey_stick.h"

#include <algorithm>
#include <cmath>

#include "numeric/normal.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"

namespace dpcvx::mechanism {

double signed_gdp_delta_up(double mu, double epsilon) {
  if (epsilon >= 0) return privacy::gdp_delta_up(mu, epsilon);
  const double rest = -std::expm1(epsilon) + std::exp(epsilon) * privacy::gdp_delta_up(mu, -epsilon);
  return std::min(privacy::round_up(rest), 1.0);
}

void GaussianHockeyStick::begin(double mu, double epsilon) {
  mu_ = mu;
  epsilon_ = epsilon;
  here_ = signed_gdp_delta_up(mu, epsilon);
}

double GaussianHockeyStick::epsilon_up(double delta) {
  constexpr int kMaxSteps = 60;
  constexpr double kClose = 1e-4;  // in log delta
  for (int i = 0; i < kMaxSteps && here_ > 0; ++i) {
    const double gap = std::log(here_ / delta);  // <= 0
    if (!(gap < -kClose)) break;
    // -delta'(epsilon) = e^epsilon Phi(-epsilon/mu - mu/2)
    const double slope = std::exp(epsilon_ + numeric::log_normal_cdf(-epsilon_ / mu_ - mu_ / 2)) / here_;
    const double next = epsilon_ + (gap + kClose / 4) / slope;
    if (!(next < epsilon_)) break;
    const double there = signed_gdp_delta_up(mu_, next);
    if (!(there <= delta)) break;
    epsilon_ = next;
    here_ = there;
  }
  return epsilon_;
}

}  // namespace dpcvx::mechanism
