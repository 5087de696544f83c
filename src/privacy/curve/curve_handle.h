#ifndef DPCVX_PRIVACY_CURVE_CURVE_HANDLE_H_
#define DPCVX_PRIVACY_CURVE_CURVE_HANDLE_H_

#include "base/error.h"
#include "base/handle.h"
#include "dpcvx/privacy.h"
#include "privacy/curve/curve.h"

namespace dpcvx {

// Whose data a curve protects, where it was read off a guarantee, a plan or an accountant; 0 where it is the caller's.
struct CurveTerms {
  int32_t adjacency = 0, unit = 0;

  bool is_known() const { return unit != 0; }
  bool operator==(const CurveTerms &other) const { return adjacency == other.adjacency && unit == other.unit; }
};

}  // namespace dpcvx

struct dpcvx_curve {
  static constexpr dpcvx::HandleType kType{"dpcvx_curve", 0x6375727665303031};
  dpcvx::HandleTag tag{kType};
  dpcvx::privacy::Curve curve;
  bool deterministic = false;  // of a release from a deterministic source: a budget that it is charged to is marked
  dpcvx::CurveTerms terms;
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

// Refuses a curve that is known to hold for another unit, or under another adjacency.
dpcvx_status check_curve_terms(const char *name, const CurveTerms &terms, const CurveTerms &accepted, const char *whose,
                               Error &error);

}  // namespace dpcvx

#endif
