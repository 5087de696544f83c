// The choice among methods.
#include <cmath>

#include "solve/plan/plan.h"
#include "solve/risk/expected_risk.h"

namespace dpcvx::solve {

namespace {

dpcvx_status check_unit_and_adjacency(const Problem &problem, Error &error) {
  if (problem.unit != problem.objective->unit())
    return error.fail(DPCVX_ERR_UNSUPPORTED, "argument 'budget' = a budget for %s; accepted: one for %s",
                      problem.unit == DPCVX_UNIT_USER ? "users" : "records",
                      problem.unit == DPCVX_UNIT_USER
                          ? "records (DPCVX_UNIT_RECORD), since every row of this objective counts as a unit of its own"
                          : "users (DPCVX_UNIT_USER), who are the units of this objective");
  if (problem.adjacency == DPCVX_ADJACENCY_ADD_REMOVE && !problem.objective->units_declared())
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "argument 'budget' = a budget under add/remove, where the number of units is private; accepted: one "
        "under replace-one, or an objective with DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS");
  const model::LinearModel *const linear = problem.objective->linear();
  if (linear == nullptr) return DPCVX_OK;
  return data::check_choice(linear->table().choice(), problem.adjacency, DPCVX_ERR_UNSUPPORTED, error);
}

// Products of numbers near the ends of their ranges pass the range of doubles: no fit is made of such figures.
bool holds_figures(const Figures &it) {
  for (double figure : {it.step_size,        it.momentum,       it.batch,       it.clip,
                        it.smoothing,        it.tolerance,      it.sensitivity, it.noise,
                        it.noise_multiplier, it.passes,         it.scale,       it.regularizer,
                        it.strong_convexity, it.density_mu,     it.distance,    it.levels,
                        it.threshold,        it.distance_bound, it.width,       it.drift,
                        it.baseline_noise})
    if (!std::isfinite(figure)) return false;
  for (double figure : {it.radius, it.predicted_risk, it.population_risk, it.paper_rate, it.paper_noise, it.likely_risk,
                        it.theta, it.unstable_probability, it.typical_risk})
    if (std::isnan(figure)) return false;
  return true;
}

// Noise and schedules by other rules than its own mean something to few methods.
bool asks_for_forms(const Settings &settings) {
  return settings.noise_form != DPCVX_NOISE_CALIBRATION_EXACT || settings.schedule != DPCVX_SCHEDULE_OPTIMIZED;
}

dpcvx_status propose(const Method &method, const Problem &problem, const Settings &settings, Proposal *proposal,
                     Error &error) {
  proposal->method = method.number;
  if (asks_for_forms(settings) && !method.has_forms)
    return proposal->refuse(
        "it has one form of noise and one schedule: leave DPCVX_PLAN_OPTION_NOISE_CALIBRATION and _SCHEDULE at their "
        "defaults");
  DPCVX_TRY(method.propose(problem, settings, proposal, error));
  if (proposal->applies && !holds_figures(*proposal))
    return proposal->refuse("its figures pass the range of doubles: bounds, prices and settings nearer to 1 help");
  proposal->typical_risk = typical_risk(problem, settings, *proposal);
  return DPCVX_OK;
}

// A price may buy noise whose charge comes to more in the budget's currency than is left there.
bool can_be_charged(const Plan &plan, const Proposal &proposal, const privacy::Budget &budget) {
  Error tried(nullptr, "");
  return budget.can_charge_release(proposal.curve, plan.problem.price, tried) == DPCVX_OK;
}

// Draws from densities with corners take long where many records share one, and nothing public bounds how long: such
// fits are made for who asks for them.
bool ends(const Proposal &it) {
  return it.method != DPCVX_METHOD_EXPONENTIAL_MECHANISM || it.objective->smoothness() < INFINITY;
}

// Those that apply by typical risk, as the table has them where it is equal; but those that the budget can be charged
// for come before those that it cannot, and ones that may take long after both.
void rank(const privacy::Budget &budget, Plan *plan) {
  int group[kMethodCount];
  plan->ranked = 0;
  for (size_t i = 0; i < kMethodCount; ++i) {
    const Proposal &it = plan->proposals[i];
    if (!it.applies) continue;
    group[i] = !ends(it) ? 2 : can_be_charged(*plan, it, budget) ? 0 : 1;
    size_t place = plan->ranked++;
    const auto before = [&](size_t other) {
      return group[i] != group[other] ? group[i] < group[other] : it.typical_risk < plan->proposals[other].typical_risk;
    };
    for (; place > 0 && before(plan->ranking[place - 1]); --place) plan->ranking[place] = plan->ranking[place - 1];
    plan->ranking[place] = i;
  }
}

// kMethodCount if none applies that is sure to end.
size_t best(const Plan &plan) {
  return plan.ranked > 0 && ends(plan.proposals[plan.ranking[0]]) ? plan.ranking[0] : kMethodCount;
}

}  // namespace

dpcvx_status make_plan(int32_t method, const privacy::Budget &budget, Plan *plan, Error &error) {
  DPCVX_TRY(check_unit_and_adjacency(plan->problem, error));
  plan->problem.effort = privacy::Effort::kRough;
  for (size_t i = 0; i < kMethodCount; ++i)
    DPCVX_TRY(propose(kMethods[i], plan->problem, plan->settings, &plan->proposals[i], error));
  rank(budget, plan);
  const size_t chosen = method == DPCVX_METHOD_AUTOMATIC ? best(*plan) : method_index(method);
  if (chosen == kMethodCount)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "no method applies; %s does not: %s", kMethods[0].name,
                      plan->proposals[0].reason);
  Proposal &proposal = plan->proposals[chosen];
  if (proposal.applies && privacy::is_subsampled(proposal.curve[0].kind)) {
    plan->problem.effort = privacy::Effort::kFine;
    proposal = Proposal();
    DPCVX_TRY(propose(kMethods[chosen], plan->problem, plan->settings, &proposal, error));
  }
  if (!proposal.applies)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "%s does not apply: %s", kMethods[chosen].name, proposal.reason);
  plan->chosen = chosen;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
