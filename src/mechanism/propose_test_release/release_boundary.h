// The common part of propose-test-releases at the C boundary.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_RELEASE_BOUNDARY_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_RELEASE_BOUNDARY_H_

#include "base/options.h"
#include "mechanism/propose_test_release/choose_law.h"

namespace dpcvx::mechanism {

// Live options of dpcvx_test_release_options_create, or null; their values.
dpcvx_status read_law_terms(const dpcvx_options *options, LawParameters *terms, Error &error);

}  // namespace dpcvx::mechanism

#endif
