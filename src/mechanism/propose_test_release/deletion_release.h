// Releases by deletion, on the skeleton of release.h.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_DELETION_RELEASE_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_DELETION_RELEASE_H_

#include "mechanism/propose_test_release/deletion_search.h"
#include "mechanism/release.h"
#include "mechanism/propose_test_release/choose_law.h"
#include "mechanism/propose_test_release/users_function_handle.h"

namespace dpcvx::mechanism {

// What is released, and the change by one deletion that counts as stable.
struct DeletionTask {
  UsersFunction function;
  double sensitivity = 0;
};

// *outcome is DPCVX_OUTCOME_DONE, _UNSTABLE or _CANCELLED. `out` is zeros unless it is DONE.
dpcvx_status release_by_deletion(Release &release, const LawParameters &terms, const DeletionTask &task,
                                 ProgressMonitor &watch, double *out, int32_t *outcome);

}  // namespace dpcvx::mechanism

#endif
