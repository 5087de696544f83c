// The slopes of a fit of a table: whether, at which price, and the model scaled by them.
#ifndef DPCVX_SOLVE_FIT_TABLE_SLOPE_H_
#define DPCVX_SOLVE_FIT_TABLE_SLOPE_H_

#include "mechanism/release.h"
#include "solve/fit/fit.h"

namespace dpcvx::solve {

// Sets plan->slope_share where slopes are to be released after the model, by public numbers.
dpcvx_status choose_slope(const model::Objective &objective, const privacy::Budget &budget, double share, Plan *plan,
                          Error &error);

// Takes the memory of scale_model(), before the model is charged.
dpcvx_status prepare_slopes(const Plan &plan, Buffer<double> *work, Error &error);

// Releases slopes along the decision values of a model, and scales it. What a cancelled run left is given as it is.
// `charge` may be null.
dpcvx_status scale_model(const Plan &plan, const privacy::Curve &price, double *work, privacy::Budget &budget,
                         mechanism::SharedCharge *charge, random::Rng &rng, Fit *fit, Error &error);

}  // namespace dpcvx::solve

#endif
