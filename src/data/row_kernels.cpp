#include "base/machine/isa.h"

namespace {
constexpr int kWidth = 2;
}

#include "data/row_kernel_lanes.h"

namespace dpcvx::data {

const DenseKernels kDenseKernelsBaseline = kKernels;

const DenseKernels &dense_kernels() {
#if defined(DPCVX_HAS_AVX_KERNELS)
  switch (widest_isa()) {
    case Isa::kAvx512:
      return kDenseKernelsAvx512;
    case Isa::kAvx2:
      return kDenseKernelsAvx2;
    default:
      break;
  }
#endif
  return kDenseKernelsBaseline;
}

}  // namespace dpcvx::data
