#include "solve/fit/table_slope.h"

#include "base/error.h"
#include "solve/fit/release_slope.h"

namespace dpcvx::solve {

namespace {

// Slopes are released for this share of what centres leave, where typical noise of log s is at most this. At .2 scales
// of six classes (satimage) were even. At .5 to .7 they lost .02 to .03 in log loss.
constexpr double kSlopeFraction = 0.04, kMostSlopeNoise = 0.25;

}  // namespace

dpcvx_status choose_slope(const model::Objective &objective, const privacy::Budget &budget, double share, Plan *plan,
                          Error &error) {
  if (!has_slope(objective)) return DPCVX_OK;
  privacy::Curve price;
  SlopePlan slope;
  Error unsaid(nullptr, "");  // a price without Gaussian noise is no error here: nobody asked for slopes
  DPCVX_TRY(budget.price(share * kSlopeFraction, &price, error));
  const dpcvx_status status = plan_slope(price, objective, budget.adjacency(), &slope, unsaid);
  if (status == DPCVX_OK && noise_of_log_scale(slope, objective) <= kMostSlopeNoise)
    plan->slope_share = share * kSlopeFraction;
  return DPCVX_OK;
}

dpcvx_status prepare_slopes(const Plan &plan, Buffer<double> *work, Error &error) {
  return work->allocate(2 * static_cast<size_t>(plan.problem.objective->outputs())) ? DPCVX_OK : error.nomem("slopes");
}

dpcvx_status scale_model(const Plan &plan, const privacy::Curve &price, double *work, privacy::Budget &budget,
                         mechanism::SharedCharge *charge, random::Rng &rng, Fit *fit, Error &error) {
  if (fit->outcome.code == DPCVX_OUTCOME_CANCELLED) return DPCVX_OK;
  const model::Objective &objective = *plan.problem.objective;
  SlopePlan slope;
  privacy::Guarantee record;
  double means[kSlopes];
  DPCVX_TRY(plan_slope(price, objective, budget.adjacency(), &slope, error));
  mechanism::Release release(budget, rng, price, record, error);
  release.covered_by(charge);
  DPCVX_TRY(release_slopes(release, objective, slope, fit->coefficients.data(), work, means));
  const double doubt = slope.stddev / means[kSlopeAtOne];  // of the means as they were released
  const double scale = drawn_to_one(scale_of_slopes(means), doubt);
  for (double &coefficient : fit->coefficients) coefficient *= scale;
  fit->guarantee.add_constant("scale_of_model", scale, privacy::Origin::kEnforced);
  fit->guarantee.add_note(
      "the model was scaled by scale_of_model: where slopes of the loss along its decision values, released with "
      "Gaussian noise, are 0; their cost is in the stated privacy");
  return fit->guarantee.include(record, error);
}

}  // namespace dpcvx::solve
