// A fit as bytes, in a frame (base/bytes.h): model; figures; coefficients; guarantee. What comes back is checked field
// by field, regardless of the checksum.
#include <cmath>

#include "base/bytes.h"
#include "base/error.h"
#include "base/text.h"
#include "model/losses/traits.h"
#include "solve/fit/fit.h"

namespace dpcvx::solve {

namespace {

constexpr Frame kFrame{"dpcvxfit", 3, "fit", "dpcvx_fit_save"};
constexpr int64_t kMaxOutputs = int64_t{1} << 16;

bool is_scale(double value) { return value >= 1e-30 && value <= 1e30; }

void write_rows(const model::RowMap &rows, ByteWriter &bytes) {
  bytes.i64(rows.columns);
  bytes.f64(rows.bound);
  bytes.f64(rows.p);
  bytes.flag(rows.intercept);
  bytes.f64(rows.intercept_value);
  bytes.flag(static_cast<bool>(rows.ranges));
  if (!rows.ranges) return;
  bytes.f64s(rows.ranges->low(), static_cast<size_t>(rows.columns));
  bytes.f64s(rows.ranges->high(), static_cast<size_t>(rows.columns));
  bytes.flag(rows.ranges->centres() != nullptr);
  if (rows.ranges->centres() != nullptr) bytes.f64s(rows.ranges->centres(), static_cast<size_t>(rows.columns));
}

dpcvx_status read_centres(ByteReader &bytes, data::Ranges &ranges, Error &error) {
  const size_t count = static_cast<size_t>(ranges.columns());
  if (!bytes.flag() || !bytes.require(bytes.holds(count, sizeof(double)))) return DPCVX_OK;
  Buffer<double> centres;
  if (!centres.allocate(count)) return error.nomem("centres");
  for (double &centre : centres) bytes.require(std::fabs(centre = bytes.f64()) <= 1);
  return ranges.set_centres(centres.data()) ? DPCVX_OK : error.nomem("centres");
}

dpcvx_status read_ranges(ByteReader &bytes, int64_t columns, Shared<data::Ranges> *out, Error &error) {
  const size_t count = static_cast<size_t>(columns);
  if (!bytes.require(bytes.holds(count, 2 * sizeof(double)))) return DPCVX_OK;
  Buffer<double> low, high;
  Shared<data::Ranges> ranges;
  if (!low.allocate(count) || !high.allocate(count) || !ranges.create()) return error.nomem("ranges");
  for (double &end : low) end = bytes.f64();
  for (double &end : high) end = bytes.f64();
  for (size_t j = 0; j < count; ++j) bytes.require(std::isfinite(low[j]) && std::isfinite(high[j]) && low[j] < high[j]);
  if (!ranges.edit().create(low.data(), high.data(), columns)) return error.nomem("ranges");
  DPCVX_TRY(read_centres(bytes, ranges.edit(), error));
  *out = ranges;
  return DPCVX_OK;
}

dpcvx_status read_rows(ByteReader &bytes, model::RowMap *rows, Error &error) {
  rows->columns = bytes.i64();
  rows->bound = bytes.f64();
  rows->p = bytes.f64();
  rows->intercept = bytes.flag();
  rows->intercept_value = bytes.f64();
  bytes.require(rows->columns >= 0 && rows->columns <= data::kMaxColumns && rows->p >= 1);
  bytes.require(is_scale(rows->bound) && is_scale(rows->intercept_value));
  if (!bytes.flag() || bytes.failed()) return DPCVX_OK;
  return read_ranges(bytes, rows->columns, &rows->ranges, error);
}

void write_loss(const model::LossSpec &loss, ByteWriter &bytes) {
  bytes.i32(loss.kind);
  bytes.f64(loss.parameter);
  bytes.f64(loss.label_bound);
  bytes.f64(loss.decision_bound);
  bytes.f64(loss.smoothing);
  bytes.i64(loss.classes);
  bytes.f64(loss.max_slope);
  bytes.f64(loss.max_curvature);
}

void read_loss(ByteReader &bytes, model::LossSpec *loss) {
  loss->kind = bytes.i32();
  loss->parameter = bytes.f64();
  loss->label_bound = bytes.f64();
  loss->decision_bound = bytes.f64();
  loss->smoothing = bytes.f64();
  loss->classes = bytes.i64();
  loss->max_slope = bytes.f64();
  loss->max_curvature = bytes.f64();
  bytes.require(model::is_loss(loss->kind));
  bytes.require(std::isfinite(loss->parameter) && loss->label_bound >= 0 && loss->decision_bound >= 0);
  bytes.require(loss->smoothing >= 0 && loss->smoothing < INFINITY && loss->max_slope >= 0 && loss->max_curvature >= 0);
}

dpcvx_status read_coefficients(ByteReader &bytes, Fit *fit, Error &error) {
  const uint64_t count = bytes.u64();
  bytes.require(count >= 1 && bytes.holds(count, sizeof(double)));
  if (bytes.failed()) return DPCVX_OK;  // what has been read may be out of its range
  if (fit->linear) bytes.require(count == static_cast<uint64_t>(fit->outputs * fit->rows.dimension()));
  if (bytes.failed()) return DPCVX_OK;
  if (!fit->coefficients.allocate(static_cast<size_t>(count))) return error.nomem("coefficients");
  for (double &coefficient : fit->coefficients) {
    coefficient = bytes.f64();
    bytes.require(std::isfinite(coefficient));
  }
  return DPCVX_OK;
}

// The method's number, and its figures by its table.
void read_figures(ByteReader &bytes, const MethodTable &methods, Fit *fit) {
  fit->figures = Figures();
  fit->figures.method = bytes.i32();
  const size_t place = methods.find(fit->figures.method);
  if (!bytes.require(place < methods.count)) return;
  fit->method = &methods[place];
  fit->method->read_figures(bytes, &fit->figures);
}

dpcvx_status read_fields(ByteReader &bytes, const MethodTable &methods, Fit *fit, Error &error) {
  fit->linear = bytes.flag();
  fit->outputs = bytes.i64();
  fit->standard_error = bytes.f64();
  fit->label_middle = bytes.f64();
  fit->label_centre = bytes.f64();
  fit->outcome.code = bytes.i32();
  fit->outcome.steps = bytes.i64();
  bytes.require(fit->outputs >= 1 && fit->outputs <= kMaxOutputs);
  bytes.require(std::isfinite(fit->label_middle) && std::isfinite(fit->label_centre));
  bytes.require(fit->standard_error >= 0 && fit->standard_error < INFINITY && fit->outcome.steps >= 0);
  bytes.require(fit->outcome.code >= DPCVX_OUTCOME_DONE && fit->outcome.code <= DPCVX_OUTCOME_UNSTABLE);
  read_loss(bytes, &fit->loss);
  const int64_t outputs = fit->loss.kind == DPCVX_LOSS_MULTINOMIAL && fit->linear ? fit->loss.classes : 1;
  bytes.require(fit->outputs == outputs);
  DPCVX_TRY(read_rows(bytes, &fit->rows, error));
  read_figures(bytes, methods, fit);
  DPCVX_TRY(read_coefficients(bytes, fit, error));
  if (bytes.failed()) return DPCVX_OK;
  return fit->guarantee.read_bytes(bytes, error);
}

}  // namespace

void Fit::write_bytes(Text &out) const {
  Text body;
  ByteWriter bytes(body);
  bytes.flag(linear);
  bytes.i64(outputs);
  bytes.f64(standard_error);
  bytes.f64(label_middle);
  bytes.f64(label_centre);
  bytes.i32(outcome.code);
  bytes.i64(outcome.steps);
  write_loss(loss, bytes);
  write_rows(rows, bytes);
  bytes.i32(figures.method);
  method->write_figures(figures, bytes);
  bytes.u64(coefficients.size());
  bytes.f64s(coefficients.data(), coefficients.size());
  guarantee.write_bytes(bytes);

  write_frame(kFrame, body, out);
}

dpcvx_status Fit::read_bytes(const void *bytes, size_t length, const MethodTable &methods, Error &error) {
  ByteReader reader(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &reader, error));
  DPCVX_TRY(read_fields(reader, methods, this, error));
  return close_frame(kFrame, reader, error);
}

}  // namespace dpcvx::solve
