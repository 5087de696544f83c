#include "optimize/rounds/bound.h"

#include <algorithm>
#include <cmath>

#include "dpcvx/privacy.h"
#include "numeric/directed.h"
#include "numeric/margins.h"

namespace dpcvx::optimize {

namespace {

constexpr double kClipShare = 1 + 0x1p-10;  // of G: more than rounding adds to a computed gradient
constexpr int kBitsOfSum = 63, kMaxBits = 48;
constexpr double kOfUser = 0x1p-36;  // a user's records are rounded to 2^-37 of the longest

}  // namespace

SumLattice lattice_of_sums(const model::Objective &objective) {
  SumLattice lattice;
  lattice.clip.norm = objective.lipschitz() * kClipShare;
  const double most = lattice.clip.norm * static_cast<double>(objective.max_units()) * kClipShare;
  lattice.exponent =
      std::max(numeric::floor_log2(most) + 1 - kBitsOfSum, numeric::floor_log2(lattice.clip.norm) - kMaxBits);
  return lattice;
}

namespace {

double error_of_unit_mean(const model::Objective &objective, const SumLattice &lattice, double of_gradient) {
  const double root = std::sqrt(static_cast<double>(objective.dimension()));
  const double step = std::ldexp(1.0, lattice.exponent), steepest = lattice.clip.norm;
  double unit = of_gradient + step * root;
  if (objective.unit() == DPCVX_UNIT_USER) unit += step + kOfUser * steepest * root;
  return numeric::up_some(objective.max_share() * (unit + 0x1p-50 * steepest));
}

// `unit_error(norm)` bounds the error of a unit's gradient.
template <class UnitError>
RoundBound bound_rounds(const model::Objective &objective, double loss_smoothness, double extra, double max_linear_term,
                        double tolerance, const UnitError &unit_error) {
  RoundBound out;
  const model::ObjectiveConstants &constants = objective.constants();
  const double share = objective.max_share(), l2 = objective.l2() + extra;
  const bool free = objective.domain() == nullptr;
  out.convexity = l2 * (1 - 0x1p-44);
  out.smoothness = (share * loss_smoothness + l2) * (1 + 0x1p-40);
  if (!(out.convexity > 0) || !std::isfinite(out.smoothness) || !std::isfinite(constants.lipschitz)) return out;
  out.ratio = std::max(1.0, numeric::up_some(out.smoothness / out.convexity));
  const double reach = free ? 0 : objective.domain()->radius() * (1 + 0x1p-40);
  const double data = share * constants.lipschitz;
  const double slope =
      (free ? share * std::min(constants.lipschitz, constants.gradient_at_zero) : data) + max_linear_term + l2 * reach;
  double apart = slope / out.convexity * (1 + 0x1p-40), gap = apart * slope / 2;
  if (free) {
    // Losses are at least 0, and at most l_0 at 0: kappa ||w*||^2 / 2 <= l_0 + ||b|| ||w*||.
    const double l_0 = share * constants.value_at_zero * (1 + 0x1p-40);
    apart = std::min(apart, std::sqrt(2 * l_0 / out.convexity) + 2 * max_linear_term / out.convexity);
    gap = std::min(gap, l_0 + max_linear_term * apart);
  } else {
    apart = std::min(apart, 2 * reach);
  }
  const double off = free ? 0 : objective.domain()->projection_error();
  const double norm = (free ? 2 * apart + tolerance : reach + off) * (1 + 0x1p-40);
  const double longest = data + max_linear_term + l2 * norm;  // of a gradient
  const double error = error_of_unit_mean(objective, lattice_of_sums(objective), unit_error(norm)) +
                       0x1p-49 * (longest + out.smoothness * norm) + out.smoothness * off;
  const double root = std::sqrt(out.ratio);
  out.min_tolerance = 16 * root * error / out.convexity * (1 + 0x1p-40);
  const double first = 2 * std::sqrt(gap / out.convexity);
  out.accelerated_rounds = 1 + std::ceil(2 * root * std::log(std::max(1.0, 2 * first / tolerance)));
  out.descent_rounds = 1 + std::ceil(out.ratio * std::log(std::max(1.0, 2 * apart / tolerance)) * (1 + 0x1p-40));
  out.holds = std::isfinite(out.min_tolerance) && out.accelerated_rounds + out.descent_rounds < 0x1p60;
  return out;
}

}  // namespace

double error_of_mean(const model::Objective &objective, const SumLattice &lattice, double norm) {
  return error_of_unit_mean(objective, lattice, objective.unit_gradient_error(norm));
}

// The argument, with every step, is in PROOFS.md.
RoundBound promise_rounds(const model::Objective &objective, double extra, double max_linear_term, double tolerance) {
  const double smoothness = std::max(0.0, objective.constants().smoothness - objective.l2());
  return bound_rounds(objective, smoothness, extra, max_linear_term, tolerance,
                      [&](double norm) { return objective.unit_gradient_error(norm); });
}

RoundBound promise_rounds_as_smooth(const model::Objective &objective, double loss_smoothness, double extra,
                                    double max_linear_term, double tolerance) {
  return bound_rounds(objective, loss_smoothness, extra, max_linear_term, tolerance, [&](double norm) {
    return objective.max_gradient_error(norm, loss_smoothness) / objective.max_share();
  });
}

}  // namespace dpcvx::optimize
