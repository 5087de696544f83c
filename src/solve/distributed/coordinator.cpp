#include "solve/distributed/coordinator.h"

#include "base/error.h"
#include "base/text.h"
#include "solve/distributed/build.h"
#include "solve/fit/run_method.h"
#include "solve/sufficient_statistics/figures.h"

namespace dpcvx::solve {

namespace {

dpcvx_status check_plan(const Plan &plan, Error &error) {
  if (plan.method().takes_parts && !plan.problem.objective->has_table()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument 'plan' = a plan for a table in memory; accepted: one of an objective of "
                    "dpcvx_objective_create_public, for others dpcvx_fit_create");
}

// What the objective of a block is made with: the same constants, without the domain.
model::ObjectiveSettings block_settings(const model::Objective &objective) {
  model::ObjectiveSettings settings = objective.settings();
  if (objective.domain() != nullptr) settings.radius = objective.domain()->radius();
  settings.domain = Shared<model::Domain>();
  settings.has_table = true;
  settings.unit = objective.unit();
  return settings;
}

}  // namespace

dpcvx_status Coordinator::create(const Plan &plan, int64_t parts, mechanism::Release &release, Error &error) {
  DPCVX_TRY(check_plan(plan, error));
  DPCVX_TRY(check_budget_fits_plan(plan, release, error));
  const Proposal &proposal = plan.proposal();
  const model::Objective &objective = *proposal.objective;
  broadcast_.rows = objective.row_map();
  broadcast_.settings = block_settings(objective);
  broadcast_.name.parts = parts;
  broadcast_.name.build = this_build();
  deterministic_ = release.is_deterministic();
  DPCVX_TRY(fit_.prepare(plan, error));
  run_ = proposal.run.holds<StatisticsInputs>()     ? static_cast<PartSteps *>(&moments_)
         : proposal.run.holds<PerturbationInputs>() ? static_cast<PartSteps *>(&minimiser_)
         : BatchSteps::take(proposal)               ? static_cast<PartSteps *>(&batches_)
                                                    : &descent_;
  DPCVX_TRY(run_->prepare(proposal, fit_, &broadcast_, error));
  DPCVX_TRY(release.prepare(proposal.curve, run_->mechanism(), run_->theorem()));
  describe(plan, release.record());
  DPCVX_TRY(release.charge());
  for (uint64_t &bits : broadcast_.name.fit) bits = release.rng().next();
  draw_key(release.rng());
  run_->start(release.rng());
  return DPCVX_OK;
}

void Coordinator::describe(const Plan &plan, privacy::Guarantee &record) const {
  describe_problem(plan, record);
  run_->describe(plan.proposal(), record);
  record.add_constant("parts", static_cast<double>(broadcast_.name.parts), privacy::Origin::kPublic);
  record.add_note("who holds or merges partial sums sees exact sums, and keeps them secret (assumed)");
  record.add_note("all records of a unit are in one block of one part, and no unit is in two (assumed)");
  record.add_note("one build computes all parts, and a unit's numbers do not depend on other units (assumed)");
  record.add_note("an error of a step that was not finished is not covered: it may depend on the data");
}

// Of the next batch: afresh, so that the keys of other steps tell nothing of it.
void Coordinator::draw_key(random::Rng &rng) {
  if (broadcast_.has_batch()) broadcast_.key.draw(rng);
}

dpcvx_status Coordinator::check_not_given(Error &error) const {
  if (failed_)
    return error.fail(DPCVX_ERR_STATE,
                      "argument 'coordinator' = one whose rounds came to no minimiser: nothing was released, and its "
                      "charge stays; accepted: a new one");
  if (!given_) return DPCVX_OK;
  return error.fail(DPCVX_ERR_STATE, "argument 'coordinator' = one whose fit was given; accepted: one with its fit");
}

dpcvx_status Coordinator::check_open(Error &error) const {
  DPCVX_TRY(check_not_given(error));
  if (step() < steps()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_STATE,
                    "argument 'coordinator' = one whose %s steps are done; accepted: one with a step to take",
                    show(steps()).text);
}

dpcvx_status Coordinator::write_broadcast(Text &out, Error &error) const {
  DPCVX_TRY(check_open(error));
  broadcast_.write_bytes(run_->point(), out);
  return DPCVX_OK;
}

dpcvx_status Coordinator::finish_step(random::Rng &rng, PartialSum &sum, Error &error) {
  DPCVX_TRY(check_open(error));
  DPCVX_TRY(sum.check_is_of(broadcast_.name, "partial_sum", error));
  const int64_t missing = sum.parts().first_missing();
  if (missing < parts())
    return error.fail(
        DPCVX_ERR_ARGUMENT,
        "argument 'partial_sum' = a sum without part %s, of %s parts that are there; accepted: one of all "
        "%s parts",
        show(missing).text, show(sum.count()).text, show(parts()).text);
  if (rng.is_deterministic() && !deterministic_)
    return error.fail(DPCVX_ERR_STATE,
                      "argument 'rng' = a deterministic source, which the record of the fit does not state; accepted: "
                      "one like that of dpcvx_coordinator_create");
  DPCVX_TRY(rng.prepare(error));
  const dpcvx_status status = run_->take(rng, sum.sums(), error);
  sum.erase();
  failed_ = status != DPCVX_OK;
  if (failed_) return status;
  broadcast_.name.step = run_->has_ended() ? steps() : step() + 1;
  draw_key(rng);
  if (step() == steps()) run_->finish();
  return DPCVX_OK;
}

dpcvx_status Coordinator::give_fit(Fit *fit, Error &error) {
  DPCVX_TRY(check_not_given(error));
  const bool done = step() == steps();
  if (!done) run_->finish();
  fit_.outcome = {done ? DPCVX_OUTCOME_DONE : DPCVX_OUTCOME_CANCELLED, step()};
  if (run_->is_exact()) fit_.outcome.steps = done ? 1 : 0;  // rounds are not steps, and nothing was released before
  fit->take(fit_);
  given_ = true;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
