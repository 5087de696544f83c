// exp of several doubles at once, written once over vectors. The operations and their order are the same at any width,
// and none is fused. So are the bits, on every instruction set.
//
// x = n log 2 + r + c, n an integer, |r| <= 0.34658. n kLog2High is exact (11 and 42 bits), and so is its difference
// from x. r + c is off by at most 2^-83. Then
//
//   exp(r + c) = 1 + r + (r^2 q(r) + c),   q(r) = (exp(r) - 1 - r) / r^2
//
// with q by a polynomial that exp(r) is off by at most 0.049 u for, relatively, u = 2^-53. 1 + r is kept exactly in two
// doubles. Errors are greatest near r = -0.3466, where the sum is in [1/2, 1), in units u of the last place:
//
//   0.14  r^2 q + c: q to 1.52 2^-55, r^2 to 2^-57, product and sum to 2^-58 each
//   0.04  the polynomial              0.08  c r, which is left out, |c| <= 2^-55
//   0.04  adding the rest of 1 + r    0.50  the last sum
//
// That is below 0.8 units, and below 1.6 in other rounding modes than round-to-nearest. A power of two is exact, except
// where it leaves a subnormal number, which rounds once more.
// Includers are compiled for one instruction set each: nothing here may be emitted out of line.
#ifndef DPCVX_NUMERIC_EXP_LANES_H_
#define DPCVX_NUMERIC_EXP_LANES_H_

#include <stdint.h>

namespace dpcvx::numeric {

template <int kWidth>
struct Lanes {
  typedef double Doubles __attribute__((vector_size(kWidth * sizeof(double)), may_alias));
  typedef double Loose __attribute__((vector_size(kWidth * sizeof(double)), aligned(8), may_alias));
  typedef int64_t Bits __attribute__((vector_size(kWidth * sizeof(double)), may_alias));
};

constexpr double kExpOverflows = 710, kExpVanishes = -746;  // exp is infinite from the first on, 0 up to the second
constexpr double kLog2e = 0x1.71547652b82fep+0, kLog2High = 0x1.62e42fefa38p-1, kLog2Low = 0x1.ef35793c76730p-45;
constexpr double kToInteger = 0x1.8p52;  // a number plus this has its integer in the last bits

constexpr double kExpTerms[] = {
    0x1.0000000000000p-1,  0x1.5555555555501p-3,  0x1.55555555531e6p-5,  0x1.1111111128940p-7,  0x1.6c16c17ccc262p-10,
    0x1.a01a011bf2271p-13, 0x1.a019ab1470877p-16, 0x1.71df55915d706p-19, 0x1.289fa0c4405f2p-22, 0x1.ad1fb8daf22d3p-26};

template <int kWidth>
__attribute__((always_inline)) inline typename Lanes<kWidth>::Doubles exp_lanes(typename Lanes<kWidth>::Doubles x) {
  using Doubles = typename Lanes<kWidth>::Doubles;
  using Bits = typename Lanes<kWidth>::Bits;
  const Doubles none = {}, most = none + kExpOverflows, least = none + kExpVanishes;
  x = x > most ? most : x;
  x = x < least ? least : x;  // what is not a number stays it
  const Doubles turns = x * kLog2e, near = (turns + kToInteger) - kToInteger, up = near + 0.5, down = near - 0.5;
  const Doubles n = turns > up ? near + 1.0 : turns < down ? near - 1.0 : near;  // the nearest in any rounding mode
  const Doubles high = x - n * kLog2High, low = n * kLog2Low;
  const Doubles r = high - low, c = (high - r) - low, r2 = r * r;
  const double *const q = kExpTerms;
  const Doubles far = (q[5] + q[6] * r) + r2 * ((q[7] + q[8] * r) + r2 * q[9]);
  const Doubles inner = (q[1] + q[2] * r) + r2 * ((q[3] + q[4] * r) + r2 * far);
  const Doubles rest = r2 * (q[0] + r * inner) + c, one = 1.0 + r, left = r - (one - 1.0);
  const Doubles half = (n * 0.5 + kToInteger) - kToInteger;
  const Bits first = (reinterpret_cast<Bits>(half + kToInteger) << 52) + (int64_t{1023} << 52);
  const Bits second = (reinterpret_cast<Bits>((n - half) + kToInteger) << 52) + (int64_t{1023} << 52);
  return (one + (left + rest)) * reinterpret_cast<Doubles>(first) * reinterpret_cast<Doubles>(second);
}

// out[i] = exp(x[i]); out may be x.
template <int kWidth>
__attribute__((always_inline)) inline void exp_lanes(const double *x, double *out, int64_t n) {
  using Loose = typename Lanes<kWidth>::Loose;
  int64_t i = 0;
  for (; i + kWidth <= n; i += kWidth)
    *reinterpret_cast<Loose *>(out + i) = exp_lanes<kWidth>(*reinterpret_cast<const Loose *>(x + i));
  if (i == n) return;
  double last[kWidth] = {};
  for (int64_t j = 0; i + j < n; ++j) last[j] = x[i + j];
  *reinterpret_cast<Loose *>(last) = exp_lanes<kWidth>(*reinterpret_cast<const Loose *>(last));
  for (int64_t j = 0; i + j < n; ++j) out[i + j] = last[j];
}

}  // namespace dpcvx::numeric

#endif
