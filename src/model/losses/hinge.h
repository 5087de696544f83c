// max(0, 1 - b z), b in {-1, +1}, plain and with its corner rounded.
#ifndef DPCVX_MODEL_LOSSES_HINGE_H_
#define DPCVX_MODEL_LOSSES_HINGE_H_

#include "model/losses/spec.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

// At the corner the slope is 0. All is said of t = 1 - b z and of the share p = -b s in [0, 1] of the slope s.
struct Hinge {
  static constexpr const char *kName = "hinge";
  static constexpr const char *kLabels = "-1 or 1";
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kSigns};
    all.cornered = true;
    return all;
  }
  static double typical_curvature(const LossSpec &, double) { return kDensityOfMargins; }

  explicit Hinge(const LossSpec &) {}

  static bool accepts(double b) { return b == 1 || b == -1; }
  static double prepare_label(double b) { return b; }
  // The slope is -b or 0: subgradients are at most 1 apart.
  static LossConstants constants() { return {kName, kLabels, 1, INFINITY, 0, 1, 1, 1, 1}; }

  static double value(double z, double b) { return std::fmax(0, 1 - b * z); }
  static double slope(double z, double b) { return b * z < 1 ? -b : 0; }
  static double curvature(double, double) { return 0; }

  static double prox_slope(double v, double h, double b) { return -b * clamp((1 - b * v) / h, 0, 1); }
  static double prox(double v, double h, double b) {
    const double t = 1 - b * v;
    return t <= 0 ? v : t >= h ? v + b * h : b;
  }
  static double prox_curvature(double v, double h, double b) {
    const double t = 1 - b * v;
    return t > 0 && t < h ? 1 / h : 0;
  }

  static double conjugate(double s, double b) { return -b * s >= 0 && -b * s <= 1 ? b * s : INFINITY; }
  static double feasible(double s, double b) { return -b * clamp(-b * s, 0, 1); }
  static double gap(double z, double s, double b) {
    const double t = 1 - b * z, p = -b * s;
    if (!(p >= 0 && p <= 1)) return INFINITY;
    return t > 0 ? (1 - p) * t : p * -t;
  }
  static double divergence(double z, double reference, double b) { return gap(z, slope(reference, b), b); }
};

// 0 for t <= 0, t^2 / (2 w) for t <= w, t - w/2 beyond.
struct SmoothedHinge {
  static constexpr const char *kName = "smoothed hinge";
  static constexpr const char *kLabels = "-1 or 1";
  static constexpr LossTraits traits() { return {LossTask::kSigns, kWidth}; }
  static double typical_curvature(const LossSpec &spec, double) {
    return std::fmin(kDensityOfMargins, 1 / spec.parameter);
  }

  explicit SmoothedHinge(const LossSpec &spec) : width(spec.parameter) {}

  static bool accepts(double b) { return b == 1 || b == -1; }
  static double prepare_label(double b) { return b; }
  LossConstants constants() const {
    const double curvature = rounded_up(1 / width);
    return {kName, kLabels, 1, curvature, 1, curvature, std::fmin(1, curvature), rounded_up(value(0, 1)), 1};
  }

  double value(double z, double b) const {
    const double t = 1 - b * z;
    return t <= 0 ? 0 : t <= width ? t * (t / width) / 2 : t - width / 2;
  }
  double slope(double z, double b) const { return -b * clamp((1 - b * z) / width, 0, 1); }
  double curvature(double z, double b) const {
    const double t = 1 - b * z;
    return t > 0 && t < width ? 1 / width : 0;
  }

  // The envelope of width h is the same loss with the width w + h.
  double prox_slope(double v, double h, double b) const { return -b * clamp((1 - b * v) / (width + h), 0, 1); }
  double prox(double v, double h, double b) const { return v - h * prox_slope(v, h, b); }
  double prox_curvature(double v, double h, double b) const {
    const double t = 1 - b * v;
    return t > 0 && t < width + h ? 1 / (width + h) : 0;
  }

  double conjugate(double s, double b) const {
    const double p = -b * s;
    return p >= 0 && p <= 1 ? p * (width * p / 2 - 1) : INFINITY;
  }
  static double feasible(double s, double b) { return -b * clamp(-b * s, 0, 1); }
  double gap(double z, double s, double b) const {
    const double t = 1 - b * z, p = -b * s;
    if (!(p >= 0 && p <= 1)) return INFINITY;
    if (t <= 0) return p * (width * p / 2 - t);
    if (t <= width) return (t - width * p) * ((t - width * p) / width) / 2;
    return (1 - p) * ((t - width) + width * (1 - p) / 2);
  }
  double divergence(double z, double reference, double b) const {
    const double t = 1 - b * z, t0 = 1 - b * reference, apart = z - reference;
    if (t0 > 0 && t0 < width && t > 0 && t < width) return apart * (apart / width) / 2;
    return gap(z, slope(reference, b), b);
  }

  double width;
};

}  // namespace dpcvx::model

#endif
