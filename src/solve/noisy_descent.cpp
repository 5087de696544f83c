#include "solve/noisy_descent.h"

#include <algorithm>
#include <cmath>

#include "mechanism/price.h"
#include "numeric/directed.h"
#include "privacy/calibrate.h"
#include "solve/descent_plan.h"
#include "solve/reach.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using numeric::below_positive;

// A step size far above what the objective bears makes iterates grow without end; they stay finite.
double kept_finite(double x) {
  constexpr double kFar = 0x1p300;
  return x > kFar ? kFar : x < -kFar ? -kFar : x == x ? x : 0;
}

int64_t averaged_steps(const Figures &plan) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(plan.average * static_cast<double>(plan.steps))));
}

// The price of one of `steps` equal parts: steps * mu_step^2 <= mu^2.
double step_mu(double mu, int64_t steps) {
  return below_positive(below_positive(mu) / above(std::sqrt(static_cast<double>(steps))));
}

// What one step's noise comes to.
double mu_spent(const mechanism::NoisePlan &noise) { return above(noise.sensitivity / noise.scale); }

// The objective that is worked on: with the envelope of a loss that is not smooth, unless the caller wants none.
dpcvx_status choose_objective(const Problem &problem, const Settings &settings, const DescentFacts &facts,
                              Proposal *proposal, Error &error) {
  const model::Objective &given = *problem.objective;
  proposal->objective = problem.objective;
  if (given.linear() == nullptr || settings.smoothing == 0) return DPCVX_OK;
  if (settings.smoothing < 0 && facts.smoothness < INFINITY) return DPCVX_OK;
  const double row = row_length(given);
  const double curvature = row * row * given.settings().weight_bound;
  const double chosen = curvature / choose_smoothness(facts, settings);
  proposal->smoothing = settings.smoothing > 0 ? settings.smoothing : std::min(std::max(chosen, 1e-30), 1e30);
  return given.smoothed(proposal->smoothing, &proposal->objective, error);
}

void choose_clip(const model::Objective &objective, const Settings &settings, Proposal *proposal) {
  proposal->clip = settings.clip > 0 ? std::min(settings.clip, objective.lipschitz()) : objective.lipschitz();
  proposal->drop = settings.truncate;
}

// What a sum of gradients can change by.
double sensitivity(const Problem &problem, const model::Objective &objective, const Figures &figures) {
  const double most_units = static_cast<double>(objective.most_units());
  return sum_sensitivity(problem.adjacency, figures.clip,
                         objective.gradient_sum_error(most_units, clip_of(objective, figures)));
}

dpcvx_status plan_noise(double mu, int64_t steps, Proposal *proposal, Error &error) {
  const model::Objective &objective = *proposal->objective;
  mechanism::NoisePlan &noise = proposal->noise_plan;
  DPCVX_TRY(mechanism::plan_gaussian(step_mu(mu, steps), proposal->sensitivity,
                                     static_cast<size_t>(objective.dimension()), 0, noise, error));
  DPCVX_TRY(proposal->curve.add(privacy::gdp(mu_spent(noise), steps), error));
  proposal->noise = mechanism::noise_scale(noise) / static_cast<double>(objective.units());
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  return DPCVX_OK;
}

// Why it cannot be planned from public numbers alone; null where it can.
const char *obstacle(double mu, double reach, const Settings &settings, const Proposal &proposal) {
  if (!(mu > 0))
    return "the price buys no Gaussian noise; prices of the kinds GDP, zCDP, RDP or (epsilon, delta) with delta > 0 do "
           "(a budget with delta > 0 prices one)";
  if (!(proposal.clip < INFINITY))
    return "nothing bounds a unit's gradient: give the objective a domain, or the plan DPCVX_PLAN_OPTION_CLIP";
  if (!(reach < INFINITY) && (settings.steps == 0 || settings.step_size == 0)) return kNoReach;
  return nullptr;
}

}  // namespace

model::Clip clip_of(const model::Objective &objective, const Figures &figures) {
  const bool bounded = objective.constants().lipschitz_enforced && !(figures.clip < objective.lipschitz());
  return bounded ? model::Clip() : model::Clip{figures.clip, figures.drop};
}

dpcvx_status propose_descent(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  const model::Objective &given = *problem.objective;
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMostMu);
  DPCVX_TRY(plan_reach(given, settings, &proposal->radius, error));
  choose_clip(given, settings, proposal);
  if (const char *const why = obstacle(mu, proposal->radius, settings, *proposal)) return proposal->refuse("%s", why);
  DescentFacts facts;
  facts.units = static_cast<double>(given.units());
  facts.dimension = static_cast<double>(given.dimension());
  facts.smoothness = given.smoothness();
  facts.l2 = given.l2();
  facts.bound = proposal->clip;
  facts.sensitivity = sensitivity(problem, given, *proposal);
  facts.mu = mu;
  facts.reach = proposal->radius;
  DPCVX_TRY(choose_objective(problem, settings, facts, proposal, error));
  facts.smoothness = proposal->objective->smoothness();
  facts.sensitivity = proposal->sensitivity = sensitivity(problem, *proposal->objective, *proposal);
  const DescentPlan plan = plan_descent(facts, settings);
  DPCVX_TRY(plan_noise(mu, plan.steps, proposal, error));
  proposal->steps = plan.steps;
  proposal->step_size = plan.step_size;
  proposal->momentum = plan.momentum;
  proposal->average = settings.average;
  proposal->batch = static_cast<double>(given.units());
  proposal->passes = static_cast<double>(plan.steps);
  proposal->predicted_risk =
      plan.predicted_risk + (proposal->smoothing > 0 ? smoothing_bias(proposal->clip, facts.smoothness - facts.l2) : 0);
  proposal->applies = true;
  return DPCVX_OK;
}

