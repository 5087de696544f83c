// An estimate as bytes, in a frame (base/bytes.h): its kind and figures; arrays; what other estimates follow from; and
// the guarantee. What comes back is checked field by field, regardless of the checksum.
#include <cmath>
#include <initializer_list>

#include "base/error.h"
#include "estimate/estimate.h"
#include "estimate/interval_level.h"

namespace dpcvx::estimate {

namespace {

constexpr Frame kFrame{"dpcvxest", 4, "estimate", "dpcvx_estimate_save"};
// Bound the scale of noise, and numbers of units with noise. Noise does not cancel units to less than the least number,
// except to 0.
constexpr double kLeastScale = 0x1p-60, kMaxScale = 0x1p28, kLeastUnits = 1e-30, kMaxUnits = 0x1p44;
constexpr double kMaxEdge = 1e300;
constexpr int64_t kMaxCells = int64_t{1} << 16;

bool is_cumulative(int32_t kind) { return kind == DPCVX_ESTIMATE_KIND_CUMULATIVE; }
bool is_mean(int32_t kind) { return kind == DPCVX_ESTIMATE_KIND_MEAN; }
bool has_cells(int32_t kind) { return !is_mean(kind) && kind != DPCVX_ESTIMATE_KIND_VARIANCE; }

void write_numbers(const Buffer<double> &numbers, ByteWriter &bytes) { bytes.f64s(numbers.data(), numbers.size()); }

bool is_scale(double scale) { return scale >= kLeastScale && scale <= kMaxScale; }
bool is_units(double units) {
  const double size = std::fabs(units);
  return units == 0 || (size >= kLeastUnits && size <= kMaxUnits);
}

// Reads into memory that was taken.
void read_numbers(ByteReader &bytes, Buffer<double> *numbers) {
  for (double &number : *numbers) {
    number = bytes.f64();
    bytes.require(std::isfinite(number));
  }
}

void require_order(ByteReader &bytes, const Buffer<double> &low, const Buffer<double> &high) {
  for (size_t j = 0; j < low.size(); ++j) bytes.require(low[j] <= high[j]);
}

void read_figures(ByteReader &bytes, Estimate *out) {
  out->kind = bytes.i32();
  out->column = bytes.i64();
  out->cells = bytes.i64();
  out->interval_level = bytes.f64();
  out->noise_scale = bytes.f64();
  out->units = bytes.f64();
  out->fraction = bytes.f64();
  out->simultaneous = bytes.flag();
  out->gaussian = bytes.flag();
  bytes.require(out->kind >= DPCVX_ESTIMATE_KIND_MEAN && out->kind <= DPCVX_ESTIMATE_KIND_QUANTILE_RANGE);
  bytes.require(out->column >= (has_cells(out->kind) ? kNoColumn : 0));
  bytes.require(out->cells >= (has_cells(out->kind) ? 1 : 0) && out->cells <= kMaxCells);
  bytes.require(is_level(out->interval_level));
  bytes.require(is_scale(out->noise_scale) && is_units(out->units));
  bytes.require(out->fraction >= 0 && out->fraction < 0.5);
}

// How many values an estimate of this kind has, given so many cells; 0: any number.
int64_t values_of(int32_t kind, int64_t cells) {
  if (kind == DPCVX_ESTIMATE_KIND_HISTOGRAM) return cells;
  if (is_cumulative(kind)) return cells - 1;
  return kind >= DPCVX_ESTIMATE_KIND_TRIMMED_MEAN ? 1 : 0;
}

dpcvx_status read_values(ByteReader &bytes, Estimate *out, Error &error) {
  const int64_t count = bytes.i64(), wanted = values_of(out->kind, out->cells);
  bytes.require(count >= 1 && (wanted == 0 || count == wanted));
  if (!bytes.require(bytes.holds(static_cast<uint64_t>(count), 7 * sizeof(double)))) return DPCVX_OK;
  DPCVX_TRY(out->allocate(count, error));
  for (Buffer<double> *each :
       {&out->values, &out->low, &out->high, &out->stddevs, &out->max_stddevs, &out->range_low, &out->range_high})
    read_numbers(bytes, each);
  require_order(bytes, out->low, out->values);
  require_order(bytes, out->values, out->high);
  require_order(bytes, out->range_low, out->range_high);
  return DPCVX_OK;
}

// A flag a column, where ranges of some were released.
dpcvx_status read_released(ByteReader &bytes, Estimate *out, Error &error) {
  if (!bytes.flag() || !bytes.require(bytes.holds(out->values.size(), 1))) return DPCVX_OK;
  if (!out->released_ranges.allocate(out->values.size())) return error.nomem("an estimate");
  bool any = false;
  for (bool &each : out->released_ranges) {
    each = bytes.flag();
    any = any || each;
  }
  bytes.require(any && !has_cells(out->kind));
  return DPCVX_OK;
}

dpcvx_status read_counts(ByteReader &bytes, Estimate *out, Error &error) {
  if (!bytes.require(bytes.holds(out->values.size(), 3 * sizeof(double)))) return DPCVX_OK;
  DPCVX_TRY(out->allocate_counts(error));
  for (Buffer<double> *each : {&out->counts, &out->count_low, &out->count_high}) read_numbers(bytes, each);
  require_order(bytes, out->count_low, out->count_high);
  return DPCVX_OK;
}

dpcvx_status read_probabilities(ByteReader &bytes, Estimate *out, Error &error) {
  if (!bytes.require(bytes.holds(out->values.size(), sizeof(double)))) return DPCVX_OK;
  if (!out->probabilities.allocate(out->values.size())) return error.nomem("an estimate");
  read_numbers(bytes, &out->probabilities);
  for (const double p : out->probabilities) bytes.require(p > 0 && p < 1);
  return DPCVX_OK;
}

dpcvx_status read_sums(ByteReader &bytes, Estimate *out, Error &error) {
  out->law = {bytes.flag(), bytes.f64(), bytes.f64(), bytes.flag()};
  bytes.require(is_scale(out->law.scale) && out->law.square_weight >= 0x1p-10 && out->law.square_weight <= 0x1p10);
  if (!bytes.require(bytes.holds(out->values.size(), 5 * sizeof(double)))) return DPCVX_OK;
  if (!out->sums.allocate(out->values.size())) return error.nomem("an estimate");
  for (ColumnSums &each : out->sums) {
    each = {bytes.f64(), bytes.f64(), bytes.f64(), bytes.f64(), bytes.f64()};
    for (const double sum : {each.values, each.squares, each.units, each.cubes, each.fourths})
      bytes.require(is_units(sum));
  }
  return DPCVX_OK;
}

dpcvx_status read_cumulative(ByteReader &bytes, Estimate *out, Error &error) {
  Cumulative &into = out->cumulative;
  const int64_t children = bytes.i64();
  const bool root_known = bytes.flag();
  into.noise = {bytes.flag(), bytes.f64()};
  into.whole = bytes.flag();
  into.units = bytes.f64();
  bytes.require(children >= 2 && children <= kMaxCells && is_scale(into.noise.scale) && is_units(into.units));
  // A number that is known is that of units.
  bytes.require(!root_known || (into.units >= 0 && into.units == std::floor(into.units)));
  const uint64_t edges = static_cast<uint64_t>(out->cells) + 1;
  if (!bytes.require(out->cells >= 2 && bytes.holds(edges, 2 * sizeof(double)))) return DPCVX_OK;
  if (!into.allocate(out->cells)) return error.nomem("an estimate");
  into.shape.set(out->cells, children, root_known);
  for (Buffer<double> *each : {&into.edges, &into.below}) read_numbers(bytes, each);
  for (const double edge : into.edges) bytes.require(std::fabs(edge) <= kMaxEdge);
  for (size_t i = 0; i < into.cells(); ++i) bytes.require(into.edges[i] < into.edges[i + 1]);
  for (const double below : into.below) bytes.require(is_units(below));
  // A number with noise is the estimate below the last edge.
  bytes.require(root_known || into.units == into.below[into.cells()]);
  into.make_shares();
  return DPCVX_OK;
}

// A step at a time: nothing is read into the next part once a field was out of its range.
dpcvx_status read_parts(ByteReader &bytes, Estimate *out, Error &error) {
  read_figures(bytes, out);
  if (bytes.failed()) return DPCVX_OK;
  DPCVX_TRY(read_values(bytes, out, error));
  if (!bytes.failed()) DPCVX_TRY(read_released(bytes, out, error));
  if (!bytes.failed() && (is_cumulative(out->kind) || out->kind == DPCVX_ESTIMATE_KIND_HISTOGRAM))
    DPCVX_TRY(read_counts(bytes, out, error));
  if (!bytes.failed() && out->kind == DPCVX_ESTIMATE_KIND_QUANTILES) DPCVX_TRY(read_probabilities(bytes, out, error));
  if (!bytes.failed() && is_mean(out->kind)) DPCVX_TRY(read_sums(bytes, out, error));
  if (!bytes.failed() && is_cumulative(out->kind)) DPCVX_TRY(read_cumulative(bytes, out, error));
  if (bytes.failed()) return DPCVX_OK;
  return out->guarantee.read_bytes(bytes, error);
}

void write_sums(const Estimate &estimate, ByteWriter &bytes) {
  bytes.flag(estimate.law.gaussian);
  bytes.f64(estimate.law.scale);
  bytes.f64(estimate.law.square_weight);
  bytes.flag(estimate.law.units_known);
  for (const ColumnSums &each : estimate.sums)
    for (const double sum : {each.values, each.squares, each.units, each.cubes, each.fourths}) bytes.f64(sum);
}

// Its shares follow from the rest.
void write_cumulative(const Cumulative &from, ByteWriter &bytes) {
  bytes.i64(from.shape.children());
  bytes.flag(from.shape.root_known());
  bytes.flag(from.noise.gaussian);
  bytes.f64(from.noise.scale);
  bytes.flag(from.whole);
  bytes.f64(from.units);
  write_numbers(from.edges, bytes);
  write_numbers(from.below, bytes);
}

}  // namespace

void Estimate::write_bytes(Text &out) const {
  Text fields;
  ByteWriter bytes(fields);
  bytes.i32(kind);
  bytes.i64(column);
  bytes.i64(cells);
  for (const double figure : {interval_level, noise_scale, units, fraction}) bytes.f64(figure);
  for (const bool flag : {simultaneous, gaussian}) bytes.flag(flag);
  bytes.i64(count());
  for (const Buffer<double> *each : {&values, &low, &high, &stddevs, &max_stddevs, &range_low, &range_high})
    write_numbers(*each, bytes);
  bytes.flag(has_released_ranges());
  for (const bool each : released_ranges) bytes.flag(each);
  for (const Buffer<double> *each : {&counts, &count_low, &count_high, &probabilities}) write_numbers(*each, bytes);
  if (is_mean(kind)) write_sums(*this, bytes);
  if (is_cumulative(kind)) write_cumulative(cumulative, bytes);
  guarantee.write_bytes(bytes);
  write_frame(kFrame, fields, out);
}

dpcvx_status Estimate::read_bytes(const void *bytes, size_t length, Error &error) {
  ByteReader reader(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &reader, error));
  DPCVX_TRY(read_parts(reader, this, error));
  return close_frame(kFrame, reader, error);
}

}  // namespace dpcvx::estimate
