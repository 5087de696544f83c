#include "solve/fit/fit.h"

#include "base/error.h"

namespace dpcvx::solve {

namespace {

// The noise itself is what a coefficient is off by where it was added to the result, and nothing came after.
double standard_error_of(const Plan &plan) {
  if (plan.method().standard_error == nullptr || plan.problem.objective->domain() != nullptr) return 0;
  return plan.method().standard_error(plan.proposal());
}

}  // namespace

dpcvx_status Fit::prepare(const Plan &plan, Error &error) {
  const model::Objective &objective = *plan.problem.objective;
  linear = objective.linear() != nullptr;
  rows = objective.row_map();
  loss = objective.loss();
  loss.callback = nullptr;
  loss.user = nullptr;
  if (objective.domain() != nullptr) domain = describe(*objective.domain());
  outputs = objective.outputs();
  standard_error = standard_error_of(plan);
  method = &plan.method();
  figures = plan.proposal();
  const size_t d = static_cast<size_t>(objective.dimension());
  return coefficients.allocate(d) ? DPCVX_OK : error.nomem("coefficients");
}

dpcvx_status Fit::check_coefficients(Error &error) const {
  if (has_coefficients()) return DPCVX_OK;
  const char *const name = method->name;
  if (outcome.code == DPCVX_OUTCOME_CANCELLED)
    return error.fail(DPCVX_ERR_STATE,
                      "argument 'fit' = a fit by %s that was cancelled before anything was released; its charge stays. "
                      "Accepted: a fit with coefficients. Fit again, at a charge of its own, and cancel later",
                      name);
  return error.fail(
      DPCVX_ERR_STATE,
      "argument 'fit' = a fit by %s that ended DPCVX_OUTCOME_UNSTABLE: its private test found the data "
      "unstable, and nothing was released; its charge stays. Accepted: a fit with coefficients. A larger "
      "DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD (dpcvx_plan_create), more users, more records of each, or another "
      "method (dpcvx_plan_ranking) would help",
      name);
}

const char *loss_name(const model::LossSpec &loss) {
  const char *name = "";
  model::with_any_loss(loss, [&](const auto &typed_loss) { name = typed_loss.kName; });
  return name;
}

}  // namespace dpcvx::solve
