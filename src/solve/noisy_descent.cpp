#include "solve/noisy_descent.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

// A step size far above what the objective bears makes iterates grow without end; they stay finite.
double kept_finite(double x) {
  constexpr double kFar = 0x1p300;
  return x > kFar ? kFar : x < -kFar ? -kFar : x == x ? x : 0;
}

int64_t averaged_steps(const DescentPlan &plan) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(plan.average * static_cast<double>(plan.steps))));
}

}  // namespace

dpcvx_status NoisyDescent::prepare(const model::Objective &objective, const DescentPlan &plan, Error &error) {
  objective_ = &objective;
  plan_ = plan;
  d_ = static_cast<size_t>(objective.dimension());
  arena_.plan<double>(objective.work_size());
  for (int i = 0; i < 3; ++i) arena_.plan<double>(d_);
  DPCVX_TRY(arena_.reserve("noisy gradient descent", error));
  work_ = {plan.threads, arena_.take<double>(objective.work_size())};
  point_ = arena_.take<double>(d_);
  velocity_ = arena_.take<double>(d_);
  gradient_ = arena_.take<double>(d_);
  return DPCVX_OK;
}

void NoisyDescent::run(random::Rng &rng, const mechanism::NoisePlan &noise, double *out) {
  const int64_t averaged = averaged_steps(plan_);
  std::fill(point_, point_ + d_, 0.0);
  std::fill(velocity_, velocity_ + d_, 0.0);
  std::fill(out, out + d_, 0.0);
  for (int64_t t = 0; t < plan_.steps; ++t) {
    objective_->gradient_sum(point_, model::Units(), model::Clip(), work_, gradient_);
    mechanism::add_noise(rng, noise, gradient_, d_, gradient_);
    step();
    if (plan_.radius > 0) project();
    if (t < plan_.steps - averaged) continue;
    const double share = 1 / static_cast<double>(t - (plan_.steps - averaged) + 1);
    for (size_t j = 0; j < d_; ++j) out[j] += share * (point_[j] - out[j]);
  }
}

// From the released sum in gradient_: v <- m v - eta (sum / n + l2 w), w <- w + v.
void NoisyDescent::step() {
  const double n = static_cast<double>(objective_->units());
  for (size_t j = 0; j < d_; ++j) {
    const double slope = gradient_[j] / n + objective_->l2() * point_[j];
    velocity_[j] = kept_finite(plan_.momentum * velocity_[j] - plan_.step_size * slope);
    point_[j] = kept_finite(point_[j] + velocity_[j]);
  }
}

void NoisyDescent::project() {
  double squares = 0;
  for (size_t j = 0; j < d_; ++j) squares += point_[j] * point_[j];
  const double norm = std::sqrt(squares);
  if (!(norm > plan_.radius)) return;
  for (size_t j = 0; j < d_; ++j) point_[j] *= plan_.radius / norm;
}

}  // namespace dpcvx::solve
