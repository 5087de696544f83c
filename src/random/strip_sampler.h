// The exact samplers of integer noise: set up for one law, then drawn from in bulk. Neither step can fail, and neither
// allocates, so that nothing can go wrong after a budget was charged. An object is about 11 kB; it holds no secret.
#ifndef DPCVX_RANDOM_STRIP_SAMPLER_H_
#define DPCVX_RANDOM_STRIP_SAMPLER_H_

#include "random/rng.h"
#include "random/strip_table.h"

namespace dpcvx::random {

class StripSampler {
 public:
  // Ranges as in dpcvx/random.h; the caller has checked them.
  void set_discrete_gaussian(double sigma);
  void set_rounded_gaussian(double sigma);
  void set_discrete_laplace(double scale);
  // Pr[k] proportional to exp(-rate |k|), 2^-50 <= rate <= 2^10.
  void set_discrete_laplace_rate(double rate);

  // n independent draws. The rng has been prepared.
  void draw(Rng &rng, int64_t *out, size_t n) const;

  const StripTable &table() const { return table_; }

 private:
  size_t draw_batch(Rng &rng, int64_t *out, size_t n) const;

  StripTable table_;
};

// Decides exactly what the inner loop left open: whether the candidate of these words is accepted, and which integer it
// is.
bool resolve_candidate(Rng &rng, const StripTable &table, uint64_t word, uint32_t more, int64_t *value);

}  // namespace dpcvx::random

#endif
