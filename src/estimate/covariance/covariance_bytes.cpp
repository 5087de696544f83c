// A covariance as bytes, in a frame (base/bytes.h): its figures, the law of its noise, all arrays, and the guarantee.
// What comes back is checked field by field, regardless of the checksum: what no release can make is refused, so that
// all that follows is a number. shape.box bounded the points that were summed: nothing follows from it any more.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "base/bytes.h"
#include "base/error.h"
#include "estimate/covariance/covariance.h"
#include "estimate/interval_level.h"

namespace dpcvx::estimate {

namespace {

constexpr Frame kFrame{"dpcvxcov", 1, "covariance", "dpcvx_covariance_save"};
// Bounds on scales of noise, in radii, and on numbers of units with noise.
constexpr double kLeastScale = 0x1p-60, kMaxScale = 0x1p40, kMaxUnits = 0x1p44;
// Scales differ by weights and columns: by at most this factor, and the square of the columns (moment_plan.cpp).
constexpr double kScalesApart = 0x1p7;
// Noise is above so many times its scale with a probability below e^-1000.
constexpr double kFarNoise = 1024;
// An eigenvalue of a round's frame is below 2^10: normal_radius is below 2^5, and noise where a round maps is below
// kFarNoise over its square in each entry. There are 8 rounds.
constexpr double kMaxFrame = 0x1p80;
// An entry of the covariance in half widths is below this: it is the square of the frame times a covariance of points.
constexpr double kMaxEntry = 0x1p250;
constexpr double kMaxEnd = 1e150, kLeastWidth = 1e-150;

void write_scales(const NoiseScales &scales, ByteWriter &bytes) {
  for (const double scale : {scales.squares, scales.products, scales.coordinates, scales.units, scales.own_fourths,
                             scales.fourths, scales.thirds})
    bytes.f64(scale);
}

// What has no noise has a scale of 0: the number of units under replace-one, and higher moments that are left out.
void read_scales(ByteReader &bytes, const MomentShape &shape, NoiseScales *out) {
  const double columns = static_cast<double>(shape.columns);
  out->squares = bytes.f64();
  const auto is_scale = [&](double scale) {
    return scale >= std::max(out->squares / kScalesApart, kLeastScale) &&
           scale <= std::min(out->squares * kScalesApart * columns * columns, kMaxScale);
  };
  bytes.require(is_scale(out->squares));
  for (double *scale : {&out->products, &out->coordinates}) bytes.require(is_scale(*scale = bytes.f64()));
  out->units = bytes.f64();
  bytes.require(is_scale(out->units) || (shape.replaced && out->units == 0));
  for (double *scale : {&out->own_fourths, &out->fourths, &out->thirds}) {
    *scale = bytes.f64();
    bytes.require(is_scale(*scale) || (!shape.higher && *scale == 0));
  }
}

// Reads into memory that was taken.
void read_numbers(ByteReader &bytes, Buffer<double> *numbers, double largest) {
  for (double &number : *numbers) {
    number = bytes.f64();
    bytes.require(std::fabs(number) <= largest);
  }
}

// The ranges, and what lies in them.
void read_ranges(ByteReader &bytes, Covariance *out) {
  for (Buffer<double> *each : {&out->range_low, &out->range_high, &out->means}) read_numbers(bytes, each, kMaxEnd);
  for (size_t j = 0; j < out->dimension(); ++j) {
    const double low = out->range_low[j], high = out->range_high[j];
    bytes.require(high - low >= kLeastWidth && low <= out->means[j] && out->means[j] <= high);
  }
}

// A covariance of values, and its eigenvalues.
void read_matrices(ByteReader &bytes, Covariance *out) {
  const size_t d = out->dimension();
  for (Buffer<double> *each : {&out->matrix, &out->component_values}) read_numbers(bytes, each, DBL_MAX);
  for (size_t i = 0; i < d; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      const double entry = out->matrix[i * d + j], most = kMaxEntry * out->half(i) * out->half(j);
      bytes.require(std::fabs(entry) <= most && entry == out->matrix[j * d + i]);
    }
    const double most = i == 0 ? DBL_MAX : out->component_values[i - 1];
    bytes.require(out->matrix[i * d + i] >= 0);
    bytes.require(out->component_values[i] >= 0 && out->component_values[i] <= most);
  }
  read_numbers(bytes, &out->components, 1 + 0x1p-20);
}

// What a mean over units may be, of values that are at most 1 in size and noise of this scale: twice it, for rounding.
double max_mean(const Covariance &from, double scale) {
  const double most_units = from.units + kFarNoise * from.scales.units;
  return 2 * (most_units + kFarNoise * scale) / from.units;
}

// The moments that were released. A third or fourth one was taken from a lower one, as many times as there are columns.
void read_moments(ByteReader &bytes, Covariance *out) {
  const NoiseScales &scales = out->scales;
  const double columns = static_cast<double>(out->columns());
  const double mean = max_mean(*out, scales.coordinates);
  const double moment = max_mean(*out, std::max(scales.squares, scales.products));
  read_numbers(bytes, &out->point_mean, mean);
  read_numbers(bytes, &out->point_moments, moment);
  read_numbers(bytes, &out->frame, kMaxFrame);
  if (!out->shape.higher) return;
  const double fourth = max_mean(*out, std::max(scales.own_fourths, scales.fourths));
  read_numbers(bytes, &out->fourths, columns * moment + fourth);
  read_numbers(bytes, &out->thirds, columns * mean + max_mean(*out, scales.thirds));
}

void read_figures(ByteReader &bytes, Covariance *out) {
  MomentShape &shape = out->shape;
  shape.columns = bytes.i64();
  out->rounds = bytes.i64();
  out->simultaneous = bytes.flag();
  shape.gaussian = bytes.flag();
  shape.replaced = bytes.flag();
  shape.higher = bytes.flag();
  out->radius = bytes.f64();
  out->interval_level = bytes.f64();
  out->units = bytes.f64();
  out->noise_norm = bytes.f64();
  const double columns = static_cast<double>(shape.columns);
  bytes.require(shape.columns >= 1 && shape.columns <= kMaxCovarianceColumns);
  bytes.require(out->rounds >= 1 && out->rounds <= kMaxCovarianceRounds && !(shape.higher && out->rounds > 1));
  bytes.require(out->radius >= 0x1p-4 && out->radius * out->radius <= columns * (1 + 0x1p-40));
  bytes.require(is_level(out->interval_level));
  bytes.require(out->units >= 1 && out->units <= kMaxUnits);
  bytes.require(!shape.replaced || out->units == std::floor(out->units));
  bytes.require(out->noise_norm >= 0 && std::isfinite(out->noise_norm));
  read_scales(bytes, shape, &out->scales);
}

// How many numbers all arrays have.
uint64_t count_numbers(const MomentShape &shape) {
  const uint64_t d = static_cast<uint64_t>(shape.columns);
  return 5 * d + (shape.higher ? 6 : 4) * d * d;
}

// A step at a time: nothing is read into the next part once a field was out of its range.
dpcvx_status read_parts(ByteReader &bytes, Covariance *out, Error &error) {
  read_figures(bytes, out);
  if (bytes.failed() || !bytes.require(bytes.holds(count_numbers(out->shape), sizeof(double)))) return DPCVX_OK;
  DPCVX_TRY(out->allocate(out->shape.columns, error));
  read_ranges(bytes, out);
  read_matrices(bytes, out);
  read_moments(bytes, out);
  return bytes.failed() ? DPCVX_OK : out->guarantee.read_bytes(bytes, error);
}

}  // namespace

void Covariance::write_bytes(Text &out) const {
  Text fields;
  ByteWriter bytes(fields);
  const auto write = [&](const Buffer<double> &numbers) { bytes.f64s(numbers.data(), numbers.size()); };
  bytes.i64(columns());
  bytes.i64(rounds);
  for (const bool flag : {simultaneous, shape.gaussian, shape.replaced, shape.higher}) bytes.flag(flag);
  for (const double figure : {radius, interval_level, units, noise_norm}) bytes.f64(figure);
  write_scales(scales, bytes);
  for (const Buffer<double> *each :
       {&range_low, &range_high, &means, &matrix, &component_values, &components, &point_mean, &point_moments, &frame})
    write(*each);
  for (const Buffer<double> *each : {&fourths, &thirds})
    if (shape.higher) write(*each);
  guarantee.write_bytes(bytes);
  write_frame(kFrame, fields, out);
}

dpcvx_status Covariance::read_bytes(const void *bytes, size_t length, Error &error) {
  ByteReader reader(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &reader, error));
  DPCVX_TRY(read_parts(reader, this, error));
  return close_frame(kFrame, reader, error);
}

}  // namespace dpcvx::estimate
