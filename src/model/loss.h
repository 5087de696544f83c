// Losses phi(z, b) of a linear model, z = <a, w>. Each scalar loss is a small struct made from a LossSpec:
//
//   kName, kLabels            for reports and messages
//   traits()                  properties that no formula states (losses/traits.h)
//   typical_curvature(...)    the average of phi'' on typical data, for schedules
//   accepts(b)                whether a label is one; prepare_label(b) clips it to the declared bound
//   constants()               LossConstants. Privacy rests on max_slope: no computed slope exceeds it, at any z
//   value(z, b)               phi(z)
//   slope(z, b)               a subgradient; at a corner a fixed one. Feasible for the conjugate
//   curvature(z, b)           phi''(z); 0 at corners
//   prox(v, h, b)             argmin over u of phi(u) + (u - v)^2 / (2 h)
//   prox_slope(v, h, b)       the slope there, (v - prox) / h without its cancellation: that of the Moreau envelope
//   prox_curvature(v, h, b)   the curvature of the Moreau envelope
//   conjugate(s, b)           phi*(s) = sup over u of s u - phi(u); infinity outside its domain
//   feasible(s, b)            the point of the conjugate's domain nearest to s
//   gap(z, s, b)              phi(z) + phi*(s) - s z >= 0 (Fenchel, Young) as a sum of terms >= 0
//   divergence(z, z0, b)      phi(z) - phi(z0) - slope(z0) (z - z0) >= 0 (Bregman), without cancellation; where slopes
//                             are cut to max_slope, phi goes on by a tangent there: convex, with those slopes
//
// Accuracy: value, slope and curvature to a few ulps of themselves at a point that rounding of t = 1 - b z (or z - b)
// has moved by half an ulp of t; prox to a few ulps of the numbers that go into it, prox_slope to as many of itself;
// gap and divergence to some ten ulps of themselves at points that are off by a few ulps of t, and of t log t for
// powers. A caller's own loss has no conjugate: infinity there.
#ifndef DPCVX_MODEL_LOSS_H_
#define DPCVX_MODEL_LOSS_H_

#include "model/losses/callback.h"
#include "model/losses/envelope.h"
#include "model/losses/hinge.h"
#include "model/losses/huber.h"
#include "model/losses/logistic.h"
#include "model/losses/multinomial.h"
#include "model/losses/pinball.h"
#include "model/losses/poisson.h"
#include "model/losses/power.h"
#include "model/losses/spec.h"
#include "model/losses/squared.h"
#include "model/losses/traits.h"

namespace dpcvx::model {

template <class Loss, class Visit>
void visit_loss(const LossSpec &spec, const Visit &visit) {
  if (spec.smoothing > 0)
    visit(Envelope<Loss>(spec));
  else
    visit(Loss(spec));
}

// Calls visit(loss) with the scalar loss of that description; false where it is not a scalar loss.
template <class Visit>
bool with_loss(const LossSpec &spec, const Visit &visit) {
  switch (spec.kind) {
    case DPCVX_LOSS_LOGISTIC:
      return visit_loss<Logistic>(spec, visit), true;
    case DPCVX_LOSS_HINGE:
      return visit_loss<Hinge>(spec, visit), true;
    case DPCVX_LOSS_SMOOTHED_HINGE:
      return visit_loss<SmoothedHinge>(spec, visit), true;
    case DPCVX_LOSS_SQUARED:
      return visit_loss<Squared>(spec, visit), true;
    case DPCVX_LOSS_ABSOLUTE:
      return visit_loss<Absolute>(spec, visit), true;
    case DPCVX_LOSS_PINBALL:
      return visit_loss<Pinball>(spec, visit), true;
    case DPCVX_LOSS_HUBER:
      return visit_loss<Huber>(spec, visit), true;
    case DPCVX_LOSS_POWER_HINGE:
      return visit_loss<PowerHinge>(spec, visit), true;
    case DPCVX_LOSS_POWER:
      return visit_loss<Power>(spec, visit), true;
    case DPCVX_LOSS_POISSON:
      return visit_loss<Poisson>(spec, visit), true;
    case DPCVX_LOSS_CALLBACK:
      return visit_loss<Callback>(spec, visit), true;
    default:
      return false;
  }
}

// Calls visit(loss) with the loss of any kind, the multinomial included; false for a number that is no loss.
template <class Visit>
bool with_any_loss(const LossSpec &spec, const Visit &visit) {
  if (spec.kind != DPCVX_LOSS_MULTINOMIAL) return with_loss(spec, visit);
  visit(Multinomial(spec));
  return true;
}

}  // namespace dpcvx::model

#endif
