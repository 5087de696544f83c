// DP-SGD-Output (Wang, Lei, Ying and Zhang 2022, Algorithm 1): stochastic gradient descent of one unit a step, then
// Gaussian noise for how far one unit can have moved the average of the iterates (PROOFS.md).
#ifndef DPCVX_SOLVE_SGD_OUTPUT_METHOD_H_
#define DPCVX_SOLVE_SGD_OUTPUT_METHOD_H_

#include "solve/sgd_output/iterates.h"
#include "privacy/guarantee/guarantee.h"
#include "solve/core/proposal.h"
#include "solve/sgd_output/figures.h"

namespace dpcvx::solve {

dpcvx_status propose_sgd_output(const Problem &problem, const Settings &given, Proposal *proposal, Error &error);

class SgdOutputRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "DP-SGD-Output"; }
  const char *theorem() const;
  void describe(const Settings &settings, privacy::Guarantee &record) const;
  // Cancelled, it releases nothing: zeros.
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);

 private:
  const Proposal *plan_ = nullptr;
  SgdOutputWalk walk_;
};

}  // namespace dpcvx::solve

#endif
