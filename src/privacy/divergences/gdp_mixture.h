// Mixtures of GDP: with probability p_k, chosen without the data, a mu_k-GDP mechanism runs. An observer who knows k
// sees N(0, 1) or N(mu_k, 1) at worst. The divergences of that pair are sums (PROOFS.md): delta(epsilon) = sum of p_k
// delta_mu_k(epsilon).
#ifndef DPCVX_PRIVACY_DIVERGENCES_GDP_MIXTURE_H_
#define DPCVX_PRIVACY_DIVERGENCES_GDP_MIXTURE_H_

#include <cstddef>

namespace dpcvx::privacy {

struct MixtureEntry {
  double mu;
  double probability;
};

// A settled mixture: mus increase and probabilities are > 0. For every k the exact sum of those from k on is at least
// that of the stated mixture. The whole sum exceeds 1 by at most 2^-40.
struct Mixture {
  const double *mus;
  const double *probabilities;
  size_t size;
  // Where the mu drawn is 0, both neighbours have the same law of the output. For any other mu drawn, each of the two
  // laws is within that mu of this law too. Then the secret draw amplifies privacy (PROOFS.md, 10.3).
  bool amplified = false;

  double greatest() const { return mus[size - 1]; }
};

// Settles a stated mixture in place, and returns its new number of entries. Entries of equal mu are joined; those of
// probability 0 are dropped. If the sum is below 1, the rest is added at the greatest mu. If it is above 1, the excess
// is taken from the least mus. Requires: some probability is > 0.
size_t settle_mixture(MixtureEntry *entries, size_t size);

// Returns whether these numbers are a settled mixture of finite mus.
bool is_settled(const Mixture &mixture);

// Returns the delta at epsilon >= 0, rounded up.
double mixture_delta_up(const Mixture &mixture, double epsilon);

// Returns the least epsilon with delta(epsilon) <= delta, rounded up; infinite where there is none.
double mixture_epsilon_up(const Mixture &mixture, double delta);

// Returns the Renyi epsilon at order > 1: log(sum of p_k exp(order (order - 1) mu_k^2 / 2)) / (order - 1), rounded up;
// never above order mu^2 / 2 at the greatest mu.
double mixture_renyi_up(const Mixture &mixture, double order);

// Returns the least sigma, rounded up, for which the mixture of mus sensitivities[k] / sigma has delta(epsilon) <=
// delta, also with quotients rounded up. It is 0 if the probability of all sensitivities > 0 is at most delta: then no
// noise is needed. `sensitivities` increase, `probabilities` are as in a settled mixture, 0 < delta < 1.
double mixture_scale_within(const double *sensitivities, const double *probabilities, size_t size, double epsilon,
                            double delta);
// Returns that sigma for an amplified mixture.
double amplified_scale_within(const double *sensitivities, const double *probabilities, size_t size, double epsilon,
                              double delta);

}  // namespace dpcvx::privacy

#endif
