#include "solve/phased.h"

#include <algorithm>

namespace dpcvx::solve {

dpcvx_status propose_phased_erm(const Problem &, const Settings &, Proposal *proposal, Error &) {
  return proposal->refuse("units are not known to be alike: how far they may differ is not declared");
}

dpcvx_status propose_phased_sco(const Problem &, const Settings &, Proposal *proposal, Error &) {
  return proposal->refuse("units are not known to be alike: how far they may differ is not declared");
}

dpcvx_status propose_strongly_convex_erm(const Problem &, const Settings &, Proposal *proposal, Error &) {
  return proposal->refuse("units are not known to be alike: how far they may differ is not declared");
}

dpcvx_status propose_strongly_convex_sco(const Problem &, const Settings &, Proposal *proposal, Error &) {
  return proposal->refuse("units are not known to be alike: how far they may differ is not declared");
}

dpcvx_status PhasedRun::prepare(const Problem &, const Settings &, const Proposal &proposal, Error &) {
  plan_ = &proposal;
  return DPCVX_OK;
}

const char *PhasedRun::theorem() const { return ""; }

void PhasedRun::describe(privacy::Guarantee &) const {}

Outcome PhasedRun::run(random::Rng &, Watch &, double *out) {
  std::fill(out, out + plan_->objective->dimension(), 0.0);
  return {DPCVX_OUTCOME_UNSTABLE, 0};
}

}  // namespace dpcvx::solve
