// The common part of all releases at the C boundary: budget, rng and price handles, and checks of vectors and options.
#ifndef DPCVX_MECHANISM_RELEASE_BOUNDARY_H_
#define DPCVX_MECHANISM_RELEASE_BOUNDARY_H_

#include "base/options.h"
#include "mechanism/releases.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "privacy/guarantee/guarantee_handle.h"
#include "random/rng_handle.h"

namespace dpcvx::mechanism {

struct Payment {
  dpcvx_budget *budget;
  dpcvx_rng *rng;
  const dpcvx_curve *price;
};

inline dpcvx_status check_payment(const Payment &payment, Error &error) {
  DPCVX_TRY(check_budget(payment.budget, error));
  DPCVX_TRY(check_handle("rng", payment.rng, error));
  return check_handle("price", payment.price, error);
}

// A release on live handles, whose guarantee is `record`.
inline Release paid(const Payment &payment, privacy::Guarantee &record, Error &error) {
  return {payment.budget->budget, payment.rng->rng, payment.price->curve, record, error};
}

// Calls body(release), which checks its own arguments and releases, and gives its record to *guarantee, which may be
// left out and is null unless all goes well.
template <class Body>
dpcvx_status run_release(const Payment &payment, dpcvx_guarantee **guarantee, Error &error, const Body &body) {
  if (guarantee != nullptr) *guarantee = nullptr;
  DPCVX_TRY(check_payment(payment, error));
  NewHandle<dpcvx_guarantee> record;
  DPCVX_TRY(record.check(error));
  Release release = paid(payment, record->guarantee, error);
  DPCVX_TRY(body(release));
  if (guarantee != nullptr) *guarantee = record.give();
  return DPCVX_OK;
}

// Live options of this kind, or null; their values. Monotonic scores have a meaning for selections only.
enum class Takes : uint64_t { kStep = 1, kStepAndMonotonic = 2 };
dpcvx_status read_terms(const dpcvx_options *options, Takes takes, ReleaseParameters &terms, Error &error);

// least <= n, and the array is there unless n = 0.
dpcvx_status check_vector(const char *name, const void *values, int64_t n, int64_t least, Error &error);

}  // namespace dpcvx::mechanism

#endif
