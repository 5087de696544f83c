#include "solve/exponential/method.h"

#include <algorithm>
#include <cmath>

#include "numeric/margins.h"
#include "base/text.h"
#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "privacy/calibration/calibrate.h"
#include "sample/arithmetic.h"
#include "solve/exponential/plan.h"

namespace dpcvx::solve {

namespace {

using numeric::above;

constexpr double kMinScale = 0x1p-400;
// With r and without; by the sample's risk and by the population's.
constexpr const char *kTheorems[2][2] = {
    {"Gopi, Lee, Liu, Shen and Tian 2023, Theorem 2; risk: Theorem 3; the sampler's error charged as GDP",
     "Gopi, Lee, Liu, Shen and Tian 2023, Theorem 2; risk: Theorem 4; the sampler's error charged as GDP"},
    {"Gopi, Lee, Liu, Shen and Tian 2023, Theorem 2; risk: Theorem 5; the sampler's error charged as GDP",
     "Gopi, Lee, Liu, Shen and Tian 2023, Theorem 2; risk: Theorem 6; the sampler's error charged as GDP"}};

// A density with the schedule of its sampler, and what that is worth.
struct SamplerPlan {
  sample::StartDistance distance;
  sample::Schedule schedule;
  sample::Region region;
  bool settled = false;

