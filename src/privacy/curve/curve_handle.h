#ifndef DPCVX_PRIVACY_CURVE_CURVE_HANDLE_H_
#define DPCVX_PRIVACY_CURVE_CURVE_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/privacy.h"
#include "privacy/curve/curve.h"

struct dpcvx_curve {
  static constexpr dpcvx::HandleType kType{"dpcvx_curve", 0x6375727665303031};
  dpcvx::HandleTag tag{kType};
  dpcvx::privacy::Curve curve;
  bool deterministic = false;  // of a release from a deterministic source: a budget that it is charged to is marked
};

#endif
