#ifndef DPCVX_ESTIMATE_ESTIMATE_HANDLE_H_
#define DPCVX_ESTIMATE_ESTIMATE_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/estimate.h"
#include "estimate/estimate.h"

struct dpcvx_estimate {
  static constexpr dpcvx::HandleType kType{"dpcvx_estimate", 0x657374696d617431};
  dpcvx::HandleTag tag{kType};
  dpcvx::estimate::Estimate estimate;
};

#endif
