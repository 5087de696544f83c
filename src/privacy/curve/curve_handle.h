#ifndef DPCVX_PRIVACY_CURVE_CURVE_HANDLE_H_
#define DPCVX_PRIVACY_CURVE_CURVE_HANDLE_H_

#include "base/error.h"
#include "base/handle.h"
#include "dpcvx/privacy.h"
#include "privacy/curve/curve.h"

struct dpcvx_curve {
  static constexpr dpcvx::HandleType kType{"dpcvx_curve", 0x6375727665303031};
  dpcvx::HandleTag tag{kType};
  dpcvx::privacy::Curve curve;
  bool deterministic = false;  // of a release from a deterministic source: a budget that it is charged to is marked
};

namespace dpcvx {

// Creates a curve of one event, whose parameters were checked.
inline dpcvx_status create_from(const privacy::Event &event, dpcvx_curve **out, Error &error) {
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(curve->curve.add(event, error));
  *out = curve.give();
  return DPCVX_OK;
}

}  // namespace dpcvx

#endif
