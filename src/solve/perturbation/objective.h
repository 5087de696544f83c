// Objective perturbation: the minimiser of the objective with a random linear term and a quadratic (Chaudhuri,
// Monteleoni and Sarwate 2011; Kifer, Smith and Thakurta 2012; approximate minima as Iyengar et al. 2019; PROOFS.md).
#ifndef DPCVX_SOLVE_PERTURBATION_OBJECTIVE_H_
#define DPCVX_SOLVE_PERTURBATION_OBJECTIVE_H_

#include "optimize/minimizer.h"
#include "privacy/guarantee/guarantee.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

// The rule: the quadratic kappa = l2 + added minimises the predicted risk added R^2 / 2 + d sigma^2 / (2 n^2 kappa),
// sigma the standard deviation of the linear term's entries, which the price leaves when the Jacobian's part c (about
// beta / (n kappa)) is paid; DPCVX_PLAN_OPTION_JACOBIAN_FRACTION fixes c instead, as a share of epsilon (or of mu). Of
// Gaussian and Laplace terms the one of less risk is taken. 1/256 of the price pays for noise on the approximate
// minimiser, much smaller than what the linear term does to it.
dpcvx_status propose_objective_perturbation(const Problem &problem, const Settings &settings, Proposal *proposal,
                                            Error &error);

// The theorem, a literal, and the constants of the record.
const char *objective_theorem(const Proposal &plan);
void describe_objective(const Proposal &plan, privacy::Guarantee &record);

class ObjectivePerturbationRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "objective perturbation"; }
  const char *theorem() const { return objective_theorem(*plan_); }
  void describe(const Settings &, privacy::Guarantee &record) const { describe_objective(*plan_, record); }
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);

 private:
  const Proposal *plan_ = nullptr;
  Crew crew_;
  optimize::Minimizer minimizer_;
  Buffer<double> linear_term_;
};

}  // namespace dpcvx::solve

#endif
