#include "solve/noisy_gradient/clipping.h"

#include <algorithm>
#include <cmath>

#include "numeric/directed.h"

namespace dpcvx::solve {

namespace {

using numeric::above;

// A mean of m independent gradients of norm at most G scatters about its expectation by at most G / sqrt(m), root mean
// square. Twice that leaves users who are alike unclipped near the optimum: at most a quarter of them are longer, and
// commonly none, since few gradients are as long as G.
constexpr double kScatters = 2;

// What a user's gradient comes to near the optimum, where the mean of all balances the quadratic: G, unless users are
// said to have several records each.
double typical_gradient(const model::Objective &objective, double reach) {
  const double m = static_cast<double>(objective.settings().min_records_per_user);
  if (!(m >= 2)) return INFINITY;
  return kScatters * objective.lipschitz() / std::sqrt(m) + (objective.l2() > 0 ? objective.l2() * reach : 0);
}

}  // namespace

void choose_clip(const model::Objective &objective, const Settings &settings, Figures *figures) {
  const double wanted =
      settings.clipping_norm > 0 ? settings.clipping_norm : typical_gradient(objective, figures->radius);
  figures->clip = std::min(wanted, objective.lipschitz());
  figures->own.as<GradientFigures>().drop = settings.drop_oversized_gradients;
}

model::Clip clip_of(const model::Objective &objective, const Figures &figures) {
  const bool bounded = objective.constants().lipschitz_enforced && !(figures.clip < objective.lipschitz());
  return bounded ? model::Clip() : model::Clip{figures.clip, figures.own.as<GradientFigures>().drop};
}

double sum_sensitivity(int32_t adjacency, double bound, double error) {
  const double units = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  return above(above(units * bound) + above(2 * error));
}

void describe_steps(const Proposal &proposal, privacy::Guarantee &record) {
  using privacy::Origin;
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  const mechanism::NoisePlan &noise = proposal.noise_plan;
  const double lattice = noise.lattice.step();
  record.add_constant("clip", proposal.clip, Origin::kEnforced);
  record.add_constant("sensitivity_of_gradient_sum", proposal.sensitivity, Origin::kEnforced);
  record.add_constant("sensitivity_with_lattice", noise.sensitivity * lattice, Origin::kEnforced);
  record.add_constant("lattice_step", lattice, Origin::kEnforced);
  record.add_constant("noise_of_gradient_sum", noise.scale * lattice, Origin::kEnforced);
  record.add_constant("noise_multiplier", proposal.noise_multiplier, Origin::kEnforced);
  record.add_constant("steps", static_cast<double>(proposal.steps), Origin::kPublic);
  record.add_constant("step_size", own.step_size, Origin::kPublic);
  record.add_constant("momentum", own.momentum, Origin::kPublic);
  record.add_constant("averaged_share", own.average, Origin::kPublic);
}

}  // namespace dpcvx::solve
