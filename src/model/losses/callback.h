// A caller's own loss. Its slope is clipped to the bound that the caller declared; that it is convex, and how smooth it
// is, is the caller's word. Called on the calling thread only.
#ifndef DPCVX_MODEL_LOSSES_CALLBACK_H_
#define DPCVX_MODEL_LOSSES_CALLBACK_H_

#include "model/losses/spec.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

struct Callback {
  static constexpr const char *kName = "caller's own";
  static constexpr const char *kLabels = "finite numbers";
  static constexpr LossTraits traits() { return {LossTask::kNumbers}; }
  static double typical_curvature(const LossSpec &spec, double) {
    return std::fmin(spec.max_curvature, spec.max_slope);
  }

  explicit Callback(const LossSpec &settings) : spec(settings) {}

  static bool accepts(double b) { return std::isfinite(b); }
  double prepare_label(double b) const { return clamp(b, -spec.label_bound, spec.label_bound); }
  LossConstants constants() const {
    LossConstants all{kName, kLabels, spec.max_slope, spec.max_curvature};
    const bool smooth = spec.max_curvature < INFINITY;
    all.holder_exponent = smooth ? 1 : 0;
    all.holder_constant = smooth ? spec.max_curvature : 2 * spec.max_slope;
    all.slope_at_zero = spec.max_slope;
    all.slope_range = 2 * spec.max_slope;
    return all;
  }

  double value(double z, double b) const {
    double slope = 0;
    const double value = spec.callback(z, b, &slope, spec.user);
    return value == value ? value : 0;
  }
  double slope(double z, double b) const {
    double slope = 0;
    spec.callback(z, b, &slope, spec.user);
    return bounded(slope, spec.max_slope);
  }
  // By a difference of slopes, and within what was declared.
  double curvature(double z, double b) const {
    const double step = 0x1p-20 * (1 + std::fabs(z));
    return clamp((slope(z + step, b) - slope(z - step, b)) / (2 * step), 0, std::fmin(spec.max_curvature, kMaxFinite));
  }

  // The root s of s = phi'(v - h s), by bisection: the right side falls as s grows. Good to 2^-52 of the bound.
  double prox_slope(double v, double h, double b) const {
    double low = -std::fmin(spec.max_slope, kMaxFinite), high = -low;
    for (int step = 0; step < 54; ++step) {
      const double middle = low + (high - low) / 2;
      (slope(v - h * middle, b) > middle ? low : high) = middle;
    }
    return low + (high - low) / 2;
  }
  double prox(double v, double h, double b) const { return v - h * prox_slope(v, h, b); }
  double prox_curvature(double v, double h, double b) const {
    const double step = 0x1p-20 * (h + std::fabs(v));
    return clamp((prox_slope(v + step, h, b) - prox_slope(v - step, h, b)) / (2 * step), 0, 1 / h);
  }

  // There is no formula for the conjugate: none of these bounds anything.
  static double conjugate(double, double) { return INFINITY; }
  double feasible(double s, double) const { return bounded(s, spec.max_slope); }
  static double gap(double, double, double) { return INFINITY; }
  double divergence(double z, double reference, double b) const {
    const double gap = value(z, b) - value(reference, b) - slope(reference, b) * (z - reference);
    return gap > 0 ? gap : 0;
  }

  LossSpec spec;
};

}  // namespace dpcvx::model

#endif
