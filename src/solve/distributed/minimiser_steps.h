// Output and objective perturbation over tables in parts: rounds of exact sums of gradients come to the minimiser, and
// noise is added to it once. The points that sums are taken at, and how many they are, are NOT PRIVATE.
#ifndef DPCVX_SOLVE_DISTRIBUTED_MINIMISER_STEPS_H_
#define DPCVX_SOLVE_DISTRIBUTED_MINIMISER_STEPS_H_

#include "optimize/rounds/minimizer.h"
#include "solve/distributed/part_steps.h"
#include "solve/perturbation/figures.h"

namespace dpcvx::solve {

class MinimiserSteps final : public PartSteps {
 public:
  const char *mechanism() const override;
  const char *theorem() const override { return theorem_; }
  dpcvx_status prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) override;
  void describe(const Proposal &proposal, privacy::Guarantee &record) const override;
  int64_t steps() const override { return minimizer_.max_rounds(); }
  // Draws the linear term of objective perturbation, which stays here.
  void start(random::Rng &rng) override;
  const double *point() const override { return minimizer_.point(); }
  dpcvx_status take(random::Rng &rng, const uint64_t *sums, Error &error) override;
  bool has_ended() const override { return minimizer_.ended(); }
  bool is_exact() const override { return true; }

 private:
  bool has_linear_term() const { return linear_term_.size() > 0; }

  model::SharedObjective objective_;
  optimize::RoundMinimizer minimizer_;
  PerturbationInputs inputs_;
  mechanism::NoisePlan noise_;  // on the minimiser, or of the linear term's entries
  const char *theorem_ = nullptr;
  double step_ = 1, units_ = 1;
  double *out_ = nullptr;
  Buffer<double> linear_term_, mean_;
};

}  // namespace dpcvx::solve

#endif
