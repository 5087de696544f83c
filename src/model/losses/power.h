// Powers q of the residual, 1 < q < 2: |z - b|^q, and max(0, 1 - b z)^q for b in {-1, +1}.
#ifndef DPCVX_MODEL_LOSSES_POWER_H_
#define DPCVX_MODEL_LOSSES_POWER_H_

#include "model/losses/exponentials.h"
#include "model/losses/spec.h"

namespace dpcvx::model {

// t^q for t >= 0 and what belongs to it.
struct PowerOf {
  double q;

  double value(double t) const { return std::pow(t, q); }
  double slope(double t) const { return q * std::pow(t, q - 1); }
  double curvature(double t) const { return bounded(q * (q - 1) * std::pow(t, q - 2), INFINITY); }
  // The t whose slope is s.
  double at_slope(double s) const { return std::pow(s / q, 1 / (q - 1)); }
  // sup over t of s t - t^q.
  double conjugate(double s) const { return (q - 1) * (s / q) * at_slope(s); }

  // t^q - t0^q - q t0^(q-1) (t - t0) for t, t0 >= 0: with L = log(t / t0), t0^q times a sum of two terms >= 0.
  double divergence(double t, double t0) const {
    if (t0 == 0) return value(t);
    const double ratio = t / t0, whole = value(t0);
    if (!(ratio < 0x1p500)) {
      const double rest = value(t) - slope(t0) * t;
      return rest > 0 ? rest : 0;
    }
    const double log = std::fabs(ratio - 1) < 0.5 ? std::log1p((t - t0) / t0) : std::log(ratio);
    if (ratio == 0) return (q - 1) * whole;
    return whole * ((q - 1) * exp_tangent_gap(log) + ratio * exp_beyond_line((q - 1) * log));
  }

  // The root t in [0, r] of t + h q t^(q-1) = r, r >= 0. In x = log t the left side's logarithm is convex, with slopes
  // between q - 1 and 1: Newton's method from the right of the root falls to it. Good to a few ulps of t.
  double prox(double r, double h) const {
    if (!(r > 0)) return 0;
    const double k = h * q, target = std::log(r);
    double x = std::fmin(target, (target - std::log(k)) / (q - 1));
    for (int step = 0; step < 60; ++step) {
      const double t = std::exp(x), rest = k * std::exp((q - 1) * x);
      const double fall = std::log((t + rest) / r) * (t + rest) / (t + (q - 1) * rest);
      x -= fall;
      if (!(fall > 0x1p-50)) break;
    }
    return polished(std::fmin(std::exp(x), r), r, k);
  }

 private:
  // One step on t + k t^(q-1) - r itself, which takes out the rounding of x.
  double polished(double t, double r, double k) const {
    if (!(t > 0)) return 0;
    const double rest = k * std::pow(t, q - 1);
    const double next = t - (t + rest - r) / (1 + (q - 1) * (rest / t));
    return next >= 0 && next <= r ? next : t;
  }
};

struct Power {
  static constexpr const char *kName = "power";
  static constexpr const char *kLabels = "finite numbers";

  explicit Power(const LossSpec &spec)
      : of{spec.parameter},
        label_bound(spec.label_bound),
        most_slope(rounded_up(of.slope(spec.label_bound + spec.decision_bound))) {}

  static bool accepts(double b) { return std::isfinite(b); }
  double prepare_label(double b) const { return clamp(b, -label_bound, label_bound); }
  // Furthest apart, for their distance, are the slopes at opposite points: 2 q t^(q-1) over (2 t)^(q-1).
  LossConstants constants() const {
    return {kName,
            kLabels,
            most_slope,
            INFINITY,
            of.q - 1,
            rounded_up(of.q * std::exp2(2 - of.q)),
            rounded_up(of.slope(label_bound)),
            rounded_up(of.value(label_bound))};
  }

  double value(double z, double b) const { return of.value(std::fabs(z - b)); }
  double slope(double z, double b) const {
    return bounded(std::copysign(of.slope(std::fabs(z - b)), z - b), most_slope);
  }
  double curvature(double z, double b) const { return of.curvature(std::fabs(z - b)); }

  double prox_slope(double v, double h, double b) const {
    return bounded(std::copysign(of.slope(of.prox(std::fabs(v - b), h)), v - b), most_slope);
  }
  double prox(double v, double h, double b) const { return b + std::copysign(of.prox(std::fabs(v - b), h), v - b); }
  double prox_curvature(double v, double h, double b) const {
    return 1 / (h + 1 / of.curvature(of.prox(std::fabs(v - b), h)));
  }

  double conjugate(double s, double b) const { return s * b + of.conjugate(std::fabs(s)); }
  static double feasible(double s, double) { return s; }
  double gap(double z, double s, double b) const { return apart(z - b, std::copysign(of.at_slope(std::fabs(s)), s)); }
  double divergence(double z, double reference, double b) const { return apart(z - b, reference - b); }

  PowerOf of;
  double label_bound, most_slope;

 private:
  double apart(double r, double r0) const {
    if ((r < 0) == (r0 < 0)) return of.divergence(std::fabs(r), std::fabs(r0));
    return of.value(std::fabs(r)) + (of.q - 1) * of.value(std::fabs(r0)) + of.slope(std::fabs(r0)) * std::fabs(r);
  }
};

struct PowerHinge {
  static constexpr const char *kName = "power hinge";
  static constexpr const char *kLabels = "-1 or 1";

  explicit PowerHinge(const LossSpec &spec)
      : of{spec.parameter}, most_slope(rounded_up(of.slope(1 + spec.decision_bound))) {}

  static bool accepts(double b) { return b == 1 || b == -1; }
  static double prepare_label(double b) { return b; }
  // s^(q-1) - t^(q-1) <= (s - t)^(q-1) for s >= t >= 0.
  LossConstants constants() const {
    return {kName, kLabels, most_slope, INFINITY, of.q - 1, rounded_up(of.q), rounded_up(of.q), 1};
  }

  double value(double z, double b) const { return of.value(beyond(z, b)); }
  double slope(double z, double b) const { return -b * bounded(of.slope(beyond(z, b)), most_slope); }
  double curvature(double z, double b) const { return b * z < 1 ? of.curvature(1 - b * z) : 0; }

  double prox_slope(double v, double h, double b) const {
    return -b * bounded(of.slope(of.prox(beyond(v, b), h)), most_slope);
  }
  double prox(double v, double h, double b) const { return b * v < 1 ? b * (1 - of.prox(1 - b * v, h)) : v; }
  double prox_curvature(double v, double h, double b) const {
    return b * v < 1 ? 1 / (h + 1 / of.curvature(of.prox(1 - b * v, h))) : 0;
  }

  double conjugate(double s, double b) const { return -b * s >= 0 ? b * s + of.conjugate(-b * s) : INFINITY; }
  static double feasible(double s, double b) { return -b * std::fmax(0, -b * s); }
  double gap(double z, double s, double b) const {
    return -b * s >= 0 ? apart(1 - b * z, of.at_slope(-b * s)) : INFINITY;
  }
  double divergence(double z, double reference, double b) const { return apart(1 - b * z, beyond(reference, b)); }

  PowerOf of;
  double most_slope;

 private:
  static double beyond(double z, double b) { return b * z < 1 ? 1 - b * z : 0; }
  double apart(double t, double t0) const {
    if (t >= 0) return of.divergence(t, t0);
    return (of.q - 1) * of.value(t0) - of.slope(t0) * t;
  }
};

}  // namespace dpcvx::model

#endif
