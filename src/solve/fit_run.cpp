#include "solve/fit_run.h"

namespace dpcvx::solve {

dpcvx_status check_budget_fits_plan(const Plan &plan, const mechanism::Release &release, Error &error) {
  if (release.unit() != plan.problem.unit)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'budget' = a budget for another unit than the plan's; accepted: one for %s",
                      plan.problem.unit == DPCVX_UNIT_USER ? "users" : "records");
  if (release.adjacency() != plan.problem.adjacency)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'budget' = a budget under another adjacency than the plan's; accepted: one under %s",
                      plan.problem.adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? "replace-one" : "add/remove");
  return DPCVX_OK;
}

void describe_problem(const Plan &plan, privacy::Guarantee &record) {
  using privacy::Origin;
  const model::Objective &objective = *plan.problem.objective;
  const Proposal &it = plan.proposal();
  record.add_constant("row_bound", objective.row_map().bound, Origin::kEnforced);
  record.add_constant("gradient_bound", objective.lipschitz(), Origin::kEnforced);
  record.add_constant("units", static_cast<double>(objective.units()), Origin::kPublic);
  record.add_constant("dimension", static_cast<double>(objective.dimension()), Origin::kPublic);
  record.add_constant("l2", objective.l2(), Origin::kPublic);
  record.add_constant("predicted_risk", it.predicted_risk, Origin::kPublic);
  if (objective.row_map().intercept)
    record.add_constant("intercept_value", objective.row_map().intercept_value, Origin::kPublic);
  record.add_note("each row is a unit, and no unit has two (assumed)");
  record.add_note("rows were clipped with their intercept entry, labels checked");
  record.add_note(objective.units_declared()
                      ? "units is nominal: public by the caller's word; there are at most twice as many rows"
                      : "units is the number of rows, which is public under replace-one");
}

}  // namespace dpcvx::solve
