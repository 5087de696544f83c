// Numbers of steps k with Pr[k] proportional to exp(-a k), exact except for the rounding of the exponents.
#ifndef DPCVX_SAMPLE_EXPONENTIAL_STEPS_H_
#define DPCVX_SAMPLE_EXPONENTIAL_STEPS_H_

#include <algorithm>
#include <cmath>

#include "random/bernoulli.h"

namespace dpcvx::sample {

// k = 0, 1, 2, ...: the place in a block, and the number of blocks before it. a > 0.
inline double exponential_steps(double a, random::Rng &rng) {
  const int bits = std::clamp(-std::ilogb(a) - 1, 0, 62);
  double place = 0;
  if (bits > 0) do {
      place = static_cast<double>(rng.next() >> (64 - bits));
    } while (!random::bernoulli_exp(rng, a * place));
  const double block = std::ldexp(1.0, bits);
  while (random::bernoulli_exp(rng, a * block)) place += block;
  return place;
}

}  // namespace dpcvx::sample

#endif
