// The exact privacy of the abstract releases of stable data, in long double and from the tails alone: independent of
// the library's own sums.
#ifndef DPCVX_TESTS_MECHANISM_PROPOSE_TEST_RELEASE_STABILITY_WORST_H_
#define DPCVX_TESTS_MECHANISM_PROPOSE_TEST_RELEASE_STABILITY_WORST_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "mechanism/propose_test_release/threshold_law.h"

namespace worst {

using dpcvx::mechanism::Fixed;
using dpcvx::mechanism::kFixedOne;
using dpcvx::mechanism::StabilityLaw;
using Real = long double;

// Pr[R >= r], r = 0 ... top; above it nothing passes.
using Tails = std::vector<Fixed>;

inline Tails tails_of(const StabilityLaw &law) {
  Tails tails;
  for (int64_t r = 0; r <= law.top(); ++r) tails.push_back(law.tail(r));
  return tails;
}

inline Real real(Fixed x) { return std::ldexp(static_cast<Real>(x), -126); }
inline Real cdf(Real x) { return std::erfc(-x / std::sqrt(2.0L)) / 2; }

// max over sets of a N(0, 1) - e^epsilon b N(mu, 1): the densities cross once.
inline Real stick(Real a, Real b, Real mu, Real epsilon) {
  if (a <= 0) return 0;
  if (b <= 0) return a;
  const Real e = epsilon - std::log(a / b);
  return std::max<Real>(0, a * cdf(mu / 2 - e / mu) - std::exp(epsilon) * b * cdf(-mu / 2 - e / mu));
}

// Bottom and a point: scores a and b of neighbours, whose points are at mu standard deviations (infinite: anywhere).
inline Real pair_delta(const Tails &tails, int64_t a, int64_t b, Real mu, Real epsilon) {
  const auto tail = [&](int64_t r) -> Fixed {
    return r <= 0 ? kFixedOne : r < static_cast<int64_t>(tails.size()) ? tails[static_cast<size_t>(r)] : 0;
  };
  const Real bottom = std::max<Real>(0, real(kFixedOne - tail(a)) - std::exp(epsilon) * real(kFixedOne - tail(b)));
  const Real pass = real(tail(a)), other = real(tail(b));
  return bottom + (mu < INFINITY ? stick(pass, other, mu, epsilon) : pass);
}

// The worst of all pairs whose scores differ by at most `step`. Two scores of top have points anywhere.
inline Real point_delta(const Tails &tails, Real mu, Real epsilon, int64_t step = 1) {
  const int64_t top = static_cast<int64_t>(tails.size()) - 1;
  Real most = 0;
  for (int64_t a = 0; a <= top + 1; ++a)
    for (int64_t b = std::max<int64_t>(0, a - step); b <= a + step; ++b)
      most = std::max(most, pair_delta(tails, a, b, a == top && b == top ? INFINITY : mu, epsilon));
  return most;
}

}  // namespace worst

#endif
