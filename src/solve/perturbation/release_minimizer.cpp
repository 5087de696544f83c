#include "solve/perturbation/release_minimizer.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

Outcome release_minimum(optimize::Minimizer &minimizer, const Proposal &plan, const double *linear_term,
                        const mechanism::NoisePlan &noise, random::Rng &rng, ProgressMonitor &watch, double *out) {
  const model::Objective &objective = *plan.objective;
  const size_t d = static_cast<size_t>(objective.dimension());
  const Outcome cancelled{DPCVX_OUTCOME_CANCELLED, 0};
  std::fill(out, out + d, 0.0);
  watch.begin(1);
  if (!watch.should_continue(0)) return cancelled;
  ProgressMonitor quiet = watch.quiet();
  if (objective.domain() != nullptr) objective.domain()->start(out, objective.dimension());
  const optimize::Reached reached =
      minimizer.reach(linear_term, plan.own.as<PerturbationFigures>().tolerance, quiet, out);
  if (reached.outcome == DPCVX_OUTCOME_CANCELLED) {
    std::fill(out, out + d, 0.0);
    return cancelled;
  }
  release_point(plan.objective, noise, rng, out);
  watch.should_continue(1);
  return {DPCVX_OUTCOME_DONE, 1};
}

void release_point(const model::SharedObjective &objective, const mechanism::NoisePlan &noise, random::Rng &rng,
                   double *out) {
  mechanism::add_noise(rng, noise, out, static_cast<size_t>(objective->dimension()), out);
  if (objective->domain() != nullptr) objective->domain()->project(out, out, objective->dimension());
}

double noise_deviation(const mechanism::NoisePlan &noise, bool laplace) {
  if (!laplace) return mechanism::noise_scale(noise);
  return noise.lattice.step() / (std::sqrt(2.0) * std::sinh(1 / (2 * noise.scale)));
}

void describe_minimum(const Proposal &plan, privacy::Guarantee &record) {
  using privacy::Origin;
  const PerturbationFigures &own = plan.own.as<PerturbationFigures>();
  record.add_constant("added_l2", own.added_l2, Origin::kPublic);
  record.add_constant("tolerance", own.tolerance, Origin::kEnforced);
}

}  // namespace dpcvx::solve
