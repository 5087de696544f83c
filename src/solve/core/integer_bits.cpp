#include "solve/core/integer_bits.h"

#include <algorithm>

#include "numeric/directed.h"

namespace dpcvx::solve {

namespace {

using numeric::floor_log2;

constexpr int kMaxBits = 40, kBitsOfSum = 60, kBitsOfNoise = 46;

}  // namespace

int bits_of_unit(double units, double mu) {
  const int of_units = floor_log2(units) + 1;
  return std::min({kMaxBits, kBitsOfSum - of_units, kBitsOfNoise + floor_log2(mu)});
}

}  // namespace dpcvx::solve
