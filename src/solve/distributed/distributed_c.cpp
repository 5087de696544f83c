#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/monitor_handle.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "privacy/budget/budget_handle.h"
#include "random/rng_handle.h"
#include "solve/distributed/distributed_handles.h"
#include "solve/distributed/stream_sum.h"
#include "solve/fit/fit_handle.h"
#include "solve/plan/plan_handle.h"

namespace dpcvx {
namespace {

using solve::Coordinator;
using solve::PartialSum;

constexpr Figure kCoordinatorRows[] = {
    {DPCVX_NAMED(DPCVX_COORDINATOR_FIGURE_STEP), from<&Coordinator::step>},
    {DPCVX_NAMED(DPCVX_COORDINATOR_FIGURE_STEPS), from<&Coordinator::steps>},
    {DPCVX_NAMED(DPCVX_COORDINATOR_FIGURE_PARTS), from<&Coordinator::parts>},
    {DPCVX_NAMED(DPCVX_COORDINATOR_FIGURE_DIMENSION), from<&Coordinator::dimension>},
};
constexpr FiguresOf<Coordinator> kCoordinatorFigures("DPCVX_COORDINATOR_FIGURE_*", kCoordinatorRows);

constexpr Figure kSumRows[] = {
    {DPCVX_NAMED(DPCVX_PARTIAL_SUM_FIGURE_STEP), from<&PartialSum::step>},
    {DPCVX_NAMED(DPCVX_PARTIAL_SUM_FIGURE_PARTS), from<&PartialSum::count>},
    {DPCVX_NAMED(DPCVX_PARTIAL_SUM_FIGURE_SEALED), from<&PartialSum::sealed>},
    {DPCVX_NAMED(DPCVX_PARTIAL_SUM_FIGURE_RANDOM), from<&PartialSum::draws_batches>},
};
constexpr FiguresOf<PartialSum> kSumFigures("DPCVX_PARTIAL_SUM_FIGURE_*", kSumRows);

constexpr int64_t kMaxBytes = int64_t{1} << 60;

// Implements the functions for rows of double and of float.
template <class T>
dpcvx_status add_dense(dpcvx_partial_sum *partial_sum, const solve::LentRows<T> &rows, int64_t threads,
                       const dpcvx_monitor *monitor, Error &error) {
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  DPCVX_TRY(data::check_view(rows.features, error));
  DPCVX_TRY(check_pointer("labels", rows.labels, error));
  DPCVX_TRY(check_between("threads", threads, 1, kMaxThreads, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  const int64_t row_bytes = rows.features.columns * static_cast<int64_t>(sizeof(T));
  const int64_t bytes = std::min(rows.features.rows, kMaxBytes / row_bytes) * row_bytes;
  PartialSum &sum = partial_sum->sum;
  return sum.counted(solve::add_rows(sum, rows, {static_cast<int32_t>(threads), bytes, monitor}, error));
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_coordinator_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_plan *plan, int64_t parts,
                                      dpcvx_coordinator **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_handle("plan", plan, error));
  DPCVX_TRY(check_between("parts", parts, 1, solve::kMaxParts, error));
  NewHandle<dpcvx_coordinator> handle;
  DPCVX_TRY(handle.check(error));
  mechanism::Release release(budget->budget, rng->rng, plan->plan.problem.price, handle->coordinator.record(), error);
  DPCVX_TRY(handle->coordinator.create(plan->plan, parts, release, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_coordinator_destroy(dpcvx_coordinator *coordinator) { destroy_handle(coordinator); }

dpcvx_status dpcvx_coordinator_broadcast(const dpcvx_coordinator *coordinator, void *out, size_t capacity,
                                         size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_coordinator(coordinator, error));
  Text bytes;
  DPCVX_TRY(coordinator->coordinator.write_broadcast(bytes, error));
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_coordinator_finish_step(dpcvx_coordinator *coordinator, dpcvx_rng *rng,
                                           dpcvx_partial_sum *partial_sum, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_coordinator(coordinator, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  return coordinator->coordinator.finish_step(rng->rng, partial_sum->sum, error);
}

dpcvx_status dpcvx_coordinator_fit(dpcvx_coordinator *coordinator, dpcvx_fit **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_coordinator(coordinator, error));
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(coordinator->coordinator.give_fit(&handle->fit, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_coordinator_get_i64(const dpcvx_coordinator *coordinator, int32_t figure, int64_t *value,
                                       dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("coordinator", coordinator, error));
  return get_figure(kCoordinatorFigures, coordinator->coordinator, figure, value, error);
}

dpcvx_status dpcvx_partial_sum_create(const void *bytes, size_t length, int64_t part, dpcvx_partial_sum **out,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  NewHandle<dpcvx_partial_sum> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->sum.open(bytes, length, part, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_partial_sum_destroy(dpcvx_partial_sum *partial_sum) { destroy_handle(partial_sum); }

dpcvx_status dpcvx_partial_sum_add(dpcvx_partial_sum *partial_sum, const dpcvx_dataset *dataset, int64_t threads,
                                   dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(check_between("threads", threads, 1, kMaxThreads, error));
  return partial_sum->sum.counted(partial_sum->sum.add(dataset->data, static_cast<int32_t>(threads), error));
}

dpcvx_status dpcvx_partial_sum_add_dense(dpcvx_partial_sum *partial_sum, const double *features, int64_t rows,
                                         int64_t columns, int64_t row_stride, int64_t column_stride,
                                         const double *labels, const int64_t *users, const double *weights,
                                         int64_t threads, const dpcvx_monitor *monitor, dpcvx_error *err) {
  Error error(err, __func__);
  const data::DenseView<double> view = {features, rows, columns, row_stride, column_stride};
  return add_dense<double>(partial_sum, {view, labels, weights, users}, threads, monitor, error);
}

dpcvx_status dpcvx_partial_sum_add_dense_f32(dpcvx_partial_sum *partial_sum, const float *features, int64_t rows,
                                             int64_t columns, int64_t row_stride, int64_t column_stride,
                                             const double *labels, const int64_t *users, const double *weights,
                                             int64_t threads, const dpcvx_monitor *monitor, dpcvx_error *err) {
  Error error(err, __func__);
  const data::DenseView<float> view = {features, rows, columns, row_stride, column_stride};
  return add_dense<float>(partial_sum, {view, labels, weights, users}, threads, monitor, error);
}

dpcvx_status dpcvx_partial_sum_add_blocks(dpcvx_partial_sum *partial_sum, dpcvx_block_callback add_next, void *user,
                                          int64_t bytes, const dpcvx_monitor *monitor, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  DPCVX_TRY(check_pointer("add_next", reinterpret_cast<const void *>(add_next), error));
  DPCVX_TRY(check_between("bytes", bytes, 0, kMaxBytes, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  PartialSum &sum = partial_sum->sum;
  return sum.counted(solve::add_blocks(sum, partial_sum, add_next, user, {1, bytes, monitor}, error));
}

dpcvx_status dpcvx_partial_sum_add_stream(dpcvx_partial_sum *partial_sum, struct ArrowArrayStream *stream,
                                          const char *label, const char *user, const char *weight, int64_t threads,
                                          int64_t bytes, const dpcvx_monitor *monitor, dpcvx_error *err) {
  Error error(err, __func__);
  solve::TakenStream taken(stream);
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  DPCVX_TRY(check_pointer("stream", stream, error));
  if (!taken.is_there()) return error.argument("stream", "a stream that was released", "one that was not read before");
  DPCVX_TRY(check_pointer("label", label, error));
  if (*label == '\0') return error.argument("label", "an empty name", "the name of a column");
  DPCVX_TRY(check_between("threads", threads, 1, kMaxThreads, error));
  DPCVX_TRY(check_between("bytes", bytes, 0, kMaxBytes, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  const solve::AddingOptions options = {static_cast<int32_t>(threads), bytes, monitor};
  PartialSum &sum = partial_sum->sum;
  return sum.counted(solve::add_stream(sum, taken, {label, user, weight}, options, error));
}

dpcvx_status dpcvx_partial_sum_seal(dpcvx_partial_sum *partial_sum, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  return partial_sum->sum.seal(error);
}

dpcvx_status dpcvx_partial_sum_merge(dpcvx_partial_sum *partial_sum, const dpcvx_partial_sum *other, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  DPCVX_TRY(check_handle("other", other, error));
  return partial_sum->sum.merge(other->sum, error);
}

dpcvx_status dpcvx_partial_sum_save(const dpcvx_partial_sum *partial_sum, void *out, size_t capacity, size_t *length,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  Text bytes;
  DPCVX_TRY(partial_sum->sum.write_bytes(bytes, error));
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_partial_sum_load(const void *bytes, size_t length, dpcvx_partial_sum **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  NewHandle<dpcvx_partial_sum> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->sum.read_bytes(bytes, length, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_partial_sum_get_i64(const dpcvx_partial_sum *partial_sum, int32_t figure, int64_t *value,
                                       dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("partial_sum", partial_sum, error));
  return get_figure(kSumFigures, partial_sum->sum, figure, value, error);
}
