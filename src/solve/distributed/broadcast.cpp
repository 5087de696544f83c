#include "solve/distributed/broadcast.h"

#include <cmath>

#include "base/bytes.h"
#include "base/error.h"
#include "dpcvx/base.h"
#include "dpcvx/privacy.h"
#include "model/losses/traits.h"
#include "solve/distributed/build.h"
#include "solve/distributed/part_set.h"
#include "solve/fit/model_bytes.h"

namespace dpcvx::solve {

namespace {

constexpr Frame kFrame{"dpcvxbct", 1, "broadcast", "dpcvx_coordinator_broadcast"};
constexpr int64_t kMaxDimension = int64_t{1} << 28, kMaxUnits = int64_t{1} << 40;
constexpr int64_t kMaxStep = int64_t{1} << 62;
constexpr int kMaxExponent = 900;
constexpr int64_t kMaxClasses = 65536;

void write_settings(const model::ObjectiveSettings &settings, ByteWriter &bytes) {
  bytes.i32(settings.unit);
  bytes.f64(settings.weight_bound);
  bytes.i64(settings.nominal_units);
  bytes.i64(settings.min_records_per_user);
  bytes.f64(settings.radius);
  bytes.i32(static_cast<int32_t>(settings.storage));
  write_loss(settings.loss, bytes);
}

void read_settings(ByteReader &bytes, model::ObjectiveSettings *settings) {
  settings->unit = bytes.i32();
  settings->weight_bound = bytes.f64();
  settings->nominal_units = bytes.i64();
  settings->min_records_per_user = bytes.i64();
  settings->radius = bytes.f64();
  const int32_t storage = bytes.i32();
  settings->storage = static_cast<data::Storage>(storage);
  bytes.require(storage >= DPCVX_STORAGE_DENSE && storage <= DPCVX_STORAGE_CSR_F32);
  read_loss(bytes, &settings->loss);
  bytes.require(settings->unit == DPCVX_UNIT_RECORD || settings->unit == DPCVX_UNIT_USER);
  bytes.require(is_scale(settings->weight_bound) && settings->radius > 0);
  bytes.require(settings->nominal_units >= 1 && settings->nominal_units <= kMaxUnits);
  bytes.require(settings->min_records_per_user >= 0 &&
                settings->min_records_per_user <= model::LinearModel::kMaxRecordsPerUser);
  const model::LossSpec &loss = settings->loss;
  bytes.require(loss.kind != DPCVX_LOSS_CALLBACK && loss.kind != 0);
  bytes.require(loss.kind != DPCVX_LOSS_MULTINOMIAL || (loss.classes >= 2 && loss.classes <= kMaxClasses));
}

// The rows say again what the settings do.
void take_rows(const model::RowMap &rows, model::ObjectiveSettings *settings) {
  settings->intercept = rows.intercept;
  settings->intercept_value = rows.intercept_value;
  settings->row_bound = rows.bound;
  settings->row_norm = rows.p;
}

}  // namespace

void SumName::write(ByteWriter &bytes) const {
  bytes.u64(fit[0]);
  bytes.u64(fit[1]);
  bytes.u64(build);
  bytes.i64(step);
  bytes.i64(parts);
  bytes.i64(dimension);
}

void SumName::read(ByteReader &bytes) {
  fit[0] = bytes.u64();
  fit[1] = bytes.u64();
  build = bytes.u64();
  step = bytes.i64();
  parts = bytes.i64();
  dimension = bytes.i64();
  bytes.require(step >= 0 && step < kMaxStep && parts >= 1 && parts <= kMaxParts);
  bytes.require(dimension >= 1 && dimension <= kMaxDimension);
}

dpcvx_status SumName::check_build(const char *what, Error &error) const {
  if (build == this_build()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'bytes' = a %s of another build of the library or of the system's exp and log; accepted: "
                    "one of the same build (%s)",
                    what, dpcvx_version());
}

void Broadcast::write_bytes(const double *its_point, Text &out) const {
  Text body;
  ByteWriter bytes(body);
  name.write(bytes);
  write_rows(rows, bytes);
  write_settings(settings, bytes);
  bytes.f64(clip.norm);
  bytes.flag(clip.drop);
  bytes.i32(exponent);
  bytes.f64s(its_point, static_cast<size_t>(name.dimension));
  write_frame(kFrame, body, out);
}

dpcvx_status Broadcast::read_bytes(const void *bytes, size_t length, Error &error) {
  ByteReader reader(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &reader, error));
  name.read(reader);
  DPCVX_TRY(read_rows(reader, &rows, error));
  read_settings(reader, &settings);
  take_rows(rows, &settings);
  clip.norm = reader.f64();
  clip.drop = reader.flag();
  exponent = reader.i32();
  reader.require(exponent >= -kMaxExponent && exponent <= kMaxExponent && rows.columns >= 1);
  reader.require(clip.norm > 0 && clip.norm < INFINITY);
  if (!reader.failed()) {
    const int64_t outputs = settings.loss.kind == DPCVX_LOSS_MULTINOMIAL ? settings.loss.classes : 1;
    reader.require(clip.norm < std::ldexp(1.0, 51 + exponent) && name.dimension == outputs * rows.dimension());
    reader.require(reader.holds(static_cast<uint64_t>(name.dimension), sizeof(double)));
  }
  if (!reader.failed()) {
    if (!point.allocate(static_cast<size_t>(name.dimension))) return error.nomem("a broadcast");
    for (double &entry : point) reader.require(std::isfinite(entry = reader.f64()));
  }
  DPCVX_TRY(close_frame(kFrame, reader, error));
  return name.check_build(kFrame.what, error);
}

}  // namespace dpcvx::solve
