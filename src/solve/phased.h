// Stable outputs in phases, each nearer to the last and with a lesser share of the noise (Ghazi, Kamath, Kumar,
// Manurangsi, Meka and Zhang 2023, Algorithms 3 to 6; PROOFS.md).
#ifndef DPCVX_SOLVE_PHASED_H_
#define DPCVX_SOLVE_PHASED_H_

#include "solve/method.h"

namespace dpcvx::solve {

dpcvx_status propose_phased_erm(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);
dpcvx_status propose_phased_sco(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);
dpcvx_status propose_strongly_convex_erm(const Problem &problem, const Settings &settings, Proposal *proposal,
                                         Error &error);
dpcvx_status propose_strongly_convex_sco(const Problem &problem, const Settings &settings, Proposal *proposal,
                                         Error &error);

class PhasedRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "phased stable outputs"; }
  const char *theorem() const;
  void describe(privacy::Guarantee &record) const;
  Outcome run(random::Rng &rng, Watch &watch, double *out);

 private:
  const Proposal *plan_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
