// Powers with some 32 digits, where a test needs them and no library is at hand.
#ifndef DPCVX_TESTS_SUPPORT_WIDE_POWER_H_
#define DPCVX_TESTS_SUPPORT_WIDE_POWER_H_

#include <cmath>

typedef __float128 Wide;

// x^a, x >= 0: Newton's method on the logarithm, from that of long double.
inline Wide wide_power(Wide x, Wide a) {
  if (x == 0) return 0;
  const auto start = [](Wide y) { return static_cast<Wide>(std::log(static_cast<long double>(y))); };
  const auto exponential = [](Wide y) {
    int halvings = 0;
    for (; y > 0.01 || y < -0.01; ++halvings) y /= 2;
    Wide term = 1, sum = 1;
    for (int k = 1; k < 24; ++k) sum += term *= y / k;
    for (; halvings > 0; --halvings) sum *= sum;
    return sum;
  };
  Wide log = start(x);
  for (int i = 0; i < 2; ++i) log += x * exponential(-log) - 1;
  return exponential(a * log);
}

#endif
