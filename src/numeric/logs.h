// Sums, differences and binomials of numbers that are kept as logarithms.
#ifndef DPCVX_NUMERIC_LOGS_H_
#define DPCVX_NUMERIC_LOGS_H_

#include <cmath>
#include <cstdint>

namespace dpcvx::numeric {

// log(1 - e^x) for x <= 0 (Maechler 2012: expm1 near 0, log1p far from it).
inline double log_one_minus_exp(double x) {
  return x > -0.6931471805599453 ? std::log(-std::expm1(x)) : std::log1p(-std::exp(x));
}

// log(e^a + e^b)
inline double log_add(double a, double b) {
  const double high = a > b ? a : b, low = a > b ? b : a;
  return low == -INFINITY ? high : high + std::log1p(std::exp(low - high));
}

// log(e^a - e^b) for a >= b
inline double log_subtract(double a, double b) { return b == -INFINITY ? a : a + log_one_minus_exp(b - a); }

// log(e^x - 1) for x > 0
inline double log_expm1(double x) { return x > 40 ? x + std::log1p(-std::exp(-x)) : std::log(std::expm1(x)); }

// log(1 + e^x)
inline double log_one_plus_exp(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

// e^x - 1 - x, relative accuracy also near 0; never negative.
double exp_remainder(double x);

// A sum of e^(x_1) + e^(x_2) + ... as a logarithm, terms in any order, rescaled to the greatest so far.
class LogSum {
 public:
  void add(double x) {
    if (x == -INFINITY) return;
    if (x > greatest_) {
      sum_ = sum_ * std::exp(greatest_ - x) + 1;
      greatest_ = x;
    } else {
      sum_ += std::exp(x - greatest_);
    }
  }
  double log() const { return sum_ == 0 ? -INFINITY : greatest_ + std::log(sum_); }

 private:
  double greatest_ = -INFINITY;
  double sum_ = 0;
};

// log(n!) - [(n + 1/2) log n - n + log sqrt(2 pi)], the error of Stirling's formula, n >= 1, absolute accuracy 1e-16.
double stirling_error(double n);

// log of n choose k for integers 0 <= k <= n, n < 2^53: absolute error below 2^-49 (1 + |answer|).
double log_binomial(double n, double k);

// log of the probability of k successes in n tries at success probability p = 1 - q, 0 < p, q (both given, for relative
// accuracy of each): the saddle-point form of Loader (2000), absolute error below 2^-47 (1 + |answer|).
double log_binomial_probability(double n, double k, double p, double q);

}  // namespace dpcvx::numeric

#endif
