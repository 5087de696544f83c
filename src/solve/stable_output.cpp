#include "solve/stable_output.h"

#include <algorithm>

namespace dpcvx::solve {

dpcvx_status propose_stable_output(const Problem &, const Settings &, Proposal *proposal, Error &) {
  return proposal->refuse("units are not known to be alike: how far they may differ is not declared");
}

dpcvx_status StableOutputRun::prepare(const Problem &, const Settings &, const Proposal &proposal, Error &) {
  plan_ = &proposal;
  return DPCVX_OK;
}

const char *StableOutputRun::theorem() const { return ""; }

void StableOutputRun::describe(privacy::Guarantee &) const {}

Outcome StableOutputRun::run(random::Rng &, Watch &, double *out) {
  std::fill(out, out + plan_->objective->dimension(), 0.0);
  return {DPCVX_OUTCOME_UNSTABLE, 0};
}

}  // namespace dpcvx::solve
