// What a plan of steps leaves in a proposal, with full batches or smaller ones.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_WALK_FIGURES_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_WALK_FIGURES_H_

#include "solve/noisy_gradient/agreement.h"
#include "solve/noisy_gradient/corners.h"
#include "solve/noisy_gradient/quantile_steps.h"
#include "solve/noisy_gradient/tail_share.h"

namespace dpcvx::solve {

// `given`: the caller's objective, before corners were rounded. `reach`: the radius that the plan was made for, at most
// the proposal's, for which its risk is stated.
template <class Plan>
void take_walk(const Plan &plan, const model::Objective &given, const Settings &settings, double reach,
               Proposal *proposal) {
  proposal->steps = plan.steps;
  GradientFigures &own = proposal->own.as<GradientFigures>();
  own.step_size = plan.step_size;
  own.momentum = plan.momentum;
  own.average = plan.tail;
  own.may_grow = may_grow(given, settings, *proposal);
  own.carries = carries(given, settings, *proposal);
  own.last_pace = last_pace(given, settings, *proposal);
  const double radius = proposal->radius, time = travelled(*proposal);
  const double farther = reach < radius ? (radius - reach) / time * (radius + reach) / 2 : 0;
  proposal->predicted_risk =
      settled_risk(plan.predicted_risk + farther, radius, time, own.last_pace) + corner_bias(*proposal);
}

}  // namespace dpcvx::solve

#endif
