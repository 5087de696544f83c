// Weights 2^(-rate * loss) in integer arithmetic, for the exponential mechanism: the losses are integers, the rate is a
// dyadic rational, so that no floating-point function decides a probability (compare Ilvento 2020).
#ifndef DPCVX_MECHANISM_SELECTION_EXP2_WEIGHTS_H_
#define DPCVX_MECHANISM_SELECTION_EXP2_WEIGHTS_H_

#include <cstdint>

namespace dpcvx::mechanism {

// rate = numerator * 2^-shift, per unit of loss.
struct Decay {
  uint64_t numerator = 0;  // below 2^53
  int shift = 64;          // 44 ... 127
};

// The greatest rate here with range * rate * ln 2 + kWeightSlack <= epsilon: a choice whose losses' differences between
// neighbours span at most `range` units has then bounded range epsilon. range >= 1, epsilon >= 0.
Decay decay_within(double epsilon, double range);

// Four times the relative error of a weight, and a little more.
constexpr double kWeightSlack = 0x1p-56;

// mantissa * 2^shift, 0 <= shift <= 128: 2^191 times 2^(-rate * loss), with relative error below 2^-59; losses past the
// point where that is 2^63 count as being there.
struct Weight {
  uint64_t mantissa;
  int shift;
};
Weight weight_of(const Decay &decay, uint64_t loss);

// 2^63 * 2^(-fraction / 2^64), with an absolute error below 6.
uint64_t exp2_minus(uint64_t fraction);

}  // namespace dpcvx::mechanism

#endif
