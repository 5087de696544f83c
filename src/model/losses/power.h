// Powers q of the residual, 1 < q < 2: |z - b|^q, and max(0, 1 - b z)^q for b in {-1, +1}.
#ifndef DPCVX_MODEL_LOSSES_POWER_H_
#define DPCVX_MODEL_LOSSES_POWER_H_

#include "model/losses/cut.h"
#include "model/losses/exponentials.h"
#include "model/losses/spec.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

// t^q for t >= 0 and what belongs to it.
struct PowerOf {
  double q;

  double value(double t) const { return std::pow(t, q); }
  double slope(double t) const { return q * std::pow(t, q - 1); }
  double curvature(double t) const { return bounded(q * (q - 1) * std::pow(t, q - 2), INFINITY); }
  // The t whose slope is s, and its logarithm: log(s / q) / (q - 1), where the quotient's rounding would be magnified
  // were it not taken out.
  double log_at_slope(double s) const {
    const double rest = s / q;
    return (std::log(rest) + std::fma(-rest, q, s) / s) / (q - 1);
  }
  double at_slope(double s) const { return s > 0 ? std::exp(log_at_slope(s)) : 0; }
  // sup over t of s t - t^q.
  double conjugate(double s) const { return (q - 1) * (s / q) * at_slope(s); }

  // t^q - t0^q - q t0^(q-1) (t - t0) for t, t0 >= 0.
  double divergence(double t, double t0) const {
    const double ratio = t / t0;
    return beyond_tangent(t, std::pow(t0, q - 1), t0,
                          std::fabs(ratio - 1) < 0.5 ? std::log1p((t - t0) / t0) : std::log(ratio));
  }
  // t^q + conjugate(s) - s t: the same for the t0 whose slope is s, which need not be a number that doubles hold.
  double gap(double t, double s) const {
    return s > 0 ? beyond_tangent(t, s / q, at_slope(s), std::log(t) - log_at_slope(s)) : value(t);
  }

  // The root t in [0, r] of t + h q t^(q-1) = r, r >= 0. In x = log t the left side's logarithm is convex, with slopes
  // between q - 1 and 1: Newton's method from the right of the root falls to it. Good to a few ulps of r.
  double prox(double r, double h) const {
    if (!(r > 0)) return 0;
    if (r > kMaxFinite) r = kMaxFinite;
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
  // The slope there, to a few ulps of itself: from whichever part of r = t + h slope is the larger.
  double prox_slope(double r, double h) const {
    const double t = prox(r, h);
    return t > r / 2 ? slope(t) : (r - t) / h;
  }

 private:
  // Returns how far t^q lies above its tangent at t0, with rest = t0^(q-1) and log = log(t / t0): in f(x) = e^x - 1 -
  // x, which is >= 0, rest t (f((q - 1) log) + (q - 1) f(-log)).
  double beyond_tangent(double t, double rest, double t0, double log) const {
    if (rest == 0) return value(t);
    if (t == 0) return (q - 1) * rest * t0;
    const double x = (q - 1) * log;
    const double near = x < 600 ? rest * t * exp_beyond_line(x) : value(t) - rest * t * (1 + x);
    const double far = log > -600 ? t * exp_beyond_line(-log) : t0 + t * (log - 1);
    return near + (q - 1) * rest * far;
  }
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
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kNumbers, kExponent};
    all.slopes_grow = all.power_law = true;
    return all;
  }
  static double typical_curvature(const LossSpec &spec, double scale) {
    return spec.parameter * std::pow(scale, spec.parameter - 2);
  }

  explicit Power(const LossSpec &spec)
      : of{spec.parameter},
        label_bound(spec.label_bound),
        reach(spec.label_bound + spec.decision_bound),
        max_slope(rounded_up(of.slope(reach))) {}

  static bool accepts(double b) { return std::isfinite(b); }
  double prepare_label(double b) const { return clamp(b, -label_bound, label_bound); }
  // Furthest apart, for their distance, are the slopes at opposite points: 2 q t^(q-1) over (2 t)^(q-1).
  LossConstants constants() const {
    return {kName,
            kLabels,
            max_slope,
            INFINITY,
            of.q - 1,
            rounded_up(of.q * std::exp2(2 - of.q)),
            rounded_up(of.slope(label_bound)),
            rounded_up(of.value(label_bound)),
            2 * max_slope};
  }

  double value(double z, double b) const { return of.value(std::fabs(z - b)); }
  double slope(double z, double b) const {
    return bounded(std::copysign(of.slope(std::fabs(z - b)), z - b), max_slope);
  }
  double curvature(double z, double b) const { return of.curvature(std::fabs(z - b)); }

  double prox_slope(double v, double h, double b) const {
    return bounded(std::copysign(of.prox_slope(std::fabs(v - b), h), v - b), INFINITY);
  }
  double prox(double v, double h, double b) const { return b + std::copysign(of.prox(std::fabs(v - b), h), v - b); }
  double prox_curvature(double v, double h, double b) const {
    return 1 / (h + 1 / of.curvature(of.prox(std::fabs(v - b), h)));
  }

  double conjugate(double s, double b) const { return s * b + of.conjugate(std::fabs(s)); }
  static double feasible(double s, double) { return s; }
  double gap(double z, double s, double b) const {
    const double r = std::fabs(z - b), size = std::fabs(s);
    return (z < b) == (s < 0) ? of.gap(r, size) : of.value(r) + of.conjugate(size) + size * r;
  }
  double divergence(double z, double reference, double b) const {
    return cut_divergence(*this, z, reference, b, uncut(z, b, 0), uncut(reference, b, 0),
                          [=](double to, double from) { return whole_divergence(to, from, b); });
  }
  double uncut(double z, double b, double more) const { return clamp(z, b - reach - more, b + reach + more); }

  PowerOf of;
  double label_bound, reach, max_slope;

 private:
  double whole_divergence(double z, double reference, double b) const {
    const double r = std::fabs(z - b), r0 = std::fabs(reference - b);
    if ((z < b) == (reference < b)) return of.divergence(r, r0);
    return of.value(r) + (of.q - 1) * of.value(r0) + of.slope(r0) * r;
  }
};