  // Of a step; rounds are set later.
  void settle(const model::Objective &objective, const Density &density, const DensitySettings &settings, double eta) {
    const sample::Target &target = density.target();
    const double off = start_error(objective);
    distance = sample::start_distance(target.convexity, static_cast<double>(sample::free_dimension(target)),
                                      start_bounds(objective, settings, density.start_norm()));
    distance.far += off;
    distance.mean += off;
    schedule.eta = eta;
    settled = sample::settle(target, density.start(), distance.far, &schedule, &region);
  }
  // The point of the lattice next to the start is not further from where draws lie.
  double far(int64_t dimension) const {
    return distance.far + schedule.lattice_step * std::sqrt(static_cast<double>(dimension));
  }
};

// How much the envelope may lie below the loss.
double smoothing_risk(const model::Objective &objective, double width) {
  const double row = objective.row_map().l2_bound(), weight = objective.settings().weight_bound;
  const double slope = objective.lipschitz() / (weight * row);
  return width * weight * slope * slope / 2;
}

dpcvx_status take_objective(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  proposal->objective = problem.objective;
  const bool smooth = problem.objective->smoothness() < INFINITY;
  if (smooth || !(settings.smoothing > 0) || problem.objective->linear() == nullptr) return DPCVX_OK;
  proposal->smoothing = settings.smoothing;
  return problem.objective->smoothed(settings.smoothing, &proposal->objective, error);
}

void take_figures(const ExponentialPlan &plan, const Density &density, const sample::Certificate &certificate,
                  Proposal *proposal) {
  const ExponentialParameters &terms = plan.terms;
  DensityFigures &own = proposal->own.as<DensityFigures>();
  proposal->steps = certificate.rounds;
  own.step_size = plan.eta;
  proposal->clip = plan.facts.gradient;
  proposal->sensitivity = plan.facts.difference;
  proposal->passes = plan.passes;
  proposal->matrix_seconds = plan.matrix_seconds;
  own.scale = terms.scale;
  own.geometry = plan.facts.p;
  own.regularizer = terms.scale * terms.weight;
  own.strong_convexity = density.target().convexity;
  own.sampler_mu = certificate.gdp;
  own.arithmetic_mu = certificate.arithmetic_gdp;
  own.distance = certificate.distance.far;
  own.theta = plan.facts.theta;
  own.wall_excess = plan.facts.excess;
  // Of a density of a linear loss: exactly; of others at most (Brascamp and Lieb 1976).
  proposal->noise = 1 / std::sqrt(density.target().convexity);
  proposal->noise_multiplier = 1 / plan.t;
  const double bent = smoothing_risk(*proposal->objective, proposal->smoothing);
  proposal->predicted_risk = terms.empirical + bent;
  proposal->population_risk = terms.population + bent;
  own.likely_risk = terms.likely + bent;
}

// With a share `arithmetic` of mu laid aside; *costs_more: than that.
dpcvx_status propose_within(const Problem &problem, const Settings &settings, double mu, double arithmetic,
                            Proposal *proposal, bool *costs_more, Error &error) {
  ExponentialPlan plan;
  *costs_more = false;
  DPCVX_TRY(plan_exponential(problem, settings, mu, arithmetic, &plan, proposal, error));
  if (proposal->refused()) return DPCVX_OK;

  if (!(plan.terms.scale >= kMinScale && plan.terms.scale <= 1 / kMinScale))
    return proposal->refuse("its figures pass the range of doubles: bounds, prices and settings nearer to 1 help");
  Density density;
  DPCVX_TRY(density.prepare(proposal->objective, plan.density(settings), error));
  const sample::Target &target = density.target();
  SamplerPlan sampler;
  sampler.settle(*proposal->objective, density, plan.density(settings), plan.eta);
  if (!sampler.settled)
    return proposal->refuse("the density is too far from the start for its width: points between them are no doubles");
  const double left = mu * (1 - arithmetic) - plan.t;
  const int64_t needed = sample::rounds_for_gdp(target.convexity, plan.eta, sampler.far(target.dimension),
                                                left / 2 * numeric::kPlanningShare);
  if (settings.steps == 0) plan.rounds = needed;
  if (needed > plan.rounds)
    return proposal->refuse("%s rounds leave the sampler too far from the density: more help, or a greater step size",
                            show(plan.rounds).text);
  sampler.schedule.rounds = plan.rounds;
  const sample::Certificate certificate = sample::certify(target, sampler.schedule, sampler.region, sampler.distance);
  *costs_more = !(2 * certificate.arithmetic_gdp <= arithmetic * mu);
  if (*costs_more)
    return proposal->refuse(
        "arithmetic would cost %s of the price's mu of %s, and at most 0.5 %% is accepted: a greater price, fewer "
        "dimensions or a smaller radius help",
        show(2 * certificate.arithmetic_gdp).text, show(mu).text);
  DensityFigures &own = proposal->own.as<DensityFigures>();
  own.density_mu = density_gdp(plan.facts.difference, plan.terms.scale, density.convexity_in_norm());
  const double total = above(own.density_mu + above(2 * above(certificate.gdp + certificate.arithmetic_gdp)));
  DPCVX_TRY(proposal->curve.add(privacy::gdp(total), error));
  take_figures(plan, density, certificate, proposal);
  own.confidence = settings.failure_probability;
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace

dpcvx_status propose_exponential_mechanism(const Problem &problem, const Settings &settings, Proposal *proposal,
                                           Error &error) {
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu) * numeric::kPlanningShare;
  DPCVX_TRY(take_objective(problem, settings, proposal, error));
  bool costs_more;
  DPCVX_TRY(propose_within(problem, settings, mu, kArithmeticShare, proposal, &costs_more, error));
  if (!costs_more) return DPCVX_OK;
  proposal->reopen();
  return propose_within(problem, settings, mu, kMaxArithmeticShare, proposal, &costs_more, error);
}

dpcvx_status ExponentialMechanismRun::prepare(const Problem &, const Settings &settings, const Proposal &proposal,
                                              Error &error) {
  plan_ = &proposal;
  population_ = settings.target == DPCVX_TARGET_POPULATION;
  const DensityFigures &own = proposal.own.as<DensityFigures>();
  const DensitySettings density{own.scale, own.regularizer, own.geometry, settings.threads, own.wall_excess};
  DPCVX_TRY(density_.prepare(proposal.objective, density, error));
  SamplerPlan sampler;
  sampler.settle(*proposal.objective, density_, density, own.step_size);
  sampler.schedule.rounds = proposal.steps;
  lattice_step_ = sampler.schedule.lattice_step;
  return chain_.prepare(density_.target(), sampler.schedule, error);
}

const char *ExponentialMechanismRun::theorem() const {
  return kTheorems[plan_->own.as<DensityFigures>().regularizer > 0 ? 0 : 1][population_ ? 1 : 0];
}

void ExponentialMechanismRun::describe(const Settings &, privacy::Guarantee &record) const {
  using privacy::Origin;
  const DensityFigures &own = plan_->own.as<DensityFigures>();
  record.add_constant("geometry", own.geometry, Origin::kPublic);
  record.add_constant("gradient_bound_in_dual_norm", plan_->clip, Origin::kEnforced);
  record.add_constant("slope_of_difference", plan_->sensitivity, Origin::kEnforced);
  record.add_constant("scale", own.scale, Origin::kPublic);
  record.add_constant("regularizer", own.regularizer, Origin::kPublic);
  record.add_constant("strong_convexity_in_norm", density_.convexity_in_norm(), Origin::kEnforced);
  record.add_constant("strong_convexity", own.strong_convexity, Origin::kEnforced);
  record.add_constant("steps", static_cast<double>(plan_->steps), Origin::kPublic);
  record.add_constant("step_size", own.step_size, Origin::kPublic);
  record.add_constant("distance", own.distance, Origin::kEnforced);
  record.add_constant("lattice_step", lattice_step_, Origin::kEnforced);
  record.add_constant("density_mu", own.density_mu, Origin::kEnforced);
  record.add_constant("sampler_mu", own.sampler_mu, Origin::kEnforced);
  record.add_constant("arithmetic_mu", own.arithmetic_mu, Origin::kEnforced);
  record.add_constant("likely_risk", own.likely_risk, Origin::kPublic);
  record.add_constant("confidence", own.confidence, Origin::kPublic);
  const WallShape wall = density_.wall();
  if (wall.slope > 0) record.add_constant("wall", wall.slope, Origin::kPublic);
  if (wall.slope > 0 && wall.curvature < INFINITY)
    record.add_constant("wall_curvature", wall.curvature, Origin::kPublic);
  record.add_note("charged: density_mu + 2 (sampler_mu + arithmetic_mu)");
  record.add_note("time, and whether a fit was cancelled, depend on the data and are not covered");
}

Outcome ExponentialMechanismRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  const model::Objective &objective = *plan_->objective;
  const int64_t d = objective.dimension();
  watch.begin(plan_->steps);
  if (chain_.run(density_.start(), rng, watch, out) != DPCVX_OUTCOME_DONE) {
    std::fill(out, out + d, 0.0);
    return {DPCVX_OUTCOME_CANCELLED, 0};
  }
  if (objective.domain() != nullptr) objective.domain()->project(out, out, d);
  watch.should_continue(plan_->steps);
  return {DPCVX_OUTCOME_DONE, plan_->steps};
}

}  // namespace dpcvx::solve
