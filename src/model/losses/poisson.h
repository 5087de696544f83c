// Half the deviance of a Poisson variable of mean exp(z) at a count b: exp(z) - b z - (b - b log b), up to z = log Y.
#ifndef DPCVX_MODEL_LOSSES_POISSON_H_
#define DPCVX_MODEL_LOSSES_POISSON_H_

#include "model/losses/cut.h"
#include "model/losses/exponentials.h"
#include "model/losses/spec.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

// Beyond the edge z = log Y, Y the bound on labels, it goes on by its tangent. So it is convex, at least 0, with slopes
// in [-b, Y - b] and a curvature of at most Y on the whole line. Its minimiser is log b, as b <= Y.
struct Poisson {
  static constexpr const char *kName = "Poisson";
  static constexpr const char *kLabels = "finite numbers >= 0";
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kCounts};
    all.newton_prox = true;
    return all;
  }
  // The mean count.
  static double typical_curvature(const LossSpec &, double scale) { return scale; }

  explicit Poisson(const LossSpec &spec)
      : label_bound(spec.label_bound),
        top(std::fmin(label_bound, kMaxTop)),
        edge(std::log(top)),
        max_slope(label_bound < INFINITY ? rounded_up(label_bound) : INFINITY) {}

  static bool accepts(double b) { return b >= 0 && std::isfinite(b); }
  double prepare_label(double b) const { return clamp(b, 0, label_bound); }
  LossConstants constants() const {
    const bool past_edge = label_bound < 1;  // where z = 0 is
    const double slope_at_zero = past_edge ? label_bound : std::fmax(1, label_bound - 1);
    const double value_at_zero = rounded_up(past_edge ? -entropy(label_bound) : std::fmax(1, 1 + entropy(label_bound)));
    return {kName, kLabels, max_slope, max_slope, 1, max_slope, slope_at_zero, value_at_zero, max_slope};
  }

  double value(double z, double b) const { return z > edge ? above(edge, b) + (top - b) * (z - edge) : above(z, b); }
  double slope(double z, double b) const {
    return bounded(z >= edge ? top - b : std::fmin(slope_below_edge(z, b), top - b), max_slope);
  }
  double curvature(double z, double) const { return z < edge ? std::exp(z) : 0; }

  // The root s of s = exp(v - h s) - b. With w = log(h (s + b)): w + exp(w) = v + h b + log h, whose left side is
  // convex. Newton's method from the right of the root falls to it. Last steps on the equation itself take out the
  // rounding of w.
  double prox_slope(double v, double h, double b) const {
    if (v != v) return 0;
    if (v - h * (top - b) >= edge) return top - b;
    const double log_h = std::log(h), target = v + h * b + log_h;
    double w = target > 1 ? std::log(target) : target;
    for (int step = 0; step < 60; ++step) {
      const double moved = std::exp(w), fall = (w + moved - target) / (1 + moved);
      w -= fall;
      if (!(fall > 0x1p-48)) break;
    }
    double s = std::exp(w - log_h) - b;
    for (int step = 0; step < 2; ++step) {
      const double u = v - h * s;
      s -= (s - slope_below_edge(u, b)) / (1 + h * std::exp(u));
    }
    return clamp(s, -b, top - b);
  }
  double prox(double v, double h, double b) const { return v - h * prox_slope(v, h, b); }
  double prox_curvature(double v, double h, double b) const {
    const double c = curvature(prox(v, h, b), b);
    return c / (1 + h * c);
  }

  // With g = s + b: g (log g - 1) - b (log b - 1), without its cancellation for small s.
  double conjugate(double s, double b) const {
    if (!(s >= -b && s <= top - b)) return INFINITY;
    if (b == 0) return entropy(s);
    return (s > -b ? (s + b) * std::log1p(s / b) : 0) + s * (std::log(b) - 1);
  }
  double feasible(double s, double b) const { return clamp(s, -b, top - b); }
  // With g = s + b the mean that has the slope s: the same for the label g, and a line beyond the edge.
  double gap(double z, double s, double b) const {
    if (!(s >= -b && s <= top - b)) return INFINITY;
    const double g = s + b;
    return z > edge ? above(edge, g) + std::fmax(0, top - g) * (z - edge) : above(z, g);
  }
  double divergence(double z, double reference, double b) const {
    return cut_divergence(*this, z, reference, b, std::fmin(z, edge), std::fmin(reference, edge), between);
  }

  double label_bound, top, edge, max_slope;

 private:
  static constexpr double kMaxTop = 0x1p990;  // exp stays below kMaxFinite up to its logarithm

  // The minimum of exp(z) - b z, and minus the entropy of b.
  static double entropy(double b) { return b > 0 ? b * (std::log(b) - 1) : 0; }
  // exp(z) - b z - (b - b log b) >= 0: with t = z - log b, b (e^t - 1 - t).
  static double above(double z, double b) {
    if (b == 0) return std::exp(z);
    const double t = z - std::log(b);
    return t > 2 ? std::exp(z) - b * (1 + t) : b * exp_beyond_line(t);
  }
  // exp(z) - b. Near its root t = z - log b, which rounding of log b moves by no more than an ulp of z would.
  static double slope_below_edge(double z, double b) {
    if (b == 0) return std::exp(z);
    const double t = z - std::log(b);
    return std::fabs(t) < 1 ? b * std::expm1(t) : std::exp(z) - b;
  }
  // exp(z) - exp(z0) - exp(z0) (z - z0).
  static double between(double z, double z0) {
    const double x = z - z0;
    return x > 2 ? std::exp(z) - std::exp(z0) * (1 + x) : std::exp(z0) * exp_beyond_line(x);
  }
};

}  // namespace dpcvx::model

#endif
