// The share of last iterates that plans with momentum average, from public numbers.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_TAIL_SHARE_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_TAIL_SHARE_H_

#include "solve/core/proposal.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

constexpr double kTailShare = 0.5;
// Of squared losses of records whose steps travel little: README.md has the measurements.
constexpr double kShortTailShare = 0.25, kShortTravel = 50;
// The last quarter has travelled as far in the mean as the last half would have: (1 - .5 / 2) / (1 - .25 / 2).
constexpr double kShortTailPace = 6.0 / 7;

// The time below which the tail is short; 0: it never is. A mean axis takes the time d / beta to come to rest at the
// least, beta the smoothness and d the dimension, and longer where gradients are clipped. So most axes are on their way
// after a short time. Early iterates have less of the signal there, at no less noise over it.
double short_time(const model::Objective &objective);

// Whether the average of the last iterates is carried on by their momentum: of plain squares whose steps travel little,
// and are the plan's own. A ball would coast from w_t to u_t = w_t + momentum / (1 - momentum) v_t, and u_t takes plain
// steps along the same gradients, which w_t lags behind. Where axes have come to rest, u_t has more noise.
bool carries(const model::Objective &objective, const Settings &settings, const Figures &figures);

// Gives a plan with step size, steps and momentum its tail. What the caller chose of it stays.
template <class Plan>
void choose_tail(double short_time, const Settings &settings, Plan *plan) {
  plan->tail = settings.average_or(kTailShare);
  if (settings.tail_average_fraction >= 0 || settings.step_size > 0) return;
  if (!(travelled(plan->step_size, plan->steps, plan->momentum) < short_time)) return;
  plan->tail = kShortTailShare;
  plan->step_size *= kShortTailPace;
}

}  // namespace dpcvx::solve

#endif
