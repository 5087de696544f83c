// The samplers of integer noise by name. Each sets up its table (a few microseconds) and draws; keep a StripSampler to
// draw from one law many times. None can fail: arguments are in the ranges of dpcvx/random.h, the rng is prepared.
#ifndef DPCVX_RANDOM_SAMPLERS_H_
#define DPCVX_RANDOM_SAMPLERS_H_

#include "random/bernoulli.h"
#include "random/strip_sampler.h"
#include "random/truncated_laplace.h"

namespace dpcvx::random {

inline void discrete_gaussian(Rng &rng, double sigma, int64_t *out, size_t n) {
  StripSampler sampler;
  sampler.set_discrete_gaussian(sigma);
  sampler.draw(rng, out, n);
}

inline void rounded_gaussian(Rng &rng, double sigma, int64_t *out, size_t n) {
  StripSampler sampler;
  sampler.set_rounded_gaussian(sigma);
  sampler.draw(rng, out, n);
}

inline void discrete_laplace(Rng &rng, double scale, int64_t *out, size_t n) {
  StripSampler sampler;
  sampler.set_discrete_laplace(scale);
  sampler.draw(rng, out, n);
}

inline void truncated_discrete_laplace(Rng &rng, double epsilon, int64_t kappa, int64_t *out, size_t n) {
  TruncatedLaplaceSampler sampler;
  sampler.set(epsilon, kappa);
  sampler.draw(rng, out, n);
}

}  // namespace dpcvx::random

#endif
