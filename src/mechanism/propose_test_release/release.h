// Releases by propose-test-release, on the skeleton of release.h.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_RELEASE_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_RELEASE_H_

#include "mechanism/noise/noise.h"
#include "mechanism/release.h"
#include "mechanism/propose_test_release/choose_law.h"

namespace dpcvx::mechanism {

// Reads the (epsilon, delta) of a price. Fails with DPCVX_ERR_UNSUPPORTED for other prices, and for budgets that take
// no such price.
dpcvx_status pair_of_price(const Release &release, double *epsilon, double *delta, Error &error);

// The steps of such a release that can fail, up to the charge: law, noise, record.
class StableRelease {
 public:
  dpcvx_status plan(Release &release, LawKind kind, const LawParameters &terms, size_t n, double distance);
  // After plan(): the record, for more constants and notes; then the charge.
  dpcvx_status charge(Release &release) { return release.charge(); }

  const StabilityLaw &law() const { return law_; }

  // Computes out = point with noise if `passes`, else zeros, with the same work. `out` may be `point`.
  void tell(Release &release, bool passes, const double *point, size_t n, double *out, int32_t *released) const;

 private:
  StabilityLaw law_;
  NoisePlan noise_;
};

dpcvx_status release_stable_point(Release &release, const LawParameters &terms, int64_t score, const double *point,
                                  size_t n, double distance, double *out, int32_t *released);
dpcvx_status release_stable_family(Release &release, const LawParameters &terms, dpcvx_test_release_callback callback,
                                   void *user, size_t n, double distance, double *out, int32_t *released);

}  // namespace dpcvx::mechanism

#endif
