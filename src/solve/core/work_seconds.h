// How long the parts of a fit take on one thread, by a public model.
#ifndef DPCVX_SOLVE_CORE_WORK_SECONDS_H_
#define DPCVX_SOLVE_CORE_WORK_SECONDS_H_

#include "model/objective.h"

namespace dpcvx::solve {

// One pass over the rows: n m (kRow outputs + kEntry d), m the declared least records of a user, d the coefficients.
double pass_seconds(const model::Objective &objective);
// A step that moves the coefficients, without its pass.
double step_seconds(const model::Objective &objective);
// A step on one unit that adds no noise.
double unit_step_seconds(const model::Objective &objective);
// A try of a sampler that records reject, and what a round of it takes beside tangents and tries.
double try_seconds(const model::Objective &objective);
// The moments of all rows, beside the pass over them, and what is solved with them.
double moments_seconds(const model::Objective &objective);
// The decomposition of one matrix into singular values.
double decomposition_seconds(int64_t rows, int64_t columns);

}  // namespace dpcvx::solve

#endif
