// Poisson numbers of mean 1, for thinning.
#ifndef DPCVX_RANDOM_POISSON_H_
#define DPCVX_RANDOM_POISSON_H_

#include "random/rng.h"

namespace dpcvx::random {

constexpr int kMaxOfPoisson = 20;

// 2^64 Pr[Poisson(1) <= j], rounded down.
inline constexpr uint64_t kPoissonCumulative[kMaxOfPoisson] = {
    0x5e2d58d8b3bcdf1a, 0xbc5ab1b16779be35, 0xeb715e1dc1582dc2, 0xfb23979734a252f1, 0xff1025f59174dc3d,
    0xffd90f3ba4055e19, 0xfffa8b71fc72c913, 0xffff540c0914b3c9, 0xffffed1f4aa8f120, 0xfffffe216e641462,
    0xffffffd4d85d3183, 0xfffffffc6da262b4, 0xffffffffba12d178, 0xfffffffffb07c64c, 0xffffffffffab8ea5,
    0xfffffffffffabe22, 0xffffffffffffb11a, 0xfffffffffffffba1, 0xffffffffffffffc5, 0xfffffffffffffffd};

// Poisson(1) up to a total variation below 2^-59: 20 probabilities to 64 bits, and what is above 20 (2^-65) left out.
inline int poisson_of_mean_one(Rng &rng) {
  const uint64_t uniform = rng.next();
  int count =
      (uniform >= kPoissonCumulative[0]) + (uniform >= kPoissonCumulative[1]) + (uniform >= kPoissonCumulative[2]);
  while (count >= 3 && count < kMaxOfPoisson && uniform >= kPoissonCumulative[count]) ++count;
  return count;
}

}  // namespace dpcvx::random

#endif
