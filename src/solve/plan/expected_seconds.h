// The time of a fit by a public model: passes over rows, steps and coefficients, on one thread.
#ifndef DPCVX_SOLVE_PLAN_EXPECTED_SECONDS_H_
#define DPCVX_SOLVE_PLAN_EXPECTED_SECONDS_H_

#include "solve/core/proposal.h"

namespace dpcvx::solve {

// passes pass_seconds + steps step_seconds of solve/core/work_seconds.h: steps count the projections on Schatten
// balls. What else decomposes matrices is in matrix_seconds. A proposal that applies. No data are read: rows count as
// dense, and a caller's own function as one row a unit.
double expected_seconds(const Problem &problem, const Figures &figures);

}  // namespace dpcvx::solve

#endif
