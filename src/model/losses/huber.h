// Huber's loss of r = z - b: r^2 / (2 w) for |r| <= w, |r| - w/2 beyond.
#ifndef DPCVX_MODEL_LOSSES_HUBER_H_
#define DPCVX_MODEL_LOSSES_HUBER_H_

#include "model/losses/spec.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

struct Huber {
  static constexpr const char *kName = "Huber";
  static constexpr const char *kLabels = "finite numbers";
  static constexpr LossTraits traits() { return {LossTask::kNumbers, kWidth}; }
  static double typical_curvature(const LossSpec &spec, double scale) {
    return std::fmin(curvature_of_jump(2, scale), 1 / spec.parameter);
  }

  explicit Huber(const LossSpec &spec) : label_bound(spec.label_bound), width(spec.parameter) {}

  static bool accepts(double b) { return std::isfinite(b); }
  double prepare_label(double b) const { return clamp(b, -label_bound, label_bound); }
  LossConstants constants() const {
    const double curvature = rounded_up(1 / width);
    const double at_zero = std::fmin(1, rounded_up(label_bound / width));
    return {kName, kLabels, 1, curvature, 1, curvature, at_zero, rounded_up(value(0, label_bound)), 2};
  }

  double value(double z, double b) const {
    const double r = std::fabs(z - b);
    return r <= width ? r * (r / width) / 2 : r - width / 2;
  }
  double slope(double z, double b) const { return bounded((z - b) / width, 1); }
  double curvature(double z, double b) const { return std::fabs(z - b) < width ? 1 / width : 0; }

  // The envelope of width h is the same loss with the width w + h.
  double prox_slope(double v, double h, double b) const { return bounded((v - b) / (width + h), 1); }
  double prox(double v, double h, double b) const { return v - h * prox_slope(v, h, b); }
  double prox_curvature(double v, double h, double b) const {
    return std::fabs(v - b) < width + h ? 1 / (width + h) : 0;
  }

  double conjugate(double s, double b) const { return std::fabs(s) <= 1 ? s * (b + width * s / 2) : INFINITY; }
  static double feasible(double s, double) { return bounded(s, 1); }
  double gap(double z, double s, double b) const {
    const double r = z - b;
    if (!(std::fabs(s) <= 1)) return INFINITY;
    if (std::fabs(r) <= width) return (r - width * s) * ((r - width * s) / width) / 2;
    const double rest = 1 - (r > 0 ? s : -s);
    return rest * ((std::fabs(r) - width) + width * rest / 2);
  }
  double divergence(double z, double reference, double b) const {
    const double apart = z - reference;
    if (std::fabs(z - b) <= width && std::fabs(reference - b) <= width) return apart * (apart / width) / 2;
    return gap(z, slope(reference, b), b);
  }

  double label_bound, width;
};

}  // namespace dpcvx::model

#endif
