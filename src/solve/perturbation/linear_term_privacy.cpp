#include "solve/perturbation/linear_term_privacy.h"

#include <algorithm>
#include <cmath>

#include "numeric/normal.h"
#include "numeric/root.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"

namespace dpcvx::solve {

namespace {

using privacy::gdp_delta_up;
using privacy::round_up;

constexpr double kMaxEpsilon = 256;  // what holds there holds beyond; exp(256) is far from the ends of the doubles
constexpr double kMaxM = 0x1p10;

// epsilon less a loss, rounded down; negative where the loss is greater.
double less(double epsilon, double loss) { return epsilon - loss - 0x1p-50 * (epsilon + loss); }

// How much presence adds to m in mu: the tangent of slope 1 of the tilted Gaussian, moved by the Jacobian.
// Absolute errors of the logarithm are below 2^-50, and the quantile's derivative in it is below 1.3 for p <= 1/2.
double mu_with_jacobian_up(double jacobian, double m) {
  const double log_p = std::fmin(numeric::log_normal_cdf(-m / 2) - jacobian, -0.69314718055994530942);
  return round_up(m / 2 + numeric::normal_upper_quantile(log_p)) + 0x1p-47;
}

}  // namespace

double linear_term_delta_up(const LinearTermParameters &terms, double m, double epsilon) {
  const double left = less(std::fmin(epsilon, kMaxEpsilon), terms.jacobian);
  if (!(left >= 0)) return 1;
  const double k = terms.branches;
  if (!terms.replaced) return std::fmin(1, round_up(k * gdp_delta_up(m, left)));
  // Any split of what is left holds; this one is the Gaussian's own.
  const double removed = std::fmax(0, left / 2 - m * m / 2);
  const double added = less(left, removed);
  if (!(added >= 0)) return 1;
  const double price = round_up(std::exp(removed + terms.jacobian));
  return std::fmin(1, round_up(k * (gdp_delta_up(m, removed) + price * gdp_delta_up(m, added))));
}

double linear_term_mu_up(const LinearTermParameters &terms, double m) {
  if (terms.branches != 1) return INFINITY;
  const double one = mu_with_jacobian_up(terms.jacobian, m);
  return terms.replaced ? round_up(one + m) : one;
}

double linear_term_m_within(const LinearTermParameters &terms, double epsilon, double delta) {
  return numeric::greatest_where(0.0, kMaxM,
                                 [&](double m) { return linear_term_delta_up(terms, m, epsilon) <= delta; });
}

double linear_term_m_within_mu(const LinearTermParameters &terms, double mu) {
  return numeric::greatest_where(0.0, kMaxM, [&](double m) { return linear_term_mu_up(terms, m) <= mu; });
}

}  // namespace dpcvx::solve
