#include "solve/noisy_gradient/full_batch.h"

#include <algorithm>
#include <cmath>

#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "privacy/calibration/calibrate.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/corners.h"
#include "solve/noisy_gradient/full_batch_plan.h"
#include "solve/noisy_gradient/integer_noise.h"
#include "solve/noisy_gradient/quantile_steps.h"
#include "solve/noisy_gradient/tail_share.h"
#include "solve/noisy_gradient/walk_figures.h"
#include "solve/core/obstacles.h"
#include "solve/core/planning_radius.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using numeric::below_positive;

// The price of one of `steps` equal parts: steps * mu_step^2 <= mu^2.
double step_mu(double mu, int64_t steps) {
  return below_positive(below_positive(mu) / above(std::sqrt(static_cast<double>(steps))));
}

// What one step's noise comes to.
double mu_spent(const mechanism::NoisePlan &noise) { return above(noise.sensitivity / noise.scale); }

// What a sum of gradients can change by.
double sensitivity(const Problem &problem, const model::Objective &objective, const Figures &figures) {
  return noise_unit(figures) *
         noise_sensitivity(problem.adjacency, objective, figures, static_cast<double>(objective.max_units()));
}

dpcvx_status plan_noise(const Problem &problem, double mu, int64_t steps, Proposal *proposal, Error &error) {
  const model::Objective &objective = *proposal->objective;
  mechanism::NoisePlan &noise = proposal->noise_plan;
  const double most =
      noise_sensitivity(problem.adjacency, objective, *proposal, static_cast<double>(objective.max_units()));
  if (objective.has_table())
    DPCVX_TRY(mechanism::plan_gaussian(step_mu(mu, steps), most, noise_entries(problem.adjacency, objective, *proposal),
                                       0, noise, error));
  else
    DPCVX_TRY(plan_integer_noise(step_mu(mu, steps), most, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  DPCVX_TRY(proposal->curve.add(privacy::gdp(mu_spent(noise), steps), error));
  proposal->noise = noise_unit(*proposal) * mechanism::noise_scale(noise) / static_cast<double>(objective.units());
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  return DPCVX_OK;
}

}  // namespace

dpcvx_status propose_descent(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  const model::Objective &given = *problem.objective;
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu);
  DPCVX_TRY(find_planning_radius(given, settings, &proposal->radius, error));
  choose_clip(given, settings, proposal);
  if (refuse_adaptive(given, settings, proposal)) return DPCVX_OK;
  if (!plannable(given, problem.delta, mu, settings, proposal)) return DPCVX_OK;
  FullBatchInputs facts;
  facts.units = static_cast<double>(given.units());
  facts.dimension = static_cast<double>(given.dimension());
  facts.smoothness = given.smoothness();
  facts.l2 = given.has_l1() ? 0 : given.l2();  // its bound is proved without a penalty
  const double planned = planned_share(*proposal);
  facts.bound = planned * proposal->clip;
  facts.sensitivity = planned * sensitivity(problem, given, *proposal);
  facts.mu = mu;
  facts.reach = proposal->radius;
  facts.least_time = least_time(given, settings, *proposal);
  facts.short_time = short_time(given);
  if (given.outputs() > 1) facts.settle = kSettleOfClasses;
  const FullBatchInputs whole = facts;
  const bool from_median = starts_at_median(given, settings, *proposal);
  const Settings own = from_median ? settings_after_median(settings) : settings;
  if (from_median) begin_after_median(&facts);
  DPCVX_TRY(round_corners(problem, own, facts, proposal, error));
  facts.smoothness = proposal->objective->smoothness();
  proposal->sensitivity = sensitivity(problem, *proposal->objective, *proposal);
  facts.sensitivity = planned * proposal->sensitivity;
  take_walk(plan_descent(facts, own), given, settings, facts.reach, proposal);
  if (from_median) DPCVX_TRY(add_median_start(given, settings, whole, plan_descent, proposal, error));
  DPCVX_TRY(plan_noise(problem, mu, proposal->steps, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  proposal->own.as<GradientFigures>().batch = static_cast<double>(given.units());
  proposal->passes = static_cast<double>(proposal->steps);
  proposal->applies = true;
  return DPCVX_OK;
}

dpcvx_status FullBatchRun::prepare(const Problem &problem, const Settings &settings, const Proposal &proposal,
                                   Error &error) {
  plan_ = &proposal;
  return walk_.prepare(problem, settings, proposal, static_cast<double>(proposal.objective->units()),
                       "noisy gradient descent", error);
}

void FullBatchRun::describe(const Settings &, privacy::Guarantee &record) const { describe_steps(*plan_, record); }

Outcome FullBatchRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  return walk_.run(
      rng, watch, [] { return model::Units(); }, out);
}

}  // namespace dpcvx::solve
