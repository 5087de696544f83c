// The lattice that real values go through: the multiples of a public step h, a power of two. A value becomes an integer
// number of steps, exact integer noise is added, and the double is made last (Mironov 2012 shows what happens else).
#ifndef DPCVX_MECHANISM_NOISE_LATTICE_H_
#define DPCVX_MECHANISM_NOISE_LATTICE_H_

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "numeric/directed.h"

namespace dpcvx::mechanism {

class Lattice {
 public:
  static constexpr int kMinExponent = -1000;
  static constexpr int kGreatestExponent = 900;
  // Values are clipped to this many steps, so that noise below 2^62 steps never overflows an int64.
  static constexpr int64_t kMaxSteps = int64_t{1} << 61;
  // A default step is at most this share of the sensitivity, all coordinates' rounding together.
  static constexpr double kDefaultShare = 0x1p-20;

  Lattice() = default;
  explicit Lattice(int exponent) : exponent_(exponent) {}

  // `step` as an option gives it: a power of two within the range above, or 0 for default_exponent(wanted), `wanted`
  // the greatest step that a default may take.
  dpcvx_status choose(double step, double wanted, Error &error);

  int exponent() const { return exponent_; }
  double step() const;

  // Returns floor(value / h + 1/2), clipped; NaN counts as 0. It commutes with shifts by whole steps (ties go up, not
  // to even), so that values which differ by at most k steps, k an integer, go to integers that differ by at most k. No
  // rounding mode of the host changes it.
  int64_t place(double value) const;

  // Returns the double nearest to index * h.
  double value(int64_t index) const;

  // Returns length / h as a double, exactly. For tiny lengths it is an upper bound, the least normal number; beyond the
  // doubles it is infinite.
  double steps_up(double length) const;

 private:
  int exponent_ = 0;
};

inline int64_t Lattice::place(double value) const {
  // Returns what ldexp gives: it rounds once where the product is subnormal.
  const double steps = value * numeric::power_of_two(-exponent_);
  if (std::isnan(steps)) return 0;
  constexpr double kMax = static_cast<double>(kMaxSteps);
  if (steps >= kMax) return kMaxSteps;
  if (steps <= -kMax) return -kMaxSteps;
  int64_t floor = static_cast<int64_t>(steps);
  floor -= static_cast<double>(floor) > steps;
  // The difference is exact wherever it is near 1/2, and comparison with 1/2 survives a rounding.
  return floor + (steps - static_cast<double>(floor) >= 0.5);
}

inline double Lattice::value(int64_t index) const {
  return static_cast<double>(index) * numeric::power_of_two(exponent_);
}

// Return sensitivities after rounding to the lattice, in steps, rounded up: n coordinates whose change has the given
// norm before rounding (in steps) change by at most this after it.
double rounded_l1(double steps, size_t n);  // ceil(steps) + n - 1
double rounded_l2(double steps, size_t n);  // steps + sqrt(n); ceil(steps) for n = 1

// Returns the sum, saturating at the ends of int64.
inline int64_t saturating_add(int64_t a, int64_t b) {
  int64_t sum;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? INT64_MIN : INT64_MAX;
}

}  // namespace dpcvx::mechanism

#endif
