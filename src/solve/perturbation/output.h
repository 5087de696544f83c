// Output perturbation: the minimiser of a strongly convex objective, plus noise for how far one unit can move it
// (Chaudhuri, Monteleoni and Sarwate 2011; PROOFS.md).
#ifndef DPCVX_SOLVE_PERTURBATION_OUTPUT_H_
#define DPCVX_SOLVE_PERTURBATION_OUTPUT_H_

#include "optimize/minimizer.h"
#include "privacy/guarantee/guarantee.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

// The minimiser for neighbours differs by at most s G / (n kappa) and the domain's diameter, s = 2 under replace-one
// and 1 under add/remove; e from the minimiser adds 2e.
//
// The rule: where the objective has no l2, kappa minimises the predicted risk kappa R^2 / 2 + risk of the noise: with
// noise of standard deviation sigma a coordinate, the least of (beta + kappa) d sigma^2 / 2 (on all of R^d) and G sigma
// sqrt(d) + kappa d sigma^2 / 2. Of Gaussian and Laplace noise the one with the lower standard deviation is taken. e is
// 2^-12 of how far one unit can move the minimiser, or what rounding leaves.
dpcvx_status propose_output_perturbation(const Problem &problem, const Settings &settings, Proposal *proposal,
                                         Error &error);

// The theorem, a literal, and the constants of the record.
const char *output_theorem(const Proposal &plan);
void describe_output(const Proposal &plan, privacy::Guarantee &record);

class OutputPerturbationRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "output perturbation"; }
  const char *theorem() const { return output_theorem(*plan_); }
  void describe(const Settings &, privacy::Guarantee &record) const { describe_output(*plan_, record); }
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);

 private:
  const Proposal *plan_ = nullptr;
  Crew crew_;
  optimize::Minimizer minimizer_;
};

}  // namespace dpcvx::solve

#endif
