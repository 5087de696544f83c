// The walk of the methods that add noise to sums of gradients: sum, noise, step, and again. What they differ in is
// which units a sum runs over, and what it is divided by.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_ITERATION_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_ITERATION_H_

#include "base/arena.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/quantile_steps.h"
#include "solve/noisy_gradient/momentum.h"

namespace dpcvx::solve {

class GradientWalk {
 public:
  // Takes all memory; `what` is named where there is none. Sums are divided by `divisor`. The proposal must outlive
  // this.
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, double divisor,
                       const char *what, Error &error);

  // Returns the threads that share passes over units.
  Crew &crew() { return crew_; }
  // The last noisy sum of lifted gradients: 2 dimension + 1 entries.
  const double *released() const { return released_; }

  // What an adaptive clip came to: a function of the noisy sums.
  void tell(Figures *figures) const {
    if (!adaptive_) return;
    figures->own.as<GradientFigures>().last_radius = clip_.radius();
    figures->own.as<GradientFigures>().unclipped = clip_.unclipped();
  }

  // next_units() gives the units of the next sum. Cancelled, it leaves in `out` what the whole walk would have given
  // had it ended there: a function of the noisy sums so far.
  template <class NextUnits>
  Outcome run(random::Rng &rng, ProgressMonitor &watch, const NextUnits &next_units, double *out) {
    const int64_t first = start_ != nullptr ? start_->figures.steps : 0;
    HeavyBall *ball = start_ != nullptr ? &first_ball_ : &ball_;
    ball->start(out);
    if (adaptive_) clip_.start();
    watch.begin(plan_->steps);
    for (int64_t t = 0; t < plan_->steps; ++t) {
      if (!watch.should_continue(t)) {
        ball->finish();
        return {DPCVX_OUTCOME_CANCELLED, t};
      }
      if (t == first && t > 0) {
        ball->finish();
        ball = &ball_;
        ball->start_from(out);
      }
      if (in_radii_)
        step_in_radii(rng, next_units());
      else
        step(rng, next_units(), objective_at(t), *ball);
    }
    watch.should_continue(plan_->steps);
    ball->finish();
    return {DPCVX_OUTCOME_DONE, plan_->steps};
  }

 private:
  // What step t runs along.
  const model::Objective &objective_at(int64_t t) const;
  void step(random::Rng &rng, const model::Units &units, const model::Objective &objective, HeavyBall &ball);
  void step_in_radii(random::Rng &rng, const model::Units &units);

  const Proposal *plan_ = nullptr;
  size_t d_ = 0, entries_ = 0;  // coefficients; entries of a sum that noise is added to
  double divisor_ = 1;
  Arena arena_;
  Crew crew_;
  model::SumWork work_;
  HeavyBall ball_, first_ball_;         // the latter of the median's steps
  const MedianStart *start_ = nullptr;  // null: there are none
  bool adaptive_ = false, in_radii_ = false;
  model::Lift lift_;
  AdaptiveClip clip_;
  double *released_ = nullptr, *shift_ = nullptr, *inverse_ = nullptr;  // a noisy sum; l2 w; 1 / C of a fixed clip
};

}  // namespace dpcvx::solve

#endif
