// Releases by deletion, on the skeleton of release.h.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_DELETION_RELEASE_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_DELETION_RELEASE_H_

#include "mechanism/propose_test_release/deletion_search.h"
#include "mechanism/release.h"
#include "mechanism/propose_test_release/choose_law.h"

namespace dpcvx {
namespace mechanism {

// A caller's function of users.
struct DeletionTask {
  dpcvx_users_callback function = nullptr;
  void *user = nullptr;
  int64_t users = 0;
  size_t dimension = 0;
  double sensitivity = 0;
};

// *outcome is DPCVX_OUTCOME_DONE, _UNSTABLE or _CANCELLED. `out` is zeros unless it is DONE.
dpcvx_status release_by_deletion(Release &release, const LawParameters &terms, const DeletionTask &task,
                                 ProgressMonitor &watch, double *out, int32_t *outcome);

}  // namespace mechanism
}  // namespace dpcvx

#endif
