// Chooses the law of a propose-test-release from its price and options.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_CHOOSE_LAW_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_CHOOSE_LAW_H_

#include "dpcvx/mechanism.h"
#include "mechanism/propose_test_release/threshold_law.h"

namespace dpcvx::mechanism {

enum class LawKind : int32_t { kPoint = DPCVX_TEST_RELEASE_KIND_POINT, kFamily = DPCVX_TEST_RELEASE_KIND_FAMILY };

// The values of the options; 0 where the library chooses.
struct LawParameters {
  int32_t form = DPCVX_TEST_RELEASE_FORM_EXACT;
  double level_epsilon_fraction = 0;
  int64_t top = 0;
  double noise_mu_fraction = 0;
  int64_t max_calls = 1000000;  // of a function of users
};

// Fails with DPCVX_ERR_ARGUMENT for terms that exclude each other or a price that is too small for them, with
// DPCVX_ERR_UNSUPPORTED where the constants of FORM_REFERENCE do not hold, or with DPCVX_ERR_NOMEM.
dpcvx_status choose_law(LawKind kind, const LawParameters &terms, double epsilon, double delta, StabilityLaw *law,
                        Error &error);

}  // namespace dpcvx::mechanism

#endif
