// Mini-batch noisy stochastic gradient descent: SGD(m, eta, sigma, T, L), m = BATCH, eta = STEP_SIZE, T = STEPS, L =
// CLIP (with DROP_OVERSIZED_GRADIENTS a longer gradient is dropped), sigma what the price asks for; with a heavy ball,
// a domain and an average besides. What leaves is a function of the noisy sums over batches alone, so the privacy is
// theirs (PROOFS.md).
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_MINIBATCH_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_MINIBATCH_H_

#include "solve/noisy_gradient/iteration.h"
#include "solve/noisy_gradient/batch_sampler.h"

namespace dpcvx::solve {

dpcvx_status propose_sgd(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);

class MinibatchRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const {
    return is_full_batch(plan_->own.as<GradientFigures>()) ? "noisy full-batch gradient descent"
                                                           : "mini-batch noisy gradient descent";
  }
  const char *theorem() const;
  void describe(const Settings &, privacy::Guarantee &record) const;
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);
  void tell(Figures *figures) const { walk_.tell(figures); }

 private:
  const Proposal *plan_ = nullptr;
  BatchLaw law_;
  GradientWalk walk_;
  Batches batches_;
};

}  // namespace dpcvx::solve

#endif
