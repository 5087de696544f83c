#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/monitor_handle.h"

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

dpcvx_status dpcvx_monitor_create(dpcvx_progress_callback progress, void *user, dpcvx_monitor **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  NewHandle<dpcvx_monitor> handle;
  DPCVX_TRY(handle.check(error));
  handle->progress = progress;
  handle->user = user;
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_monitor_destroy(dpcvx_monitor *monitor) { destroy_handle(monitor); }

dpcvx_status dpcvx_monitor_cancel(dpcvx_monitor *monitor, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("monitor", monitor, error));
  monitor->cancelled.store(1, std::memory_order_relaxed);
  return DPCVX_OK;
}

dpcvx_status dpcvx_monitor_cancelled(const dpcvx_monitor *monitor, int32_t *cancelled, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("monitor", monitor, error));
  DPCVX_TRY(check_pointer("cancelled", cancelled, error));
  *cancelled = monitor->cancelled.load(std::memory_order_relaxed);
  return DPCVX_OK;
}
