// Stable output: the minimiser of a strongly convex objective, plus noise for how far one unit can move it where data
// are stable; where they are not, nothing (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 2, and its
// form with weights; PROOFS_PHASES.md).
#ifndef DPCVX_SOLVE_STABLE_OUTPUT_H_
#define DPCVX_SOLVE_STABLE_OUTPUT_H_

#include "solve/stable/run.h"

namespace dpcvx::solve {

// One release of all units; the quadratic that is added is that of least predicted risk.
dpcvx_status propose_stable_output(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);

class StableOutputRun : public StableRun {
 public:
  const char *mechanism() const { return "stable output"; }
};

}  // namespace dpcvx::solve

#endif