dpcvx_status DescentRun::prepare(const Problem &, const Settings &settings, const Proposal &proposal, Error &error) {
  objective_ = &*proposal.objective;
  plan_ = &proposal;
  d_ = static_cast<size_t>(objective_->dimension());
  arena_.plan<double>(objective_->work_size());
  for (int i = 0; i < 3; ++i) arena_.plan<double>(d_);
  DPCVX_TRY(arena_.reserve("noisy gradient descent", error));
  work_ = {settings.threads, arena_.take<double>(objective_->work_size())};
  point_ = arena_.take<double>(d_);
  velocity_ = arena_.take<double>(d_);
  gradient_ = arena_.take<double>(d_);
  return DPCVX_OK;
}

void DescentRun::describe(privacy::Guarantee &record) const {
  using privacy::Origin;
  const mechanism::NoisePlan &noise = plan_->noise_plan;
  const double lattice = noise.lattice.step();
  record.add_constant("sensitivity_of_gradient_sum", plan_->sensitivity, Origin::kEnforced);
  record.add_constant("sensitivity_with_lattice", noise.sensitivity * lattice, Origin::kEnforced);
  record.add_constant("lattice_step", lattice, Origin::kEnforced);
  record.add_constant("noise_of_gradient_sum", noise.scale * lattice, Origin::kEnforced);
  record.add_constant("noise_multiplier", plan_->noise_multiplier, Origin::kEnforced);
  record.add_constant("steps", static_cast<double>(plan_->steps), Origin::kPublic);
  record.add_constant("step_size", plan_->step_size, Origin::kPublic);
  record.add_constant("momentum", plan_->momentum, Origin::kPublic);
  record.add_constant("averaged_share", plan_->average, Origin::kPublic);
}

// A cancelled run gives the average of the iterates that the whole run would have averaged, or the last one: each is a
// function of the noisy sums so far.
Outcome DescentRun::run(random::Rng &rng, Watch &watch, double *out) {
  const int64_t first = plan_->steps - averaged_steps(*plan_);
  const model::Clip clip = clip_of(*objective_, *plan_);
  start();
  std::fill(out, out + d_, 0.0);
  watch.begin(plan_->steps);
  for (int64_t t = 0; t < plan_->steps; ++t) {
    if (!watch.go_on(t)) return {DPCVX_OUTCOME_CANCELLED, t};
    objective_->gradient_sum(point_, model::Units(), clip, work_, gradient_);
    mechanism::add_noise(rng, plan_->noise_plan, gradient_, d_, gradient_);
    step();
    const double share = t < first ? 1 : 1 / static_cast<double>(t - first + 1);
    for (size_t j = 0; j < d_; ++j) out[j] += share * (point_[j] - out[j]);
  }
  watch.go_on(plan_->steps);
  return {DPCVX_OUTCOME_DONE, plan_->steps};
}

// At rest in 0, or in the domain's start point.
void DescentRun::start() {
  std::fill(point_, point_ + d_, 0.0);
  std::fill(velocity_, velocity_ + d_, 0.0);
  if (objective_->domain() != nullptr) objective_->domain()->start(point_, static_cast<int64_t>(d_));
}

// From the released sum in gradient_: v <- m v - eta (sum / n + l2 w), w <- w + v; in a domain w <- its projection, and
// v is the way that was really made. The projection's error comes after the noise and costs no privacy.
void DescentRun::step() {
  const double n = static_cast<double>(objective_->units());
  for (size_t j = 0; j < d_; ++j) {
    const double slope = gradient_[j] / n + objective_->l2() * point_[j];
    velocity_[j] = kept_finite(plan_->momentum * velocity_[j] - plan_->step_size * slope);
  }
  if (objective_->domain() == nullptr) {
    for (size_t j = 0; j < d_; ++j) point_[j] = kept_finite(point_[j] + velocity_[j]);
    return;
  }
  for (size_t j = 0; j < d_; ++j) gradient_[j] = kept_finite(point_[j] + velocity_[j]);
  objective_->domain()->project(gradient_, gradient_, static_cast<int64_t>(d_));
  for (size_t j = 0; j < d_; ++j) {
    velocity_[j] = gradient_[j] - point_[j];
    point_[j] = gradient_[j];
  }
}

}  // namespace dpcvx::solve
