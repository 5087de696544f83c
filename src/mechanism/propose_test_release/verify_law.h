// Proves the guarantee of a law that is stored as integers, rounded up: the sums of PROOFS_STABILITY.md over the very
// probabilities that are drawn from, regardless of how the law was found.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_VERIFY_LAW_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_VERIFY_LAW_H_

#include <cstddef>

#include "mechanism/propose_test_release/fixed_probability.h"

namespace dpcvx::mechanism {

// e^epsilon, rounded down.
Factor rise_factor(double epsilon);

// max over sets of a N(0, 1) - e^epsilon b N(mu, 1).
double proved_stick(Fixed a, Fixed b, double mu, double epsilon);

// Returns the delta at epsilon of the Gaussian alone.
double proved_pair_delta(double mu, double epsilon);

// Returns the delta at epsilon of a point from the tails Pr[R >= r] of all levels: the greatest hockey-stick divergence
// of two scores.
double proved_point_delta(const Fixed *tails, size_t levels, double mu, double epsilon);

// Returns the delta at epsilon of a family from the probabilities Pr[R = r].
double proved_family_delta(const Fixed *probabilities, size_t levels, double mu, double epsilon);

// Returns the greatest |log| of the ratio of two neighbouring probabilities; infinite unless all are above 0.
double greatest_step(const Fixed *probabilities, size_t levels);

}  // namespace dpcvx::mechanism

#endif
