#include "solve/noisy_gradient/momentum.h"

#include <algorithm>
#include <cmath>

#include "solve/noisy_gradient/quantile_steps.h"

namespace dpcvx::solve {

namespace {

// A step size far above what the objective bears makes iterates grow without end; they stay finite.
double kept_finite(double x) {
  constexpr double kFar = 0x1p300;
  return x > kFar ? kFar : x < -kFar ? -kFar : x == x ? x : 0;
}

// Two coefficients, and two that lie anywhere.
typedef double Pair __attribute__((vector_size(16)));
typedef double LoosePair __attribute__((vector_size(16), aligned(8), may_alias));
LoosePair *pair_at(double *coefficients) { return reinterpret_cast<LoosePair *>(coefficients); }
Pair kept_finite(Pair x) {
  const Pair far = Pair{} + 0x1p300, above = x > far ? far : x, within = x < -far ? -far : above;
  return ((x >= Pair{}) | (x < Pair{})) ? within : Pair{};
}

int64_t averaged_steps(double share, int64_t steps) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(share * static_cast<double>(steps))));
}

// The times that a velocity lasts, for which an average that is carried on has gone at least: 4 and 8 in whole walks.
constexpr double kSettledAverage = 2;

// The greatest curvature of F along a coordinate: entries of a scaled table are at most 1, and so is their mean square
// about a mean.
double coordinate_curvature(const model::Objective &objective) {
  const double data = objective.smoothness() - objective.l2();
  if (objective.linear() == nullptr || !objective.row_map().ranges) return objective.smoothness();
  const double row = objective.row_map().l2_bound();
  return data * std::min(1.0, 1 / row / row) + objective.l2();
}

}  // namespace

void HeavyBall::plan(const model::Objective &objective, Arena &arena) {
  const size_t d = static_cast<size_t>(objective.dimension());
  const int vectors = objective.has_l1() || is_plain_squares(objective) ? 4 : 3;
  for (int i = 0; i < vectors; ++i) arena.plan<double>(d);
}

void HeavyBall::prepare(const model::Objective &objective, const Figures &figures, int64_t steps, Arena &arena) {
  objective_ = &objective;
  steps_ = steps;
  figures_ = &figures.own.as<GradientFigures>();
  first_ = steps_ - averaged_steps(figures_->average, steps_);
  d_ = static_cast<size_t>(objective.dimension());
  l2_ = figures_->pulled ? 0 : objective.l2();
  penalty_ = objective.l1_penalty();
  point_ = arena.take<double>(d_);
  velocity_ = arena.take<double>(d_);
  sum_ = arena.take<double>(d_);
  agreement_.prepare(objective, figures);
  begin_ = figures_->carries ? arena.take<double>(d_) : nullptr;
  slope_ = penalty_.is_none() ? nullptr : arena.take<double>(d_);
}

void HeavyBall::start(double *out) {
  std::fill(out, out + d_, 0.0);
  if (objective_->domain() != nullptr) objective_->domain()->start(out, static_cast<int64_t>(d_));
  start_from(out);
}

void HeavyBall::start_from(double *out) {
  out_ = out;
  done_ = 0;
  agreement_.start();
  std::copy(out, out + d_, point_);
  std::fill(velocity_, velocity_ + d_, 0.0);
  if (slope_ != nullptr) std::fill(slope_, slope_ + d_, 0.0);
}

double HeavyBall::share() const { return done_ <= first_ ? 1 : 1 / static_cast<double>(done_ - first_ + 1); }

