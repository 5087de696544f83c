// Where the envelope of a quantile's loss has its least, beside the quantile: in public numbers.
#ifndef DPCVX_SOLVE_RISK_ENVELOPE_SHIFT_H_
#define DPCVX_SOLVE_RISK_ENVELOPE_SHIFT_H_

#include "model/objective.h"
#include "solve/core/figures.h"

namespace dpcvx::solve {

// What a clip leaves of the slopes of records, in rows of typical length. Others clip gradients as wholes.
double slopes_left(const model::Objective &objective, const Figures &figures);

// What fits of an envelope add to the intercept's coefficient after all noise, as far as labels are evenly dense about
// their quantile: (tau - 1/2) h over the intercept's entry (README.md). 0 for other losses than quantiles, and for
// objectives with penalties or domains, or without an intercept.
double envelope_shift(const model::Objective &given, const Figures &figures);

}  // namespace dpcvx::solve

#endif
