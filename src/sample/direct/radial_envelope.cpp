#include "sample/direct/radial_envelope.h"

namespace dpcvx::sample {

namespace {

// What a distance, as it is computed, may exceed the true one by, relatively.
constexpr double kShrink = 1 - 0x1p-16;
// The ratio of neighbouring squares between which the sum is bounded from below.
constexpr double kGrowth = 1.06;
// No component is rarer, so that 64 bits choose it with a small relative error.
constexpr double kMinShare = 0x1p-16;

}  // namespace

double RadialEnvelope::height(double rho) const {
  return floor_.value(leverage_ * kShrink * rho) / (leverage_ * leverage_);
}

double RadialEnvelope::share(double square) const {
  const double rho = kShrink * std::sqrt(square);
  return leverage_ * rho > 0x1p-20 ? height(std::sqrt(square)) / (rho * rho) : 0.5;
}

// In rho^2.
double RadialEnvelope::slope(double rho) const {
  if (!(rho > 0)) return kShrink * kShrink / 2;
  return kShrink * floor_.slope(leverage_ * kShrink * rho) / (2 * leverage_ * rho);
}

bool RadialEnvelope::fit(const LossFloor &floor, double leverage, double drift, double dimension, double limit) {
  floor_ = floor;
  leverage_ = std::max(leverage, 0x1p-16);
  drift_ = drift;
  if (!(leverage_ <= 0x1p20) || !find_farthest(limit)) return false;
  place_components(dimension);
  find_offset();
  return offset_ < INFINITY;
}

bool RadialEnvelope::find_farthest(double limit) {
  double low = 0, high = 1;
  while (!(height(high) - drift_ * high > limit)) {
    low = high, high *= 2;
    if (high > kMaxDistance) return false;
  }
  for (int step = 0; step < 30; ++step) {
    const double middle = (low + high) / 2;
    (height(middle) - drift_ * middle > limit ? high : low) = middle;
  }
  farthest_ = high;
  return slope(high) * (2 * kMaxScale * kMaxScale) > 1;
}

// Normal laws whose exponents are tangents of the height as a function of rho^2, at points where they are wider and
// wider.
void RadialEnvelope::place_components(double dimension) {
  const double first = 1 / kShrink, last = 1 / std::sqrt(2 * slope(farthest_));
  const double step =
      std::max(1 + std::min(0.2, 0.5 / std::sqrt(dimension)), std::pow(last / first, 1.0 / (kMaxCount - 2)));
  double logs[kMaxCount], most = 0;
  count_ = 0;
  for (double scale = first; count_ < kMaxCount; scale *= step) {
    scales_[count_] = std::min(scale, last);
    double low = 0, high = farthest_;
    for (int k = 0; k < 30; ++k) {
      const double middle = (low + high) / 2;
      (2 * slope(middle) * scale * scale > 1 ? low : high) = middle;
    }
    // The first touches at 0.
    const double ratio = count_ == 0 ? 0 : high / scales_[count_];
    const double tangent = count_ == 0 ? 0 : ratio * ratio / 2 - height(high);
    logs[count_] = tangent + dimension * std::log(scales_[count_]);
    most = std::max(most, logs[count_]);
    ++count_;
    if (scale >= last) break;
  }
  double total = 0;
  for (int j = 0; j < count_; ++j) total += shares_[j] = std::max(std::exp(logs[j] - most), kMinShare);
  most_frequent_ = 0;
  for (int j = 0; j < count_; ++j) {
    shares_[j] /= total;
    if (shares_[j] > shares_[most_frequent_]) most_frequent_ = j;
    log_weights_[j] = std::log(shares_[j]) - dimension * std::log(scales_[j]);
    precisions_[j] = 1 / (2 * scales_[j] * scales_[j]);
  }
}

// The most frequent one takes what rounding leaves.
int RadialEnvelope::choose(uint64_t bits) const {
  for (int j = 0; j < count_; ++j) {
    if (j == most_frequent_) continue;
    const uint64_t part = static_cast<uint64_t>(shares_[j] * 0x1p64);
    if (bits < part) return j;
    bits -= part;
  }
  return most_frequent_;
}

double RadialEnvelope::log_density(double square, double *slope) const {
  constexpr double kNothing = 60;  // below the greatest, in logarithms
  double most = -INFINITY, sum = 0, fall = 0;
  double logs[kMaxCount];
  for (int j = 0; j < count_; ++j) {
    logs[j] = log_weights_[j] - square * precisions_[j];
    most = std::max(most, logs[j]);
  }
  for (int j = 0; j < count_; ++j) {
    if (logs[j] < most - kNothing) continue;
    const double part = std::exp(logs[j] - most);
    sum += part;
    fall += part * precisions_[j];
  }
  if (slope != nullptr) *slope = -fall / sum;
  return most + std::log(sum);
}

// In s = rho^2 the height is concave, so above its chords, and the log density convex, so above its tangents.
void RadialEnvelope::find_offset() {
  double least = INFINITY;
  const double end = farthest_ * farthest_;
  double low = 0, high = 0x1p-4;
  for (bool last = false; !last; low = high, high *= kGrowth) {
    if (high >= end) high = end, last = true;
    const double drift = drift_ * std::sqrt(high);
    double falling;
    const double at = log_density(low, &falling), across = at + falling * (high - low);
    least = std::min({least, height(std::sqrt(low)) + at - drift, height(std::sqrt(high)) + across - drift});
  }
  offset_ = 2 * kMargin - least;
}

}  // namespace dpcvx::sample
