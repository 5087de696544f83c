// The walk of the methods that add noise to sums of gradients: sum, noise, step, and again. What they differ in is
// which units a sum runs over, and what it is divided by.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_ITERATION_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_ITERATION_H_

#include "base/arena.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/momentum.h"

namespace dpcvx::solve {

class GradientWalk {
 public:
  // Takes all memory; `what` is named where there is none. The proposal must outlive this.
  dpcvx_status prepare(const Settings &settings, const Proposal &proposal, const char *what, Error &error);

  // next_units() gives the units of the next sum. Cancelled, it leaves in `out` what the whole walk would have given
  // had it ended there: a function of the noisy sums so far.
  template <class NextUnits>
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double divisor, const NextUnits &next_units, double *out) {
    const model::Clip clip = clip_of(*plan_->objective, *plan_);
    ball_.start(out);
    watch.begin(plan_->steps);
    for (int64_t t = 0; t < plan_->steps; ++t) {
      if (!watch.should_continue(t)) return {DPCVX_OUTCOME_CANCELLED, t};
      plan_->objective->gradient_sum(ball_.point(), next_units(), clip, work_, ball_.sum());
      mechanism::add_noise(rng, plan_->noise_plan, ball_.sum(), d_, ball_.sum());
      ball_.step(divisor);
    }
    watch.should_continue(plan_->steps);
    return {DPCVX_OUTCOME_DONE, plan_->steps};
  }

 private:
  const Proposal *plan_ = nullptr;
  size_t d_ = 0;
  Arena arena_;
  model::SumWork work_;
  HeavyBall ball_;
};

}  // namespace dpcvx::solve

#endif
