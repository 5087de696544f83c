#include <cmath>

#include "mechanism/price.h"
#include "numeric/directed.h"
#include "solve/fit.h"
#include "solve/noisy_descent.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using numeric::below_positive;

dpcvx_status check_unit_and_adjacency(const model::Objective &objective, mechanism::Release &release) {
  Error &error = release.error();
  if (release.unit() != DPCVX_UNIT_RECORD)
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "argument 'budget' = a budget for users; accepted: one for records (DPCVX_UNIT_RECORD), since every "
        "row of this objective counts as a unit of its own");
  if (release.adjacency() == DPCVX_ADJACENCY_ADD_REMOVE && !objective.units_declared())
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "argument 'budget' = a budget under add/remove, where the number of rows is private; accepted: one "
        "under replace-one, or an objective with DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS");
  return DPCVX_OK;
}

// What the computed gradient sum can change by between neighbours: the units' own change, and twice its rounding error.
double sensitivity(const model::Objective &objective, int32_t adjacency) {
  const double units = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  return above(above(units * objective.lipschitz()) +
               above(2 * objective.gradient_sum_error(static_cast<double>(objective.most_units()), {})));
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

void describe(const model::Objective &objective, const mechanism::NoisePlan &noise, double delta,
              const DescentPlan &plan, privacy::Guarantee &record) {
  using privacy::Origin;
  const double step = noise.lattice.step();
  record.add_constant("row_bound", objective.row_map().bound, Origin::kEnforced);
  record.add_constant("gradient_bound", objective.lipschitz(), Origin::kEnforced);
  record.add_constant("sensitivity_of_gradient_sum", delta, Origin::kEnforced);
  record.add_constant("sensitivity_with_lattice", noise.sensitivity * step, Origin::kEnforced);
  record.add_constant("lattice_step", step, Origin::kEnforced);
  record.add_constant("noise_of_gradient_sum", noise.scale * step, Origin::kEnforced);
  record.add_constant("noise_multiplier", noise.scale / noise.sensitivity, Origin::kEnforced);
  record.add_constant("units", static_cast<double>(objective.units()), Origin::kPublic);
  record.add_constant("dimension", static_cast<double>(objective.dimension()), Origin::kPublic);
  record.add_constant("steps", static_cast<double>(plan.steps), Origin::kPublic);
  record.add_constant("step_size", plan.step_size, Origin::kPublic);
  record.add_constant("momentum", plan.momentum, Origin::kPublic);
  record.add_constant("averaged_share", plan.average, Origin::kPublic);
  record.add_constant("l2", objective.l2(), Origin::kPublic);
  if (plan.radius > 0) record.add_constant("radius", plan.radius, Origin::kPublic);
  if (objective.row_map().intercept)
    record.add_constant("intercept_value", objective.row_map().intercept_value, Origin::kPublic);
  record.add_note("each row is a unit, and no unit has two (assumed)");
  record.add_note("rows were clipped with their intercept entry, labels checked");
  record.add_note(objective.units_declared()
                      ? "units is nominal: public by the caller's word; there are at most twice as many rows"
                      : "units is the number of rows, which is public under replace-one");
}

}  // namespace

dpcvx_status fit_by_noisy_descent(const model::Objective &objective, mechanism::Release &release,
                                  const DescentSettings &settings, Fit *fit) {
  Error &error = release.error();
  double mu;
  DPCVX_TRY(check_unit_and_adjacency(objective, release));
  DPCVX_TRY(mechanism::buy_gaussian(release.price(), &mu, error));
  const double delta = sensitivity(objective, release.adjacency());
  fit->rows = objective.row_map();
  fit->plan = plan_descent(facts_of(objective, delta, mu), settings);
  const size_t d = static_cast<size_t>(objective.dimension());
  mechanism::NoisePlan noise;
  DPCVX_TRY(mechanism::plan_gaussian(step_mu(mu, fit->plan.steps), delta, d, 0, noise, error));
  fit->noise = noise.scale * noise.lattice.step() / static_cast<double>(objective.units());

  NoisyDescent descent;
  DPCVX_TRY(descent.prepare(objective, fit->plan, error));
  if (!fit->coefficients.allocate(d)) return error.nomem("coefficients");
  DPCVX_TRY(release.prepare(privacy::gdp(mu_spent(noise), fit->plan.steps), "noisy full-batch gradient descent",
                            "Gaussian mechanism on every gradient sum, composed (Dong, Roth and Su 2022, Theorem 2.7 "
                            "and Corollary 3.3); the rest is post-processing"));
  describe(objective, noise, delta, fit->plan, release.record());
  DPCVX_TRY(release.charge());
  descent.run(release.rng(), noise, fit->coefficients.data());
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
