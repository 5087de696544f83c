// Two runs of SGD on neighbours, every step's loss chosen by an adversary who sees both: convex losses whose Hoelder
// constants are exact by construction, kinks put between the two points, the changed unit's gradients against each
// other. And the bound that is claimed, summed step by step by formulas of its own, with faults on demand.
#ifndef DPCVX_TESTS_OPTIMIZE_SGD_ADVERSARY_H_
#define DPCVX_TESTS_OPTIMIZE_SGD_ADVERSARY_H_

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "dpcvx/privacy.h"
#include "optimize/sgd_stability.h"

namespace adversary {

using dpcvx::optimize::SgdStability;
using dpcvx::optimize::SgdStabilityInputs;
using Vector = std::vector<double>;
using Random = std::mt19937_64;

inline double dot(const Vector &a, const Vector &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
inline double norm(const Vector &a) { return std::sqrt(dot(a, a)); }
inline Vector minus(Vector a, const Vector &b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}
inline Vector times(double s, Vector a) {
  for (double &x : a) x *= s;
  return a;
}
inline double uniform(Random &random, double low, double high) {
  return low + (high - low) * std::generate_canonical<double, 53>(random);
}
inline Vector direction(Random &random, size_t d) {
  std::normal_distribution<double> normal;
  Vector a(d);
  for (double &x : a) x = normal(random);
  const double length = norm(a);
  return length > 0 ? times(1 / length, a) : direction(random, d);
}

// ---- Losses, by their gradients ----

enum class Shape { kLinear, kSigned, kOneSided, kRadial };

struct Loss {
  Shape shape = Shape::kLinear;
  Vector a;         // direction of a ridge, gradient of a linear loss, centre of a radial one
  double at = 0;    // <a, w> at the kink
  double base = 0;  // added to the slope
};

struct World {
  SgdStabilityInputs terms;
  size_t d = 1;
  double G = INFINITY;  // clips slopes: a clipped gradient is no less Hoelder, and that of a convex loss
};

inline double power(double x, double a) { return a == 0 ? 1 : std::pow(x, a); }

inline Vector gradient(const World &world, const Loss &loss, const Vector &w) {
  const double a = world.terms.exponent, L = world.terms.holder;
  if (loss.shape == Shape::kLinear) return loss.a;
  if (loss.shape == Shape::kRadial) {
    Vector r = minus(w, loss.a);
    const double length = norm(r);
    if (length == 0) return r;
    return times(std::min(world.G, L / std::exp2(1 - a) * power(length, a)) / length, r);
  }
  const double x = dot(loss.a, w) - loss.at;
  const double slope = loss.shape == Shape::kSigned ? (x > 0   ? 1
                                                       : x < 0 ? -1
                                                               : 0) *
                                                          L / std::exp2(1 - a) * power(std::abs(x), a)
                       : x > 0 ? L * power(x, a)
                               : 0;
  return times(std::max(-world.G, std::min(world.G, loss.base + slope)), loss.a);
}

// Whether the loss keeps what the terms say of 0.
inline bool admissible(const World &world, const Loss &loss) {
  const SgdStabilityInputs &terms = world.terms;
  const Vector zero(world.d, 0.0);
  if (norm(gradient(world, loss, zero)) > terms.gradient_at_zero * (1 + 1e-12)) return false;
  if (world.G < INFINITY || terms.radius < INFINITY) return true;
  // On R^d without a Lipschitz constant losses are powers, >= 0.
  const double a = terms.exponent, k = loss.shape == Shape::kSigned ? terms.holder / std::exp2(1 - a) : terms.holder;
  const double x = loss.shape == Shape::kSigned ? std::abs(loss.at) : std::max(0.0, -loss.at);
  return loss.shape != Shape::kLinear && loss.shape != Shape::kRadial && loss.base == 0 &&
         k * std::pow(x, 1 + a) / (1 + a) <= terms.value_at_zero * (1 + 1e-12);
}

// ---- Two runs ----

struct Pair {
  Vector w, v;
};

inline Vector stepped(const World &world, const Vector &w, const Vector &g) {
  const SgdStabilityInputs &terms = world.terms;
  Vector next = minus(times(1 - terms.step_size * terms.l2, w), times(terms.step_size, g));
  const double length = norm(next);
  return length > terms.radius ? times(terms.radius / length, next) : next;
}

inline Pair common_step(const World &world, const Pair &at, const Loss &loss) {
  return {stepped(world, at.w, gradient(world, loss, at.w)), stepped(world, at.v, gradient(world, loss, at.v))};
}

// A ridge whose kink is between the two points, `apart` from each other along it; as it leans to `u`, distances grow
// towards u.
inline Loss straddling(const Pair &at, double apart, Shape shape, const Vector &u, Random &random) {
  const Vector gap = minus(at.w, at.v);
  const double D = norm(gap);
  Loss loss;
  loss.shape = shape;
  if (D == 0) {
    loss.a = direction(random, u.size());
  } else if (u.size() == 1 || D <= apart) {
    loss.a = times(1 / D, gap);
  } else {
    Vector across = minus(times(dot(u, gap) / (D * D), gap), u);
    if (norm(across) < 1e-6) {
      const Vector other = direction(random, u.size());
      across = minus(other, times(dot(other, gap) / (D * D), gap));
    }
    if (norm(across) < 1e-6) across = Vector{-gap[1], gap[0]}, across.resize(u.size());
    const double cosine = apart / D, length = norm(across);
    loss.a = times(cosine / D, gap);
    const Vector rest = times(std::sqrt(1 - cosine * cosine) / length, across);
    for (size_t i = 0; i < u.size(); ++i) loss.a[i] += rest[i];
  }
  const double x = dot(loss.a, at.w), y = dot(loss.a, at.v);
  loss.at = shape == Shape::kSigned ? x / 2 + y / 2 : std::min(x, y);
  return loss;
}

// How far apart along a ridge two points must be for the step to add most.
inline double best_apart(const World &world) {
  const SgdStabilityInputs &terms = world.terms;
  const double a = terms.exponent, eta = terms.step_size / (1 - terms.step_size * terms.l2), L = terms.holder;
  const double most = std::min(terms.oscillation, 2 * world.G);
  if (a == 0) return 1e-9;
  if (a == 1) return most < INFINITY ? most / L : 1;
  const double m = a / (1 + a), x = std::pow(std::pow(eta * m, a) * L, 1 / (1 - a));
  return std::pow(std::min(x, most) / L, 1 / a);
}

struct Run {
  double distance = 0;           // of what is released
  double longest = 0;            // of all iterates
  std::vector<int64_t> touches;  // steps
};

// How greedy the adversary is: 1 always takes the loss that drives the points apart most.
struct Manner {
  double greed = 1;
  bool fixed_direction = true;  // of the changed unit's gradients
  uint64_t seed = 0;
};

inline Pair untouched(const World &world, const Pair &at, const Vector &u, const Manner &manner, Random &random) {
  Pair best = {stepped(world, at.w, Vector(world.d, 0.0)), stepped(world, at.v, Vector(world.d, 0.0))};
  double most = -1;
  const auto offer = [&](Loss loss) {
    if (!admissible(world, loss)) return;
    const Pair next = common_step(world, at, loss);
    const double D = norm(minus(next.w, next.v));
    if (D > most) most = D, best = next;
  };
  if (uniform(random, 0, 1) > manner.greed) {
    Loss loss;
    loss.shape = uniform(random, 0, 1) < 0.5 ? Shape::kSigned : Shape::kOneSided;
    loss.a = direction(random, world.d);
    loss.at = dot(loss.a, uniform(random, 0, 1) < 0.5 ? at.w : at.v) + uniform(random, -0.1, 0.1);
    offer(loss);
    return best;
  }
  const double apart = best_apart(world);
  for (const double share : {1.0, 0.7, 1.4})
    for (const Shape shape : {Shape::kSigned, Shape::kOneSided}) offer(straddling(at, share * apart, shape, u, random));
  if (!world.terms.ridge && world.d > 1) {
    Loss loss;
    loss.shape = Shape::kRadial;
    loss.a = times(0.5, at.w);
    for (size_t i = 0; i < world.d; ++i) loss.a[i] += 0.5 * at.v[i];
    offer(loss);
  }
  return best;
}

inline Loss changed(const World &world, const Vector &u, double sign) {
  const SgdStabilityInputs &terms = world.terms;
  const double a = terms.exponent, L = terms.holder;
  Loss loss;
  loss.a = times(sign, u);
  if (world.G < INFINITY) {
    loss.a = times(world.G, loss.a);
    return loss;
  }
  loss.shape = Shape::kOneSided;
  if (terms.radius < INFINITY) {
    loss.base = terms.gradient_at_zero;
    return loss;
  }
  const double most =
      std::min(std::pow(terms.gradient_at_zero / L, 1 / a), std::pow(terms.value_at_zero * (1 + a) / L, 1 / (1 + a)));
  loss.at = -most;
  return loss;
}

// The changed unit is met at steps `touches`.
inline Run run(const World &world, const std::vector<int64_t> &touches, const Manner &manner) {
  const SgdStabilityInputs &terms = world.terms;
  Random random(manner.seed);
  Pair at = {Vector(world.d, 0.0), Vector(world.d, 0.0)};
  Vector u = direction(random, world.d), sum(world.d, 0.0);
  const int64_t averaged =
      std::max<int64_t>(1, static_cast<int64_t>(std::ceil(terms.average * static_cast<double>(terms.steps))));
  double longest = 0;
  size_t next = 0;
  for (int64_t t = 1; t <= terms.steps; ++t) {
    if (next < touches.size() && touches[next] == t) {
      ++next;
      const Vector gap = minus(at.w, at.v);
      if (!manner.fixed_direction && norm(gap) > 0) u = times(1 / norm(gap), gap);
      const Loss one = changed(world, u, -1), other = changed(world, u, 1);
      const bool removed = terms.adjacency == DPCVX_ADJACENCY_ADD_REMOVE;
      at = {stepped(world, at.w, gradient(world, one, at.w)),
            stepped(world, at.v, removed ? Vector(world.d, 0.0) : gradient(world, other, at.v))};
    } else {
      at = untouched(world, at, u, manner, random);
    }
    longest = std::max({longest, norm(at.w), norm(at.v)});
    if (t > terms.steps - averaged)
      for (size_t i = 0; i < world.d; ++i) sum[i] += (at.w[i] - at.v[i]) / static_cast<double>(averaged);
  }
  return {norm(sum), longest, touches};
}

// ---- The bound, step by step ----

struct Fault {
  double growth = 1, touch = 1;
  bool late = false;  // growth counted from the last touch on only
};

inline double reference(const SgdStability &stability, const std::vector<int64_t> &touches, const Fault &fault = {}) {
  if (touches.empty()) return 0;
  const SgdStabilityInputs &terms = stability.terms();
  const double q = 1 - terms.step_size * terms.l2;
  double X = 0, Y = 0, sum = 0;
  size_t next = 0;
  for (int64_t t = 1; t <= terms.steps; ++t) {
    X = q *
        std::sqrt(X * X + (X > 0 && (!fault.late || next == touches.size()) ? fault.growth * stability.growth() : 0));
    Y = q * Y + (next > 0 ? 2 * terms.step_error : 0);
    if (next < touches.size() && touches[next] == t) {
      const double b = fault.touch * stability.touch(t);
      if (next == 0)
        X = b, Y = 2 * terms.step_error;
      else
        Y += b;
      ++next;
    }
    if (t > terms.steps - stability.averaged()) sum += (X + Y) / static_cast<double>(stability.averaged());
  }
  return std::min(terms.diameter, sum + 2 * terms.output_error);
}

}  // namespace adversary

#endif
