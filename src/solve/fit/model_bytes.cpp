#include "solve/fit/model_bytes.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/losses/traits.h"

namespace dpcvx::solve {

namespace {

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

// Of rows that are matrices.
dpcvx_status read_matrix(ByteReader &bytes, int64_t matrix_rows, model::RowMap *rows, Error &error) {
  bytes.require(matrix_rows >= 0);
  if (bytes.failed() || matrix_rows == 0) return DPCVX_OK;
  const bool fits = !rows->intercept && rows->columns > 0 && rows->columns % matrix_rows == 0 &&
                    std::min(matrix_rows, rows->columns / matrix_rows) <= model::RowMatrix::kMaxRank;
  if (!bytes.require(fits)) return DPCVX_OK;
  if (!rows->matrix.create() || !rows->matrix.edit().allocate(matrix_rows, rows->columns / matrix_rows))
    return error.nomem("rows as matrices");
  return DPCVX_OK;
}

}  // namespace

bool is_scale(double value) { return value >= 1e-30 && value <= 1e30; }

void write_rows(const model::RowMap &rows, ByteWriter &bytes) {
  bytes.i64(rows.columns);
  bytes.f64(rows.bound);
  bytes.f64(rows.p);
  bytes.i64(rows.matrix ? rows.matrix->rows() : 0);
  bytes.flag(rows.intercept);
  bytes.f64(rows.intercept_value);
  bytes.flag(static_cast<bool>(rows.ranges));
  if (!rows.ranges) return;
  bytes.f64s(rows.ranges->low(), static_cast<size_t>(rows.columns));
  bytes.f64s(rows.ranges->high(), static_cast<size_t>(rows.columns));
  bytes.flag(rows.ranges->centres() != nullptr);
  if (rows.ranges->centres() != nullptr) bytes.f64s(rows.ranges->centres(), static_cast<size_t>(rows.columns));
}

dpcvx_status read_rows(ByteReader &bytes, model::RowMap *rows, Error &error) {
  rows->columns = bytes.i64();
  rows->bound = bytes.f64();
  rows->p = bytes.f64();
  const int64_t matrix_rows = bytes.i64();
  rows->intercept = bytes.flag();
  rows->intercept_value = bytes.f64();
  bytes.require(rows->columns >= 0 && rows->columns <= data::kMaxColumns && rows->p >= 1);
  bytes.require(is_scale(rows->bound) && is_scale(rows->intercept_value));
  DPCVX_TRY(read_matrix(bytes, matrix_rows, rows, error));
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

}  // namespace dpcvx::solve