struct PowerHinge {
  static constexpr const char *kName = "power hinge";
  static constexpr const char *kLabels = "-1 or 1";
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kSigns, kExponent};
    all.slopes_grow = all.power_law = true;
    return all;
  }
  static double typical_curvature(const LossSpec &spec, double) { return spec.parameter; }

  explicit PowerHinge(const LossSpec &spec)
      : of{spec.parameter}, reach(1 + spec.decision_bound), max_slope(rounded_up(of.slope(reach))) {}

  static bool accepts(double b) { return b == 1 || b == -1; }
  static double prepare_label(double b) { return b; }
  // s^(q-1) - t^(q-1) <= (s - t)^(q-1) for s >= t >= 0.
  LossConstants constants() const {
    return {kName, kLabels, max_slope, INFINITY, of.q - 1, rounded_up(of.q), rounded_up(of.q), 1, max_slope};
  }

  double value(double z, double b) const { return of.value(beyond(z, b)); }
  double slope(double z, double b) const { return -b * bounded(of.slope(beyond(z, b)), max_slope); }
  double curvature(double z, double b) const { return b * z < 1 ? of.curvature(1 - b * z) : 0; }

  double prox_slope(double v, double h, double b) const {
    return -b * bounded(of.prox_slope(beyond(v, b), h), INFINITY);
  }
  double prox(double v, double h, double b) const { return b * v < 1 ? b * (1 - of.prox(1 - b * v, h)) : v; }
  double prox_curvature(double v, double h, double b) const {
    return b * v < 1 ? 1 / (h + 1 / of.curvature(of.prox(1 - b * v, h))) : 0;
  }

  double conjugate(double s, double b) const { return -b * s >= 0 ? b * s + of.conjugate(-b * s) : INFINITY; }
  static double feasible(double s, double b) { return -b * std::fmax(0, -b * s); }
  double gap(double z, double s, double b) const {
    const double t = 1 - b * z, size = -b * s;
    if (!(size >= 0)) return INFINITY;
    return t > 0 ? of.gap(t, size) : of.conjugate(size) - size * t;
  }
  double divergence(double z, double reference, double b) const {
    return cut_divergence(*this, z, reference, b, uncut(z, b, 0), uncut(reference, b, 0),
                          [=](double to, double from) { return whole_divergence(to, from, b); });
  }
  double uncut(double z, double b, double more) const { return b * std::fmax(b * z, 1 - reach - more); }

  PowerOf of;
  double reach, max_slope;

 private:
  static double beyond(double z, double b) { return b * z < 1 ? 1 - b * z : 0; }
  double whole_divergence(double z, double reference, double b) const {
    const double t = 1 - b * z, t0 = beyond(reference, b);
    return t > 0 ? of.divergence(t, t0) : (of.q - 1) * of.value(t0) - of.slope(t0) * t;
  }
};

}  // namespace dpcvx::model

#endif
