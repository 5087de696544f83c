// The time of a fit by a public model: passes over rows, steps and coefficients, on one thread.
#ifndef DPCVX_SOLVE_PLAN_EXPECTED_SECONDS_H_
#define DPCVX_SOLVE_PLAN_EXPECTED_SECONDS_H_

#include "solve/core/proposal.h"

namespace dpcvx::solve {

// passes n m (kRow + kEntry columns) outputs + steps (kStep + kCoefficient d), m the declared least records of a user.
// A proposal that applies. No data are read: rows count as dense, and a caller's own function as one row a unit.
double expected_seconds(const Problem &problem, const Figures &figures);

}  // namespace dpcvx::solve

#endif
