// Noisy full-batch gradient descent with heavy ball and tail averaging. What leaves is a function of the noisy gradient
// sums alone, so the privacy is theirs (PROOFS.md).
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_FULL_BATCH_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_FULL_BATCH_H_

#include "solve/noisy_gradient/iteration.h"

namespace dpcvx::solve {

dpcvx_status propose_descent(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);

class FullBatchRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "noisy full-batch gradient descent"; }
  const char *theorem() const {
    return "Gaussian mechanism on every gradient sum, composed (Dong, Roth and Su 2022, Theorem 2.7 and Corollary "
           "3.3); the rest is post-processing";
  }
  void describe(const Settings &, privacy::Guarantee &record) const;
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);
  void tell(Figures *figures) const { walk_.tell(figures); }

 private:
  const Proposal *plan_ = nullptr;
  GradientWalk walk_;
};

}  // namespace dpcvx::solve

#endif
