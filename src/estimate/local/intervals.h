// Confidence intervals from sums of independent reports: proved for values that are fixed, and for values that are
// independent draws of one law (PROOFS.md, section 4).
#ifndef DPCVX_ESTIMATE_LOCAL_INTERVALS_H_
#define DPCVX_ESTIMATE_LOCAL_INTERVALS_H_

#include <cstdint>

namespace dpcvx::local {

struct Interval {
  double low, high;
};

// Returns an interval for the mean probability of `reports` independent events of which `hits` happened. Each end fails
// with probability at most tail, 0 < tail <= 1/4.
Interval hit_rate(int64_t hits, int64_t reports, double tail);

// Returns t >= 0 with Pr[mean of deviations >= t] <= tail, for `reports` independent deviations of mean 0, none above
// `bound` > 0, of variances with the mean `variance` >= 0 at most (Bennett 1962).
double bennett_deviation(double reports, double variance, double bound, double tail);

// Sums of independent numbers, none larger in size than `bound`, whose mean is within [-reach, reach]. Their mean
// square has an expectation of at most `max_square`.
struct BoundedMean {
  double reports;
  double mean, square;  // as they were observed
  double bound, max_square, reach;
};
// Returns an interval for the mean that fails with probability at most beta.
Interval bounded_mean(const BoundedMean &sums, double beta);

}  // namespace dpcvx::local

#endif