// All of a step in one pass over the coordinates, which work on sparse rows feels: the operations on each are those of
// the general way, in its order.
void HeavyBall::step_freely(double divisor, double pace) {
  const double momentum = figures_->momentum, size = size_of(0, nullptr, pace), l2 = l2_, now = share();
  const auto step_at = [&](auto sum, auto &velocity, auto &point, auto &out) {
    velocity = kept_finite(momentum * velocity - size * (sum / divisor + l2 * point));
    point = kept_finite(point + velocity);
    out += now * (point - out);
  };
  size_t j = 0;
  for (; j + 2 <= d_; j += 2) {
    const Pair sum = *pair_at(sum_ + j);
    Pair velocity = *pair_at(velocity_ + j), point = *pair_at(point_ + j), out = *pair_at(out_ + j);
    step_at(sum, velocity, point, out);
    *pair_at(velocity_ + j) = velocity;
    *pair_at(point_ + j) = point;
    *pair_at(out_ + j) = out;
  }
  if (j < d_) step_at(sum_[j], velocity_[j], point_[j], out_[j]);
  ++done_;
}

void HeavyBall::step(double divisor, const double *stretch, double pace) {
  agreement_.take(sum_, divisor, point_, d_);
  pace *= agreement_.pace();
  if (figures_->last_pace < 1)
    pace *= pace_at(figures_->last_pace, static_cast<double>(done_) / static_cast<double>(steps_));
  if (begin_ != nullptr && done_ == first_) std::copy(point_, point_ + d_, begin_);
  if (stretch == nullptr && objective_->domain() == nullptr && penalty_.is_none()) return step_freely(divisor, pace);
  for (size_t j = 0; j < d_; ++j) {
    const double slope = sum_[j] / divisor + l2_ * point_[j];
    velocity_[j] = kept_finite(figures_->momentum * velocity_[j] - size_of(j, stretch, pace) * slope);
    if (slope_ != nullptr) slope_[j] += share() * (kept_finite(slope) - slope_[j]);
  }
  move(stretch, pace);
  average();
}

void HeavyBall::move(const double *stretch, double pace) {
  if (objective_->domain() == nullptr && penalty_.is_none()) {
    for (size_t j = 0; j < d_; ++j) point_[j] = kept_finite(point_[j] + velocity_[j]);
    return;
  }
  for (size_t j = 0; j < d_; ++j) {
    sum_[j] = kept_finite(point_[j] + velocity_[j]);
    if (!penalty_.is_none() && penalty_.penalises(static_cast<int64_t>(j)))
      sum_[j] = model::L1Penalty::shrunk(sum_[j], size_of(j, stretch, pace) * penalty_.weight());
  }
  if (objective_->domain() != nullptr) objective_->domain()->project(sum_, sum_, static_cast<int64_t>(d_));
  for (size_t j = 0; j < d_; ++j) {
    velocity_[j] = sum_[j] - point_[j];
    point_[j] = sum_[j];
  }
}

void HeavyBall::average() {
  const double now = share();
  for (size_t j = 0; j < d_; ++j) out_[j] += now * (point_[j] - out_[j]);
  ++done_;
}

// The velocities of the averaged iterates add up to the way from where the average began.
void HeavyBall::carry_on() {
  if (begin_ == nullptr || done_ <= first_) return;
  const double averaged = static_cast<double>(done_ - first_), momentum = figures_->momentum;
  if (averaged * (1 - momentum) < kSettledAverage) return;  // of a walk that was cut off
  const double weight = momentum / (1 - momentum) / averaged;
  for (size_t j = 0; j < d_; ++j) out_[j] = kept_finite(out_[j] + weight * (point_[j] - begin_[j]));
}

// A single iterate has the zeros that its proximal step gave it. A box that does not hold 0 keeps its coefficients off
// it.
void HeavyBall::finish() {
  carry_on();
  if (slope_ == nullptr || done_ < first_ + 2) return;
  const double curvature = coordinate_curvature(*objective_);
  if (!(curvature < INFINITY)) return;
  const model::Domain *const domain = objective_->domain();
  for (size_t j = 0; j < d_; ++j) {
    const int64_t at = static_cast<int64_t>(j);
    const bool bounded = domain != nullptr && domain->kind() == model::Domain::kBox;
    const bool may_be_zero = !bounded || (domain->low(at) <= 0 && domain->high(at) >= 0);
    if (penalty_.penalises(at) && may_be_zero && std::fabs(curvature * out_[j] - slope_[j]) <= penalty_.weight())
      out_[j] = 0;
  }
}

}  // namespace dpcvx::solve
