#include "sample/typical_curvature.h"

#include <cmath>

namespace dpcvx::sample {

namespace {

// A corner bends only the records that are near it. Margins come to lie some unit apart, so a hinge's corner has a
// density of about a half; residuals of labels in [-Y, Y] are mostly within a small part of it.
constexpr double kDensityOfMargins = 0.5;
constexpr double kResidualSpread = 1.0 / 6;

double residual_scale(const model::LossSpec &loss) {
  return loss.label_bound < model::kMaxFinite ? kResidualSpread * loss.label_bound : 1;
}

// What a jump of the slope by `range` counts for, per unit of the decision value.
double of_jump(double range, double scale) { return range * 0.4 / scale; }

double of_plain_loss(const model::LossSpec &loss) {
  const double scale = residual_scale(loss), q = loss.parameter;
  switch (loss.kind) {
    case DPCVX_LOSS_LOGISTIC:
      return 0.25;
    case DPCVX_LOSS_MULTINOMIAL:  // the trace of diag(p) - p p^T
      return 1 - 1 / static_cast<double>(loss.classes);
    case DPCVX_LOSS_HINGE:
      return kDensityOfMargins;
    case DPCVX_LOSS_SMOOTHED_HINGE:
      return std::fmin(kDensityOfMargins, 1 / q);
    case DPCVX_LOSS_ABSOLUTE:
      return of_jump(2, scale);
    case DPCVX_LOSS_PINBALL:
      return of_jump(1, scale);
    case DPCVX_LOSS_HUBER:
      return std::fmin(of_jump(2, scale), 1 / q);
    case DPCVX_LOSS_POWER_HINGE:
      return q;
    case DPCVX_LOSS_POWER:
      return q * std::pow(scale, q - 2);
    case DPCVX_LOSS_CALLBACK:
      return std::fmin(loss.max_curvature, loss.max_slope);
    default:
      return 1;
  }
}

}  // namespace

double typical_curvature(const model::Objective &objective) {
  const double plain = of_plain_loss(objective.loss());
  return plain / (1 + objective.loss().smoothing * plain);
}

}  // namespace dpcvx::sample
