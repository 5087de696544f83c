// Gaussian noise on the lattice, one coordinate at a time: exact draws of round(sigma Z / h) (random/strip_sampler.h),
// made in blocks.
#ifndef DPCVX_SAMPLE_NOISE_H_
#define DPCVX_SAMPLE_NOISE_H_

#include <algorithm>

#include "random/strip_sampler.h"

namespace dpcvx::sample {

class Noise {
 public:
  // In units of the lattice step: 2 <= sigma / h <= 2^50.
  void prepare(double sigma_steps, int64_t expected) {
    sampler_.set_rounded_gaussian(sigma_steps);
    block_ = static_cast<size_t>(std::clamp<int64_t>((expected + 7) / 8 * 8, 8, kMax));
  }
  // Forgets what is left of the last block, so that a run depends on its own randomness alone.
  void begin() { left_ = 0; }

  // In steps: a double, exactly where it is below 2^53.
  double next(random::Rng &rng) { return static_cast<double>(next_steps(rng)); }
  int64_t next_steps(random::Rng &rng) {
    if (left_ == 0) {
      sampler_.draw(rng, steps_, block_);
      left_ = block_;
    }
    return steps_[--left_];
  }

 private:
  static constexpr int64_t kMax = 512;

  random::StripSampler sampler_;
  int64_t steps_[kMax] = {};
  size_t block_ = 8, left_ = 0;
};

}  // namespace dpcvx::sample

#endif
