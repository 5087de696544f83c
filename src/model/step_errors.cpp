// Bounds the effect of rounding on gradients (PROOFS.md, sections 4 and 7), on steps along those of single units
// (section 7) and on their tangents (section 8).
#include <algorithm>
#include <cmath>

#include "dpcvx/privacy.h"
#include "numeric/margins.h"
#include "model/losses/traits.h"
#include "model/objective.h"
#include "model/rounding.h"
#include "model/unit_gradients.h"

namespace dpcvx::model {

namespace {

constexpr double kMaxDecision = 0x1p120;  // above it a sum of raw entries might overflow on its way to z
constexpr double kMaxForNewton = 0x1p36;  // above it the logistic loss's proximal point might be off
constexpr double kUlpsOfSlope = 64;       // of a loss's slope at the computed z
constexpr double kUlpsOfProximal = 256;   // and of an envelope's
constexpr double kNegligibleShift = 0x1p-30;
constexpr double kUlpsOfResidual = 16;  // of t = 1 - b z or z - b, proximal points included; more for powers, by log t
constexpr double kDepthOfUser = 2.0 * kRecordsAGroup;  // additions that an entry of a user's gradient passes at most

// Ulps of a slope at the computed z: more with the classes that it sums.
double slope_ulps(const LossSpec &spec, double classes) {
  return (spec.smoothing > 0 ? kUlpsOfProximal : kUlpsOfSlope) + 4 * classes + 8;
}

}  // namespace

// Bounds the error of the computed decision values of points of that norm, in l2 over the outputs.
double Objective::decision_error(double norm) const {
  const double row = map_.l2_bound();
  const LossSpec &spec = settings_.loss;
  const bool newton = traits_of(spec).newton_prox && spec.smoothing > 0;
  if (calls_back() || !(row * norm <= (newton ? kMaxForNewton : kMaxDecision))) return INFINITY;
  const double tiny = 0x1p-900 * (1 + row + norm);  // all that may have been flushed to zero
  // The depth of the sums for z, dense or sparse.
  const double depth = static_cast<double>(map_.dimension()) / 4 + 12 + static_cast<double>(outputs());
  const double length = newton ? of_loss_.max_slope : 1;  // of the slope that the width is multiplied by
  return numeric::up_long(gamma(depth) * row * norm + gamma(8) * spec.smoothing * length + tiny);
}

double Objective::gradient_error(double norm, const Extent &extent) const {
  const double moved = decision_error(norm);
  if (extent.smoothness == INFINITY || !(moved < INFINITY)) return INFINITY;
  const double row = map_.l2_bound(), weight = settings_.weight_bound;
  const Blocks blocks = slots_.blocks();
  const double depth =
      static_cast<double>(blocks.units_a_block(extent.units) + blocks.count(extent.units) + extent.records_a_unit + 8);
  const double curvature = extent.smoothness / (weight * row * row) * (1 + 0x1p-40);
  const double steepest = std::fmin(of_loss_.max_slope, extent.steepest_at_zero + curvature * (row * norm + moved));
  // A slope is off by the curvature times what z is off by, and by its own rounding.
  const double of_slope =
      curvature * moved + gamma(slope_ulps(settings_.loss, static_cast<double>(outputs()))) * steepest;
  const double lost = static_cast<double>(extent.records_a_unit) * (0x1p-120 * row + 0x1p-900 * (1 + weight * row));
  return extent.share * (weight * row * (gamma(depth) * steepest + of_slope) + lost) + gamma(4) * settings_.l2 * norm;
}

StepErrors Objective::step_errors(double norm, double step, const Clip &clip) const {
  const double row = map_.l2_bound(), weight = settings_.weight_bound, classes = static_cast<double>(outputs());
  const bool by_user = unit_ == DPCVX_UNIT_USER, cut = clip.norm < lipschitz();
  const LossSpec &spec = settings_.loss;
  const double moved = decision_error(norm);
  if (!(moved < INFINITY) || (cut && (clip.drop || by_user || outputs() > 1))) return {};
  // Slopes of the points at hand, and how far they can be apart.
  const double reach = std::pow(row * norm + moved, of_loss_.holder_exponent);
  const double steep =
      numeric::up_long(std::fmin(of_loss_.max_slope, of_loss_.slope_at_zero + of_loss_.holder_constant * reach));
  const double range = std::fmin(of_loss_.slope_range, 2 * steep);
  const double bend = of_loss_.max_curvature * moved;
  const bool smooth = bend <= kNegligibleShift * range;
  const double records = by_user ? static_cast<double>(LinearModel::kMaxRecordsPerUser) : 1;
  // Slopes that the norm bounds are longer by what rounding does to z, where that is no error of the gradient already.
  const bool by_norm = lipschitz() == INFINITY || (!smooth && of_loss_.holder_exponent > 0);
  const double longer = by_norm ? static_cast<double>(map_.dimension()) / 4 + 12 + classes : 0;
  const double ulps = longer + slope_ulps(spec, classes) + (by_user ? static_cast<double>(UnitGradients::kDepth) : 0);
  const double lost = records * (0x1p-120 * row + 0x1p-900 * (1 + weight * row)) / std::fmin(1, step);
  StepErrors errors;
  errors.gradient = numeric::up_long(weight * row * (gamma(ulps) * steep + (smooth ? bend : 0)) + lost);
  errors.defect = smooth ? 0 : numeric::up_long(2 * weight * moved * range);
  errors.steepest =
      std::fmin(std::fmin(lipschitz(), clip.norm), numeric::up_long(weight * row * steep) + errors.gradient);
  return errors;
}

double Objective::max_divergence(double apart) const {
  if (calls_back()) return INFINITY;
  const double power = 1 + of_loss_.holder_exponent;
  const double bent = of_loss_.holder_constant * std::pow(apart, power) / power;
  return numeric::up_long(settings_.weight_bound * std::fmin(bent, of_loss_.slope_range * apart));
}

TangentErrors Objective::tangent_errors(double norm, double spread) const {
  const LossSpec &spec = settings_.loss;
  const double row = map_.l2_bound(), weight = settings_.weight_bound, classes = static_cast<double>(outputs());
  const double moved = decision_error(norm);
  if (!(moved < INFINITY) || !(spread < INFINITY)) return {};
  const double apart = row * spread, decision = row * norm;
  const double reach = std::pow(decision + moved, of_loss_.holder_exponent);
  const double steep =
      numeric::up_long(std::fmin(of_loss_.max_slope, of_loss_.slope_at_zero + of_loss_.holder_constant * reach));
  const double ulps = slope_ulps(spec, classes);
  const double lost = static_cast<double>(LinearModel::kMaxRecordsPerUser) * (0x1p-120 * row + 0x1p-900 * weight * row);
  TangentErrors errors;
  errors.gradient =
      numeric::up_long(weight * row * gamma(ulps + (unit_ == DPCVX_UNIT_USER ? kDepthOfUser : 0)) * steep + lost);

  // The decision values at x come from those at v and a sum of their own; losses take them to residuals, which matter
  // where they are no larger than labels allow, or than what lies between x and v and the loss's bends.
  const double bends = spec.parameter + spec.smoothing * (1 + steep) + apart;
  const double residual = 1 + decision + std::fmin(spec.label_bound, bends);
  const double steepened = traits_of(spec).power_law ? std::log(residual + spec.smoothing + 2) : 1;
  const double shift = moved + gamma(static_cast<double>(map_.dimension()) / 4 + 16 + classes) * apart +
                       gamma(kUlpsOfResidual * steepened) * (residual + spec.smoothing);
  const double swing =
      std::fmin(of_loss_.slope_range, of_loss_.holder_constant * std::pow(apart + shift, of_loss_.holder_exponent));
  errors.divergence = numeric::up_long(weight * (2 * swing * shift + gamma(2 * ulps) * steep * apart) +
                                       gamma(ulps) * max_divergence(apart + shift)) +
                      lost;
  return errors;
}

double Objective::unit_gradient_error(double norm) const {
  if (!(constants_.smoothness < INFINITY)) return INFINITY;
  const double tangent = tangent_errors(norm, 0).gradient;
  return numeric::up_long(tangent +
                          settings_.weight_bound * map_.l2_bound() * of_loss_.max_curvature * decision_error(norm));
}

}  // namespace dpcvx::model
