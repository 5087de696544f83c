#include "sample/direct/radial_envelope.h"

namespace dpcvx::sample {

namespace {

// The ratio of neighbouring squares between which the sum is bounded from below.
constexpr double kGrowth = 1.03;
// No component is rarer, so that 64 bits choose it with a small relative error.
constexpr double kMinShare = 0x1p-16;

}  // namespace

bool RadialEnvelope::fit(const RadialFloor &floor, double dimension, double limit) {
  if (!find_farthest(floor, limit)) return false;
  place_components(floor, dimension);
  find_offset(floor);
  return offset_ < INFINITY;
}

bool RadialEnvelope::find_farthest(const RadialFloor &floor, double limit) {
  const auto rises = [&](double rho) { return floor.height(rho) - floor.drift(rho, rho) > limit; };
  double low = 0, high = 1;
  while (!rises(high)) {
    low = high, high *= 2;
    if (high > kMaxDistance) return false;
  }
  for (int step = 0; step < 30; ++step) {
    const double middle = (low + high) / 2;
    (rises(middle) ? high : low) = middle;
  }
  farthest_ = high;
  return floor.slope(high) * (2 * kMaxScale * kMaxScale) > 1;
}

// Normal laws that are wider and wider, each as frequent as the floor allows where it comes nearest.
void RadialEnvelope::place_components(const RadialFloor &floor, double dimension) {
  const double first = 1 / kTrueDistance, last = 1 / std::sqrt(2 * floor.slope(farthest_));
  const double step =
      std::max(1 + std::min(0.2, 0.5 / std::sqrt(dimension)), std::pow(last / first, 1.0 / (kMaxCount - 2)));
  double nearest[kMaxCount] = {};
  count_ = 0;
  for (double scale = first; count_ < kMaxCount; scale *= step) {
    scales_[count_] = std::min(scale, last);
    precisions_[count_] = 1 / (2 * scales_[count_] * scales_[count_]);
    ++count_;
    if (scale >= last) break;
  }
  for (double rho = 0x1p-4; rho < farthest_; rho *= std::sqrt(kGrowth)) {
    const double at = floor.height(rho) - floor.drift(rho, rho);
    for (int j = 0; j < count_; ++j) nearest[j] = std::min(nearest[j], rho * rho * precisions_[j] - at);
  }
  double logs[kMaxCount], most = -INFINITY;
  for (int j = 0; j < count_; ++j) {
    logs[j] = nearest[j] + dimension * std::log(scales_[j]);
    most = std::max(most, logs[j]);
  }
  double total = 0;
  for (int j = 0; j < count_; ++j) total += shares_[j] = std::max(std::exp(logs[j] - most), kMinShare);
  most_frequent_ = 0;
  for (int j = 0; j < count_; ++j) {
    shares_[j] /= total;
    if (shares_[j] > shares_[most_frequent_]) most_frequent_ = j;
    log_weights_[j] = std::log(shares_[j]) - dimension * std::log(scales_[j]);
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
void RadialEnvelope::find_offset(const RadialFloor &floor) {
  double least = INFINITY;
  const double end = farthest_ * farthest_;
  double low = 0, high = 0x1p-4;
  for (bool last = false; !last; low = high, high *= kGrowth) {
    if (high >= end) high = end, last = true;
    const double near = std::sqrt(low), far = std::sqrt(high), drift = floor.drift(near, far);
    double falling;
    const double at = log_density(low, &falling), across = at + falling * (high - low);
    least = std::min({least, floor.height(near) + at - drift, floor.height(far) + across - drift});
  }
  offset_ = 2 * kMargin - least;
}

}  // namespace dpcvx::sample
