#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/progress_handle.h"
#include "base/progress_monitor.h"

namespace dpcvx {
namespace {

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_PROGRESS_FIGURE_DONE), from<&dpcvx_progress::done>},
    {DPCVX_NAMED(DPCVX_PROGRESS_FIGURE_TOTAL), from<&dpcvx_progress::total>},
};
constexpr FiguresOf<dpcvx_progress> kFigures("DPCVX_PROGRESS_FIGURE_*", kRows);

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_progress_get_i64(const dpcvx_progress *progress, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("progress", progress, error));
  return get_figure(kFigures, *progress, figure, value, error);
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
