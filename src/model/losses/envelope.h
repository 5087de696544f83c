// The Moreau envelope of a loss, min over u of phi(u) + (u - z)^2 / (2 h): convex, at most phi and at least
// phi - h sup|phi'|^2 / 2, with slopes of phi and a slope that is 1/h-Lipschitz (Moreau 1965).
#ifndef DPCVX_MODEL_LOSSES_ENVELOPE_H_
#define DPCVX_MODEL_LOSSES_ENVELOPE_H_

#include "model/losses/cut.h"
#include "model/losses/spec.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

template <class Loss>
struct Envelope {
  static constexpr const char *kName = Loss::kName;
  static constexpr const char *kLabels = Loss::kLabels;
  static constexpr LossTraits traits() { return Loss::traits(); }
  static double typical_curvature(const LossSpec &spec, double scale) { return Loss::typical_curvature(spec, scale); }

  explicit Envelope(const LossSpec &spec) : loss(spec), h(spec.smoothing) {}

  static bool accepts(double b) { return Loss::accepts(b); }
  double prepare_label(double b) const { return loss.prepare_label(b); }
  // The slope at z is the loss's at a point nearer to its minimiser, hence no steeper than at z.
  LossConstants constants() const {
    LossConstants all = loss.constants();
    const double c = all.max_curvature;
    all.max_curvature = rounded_up(c < INFINITY ? 1 / (h + 1 / c) : 1 / h);
    all.holder_exponent = 1;
    all.holder_constant = all.max_curvature;
    if (all.max_third > 0) all.max_third = INFINITY;
    return all;
  }

  double value(double z, double b) const {
    const double s = loss.prox_slope(z, h, b);
    return loss.value(loss.prox(z, h, b), b) + h * s * s / 2;
  }
  double slope(double z, double b) const { return bounded(loss.prox_slope(z, h, b), max_slope); }
  double curvature(double z, double b) const { return loss.prox_curvature(z, h, b); }

  // The envelope of width g of the envelope of width h is the envelope of width g + h.
  double prox_slope(double v, double g, double b) const { return loss.prox_slope(v, g + h, b); }
  double prox(double v, double g, double b) const { return v - g * prox_slope(v, g, b); }
  double prox_curvature(double v, double g, double b) const { return loss.prox_curvature(v, g + h, b); }

  double conjugate(double s, double b) const { return loss.conjugate(s, b) + h * s * s / 2; }
  double feasible(double s, double b) const { return loss.feasible(s, b); }
  // With u the proximal point, z = u + h phi_h'(z): the loss's own gap at u plus (h/2) (phi_h'(z) - s)^2.
  double gap(double z, double s, double b) const {
    const double rest = loss.prox_slope(z, h, b) - s;
    return loss.gap(loss.prox(z, h, b), s, b) + h * rest * rest / 2;
  }
  double divergence(double z, double reference, double b) const {
    const auto whole = [=](double to, double from) { return whole_divergence(to, from, b); };
    if constexpr (IsCut<Loss>::value)
      return cut_divergence(*this, z, reference, b, uncut(z, b, 0), uncut(reference, b, 0), whole);
    else
      return whole(z, reference);
  }
  double uncut(double z, double b, double more) const { return loss.uncut(z, b, more + h * max_slope); }

  Loss loss;
  double h;
  double max_slope = loss.constants().max_slope;

 private:
  double whole_divergence(double z, double reference, double b) const {
    if (z == reference) return 0;
    const double from = loss.prox_slope(reference, h, b), rest = loss.prox_slope(z, h, b) - from;
    return inner(loss.prox(z, h, b), loss.prox(reference, h, b), from, b) + h * rest * rest / 2;
  }
  // phi(u) - phi(u0) - s (u - u0), s a subgradient at u0. It need not be the slope that the loss has at the double u0:
  // at a corner, or where u0 lies closer to one than doubles tell. The gap then asks for s alone.
  double inner(double u, double u0, double s, double b) const {
    const bool same = std::fabs(loss.slope(u0, b) - s) <= 0x1p-44 * std::fabs(s);
    return same || loss.conjugate(s, b) == INFINITY ? loss.divergence(u, u0, b) : loss.gap(u, s, b);
  }
};

}  // namespace dpcvx::model

#endif
