namespace {
constexpr int kWidth = 4;
}

#include "data/row_kernel_lanes.h"

namespace dpcvx::data {

const DenseKernels kDenseKernelsAvx2 = kKernels;

}  // namespace dpcvx::data
