// Stable outputs in phases, each about the last and nearer to it (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang
// 2023, Algorithms 3 to 6; PROOFS_PHASES.md).
#ifndef DPCVX_SOLVE_STABLE_PHASED_H_
#define DPCVX_SOLVE_STABLE_PHASED_H_

#include "solve/stable/run.h"

namespace dpcvx::solve {

// All units in every phase; each phase has units of its own.
dpcvx_status propose_phased_erm(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);
dpcvx_status propose_phased_sco(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);
// The first release has the objective's own quadratic alone, and phases begin there.
dpcvx_status propose_strongly_convex_erm(const Problem &problem, const Settings &settings, Proposal *proposal,
                                         Error &error);
dpcvx_status propose_strongly_convex_sco(const Problem &problem, const Settings &settings, Proposal *proposal,
                                         Error &error);

class PhasedRun : public StableRun {
 public:
  const char *mechanism() const { return "phased stable outputs"; }
};

}  // namespace dpcvx::solve

#endif
