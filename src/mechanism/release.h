// The one skeleton of all releases. The order is: check (handles, then the release's own arguments), buy, prepare (the
// record's memory, random bits' readiness), charge, read the data and draw, finish. prepare() takes whatever may fail,
// charge() is the last step that may, and private values are not touched before it.
#ifndef DPCVX_MECHANISM_RELEASE_H_
#define DPCVX_MECHANISM_RELEASE_H_

#include "base/handle.h"
#include "privacy/budget_handle.h"
#include "privacy/curve_handle.h"
#include "privacy/guarantee_handle.h"
#include "random/rng_handle.h"

namespace dpcvx {
namespace mechanism {

class Release {
 public:
  // `guarantee` may be null.
  Release(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price, dpcvx_guarantee **guarantee, Error &error);

  // The handles are live; *guarantee is null until finish().
  dpcvx_status check();

  const privacy::Curve &price() const { return price_->curve; }
  int32_t adjacency() const { return budget_->budget.adjacency(); }
  int32_t unit() const { return budget_->budget.unit(); }
  bool is_deterministic() const { return rng_->rng.is_deterministic(); }

  // `own` is the release's own curve. The texts are literals; `mechanism` is the ledger's label too.
  dpcvx_status prepare(const privacy::Event &own, const char *mechanism, const char *theorem);

  // For the constants and notes of the proof, between prepare() and finish().
  privacy::Guarantee &record() { return record_->guarantee; }

  dpcvx_status charge();
  random::Rng &rng() { return rng_->rng; }
  void finish();

  Error &error() { return error_; }

 private:
  dpcvx_budget *const budget_;
  dpcvx_rng *const rng_;
  const dpcvx_curve *const price_;
  dpcvx_guarantee **const out_;
  Error &error_;
  NewHandle<dpcvx_guarantee> record_;
  const char *label_ = nullptr;
};

}  // namespace mechanism
}  // namespace dpcvx

#endif
