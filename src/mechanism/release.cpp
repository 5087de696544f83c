#include "mechanism/release.h"

namespace dpcvx {
namespace mechanism {

Release::Release(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price, dpcvx_guarantee **guarantee,
                 Error &error)
    : budget_(budget), rng_(rng), price_(price), out_(guarantee), error_(error) {
  if (out_ != nullptr) *out_ = nullptr;
}

dpcvx_status Release::check() {
  DPCVX_TRY(check_handle("budget", budget_, error_));
  DPCVX_TRY(check_handle("rng", rng_, error_));
  DPCVX_TRY(check_handle("price", price_, error_));
  return DPCVX_OK;
}

dpcvx_status Release::prepare(const privacy::Event &own, const char *mechanism, const char *theorem) {
  DPCVX_TRY(record_.check(error_));
  privacy::Curve curve;
  DPCVX_TRY(curve.add(own, error_));
  DPCVX_TRY(record().begin(budget_->budget, curve, 1, mechanism, theorem, is_deterministic(), error_));
  if (budget_->budget.unit() == DPCVX_UNIT_USER)
    record().add_note("what is assumed of one unit holds for all records of one user together (assumed)");
  label_ = mechanism;
  return rng_->rng.prepare(error_);
}

dpcvx_status Release::charge() {
  return budget_->budget.charge_release(record().curve(), price(), label_, is_deterministic(), error_);
}

void Release::finish() {
  if (out_ != nullptr) *out_ = record_.give();
}

}  // namespace mechanism
}  // namespace dpcvx
