#include "solve/risk/start_risk.h"

#include <algorithm>
#include <cmath>

#include "solve/core/planning_radius.h"

namespace dpcvx::solve {

dpcvx_status find_start_risk(const model::Objective &objective, double *risk, Error &error) {
  StartPlace place;
  DPCVX_TRY(find_start(objective, 2, &place, error));
  const double start = place.norm;
  const double slope = objective.lipschitz();
  double loss = start > 0 ? objective.constants().value_at_zero + slope * start : objective.constants().value_at_zero;
  loss = std::min(loss, slope * place.reach);
  const double entries = std::sqrt(static_cast<double>(objective.dimension())) * start;  // bounds ||w0||_1
  *risk = objective.max_share() * loss + objective.l2() * start / 2 * start + objective.settings().l1 * entries;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
