// (z - b)^2 / 2.
#ifndef DPCVX_MODEL_LOSSES_SQUARED_H_
#define DPCVX_MODEL_LOSSES_SQUARED_H_

#include "model/losses/cut.h"
#include "model/losses/spec.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

struct Squared {
  static constexpr const char *kName = "squared";
  static constexpr const char *kLabels = "finite numbers";
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kNumbers};
    all.slopes_grow = all.quadratic = true;
    return all;
  }
  static double typical_curvature(const LossSpec &, double) { return 1; }

  explicit Squared(const LossSpec &spec)
      : label_bound(spec.label_bound), max_slope(rounded_up(spec.label_bound + spec.decision_bound)) {}

  static bool accepts(double b) { return std::isfinite(b); }
  double prepare_label(double b) const { return clamp(b, -label_bound, label_bound); }
  LossConstants constants() const {
    return {kName,         kLabels, max_slope, 1, 1, 1, label_bound, rounded_up(label_bound * label_bound / 2),
            2 * max_slope, 0};
  }

  static double value(double z, double b) { return (z - b) * (z - b) / 2; }
  double slope(double z, double b) const { return bounded(z - b, max_slope); }
  static double curvature(double, double) { return 1; }

  static double prox_slope(double v, double h, double b) { return bounded((v - b) / (1 + h), INFINITY); }
  static double prox(double v, double h, double b) { return v - h * prox_slope(v, h, b); }
  static double prox_curvature(double, double h, double) { return 1 / (1 + h); }

  static double conjugate(double s, double b) { return s * (b + s / 2); }
  static double feasible(double s, double) { return s; }
  static double gap(double z, double s, double b) { return (z - b - s) * (z - b - s) / 2; }
  double divergence(double z, double reference, double b) const {
    return cut_divergence(*this, z, reference, b, uncut(z, b, 0), uncut(reference, b, 0),
                          [](double to, double from) { return (to - from) * (to - from) / 2; });
  }
  double uncut(double z, double b, double more) const { return clamp(z, b - max_slope - more, b + max_slope + more); }

  double label_bound, max_slope;
};

}  // namespace dpcvx::model

#endif
