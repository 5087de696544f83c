#include "solve/distributed/broadcast.h"

#include <cmath>

#include "base/bytes.h"
#include "base/error.h"
#include "dpcvx/base.h"
#include "dpcvx/privacy.h"
#include "model/losses/traits.h"
#include "solve/core/integer_bits.h"
#include "solve/distributed/build.h"
#include "solve/distributed/part_set.h"
#include "solve/fit/model_bytes.h"
#include "solve/sufficient_statistics/method.h"

namespace dpcvx::solve {

namespace {

constexpr Frame kFrame{"dpcvxbct", 5, "broadcast", "dpcvx_coordinator_broadcast"};
constexpr int64_t kMaxNumbers = int64_t{1} << 28, kMaxUnits = int64_t{1} << 40;
constexpr int64_t kMaxStep = int64_t{1} << 62;
constexpr int kMaxMomentBits = 40;
constexpr int64_t kMaxClasses = 65536;
constexpr char kMark[] = "NOT PRIVATE: key of a batch";
constexpr char kPointMark[] = "NOT PRIVATE: point of a minimiser";

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
  settings->matrix_rows = rows.matrix ? rows.matrix->rows() : 0;
}

}  // namespace

void SumName::write(ByteWriter &bytes) const {
  bytes.u64(fit[0]);
  bytes.u64(fit[1]);
  bytes.u64(build);
  bytes.i64(step);
  bytes.i64(parts);
  bytes.i64(numbers);
}

void SumName::read(ByteReader &bytes) {
  fit[0] = bytes.u64();
  fit[1] = bytes.u64();
  build = bytes.u64();
  step = bytes.i64();
  parts = bytes.i64();
  numbers = bytes.i64();
  bytes.require(step >= 0 && step < kMaxStep && parts >= 1 && parts <= kMaxParts);
  bytes.require(numbers >= 1 && numbers <= kMaxNumbers);
}

dpcvx_status SumName::check_build(const char *what, Error &error) const {
  if (build == this_build()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'bytes' = a %s of another build of the library or of the system's exp and log; accepted: "
                    "one of the same build (%s)",
                    what, dpcvx_version());
}

void Broadcast::write_gradients(const double *its_point, ByteWriter &bytes) const {
  bytes.f64(rate);
  if (has_batch()) {
    bytes.text(kMark);
    for (const uint64_t word : key.words) bytes.u64(word);
  }
  bytes.flag(is_exact);
  if (is_exact) bytes.text(kPointMark);
  bytes.f64(clip.norm);
  bytes.flag(clip.drop);
  bytes.i32(exponent);
  bytes.f64s(its_point, static_cast<size_t>(name.numbers));
}

// Rates are multiples of 2^-62, as batches are drawn by whole numbers.
void Broadcast::read_batch(ByteReader &bytes) {
  rate = bytes.f64();
  bytes.require(rate > 0 && rate <= 1 && std::ldexp(rate, 62) == std::floor(std::ldexp(rate, 62)));
  if (bytes.failed() || !has_batch()) return;
  bytes.require(settings.unit == DPCVX_UNIT_USER);
  bytes.require_text(kMark);
  for (uint64_t &word : key.words) word = bytes.u64();
}

dpcvx_status Broadcast::read_gradients(ByteReader &bytes, Error &error) {
  read_batch(bytes);
  is_exact = bytes.flag();
  if (is_exact) bytes.require_text(kPointMark);
  clip.norm = bytes.f64();
  clip.drop = bytes.flag();
  exponent = bytes.i32();
  bytes.require(exponent >= kMinStepExponent && exponent <= kMaxStepExponent);
  bytes.require(clip.norm > 0 && clip.norm < INFINITY);
  if (bytes.failed()) return DPCVX_OK;
  const int64_t outputs = settings.loss.kind == DPCVX_LOSS_MULTINOMIAL ? settings.loss.classes : 1;
  bytes.require(clip.norm < std::ldexp(1.0, 51 + exponent) && name.numbers == outputs * rows.dimension());
  bytes.require(bytes.holds(static_cast<uint64_t>(name.numbers), sizeof(double)));
  if (bytes.failed()) return DPCVX_OK;
  if (!point.allocate(static_cast<size_t>(name.numbers))) return error.nomem("a broadcast");
  for (double &entry : point) bytes.require(std::isfinite(entry = bytes.f64()));
  return DPCVX_OK;
}

void Broadcast::read_moments(ByteReader &bytes) {
  lattice.label_weight = bytes.f64();
  lattice.step = bytes.i32();
  lattice.scale = bytes.i32();
  bytes.require(is_scale(lattice.label_weight));
  bytes.require(lattice.step >= kMinStepExponent && lattice.scale <= kMaxStepExponent);
  bytes.require(lattice.scale >= lattice.step && int64_t{lattice.scale} - lattice.step <= kMaxMomentBits);
  bytes.require(settings.loss.kind == DPCVX_LOSS_SQUARED && settings.loss.label_bound < INFINITY);
  bytes.require(rows.dimension() <= kMaxStatisticsDimension);
  if (!bytes.failed()) bytes.require(name.numbers == static_cast<int64_t>(statistics_count(rows.dimension())));
}

void Broadcast::write_bytes(const double *its_point, Text &out) const {
  Text body;
  ByteWriter bytes(body);
  name.write(bytes);
  write_rows(rows, bytes);
  write_settings(settings, bytes);
  bytes.i32(static_cast<int32_t>(summand));
  if (summand == Summand::kGradients) {
    write_gradients(its_point, bytes);
  } else {
    bytes.f64(lattice.label_weight);
    bytes.i32(lattice.step);
    bytes.i32(lattice.scale);
  }
  write_frame(kFrame, body, out);
}

dpcvx_status Broadcast::read_bytes(const void *bytes, size_t length, Error &error) {
  ByteReader reader(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &reader, error));
  name.read(reader);
  DPCVX_TRY(read_rows(reader, &rows, error));
  read_settings(reader, &settings);
  take_rows(rows, &settings);
  const int32_t its_summand = reader.i32();
  reader.require(rows.columns >= 1 && (its_summand == 0 || its_summand == 1));
  summand = static_cast<Summand>(its_summand);
  if (summand == Summand::kGradients)
    DPCVX_TRY(read_gradients(reader, error));
  else
    read_moments(reader);
  DPCVX_TRY(close_frame(kFrame, reader, error));
  return name.check_build(kFrame.what, error);
}

}  // namespace dpcvx::solve
