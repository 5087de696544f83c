#include "solve/risk/envelope_shift.h"

#include <algorithm>

#include "model/losses/quantile.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

double slopes_left(const model::Objective &objective, const Figures &figures) {
  if (!figures.clips_slopes || !(figures.clip > 0) || !(objective.lipschitz() < INFINITY)) return 1;
  return std::min(1.0, figures.clip / (kRowShare * objective.lipschitz()));
}

double envelope_shift(const model::Objective &given, const Figures &figures) {
  const bool plain = given.linear() != nullptr && given.l2() == 0 && !given.has_l1() && given.domain() == nullptr;
  if (!plain || !given.settings().intercept || !(given.settings().intercept_value > 0)) return 0;
  const double width = figures.smoothing * slopes_left(given, figures);
  return (model::quantile_of(given.loss()) - 0.5) * width / given.settings().intercept_value;
}

}  // namespace dpcvx::solve
