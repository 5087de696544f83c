#include "solve/noisy_gradient/tail_share.h"

#include "solve/noisy_gradient/agreement.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

namespace {

// What the short tail was measured on. Users' fits were even or lost by it, and quadratics bring all axes to rest.
bool is_plain_squares_of_records(const model::Objective &objective) {
  return is_plain_squares(objective) && objective.unit() == DPCVX_UNIT_RECORD;
}

}  // namespace

double short_time(const model::Objective &objective) {
  if (!is_plain_squares_of_records(objective)) return 0;
  return kShortTravel * static_cast<double>(objective.dimension()) / objective.smoothness();
}

bool carries(const model::Objective &objective, const Settings &settings, const Figures &figures) {
  const GradientFigures &own = figures.own.as<GradientFigures>();
  if (!may_grow(objective, settings, figures) || settings.tail_average_fraction >= 0 || !(own.momentum > 0))
    return false;
  return travelled(figures) * objective.smoothness() < kShortTravel * static_cast<double>(objective.dimension());
}

}  // namespace dpcvx::solve
