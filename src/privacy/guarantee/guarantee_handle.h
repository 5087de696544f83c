#ifndef DPCVX_PRIVACY_GUARANTEE_GUARANTEE_HANDLE_H_
#define DPCVX_PRIVACY_GUARANTEE_GUARANTEE_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/privacy.h"
#include "privacy/guarantee/guarantee.h"

struct dpcvx_guarantee {
  static constexpr dpcvx::HandleType kType{"dpcvx_guarantee", 0x67756172616e7431};
  dpcvx::HandleTag tag{kType};
  dpcvx::privacy::Guarantee guarantee;
};

#endif
