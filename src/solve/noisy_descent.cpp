#include "solve/noisy_descent.h"

#include <algorithm>
#include <cmath>

#include "mechanism/price.h"
#include "numeric/directed.h"
#include "privacy/calibrate.h"
#include "solve/descent_plan.h"

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

DescentFacts facts_of(const model::Objective &objective, double delta, double mu) {
  DescentFacts facts;
  facts.units = static_cast<double>(objective.units());
  facts.dimension = static_cast<double>(objective.dimension());
  facts.row_bound = objective.row_map().bound;
  facts.lipschitz = objective.lipschitz();
  facts.smoothness = objective.smoothness();
  facts.l2 = objective.l2();
  facts.sensitivity = delta;
  facts.mu = mu;
  return facts;
}

// The price of one of `steps` equal parts: steps * mu_step^2 <= mu^2.
double step_mu(double mu, int64_t steps) {
  return below_positive(below_positive(mu) / above(std::sqrt(static_cast<double>(steps))));
}

// What one step's noise comes to.
double mu_spent(const mechanism::NoisePlan &noise) { return above(noise.sensitivity / noise.scale); }

}  // namespace

dpcvx_status propose_descent(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  const model::Objective &objective = *problem.objective;
  const double mu = privacy::gaussian_mu_within(problem.price);
  if (!(mu > 0)) {
    proposal->refuse(
        "the price buys no Gaussian noise: one of the kinds GDP, zCDP, RDP or (epsilon, delta) with delta > 0 does (a "
        "budget with delta > 0 prices one)");
    return DPCVX_OK;
  }
  const double bought = std::min(mu, mechanism::kMostMu);
  const double delta = sum_sensitivity(problem.adjacency, objective.lipschitz(),
                                       objective.gradient_sum_error(static_cast<double>(objective.most_units()), {}));
  const DescentPlan plan = plan_descent(facts_of(objective, delta, bought), settings);
  mechanism::NoisePlan &noise = proposal->noise_plan;
  DPCVX_TRY(mechanism::plan_gaussian(step_mu(bought, plan.steps), delta, static_cast<size_t>(objective.dimension()), 0,
                                     noise, error));
  DPCVX_TRY(proposal->curve.add(privacy::gdp(mu_spent(noise), plan.steps), error));
  proposal->objective = problem.objective;
  proposal->steps = plan.steps;
  proposal->step_size = plan.step_size;
  proposal->momentum = plan.momentum;
  proposal->average = settings.average;
  proposal->batch = static_cast<double>(objective.units());
  proposal->rate = 1;
  proposal->clip = objective.lipschitz();
  proposal->radius = plan.radius;
  proposal->sensitivity = delta;
  proposal->noise = noise.scale * noise.lattice.step() / static_cast<double>(objective.units());
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  proposal->passes = static_cast<double>(plan.steps);
  proposal->predicted_risk = plan.predicted_risk;
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
  std::fill(point_, point_ + d_, 0.0);
  std::fill(velocity_, velocity_ + d_, 0.0);
  std::fill(out, out + d_, 0.0);
  watch.begin(plan_->steps);
  for (int64_t t = 0; t < plan_->steps; ++t) {
    if (!watch.go_on(t)) return {DPCVX_OUTCOME_CANCELLED, t};
    objective_->gradient_sum(point_, model::Units(), model::Clip(), work_, gradient_);
    mechanism::add_noise(rng, plan_->noise_plan, gradient_, d_, gradient_);
    step();
    const double share = t < first ? 1 : 1 / static_cast<double>(t - first + 1);
    for (size_t j = 0; j < d_; ++j) out[j] += share * (point_[j] - out[j]);
  }
  watch.go_on(plan_->steps);
  return {DPCVX_OUTCOME_DONE, plan_->steps};
}

// From the released sum in gradient_: v <- m v - eta (sum / n + l2 w), w <- w + v.
void DescentRun::step() {
  const double n = static_cast<double>(objective_->units());
  for (size_t j = 0; j < d_; ++j) {
    const double slope = gradient_[j] / n + objective_->l2() * point_[j];
    velocity_[j] = kept_finite(plan_->momentum * velocity_[j] - plan_->step_size * slope);
    point_[j] = kept_finite(point_[j] + velocity_[j]);
  }
}

}  // namespace dpcvx::solve
