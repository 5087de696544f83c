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

// log Phi(z - m) for the z with Phi(z) = e^log_p / k.
double shifted(double log_p, double k, double m) {
  return numeric::log_normal_cdf(-numeric::normal_upper_quantile(log_p - std::log(k)) - m);
}

// The same for k > 1 branches. Probabilities a and g of errors of the two kinds: sets of probability 1 - g with the
// unit have at least a without it by (A), and by (B) sets of probability a have at most 1 - g' with it
// (PROOFS.md, 6.7). (A) bounds what is below a, (B) what is above, so every t gives a bound, the greater of both. The
// least is where g = g'. a is at most 1/2, where quantiles are as exact as above.
double mu_of_branches_up(double k, double jacobian, double m) {
  constexpr double kLogHalf = -0.69314718055994530942, kError = 0x1p-43, kMostT = 40;
  const auto log_a = [&](double t) {
    return std::fmin(std::log(k) + shifted(std::log1p(-numeric::normal_cdf(-t)), k, m) - jacobian, kLogHalf);
  };
  const auto log_other_g = [&](double a) { return std::log(k) + shifted(std::log1p(-std::exp(a)), k, m); };
  const auto lead = [&](double t) { return numeric::log_normal_cdf(-t) - log_other_g(log_a(t)); };
  const double t = numeric::falling_root(0, kMostT, 1e-10, lead);
  const double a = log_a(t), g = std::fmin(log_other_g(a), numeric::log_normal_cdf(-t));
  return round_up(numeric::normal_upper_quantile(g) + numeric::normal_upper_quantile(a)) + kError;
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
  if (terms.branches > 1) {
    const double one = mu_of_branches_up(terms.branches, terms.jacobian, m);
    return terms.replaced ? round_up(one + mu_of_branches_up(terms.branches, 0, m)) : one;
  }
  const double one = mu_with_jacobian_up(terms.jacobian, m);
  return terms.replaced ? round_up(one + m) : one;
}

double linear_term_m_within(const LinearTermParameters &terms, double epsilon, double delta) {
  return numeric::greatest_where(0.0, kMaxM,
                                 [&](double m) { return linear_term_delta_up(terms, m, epsilon) <= delta; });
}

double linear_term_m_within_mu(const LinearTermParameters &terms, double mu) {
  if (terms.branches > 1) {  // mu takes a search: few values are tried
    const auto excess = [&](double inverse) {
      const double found = linear_term_mu_up(terms, 1 / inverse);
      return found >= 0 ? found - mu : INFINITY;
    };
    constexpr double kLeastM = 0x1p-60;
    return excess(1 / kLeastM) <= 0 ? 1 / numeric::falling_root(1 / kMaxM, 1 / kLeastM, 1e-10, excess) : 0;
  }
  return numeric::greatest_where(0.0, kMaxM, [&](double m) { return linear_term_mu_up(terms, m) <= mu; });
}

}  // namespace dpcvx::solve
