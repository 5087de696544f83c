#include "solve/fit/run_method.h"

#include "base/error.h"
#include "model/losses/traits.h"

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

// What was done with the labels. The record states label_bound as a constant. `centred`: it states label_centre too.
const char *labels_note(const model::LossSpec &loss, bool centred) {
  const model::LossTask task = model::traits_of(loss).task;
  if (!model::is_regression(task)) return "labels were checked to be those of the loss";
  if (task == model::LossTask::kCounts) return "labels were checked to be >= 0 and clipped to [0, label_bound]";
  if (centred) return "labels less label_centre were clipped to [-label_bound, label_bound]";
  return loss.label_bound < INFINITY ? "labels were clipped to [-label_bound, label_bound]"
                                     : "labels were taken as they are";
}

void describe_ranges(const model::Objective &objective, bool released, Guarantee &record) {
  if (!released) return record.add_note("the ranges that columns were scaled by are public (assumed)");
  record.add_note(
      "columns were scaled by ranges of their own: released by the exponential mechanism, whose cost is in the stated "
      "privacy");
  if (objective.unit() == DPCVX_UNIT_USER)
    record.add_note("released ranges are those of users' means; records beyond them were clipped to the nearer end");
}

void describe_rows(const Problem &problem, Guarantee &record) {
  const model::Objective &objective = *problem.objective;
  const model::ObjectiveSettings &settings = objective.settings();
  const bool own_loss = objective.loss().kind == DPCVX_LOSS_CALLBACK;
  record.add_constant("row_bound", settings.row_bound, Origin::kEnforced);
  if (settings.row_norm != 2) record.add_constant("row_norm", settings.row_norm, Origin::kPublic);
  if (settings.matrix_rows > 0)
    record.add_constant("row_matrix_rows", static_cast<double>(settings.matrix_rows), Origin::kPublic);
  if (settings.intercept) record.add_constant("intercept_value", settings.intercept_value, Origin::kPublic);
  if (objective.loss().label_bound < INFINITY)
    record.add_constant("label_bound", objective.loss().label_bound, Origin::kEnforced);
  if (objective.linear()->table().weights() != nullptr || settings.weight_bound != 1)
    record.add_constant("weight_bound", settings.weight_bound, Origin::kEnforced);
  if (own_loss) {
    record.add_note("the caller's loss: its slopes were clipped to the stated bound");
    record.add_note("the caller's loss is convex, as smooth as stated, and looks at its arguments alone (assumed)");
  }
  const Shared<data::Ranges> &ranges = objective.row_map().ranges;
  if (ranges) describe_ranges(objective, problem.ranges_released, record);
  if (ranges && ranges->centres() != nullptr)
    record.add_note(
        "columns were centred at means of their own: released with Gaussian noise, whose cost is in the stated "
        "privacy");
  if (objective.row_map().matrix)
    record.add_note("rows are matrices: row_norm and row_bound are of their singular values, and rows were clipped so");
  else
    record.add_note(objective.row_map().intercept ? "rows were clipped with their intercept entry"
                                                  : "rows were clipped");
  record.add_note(labels_note(objective.loss(), problem.labels_centred));
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
    record.add_note(
        "a user with fewer than min_records_per_user records that are not null counts as one whose loss is 0");
  }
}

// Where the coefficients lie. Projections look at nothing but what is released.
void describe_domain(const model::Objective &objective, Guarantee &record) {
  const model::Domain *const domain = objective.domain();
  if (domain == nullptr) return;
  record.add_constant("domain_radius", domain->radius(), Origin::kEnforced);
  if (!domain->is_schatten()) return;
  record.add_constant("domain_schatten_p", domain->p(), Origin::kPublic);
  record.add_constant("domain_schatten_radius", domain->size(), Origin::kPublic);
  record.add_constant("domain_rows", static_cast<double>(domain->rows()), Origin::kPublic);
  record.add_constant("domain_columns", static_cast<double>(domain->columns()), Origin::kPublic);
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
  if (objective.ignores_users())
    record.add_note("this protects one record, not all records of one user: the table's user ids were left out");
  if (has_great_delta(plan.problem)) record.add_note(kGreatDelta);
  describe_records(objective, record);
  if (objective.linear() != nullptr)
    data::describe_choice(objective.linear()->table().choice(), objective.unit() == DPCVX_UNIT_USER,
                          plan.problem.adjacency, record);
  record.add_note(objective.units_declared()
                      ? "units is nominal: public by the caller's word; there are at most twice as many"
                      : "units is the number of units there are, which is public under replace-one");
}

}  // namespace

void describe_problem(const Plan &plan, Guarantee &record) {
  const model::Objective &objective = *plan.problem.objective;
  const Proposal &proposal = plan.proposal();
  const model::ObjectiveConstants &constants = objective.constants();
  if (objective.linear() != nullptr) describe_rows(plan.problem, record);
  if (constants.lipschitz < INFINITY)
    record.add_constant("gradient_bound", constants.lipschitz,
                        constants.lipschitz_enforced ? Origin::kEnforced : Origin::kAssumed);
  describe_units(plan, record);
  record.add_constant("dimension", static_cast<double>(objective.dimension()), Origin::kPublic);
  record.add_constant("l2", objective.l2(), Origin::kPublic);
  if (objective.has_l1()) record.add_constant("l1", objective.settings().l1, Origin::kPublic);
  describe_domain(objective, record);
  if (proposal.smoothing > 0) record.add_constant("smoothing", proposal.smoothing, Origin::kPublic);
  plan.each_unused_option(
      [&](int32_t key, const char *name) { record.add_constant("option_not_used", key, Origin::kPublic, name); });
  record.add_constant("worst_case_risk", proposal.predicted_risk, Origin::kPublic);
  if (proposal.population_risk < INFINITY)
    record.add_constant("population_risk", proposal.population_risk, Origin::kPublic);
}

}  // namespace dpcvx::solve
