#include "solve/noisy_gradient/adaptive_clip.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

// How the state moves. They were settled on synthetic users; only the risk depends on them.
constexpr double kMemory = 0.9;       // of what earlier steps showed
constexpr int64_t kFirstSteps = 3;    // steps before the scales move
constexpr double kLeastScale = 0.02;  // of the greatest mean length
constexpr double kNoiseMargin = 2;    // standard deviations below which a length is not told from 0
constexpr double kSlowest = 0.25;     // rate of the radius in the end
// At 40 a clip cut 30 % of users who were unlike the rest until x = 93: 1000 of them lost 0.25 and not 0.012.
constexpr double kTargetNoise = 15;

bool usable(double value) { return value > 0x1p-900 && value < 0x1p900; }

}  // namespace

double clip_signal(double steps, double divisor, double noise, double dimension) {
  return 2 * std::sqrt(steps) * divisor / (noise * dimension);
}

double target_room(double signal) { return signal < 0x1p500 ? signal / (signal + kTargetNoise) : 1; }

void AdaptiveClip::plan(size_t dimension, Arena &arena) {
  for (int i = 0; i < 6; ++i) arena.plan<double>(dimension);
}

void AdaptiveClip::prepare(const AdaptiveClipRule &rule, Arena &arena) {
  rule_ = rule;
  for (double **vector : {&alpha_, &inverse_, &stretch_, &lengths_, &variance_, &size_})
    *vector = arena.take<double>(rule.dimension);
}

void AdaptiveClip::start() {
  taken_ = 0;
  weight_ = room_ = 0;
  radius_ = std::clamp(rule_.start, rule_.least, rule_.greatest);
  std::fill(alpha_, alpha_ + rule_.dimension, 1.0);
  std::fill(stretch_, stretch_ + rule_.dimension, 1.0);
  std::fill(lengths_, lengths_ + rule_.dimension, 0.0);
  std::fill(variance_, variance_ + rule_.dimension, 0.0);
  invert();
}

void AdaptiveClip::accept(const double *released, double *gradient_sum) {
  const size_t d = rule_.dimension;
  for (size_t j = 0; j < d; ++j) gradient_sum[j] = released[j] * alpha_[j] * radius_;
  ++taken_;
  remember(released + d);
  const double room = released[2 * d] / (rule_.lift.room * rule_.divisor);
  room_ = kMemory * room_ + std::clamp(room, -2.0, 2.0);
  move_radius(room);
  if (taken_ > kFirstSteps) move_scales();
  invert();
}

double AdaptiveClip::unclipped() const { return weight_ > 0 ? std::clamp(room_ / weight_, 0.0, 1.0) : 0; }

// A <- .9 A + a,  B <- .81 B + Var(a),  Z <- .9 Z + 1, a the mean length of each entry by this step. Noise makes a
// negative at times: it stays so, and evens out.
void AdaptiveClip::remember(const double *lengths) {
  const double unit = radius_ / (rule_.lift.absolute * rule_.divisor);
  for (size_t j = 0; j < rule_.dimension; ++j) {
    const double deviation = alpha_[j] * unit * rule_.noise;
    lengths_[j] = kMemory * lengths_[j] + alpha_[j] * unit * lengths[j];
    variance_[j] = kMemory * kMemory * variance_[j] + deviation * deviation;
  }
  weight_ = kMemory * weight_ + 1;
}

// C <- C exp(-rate (p - q)), rate = max(1/4, 2 / (t + 1)).
void AdaptiveClip::move_radius(double room) {
  if (rule_.target < 0) return;
  const double rate = std::max(kSlowest, 2 / static_cast<double>(taken_ + 1));
  const double factor = std::exp(-rate * std::clamp(room - rule_.target, -2.0, 2.0));
  if (usable(radius_ * factor)) radius_ = std::clamp(radius_ * factor, rule_.least, rule_.greatest);
}

// s = mean lengths, held to what noise lets them tell; alpha' = sqrt(s) of mean square 1. The radius keeps the share of
// the typical length: sum (s / alpha)^2 / C^2 stays.
void AdaptiveClip::move_scales() {
  const size_t d = rule_.dimension;
  double top = 0, sum = 0;
  for (size_t j = 0; j < d; ++j) {
    size_[j] = std::max(lengths_[j], kNoiseMargin * std::sqrt(variance_[j])) / weight_;
    top = std::max(top, size_[j]);
  }
  if (!usable(top)) return;
  for (size_t j = 0; j < d; ++j) {
    size_[j] = std::max(size_[j] / top, kLeastScale);
    sum += size_[j];
  }
  const double mean = sum / static_cast<double>(d);
  double before = 0, after = 0;
  for (size_t j = 0; j < d; ++j) {
    before += size_[j] / alpha_[j] * (size_[j] / alpha_[j]);
    alpha_[j] = std::sqrt(size_[j] / mean);
    after += size_[j] / alpha_[j] * (size_[j] / alpha_[j]);
    stretch_[j] = std::min(rule_.max_stretch, std::sqrt(1 / size_[j]));
  }
  const double factor = std::sqrt(after / before);
  if (usable(radius_ * factor)) radius_ = std::clamp(radius_ * factor, rule_.least, rule_.greatest);
}

void AdaptiveClip::invert() {
  for (size_t j = 0; j < rule_.dimension; ++j) inverse_[j] = 1 / (alpha_[j] * radius_);
}

}  // namespace dpcvx::solve
