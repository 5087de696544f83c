// Stable output: the minimiser of a strongly convex objective, plus noise for how far one unit can move it where data
// are stable; where they are not, nothing (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 2, and its
// form with weights; PROOFS.md).
#ifndef DPCVX_SOLVE_STABLE_OUTPUT_H_
#define DPCVX_SOLVE_STABLE_OUTPUT_H_

#include "solve/method.h"

namespace dpcvx::solve {

dpcvx_status propose_stable_output(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);

class StableOutputRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "stable output"; }
  const char *theorem() const;
  void describe(privacy::Guarantee &record) const;
  Outcome run(random::Rng &rng, Watch &watch, double *out);

 private:
  const Proposal *plan_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
