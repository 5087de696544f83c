#include "solve/last_iterate/method.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "mechanism/calibrate_release.h"
#include "model/losses/traits.h"
#include "numeric/directed.h"
#include "numeric/margins.h"
#include "privacy/calibration/calibrate.h"
#include "solve/core/obstacles.h"
#include "solve/core/planning_radius.h"
#include "solve/last_iterate/plan.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/corners.h"

namespace dpcvx::solve {

namespace {

using numeric::above;

constexpr double kLatticeShare = 0x1p-30;             // of the sensitivity, over the root of the dimension
constexpr int kMaxPlaces = 50, kMaxNoisePlaces = 47;  // log2 of the lattice steps that iterates, and noise, take up

// Clipped gradients of records with one decision value are gradients of convex functions. Others need not be.
bool may_clip(const model::Objective &objective) {
  return objective.unit() == DPCVX_UNIT_RECORD && objective.outputs() == 1;
}

const char *what_cannot_be_clipped(const model::Objective &objective) {
  return objective.unit() == DPCVX_UNIT_USER ? "a user's mean of gradients" : "a gradient of several classes";
}

// The bound on units' gradients. Returns whether there is one that leaves steps contractions; if not, refuses.
bool choose_bound(const model::Objective &objective, const Settings &settings, Proposal *proposal) {
  if (may_clip(objective)) {
    Settings fixed = settings;
    fixed.clipping = DPCVX_CLIPPING_FIXED;
    fixed.drop_oversized_gradients = false;
    // The quadratic is outside the clip: a short one holds the data's gradients against it, and models near 0. Of
    // quantiles with short clips the typical risk says too little: .004 for medians of bikes at epsilon = .5 that lose
    // .052. AUTOMATIC would take them.
    if (objective.l2() > 0 || model::traits_of(objective.loss()).cornered) fixed.default_clip = 0;
    Figures chosen;
    choose_clip(objective, fixed, &chosen);
    proposal->clip = chosen.clip;
    proposal->clips_slopes = true;
    return true;
  }
  proposal->clip = objective.lipschitz();
  if (!(proposal->clip < INFINITY)) {
    proposal->refuse(
        "gradients have no bound, and %s, clipped, is the gradient of no convex function: a step along it is "
        "no contraction. Give the objective %s",
        what_cannot_be_clipped(objective), what_bounds_gradients(objective));
    proposal->opened_by = opens_bounded_gradients(objective);
    return false;
  }
  if (settings.clipping_norm > 0 && settings.clipping_norm < proposal->clip) {
    proposal->refuse(
        "%s, clipped to %s, is the gradient of no convex function: a step along it is no contraction. "
        "Accepted: DPCVX_PLAN_OPTION_CLIPPING_NORM = 0, or at least the bound %s on gradients",
        what_cannot_be_clipped(objective), show(settings.clipping_norm).text, show(proposal->clip).text);
    return false;
  }
  return true;
}

// Returns how many batches take turns, or 0 and refuses.
int64_t choose_batches(const Problem &problem, const Settings &settings, Proposal *proposal) {
  const model::Objective &objective = *problem.objective;
  if (!(settings.batch_size > 0)) return 1;
  const double wanted = std::round(static_cast<double>(objective.units()) / settings.batch_size);
  if (!(wanted >= 2)) return 1;
  if (problem.adjacency != DPCVX_ADJACENCY_REPLACE_ONE) {
    proposal->refuse(
        "batches that take turns share out a public number of units, which add/remove keeps private. "
        "Accepted: DPCVX_PLAN_OPTION_BATCH_SIZE = 0 or %s, or a budget under replace-one",
        show(objective.units()).text);
    return 0;
  }
  const int64_t there = objective.units_there();
  if (there > random::PermutationSampler::kMax) {
    proposal->refuse("batches that take turns are of at most 2^32 units. Accepted: DPCVX_PLAN_OPTION_BATCH_SIZE = 0");
    return 0;
  }
  return static_cast<int64_t>(std::max(1.0, std::min(wanted, static_cast<double>(there))));
}

// Smooth losses, on a domain that is bounded: the objective's, or the ball of the planning radius.
dpcvx_status choose_objective(const Problem &problem, const Settings &settings, double mu, Proposal *proposal,
                              Error &error) {
  const model::Objective &given = *problem.objective;
  FullBatchInputs facts;
  facts.units = static_cast<double>(given.units());
  facts.dimension = static_cast<double>(given.dimension());
  facts.smoothness = given.smoothness();
  facts.l2 = given.l2();
  facts.bound = proposal->clip;
  facts.sensitivity = sum_sensitivity(problem.adjacency, proposal->clip, 0);
  facts.mu = mu;
  facts.reach = proposal->radius;
  DPCVX_TRY(round_corners(problem, settings, facts, proposal, error));
  const model::Objective &objective = *proposal->objective;
  if (!(objective.smoothness() < INFINITY))
    return proposal->refuse_without(kSetSmoothing,
                                    "the loss is not smooth, so that steps along it are no contractions: set "
                                    "DPCVX_PLAN_OPTION_SMOOTHING to -1 or a width");
  LastIterateInputs *const inputs = proposal->run.make<LastIterateInputs>();
  if (inputs == nullptr) return error.nomem("a plan");
  if (has_own_domain(objective)) return DPCVX_OK;
  if (!(proposal->radius < INFINITY)) return proposal->refuse_without(kSetPlanningRadius, no_planning_radius(given));
  if (!(proposal->radius <= model::Domain::kMax && proposal->radius * model::Domain::kMax >= 1))
    return proposal->refuse("iterates are kept in a ball of the planning radius %s; accepted: one in [1e-100, 1e100]",
                            show(proposal->radius).text);
  return inputs->ball.make_ball(2, proposal->radius, nullptr, objective.dimension(), error);
}

LastIteratePlanInputs plan_inputs(const Problem &problem, const BatchTurns &turns, double mu,
                                  const Proposal &proposal) {
  const model::Objective &objective = *proposal.objective;
  LastIteratePlanInputs inputs;
  inputs.dimension = static_cast<double>(objective.dimension());
  inputs.curvature = max_curvature(objective, turns);
  inputs.l2 = objective.l2();
  inputs.sensitivity = sum_sensitivity(problem.adjacency, proposal.clip, 0) / turns.least_divisor();
  const double batch = turns.least_divisor(), left_out = 1 - 1 / static_cast<double>(turns.batches());
  inputs.scatter = left_out * proposal.clip / batch * proposal.clip;
  inputs.diameter = domain_of(proposal).diameter();
  inputs.mu = mu;
  inputs.reach = proposal.radius;
  inputs.batches = turns.batches();
  return inputs;
}

// Noise on a lattice so fine that its rounding costs 2^-29 of the charge or so, and so coarse that iterates are exact
// doubles.
dpcvx_status plan_noise(double mu, const BatchTurns &turns, const StepBounds &bounds, Proposal *proposal,
                        Error &error) {
  const model::Domain &domain = domain_of(*proposal);
  const privacy::Iteration iteration{bounds.sensitivity, 1, bounds.contraction, proposal->steps};
  const double root = above(std::sqrt(static_cast<double>(proposal->objective->dimension())));
  const double noise = unit_noise_mu(iteration, bounds.rounding, turns.batches(), domain.diameter()) / mu;
  const double farthest = domain.radius() + bounds.sensitivity * turns.max_units() + noise;
  const double wanted = std::max({bounds.sensitivity * kLatticeShare / root, std::ldexp(farthest, -kMaxPlaces),
                                  std::ldexp(noise, -kMaxNoisePlaces)});
  mechanism::NoisePlan &plan = proposal->noise_plan;
  DPCVX_TRY(plan.lattice.choose(0, wanted, error));
  LastIterateInputs &inputs = proposal->run.as<LastIterateInputs>();
  inputs.rounding = numeric::up_few(bounds.rounding + plan.lattice.step() * root);
  const double whole = unit_noise_mu(iteration, inputs.rounding, turns.batches(), domain.diameter());
  DPCVX_TRY(mechanism::plan_integer_gaussian(mu, plan.lattice.steps_up(whole), plan, error));
  DPCVX_TRY(proposal->curve.add(privacy::gdp(above(plan.sensitivity / plan.scale), 1), error));
  proposal->noise = mechanism::noise_scale(plan);
  proposal->noise_multiplier = proposal->noise / proposal->sensitivity;
  return DPCVX_OK;
}

// Refuses steps that are no contractions, and what has no bound on its rounding. Returns whether it did.
bool refuse_steps(const StepBounds &bounds, double curvature, double step_size, Proposal *proposal) {
  if (!(bounds.contraction <= 1))
    proposal->refuse(
        "a step of %s is no contraction: it passes 2 / (curvature of at most %s). Accepted: "
        "DPCVX_PLAN_OPTION_STEP_SIZE = 0, or at most %s",
        show(step_size).text, show(curvature).text, show(2 / curvature * (1 - 0x1p-40)).text);
  else if (!(bounds.rounding < INFINITY))
    proposal->refuse(
        "nothing bounds the rounding of gradients at models as long as %s: a smaller domain or planning "
        "radius helps",
        show(domain_of(*proposal).radius()).text);
  return proposal->refused();
}

}  // namespace

double unit_noise_mu(const privacy::Iteration &iteration, double rounding, int64_t batches, double diameter) {
  privacy::Iteration met = iteration, rounded = iteration;
  met.noise = rounded.noise = 1;
  rounded.sensitivity = above(2 * rounding);
  return above(privacy::iteration_mu_up(met, batches, diameter) + privacy::iteration_mu_up(rounded, 1, INFINITY));
}

dpcvx_status propose_last_iterate(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  const model::Objective &given = *problem.objective;
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu);
  if (given.calls_back())
    return proposal->refuse(
        "a caller's own loss or function has no bound on the rounding of its gradients, which this method counts: use "
        "a "
        "loss of the library");
  DPCVX_TRY(find_planning_radius(given, settings, &proposal->radius, error));
  if (!choose_bound(given, settings, proposal)) return DPCVX_OK;
  if (!plannable(given, problem.delta, mu, settings, proposal)) return DPCVX_OK;
  DPCVX_TRY(choose_objective(problem, settings, mu, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  const int64_t batches = choose_batches(problem, settings, proposal);
  if (batches == 0) return DPCVX_OK;
  const model::Objective &objective = *proposal->objective;
  const BatchTurns turns(objective, batches);
  const LastIteratePlanInputs inputs = plan_inputs(problem, turns, mu, *proposal);
  const LastIteratePlan plan = plan_last_iterate(inputs, settings);
  const StepBounds bounds =
      step_bounds(objective, domain_of(*proposal), problem.adjacency, turns, proposal->clip, plan.step_size);
  if (refuse_steps(bounds, inputs.curvature, plan.step_size, proposal)) return DPCVX_OK;
  proposal->steps = plan.steps;
  proposal->sensitivity = bounds.sensitivity;
  DPCVX_TRY(plan_noise(mu, turns, bounds, proposal, error));
  proposal->run.as<LastIterateInputs>().batches = batches;
  LastIterateFigures &own = proposal->own.as<LastIterateFigures>();
  own.step_size = plan.step_size;
  own.contraction = bounds.contraction;
  own.batch = batches == 1 ? static_cast<double>(objective.units()) : static_cast<double>(turns.size(batches - 1));
  proposal->passes = static_cast<double>(plan.steps) / static_cast<double>(batches);
  proposal->predicted_risk =
      batches == 1 ? last_iterate_risk(inputs, plan, proposal->noise) + corner_bias(*proposal) : INFINITY;
  proposal->applies = true;
  return DPCVX_OK;
}

dpcvx_status LastIterateRun::prepare(const Problem &, const Settings &settings, const Proposal &proposal,
                                     Error &error) {
  const model::Objective &objective = *proposal.objective;
  plan_ = &proposal;
  d_ = static_cast<size_t>(objective.dimension());
  farthest_ = std::ldexp(proposal.noise_plan.lattice.step(), 52);
  const bool turns = proposal.run.as<LastIterateInputs>().batches > 1;
  const size_t there = turns ? static_cast<size_t>(objective.units_there()) : 0;
  arena_.plan<double>(objective.work_size());
  arena_.plan<double>(d_);
  arena_.plan<double>(d_);
  arena_.plan<int64_t>(there);
  DPCVX_TRY(arena_.reserve("last iterate", error));
  crew_.set_threads(settings.threads);
  work_ = {&crew_, arena_.take<double>(objective.work_size())};
  point_ = arena_.take<double>(d_);
  next_ = arena_.take<double>(d_);
  units_ = arena_.take<int64_t>(there);
  return turns ? order_.reserve(static_cast<int64_t>(there), error) : DPCVX_OK;
}

void LastIterateRun::describe(const Settings &, privacy::Guarantee &record) const {
  using privacy::Origin;
  const LastIterateFigures &own = plan_->own.as<LastIterateFigures>();
  const LastIterateInputs &inputs = plan_->run.as<LastIterateInputs>();
  record.add_constant("clip", plan_->clip, Origin::kEnforced);
  record.add_constant("sensitivity_of_step", plan_->sensitivity, Origin::kEnforced);
  record.add_constant("contraction_of_step", own.contraction, Origin::kEnforced);
  record.add_constant("rounding_of_step", inputs.rounding, Origin::kEnforced);
  record.add_constant("diameter_of_iterates", domain_of(*plan_).diameter(), Origin::kEnforced);
  record.add_constant("lattice_step", plan_->noise_plan.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_of_iterate", plan_->noise, Origin::kEnforced);
  record.add_constant("steps", static_cast<double>(plan_->steps), Origin::kPublic);
  record.add_constant("step_size", own.step_size, Origin::kPublic);
  record.add_constant("batches", static_cast<double>(inputs.batches), Origin::kPublic);
  record.add_note("the last iterate alone is released: no average, no momentum, no iterate before it");
  if (inputs.batches > 1) record.add_note("batches are a secret uniform partition of the units, and take turns");
}

// Beyond `farthest_` indices of the lattice may be no doubles. The box is convex, and what is beyond it goes to its
// side.
void LastIterateRun::move_to(const double *values) {
  for (size_t j = 0; j < d_; ++j) point_[j] = std::max(-farthest_, std::min(values[j], farthest_));
  domain_of(*plan_).project(point_, point_, static_cast<int64_t>(d_));
}

void LastIterateRun::step(random::Rng &rng, int64_t batch) {
  const model::Objective &objective = *plan_->objective;
  const BatchTurns turns(objective, plan_->run.as<LastIterateInputs>().batches);
  model::Units units;
  if (turns.batches() > 1) units = {units_ + turns.begin(batch), turns.size(batch)};
  take_step(objective, point_, units, turns.divisor(batch), plan_->clip, plan_->own.as<LastIterateFigures>().step_size,
            work_, next_);
  mechanism::add_noise(rng, plan_->noise_plan, next_, d_, next_);
  move_to(next_);
}

// Cancelled after t steps it releases the iterate of t steps, which costs no more than that of all.
Outcome LastIterateRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  const int64_t batches = plan_->run.as<LastIterateInputs>().batches;
  if (batches > 1) order_.draw(rng, plan_->objective->units_there(), units_);
  domain_of(*plan_).start(point_, static_cast<int64_t>(d_));
  watch.begin(plan_->steps);
  Outcome outcome{DPCVX_OUTCOME_DONE, plan_->steps};
  for (int64_t t = 0; t < plan_->steps && outcome.code == DPCVX_OUTCOME_DONE; ++t) {
    if (watch.should_continue(t))
      step(rng, t % batches);
    else
      outcome = {DPCVX_OUTCOME_CANCELLED, t};
  }
  if (outcome.code == DPCVX_OUTCOME_DONE) watch.should_continue(plan_->steps);
  std::copy(point_, point_ + d_, out);
  return outcome;
}

}  // namespace dpcvx::solve
