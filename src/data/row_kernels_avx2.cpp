namespace {
constexpr int kWidth = 4;
}

#include "data/row_kernel_lanes.h"

namespace dpcvx {
namespace data {

const DenseKernels kDenseKernelsAvx2 = kKernels;

}  // namespace data
}  // namespace dpcvx
