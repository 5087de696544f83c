// Mixtures of Gaussian privacy: with probability p_k, by a choice that does not depend on the data, a mu_k-GDP
// mechanism. Told which k it was, an observer sees N(0, 1) or N(mu_k, 1) at worst, and the divergences of that pair are
// sums (PROOFS.md): delta(epsilon) = sum of p_k delta_mu_k(epsilon).
#ifndef DPCVX_PRIVACY_DIVERGENCES_GDP_MIXTURE_H_
#define DPCVX_PRIVACY_DIVERGENCES_GDP_MIXTURE_H_

#include <cstddef>

namespace dpcvx {
namespace privacy {

struct MixtureEntry {
  double mu;
  double probability;
};

// A settled mixture: mus increasing, probabilities > 0, and for every k the exact sum of those from k on is no less
// than that of the mixture meant; the whole sum passes 1 by 2^-40 at most.
struct Mixture {
  const double *mus;
  const double *probabilities;
  size_t size;
  // Where the mu drawn is 0 the law of the output is the same for both neighbours, and for every other mu drawn each of
  // the two is within that mu of this law too: then what is drawn hides (PROOFS.md, 10.3).
  bool amplified = false;

  double greatest() const { return mus[size - 1]; }
};

// Settles what a caller states, in place; its number of entries then. Entries of equal mu are joined, those of
// probability 0 left out; what the sum lacks to 1 is counted at the greatest mu left, and what passes 1 is taken off
// the least ones. Some probability is > 0.
size_t settle_mixture(MixtureEntry *entries, size_t size);

// Whether these numbers are a settled mixture, of finite mus.
bool is_settled(const Mixture &mixture);

// delta at epsilon >= 0, rounded up.
double mixture_delta_up(const Mixture &mixture, double epsilon);

// The least epsilon with delta(epsilon) <= delta, rounded up; infinite where there is none.
double mixture_epsilon_up(const Mixture &mixture, double delta);

// Renyi epsilon at order > 1: log(sum of p_k exp(order (order - 1) mu_k^2 / 2)) / (order - 1), rounded up; never above
// order mu^2 / 2 at the greatest mu.
double mixture_renyi_up(const Mixture &mixture, double order);

// The least sigma, rounded up, for which the mixture of mus sensitivities[k] / sigma has delta(epsilon) <= delta, and
// so has the one whose quotients are rounded up. `sensitivities` increase, `probabilities` are as in a settled mixture;
// 0 < delta < 1. 0 where the probability of all sensitivities > 0 is no more than delta: then no noise is needed.
double mixture_scale_within(const double *sensitivities, const double *probabilities, size_t size, double epsilon,
                            double delta);
// The same of an amplified mixture.
double amplified_scale_within(const double *sensitivities, const double *probabilities, size_t size, double epsilon,
                              double delta);

}  // namespace privacy
}  // namespace dpcvx

#endif
