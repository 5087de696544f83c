// log(1 + exp(-b z)), b in {-1, +1}.
#ifndef DPCVX_MODEL_LOSSES_LOGISTIC_H_
#define DPCVX_MODEL_LOSSES_LOGISTIC_H_

#include "data/rows.h"
#include "model/losses/exponentials.h"
#include "model/losses/spec.h"
#include "model/losses/traits.h"
#include "numeric/exp.h"

namespace dpcvx::model {

struct Logistic {
  static constexpr const char *kName = "logistic";
  static constexpr const char *kLabels = "-1 or 1";
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kSigns};
    all.newton_prox = all.probabilities = true;
    return all;
  }
  static double typical_curvature(const LossSpec &, double) { return 0.25; }

  Logistic() = default;
  explicit Logistic(const LossSpec &) {}

  static bool accepts(double b) { return b == 1 || b == -1; }
  static double prepare_label(double b) { return b; }
  // The third derivative is at most 1 / (6 sqrt 3).
  static LossConstants constants() {
    return {kName, kLabels, 1, 0.25, 1, 0.25, 0.5, 0x1.62e42fefa39fp-1, 1, 0.096225044864938};
  }

  static double value(double z, double b) { return softplus(-b * z); }
  // -b / (1 + exp(b z)): a quotient of 1 by something >= 1, or 0 where exp overflows; 0 where z is not a number.
  static double slope(double z, double b) { return z == z ? -b / (1 + numeric::exp_of(b * z)) : 0; }
  // out[i] = slope(z[i], b[i]), the same bits, for z that are numbers; out is none of the two. All are aligned to 16
  // bytes, and have room for an even number.
  static void slopes(const double *z, const double *b, double *out, int64_t n) {
    using data::load_pair;
    for (int64_t i = 0; i < n; i += 2) *reinterpret_cast<data::Pair *>(out + i) = load_pair(b + i) * load_pair(z + i);
    numeric::exp_each(out, out, n);
    for (int64_t i = 0; i < n; i += 2)
      *reinterpret_cast<data::Pair *>(out + i) = -load_pair(b + i) / (1 + load_pair(out + i));
  }
  static double curvature(double z, double) {
    const double e = std::exp(-std::fabs(z));
    return e / ((1 + e) * (1 + e));
  }

  static double prox_slope(double v, double h, double b) { return v == v ? -b * prox_share(b * v, h) : 0; }
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
    return relative_entropy(p, 1 - p, m - (std::log1p(-p) - std::log(p)));
  }
  static double divergence(double z, double reference, double b) {
    const double m = b * z, m0 = b * reference;
    if (std::fabs(m0) > 600 && std::fabs(m - m0) >= 1) return from_afar(-std::fabs(m0), m0 > 0 ? m - m0 : m0 - m);
    return relative_entropy(1 / (1 + std::exp(m0)), 1 / (1 + std::exp(-m0)), m - m0);
  }

 private:
  static double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

  // log(q + p e^-x) + p x, q = 1 - p: the divergence between margins x apart, p and q the reference's shares. Near by,
  // the logarithm of a mean of exponentials of a centred variable; far away, from the side whose share is the smaller.
  static double relative_entropy(double p, double q, double x) {
    if (std::fabs(x) < 1) return std::log1p(q * exp_beyond_line(p * x) + p * exp_beyond_line(-q * x));
    const double gap = p <= q ? far_entropy(p, x) : far_entropy(q, -x);
    return gap > 0 ? gap : 0;
  }
  // log(1 + p (e^-x - 1)) + p x for p <= 1/2.
  static double far_entropy(double p, double x) {
    if (x > -700) return std::log1p(p * std::expm1(-x)) + p * x;
    return p > 0 ? std::log(p) - x + p * x : 0;
  }

  // Returns it for p below 2^-800, which doubles may not hold, from the logarithm of p: log(1 + p (e^-x - 1 + x)).
  static double from_afar(double log_p, double x) {
    return softplus(log_p + (x < -700 ? -x : std::log(exp_beyond_line(-x))));
  }

  // The root p in [0, 1] of p (1 + exp(x)) = 1, x = m + h p: in w = log(h p), w + log(1 + e^x) = log h, whose left side
  // is convex. Newton's method from the right of the root falls to it; from x <= max(m + 1, log h) it is soon there. A
  // last step on the equation itself takes out the rounding of w.
  static double prox_share(double m, double h) {
    const double high = 1 / (1 + std::exp(m));
    if (!(high > 0) || m + h < -40) return high > 0 ? high : 0;
    const double log_h = std::log(h);
    double w = std::log(std::fmin(h * high, std::fmax(1, log_h - m)));
    for (int step = 0; step < 60; ++step) {
      const double moved = std::exp(w), x = m + moved;
      const double fall = (w + softplus(x) - log_h) / (1 + moved / (1 + std::exp(-x)));
      w -= fall;
      if (!(fall > 0x1p-48)) break;
    }
    const double p = std::fmin(std::exp(w - log_h), high), share = 1 / (1 + std::exp(m + h * p));
    return clamp(p - (p - share) / (1 + h * share * (1 - share)), 0, high);
  }
};

}  // namespace dpcvx::model

#endif
