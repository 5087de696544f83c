// The privacy of a minimiser with a random linear term (objective perturbation): what PROOFS.md, sections 4 to 6,
// shows, as functions of three public numbers.
#ifndef DPCVX_SOLVE_PERTURBATION_LINEAR_TERM_PRIVACY_H_
#define DPCVX_SOLVE_PERTURBATION_LINEAR_TERM_PRIVACY_H_

#include <cstdint>

namespace dpcvx::solve {

// What one unit's presence does to the map from coefficients to linear terms.
struct LinearTermParameters {
  double jacobian = 0;    // c: log of the most that it multiplies the determinant of the map's derivative by
  int branches = 1;       // k: vertices, besides 0, of a polytope about 0 that holds its gradients, each of length <= G
  bool replaced = false;  // under replace-one: a unit is removed and another added
};

// Linear terms of standard deviation sigma a coordinate, m = G / sigma > 0, on linear models with records as units.
// delta(epsilon) for epsilon >= 0; 1 where nothing is known. Rounded up.
double linear_term_delta_up(const LinearTermParameters &terms, double m, double epsilon);
// mu of GDP. Rounded up.
double linear_term_mu_up(const LinearTermParameters &terms, double m);

// The greatest m for which these are at most delta, and at most mu; 0 where there is none.
double linear_term_m_within(const LinearTermParameters &terms, double epsilon, double delta);
double linear_term_m_within_mu(const LinearTermParameters &terms, double mu);

}  // namespace dpcvx::solve

#endif
