#include "mechanism/selection/exp2_weights.h"

#include "numeric/directed.h"

namespace dpcvx::mechanism {

using numeric::above;
using numeric::below_positive;

namespace {

using Wide = unsigned __int128;

uint64_t high_product(uint64_t a, uint64_t b) { return static_cast<uint64_t>(static_cast<Wide>(a) * b >> 64); }

}  // namespace

Decay decay_within(double epsilon, double range) {
  constexpr double kLn2Up = 0x1.62e42fefa39f0p-1;
  constexpr double kMaxRate = 256;      // one unit of loss is then beyond the least weight
  constexpr double kMinRate = 0x1p-74;  // below it no int64 difference of losses shows
  const double spare = below_positive(epsilon - kWeightSlack);
  double rate = below_positive(spare / above(range * kLn2Up));
  if (rate > kMaxRate) rate = kMaxRate;
  Decay decay;
  if (!(rate >= kMinRate)) return decay;
  int exponent;
  decay.numerator = static_cast<uint64_t>(std::ldexp(std::frexp(rate, &exponent), 53));
  decay.shift = 53 - exponent;
  return decay;
}

Weight weight_of(const Decay &decay, uint64_t loss) {
  constexpr int kMaxHalvings = 128;
  const Wide exponent = static_cast<Wide>(loss) * decay.numerator;
  const Wide halvings = exponent >> decay.shift;
  if (halvings >= kMaxHalvings) return {uint64_t{1} << 63, 0};
  const Wide rest = exponent - (halvings << decay.shift);
  const uint64_t fraction =
      static_cast<uint64_t>(decay.shift >= 64 ? rest >> (decay.shift - 64) : rest << (64 - decay.shift));
  return {exp2_minus(fraction), kMaxHalvings - static_cast<int>(halvings)};
}

uint64_t exp2_minus(uint64_t fraction) {
  constexpr uint64_t kLn2 = 0xB17217F7D1CF79AB;  // floor(2^64 ln 2)
  constexpr uint64_t kOne = uint64_t{1} << 63;
  const uint64_t x = high_product(fraction, kLn2);
  // exp(-x) = 1 - x/1 (1 - x/2 (1 - x/3 (...))); the 21st term is below 2^-75.
  uint64_t sum = kOne;
#pragma GCC unroll 20  // division by a constant is a product
  for (uint64_t j = 20; j >= 1; --j) sum = kOne - high_product(x, sum) / j;
  return sum;
}

}  // namespace dpcvx::mechanism
