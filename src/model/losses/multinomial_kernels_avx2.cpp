namespace {
constexpr int kWidth = 4;
}

#include "model/losses/multinomial_lanes.h"

namespace dpcvx::model {

const MultinomialKernels kMultinomialKernelsAvx2 = kKernels;

}  // namespace dpcvx::model
