// The regularized exponential mechanism (Gopi, Lee, Liu, Shen and Tian 2023): one draw from a density whose logarithm
// is the regularized loss, by a sampler that says how far its law is from the density's (PROOFS.md).
#ifndef DPCVX_SOLVE_EXPONENTIAL_METHOD_H_
#define DPCVX_SOLVE_EXPONENTIAL_METHOD_H_

#include "base/shared.h"
#include "sample/chain.h"
#include "solve/exponential/density.h"
#include "solve/exponential/step_menu.h"
#include "privacy/guarantee/guarantee.h"
#include "solve/core/proposal.h"
#include "solve/exponential/figures.h"

namespace dpcvx::solve {

dpcvx_status propose_exponential_mechanism(const Problem &problem, const Settings &settings, Proposal *proposal,
                                           Error &error);

class ExponentialMechanismRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "regularized exponential mechanism"; }
  const char *theorem() const;
  void describe(const Settings &, privacy::Guarantee &record) const;
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);

 private:
  int32_t choose_step(random::Rng &rng, const ProgressMonitor &watch, double *point);
  double explore(int32_t step, int64_t limit, random::Rng &rng, ProgressMonitor &watch, double *point);

  const Proposal *plan_ = nullptr;
  bool population_ = false;
  Density density_;
  StepMenu menu_;
  Shared<sample::Chain> chains_[kMaxDoublings + 1];  // of the menu's steps
};

}  // namespace dpcvx::solve

#endif
