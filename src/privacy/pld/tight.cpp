#include "privacy/pld/tight.h"

#include <cmath>
#include <initializer_list>

#include "base/error.h"
#include "privacy/divergences/pure_composition.h"
#include "privacy/pld/pld_composition.h"
#include "numeric/directed_margin.h"
#include "numeric/up_sum.h"

namespace dpcvx::privacy {

namespace {

// The parts of a curve beside their deltas, Gaussians taken together.
struct Parts {
  Event events[LossSum::kMaxParts];
  size_t size = 0;
  bool symmetric = true;
};

bool is_gaussian(const Event &event) {
  return event.kind == Kind::kGdp || event.kind == Kind::kGaussian ||
         (event.kind == Kind::kPoissonGaussian && event.b == 1);
}

// False for parts without two worst laws, and for more parts or uses than are composed. Parts that cost nothing are
// left out.
bool all_parts_of(const Curve &curve, Parts *parts) {
  UpSum gaussians;
  int64_t uses = 0;
  for (size_t i = 0; i < curve.size(); ++i) {
    const Event &event = curve[i];
    if (event_pure(event) == 0 || (is_gaussian(event) && event_mu(event) == 0)) continue;
    if (is_gaussian(event)) {
      gaussians.add(square_up(event_mu(event)), event.count);
      continue;
    }
    if (parts->size + 1 >= LossSum::kMaxParts || !Profile::exists(event)) return false;
    if (__builtin_add_overflow(uses, event.count, &uses) || uses > LossSum::kMaxUses) return false;
    parts->symmetric = parts->symmetric && Profile::symmetric(event);
    parts->events[parts->size++] = event;
  }
  const double mu = sqrt_up(gaussians.up());
  if (mu > 0) {
    parts->events[parts->size] = gdp(mu);
    if (!Profile::exists(parts->events[parts->size++])) return false;
  }
  return true;
}

// Returns whether composed losses give less than closed forms do, which one use, Gaussians and equal pure parts have.
bool parts_of(const Curve &curve, Parts *parts) {
  if (!all_parts_of(curve, parts) || parts->size == 0) return false;
  const Event &first = parts->events[0];
  const bool pure_parts = first.kind == Kind::kPure || first.kind == Kind::kApproximate;
  return parts->size > 1 || !(first.count == 1 || (pure_parts && first.count <= kMaxEqualParts));
}

// The greater bound of both orders of the worst laws; ask(sum, already, &bound) gives the greater of one order's and
// what is there already. False without memory.
template <class Ask>
bool greater_of_orders(const Parts &parts, bool rough, LossScratch &scratch, double *greater, const Ask &ask) {
  *greater = 0;
  for (bool reversed : {false, true}) {
    if (reversed && parts.symmetric) break;
    LossSum sum(scratch);
    if (!sum.prepare(parts.events, parts.size, reversed, rough) || !ask(sum, *greater, greater)) return false;
  }
  return true;
}

dpcvx_status no_memory(Error &error) { return error.nomem("the privacy losses of a composition"); }

}  // namespace

bool beats_closed_forms(const Curve &curve) {
  Parts parts;
  return parts_of(curve, &parts);
}

dpcvx_status tight_delta(const Curve &curve, double epsilon, bool rough, LossScratch &scratch, double *delta,
                         Error &error) {
  const double closed = curve.delta(epsilon), lost = curve.joint_delta();
  double bound = 1;
  Parts parts;
  if (closed > lost && parts_of(curve, &parts) &&
      !greater_of_orders(parts, rough, scratch, &bound,
                         [=](LossSum &sum, double already, double *of) { return sum.delta(epsilon, already, of); }))
    return no_memory(error);
  *delta = std::fmin(closed, Curve::with_lost(lost, bound));
  return DPCVX_OK;
}

dpcvx_status tight_delta(const Curve &curve, double epsilon, double *delta, Error &error) {
  LossScratch scratch;
  return tight_delta(curve, epsilon, false, scratch, delta, error);
}

dpcvx_status delta_bounds(const Curve &curve, double epsilon, double *lower, double *upper, Error &error) {
  double above;
  DPCVX_TRY(tight_delta(curve, epsilon, &above, error));
  Parts parts;
  double attained = 0;
  if (all_parts_of(curve, &parts) && parts.size > 0) {
    LossScratch scratch;
    for (bool reversed : {false, true}) {
      LossSum sum(scratch);
      double bound;
      if (!sum.prepare(parts.events, parts.size, reversed) || !sum.attained(epsilon, &bound)) return no_memory(error);
      attained = std::fmax(attained, bound);
    }
  }
  // The deltas happen with a chance of at least this, and then the laws are told apart.
  const double lost = curve.joint_delta() * (1 - 0x1p-40);
  *lower = std::fmin(above, (lost + (1 - lost) * attained) * (1 - 0x1p-50));
  *upper = above;
  return DPCVX_OK;
}

dpcvx_status tight_epsilon(const Curve &curve, double delta, double *epsilon, Error &error) {
  const double closed = curve.epsilon(delta), rest = Curve::beside_lost(curve.joint_delta(), delta);
  double bound = INFINITY;
  Parts parts;
  LossScratch scratch;
  if (closed > 0 && rest > 0 && parts_of(curve, &parts) &&
      !greater_of_orders(parts, false, scratch, &bound,
                         [=](LossSum &sum, double already, double *of) { return sum.epsilon(rest, already, of); }))
    return no_memory(error);
  *epsilon = std::fmin(closed, bound);
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
