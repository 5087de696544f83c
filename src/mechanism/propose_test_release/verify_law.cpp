#include "mechanism/propose_test_release/verify_law.h"

#include <algorithm>
#include <cmath>

#include "mechanism/propose_test_release/gaussian_hockey_stick.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"

namespace dpcvx::mechanism {

using numeric::above;
using privacy::round_up;

namespace {

// log(a / b) from above, b > 0.
double log_ratio_up(Fixed a, Fixed b) {
  const double high = fixed_up(a), low = fixed_down(b);
  // Near 1 the logarithm of the quotient would lose what the difference keeps.
  const double value = a < 2 * b && b < 2 * a
                           ? std::log1p((a >= b ? fixed_up(a - b) : -fixed_down(b - a)) / (a >= b ? low : fixed_up(b)))
                           : std::log(high / low);
  return value + std::fabs(value) * 0x1p-48 + 0x1p-1000;
}

// (a - e^epsilon b)_+
double excess_up(Fixed a, Fixed b, Factor grow) {
  const Fixed covered = times_down(b, grow);
  return a > covered ? fixed_up(a - covered) : 0;
}

}  // namespace

double proved_stick(Fixed a, Fixed b, double mu, double epsilon) {
  if (a == 0) return 0;
  if (b == 0) return fixed_up(a);
  const double left = epsilon - log_ratio_up(a, b);
  return round_up(fixed_up(a) * signed_gdp_delta_up(mu, left - std::fabs(left) * 0x1p-52));
}

Factor rise_factor(double epsilon) { return factor_of(privacy::round_down(std::exp(epsilon))); }

double proved_pair_delta(double mu, double epsilon) { return privacy::gdp_delta_up(mu, epsilon); }

double proved_point_delta(const Fixed *tails, size_t levels, double mu, double epsilon) {
  const Factor grow = rise_factor(epsilon);
  // Equal scores below the top; scores at the top, whose points may be anywhere.
  double most = std::max(proved_pair_delta(mu, epsilon), fixed_up(tails[levels - 1]));
  for (size_t r = 0; r + 1 < levels; ++r) {
    const Fixed one = tails[r], two = tails[r + 1];
    // Without excess it is two delta_mu(epsilon + log(one / two)), which is less than that of equal scores.
    const double rise = excess_up(kFixedOne - two, kFixedOne - one, grow);
    const double up = rise > 0 ? rise + proved_stick(two, one, mu, epsilon) : 0;
    const double down = excess_up(kFixedOne - one, kFixedOne - two, grow) + proved_stick(one, two, mu, epsilon);
    most = std::max(most, above(std::max(up, down)));
  }
  return most;
}

double proved_family_delta(const Fixed *p, size_t levels, double mu, double epsilon) {
  const Factor grow = rise_factor(epsilon);
  double sum = above(fixed_up(p[0]) + (levels > 1 ? fixed_up(p[levels - 1]) : 0));
  for (size_t r = 1; r < levels; ++r) {
    const double stable = r + 1 < levels ? proved_stick(p[r], p[r + 1], mu, epsilon) : 0;
    sum = above(sum + std::max(stable, excess_up(p[r], p[r - 1], grow)));
  }
  return std::min(sum, 1.0);
}

double greatest_step(const Fixed *p, size_t levels) {
  double most = 0;
  for (size_t r = 0; r + 1 < levels; ++r) {
    if (p[r] == 0 || p[r + 1] == 0) return INFINITY;
    most = std::max(most, p[r] > p[r + 1] ? log_ratio_up(p[r], p[r + 1]) : log_ratio_up(p[r + 1], p[r]));
  }
  return most;
}

}  // namespace dpcvx::mechanism
