// Binomial tails and the confidence bounds of Clopper and Pearson (1934).
#ifndef DPCVX_AUDIT_BINOMIAL_H_
#define DPCVX_AUDIT_BINOMIAL_H_

#include <cstdint>

namespace dpcvx::audit {

// Pr[X <= k] for X binomial(n, p), 0 <= k <= n, 0 <= p <= 1; relative error below 1e-11 for n <= 2^40. The sum has as
// many terms as matter: a few standard deviations where k <= n p, all k + 1 of them far above the mean.
double binomial_lower_tail(int64_t k, int64_t n, double p);

// Pr[X <= k] <= tail at every p above the result (except for its last digit): with probability at least 1 - tail over
// k, the true p is at most clopper_pearson_upper(k, n, tail). 0 <= k <= n, 0 < tail < 1/2. Rounded up.
double clopper_pearson_upper(int64_t k, int64_t n, double tail);

// The mirror image: with probability at least 1 - tail, the true p is at least this. Rounded down.
double clopper_pearson_lower(int64_t k, int64_t n, double tail);

}  // namespace dpcvx::audit

#endif
