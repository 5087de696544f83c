// A law on the points x = 0, 1, 2, ... (or on the reals x >= 0) with weight exp(-y(x)), y an exact rational function of
// x that grows with x: what every sampler of this area compares its bits against.
#ifndef DPCVX_RANDOM_LAW_H_
#define DPCVX_RANDOM_LAW_H_

#include "random/natural.h"

namespace dpcvx::random {

// y(x) = x^power * numerator / denominator * 2^exponent.
struct Law {
  int power;  // 1 or 2
  uint64_t numerator;
  Wide denominator;
  int exponent;
  // The law in doubles: y(x) = x^power * rate (1 + r), |r| <= 2^-50, for x a double and a normal result.
  double rate;

  double y(double x) const { return (power == 2 ? x * x : x) * rate; }

  static Law linear(double rate);                 // y = rate x
  static Law linear_scale(double scale);          // y = x / scale
  static Law square(double sigma, int fraction);  // y = (x 2^-fraction)^2 / (2 sigma^2)
};

}  // namespace dpcvx::random

#endif
