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

const char *loss_name(const model::LossSpec &loss) {
  const char *name = "";
  model::with_any_loss(loss, [&](const auto &it) { name = it.kName; });
  return name;
}

}  // namespace dpcvx::solve
