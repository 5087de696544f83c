#include "solve/risk/noise_risk.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

NoiseCost::NoiseCost(const model::Objective &objective)
    : dimension_(static_cast<double>(objective.dimension())),
      lipschitz_(objective.lipschitz()),
      l2_(objective.l2()),
      radius_(objective.domain() != nullptr ? objective.domain()->radius() : INFINITY),
      diameter_(objective.domain() != nullptr ? objective.domain()->diameter() : INFINITY),
      directions_(objective.linear() == nullptr ? dimension_ : static_cast<double>(objective.outputs())) {}

double NoiseCost::at(double sigma, double beta) const {
  const double length = sigma * std::sqrt(dimension_);
  if (std::isfinite(diameter_)) {
    const double moved = std::min(length, diameter_);
    return (lipschitz_ + l2_ * std::min(radius_ + moved / 2, diameter_ + radius_)) * moved;
  }
  const double slope = lipschitz_ * sigma * std::sqrt(directions_);
  const double curve = directions_ * beta * sigma / 2 * sigma;
  return std::min(slope, curve) + l2_ * length / 2 * length;
}

}  // namespace dpcvx::solve
