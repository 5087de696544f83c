#include "optimize/accuracy_bound.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::optimize {

AccuracyBound promise(const model::Objective &objective, double extra, double max_linear_term, double tolerance) {
  const double smoothness = std::max(0.0, objective.constants().smoothness - objective.l2());
  return promise_as_smooth(objective, smoothness, extra, max_linear_term, tolerance);
}

// The argument, with every step, is in PROOFS.md.
AccuracyBound promise_as_smooth(const model::Objective &objective, double loss_smoothness, double extra,
                                double max_linear_term, double tolerance) {
  AccuracyBound out;
  const model::ObjectiveConstants &constants = objective.constants();
  const double kappa = (objective.l2() + extra) * (1 - 0x1p-44);
  const double share = objective.max_share();
  const double smoothness = (share * loss_smoothness + objective.l2() + extra) * (1 + 0x1p-40);
  const bool free = objective.domain() == nullptr;
  const double reach = free ? INFINITY : objective.domain()->radius() * (1 + 0x1p-40);
  const double slope =
      share * std::min(constants.lipschitz, free ? constants.gradient_at_zero : INFINITY) + max_linear_term;
  if (!(kappa > 0) || !std::isfinite(smoothness) || !(slope < INFINITY || reach < INFINITY)) return out;
  const double start = free ? 0 : reach;
  const double apart = std::min(2 * reach, (slope + kappa * start) / kappa) * (1 + 0x1p-40);
  const double ratio = std::max(1.0, smoothness / kappa * (1 + 0x1p-40));
  out.radius = std::min(reach, start + 2 * apart) + tolerance;
  const double gradient = smoothness * (apart + tolerance) + slope + kappa * out.radius;
  const double off = free ? 0 : objective.domain()->projection_error();
  const double error =
      (objective.max_gradient_error(out.radius, loss_smoothness) + 0x1p-50 * (gradient + max_linear_term)) /
          smoothness +
      0x1p-50 * (out.radius + gradient / smoothness) + off;
  out.min_tolerance = 2 * ratio * error * (1 + 0x1p-40);
  out.holds = std::isfinite(out.radius) && std::isfinite(out.min_tolerance);
  // ||x_k - w*||^2 <= 2 ratio (1 - 1/sqrt(ratio))^(k - 1) apart^2, and a certificate is at most 6 ratio times the
  // distance one step before.
  const double decrease = -std::log1p(-1 / std::sqrt(ratio));
  const double needed = 2 * std::log(std::max(1.0, 12 * ratio * std::sqrt(2 * ratio) * apart / tolerance));
  out.passes = 2 + (ratio > 1 ? std::ceil(needed / decrease) : 0);
  out.descent_passes = 1 + std::ceil(ratio * std::log(std::max(1.0, 2 * apart / tolerance)) * (1 + 0x1p-40));
  return out;
}

}  // namespace dpcvx::optimize
