// Roots of monotone functions, rounded to a chosen side: bisection over the doubles themselves, so that the answer is
// one of two neighbouring doubles and was itself tried.
#ifndef DPCVX_NUMERIC_ROOT_H_
#define DPCVX_NUMERIC_ROOT_H_

#include <cstdint>
#include <cstring>

namespace dpcvx::numeric {

// Non-negative doubles are ordered as their bits are.
inline uint64_t bits_of(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

inline double double_of(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// The least double x in [low, high] with holds(x), for a predicate that is false and then true; 0 <= low <= high. When
// it holds nowhere below high, high (which is not tried: the caller knows that it holds there).
template <class Predicate>
double min_where(double low, double high, const Predicate &holds) {
  uint64_t before = bits_of(low), at = bits_of(high);
  if (before >= at || holds(low)) return low;
  while (at - before > 1) {
    const uint64_t middle = before + (at - before) / 2;
    (holds(double_of(middle)) ? at : before) = middle;
  }
  return double_of(at);
}

// The greatest double x in [low, high] with holds(x), for a predicate that is true and then false; low is not tried.
template <class Predicate>
double greatest_where(double low, double high, const Predicate &holds) {
  uint64_t at = bits_of(low), beyond = bits_of(high);
  if (at >= beyond) return low;
  if (holds(high)) return high;
  while (beyond - at > 1) {
    const uint64_t middle = at + (beyond - at) / 2;
    (holds(double_of(middle)) ? at : beyond) = middle;
  }
  return double_of(at);
}

// A point of [low, high] where a falling, continuous function is 0 or less, no further from where it becomes so than a
// share `tolerance` of itself: for functions that cost too much for the bisections above. It was tried, or is high,
// where the caller knows that the function is 0 or less. Chords (Illinois), and every third step a bisection of the
// doubles: a factor of 2^64 takes 200 steps at most, smooth functions take about ten.
template <class Function>
double falling_root(double low, double high, double tolerance, const Function &value) {
  double at_low = value(low);
  if (!(at_low > 0)) return low;
  double at_high = value(high);
  if (!(at_high <= 0)) return high;
  int same_side = 0;  // how often in a row the low end (> 0) or the high one (< 0) moved
  for (int step = 1; high - low > tolerance * high; ++step) {
    const uint64_t from = bits_of(low), to = bits_of(high);
    if (to - from <= 1) break;
    const double middle = double_of(from + (to - from) / 2);
    // A little beyond the chord's point, so that the two ends close in on the root from both sides.
    double at = low + (high - low) * (at_low / (at_low - at_high)) + tolerance / 4 * high;
    if (step % 3 == 0 || !(at > low && at < high)) at = middle;
    const double now = value(at);
    if (now > 0) {
      low = at, at_low = now;
      same_side = same_side > 0 ? same_side + 1 : 1;
      if (same_side > 1) at_high /= 2;
    } else {
      high = at, at_high = now;
      same_side = same_side < 0 ? same_side - 1 : -1;
      if (same_side < -1) at_low /= 2;
    }
  }
  return high;
}

// The point of [low, high] where a function that falls and then rises is least, by golden section: each step leaves
// 0.62 of the interval. Where the function is of another shape, some point of the interval.
template <class Function>
double min_point(double low, double high, int steps, const Function &value) {
  constexpr double kGolden = 0.61803398874989485;
  double a = low, b = high;
  double left = b - kGolden * (b - a), right = a + kGolden * (b - a);
  double at_left = value(left), at_right = value(right);
  for (int i = 0; i < steps; ++i) {
    if (at_left <= at_right) {
      b = right, right = left, at_right = at_left;
      left = b - kGolden * (b - a), at_left = value(left);
    } else {
      a = left, left = right, at_left = at_right;
      right = a + kGolden * (b - a), at_right = value(right);
    }
  }
  return at_left <= at_right ? left : right;
}

}  // namespace dpcvx::numeric

#endif
