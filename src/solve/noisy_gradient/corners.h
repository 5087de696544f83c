// Losses with corners, for methods that step along gradients: they work on an envelope, whose slope does not jump.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_CORNERS_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_CORNERS_H_

#include "solve/core/proposal.h"
#include "solve/noisy_gradient/full_batch_plan.h"

namespace dpcvx::solve {

// Puts the envelope that is worked on into the proposal, whose objective is the problem's before. The width is
// SMOOTHING where that is given. Else corners, and rounded ones that bend more than choose_smoothness() says, get the
// width that is missing. No privacy rests on the choice: sensitivities are those of the envelope.
dpcvx_status round_corners(const Problem &problem, const Settings &settings, const FullBatchInputs &inputs,
                           Proposal *proposal, Error &error);

// How much the envelope may lie below the loss, in average loss; 0 without one.
double corner_bias(const Proposal &proposal);

}  // namespace dpcvx::solve

#endif
