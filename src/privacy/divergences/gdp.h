// Gaussian differential privacy (Dong, Roth and Su 2022): mu-GDP is the privacy of telling N(0, 1) from N(mu, 1).
//   delta_mu(epsilon) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)     (Balle and Wang 2018, Theorem 8)
// Names that end in _up or _down round to that side, with the error bounds of PROOFS.md.
#ifndef DPCVX_PRIVACY_DIVERGENCES_GDP_H_
#define DPCVX_PRIVACY_DIVERGENCES_GDP_H_

namespace dpcvx::privacy {

// Return delta_mu(epsilon) and its logarithm, 0 <= mu, 0 <= epsilon: relative error below 2e-13 in delta.
double gdp_delta(double mu, double epsilon);
double gdp_log_delta(double mu, double epsilon);

// Returns an upper bound on delta_mu(epsilon).
double gdp_delta_up(double mu, double epsilon);

// Returns the least epsilon >= 0 with delta_mu(epsilon) <= delta; infinite at delta = 0 unless mu = 0.
double gdp_epsilon_up(double mu, double delta);

// Returns the greatest mu with delta_mu(epsilon) <= delta; 0 <= epsilon, 0 < delta < 1.
double gdp_mu_down(double epsilon, double delta);

// Returns the least mu for which every epsilon-DP mechanism is mu-GDP: Phi(-mu/2) = 1 / (1 + e^epsilon).
double gdp_mu_of_pure_up(double epsilon);

// Returns the least mu for which one-dimensional Laplace noise of scale sensitivity / epsilon is mu-GDP: Phi(-mu/2) =
// e^(-epsilon/2) / 2.
double gdp_mu_of_laplace_up(double epsilon);

// Returns the greatest epsilon for which every epsilon-DP mechanism is mu-GDP.
double pure_within_gdp_down(double mu);

}  // namespace dpcvx::privacy

#endif
