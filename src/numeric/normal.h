// The standard normal law, with relative accuracy in the far tails.
#ifndef DPCVX_NUMERIC_NORMAL_H_
#define DPCVX_NUMERIC_NORMAL_H_

namespace dpcvx::numeric {

// exp(x^2) erfc(x). Infinite below about -26.6.
double scaled_erfc(double x);

// Mills' ratio (1 - Phi(x)) / phi(x). Infinite below about -37.6.
double mills_ratio(double x);

// phi(x), the density.
double normal_density(double x);

// Phi(x) and log Phi(x). The second for every x; the first until it underflows, below -38.
double normal_cdf(double x);
double log_normal_cdf(double x);

// The x >= 0 with Phi(-x) = e^log_p, for log_p <= -log 2.
double normal_upper_quantile(double log_p);

// The x with Phi(x) = p, 0 < p < 1; infinities at 0 and 1.
double normal_quantile(double p);

// The x >= 0 with erf(x / sqrt 2) = y, that is Pr[|Z| <= x] = y, 0 <= y < 1: relative accuracy also where y is tiny.
double normal_two_sided_quantile(double y);

}  // namespace dpcvx::numeric

#endif
