// Losses with a corner at the label: |z - b|, and its tilted form for quantiles.
#ifndef DPCVX_MODEL_LOSSES_PINBALL_H_
#define DPCVX_MODEL_LOSSES_PINBALL_H_

#include "model/losses/spec.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

// down (b - z) below the label, up (z - b) above it; at the label the slope is 0.
struct Corner {
  static constexpr const char *kLabels = "finite numbers";

  static bool accepts(double b) { return std::isfinite(b); }
  double prepare_label(double b) const { return clamp(b, -label_bound, label_bound); }

  double value(double z, double b) const { return z > b ? up * (z - b) : down * (b - z); }
  double slope(double z, double b) const { return z > b ? up : z < b ? -down : 0; }
  static double curvature(double, double) { return 0; }

  double prox_slope(double v, double h, double b) const { return v == v ? clamp((v - b) / h, -down, up) : 0; }
  double prox(double v, double h, double b) const {
    const double r = v - b;
    return r > up * h ? v - up * h : r < -down * h ? v + down * h : b;
  }
  double prox_curvature(double v, double h, double b) const {
    const double r = v - b;
    return r < up * h && r > -down * h ? 1 / h : 0;
  }

  double conjugate(double s, double b) const { return s >= -down && s <= up ? s * b : INFINITY; }
  double feasible(double s, double) const { return clamp(s, -down, up); }
  double gap(double z, double s, double b) const {
    if (!(s >= -down && s <= up)) return INFINITY;
    return z > b ? (up - s) * (z - b) : (down + s) * (b - z);
  }
  double divergence(double z, double reference, double b) const { return gap(z, slope(reference, b), b); }

  double label_bound, down, up;
};

struct Absolute : Corner {
  static constexpr const char *kName = "absolute";
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kNumbers};
    all.cornered = true;
    return all;
  }
  static double typical_curvature(const LossSpec &, double scale) { return curvature_of_jump(2, scale); }
  explicit Absolute(const LossSpec &spec) : Corner{spec.label_bound, 1, 1} {}
  LossConstants constants() const { return {kName, kLabels, 1, INFINITY, 0, 2, 1, label_bound, 2}; }
};

// max(tau (b - z), (1 - tau) (z - b)).
struct Pinball : Corner {
  static constexpr const char *kName = "pinball";
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kNumbers, kQuantile};
    all.cornered = true;
    return all;
  }
  static double typical_curvature(const LossSpec &, double scale) { return curvature_of_jump(1, scale); }
  explicit Pinball(const LossSpec &spec) : Corner{spec.label_bound, spec.parameter, 1 - spec.parameter} {}
  LossConstants constants() const {
    const double most = std::fmax(up, down);
    return {kName, kLabels, most, INFINITY, 0, rounded_up(1), most, rounded_up(most * label_bound), rounded_up(1)};
  }
};

}  // namespace dpcvx::model

#endif
