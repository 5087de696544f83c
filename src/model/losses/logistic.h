// log(1 + exp(-b z)), b in {-1, +1}.
#ifndef DPCVX_MODEL_LOSSES_LOGISTIC_H_
#define DPCVX_MODEL_LOSSES_LOGISTIC_H_

#include "model/losses/exponentials.h"
#include "model/losses/spec.h"

namespace dpcvx::model {

struct Logistic {
  static constexpr const char *kName = "logistic";
  static constexpr const char *kLabels = "-1 or 1";
  static constexpr double kMostSlope = 1;
  static constexpr double kMostCurvature = 0.25;

  Logistic() = default;
  explicit Logistic(const LossSpec &) {}

  static bool accepts(double b) { return b == 1 || b == -1; }
  static double prepare_label(double b) { return b; }
  static LossConstants constants() { return {kName, kLabels, 1, 0.25, 1, 0.25, 0.5, 0x1.62e42fefa39fp-1}; }

  static double value(double z, double b) { return softplus(-b * z); }
  // -b / (1 + exp(b z)): a quotient of 1 by something >= 1, or 0 where exp overflows; 0 where z is not a number.
  static double slope(double z, double b) { return z == z ? -b / (1 + std::exp(b * z)) : 0; }
  static double curvature(double z, double) {
    const double e = std::exp(-std::fabs(z));
    return e / ((1 + e) * (1 + e));
  }

  static double prox_slope(double v, double h, double b) { return -b * prox_share(b * v, h); }
  static double prox(double v, double h, double b) { return v - h * prox_slope(v, h, b); }
  static double prox_curvature(double v, double h, double b) {
    const double c = curvature(prox(v, h, b), b);
    return c / (1 + h * c);
  }

  static double conjugate(double s, double b) {
    const double p = -b * s;
    if (!(p >= 0 && p <= 1)) return INFINITY;
    return (p > 0 ? p * std::log(p) : 0) + (p < 1 ? (1 - p) * std::log1p(-p) : 0);
  }
  static double feasible(double s, double b) { return -b * clamp(-b * s, 0, 1); }
  static double gap(double z, double s, double b) {
    const double p = -b * s, m = b * z;
    if (!(p >= 0 && p <= 1)) return INFINITY;
    if (p == 0) return softplus(-m);
    if (p == 1) return softplus(m);
    return relative_entropy(p, m - (std::log1p(-p) - std::log(p)));
  }
  static double divergence(double z, double reference, double b) {
    const double m = b * z, m0 = b * reference;
    const double p = 1 / (1 + std::exp(m0));
    return p > 0 ? relative_entropy(p, m - m0) : softplus(-m);
  }

 private:
  static double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

  // log(1 - p + p e^-x) + p x: the divergence between margins x apart, p = 1 / (1 + exp(the reference)). Near by, the
  // logarithm of a mean of exponentials of a centred variable; far away, from the side whose share is the smaller.
  static double relative_entropy(double p, double x) {
    if (std::fabs(x) < 1) return std::log1p((1 - p) * exp_beyond_line(p * x) + p * exp_beyond_line(-(1 - p) * x));
    const double q = 1 - p;
    const double gap = p <= 0.5 ? far_entropy(p, x) : far_entropy(q, -x);
    return gap > 0 ? gap : 0;
  }
  // log(1 + p (e^-x - 1)) + p x for p <= 1/2.
  static double far_entropy(double p, double x) {
    if (x > -700) return std::log1p(p * std::expm1(-x)) + p * x;
    return p > 0 ? std::log(p) - x + p * x : 0;
  }

  // The root p in [0, 1] of p (1 + exp(m + h p)) = 1, by Newton's method inside a bracket: the left side less the right
  // is increasing in p. Good to a few ulps of max(p, 2^-1022).
  static double prox_share(double m, double h) {
    double low = 0, high = 1 / (1 + std::exp(m));  // at p = high the right side can only be smaller
    double p = high;
    for (int step = 0; step < 100; ++step) {
      const double share = 1 / (1 + std::exp(m + h * p));
      const double excess = p - share;
      (excess > 0 ? high : low) = p;
      double next = p - excess / (1 + h * share * (1 - share));
      if (!(next >= low && next <= high)) next = low + (high - low) / 2;
      if (std::fabs(next - p) <= 0x1p-52 * p) return next;
      p = next;
    }
    return p;
  }
};

}  // namespace dpcvx::model

#endif
