// The handle behind dpcvx_rng. Floors above take the handle at their C boundary, call rng.prepare() before a charge,
// and pass the Rng on.
#ifndef DPCVX_RANDOM_RNG_HANDLE_H_
#define DPCVX_RANDOM_RNG_HANDLE_H_

#include "dpcvx/random.h"

#include "base/handle.h"
#include "random/rng.h"
#include "random/strip_sampler.h"

namespace dpcvx::random {

// The table of the law that was drawn from last, so that drawing one number at a time does not rebuild it.
struct LastSampler {
  using Setter = void (StripSampler::*)(double);
  Setter setter = nullptr;
  double parameter = 0;
  StripSampler sampler;

  const StripSampler &get(Setter wanted, double value) {
    if (setter != wanted || parameter != value) (sampler.*wanted)(value);
    setter = wanted;
    parameter = value;
    return sampler;
  }
};

}  // namespace dpcvx::random

struct dpcvx_rng {
  static constexpr dpcvx::HandleType kType{"dpcvx_rng", 0x6470637872616e64};
  dpcvx::HandleTag tag{kType};
  dpcvx::random::Rng rng;
  dpcvx::random::LastSampler last;
};

#endif
