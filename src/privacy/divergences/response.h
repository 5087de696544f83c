// Randomized response among n answers: with probability p a uniform answer, else the truth. Its Renyi divergences, and
// its zCDP (PROOFS.md, section 2.5).
#ifndef DPCVX_PRIVACY_DIVERGENCES_RESPONSE_H_
#define DPCVX_PRIVACY_DIVERGENCES_RESPONSE_H_

namespace dpcvx::privacy {

// Returns the greatest loss, log(1 + n (1 - p) / p).
double response_loss_up(double noise, double categories);

// Returns the Renyi epsilon at an order > 1.
double renyi_of_response_up(double noise, double categories, double order);

// Returns the least rho of zCDP for n <= 2 + 4 e^(loss / 2), which is (1 - p) loss; else that of pure DP.
double zcdp_of_response_up(double noise, double categories);

}  // namespace dpcvx::privacy

#endif
