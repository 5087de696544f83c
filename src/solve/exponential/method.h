// The regularized exponential mechanism (Gopi, Lee, Liu, Shen and Tian 2023): one draw from a density whose logarithm
// is the regularized loss, by a sampler that says how far its law is from the density's (PROOFS.md).
#ifndef DPCVX_SOLVE_EXPONENTIAL_METHOD_H_
#define DPCVX_SOLVE_EXPONENTIAL_METHOD_H_

#include "sample/chain.h"
#include "sample/direct/direct_draw.h"
#include "solve/exponential/density.h"
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

  // Whether the last run was a direct draw, and of how many tries. NOT PRIVATE.
  const sample::DirectWork &direct_work() const { return direct_.work(); }

 private:
  dpcvx_status prepare_direct(const Proposal &proposal, double far, Error &error);
  bool tell_all_steps(ProgressMonitor &watch) const;

  const Proposal *plan_ = nullptr;
  bool population_ = false;
  double lattice_step_ = 0;
  Density density_;
  bool may_draw_at_once_ = false;
  sample::DirectDraw direct_;
  sample::Chain chain_;
};

}  // namespace dpcvx::solve

#endif
