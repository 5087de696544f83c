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
    distance = distance_from_start(objective, settings, target.convexity, density.start_norm());
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
  proposal->step_seconds = plan.step_seconds;
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

sample::DirectSettings direct_settings(const Density &density, double far, double lattice_step, double passes) {
  constexpr double kShare = 0.2;  // of the chain's passes, that tries may be expected to take
  return {density.start(), far, lattice_step, kShare * passes};
}

// Whether one draw may take the place of the chain. It is charged as the chain, and so taken where its law is as near
// to the density's.
bool may_draw_at_once(Density &density, const model::Objective &objective, const sample::DirectSettings &settings,
                      const DensityFigures &figures) {
  const sample::Target &target = density.target();
  return sample::DirectDraw::applies(target, objective) &&
         sample::DirectDraw::gdp(target, density.data(), settings) <= figures.sampler_mu + figures.arithmetic_mu;
}

// A plan, and what its sampler is worth.
struct Candidate {
  ExponentialPlan plan;
  Density density;
  sample::Certificate certificate;
  PriceShares shares;
  sample::DirectSettings direct;
  bool costs_more = false;  // than the share of arithmetic: why the proposal is refused
};

dpcvx_status weigh(const Problem &problem, const Settings &settings, double mu, const PriceShares &shares,
                   Candidate *it, Proposal *proposal, Error &error) {
  it->costs_more = false;
  it->shares = shares;
  proposal->reopen();
  ExponentialPlan &plan = it->plan;
  DPCVX_TRY(plan_exponential(problem, settings, mu, shares, &plan, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  if (!(plan.terms.scale >= kMinScale && plan.terms.scale <= 1 / kMinScale))
    return proposal->refuse("its figures pass the range of doubles: bounds, prices and settings nearer to 1 help");
  DPCVX_TRY(it->density.prepare(proposal->objective, plan.density(settings), error));
  const sample::Target &target = it->density.target();
  SamplerPlan sampler;
  sampler.settle(*proposal->objective, it->density, plan.density(settings), plan.eta);
  if (!sampler.settled)
    return proposal->refuse("the density is too far from the start for its width: points between them are no doubles");
  const double left = mu * (1 - shares.arithmetic) - plan.t / shares.density;
  const int64_t needed = sample::rounds_for_gdp(target.convexity, plan.eta, sampler.far(target.dimension),
                                                left / 2 * numeric::kPlanningShare);
  if (settings.steps == 0) plan.rounds = needed;
  if (needed > plan.rounds)
    return proposal->refuse("%s rounds leave the sampler too far from the density: more help, or a greater step size",
                            show(plan.rounds).text);
  sampler.schedule.rounds = plan.rounds;
  it->direct = direct_settings(it->density, sampler.far(target.dimension), sampler.schedule.lattice_step, plan.passes);
  it->certificate = sample::certify(target, sampler.schedule, sampler.region, sampler.distance);
  const double cost = 2 * it->certificate.arithmetic_gdp;
  it->costs_more = !(cost <= shares.arithmetic * mu);
  if (it->costs_more)
    return proposal->refuse(
        "arithmetic would cost %s %% of the price's mu, and at most %s %% is accepted: a greater price, fewer "
        "dimensions or a smaller radius help",
        show_short(100 * cost / mu, 3).text, show_short(100 * shares.arithmetic, 3).text);
  return DPCVX_OK;
}

// The greatest density share, to a sixteenth of a power of two, with which arithmetic keeps to its share. 0: none.
dpcvx_status find_density_share(const Problem &problem, const Settings &settings, double mu, PriceShares *shares,
                                Candidate *it, Proposal *proposal, Error &error) {
  constexpr double kLeast = 0x1p-40;
  double found = 1;
  const auto try_share = [&](double density) {
    shares->density = density;
    DPCVX_TRY(weigh(problem, settings, mu, *shares, it, proposal, error));
    if (!proposal->refused()) found = density;
    return DPCVX_OK;
  };
  for (double tried = 0.5; found == 1 && tried > kLeast; tried /= 2) DPCVX_TRY(try_share(tried));
  if (found == 1) found = 0;
  for (const double more : {0x1.6a09e667f3bcdp+0, 0x1.306fe0a31b715p+0, 0x1.172b83c7d517bp+0, 0x1.0b5586cf9890fp+0})
    if (found > 0) DPCVX_TRY(try_share(found * more));  // 2^(1/2), ..., 2^(1/16)
  shares->density = found;
  return DPCVX_OK;
}

// The shares of least arithmetic, in the settings' geometry; *it and the proposal are left as weigh() leaves them.
dpcvx_status find_shares(const Problem &problem, const Settings &settings, double mu, PriceShares *shares,
                         Candidate *it, Proposal *proposal, Error &error) {
  for (const double arithmetic : kArithmeticShares) {
    *shares = {arithmetic, 1};
    DPCVX_TRY(weigh(problem, settings, mu, *shares, it, proposal, error));
    if (!it->costs_more) return DPCVX_OK;
  }
  DPCVX_TRY(find_density_share(problem, settings, mu, shares, it, proposal, error));
  if (shares->density == 0) shares->density = 1;  // the reason is then that of the whole price
  return weigh(problem, settings, mu, *shares, it, proposal, error);
}

dpcvx_status adopt(const Settings &settings, Candidate &it, Proposal *proposal, Error &error) {
  DensityFigures &own = proposal->own.as<DensityFigures>();
  own.density_share = it.shares.density;
  own.density_mu = density_gdp(it.plan.facts.difference, it.plan.terms.scale, it.density.convexity_in_norm());
  const sample::Certificate &its = it.certificate;
  const double total = above(own.density_mu + above(2 * above(its.gdp + its.arithmetic_gdp)));
  DPCVX_TRY(proposal->curve.add(privacy::gdp(total), error));
  take_figures(it.plan, it.density, its, proposal);
  own.confidence = settings.failure_probability;
  own.may_be_direct =
      settings.steps == 0 && may_draw_at_once(it.density, *proposal->objective, it.direct, own) &&
      sample::DirectDraw::is_promising(it.density.target(), proposal->objective, &it.density.data(), it.direct);
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace

dpcvx_status propose_exponential_mechanism(const Problem &problem, const Settings &settings, Proposal *proposal,
                                           Error &error) {
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu) * numeric::kPlanningShare;
  DPCVX_TRY(take_objective(problem, settings, proposal, error));
  Candidate it;
  PriceShares shares;
  DPCVX_TRY(find_shares(problem, settings, mu, &shares, &it, proposal, error));
  // Regularizers of norms below 2 are steep, and arithmetic costs less in l2.
  const bool is_limited = it.costs_more || (!proposal->refused() && shares.density < 1);
  if (is_limited && settings.geometry == 0 && it.plan.facts.p < 2) {
    const double risk = proposal->refused() ? INFINITY : it.plan.terms.empirical;
    Settings plain = settings;
    plain.geometry = 2;
    PriceShares others;
    DPCVX_TRY(find_shares(problem, plain, mu, &others, &it, proposal, error));
    if (proposal->refused() || !(it.plan.terms.empirical < risk))
      DPCVX_TRY(weigh(problem, settings, mu, shares, &it, proposal, error));
  }
  return proposal->refused() ? DPCVX_OK : adopt(settings, it, proposal, error);
}

dpcvx_status ExponentialMechanismRun::prepare(const Problem &, const Settings &settings, const Proposal &proposal,
                                              Error &error) {
  plan_ = &proposal;
  population_ = settings.target == DPCVX_TARGET_POPULATION;
  const DensityFigures &own = proposal.own.as<DensityFigures>();
  const DensitySettings density{own.scale, own.regularizer, own.geometry, settings.threads, own.wall_excess, true};
  DPCVX_TRY(density_.prepare(proposal.objective, density, error));
  SamplerPlan sampler;
  sampler.settle(*proposal.objective, density_, density, own.step_size);
  sampler.schedule.rounds = proposal.steps;
  lattice_step_ = sampler.schedule.lattice_step;
  if (settings.steps == 0) DPCVX_TRY(prepare_direct(proposal, sampler.far(density_.target().dimension), error));
  return chain_.prepare(density_.target(), sampler.schedule, error);
}

dpcvx_status ExponentialMechanismRun::prepare_direct(const Proposal &proposal, double far, Error &error) {
  const sample::DirectSettings settings = direct_settings(density_, far, lattice_step_, proposal.passes);
  may_draw_at_once_ = may_draw_at_once(density_, *proposal.objective, settings, proposal.own.as<DensityFigures>());
  if (!may_draw_at_once_) return DPCVX_OK;
  return direct_.prepare(density_.target(), proposal.objective, &density_.data(), settings, error);
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
  record.add_constant("failure_probability", own.confidence, Origin::kPublic);
  const WallShape wall = density_.wall();
  if (wall.slope > 0) record.add_constant("wall", wall.slope, Origin::kPublic);
  if (wall.slope > 0 && wall.curvature < INFINITY)
    record.add_constant("wall_curvature", wall.curvature, Origin::kPublic);
  record.add_note("charged: density_mu + 2 (sampler_mu + arithmetic_mu)");
  record.add_note("time, and whether a fit was cancelled, depend on the data and are not covered");
  if (may_draw_at_once_)
    record.add_note(
        "one record may decide between a direct draw and slower rounds; DPCVX_PLAN_OPTION_STEPS asks for rounds "
        "(dpcvx_plan_create)");
}

// Calls back as rounds do. No callback may tell whether rounds were taken.
bool ExponentialMechanismRun::tell_all_steps(ProgressMonitor &watch) const {
  for (int64_t done = 0; done < plan_->steps; ++done)
    if (!watch.should_continue(done)) return false;
  return true;
}

Outcome ExponentialMechanismRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  const model::Objective &objective = *plan_->objective;
  const int64_t d = objective.dimension();
  watch.begin(plan_->steps);
  ProgressMonitor quiet = watch.quiet();  // its tries are no public count
  const bool is_drawn = may_draw_at_once_ && direct_.run(rng, quiet, out);
  const bool is_done =
      is_drawn ? tell_all_steps(watch) : chain_.run(density_.start(), rng, watch, out) == DPCVX_OUTCOME_DONE;
  if (!is_done) {
    std::fill(out, out + d, 0.0);
    return {DPCVX_OUTCOME_CANCELLED, 0};
  }
  if (objective.domain() != nullptr) objective.domain()->project(out, out, d);
  watch.should_continue(plan_->steps);
  return {DPCVX_OUTCOME_DONE, plan_->steps};
}

}  // namespace dpcvx::solve
