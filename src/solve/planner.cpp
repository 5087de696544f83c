// The choice among methods.
#include <cmath>

#include "solve/plan.h"

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
  return DPCVX_OK;
}

// Products of numbers near the ends of their ranges pass the range of doubles: no fit is made of such figures.
bool holds_figures(const Figures &it) {
  for (double figure : {it.step_size, it.momentum, it.batch, it.clip, it.smoothing, it.tolerance, it.sensitivity,
                        it.noise, it.noise_multiplier, it.passes})
    if (!std::isfinite(figure)) return false;
  return !std::isnan(it.radius) && !std::isnan(it.predicted_risk);
}

// Of those that apply the one of least predicted risk, the first of them where they are equal; kMethodCount if none.
size_t best(const Proposal *proposals) {
  size_t least = kMethodCount;
  for (size_t i = 0; i < kMethodCount; ++i)
    if (proposals[i].applies &&
        (least == kMethodCount || proposals[i].predicted_risk < proposals[least].predicted_risk))
      least = i;
  return least;
}

}  // namespace

dpcvx_status make_plan(int32_t method, Plan *plan, Error &error) {
  DPCVX_TRY(check_unit_and_adjacency(plan->problem, error));
  for (size_t i = 0; i < kMethodCount; ++i) {
    plan->proposals[i].method = kMethods[i].number;
    DPCVX_TRY(kMethods[i].propose(plan->problem, plan->settings, &plan->proposals[i], error));
    if (plan->proposals[i].applies && !holds_figures(plan->proposals[i]))
      DPCVX_TRY(plan->proposals[i].refuse(
          "its figures pass the range of doubles: bounds, prices and settings nearer to 1 help"));
  }
  const size_t chosen = method == DPCVX_METHOD_AUTOMATIC ? best(plan->proposals) : method_index(method);
  if (chosen == kMethodCount)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "no method applies; %s does not: %s", kMethods[0].name,
                      plan->proposals[0].reason);
  if (!plan->proposals[chosen].applies)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "%s does not apply: %s", kMethods[chosen].name,
                      plan->proposals[chosen].reason);
  plan->chosen = chosen;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
