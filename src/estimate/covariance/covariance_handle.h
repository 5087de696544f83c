#ifndef DPCVX_ESTIMATE_COVARIANCE_COVARIANCE_HANDLE_H_
#define DPCVX_ESTIMATE_COVARIANCE_COVARIANCE_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/covariance.h"
#include "estimate/covariance/covariance.h"

struct dpcvx_covariance {
  static constexpr dpcvx::HandleType kType{"dpcvx_covariance", 0x636f766172696131};
  dpcvx::HandleTag tag{kType};
  dpcvx::estimate::Covariance covariance;
};

#endif
