#include "solve/risk/generalization.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

// Balls and boxes lie about their middle.
double radius_about_the_middle(const model::Domain &domain) {
  const bool symmetric = domain.kind() != model::Domain::kSimplex;
  return symmetric ? std::min(domain.radius(), domain.diameter() / 2) : domain.radius();
}

}  // namespace

double uniform_generalisation(const model::Objective &objective) {
  if (objective.linear() == nullptr || objective.outputs() > 1 || objective.domain() == nullptr) return INFINITY;
  const double units = static_cast<double>(objective.units());
  return 2 * objective.lipschitz() * radius_about_the_middle(*objective.domain()) / std::sqrt(units);
}

double generalisation(const model::Objective &objective, double replaced_distance) {
  return std::min(objective.lipschitz() * replaced_distance, uniform_generalisation(objective));
}

}  // namespace dpcvx::solve
