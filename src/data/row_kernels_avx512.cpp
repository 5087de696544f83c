namespace {
constexpr int kWidth = 8;
}

#include "data/row_kernel_lanes.h"

namespace dpcvx::data {

const DenseKernels kDenseKernelsAvx512 = kKernels;

}  // namespace dpcvx::data
