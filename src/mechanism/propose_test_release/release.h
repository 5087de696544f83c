// Releases of points of stable data, on the skeleton of release.h.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_RELEASE_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_RELEASE_H_

#include "mechanism/noise/noise.h"
#include "mechanism/release.h"
#include "mechanism/propose_test_release/choose_law.h"

namespace dpcvx {
namespace mechanism {

// The (epsilon, delta) of a price that these releases take; DPCVX_ERR_UNSUPPORTED for others and for budgets that take
// no such price.
dpcvx_status buy_pair(const Release &release, double *epsilon, double *delta, Error &error);

// Everything that may fail of such a release, the charge included: law, noise, record.
class StableRelease {
 public:
  dpcvx_status plan(Release &release, LawKind kind, const LawParameters &terms, size_t n, double distance);
  // After plan(): the record, for more constants and notes; then the charge.
  dpcvx_status charge(Release &release) { return release.charge(); }

  const StabilityLaw &law() const { return law_; }

  // out = point with noise if `passes`, else zeros; the work is the same. `out` may be `point`.
  void tell(Release &release, bool passes, const double *point, size_t n, double *out, int32_t *released) const;

 private:
  StabilityLaw law_;
  NoisePlan noise_;
};

dpcvx_status release_stable_point(Release &release, const LawParameters &terms, int64_t score, const double *point,
                                  size_t n, double distance, double *out, int32_t *released);
dpcvx_status release_stable_family(Release &release, const LawParameters &terms, dpcvx_test_release_callback callback,
                                   void *user, size_t n, double distance, double *out, int32_t *released);

}  // namespace mechanism
}  // namespace dpcvx

#endif
