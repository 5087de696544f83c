#include "random/law.h"

#include <cmath>

namespace dpcvx::random {
namespace {

// value = mantissa * 2^exponent, exactly, with an odd mantissa; value is positive and finite.
uint64_t split(double value, int *exponent) {
  const double fraction = std::frexp(value, exponent);
  uint64_t mantissa = static_cast<uint64_t>(std::ldexp(fraction, 53));
  *exponent -= 53;
  const int zeros = __builtin_ctzll(mantissa);
  *exponent += zeros;
  return mantissa >> zeros;
}

}  // namespace

Law Law::linear(double rate) {
  Law law{1, 0, 1, 0, rate};
  law.numerator = split(rate, &law.exponent);
  return law;
}

Law Law::linear_scale(double scale) {
  Law law{1, 1, 1, 0, 1 / scale};
  law.denominator = split(scale, &law.exponent);
  law.exponent = -law.exponent;
  return law;
}

Law Law::square(double sigma, int fraction) {
  const double unit_sigma = std::ldexp(sigma, fraction);
  Law law{2, 1, 1, 0, 0.5 / (unit_sigma * unit_sigma)};
  const uint64_t mantissa = split(unit_sigma, &law.exponent);
  law.denominator = Wide{mantissa} * mantissa;
  law.exponent = -2 * law.exponent - 1;
  return law;
}

}  // namespace dpcvx::random
