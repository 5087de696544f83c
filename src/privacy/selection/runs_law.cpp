#include "privacy/selection/runs_law.h"

#include <cmath>

#include "numeric/margins.h"

namespace dpcvx::privacy {

bool RunsLaw::set_table(const double *p, size_t most) {
  if (most < 1 || most > kMaxRuns) return false;
  double sum = 0, runs = 0;
  for (size_t k = 0; k <= most; ++k) {
    if (!(p[k] >= 0)) return false;
    sum += p[k];
    if (k > 0) runs += p[k];
  }
  if (!(std::fabs(sum - 1) <= 0x1p-40 && runs > 0)) return false;
  none_ = p[0];
  most_ = most;
  for (size_t k = 1; k <= most; ++k) weights_[k - 1] = static_cast<double>(k) * p[k];
  return true;
}

bool RunsLaw::set_each_once(size_t candidates, double inclusion) {
  if (candidates < 1 || candidates > 64 || !(inclusion > 0 && inclusion <= 1)) return false;
  const double count = static_cast<double>(candidates), left = 1 - inclusion;
  const double some = inclusion < 1 ? -std::expm1(count * std::log1p(-inclusion)) : 1;
  none_ = 0;
  most_ = candidates;
  // k C(J, k) = J C(J - 1, k - 1).
  double choose = count;
  for (size_t k = 1; k <= candidates; ++k) {
    const double rest = static_cast<double>(candidates - k);
    weights_[k - 1] = choose * std::pow(inclusion, static_cast<double>(k)) * std::pow(left, rest) / some;
    choose *= rest / static_cast<double>(k);
  }
  return true;
}

bool RunsLaw::set_negative_binomial(double shape, double gamma) {
  if (!(shape > -1 && shape <= 16 && gamma > 0 && gamma < 1)) return false;
  none_ = 0;
  most_ = kMaxRuns;
  // k p_k is proportional to (1 - gamma)^k times the product over 1 <= l < k of (l + shape) / l. What is beyond the cap
  // is left out: the law is the one on 1, ..., kMaxRuns.
  double weight = 1, total = 0;
  for (size_t k = 1; k <= kMaxRuns; ++k) {
    const double runs = static_cast<double>(k);
    weights_[k - 1] = weight;
    total += weight / runs;
    weight *= (1 - gamma) * (runs + shape) / runs;
  }
  for (double &value : weights_) value /= total;
  return total < INFINITY;
}

// Sums of terms that are not negative: two operations a term.
double RunsLaw::slope(double t) const {
  double sum = 0;
  for (size_t k = most_; k-- > 0;) sum = sum * t + weights_[k];
  return sum;
}

double RunsLaw::slope_up(double t) const { return numeric::up_many(slope(t)); }
double RunsLaw::slope_down(double t) const { return numeric::down_many(slope(t)); }

}  // namespace dpcvx::privacy
