// Guesses where a round's tries will lie, from the tangents taken before, so that the next is taken in their middle:
// the v with
//   v = mean(q - s^2 (g + H (v - w))),
// w the last point with its gradient g, H the parts' curvature as differences of gradients have shown it (the update of
// Broyden, Fletcher, Goldfarb and Shanno; of one number where the dimension is large), mean(c) about the mean of what
// walls and parts by entries make of a Gaussian about c. A guess decides how often tries are rejected and nothing else.
#ifndef DPCVX_SAMPLE_PREDICTOR_H_
#define DPCVX_SAMPLE_PREDICTOR_H_

#include <algorithm>
#include <cmath>

#include "base/buffer.h"
#include "base/status.h"

namespace dpcvx::sample {

class Predictor {
 public:
  dpcvx_status prepare(int64_t dimension, double variance, Error &error);
  // Forgets everything.
  void begin();
  bool knows() const { return known_; }
  // The tangent at v has gradient g.
  void learn(const double *v, const double *g);

  // At least one tangent has been learned. v: where to start, and the guess. mean(c): in place; `plain`: it is c.
  template <class Mean>
  void predict(const double *q, bool plain, const Mean &mean, double *v);

  // r^T H r / 2.
  double curvature(const double *r);

 private:
  static constexpr int64_t kMaxDense = 600;
  static constexpr int kMaxSteps = 60;
  // How near a guess comes to the model's minimiser, relative to s.
  static constexpr double kTolerance = 0.1;
  // Or near enough that being off costs a try no more than this in log probability.
  static constexpr double kSlight = 0.02;
  // That log probability by bounds for the steepest direction, several times what it is in many dimensions.
  static constexpr double kWorst = 0.3;
  static constexpr double kFlat = 0.2;
  // What of a step's turn, relative to its length, is too little to learn from.
  static constexpr double kKnown = 0.01;

  // out = A u, A = I + s^2 H.
  void multiply(const double *u, double *out) const;
  void update(const double *moved, const double *turned);
  void follow_steepest();
  // out = s^2 times the slope of the model without what is cheap.
  void slope_at(const double *v, const double *q, double *out);
  void solve_plain(const double *q, double *v);

  // Curvature that hardly shows within a try.
  bool is_flat() const { return updated_ && steepest_ <= 1 + kFlat; }
  // ||error||^2 of a guess that is good enough.
  double enough() const { return std::fmax(tolerance_, kSlight * variance_ / std::fmax(steepest_ - 1, 0.0)); }

  int64_t dimension_ = 0;
  double variance_ = 0, tolerance_ = 0;
  bool known_ = false, updated_ = false, dense_ = true;
  double scale_ = 1, steepest_ = 1;  // A of one number; the greatest eigenvalue of A
  Buffer<double> matrix_, point_, image_, moved_, turned_, product_, slope_, ahead_, direction_, top_;
};

template <class Mean>
void Predictor::predict(const double *q, bool plain, const Mean &mean, double *v) {
  if (plain) return solve_plain(q, v);
  // mean() is monotone, and no steeper than 1: with A = I + s^2 H, steps of 1 / ||A|| towards what it gives, with the
  // momentum of a strongly convex problem.
  const size_t count = static_cast<size_t>(dimension_);
  const double bound = 1.1 * steepest_, root = std::sqrt(bound), momentum = (root - 1) / (root + 1);
  if (is_flat()) {
    // As if there were no curvature: off by (||A|| - 1) times the way from the last point at most.
    double squares = 0;
    for (size_t j = 0; j < count; ++j) direction_[j] = q[j] - (image_[j] - point_[j]);
    mean(direction_.data());
    for (size_t j = 0; j < count; ++j) squares += (direction_[j] - point_[j]) * (direction_[j] - point_[j]);
    if (std::pow(steepest_ - 1, 3) * squares <= kWorst * variance_) {
      std::copy(direction_.data(), direction_.data() + count, v);
      return;
    }
  }
  std::copy(v, v + count, ahead_.data());
  for (int step = 0; step < kMaxSteps; ++step) {
    slope_at(ahead_.data(), q, slope_.data());
    for (size_t j = 0; j < count; ++j) direction_[j] = ahead_[j] - slope_[j];
    mean(direction_.data());
    for (size_t j = 0; j < count; ++j) direction_[j] = ahead_[j] + (direction_[j] - ahead_[j]) / bound;
    double squares = 0;
    for (size_t j = 0; j < count; ++j) {
      const double moved = direction_[j] - v[j];
      squares += moved * moved;
      ahead_[j] = direction_[j] + momentum * moved;
      v[j] = direction_[j];
    }
    if (squares * bound <= enough()) break;
  }
}

}  // namespace dpcvx::sample

#endif
