// What DP-SGD-Output is planned from: the terms of its stability, read off an objective without looking at the data,
// with what the machine's arithmetic adds.
#ifndef DPCVX_SOLVE_SGD_OUTPUT_STABILITY_INPUTS_H_
#define DPCVX_SOLVE_SGD_OUTPUT_STABILITY_INPUTS_H_

#include "solve/sgd_output/plan.h"
#include "solve/sgd_output/iterates.h"

namespace dpcvx::solve {

// The places that an order runs over: under replace-one the units that there are, a public number then; under
// add/remove as many as there can be, most of which may be empty.
int64_t places_of(const Problem &problem);

// Reads the problem's objective as it is. `sampled`: each place uniform.
SgdOutputInputs sgd_output_facts(const Problem &problem, const Settings &settings, bool sampled, double reach,
                                 double mu);

// A unit's loss, as the objective's constants tell it.
void read_constants(const model::Objective &objective, optimize::SgdStabilityInputs *terms);

// The numbers that a walk needs; of a proposal the same to the last bit.
IterateParameters walk_terms(const optimize::SgdStabilityInputs &terms);

// The stability of the walk as the machine makes it: rounding of gradients, steps, projections and of the average is
// added. DPCVX_ERR_UNSUPPORTED, with what is missing.
dpcvx_status prepare_stability(const model::Objective &objective, const optimize::SgdStabilityInputs &exact,
                               optimize::SgdStability *stability, Error &error);

}  // namespace dpcvx::solve

#endif
