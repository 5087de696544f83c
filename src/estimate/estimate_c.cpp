#include "base/check.h"
#include "base/error.h"
#include "estimate/estimate_handle.h"
#include "privacy/guarantee/guarantee_handle.h"

namespace dpcvx {
namespace {

// Copies one or two of an estimate's arrays, each under the name of its argument.
struct Copied {
  const char *name;
  double *to;
  const Buffer<double> *from;
};

dpcvx_status copy_arrays(const Copied *arrays, size_t size, int64_t count, Error &error) {
  for (size_t i = 0; i < size; ++i) DPCVX_TRY(check_pointer(arrays[i].name, arrays[i].to, error));
  const int64_t wanted = static_cast<int64_t>(arrays[0].from->size());
  DPCVX_TRY(check_between("count", count, wanted, wanted, error));
  for (size_t i = 0; i < size; ++i)
    std::memcpy(arrays[i].to, arrays[i].from->data(), arrays[i].from->size() * sizeof(double));
  return DPCVX_OK;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

void dpcvx_estimate_destroy(dpcvx_estimate *estimate) { destroy_handle(estimate); }

dpcvx_status dpcvx_estimate_values(const dpcvx_estimate *estimate, double *out, int64_t count, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  const Copied arrays[] = {{"out", out, &estimate->estimate.values}};
  return copy_arrays(arrays, 1, count, error);
}

dpcvx_status dpcvx_estimate_intervals(const dpcvx_estimate *estimate, double *low, double *high, int64_t count,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  const Copied arrays[] = {{"low", low, &estimate->estimate.low}, {"high", high, &estimate->estimate.high}};
  return copy_arrays(arrays, 2, count, error);
}

dpcvx_status dpcvx_estimate_stddevs(const dpcvx_estimate *estimate, double *stddevs, double *bounds, int64_t count,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  if (!estimate->estimate.has_stddevs())
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'estimate' = %s; accepted: means or shares, which have standard deviations",
                      estimate::name_of(estimate->estimate.kind));
  const Copied arrays[] = {{"stddevs", stddevs, &estimate->estimate.stddevs},
                           {"bounds", bounds, &estimate->estimate.max_stddevs}};
  return copy_arrays(arrays, 2, count, error);
}

dpcvx_status dpcvx_estimate_ranges(const dpcvx_estimate *estimate, double *low, double *high, int64_t count,
                                   dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  const Copied arrays[] = {{"low", low, &estimate->estimate.range_low}, {"high", high, &estimate->estimate.range_high}};
  return copy_arrays(arrays, 2, count, error);
}

dpcvx_status dpcvx_estimate_get_f64(const dpcvx_estimate *estimate, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  return get_figure(estimate::kEstimateFigures, estimate->estimate, figure, value, error);
}

dpcvx_status dpcvx_estimate_get_i64(const dpcvx_estimate *estimate, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  return get_figure(estimate::kEstimateFigures, estimate->estimate, figure, value, error);
}

dpcvx_status dpcvx_estimate_guarantee(const dpcvx_estimate *estimate, dpcvx_guarantee **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("estimate", estimate, error));
  NewHandle<dpcvx_guarantee> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->guarantee.assign(estimate->estimate.guarantee, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_estimate_to_text(const dpcvx_estimate *estimate, char *out, size_t capacity, size_t *length,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { estimate->estimate.write_text(text); });
}

dpcvx_status dpcvx_estimate_to_json(const dpcvx_estimate *estimate, char *out, size_t capacity, size_t *length,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { estimate->estimate.write_json(text); });
}

dpcvx_status dpcvx_estimate_save(const dpcvx_estimate *estimate, void *out, size_t capacity, size_t *length,
                                 dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("estimate", estimate, error));
  Text bytes;
  estimate->estimate.write_bytes(bytes);
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_estimate_load(const void *bytes, size_t length, dpcvx_estimate **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  NewHandle<dpcvx_estimate> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->estimate.read_bytes(bytes, length, error));
  *out = handle.give();
  return DPCVX_OK;
}
