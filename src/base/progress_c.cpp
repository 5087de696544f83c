#include "base/check.h"
#include "base/progress_monitor.h"

using namespace dpcvx;

dpcvx_status dpcvx_progress_get(const dpcvx_progress *progress, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("progress", progress, error));
  DPCVX_TRY(check_pointer("value", value, error));
  switch (figure) {
    case DPCVX_PROGRESS_FIGURE_DONE:
      *value = static_cast<double>(progress->done);
      return DPCVX_OK;
    case DPCVX_PROGRESS_FIGURE_TOTAL:
      *value = static_cast<double>(progress->total);
      return DPCVX_OK;
    default:
      return error.argument("figure", figure, "a DPCVX_PROGRESS_FIGURE_*");
  }
}

dpcvx_status dpcvx_cancel_create(dpcvx_cancel **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  NewHandle<dpcvx_cancel> handle;
  DPCVX_TRY(handle.check(error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_cancel_destroy(dpcvx_cancel *cancel) { destroy_handle(cancel); }

dpcvx_status dpcvx_cancel_request(dpcvx_cancel *cancel, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("cancel", cancel, error));
  cancel->requested.store(1, std::memory_order_relaxed);
  return DPCVX_OK;
}

dpcvx_status dpcvx_cancel_requested(const dpcvx_cancel *cancel, int32_t *requested, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("cancel", cancel, error));
  DPCVX_TRY(check_pointer("requested", requested, error));
  *requested = cancel->requested.load(std::memory_order_relaxed);
  return DPCVX_OK;
}
