#include "base/machine/isa.h"

namespace {
constexpr int kWidth = 2;
}

#include "model/losses/multinomial_lanes.h"

namespace dpcvx::model {

const MultinomialKernels kMultinomialKernelsBaseline = kKernels;

const MultinomialKernels &multinomial_kernels() {
#if defined(DPCVX_HAS_AVX_KERNELS)
  switch (widest_isa()) {
    case Isa::kAvx512:
      return kMultinomialKernelsAvx512;
    case Isa::kAvx2:
      return kMultinomialKernelsAvx2;
    default:
      break;
  }
#endif
  return kMultinomialKernelsBaseline;
}

}  // namespace dpcvx::model
