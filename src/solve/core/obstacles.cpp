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

namespace {

// Numbers as labels are all that a clipping norm of one's own is chosen by.
const char *what_opens_clipping(const model::Objective &objective) {
  const model::LossSpec &loss = objective.loss();
  if (objective.linear() == nullptr || loss.label_bound < INFINITY || !model::traits_of(loss).slopes_grow)
    return what_bounds_gradients(objective);
  return "DPCVX_OBJECTIVE_OPTION_LABEL_BOUND";
}

}  // namespace

const char *opens_bounded_gradients(const model::Objective &objective) {
  if (objective.linear() == nullptr) return nullptr;
  const model::LossSpec &loss = objective.loss();
  const model::LossTraits traits = model::traits_of(loss);
  const bool labels_matter = traits.slopes_grow && traits.task == model::LossTask::kNumbers;
  if (!labels_matter || loss.label_bound < INFINITY) return kSetDomain;
  return objective.domain() != nullptr ? kSetLabelBound : kSetDomainAndLabels;
}

const char *no_gaussian(double budget_delta) {
  return budget_delta > 0 ? "the price allows no Gaussian noise: its delta = 0; GDP, zCDP, RDP and (epsilon, delta) "
                            "prices with delta > 0 do (dpcvx_budget_price makes one)"
                          : "the price allows no Gaussian noise: delta = 0, and this method needs delta > 0; output "
                            "perturbation and objective perturbation accept delta = 0";
}

bool plannable(const model::Objective &objective, double budget_delta, double mu, const Settings &settings,
               Proposal *proposal) {
  const bool lacks_radius = !(proposal->radius < INFINITY) && (settings.steps == 0 || settings.step_size == 0);
  if (!(mu > 0)) {
    proposal->refuse_without(opens_gaussian(budget_delta), no_gaussian(budget_delta));
  } else if (!(proposal->clip < INFINITY)) {
    proposal->refuse(
        "nothing bounds a unit's gradient: give the objective %s, or the plan DPCVX_PLAN_OPTION_CLIPPING_NORM",
        what_opens_clipping(objective));
    // A bound on labels gives a scale too, which a clipping norm alone does not.
    proposal->opened_by = !lacks_radius                   ? kSetClippingNorm
                          : objective.linear() != nullptr ? kSetLabelBound
                                                          : kSetClipAndRadius;
  } else if (lacks_radius) {
    proposal->refuse_without(kSetPlanningRadius, no_planning_radius(objective));
  } else {
    return true;
  }
  return false;
}

}  // namespace dpcvx::solve
