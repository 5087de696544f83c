// Sums carried in two doubles (Dekker 1971; Knuth): exact to about 2^-104, so that a ledger of any length does not
// drift. Needs a compiler that keeps the order of operations (the build says -ffp-contract=off and never -ffast-math).
#ifndef DPCVX_NUMERIC_TWOFOLD_H_
#define DPCVX_NUMERIC_TWOFOLD_H_

#include <cmath>
#include <cstdint>

namespace dpcvx::numeric {

// An unevaluated sum high + low, |low| at most half a unit in the last place of high.
struct Twofold {
  double high = 0;
  double low = 0;
};

// a + b, exactly.
inline Twofold two_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

// a * b, exactly (unless it underflows).
inline Twofold two_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

inline Twofold add(Twofold a, Twofold b) {
  const Twofold high = two_sum(a.high, b.high);
  return two_sum(high.high, high.low + (a.low + b.low));
}

inline Twofold multiply(Twofold a, double b) {
  const Twofold high = two_product(a.high, b);
  return two_sum(high.high, high.low + a.low * b);
}

inline Twofold subtract(Twofold a, Twofold b) { return add(a, Twofold{-b.high, -b.low}); }

// a <= b
inline bool at_most(Twofold a, Twofold b) { return a.high < b.high || (a.high == b.high && a.low <= b.low); }

// Computes a sum to within an ulp, for any count, if all terms have one sign.
inline double sum_of(const double *numbers, int64_t count) {
  Twofold sum;
  for (int64_t i = 0; i < count; ++i) sum = add(sum, Twofold{numbers[i], 0});
  return sum.high;
}

}  // namespace dpcvx::numeric

#endif
