#include "solve/fit/run_method.h"

#include "solve/stable/text.h"

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

namespace {

using privacy::Guarantee;
using privacy::Origin;

void describe_rows(const model::Objective &objective, bool ranges_released, Guarantee &record) {
  const model::ObjectiveSettings &settings = objective.settings();
  const bool own_loss = objective.loss().kind == DPCVX_LOSS_CALLBACK;
  record.add_constant("row_bound", settings.row_bound, Origin::kEnforced);
  if (settings.row_norm != 2) record.add_constant("row_norm", settings.row_norm, Origin::kPublic);
  if (settings.intercept) record.add_constant("intercept_value", settings.intercept_value, Origin::kPublic);
  if (objective.loss().label_bound < INFINITY)
    record.add_constant("label_bound", objective.loss().label_bound, Origin::kEnforced);
  if (objective.linear()->table().weights() != nullptr || settings.weight_bound != 1)
    record.add_constant("weight_bound", settings.weight_bound, Origin::kEnforced);
  if (own_loss) {
    record.add_note("the caller's loss: its slopes were clipped to the stated bound");
    record.add_note("the caller's loss is convex, as smooth as stated, and looks at its arguments alone (assumed)");
  }
  if (objective.row_map().ranges && ranges_released)
    record.add_note(
        "columns were scaled by ranges of their own: released by the exponential mechanism, and part of what is "
        "stated");
  else if (objective.row_map().ranges)
    record.add_note("the ranges that columns were scaled by are public (assumed)");
  record.add_note("rows were clipped with their intercept entry, labels checked");
}

// How many records users may have, and must.
void describe_records(const model::Objective &objective, Guarantee &record) {
  const int64_t least = objective.settings().min_records_per_user;
  const int64_t most = objective.linear() == nullptr ? 0 : objective.linear()->table().max_records_per_user();
  if (most > 0) {
    record.add_constant("max_records_per_user", static_cast<double>(most), Origin::kEnforced);
    record.add_note("of a user with more records a uniform random subset of max_records_per_user counts");
  }
  if (least > 1) {
    record.add_constant("min_records_per_user", static_cast<double>(least), Origin::kEnforced);
    record.add_note("a user with fewer than min_records_per_user records counts as one whose loss is 0");
  }
}

// Who is protected, and on whose word.
void describe_units(const Plan &plan, Guarantee &record) {
  const model::Objective &objective = *plan.problem.objective;
  record.add_constant("units", static_cast<double>(objective.units()), Origin::kPublic);
  if (objective.linear() == nullptr)
    record.add_note(
        "the caller's function of a unit is convex, with the stated constants, and looks at that unit alone "
        "(assumed)");
  else if (objective.unit() == DPCVX_UNIT_USER)
    record.add_note("a user is a unit, by the mean of its records' losses; all its records carry its id (assumed)");
  else
    record.add_note("each row is a unit, and no unit has two (assumed)");
  describe_records(objective, record);
  if (objective.linear() != nullptr)
    data::describe_choice(objective.linear()->table().choice(), objective.unit() == DPCVX_UNIT_USER,
                          plan.problem.adjacency, record);
  record.add_note(objective.units_declared()
                      ? "units is nominal: public by the caller's word; there are at most twice as many"
                      : "units is the number of units there are, which is public under replace-one");
}

// Noise and steps by a theorem's form, where the caller asked for one. The curve is the library's own of what is drawn.
void describe_forms(const Plan &plan, Guarantee &record) {
  const Settings &settings = plan.settings;
  const bool output = plan.proposal().method == DPCVX_METHOD_DP_SGD_OUTPUT;
  if (settings.noise_form == DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY)
    record.add_note("the noise is for a length that all but part of the orders keep; the curve is that of all orders");
  if (settings.noise_form == DPCVX_NOISE_CALIBRATION_REFERENCE)
    record.add_note(
        output ? "the noise is that of Wang, Lei, Ying and Zhang 2022, Theorem 8; the curve is what it comes to here"
               : "the noise is that of Wang, Lei, Ying and Zhang 2022, Theorem 11; the curve is what it comes to here");
  if (settings.schedule != DPCVX_SCHEDULE_REFERENCE) return;
  if (is_stable(plan.proposal())) {
    record.add_note(
        settings.instance == DPCVX_OUTLIERS_EXHAUSTIVE
            ? "what a deletion may do is that of Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Theorem 3.6"
            : "phases and their quadratics are those of Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, "
              "Algorithms 3 to 6, unless given");
    return;
  }
  const bool bounded = plan.problem.objective->domain() != nullptr;
  record.add_note(
      !output ? "steps and step size are those of Wang, Lei, Ying and Zhang 2022, Theorem 12, unless given or limited"
      : bounded
          ? "steps and step size are those of Wang, Lei, Ying and Zhang 2022, Theorem 10, unless given or limited"
          : "steps and step size are those of Wang, Lei, Ying and Zhang 2022, Theorem 9, unless given or limited");
}

}  // namespace

void describe_problem(const Plan &plan, Guarantee &record) {
  const model::Objective &objective = *plan.problem.objective;
  const Proposal &it = plan.proposal();
  const model::ObjectiveConstants &constants = objective.constants();
  if (objective.linear() != nullptr) describe_rows(objective, plan.problem.ranges_released, record);
  if (constants.lipschitz < INFINITY)
    record.add_constant("gradient_bound", constants.lipschitz,
                        constants.lipschitz_enforced ? Origin::kEnforced : Origin::kAssumed);
  describe_units(plan, record);
  record.add_constant("dimension", static_cast<double>(objective.dimension()), Origin::kPublic);
  record.add_constant("l2", objective.l2(), Origin::kPublic);
  if (objective.domain() != nullptr)
    record.add_constant("domain_radius", objective.domain()->radius(), Origin::kEnforced);
  if (it.smoothing > 0) record.add_constant("smoothing", it.smoothing, Origin::kPublic);
  record.add_constant("predicted_risk", it.predicted_risk, Origin::kPublic);
  if (it.population_risk < INFINITY) record.add_constant("population_risk", it.population_risk, Origin::kPublic);
  describe_forms(plan, record);
}

}  // namespace dpcvx::solve
