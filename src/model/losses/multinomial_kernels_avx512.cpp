namespace {
constexpr int kWidth = 8;
}

#include "model/losses/multinomial_lanes.h"

namespace dpcvx::model {

const MultinomialKernels kMultinomialKernelsAvx512 = kKernels;

}  // namespace dpcvx::model
