#include <cstring>

#include "base/check.h"
#include "base/count.h"
#include "base/error.h"
#include "estimate/local/handles.h"
#include "estimate/local/shuffle.h"
#include "mechanism/release.h"
#include "privacy/budget/budget_handle.h"
#include "random/rng_handle.h"

namespace dpcvx {
namespace {

using local::Protocol;

// Where a report goes.
struct Room {
  void *out;
  size_t capacity, *length;
  bool only_asks() const { return out == nullptr; }
};

dpcvx_status check_room(const Room &room, size_t needed, Error &error) {
  DPCVX_TRY(check_pointer("length", room.length, error));
  if (room.only_asks()) return room.capacity == 0 ? DPCVX_OK : check_pointer("out", room.out, error);
  if (room.capacity >= needed) return DPCVX_OK;
  return error.fail(DPCVX_ERR_CAPACITY, "argument 'capacity' = %zu; accepted: at least %s", room.capacity,
                    show_count(static_cast<int64_t>(needed), "byte").text);
}

dpcvx_status check_report(const dpcvx_local_protocol *protocol, int32_t kind, const char *accepted,
                          const dpcvx_budget *budget, const dpcvx_rng *rng, const Room &room, Error &error) {
  DPCVX_TRY(check_handle("protocol", protocol, error));
  if (budget != nullptr) {
    DPCVX_TRY(check_budget(budget, error));
    // That there is a report shows that its unit takes part: its epsilon is of any two values, not of none.
    if (budget->budget.adjacency() != DPCVX_ADJACENCY_REPLACE_ONE)
      return error.argument("budget", "one of add/remove adjacency",
                            "one of replace-one: a report shows that its unit takes part");
  }
  DPCVX_TRY(check_handle("rng", rng, error));
  if (protocol->protocol.kind != kind) return error.argument("protocol", "one of another kind", accepted);
  return check_room(room, protocol->protocol.report_bytes(), error);
}

// The last step that can fail. A device without a budget counts its reports itself.
dpcvx_status charge(const Protocol &protocol, dpcvx_budget *budget, dpcvx_rng *rng, Error &error) {
  if (budget == nullptr) return rng->rng.prepare(error);
  privacy::Guarantee record;
  privacy::Curve price;
  DPCVX_TRY(price.add(privacy::pure(protocol.epsilon), error));
  mechanism::Release release(budget->budget, rng->rng, price, record, error);
  DPCVX_TRY(release.prepare(price, "local report", "randomized response over classes of outputs (Warner 1965)"));
  return release.charge();
}

// Charges, and writes what `draw` gives.
template <class Draw>
dpcvx_status give_report(const Protocol &protocol, dpcvx_budget *budget, dpcvx_rng *rng, const Room &room, Error &error,
                         const Draw &draw) {
  if (!room.only_asks()) {
    DPCVX_TRY(charge(protocol, budget, rng, error));
    unsigned char bytes[local::kMaxReportBytes];
    local::write_report(protocol, draw(), bytes);
    std::memcpy(room.out, bytes, protocol.report_bytes());
  }
  *room.length = protocol.report_bytes();
  return DPCVX_OK;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_local_report_category(const dpcvx_local_protocol *protocol, dpcvx_budget *budget, dpcvx_rng *rng,
                                         int64_t category, void *out, size_t capacity, size_t *length,
                                         dpcvx_error *err) {
  Error error(err, __func__);
  const Room room{out, capacity, length};
  DPCVX_TRY(
      check_report(protocol, DPCVX_LOCAL_KIND_FREQUENCIES, "DPCVX_LOCAL_KIND_FREQUENCIES", budget, rng, room, error));
  const Protocol &plan = protocol->protocol;
  return give_report(plan, budget, rng, room, error,
                     [&]() { return local::report_category(rng->rng, plan, category); });
}

dpcvx_status dpcvx_local_report_value(const dpcvx_local_protocol *protocol, dpcvx_budget *budget, dpcvx_rng *rng,
                                      double value, void *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  const Room room{out, capacity, length};
  DPCVX_TRY(check_report(protocol, DPCVX_LOCAL_KIND_MEAN, "DPCVX_LOCAL_KIND_MEAN", budget, rng, room, error));
  const Protocol &plan = protocol->protocol;
  return give_report(plan, budget, rng, room, error, [&]() { return local::report_value(rng->rng, plan, value); });
}

dpcvx_status dpcvx_local_report_vector(const dpcvx_local_protocol *protocol, dpcvx_budget *budget, dpcvx_rng *rng,
                                       const double *vector, int64_t dimension, void *out, size_t capacity,
                                       size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  const Room room{out, capacity, length};
  DPCVX_TRY(
      check_report(protocol, DPCVX_LOCAL_KIND_VECTOR_MEAN, "DPCVX_LOCAL_KIND_VECTOR_MEAN", budget, rng, room, error));
  const Protocol &plan = protocol->protocol;
  DPCVX_TRY(check_between("dimension", dimension, plan.count, plan.count, error));
  DPCVX_TRY(check_pointer("vector", vector, error));
  local::VectorReporter reporter;
  DPCVX_TRY(reporter.reserve(plan, error));
  return give_report(plan, budget, rng, room, error, [&]() { return reporter.draw(rng->rng, plan, vector); });
}

dpcvx_status dpcvx_local_protocol_shuffle(const dpcvx_local_protocol *protocol, dpcvx_rng *rng, const void *reports,
                                          size_t size, void *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("protocol", protocol, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_array("reports", reports, size, error));
  const size_t each = protocol->protocol.report_bytes();
  if (size % each != 0)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'size' = %zu; accepted: a multiple of %zu, the size of a report",
                      size, each);
  const Room room{out, capacity, length};
  DPCVX_TRY(check_room(room, size, error));
  if (!room.only_asks()) {
    DPCVX_TRY(rng->rng.prepare(error));
    local::shuffle_blocks(rng->rng, reports, size / each, each, out);
  }
  *length = size;
  return DPCVX_OK;
}
