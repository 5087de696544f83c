#include "solve/gradient_terms.h"

#include <algorithm>

#include "solve/reach.h"

namespace dpcvx::solve {

void choose_clip(const model::Objective &objective, const Settings &settings, Figures *figures) {
  figures->clip = settings.clip > 0 ? std::min(settings.clip, objective.lipschitz()) : objective.lipschitz();
  figures->drop = settings.truncate;
}

model::Clip clip_of(const model::Objective &objective, const Figures &figures) {
  const bool bounded = objective.constants().lipschitz_enforced && !(figures.clip < objective.lipschitz());
  return bounded ? model::Clip() : model::Clip{figures.clip, figures.drop};
}

const char *obstacle(double mu, double reach, const Settings &settings, const Figures &figures) {
  if (!(mu > 0))
    return "the price buys no Gaussian noise; prices of the kinds GDP, zCDP, RDP or (epsilon, delta) with delta > 0 do "
           "(a budget with delta > 0 prices one)";
  if (!(figures.clip < INFINITY))
    return "nothing bounds a unit's gradient: give the objective a domain, or the plan DPCVX_PLAN_OPTION_CLIP";
  if (!(reach < INFINITY) && (settings.steps == 0 || settings.step_size == 0)) return kNoReach;
  return nullptr;
}

void describe_steps(const Proposal &proposal, privacy::Guarantee &record) {
  using privacy::Origin;
  const mechanism::NoisePlan &noise = proposal.noise_plan;
  const double lattice = noise.lattice.step();
  record.add_constant("clip", proposal.clip, Origin::kEnforced);
  record.add_constant("sensitivity_of_gradient_sum", proposal.sensitivity, Origin::kEnforced);
  record.add_constant("sensitivity_with_lattice", noise.sensitivity * lattice, Origin::kEnforced);
  record.add_constant("lattice_step", lattice, Origin::kEnforced);
  record.add_constant("noise_of_gradient_sum", noise.scale * lattice, Origin::kEnforced);
  record.add_constant("noise_multiplier", proposal.noise_multiplier, Origin::kEnforced);
  record.add_constant("steps", static_cast<double>(proposal.steps), Origin::kPublic);
  record.add_constant("step_size", proposal.step_size, Origin::kPublic);
  record.add_constant("momentum", proposal.momentum, Origin::kPublic);
  record.add_constant("averaged_share", proposal.average, Origin::kPublic);
}

}  // namespace dpcvx::solve
