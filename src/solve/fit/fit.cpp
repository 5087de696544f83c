#include "solve/fit/fit.h"

namespace dpcvx::solve {

namespace {

// The noise itself is what a coefficient is off by where it was added to the result, and nothing came after.
double standard_error_of(const Plan &plan) {
  const int32_t method = plan.proposal().method;
  const bool to_result = method == DPCVX_METHOD_OUTPUT_PERTURBATION || method == DPCVX_METHOD_DP_SGD_OUTPUT ||
                         method == DPCVX_METHOD_STABLE_OUTPUT;
  const bool added_last = to_result && plan.problem.objective->domain() == nullptr;
  const bool known = plan.proposal().stable.menu.count() == 0;  // a threshold that is bought decides it
  return added_last && known ? plan.proposal().noise : 0;
}

}  // namespace

dpcvx_status Fit::prepare(const Plan &plan, Error &error) {
  const model::Objective &objective = *plan.problem.objective;
  linear = objective.linear() != nullptr;
  rows = objective.row_map();
  loss = objective.loss();
  loss.callback = nullptr;
  loss.user = nullptr;
  outputs = objective.outputs();
  standard_error = standard_error_of(plan);
  figures = plan.proposal();
  const size_t d = static_cast<size_t>(objective.dimension());
  return coefficients.allocate(d) ? DPCVX_OK : error.nomem("coefficients");
}

dpcvx_status Fit::check_coefficients(Error &error) const {
  if (has_coefficients()) return DPCVX_OK;
  const char *const method = kMethods[method_index(figures.method)].name;
  if (outcome.code == DPCVX_OUTCOME_CANCELLED)
    return error.fail(DPCVX_ERR_STATE,
                      "argument 'fit' = a fit by %s that was cancelled before anything was released; its charge stays. "
                      "Accepted: a fit with coefficients. Run the plan again, against budget that is left, and let it "
                      "go on for longer",
                      method);
  return error.fail(DPCVX_ERR_STATE,
                    "argument 'fit' = a fit by %s that ended DPCVX_OUTCOME_UNSTABLE: its private test found the data "
                    "unstable, and nothing was released; its charge stays. Accepted: a fit with coefficients. A larger "
                    "DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, more users, more records of each, or another method "
                    "(dpcvx_plan_ranking) would help",
                    method);
}

const char *loss_name(const model::LossSpec &loss) {
  const char *name = "";
  model::with_any_loss(loss, [&](const auto &it) { name = it.kName; });
  return name;
}

}  // namespace dpcvx::solve
