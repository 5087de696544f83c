#include "solve/core/obstacles.h"

#include "model/losses/traits.h"
#include "solve/core/planning_radius.h"

namespace dpcvx::solve {

const char *what_bounds_gradients(const model::Objective &objective) {
  if (objective.linear() == nullptr) return "a finite Lipschitz constant";
  const model::LossSpec &loss = objective.loss();
  const model::LossTraits traits = model::traits_of(loss);
  const bool labels_matter = traits.slopes_grow && traits.task == model::LossTask::kNumbers;
  if (!labels_matter || loss.label_bound < INFINITY) return "a domain";
  return objective.domain() != nullptr ? "DPCVX_OBJECTIVE_OPTION_LABEL_BOUND"
                                       : "a domain and DPCVX_OBJECTIVE_OPTION_LABEL_BOUND";
}

bool plannable(const model::Objective &objective, double mu, const Settings &settings, Proposal *proposal) {
  if (!(mu > 0))
    proposal->refuse("%s", kNoGaussian);
  else if (!(proposal->clip < INFINITY))
    proposal->refuse(
        "nothing bounds a unit's gradient: give the objective %s, or the plan DPCVX_PLAN_OPTION_CLIPPING_NORM",
        what_bounds_gradients(objective));
  else if (!(proposal->radius < INFINITY) && (settings.steps == 0 || settings.step_size == 0))
    proposal->refuse("%s", no_reach(objective));
  else
    return true;
  return false;
}

}  // namespace dpcvx::solve
