#include "mechanism/release.h"

#include "base/error.h"

namespace dpcvx::mechanism {

dpcvx_status Release::prepare(const privacy::Event &own, const char *mechanism, const char *theorem) {
  privacy::Curve curve;
  DPCVX_TRY(curve.add(own, error_));
  return prepare(curve, mechanism, theorem);
}

dpcvx_status Release::prepare(const privacy::Curve &own, const char *mechanism, const char *theorem) {
  DPCVX_TRY(record_.begin(budget_, own, 1, mechanism, theorem, is_deterministic(), error_));
  if (unit() == DPCVX_UNIT_USER)
    record_.add_note("bounds for a unit are those of all records of one user together (assumed)");
  label_ = mechanism;
  return rng_.prepare(error_);
}

dpcvx_status check_not_cancelled(const ProgressMonitor &watch, Error &error) {
  if (!watch.asked_to_stop()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_CANCELLED,
                    "argument 'monitor' = one that was cancelled before the charge: nothing was charged or released; "
                    "accepted: a monitor that was not cancelled, or NULL");
}

dpcvx_status SharedCharge::make(Error &error) {
  if (made_) return DPCVX_OK;
  DPCVX_TRY(check_not_cancelled(watch_, error));
  DPCVX_TRY(budget_.charge_release(curve_, curve_, label_, rng_.is_deterministic(), &amount_, error));
  made_ = true;
  return DPCVX_OK;
}

dpcvx_status Release::charge() {
  if (watch_ != nullptr) DPCVX_TRY(check_not_cancelled(*watch_, error_));
  DPCVX_TRY(budget_.charge_release(record_.curve(), price_, label_, is_deterministic(), record_.charged(), error_));
  return shared_ == nullptr ? DPCVX_OK : shared_->make(error_);
}

}  // namespace dpcvx::mechanism
