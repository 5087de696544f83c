// Renyi differential privacy (Mironov 2017): its curves in closed form and its conversion to (epsilon, delta).
#ifndef DPCVX_PRIVACY_DIVERGENCES_RDP_H_
#define DPCVX_PRIVACY_DIVERGENCES_RDP_H_

#include <cstddef>

namespace dpcvx::privacy {

// Returns the Renyi epsilon at `order` of the worst epsilon-DP mechanism, randomized response: with t = order - 1,
// (1/t) log(p e^(t epsilon) + (1 - p) e^(-t epsilon)), p = e^epsilon / (1 + e^epsilon).
double renyi_of_pure_up(double epsilon, double order);

// Returns the least rho for which every epsilon-DP mechanism is rho-zCDP: epsilon tanh(epsilon / 2).
double zcdp_of_pure_up(double epsilon);

// Returns the least rho of one-dimensional Laplace noise whose scale is 1 / epsilon times the sensitivity:
// epsilon - 1 + e^-epsilon (Harrison and Manurangsi 2025).
double zcdp_of_laplace_up(double epsilon);

// Returns the least rho of every mechanism of bounded range epsilon:
// epsilon - 1 + log((1 - e^-epsilon) / epsilon) + epsilon / (e^epsilon - 1) (Harrison and Manurangsi 2025).
double zcdp_of_bounded_range_up(double epsilon);

// Returns the least rho of discrete Laplace noise of this decay and this whole shift:
// decay (shift - (1 - e^(-decay shift)) / sinh(decay)).
double zcdp_of_discrete_laplace_up(double decay, double shift);

// Return the greatest epsilon with zcdp_of_pure_up(epsilon) <= rho, or zcdp_of_bounded_range_up(epsilon) <= rho.
double pure_within_zcdp_down(double rho);
double bounded_range_within_zcdp_down(double rho);

// Returns the Renyi epsilon of one-dimensional Laplace noise whose scale is 1 / epsilon times the sensitivity (Mironov
// 2017, Proposition 6).
double renyi_of_laplace_up(double epsilon, double order);

// Returns the Renyi epsilon of a table at increasing orders > 1. Between orders it holds by convexity of (order - 1)
// D_order; beyond the last order it is infinite.
double renyi_of_table_up(const double *orders, const double *epsilons, size_t size, double order);

// Return the log delta for which Renyi epsilon `renyi` at `order` proves (epsilon, delta)-DP, and the epsilon for a log
// delta, at least 0 (Canonne, Kamath and Steinke 2020, Proposition 12). Both are rounded up. A log delta above 0 states
// nothing.
double renyi_log_delta_up(double renyi, double order, double epsilon);
double renyi_epsilon_up(double renyi, double order, double log_delta);

// Returns the greatest Renyi epsilon at `order` that proves (epsilon, delta)-DP; negative where none does. Rounded
// down.
double renyi_within_down(double order, double epsilon, double log_delta);

// Returns the looser conversion renyi + log(1/delta) / (order - 1) (Mironov 2017, Proposition 3), to reproduce papers
// that use it.
double mironov_epsilon_up(double renyi, double order, double log_delta);

}  // namespace dpcvx::privacy

#endif
