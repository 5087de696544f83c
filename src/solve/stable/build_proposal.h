// A schedule of stable releases made into a proposal: objective, laws, constants and noise of every phase.
#ifndef DPCVX_SOLVE_STABLE_BUILD_PROPOSAL_H_
#define DPCVX_SOLVE_STABLE_BUILD_PROPOSAL_H_

#include "solve/stable/phase_schedule.h"

namespace dpcvx::solve {

// The schedule's risk is finite. Refuses where a phase has too few units, or no tolerance can be promised.
dpcvx_status build_proposal(const Problem &problem, const Settings &settings, const StableInputs &inputs,
                            const PhaseSchedule &schedule, Proposal *proposal, Error &error);

}  // namespace dpcvx::solve

#endif
