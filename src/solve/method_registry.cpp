#include "solve/core/method.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "numeric/directed.h"
#include "solve/exponential/method.h"
#include "solve/fit/run_method.h"
#include "solve/noisy_gradient/full_batch.h"
#include "solve/noisy_gradient/minibatch.h"
#include "solve/perturbation/objective.h"
#include "solve/perturbation/output.h"
#include "solve/stable/phased.h"
#include "solve/noisy_gradient/dp_sgd_gradient.h"
#include "solve/sgd_output/method.h"
#include "solve/stable/output.h"

namespace dpcvx::solve {

using numeric::above;

const Method kMethods[kMethodCount] = {
    {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, "noisy gradient descent", true, "each average gradient", false,
     propose_descent, fit_by<FullBatchRun>},
    {DPCVX_METHOD_NOISY_SGD, "noisy SGD", true, "each average gradient", false, propose_sgd, fit_by<MinibatchRun>},
    {DPCVX_METHOD_OUTPUT_PERTURBATION, "output perturbation", false, "the minimiser", false,
     propose_output_perturbation, fit_by<OutputPerturbationRun>},
    {DPCVX_METHOD_OBJECTIVE_PERTURBATION, "objective perturbation", false, "the linear term, over the number of units",
     false, propose_objective_perturbation, fit_by<ObjectivePerturbationRun>},
    {DPCVX_METHOD_DP_SGD_OUTPUT, "DP-SGD-Output", true, "the average iterate", true, propose_sgd_output,
     fit_by<SgdOutputRun>},
    {DPCVX_METHOD_DP_SGD_GRADIENT, "DP-SGD-Gradient", true, "each gradient", true, propose_sgd_gradient,
     fit_by<SgdGradientRun>},
    {DPCVX_METHOD_EXPONENTIAL_MECHANISM, "exponential mechanism", true, "the coefficients themselves", false,
     propose_exponential_mechanism, fit_by<ExponentialMechanismRun>},
    {DPCVX_METHOD_STABLE_OUTPUT, "stable output", false, "the minimiser", true, propose_stable_output,
     fit_by<StableOutputRun>},
    {DPCVX_METHOD_PHASED_ERM, "phased ERM", true, "the last minimiser", true, propose_phased_erm, fit_by<PhasedRun>},
    {DPCVX_METHOD_PHASED_SCO, "phased SCO", true, "the last minimiser", true, propose_phased_sco, fit_by<PhasedRun>},
    {DPCVX_METHOD_STRONGLY_CONVEX_ERM, "strongly convex ERM", true, "the last minimiser", true,
     propose_strongly_convex_erm, fit_by<PhasedRun>},
    {DPCVX_METHOD_STRONGLY_CONVEX_SCO, "strongly convex SCO", true, "the last minimiser", true,
     propose_strongly_convex_sco, fit_by<PhasedRun>},
};

size_t method_index(int32_t number) {
  size_t i = 0;
  while (i < kMethodCount && kMethods[i].number != number) ++i;
  return i;
}

dpcvx_status Proposal::refuse(const char *format, ...) {
  applies = false;
  predicted_risk = INFINITY;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(reason, sizeof(reason), format, arguments);
  va_end(arguments);
  return DPCVX_OK;
}

dpcvx_status Proposal::refuse(const dpcvx_error &cause) {
  const char *const text = std::strstr(cause.message, ": ");  // behind the function's name
  return refuse("%s", text != nullptr ? text + 2 : cause.message);
}

double sum_sensitivity(int32_t adjacency, double bound, double error) {
  const double units = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  return above(above(units * bound) + above(2 * error));
}

}  // namespace dpcvx::solve
