// Exact draws of one bit, and of a bounded uniform integer.
#ifndef DPCVX_RANDOM_BERNOULLI_H_
#define DPCVX_RANDOM_BERNOULLI_H_

#include "random/rng.h"

namespace dpcvx {
namespace random {

// Uniform on {0, ..., bound - 1}, bound >= 1.
uint64_t uniform(Rng &rng, uint64_t bound);

inline bool coin(Rng &rng) { return (rng.next() & 1) != 0; }

// True with probability exp(-x), x >= 0 (+infinity too) the exact value of the double. Exact, except that a probability
// below 2^-1900 is taken for 0.
bool bernoulli_exp(Rng &rng, double x);

// True with probability exp(-count * rate): the product is that of the exact values, not rounded. rate >= 0, finite.
bool bernoulli_exp_multiple(Rng &rng, uint64_t count, double rate);

// True with probability exp(-count / scale), with the same exactness. scale > 0, finite.
bool bernoulli_exp_ratio(Rng &rng, uint64_t count, double scale);

}  // namespace random
}  // namespace dpcvx

#endif
