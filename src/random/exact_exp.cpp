#include "random/exact_exp.h"

#include "base/machine/memory.h"

namespace dpcvx::random {
namespace {

// 2^-k, 0 <= k <= 1022.
double power_of_half(int k) {
  const uint64_t bits = static_cast<uint64_t>(1023 - k) << 52;
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// y(x 2^-fraction) in units of 2^(-64 limbs), rounded down.
void fixed_point_y(const Law &law, const Natural &x, int64_t fraction, int limbs, Natural &y) {
  Natural numerator = x;
  if (law.power == 2) multiply(x, x, numerator);
  multiply_word(numerator, law.numerator);
  shift(numerator, law.exponent - law.power * fraction + 64 * limbs);
  if (law.denominator == 1)
    y = numerator;
  else
    divide(numerator, Natural(law.denominator), y);
}

// sum of (-t)^i / i! in units of 2^(-64 limbs), for t < 2^-8, all products and quotients rounded down. Every term is
// off by less than 2 units, t itself (a shifted y, rounded down twice) by less than 2, and the rest of the series by
// less than 1; there are at most 8 limbs + 1 terms. So the sum is off by less than 16 limbs + 5 units.
void taylor(const Natural &t, int limbs, Natural &sum) {
  Natural term(uint64_t{1}), product, even, odd;
  shift(term, 64 * limbs);
  for (uint64_t i = 1; !term.is_zero(); ++i) {
    if (i % 2 == 1)
      add(even, term, even);
    else
      add(odd, term, odd);
    multiply(term, t, product);
    shift(product, -64 * limbs);
    term = product;
    divide_word(term, i);
  }
  subtract(even, odd, sum);
}

}  // namespace

// y = q ln 2 + r, |r| <= 0.3467: q ln2_high is exact (33 + 10 bits), the subtraction exact (Sterbenz, or q = 0), so r
// is off by at most 2^-53. Horner's scheme for the Taylor polynomial of degree 14 is off by less than 2^-50 relatively
// (remainder 0.3467^15 / 15! < 2^-63).
namespace {

constexpr double kReciprocal[] = {1,
                                  1,
                                  1.0 / 2,
                                  1.0 / 6,
                                  1.0 / 24,
                                  1.0 / 120,
                                  1.0 / 720,
                                  1.0 / 5040,
                                  1.0 / 40320,
                                  1.0 / 362880,
                                  1.0 / 3628800,
                                  1.0 / 39916800,
                                  1.0 / 479001600,
                                  1.0 / 6227020800,
                                  1.0 / 87178291200};

// Each step is taken for all lanes before the next: they are independent, and one alone waits for itself.
template <int kLanes>
void exp_minus_lanes(const double *y, double *out) {
  constexpr double kLog2High = 0x1.62e42feep-1, kLog2Low = 0x1.a39ef35793c76p-33, kLog2e = 0x1.71547652b82fep+0;
  int q[kLanes];
  double r[kLanes], sum[kLanes];
  for (int k = 0; k < kLanes; ++k) {
    const double halves_up = y[k] * kLog2e + 0.5;
    q[k] = static_cast<int>(halves_up);
    r[k] = (q[k] * kLog2Low) - (y[k] - q[k] * kLog2High);
    sum[k] = kReciprocal[14];
  }
  for (int i = 13; i >= 0; --i)
    for (int k = 0; k < kLanes; ++k) sum[k] = sum[k] * r[k] + kReciprocal[i];
  for (int k = 0; k < kLanes; ++k) out[k] = sum[k] * power_of_half(q[k]);
}

}  // namespace

double exp_minus(double y) {
  double out;
  exp_minus_lanes<1>(&y, &out);
  return out;
}

void exp_minus_each(const double *y, double *out, size_t n) {
  constexpr size_t kLanes = 4;
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) exp_minus_lanes<kLanes>(y + i, out + i);
  for (; i < n; ++i) out[i] = exp_minus(y[i]);
}

bool exp_bounds(const Law &law, const Natural &x, int64_t fraction, int limbs, ExpBounds &bounds) {
  Natural y, square;
  fixed_point_y(law, x, fraction, limbs, y);
  const int64_t magnitude = y.bits() - 64 * limbs;  // y < 2^magnitude
  if (magnitude > 62) return false;
  const int64_t squarings = magnitude > -8 ? magnitude + 8 : 0;
  // The error below, (32 limbs + 16) 2^squarings units, stays under a quarter of the mantissa.
  if (squarings + 16 > 64 * limbs - 2) return false;
  shift(y, -squarings);
  Natural &value = bounds.mantissa;
  taylor(y, limbs, value);
  bounds.scale = 64 * limbs;
  const int64_t full = 64 * limbs;
  for (int64_t i = 0; i < squarings; ++i) {
    multiply(value, value, square);
    const int64_t surplus = square.bits() - full;
    if (surplus > 0) shift(square, -surplus);
    bounds.scale = 2 * bounds.scale - (surplus > 0 ? surplus : 0);
    value = square;
  }
  bounds.error = Natural(static_cast<uint64_t>(32 * limbs + 16));
  shift(bounds.error, squarings);
  return true;
}

namespace {

// total 2^boost exp(-y) against weight U for U in [u, u + 1) 2^(-64 limbs); `lower` and `upper` bound exp(-y).
Certainty compare_with(const Comparison &c, const ExpBounds &lower, const ExpBounds &upper, const Natural &u,
                       int limbs) {
  Natural left, right;
  // Less for certain: weight (u + 1) 2^(scale - 64 limbs - boost) <= total (mantissa - error).
  add(u, Natural(uint64_t{1}), left);
  multiply_word(left, c.weight);
  subtract(lower.mantissa, lower.error, right);
  multiply_word(right, c.total);
  // Shifting the right side down (towards zero) and comparing keeps the inequality.
  shift(right, 64 * limbs + c.boost - lower.scale);
  if (compare(left, right) <= 0) return Certainty::kLess;
  // Not less for certain: weight u 2^(...) >= total (mantissa + error); one unit makes up for rounding down.
  left = u;
  multiply_word(left, c.weight);
  add(upper.mantissa, upper.error, right);
  multiply_word(right, c.total);
  shift(right, 64 * limbs + c.boost - upper.scale);
  add(right, Natural(uint64_t{1}), right);
  return compare(left, right) >= 0 ? Certainty::kNotLess : Certainty::kOpen;
}

void append_limb(Natural &value, uint64_t limb) {
  shift(value, 64);
  add(value, Natural(limb), value);
}

}  // namespace

Certainty certain_less(const Comparison &comparison, const Natural &u, const Natural &x, int limbs) {
  ExpBounds near, far;
  const int64_t fraction = comparison.continuous ? 64 * limbs : 0;
  if (!exp_bounds(*comparison.law, x, fraction, limbs, near)) return Certainty::kOpen;
  if (!comparison.continuous) return compare_with(comparison, near, near, u, limbs);
  Natural end;
  add(x, Natural(uint64_t{1}), end);
  if (!exp_bounds(*comparison.law, end, fraction, limbs, far)) return Certainty::kOpen;
  return compare_with(comparison, far, near, u, limbs);
}

bool exact_less(Rng &rng, const Comparison &comparison) {
  Natural u(comparison.high), x(comparison.x);
  bool less = false;
  for (int limbs = 2, known = 1; limbs <= kMaxLimbsOfExp; known = limbs, limbs *= 2) {
    for (int i = known; i < limbs; ++i) append_limb(u, rng.next());
    for (int i = known == 1 ? 0 : known; comparison.continuous && i < limbs; ++i) append_limb(x, rng.next());
    const Certainty certainty = certain_less(comparison, u, x, limbs);
    less = certainty == Certainty::kLess;
    if (certainty != Certainty::kOpen) break;
  }
  secure_zero(&u, sizeof u);
  secure_zero(&x, sizeof x);
  return less;
}

}  // namespace dpcvx::random
