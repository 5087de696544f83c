#include "mechanism/noise/lattice.h"

#include "base/error.h"

namespace dpcvx::mechanism {

using numeric::above;
using numeric::floor_log2;
using numeric::power_of_two;

dpcvx_status Lattice::choose(double step, double wanted, Error &error) {
  if (step == 0) {
    const int exponent = floor_log2(wanted);
    exponent_ = exponent < kMinExponent ? kMinExponent : exponent > kGreatestExponent ? kGreatestExponent : exponent;
    return DPCVX_OK;
  }
  int exponent;
  const bool is_power = std::frexp(step, &exponent) == 0.5;
  if (!is_power || exponent - 1 < kMinExponent || exponent - 1 > kGreatestExponent)
    return error.argument("DPCVX_RELEASE_OPTION_LATTICE_STEP", step, "0, or a power of two in [2^-1000, 2^900]");
  exponent_ = exponent - 1;
  return DPCVX_OK;
}

double Lattice::step() const { return power_of_two(exponent_); }

double Lattice::steps_up(double length) const {
  // Not below the least normal number: a processor may take what is smaller for zero.
  return std::fmax(std::ldexp(length, -exponent_), std::numeric_limits<double>::min());
}

double rounded_l1(double steps, size_t n) {
  return n <= 1 ? std::ceil(steps) : above(std::ceil(steps) + above(static_cast<double>(n - 1)));
}

double rounded_l2(double steps, size_t n) {
  return n <= 1 ? std::ceil(steps) : above(steps + above(std::sqrt(above(static_cast<double>(n)))));
}

}  // namespace dpcvx::mechanism
