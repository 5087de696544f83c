#ifndef DPCVX_OPTIMIZE_SGD_STABILITY_HANDLE_H_
#define DPCVX_OPTIMIZE_SGD_STABILITY_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/optimize.h"
#include "optimize/sgd_stability.h"

struct dpcvx_sgd_stability {
  static constexpr dpcvx::HandleType kType{"dpcvx_sgd_stability", 0x7374616269313233};
  dpcvx::HandleTag tag{kType};
  dpcvx::optimize::SgdStability bounds;
  dpcvx::optimize::SgdMixture mixture;
};

#endif
