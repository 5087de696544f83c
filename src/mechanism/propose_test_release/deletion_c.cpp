#include "base/check.h"
#include "base/error.h"
#include "base/monitor_handle.h"
#include "base/progress_monitor.h"
#include "dpcvx/mechanism.h"
#include "mechanism/propose_test_release/deletion_release.h"
#include "mechanism/release_boundary.h"
#include "mechanism/propose_test_release/release_boundary.h"
#include "mechanism/propose_test_release/users_function_handle.h"

using namespace dpcvx;
using namespace dpcvx::mechanism;

dpcvx_status dpcvx_release_by_deletion(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                       const dpcvx_users_function *function, double sensitivity,
                                       const dpcvx_options *options, const dpcvx_monitor *monitor, double *out,
                                       int32_t *outcome, dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_handle("function", function, error));
    DPCVX_TRY(check_positive("sensitivity", sensitivity, error));
    const DeletionTask task{function->function, sensitivity};
    LawParameters terms;
    DPCVX_TRY(read_law_terms(options, &terms, error));
    DPCVX_TRY(check_optional_handle("monitor", monitor, error));
    DPCVX_TRY(check_array("out", out, task.function.dimension, error));
    DPCVX_TRY(check_pointer("outcome", outcome, error));
    ProgressMonitor watch(monitor);
    release.stopped_by(watch);
    return release_by_deletion(release, terms, task, watch, out, outcome);
  });
}
