#include <unistd.h>

#include "base/check.h"
#include "base/error.h"
#include "dpcvx/mechanism.h"
#include "mechanism/release_boundary.h"

using namespace dpcvx;
using namespace dpcvx::mechanism;

struct dpcvx_above_threshold {
  static constexpr HandleType kType{"dpcvx_above_threshold", 0x61626f7665746831};
  HandleTag tag{kType};
  AboveThreshold stream;
  bool deterministic = false;
  const pid_t process = getpid();
};

dpcvx_status dpcvx_above_threshold_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                          double threshold, double sensitivity, int64_t max_above,
                                          const dpcvx_options *options, dpcvx_above_threshold **out,
                                          dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  if (guarantee != nullptr) *guarantee = nullptr;
  DPCVX_TRY(check_out("out", out, error));
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_finite("threshold", threshold, error));
    DPCVX_TRY(check_positive("sensitivity", sensitivity, error));
    DPCVX_TRY(check_between("max_above", max_above, 1, INT64_MAX, error));
    ReleaseParameters terms;
    DPCVX_TRY(read_terms(options, Takes::kStep, terms, error));
    NewHandle<dpcvx_above_threshold> handle;
    DPCVX_TRY(handle.check(error));
    handle->deterministic = release.is_deterministic();
    DPCVX_TRY(start_above_threshold(release, threshold, sensitivity, max_above, terms, handle->stream));
    *out = handle.give();
    return DPCVX_OK;
  });
}

void dpcvx_above_threshold_destroy(dpcvx_above_threshold *stream) { destroy_handle(stream); }

dpcvx_status dpcvx_above_threshold_query(dpcvx_above_threshold *stream, dpcvx_rng *rng, double value, int32_t *above,
                                         dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("stream", stream, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_pointer("above", above, error));
  if (stream->process != getpid())
    return error.fail(
        DPCVX_ERR_STATE,
        "argument 'stream' = a copy made by fork(), which would answer again from the same noise; accepted: a "
        "stream in the process that created it");
  if (rng->rng.is_deterministic() != stream->deterministic)
    return error.argument("rng", rng->rng.is_deterministic() ? "a deterministic source" : "a source of entropy",
                          "one of the kind that the stream was created with");
  if (stream->stream.remaining() == 0)
    return error.fail(DPCVX_ERR_STATE, "argument 'stream' has given its last positive answer; create another");
  DPCVX_TRY(rng->rng.prepare(error));
  *above = stream->stream.ask(rng->rng, value) ? 1 : 0;
  return DPCVX_OK;
}

dpcvx_status dpcvx_above_threshold_remaining(const dpcvx_above_threshold *stream, int64_t *remaining,
                                             dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("stream", stream, error));
  DPCVX_TRY(check_pointer("remaining", remaining, error));
  *remaining = stream->stream.remaining();
  return DPCVX_OK;
}
