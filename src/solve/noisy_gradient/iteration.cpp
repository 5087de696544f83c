#include "solve/noisy_gradient/iteration.h"

#include <algorithm>

namespace dpcvx::solve {

dpcvx_status GradientWalk::prepare(const Problem &problem, const Settings &settings, const Proposal &proposal,
                                   double divisor, const char *what, Error &error) {
  const model::Objective &objective = *proposal.objective;
  plan_ = &proposal;
  start_ = median_start(proposal);
  divisor_ = divisor;
  d_ = static_cast<size_t>(objective.dimension());
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  adaptive_ = is_adaptive(own);
  in_radii_ = is_in_radii(own);
  lift_ = lift_for(problem.adjacency, own);
  entries_ = noise_entries(problem.adjacency, objective, proposal);
  const size_t work = in_radii_ ? model::LiftedSum::work_size(objective) : objective.work_size();
  arena_.plan<double>(work);
  HeavyBall::plan(objective, arena_);
  if (start_ != nullptr) HeavyBall::plan(*start_->objective, arena_);
  if (adaptive_) AdaptiveClip::plan(d_, arena_);
  if (in_radii_) {
    arena_.plan<double>(entries_);
    arena_.plan<double>(d_);
    arena_.plan<double>(d_);
  }
  DPCVX_TRY(arena_.reserve(what, error));
  crew_.set_threads(settings.threads);
  work_ = {&crew_, arena_.take<double>(work)};
  ball_.prepare(objective, proposal, own_steps(proposal), arena_);
  if (start_ != nullptr) first_ball_.prepare(*start_->objective, start_->figures, start_->figures.steps, arena_);
  if (adaptive_) clip_.prepare(adaptive_rule(problem.adjacency, proposal, divisor), arena_);
  if (!in_radii_) return DPCVX_OK;
  released_ = arena_.take<double>(entries_);
  shift_ = arena_.take<double>(d_);
  inverse_ = arena_.take<double>(d_);
  std::fill(inverse_, inverse_ + d_, 1 / proposal.clip);
  return DPCVX_OK;
}

const model::Objective &GradientWalk::objective_at(int64_t t) const {
  if (start_ == nullptr) return *plan_->objective;
  const int64_t first = start_->figures.steps;
  if (t < first) return *start_->objective;
  if (!start_->narrower[0]) return *plan_->objective;
  return *start_->narrower[stage_at(static_cast<double>(t - first) / static_cast<double>(plan_->steps - first))];
}

void GradientWalk::step(random::Rng &rng, const model::Units &units, const model::Objective &objective,
                        HeavyBall &ball) {
  const model::Clip clip = clip_of(objective, *plan_);
  objective.gradient_sum(ball.point(), units, clip, work_, ball.sum());
  mechanism::add_noise(rng, plan_->noise_plan, ball.sum(), d_, ball.sum());
  ball.step(divisor_);
}

// Radius and scales of an adaptive clip are those that earlier sums led to: this one's are not known yet.
void GradientWalk::step_in_radii(random::Rng &rng, const model::Units &units) {
  const model::Objective &objective = *plan_->objective;
  const bool pulled = plan_->own.as<GradientFigures>().pulled;
  if (pulled)
    for (size_t j = 0; j < d_; ++j) shift_[j] = objective.l2() * ball_.point()[j];
  const model::LiftedSum lifted(objective, lift_, work_);
  lifted.run(ball_.point(), units, adaptive_ ? clip_.inverse() : inverse_, pulled ? shift_ : nullptr, released_);
  mechanism::add_noise(rng, plan_->noise_plan, released_, entries_, released_);
  if (adaptive_) {
    const double pace = clip_.pace();
    clip_.accept(released_, ball_.sum());
    return ball_.step(divisor_, clip_.stretch(), pace);
  }
  for (size_t j = 0; j < d_; ++j) ball_.sum()[j] = released_[j] * plan_->clip;
  ball_.step(divisor_);
}

}  // namespace dpcvx::solve
