// Estimates of delta, which are no bounds: they tell calibration where to look for one.
#include <cmath>

#include "numeric/exp_lanes.h"
#include "privacy/pld/pld_composition.h"

namespace dpcvx::privacy {

namespace {

constexpr double kTurn = 6.283185307179586477;
constexpr double kShare = 1e-3;  // of delta that wraps around
constexpr double kLeast = 1e-4;  // the share of a last wave
constexpr size_t kMostWaves = 2048;
constexpr size_t kLanes = 2;
using Lanes = numeric::Lanes<kLanes>;

// The waves e^(i theta y) of tilted losses y, theta by theta.
class Waves {
 public:
  static constexpr size_t kArrays = 5;
  static size_t room(size_t points) { return (points + kLanes - 1) / kLanes * kLanes; }

  // `memory` has kArrays times that room.
  void start(const LossDistribution &losses, double t, double shift, double turn, double *memory) {
    size_ = room(losses.size());
    weights_ = memory;
    for (size_t i = 0; i < size_; ++i) {
      const bool is_there = i < losses.size();
      const double loss = is_there ? losses.loss(i) : 0;
      weights_[i] = is_there ? std::exp(losses.log_mass(i) + t * loss - shift) : 0;
      at(0)[i] = at(2)[i] = std::cos(turn * loss);
      at(1)[i] = at(3)[i] = std::sin(turn * loss);
    }
  }

  // The mean of the waves less 1. Turns them on to the next theta.
  void next(double *real, double *imaginary) {
    Lanes::Doubles sum = {}, other = {};
    for (size_t i = 0; i < size_; i += kLanes) {
      const Lanes::Doubles c = load(0, i), s = load(1, i), turn_c = load(2, i), turn_s = load(3, i);
      const Lanes::Doubles weight = *reinterpret_cast<const Lanes::Loose *>(weights_ + i);
      sum += weight * (c - 1.0);
      other += weight * s;
      store(0, i, c * turn_c - s * turn_s);
      store(1, i, c * turn_s + s * turn_c);
    }
    *real = sum[0] + sum[1];
    *imaginary = other[0] + other[1];
  }

 private:
  double *at(size_t array) { return weights_ + (1 + array) * size_; }
  Lanes::Doubles load(size_t array, size_t i) { return *reinterpret_cast<const Lanes::Loose *>(at(array) + i); }
  void store(size_t array, size_t i, Lanes::Doubles value) { *reinterpret_cast<Lanes::Loose *>(at(array) + i) = value; }

  size_t size_ = 0;
  double *weights_ = nullptr;
};

}  // namespace

// By the first term of the saddle point's expansion.
bool LossSum::estimate(double epsilon, double expected, double *delta) {
  if (!cut(kCutShare * expected)) return false;
  const double t = tilt_at(epsilon);
  *delta = std::exp(log_estimate(moments(t), t, epsilon)) + infinite();
  return true;
}

// By the integral that the saddle point's expansion begins with, over the parts' own grids:
//   delta = 1 / (2 pi) times the integral of E e^((t + i theta) (Y - epsilon)) / ((t + i theta) (t + 1 + i theta)).
bool LossSum::estimate_by_waves(double epsilon, double expected, bool fine, double *delta) {
  if (!cut(kCutShare * expected, (fine ? 2 : 4) * kResolution)) return false;
  const double t = tilt_at(epsilon);
  const Moments m = moments(t);
  const double log_share = std::log(kShare) + std::fmin(0, std::log(expected) - m.log_moment + t * epsilon);
  const double reached = std::fmax(reach(t, m, epsilon, 1, log_share), reach(t, m, epsilon, -1, log_share));
  const double turn = kTurn / std::fmax(std::fmax(0, epsilon - m.mean) - log_share / t, reached);
  size_t points = 0;
  for (size_t i = 0; i < size_; ++i) points += Waves::room(losses_[i].size());
  if (!scratch_.prepare_sums(kMostWaves, Waves::kArrays * points)) return false;
  Waves waves[kMaxParts];
  double *memory = scratch_.weights.data();
  for (size_t i = 0; i < size_; ++i) {
    double mean, variance;
    waves[i].start(losses_[i], t, losses_[i].log_moment(t, &mean, &variance), turn, memory);
    memory += Waves::kArrays * Waves::room(losses_[i].size());
  }
  double sum = 1 / (t * (t + 1)), bound = sum;
  for (size_t k = 1; k < kMostWaves && bound > kLeast * std::fabs(sum); ++k) {
    const double theta = turn * static_cast<double>(k), below = t * (t + 1) - theta * theta;
    const double other = theta * (2 * t + 1), norm = below * below + other * other;
    double log_size = 0, angle = -theta * epsilon;
    for (size_t i = 0; i < size_; ++i) {
      const double uses = static_cast<double>(events_[i].count);
      double less, imaginary;
      waves[i].next(&less, &imaginary);
      log_size += uses / 2 * std::log1p(less * (2 + less) + imaginary * imaginary);
      angle += uses * std::atan2(imaginary, 1 + less);
    }
    const double size = 2 * std::exp(log_size) / norm;
    sum += size * (std::cos(angle) * below + std::sin(angle) * other);
    bound = size * std::sqrt(norm);
  }
  *delta = std::exp(m.log_moment - t * epsilon) * turn / kTurn * std::fmax(sum, 0) + infinite();
  return true;
}

}  // namespace dpcvx::privacy
