// Privacy amplification by iteration: the Gaussian differential privacy of the last iterate of noisy contractive steps
// (PROOFS.md, section 16).
#ifndef DPCVX_PRIVACY_DIVERGENCES_ITERATION_H_
#define DPCVX_PRIVACY_DIVERGENCES_ITERATION_H_

#include <cstdint>

namespace dpcvx::privacy {

// x_k = f_k(x_{k-1}) + noise for k = 1 to `steps`. Every f_k brings points closer by the factor `contraction` at least,
// <= 1. What one unit changes moves f_k by at most `sensitivity`. `noise` is the standard deviation.
struct Iteration {
  double sensitivity, noise, contraction;
  int64_t steps;
};

// Returns mu of a unit that one step meets, 1 <= position <= steps; rounded up.
double iteration_mu_at_up(const Iteration &iteration, int64_t position);

// Returns mu of a unit that every `period`-th step meets, the last one among them. All iterates are in a set of this
// diameter, which may be infinite.
double iteration_mu_up(const Iteration &iteration, int64_t period, double diameter);

}  // namespace dpcvx::privacy

#endif
