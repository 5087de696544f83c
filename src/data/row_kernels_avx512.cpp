namespace {
constexpr int kWidth = 8;
}

#include "data/row_kernel_lanes.h"

namespace dpcvx {
namespace data {

const DenseKernels kDenseKernelsAvx512 = kKernels;

}  // namespace data
}  // namespace dpcvx
