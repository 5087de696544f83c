#include "solve/noisy_gradient/momentum.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

// A step size far above what the objective bears makes iterates grow without end; they stay finite.
double kept_finite(double x) {
  constexpr double kFar = 0x1p300;
  return x > kFar ? kFar : x < -kFar ? -kFar : x == x ? x : 0;
}

int64_t averaged_steps(double share, int64_t steps) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(share * static_cast<double>(steps))));
}

}  // namespace

void HeavyBall::plan(size_t dimension, Arena &arena) {
  for (int i = 0; i < 3; ++i) arena.plan<double>(dimension);
}

void HeavyBall::prepare(const model::Objective &objective, const Figures &figures, Arena &arena) {
  objective_ = &objective;
  steps_ = figures.steps;
  figures_ = &figures.own.as<GradientFigures>();
  d_ = static_cast<size_t>(objective.dimension());
  l2_ = figures_->pulled ? 0 : objective.l2();
  point_ = arena.take<double>(d_);
  velocity_ = arena.take<double>(d_);
  sum_ = arena.take<double>(d_);
}

void HeavyBall::start(double *out) {
  out_ = out;
  done_ = 0;
  std::fill(point_, point_ + d_, 0.0);
  std::fill(velocity_, velocity_ + d_, 0.0);
  if (objective_->domain() != nullptr) objective_->domain()->start(point_, static_cast<int64_t>(d_));
  std::copy(point_, point_ + d_, out_);
}

void HeavyBall::step(double divisor, const double *stretch, double pace) {
  for (size_t j = 0; j < d_; ++j) {
    const double slope = sum_[j] / divisor + l2_ * point_[j];
    const double size = stretch == nullptr ? figures_->step_size : figures_->step_size * stretch[j] * pace;
    velocity_[j] = kept_finite(figures_->momentum * velocity_[j] - size * slope);
  }
  move();
  average();
}

void HeavyBall::move() {
  if (objective_->domain() == nullptr) {
    for (size_t j = 0; j < d_; ++j) point_[j] = kept_finite(point_[j] + velocity_[j]);
    return;
  }
  for (size_t j = 0; j < d_; ++j) sum_[j] = kept_finite(point_[j] + velocity_[j]);
  objective_->domain()->project(sum_, sum_, static_cast<int64_t>(d_));
  for (size_t j = 0; j < d_; ++j) {
    velocity_[j] = sum_[j] - point_[j];
    point_[j] = sum_[j];
  }
}

void HeavyBall::average() {
  const int64_t first = steps_ - averaged_steps(figures_->average, steps_);
  const double share = done_ <= first ? 1 : 1 / static_cast<double>(done_ - first + 1);
  for (size_t j = 0; j < d_; ++j) out_[j] += share * (point_[j] - out_[j]);
  ++done_;
}

}  // namespace dpcvx::solve
