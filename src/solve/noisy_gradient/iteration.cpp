#include "solve/noisy_gradient/iteration.h"

namespace dpcvx::solve {

dpcvx_status GradientWalk::prepare(const Problem &problem, const Settings &settings, const Proposal &proposal,
                                   double divisor, const char *what, Error &error) {
  const model::Objective &objective = *proposal.objective;
  plan_ = &proposal;
  divisor_ = divisor;
  d_ = static_cast<size_t>(objective.dimension());
  adaptive_ = is_adaptive(proposal.own.as<GradientFigures>());
  const size_t work = adaptive_ ? model::LiftedSum::work_size(objective) : objective.work_size();
  arena_.plan<double>(work);
  HeavyBall::plan(d_, arena_);
  if (adaptive_) {
    AdaptiveClip::plan(d_, arena_);
    arena_.plan<double>(model::LiftedSum::size(objective));
    arena_.plan<double>(d_);
  }
  DPCVX_TRY(arena_.reserve(what, error));
  work_ = {settings.threads, arena_.take<double>(work)};
  ball_.prepare(objective, proposal, arena_);
  if (!adaptive_) return DPCVX_OK;
  lift_ = lift_for(problem.adjacency);
  clip_.prepare(adaptive_rule(problem.adjacency, proposal, divisor), arena_);
  released_ = arena_.take<double>(model::LiftedSum::size(objective));
  shift_ = arena_.take<double>(d_);
  return DPCVX_OK;
}

void GradientWalk::step(random::Rng &rng, const model::Units &units) {
  const model::Clip clip = clip_of(*plan_->objective, *plan_);
  plan_->objective->gradient_sum(ball_.point(), units, clip, work_, ball_.sum());
  mechanism::add_noise(rng, plan_->noise_plan, ball_.sum(), d_, ball_.sum());
  ball_.step(divisor_);
}

// Radius and scales are those that earlier sums led to: this one's are not known yet.
void GradientWalk::step_lifted(random::Rng &rng, const model::Units &units) {
  const model::Objective &objective = *plan_->objective;
  for (size_t j = 0; j < d_; ++j) shift_[j] = objective.l2() * ball_.point()[j];
  const model::LiftedSum lifted(objective, lift_, work_);
  lifted.run(ball_.point(), units, clip_.inverse(), objective.l2() > 0 ? shift_ : nullptr, released_);
  mechanism::add_noise(rng, plan_->noise_plan, released_, model::LiftedSum::size(objective), released_);
  clip_.accept(released_, ball_.sum());
  ball_.step(divisor_, clip_.stretch());
}

}  // namespace dpcvx::solve
