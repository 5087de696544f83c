#include "solve/perturbation/linear_term_calibration.h"

#include <algorithm>
#include <cmath>

#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "numeric/normal.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using numeric::below_positive;

constexpr double kSecondShare = 1.0 / 256;
constexpr double kSlack = 1 - 0x1p-44;  // what roundings of sums of shares may take

}  // namespace

LinearTermCalibration LinearTermCalibration::gaussian(const Problem &problem, int branches) {
  LinearTermCalibration out;
  out.branches_ = branches;
  out.replaced_ = problem.adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  if (problem.unit != DPCVX_UNIT_RECORD) return out;
  if (problem.filter == DPCVX_FILTER_BASIC && problem.price.is_pair()) {
    out.kind_ = kApproximate;
    out.whole_epsilon_ = problem.price[0].a;
    out.whole_delta_ = problem.price[0].b;
    out.epsilon_ = out.whole_epsilon_ * (1 - kSecondShare) * kSlack;
    out.delta_ = out.whole_delta_ * (1 - kSecondShare) * kSlack;
    out.second_ =
        privacy::gdp_mu_down(out.whole_epsilon_ * kSecondShare * kSlack, out.whole_delta_ * kSecondShare * kSlack);
    out.mu_ = privacy::gdp_mu_down(out.epsilon_, out.delta_);
    if (!(out.epsilon_ > 0) || !(out.second_ > 0)) out.kind_ = kNone;
    return out;
  }
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu);
  if (!(mu > 0)) return out;
  out.kind_ = kGaussian;
  out.mu_ = mu * std::sqrt(1 - kSecondShare) * kSlack;
  out.second_ = mu * std::sqrt(kSecondShare) * kSlack;
  if (branches > 1) out.tabulate();
  return out;
}

LinearTermCalibration LinearTermCalibration::pure(const Problem &problem) {
  LinearTermCalibration out;
  out.replaced_ = problem.adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  const double epsilon = std::min(privacy::pure_epsilon_within(problem.price), mechanism::kMaxMu);
  if (!(epsilon > 0)) return out;
  out.kind_ = kPure;
  out.epsilon_ = epsilon * (1 - kSecondShare) * kSlack;
  out.second_ = epsilon * kSecondShare * kSlack;
  return out;
}

double LinearTermCalibration::scale(double jacobian, double bound) const {
  double part = 0;
  switch (kind_) {
    case kNone:
      break;
    case kGaussian:
      part = linear_term_m_within_mu(terms(jacobian), mu_);
      break;
    case kApproximate:
      part = linear_term_m_within(terms(jacobian), epsilon_, delta_);
      break;
    case kPure:
      part = below_positive(epsilon_ - jacobian) / (replaced_ ? 2 : 1);
      break;
  }
  return part > 0 ? above(above(bound) / part) * (1 + 0x1p-50) : INFINITY;
}

bool LinearTermCalibration::bears(double jacobian, double m) const {
  return kind_ == kGaussian ? linear_term_mu_up(terms(jacobian), m) <= mu_
                            : linear_term_delta_up(terms(jacobian), m, epsilon_) <= delta_;
}

double LinearTermCalibration::rough_m(double jacobian) const {
  // m is at most this, and less with a Jacobian or several branches; the search is in the logarithm.
  double high = std::log(mu_), low = high - 20;
  if (!bears(jacobian, std::exp(low))) return 0;
  while (high - low > 0.01) {
    const double middle = (low + high) / 2;
    (bears(jacobian, std::exp(middle)) ? low : high) = middle;
  }
  return std::exp(low);
}

void LinearTermCalibration::tabulate() {
  for (int i = 0; i < kSteps; ++i) rough_ms_[i] = rough_m(jacobian_of_share(static_cast<double>(i) / kSteps));
  rough_ms_[kSteps] = 0;
}

double LinearTermCalibration::rough_scale(double jacobian, double bound) const {
  if (kind_ == kPure || kind_ == kNone) return scale(jacobian, bound);
  if (kind_ == kApproximate || branches_ == 1) return bound / rough_m(jacobian);
  const double share = numeric::normal_upper_quantile(-std::log(2.0) - jacobian) / mu_;
  if (!(share < 1)) return INFINITY;
  const double place = std::max(share, 0.0) * kSteps, part = place - std::floor(place);
  const size_t i = static_cast<size_t>(place);
  return bound / (rough_ms_[i] * (1 - part) + rough_ms_[i + 1] * part);
}

// With m = 0 all of mu is the Jacobian's: Phi(-mu) = e^-c / 2.
double LinearTermCalibration::jacobian_of_share(double share) const {
  if (kind_ == kGaussian) return -std::log(2.0) - numeric::log_normal_cdf(-share * mu_);
  return share * epsilon_;
}

dpcvx_status LinearTermCalibration::charge(double jacobian, double bound, double scale, double second,
                                           privacy::Curve *curve, Error &error) const {
  const double part = above(above(bound) / scale);
  switch (kind_) {
    case kNone:
      return DPCVX_OK;
    case kGaussian:
      DPCVX_TRY(curve->add(privacy::gdp(linear_term_mu_up(terms(jacobian), part)), error));
      return curve->add(privacy::gdp(second), error);
    case kApproximate:
      return curve->add(privacy::approximate(whole_epsilon_, whole_delta_), error);
    case kPure: {
      const double linear_term = above(above((replaced_ ? 2 : 1) * part) + jacobian);
      return curve->add(privacy::pure(above(linear_term + second)), error);
    }
  }
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
