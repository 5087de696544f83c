// Binomial tails and the confidence bounds of Clopper and Pearson (1934).
#ifndef DPCVX_NUMERIC_BINOMIAL_H_
#define DPCVX_NUMERIC_BINOMIAL_H_

#include <cstdint>

namespace dpcvx::numeric {

// Returns Pr[X <= k] for X binomial(n, p), 0 <= k <= n, 0 <= p <= 1; relative error below 1e-11 for n <= 2^40. It sums
// the terms that matter: a few standard deviations where k <= n p, all k + 1 far above the mean.
double binomial_lower_tail(int64_t k, int64_t n, double p);

// Returns the upper confidence bound, rounded up: Pr[X <= k] <= tail at every p above it. So with probability at least
// 1 - tail over k, the true p is at most clopper_pearson_upper(k, n, tail). 0 <= k <= n, 0 < tail < 1/2.
double clopper_pearson_upper(int64_t k, int64_t n, double tail);

// Returns the lower confidence bound, rounded down: with probability at least 1 - tail, the true p is at least this.
double clopper_pearson_lower(int64_t k, int64_t n, double tail);

}  // namespace dpcvx::numeric

#endif
