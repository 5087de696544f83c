#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "estimate/local/handles.h"

namespace dpcvx {
namespace {

dpcvx_status check_room(const local::Aggregator &aggregator, Error &error) {
  if (!aggregator.is_full()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_STATE, "argument 'aggregator' = one of 2^32 reports; accepted: one with room for more");
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_local_aggregator_create(const dpcvx_local_protocol *protocol, dpcvx_local_aggregator **out,
                                           dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("protocol", protocol, error));
  NewHandle<dpcvx_local_aggregator> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->aggregator.open(protocol->protocol, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_local_aggregator_destroy(dpcvx_local_aggregator *aggregator) { destroy_handle(aggregator); }

dpcvx_status dpcvx_local_aggregator_add(dpcvx_local_aggregator *aggregator, const void *bytes, size_t length,
                                        dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("aggregator", aggregator, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  local::Aggregator &sums = aggregator->aggregator;
  local::Report report;
  const char *const wrong = local::read_report(sums.protocol(), bytes, length, &report);
  if (wrong != nullptr) return error.argument("bytes", wrong, "a report of the aggregator's protocol");
  DPCVX_TRY(check_room(sums, error));
  sums.add(report);
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_aggregator_add_each(dpcvx_local_aggregator *aggregator, const void *bytes, size_t length,
                                             dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("aggregator", aggregator, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  local::Aggregator &sums = aggregator->aggregator;
  const size_t size = sums.protocol().report_bytes();
  if (length % size != 0)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'length' = %zu; accepted: a multiple of %zu, the size of a report",
                      length, size);
  if (length / size > static_cast<size_t>(local::kMaxReports - sums.reports()))
    return error.fail(DPCVX_ERR_STATE,
                      "argument 'aggregator' = one of %s reports; accepted: one with room for %zu more",
                      show(sums.reports()).text, length / size);
  const unsigned char *const first = static_cast<const unsigned char *>(bytes);
  for (size_t at = 0; at < length; at += size) {
    local::Report report;
    if (local::read_report(sums.protocol(), first + at, size, &report) == nullptr)
      sums.add(report);
    else
      sums.count_refused();
  }
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_aggregator_merge(dpcvx_local_aggregator *aggregator, const dpcvx_local_aggregator *other,
                                          dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("aggregator", aggregator, error));
  DPCVX_TRY(check_handle("other", other, error));
  local::Aggregator &sums = aggregator->aggregator;
  const local::Aggregator &more = other->aggregator;
  if (aggregator == other) return error.argument("other", "the aggregator itself", "another aggregator");
  if (sums.protocol().fingerprint != more.protocol().fingerprint)
    return error.argument("other", "an aggregator of another protocol", "one of the same protocol");
  if (more.reports() > local::kMaxReports - sums.reports())
    return error.fail(DPCVX_ERR_STATE, "argument 'other' = one of %s reports; accepted: one of at most %s",
                      show(more.reports()).text, show(local::kMaxReports - sums.reports()).text);
  sums.merge(more);
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_aggregator_save(const dpcvx_local_aggregator *aggregator, void *out, size_t capacity,
                                         size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("aggregator", aggregator, error));
  Text bytes;
  aggregator->aggregator.write_bytes(bytes);
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_local_aggregator_load(const void *bytes, size_t length, dpcvx_local_aggregator **out,
                                         dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  NewHandle<dpcvx_local_aggregator> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->aggregator.read_bytes(bytes, length, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_aggregator_counts(const dpcvx_local_aggregator *aggregator, int64_t *reports, int64_t *refused,
                                           dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("aggregator", aggregator, error));
  DPCVX_TRY(check_pointer("reports", reports, error));
  DPCVX_TRY(check_pointer("refused", refused, error));
  *reports = aggregator->aggregator.reports();
  *refused = aggregator->aggregator.refused();
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_aggregator_estimate(const dpcvx_local_aggregator *aggregator, double level, double *values,
                                             double *standard_errors, double *low, double *high, int64_t count,
                                             dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("aggregator", aggregator, error));
  DPCVX_TRY(check_between("level", level, 0.5, 1 - 1e-9, error));
  DPCVX_TRY(check_pointer("values", values, error));
  DPCVX_TRY(check_pointer("standard_errors", standard_errors, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  const local::Aggregator &sums = aggregator->aggregator;
  DPCVX_TRY(check_between("count", count, sums.protocol().count, sums.protocol().count, error));
  if (sums.reports() < 1)
    return error.fail(DPCVX_ERR_STATE, "argument 'aggregator' = one of no reports; accepted: one of a report or more");
  return sums.estimate(1 - level, {values, standard_errors, low, high}, error);
}
