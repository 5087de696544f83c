#include "solve/reach.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

// Infinite where nothing public tells.
double decisions_to_reach(const model::Objective &objective) {
  if (objective.linear() == nullptr) return INFINITY;
  const model::LossSpec &loss = objective.loss();
  switch (loss.kind) {
    case DPCVX_LOSS_LOGISTIC:
    case DPCVX_LOSS_HINGE:
    case DPCVX_LOSS_SMOOTHED_HINGE:
    case DPCVX_LOSS_POWER_HINGE:
      return kHeadroom * kUsefulLogOdds;
    case DPCVX_LOSS_MULTINOMIAL:
      return kHeadroom * kUsefulLogOdds * std::sqrt((static_cast<double>(loss.classes) - 1) / 2);
    default:
      return kHeadroom * loss.label_bound;
  }
}

dpcvx_status start_norm(const model::Objective &objective, double *norm, Error &error) {
  *norm = 0;
  if (objective.domain() == nullptr) return DPCVX_OK;
  Buffer<double> start;
  if (!start.allocate(static_cast<size_t>(objective.dimension()))) return error.nomem("a point of the domain");
  objective.domain()->start(start.data(), objective.dimension());
  double squares = 0;
  for (double x : start) squares += x * x;
  *norm = std::sqrt(squares);
  return DPCVX_OK;
}

}  // namespace

double row_length(const model::Objective &objective) {
  const model::ObjectiveSettings &settings = objective.settings();
  // A caller's function of units has no rows: as if of one column.
  const double dimension = static_cast<double>(std::max<int64_t>(1, objective.row_map().dimension()));
  return settings.row_bound * std::max(1.0, std::pow(dimension, 0.5 - 1 / settings.row_norm));
}

dpcvx_status plan_reach(const model::Objective &objective, const Settings &settings, double *reach, Error &error) {
  *reach = settings.radius;
  if (settings.radius > 0) return DPCVX_OK;
  double norm;
  DPCVX_TRY(start_norm(objective, &norm, error));
  *reach = decisions_to_reach(objective) / row_length(objective) + norm;
  if (objective.l2() > 0) *reach = std::min(*reach, objective.lipschitz() / objective.l2() + norm);
  if (objective.domain() != nullptr) *reach = std::min(*reach, objective.domain()->diameter());
  return DPCVX_OK;
}

const char *no_reach(const model::Objective &objective) {
  return objective.linear() == nullptr
             ? "nothing public tells how far a good model lies: give the objective a domain, or the plan "
               "DPCVX_PLAN_OPTION_RADIUS"
             : "the scale of the labels is not public: give the objective DPCVX_OBJECTIVE_OPTION_LABEL_BOUND or a "
               "domain, or the plan DPCVX_PLAN_OPTION_RADIUS";
}

}  // namespace dpcvx::solve
