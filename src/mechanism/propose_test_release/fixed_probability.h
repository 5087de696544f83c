// Probabilities as integers over 2^126. Proofs about them hold for the draws, since 126 random bits decide an event of
// such a probability exactly.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_FIXED_PROBABILITY_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_FIXED_PROBABILITY_H_

#include <cmath>
#include <cstdint>

#include "numeric/directed.h"
#include "random/rng.h"

namespace dpcvx::mechanism {

using Fixed = unsigned __int128;

constexpr int kFixedBits = 126;
constexpr Fixed kFixedOne = static_cast<Fixed>(1) << kFixedBits;

// Return doubles, rounded to one side. Conversion errs by at most one unit in the last place in any rounding mode, and
// scaling by 2^-126 is exact.
inline double fixed_to_double(Fixed x) { return static_cast<double>(x) * 0x1p-126; }
inline double fixed_up(Fixed x) { return x == 0 ? 0 : numeric::above(fixed_to_double(x)); }
inline double fixed_down(Fixed x) { return numeric::below_positive(fixed_to_double(x)); }

// floor(value 2^126) and one more than it, for 0 <= value <= 1.
inline Fixed fixed_from_down(double value) {
  if (!(value > 0)) return 0;
  int exponent;
  const uint64_t mantissa = static_cast<uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  const int shift = kFixedBits + exponent - 53;
  if (shift >= 0) return static_cast<Fixed>(mantissa) << shift;
  return shift > -64 ? static_cast<Fixed>(mantissa >> -shift) : 0;
}
inline Fixed fixed_from_up(double value) { return fixed_from_down(value) + 1; }

// A positive double as a factor: mantissa 2^-shift, exactly.
struct Factor {
  uint64_t mantissa = 0;  // below 2^53
  int shift = 0;
};

inline Factor factor_of(double value) {
  int exponent;
  const double fraction = std::frexp(value, &exponent);
  return {static_cast<uint64_t>(std::ldexp(fraction, 53)), 53 - exponent};
}

// floor(x * factor), x <= 2^126; 2^126 where it is more.
inline Fixed times_down(Fixed x, Factor factor) {
  const uint64_t high = static_cast<uint64_t>(x >> 64), low = static_cast<uint64_t>(x);
  const Fixed low_product = static_cast<Fixed>(low) * factor.mantissa;
  const Fixed upper = static_cast<Fixed>(high) * factor.mantissa + (low_product >> 64);  // of 2^64, below 2^117
  const uint64_t lower = static_cast<uint64_t>(low_product);
  if (factor.shift >= 64) return factor.shift < 192 ? upper >> (factor.shift - 64) : 0;
  const int left = 64 - factor.shift;  // what `upper` moves to the left, above 0
  const Fixed whole = left < kFixedBits ? upper << left : 0;
  if (upper != 0 && (left >= kFixedBits || upper >> (kFixedBits - left) != 0)) return kFixedOne;
  if (factor.shift >= 0) return whole + (factor.shift == 0 ? lower : lower >> factor.shift);
  const int more = -factor.shift;
  if (lower != 0 && (more >= kFixedBits || static_cast<Fixed>(lower) >> (kFixedBits - more) != 0)) return kFixedOne;
  const Fixed rest = lower == 0 ? 0 : static_cast<Fixed>(lower) << more;
  return whole + rest < kFixedOne ? whole + rest : kFixedOne;
}

// Above x * factor, by one at most, x <= 2^126, factor <= 1.
inline Fixed times_up(Fixed x, Factor factor) {
  const Fixed floor = times_down(x, factor);
  return floor < kFixedOne ? floor + 1 : kFixedOne;
}

// Uniform on 0 ... 2^126 - 1.
inline Fixed uniform_fixed(random::Rng &rng) {
  const uint64_t high = rng.next();
  return ((static_cast<Fixed>(high) << 64) | rng.next()) >> (128 - kFixedBits);
}

}  // namespace dpcvx::mechanism

#endif
