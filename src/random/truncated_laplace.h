// The truncated shifted discrete Laplace law: Pr[k] proportional to exp(-epsilon |k - kappa|) on {0, ..., 2 kappa}.
#ifndef DPCVX_RANDOM_TRUNCATED_LAPLACE_H_
#define DPCVX_RANDOM_TRUNCATED_LAPLACE_H_

#include "base/status.h"
#include "random/strip_sampler.h"

namespace dpcvx::random {

class TruncatedLaplaceSampler {
 public:
  // 0 < epsilon <= 2^10, 0 <= kappa <= 2^40.
  void set(double epsilon, int64_t kappa);
  void draw(Rng &rng, int64_t *out, size_t n) const;

 private:
  int64_t draw_flat(Rng &rng) const;

  double epsilon_;
  int64_t kappa_;
  bool flat_;  // nearly uniform: propose uniformly; otherwise from the law on all integers
  StripSampler all_;
};

// An upper bound of Pr[0], within a relative 2^-39 of it (or two subnormal steps). 0 < epsilon <= 2^10, 0 <= kappa <=
// 2^40.
double truncated_laplace_edge(double epsilon, int64_t kappa);

constexpr int64_t kMaxKappa = int64_t{1} << 40;

// The least kappa for which that bound is at most delta. DPCVX_ERR_ARGUMENT past kMaxKappa.
dpcvx_status truncated_laplace_kappa(double epsilon, double delta, int64_t *kappa, double *edge, Error &error);

}  // namespace dpcvx::random

#endif
