// Bounds in double arithmetic. One operation +, -, *, / or sqrt errs by less than one unit in the last place in every
// rounding mode, so its neighbouring double on one side bounds the real result.
#ifndef DPCVX_NUMERIC_DIRECTED_H_
#define DPCVX_NUMERIC_DIRECTED_H_

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace dpcvx::numeric {

inline double above(double value) { return std::nextafter(value, std::numeric_limits<double>::infinity()); }
inline double below(double value) { return std::nextafter(value, -std::numeric_limits<double>::infinity()); }

// Moves a value >= 0 down, to 0 at least.
inline double below_positive(double value) { return value > 0 ? below(value) : 0; }

// 2^exponent, exactly, for exponents of normal numbers.
inline double power_of_two(int exponent) {
  const uint64_t bits = static_cast<uint64_t>(exponent + 1023) << 52;
  double power;
  std::memcpy(&power, &bits, sizeof(power));
  return power;
}

// floor(log2(value)) of a positive finite value; exact.
inline int floor_log2(double value) { return std::ilogb(value); }

}  // namespace dpcvx::numeric

#endif
