#include "sample/walls/ball_wall.h"

#include <algorithm>

#include "base/error.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

// How fast the multiplier follows what tries have shown.
constexpr double kGain = 0.2;
// A smaller multiplier is none: tangents at it might be at powers beyond all doubles.
constexpr double kMin = 0x1p-900;

// Below this p a coordinate next to 0 is about as it is at 1.
constexpr double kCorner = 1.02;

}  // namespace

dpcvx_status BallWall::prepare(const Target &target, double variance, double step, Error &error) {
  domain_ = target.domain;
  dimension_ = target.dimension;
  p_ = domain_->p();
  radius_ = domain_->size();
  const double widest = p_ <= 2 ? 1 : std::pow(static_cast<double>(dimension_), 0.5 - 1 / p_) * (1 + 0x1p-40);
  bound_ = target.wall * widest / p_ * radius_;
  variance_ = variance / radius_ / radius_;
  step_ = step;
  const size_t size = static_cast<size_t>(dimension_);
  for (Buffer<double> *buffer : {&aimed_at_, &tangent_, &slope_, &centre_})
    if (!buffer->allocate(size)) return error.nomem("a sampler's domain");
  if (!corners_.allocate(p_ == 1 ? size : 0)) return error.nomem("a sampler's domain");
  for (IntervalLaw &law : corners_) law.set_scale(variance, step);
  begin();
  return DPCVX_OK;
}

void BallWall::begin() {
  factor_ = 1;
  spread_ = 0;
  tries_ = 0;
}

double BallWall::power(double z) const {
  z = std::fabs(z);
  return p_ == 2 ? z * z : p_ == 1 ? z : std::pow(z, p_);
}

double BallWall::settle(double offset, double l) const {
  const double size = std::fabs(offset);
  if (p_ == 2) return offset / (1 + 2 * l);
  if (p_ == 1) return std::copysign(std::max(0.0, size - l), offset);
  if (!(size > 0 && l > 0)) return offset;
  // u + l p u^(p-1) = |offset| by Newton's method on logarithms, of which the sum is convex: from what either term
  // alone allows at most it falls to the root, however far below that is. Next to p = 1 that may be below all doubles.
  const double steep = p_ - 1, log_size = std::log(size), log_factor = std::log(l * p_);
  double log_u = std::min(log_size, (log_size - log_factor) / steep);
  for (int step = 0; step < 60; ++step) {
    const double own = std::exp(log_u - log_size), pull = std::exp(log_factor + steep * log_u - log_size);
    const double excess = std::log(own + pull);
    if (!(excess > 0x1p-40)) break;
    log_u -= excess * (own + pull) / (own + steep * pull);
  }
  return std::copysign(std::exp(log_u), offset);
}

// E |z|^p, roughly, of the law that a coordinate is tried from.
double BallWall::moment(double offset, double multiplier) const {
  const double middle = std::fabs(settle(offset, variance_ * multiplier));
  if (p_ < kCorner) {
    const double rate = multiplier - std::fabs(offset) / variance_;
    return rate > 0 ? 1 / (rate + 1.25 / std::sqrt(variance_)) : std::sqrt(middle * middle + 0.64 * variance_);
  }
  const auto narrowed = [&](double width) {
    return variance_ / (1 + variance_ * multiplier * p_ * (p_ - 1) * std::pow(middle * middle + width, p_ / 2 - 1));
  };
  double width = variance_ / (1 + 2 * multiplier * variance_);
  if (p_ > 4) {  // steeply falling: what it gives for itself lies between what it gives for the two ends
    double low = narrowed(variance_), high = variance_;
    for (int step = 0; step < 12 && low < high; ++step)
      width = std::sqrt(low) * std::sqrt(high), (narrowed(width) < width ? high : low) = width;
  }
  for (int step = 0; step < 4 && p_ != 2 && p_ <= 4; ++step) width = narrowed(width);
  return power(std::sqrt(middle * middle + width));
}

// The least l in [0, A] with sum_j f(z_j, l) <= 1; f falls as l grows.
template <class F>
double BallWall::min_multiplier(const double *x, const F &f) const {
  const auto excess = [&](double l) {
    double sum = 0;
    for (int64_t j = 0; j < dimension_; ++j) sum += f(offset(x[j], j), l);
    return sum - 1;
  };
  if (!(excess(0) > 0)) return 0;
  // Bisection of the logarithm, by regula falsi where it is quicker.
  double low = 0, high = std::min(bound_, 1 / variance_);
  double above = 1, below = excess(high);
  for (int step = 0; step < 200 && below > 0; ++step) {
    if (!(high < bound_)) return bound_;
    low = high, above = below;
    high = std::min(bound_, 4 * high);
    below = excess(high);
  }
  if (low == 0) above = excess(0);
  for (int step = 0, side = 0; step < 80 && high - low > 0x1p-40 * high; ++step) {
    double tried = step % 4 == 3 ? low + (high - low) / 2 : low + (high - low) * (above / (above - below));
    if (!(tried > low && tried < high)) tried = low + (high - low) / 2;
    const double here = excess(tried);
    if (here > 0) {
      low = tried, above = here;
      if (side == 1) below /= 2;
      side = 1;
    } else {
      high = tried, below = here;
      if (side == -1) above /= 2;
      side = -1;
    }
    if (std::fabs(here) <= 0x1p-40) break;
  }
  return high;
}

