#include "privacy/pld/renyi_profile.h"

#include <algorithm>
#include <cmath>

#include "numeric/directed_margin.h"
#include "privacy/divergences/rdp.h"

namespace dpcvx::privacy {

namespace {

// Orders less 1, of a spread of 1: a Gaussian's best one at z deviations is z over the spread. Divergences of samples
// are long sums, at large orders the longest.
constexpr double kLeast = 0x1p-9, kMost = 0x1p9, kMostSampled = 128;
constexpr double kRatio = 1.08, kRatioSampled = 1.25;
constexpr size_t kMaxTable = 64;                         // orders of tables
constexpr double kMinMean = 0x1p-70, kMaxMean = 0x1p16;  // of the loss

bool has_samples(const Curve &curve) {
  for (size_t i = 0; i < curve.size(); ++i)
    if (is_subsampled(curve[i].kind)) return true;
  return false;
}

}  // namespace

void RenyiProfile::add(const Curve &curve, double order) {
  const double renyi = curve.rdp(order);
  if (!(renyi < 0x1p100) || size_ == kMaxOrders) return;
  slopes_[size_] = order - 1;
  starts_[size_++] = renyi_log_delta_up(renyi, order, 0);
}

bool RenyiProfile::prepare(const Curve &curve) {
  size_ = 0;
  mean_ = curve.rdp(1 + 0x1p-10);
  if (!(mean_ >= kMinMean && mean_ <= kMaxMean)) return false;
  most_ = round_up(std::fmin(std::sqrt(mean_ / 2), std::sqrt(-std::expm1(-mean_))));
  const bool sampled = has_samples(curve);
  const double spread = std::sqrt(2 * mean_), most = sampled ? kMostSampled : kMost / spread;
  for (double t = sampled ? 0x1p-6 : kLeast / spread; t < most; t *= sampled ? kRatioSampled : kRatio)
    add(curve, sampled && t > 24 ? std::floor(1 + t) : 1 + t);
  for (size_t i = 0; i < curve.size(); ++i) {
    const Event &event = curve[i];
    if (event.kind != Kind::kRdp) continue;
    const size_t stride = std::max<size_t>(1, event.size / kMaxTable);
    for (size_t j = 0; j < event.size; j += stride) add(curve, curve.numbers()[event.table + j]);
  }
  return size_ > 0;
}

double RenyiProfile::delta_up(double x) const {
  double least = INFINITY;
  for (size_t i = 0; i < size_; ++i) {
    const double fall = slopes_[i] * x;
    least = std::fmin(least, starts_[i] - fall + (std::fabs(starts_[i]) + fall) * 0x1p-50);
  }
  return std::fmin(most_, round_up(std::exp(least) * (1 + 0x1p-44)));
}

}  // namespace dpcvx::privacy
