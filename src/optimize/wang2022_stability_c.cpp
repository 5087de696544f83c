#include "base/check.h"
#include "base/error.h"
#include "dpcvx/reference.h"
#include "optimize/sgd_stability_handle.h"

using namespace dpcvx;

dpcvx_status dpcvx_reference_wang2022_stability(const dpcvx_sgd_stability *stability, double gamma, double *bound,
                                                dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("stability", stability, error));
  DPCVX_TRY(check_pointer("bound", bound, error));
  DPCVX_TRY(check_inside("gamma", gamma, 0, 1, error));
  return stability->bounds.paper(gamma, bound, error);
}
