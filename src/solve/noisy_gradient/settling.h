// Steps that shrink where iterates have come to rest: of quantiles of records, by public numbers alone.
//
// At rest an iterate w_t is off by noise that grows with the step size. Mean gradients over such iterates are 0 where
// the quantile of label - x'(w_t - w) is right, w their average. That is farther out than the quantile of labels where
// noise is about as large as residuals. Shorter steps leave less of it, and have time enough where rest comes early.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_SETTLING_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_SETTLING_H_

#include "solve/core/proposal.h"

namespace dpcvx::solve {

// The last step over the first, at most 1. It is 1 for other losses and units, for penalties and
// domains, and where the caller gave step size or momentum.
double last_pace(const model::Objective &objective, const Settings &settings, const Figures &figures);

constexpr double kFullPace = 0.25;  // the share of steps before they shrink

// What a step is multiplied by once a share `done` of the steps is taken: 1 up to a quarter, then it falls by the same
// factor a step.
double pace_at(double last, double done);

// Means over all steps of that pace, and of its square.
double mean_pace(double last);
double mean_square_pace(double last);

// The predicted risk R^2 / (2 tau) + noise of a walk that is planned at full pace. Paces p_t of mean square s give at
// most R^2 / (2 tau) + noise s for the mean of p_t (F(w_t) - F). No p_t is below the last one, so the plain mean of
// iterates has 1 / last times as much.
double settled_risk(double risk, double reach, double time, double last);

}  // namespace dpcvx::solve

#endif
