// DP-SGD-Gradient (Wang, Lei, Ying and Zhang 2022, Algorithm 2): stochastic gradient descent with one unit a step,
// Gaussian noise in every gradient, a projection, and the average of all iterates. It is mini-batch noisy SGD with
// batches of one, so its privacy is proved there; its rule is that of smooth and non-smooth losses alike.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_DP_SGD_GRADIENT_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_DP_SGD_GRADIENT_H_

#include "solve/noisy_gradient/minibatch.h"

namespace dpcvx::solve {

dpcvx_status propose_sgd_gradient(const Problem &problem, const Settings &given, Proposal *proposal, Error &error);

class SgdGradientRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error) {
    return run_.prepare(problem, settings, proposal, error);
  }
  const char *mechanism() const { return "stochastic gradient descent with noise in every gradient"; }
  const char *theorem() const { return run_.theorem(); }
  void describe(const Settings &settings, privacy::Guarantee &record) const;
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out) { return run_.run(rng, watch, out); }

 private:
  MinibatchRun run_;
};

}  // namespace dpcvx::solve

#endif