void BallWall::prox(double variance, double *c) const {
  const double within = variance / radius_ / radius_;
  const double l = min_multiplier(c, [&](double offset, double l) { return power(settle(offset, within * l)); });
  for (int64_t j = 0; j < dimension_ && l > 0; ++j)
    c[j] = domain_->centre(j) + radius_ * settle(offset(c[j], j), within * l);
}

double BallWall::estimate(const double *c) const {
  return min_multiplier(c, [this](double offset, double l) { return moment(offset, l); });
}

void BallWall::mean(double *c) const {
  const double l = variance_ * estimate(c);
  for (int64_t j = 0; j < dimension_ && l > 0; ++j) c[j] = domain_->centre(j) + radius_ * settle(offset(c[j], j), l);
}

void BallWall::aim(const double *c) {
  estimate_ = estimate(c);
  double squares = 0;
  for (int64_t j = 0; j < dimension_; ++j) squares += offset(c[j], j) * offset(c[j], j);
  greatest_ = kMaxExponent * (static_cast<double>(dimension_) + std::sqrt(squares) / variance_);
  std::copy(c, c + dimension_, aimed_at_.data());
  set_multiplier();
}

// The laws that coordinates are tried from.
void BallWall::set_multiplier() {
  multiplier_ = std::min({bound_, greatest_, estimate_ * factor_});
  if (multiplier_ < kMin) multiplier_ = 0;
  for (int64_t j = 0; j < dimension_; ++j) {
    const size_t at = static_cast<size_t>(j);
    const double c = aimed_at_[at], middle = domain_->centre(j);
    if (p_ == 1) {
      corners_[at].aim(c, {middle, middle, multiplier_ / radius_});
      continue;
    }
    const double z = offset(c, j), tangent = settle(z, variance_ * multiplier_);
    tangent_[at] = tangent;
    // Of a tangent point below all doubles the slope is all that pulls.
    slope_[at] =
        tangent == 0 ? z / variance_ : multiplier_ * p_ * std::copysign(std::pow(std::fabs(tangent), p_ - 1), tangent);
    centre_[at] = step_ * std::nearbyint((c - radius_ * (variance_ * slope_[at])) / step_);
  }
}

bool BallWall::attempt(int64_t j, Noise &noise, random::Rng &rng, double *x) const {
  const size_t at = static_cast<size_t>(j);
  if (p_ == 1 && multiplier_ > 0) return corners_[at].attempt(noise, rng, x);
  *x = (p_ == 1 ? step_ * std::nearbyint(aimed_at_[at] / step_) : centre_[at]) + step_ * noise.next(rng);
  if (multiplier_ == 0) return true;
  const double z = offset(*x, j), moved = z - tangent_[at];
  const double gap =
      p_ == 2 ? multiplier_ * moved * moved : multiplier_ * (power(z) - power(tangent_[at])) - slope_[at] * moved;
  return !(gap > 0) || random::bernoulli_exp(rng, gap);
}

bool BallWall::accept(const double *x, random::Rng &rng) {
  double sum = 0;
  for (int64_t j = 0; j < dimension_; ++j) sum += power(offset(x[j], j));
  const double beyond = sum - 1, multiplier = multiplier_;
  if (estimate_ > 0) follow(beyond);
  if (beyond > 0 && bound_ == INFINITY) return false;
  const double gap = beyond > 0 ? (bound_ - multiplier) * beyond : -multiplier * beyond;
  return !(gap > 0) || random::bernoulli_exp(rng, gap);
}

// A multiplier for the next try: any that is fixed before the try is right.
void BallWall::follow(double beyond) {
  spread_ += (tries_ == 0 ? 1 : kGain) * (std::fabs(beyond) - spread_);
  ++tries_;
  if (!(spread_ > 0)) return;
  factor_ *= std::exp(kGain * std::clamp(beyond / spread_, -1.0, 1.0) / (1 + multiplier_ * spread_));
  factor_ = std::clamp(factor_, 1 / kMaxFactor, kMaxFactor);
  set_multiplier();
}

}  // namespace dpcvx::sample
