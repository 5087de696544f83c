// Renyi curves and exact single-step curves of the Gaussian mechanism on a random batch. sigma is the standard
// deviation over the l2 sensitivity of the batch's sum.
#ifndef DPCVX_PRIVACY_DIVERGENCES_SUBSAMPLED_RDP_H_
#define DPCVX_PRIVACY_DIVERGENCES_SUBSAMPLED_RDP_H_

namespace dpcvx::privacy {

// Returns the Renyi epsilon under Poisson sampling at rate 0 < q < 1, add/remove (Mironov, Talwar and Zhang 2019,
// Theorem 4 and section 3.3), any order > 1, rounded up.
double renyi_of_poisson_gaussian_up(double sigma, double q, double order);

// Returns the Renyi epsilon for a uniform subset of a fixed size, a share q of the units, under replace-one
// (PROOFS.md), at any order > 1.
double renyi_of_fixed_size_gaussian_up(double sigma, double q, double order);

// Returns the general bound of Wang, Balle and Kasiviswanathan (2019, Theorem 9) for subsets of a fixed size at integer
// orders, for comparison.
double wang_balle_kasiviswanathan_up(double sigma, double q, double order);

// Returns the delta at epsilon of one step: q delta_mu(log(1 + (e^epsilon - 1) / q)), mu = 1 / sigma, rounded up
// (Balle, Barthe and Gaboardi 2018; both samplings, each under its adjacency).
double subsampled_gaussian_delta_up(double sigma, double q, double epsilon);

}  // namespace dpcvx::privacy

#endif
