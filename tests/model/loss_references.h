// Every loss as its definition says, in long double, and what follows from it by search alone.
#ifndef DPCVX_TESTS_MODEL_LOSS_REFERENCES_H_
#define DPCVX_TESTS_MODEL_LOSS_REFERENCES_H_

#include <cmath>
#include <string>
#include <vector>

#include "model/loss.h"
#include "support/long_power.h"

namespace references {

using dpcvx::model::LossSpec;

inline bool classifies(int32_t kind) {
  return kind == DPCVX_LOSS_LOGISTIC || kind == DPCVX_LOSS_HINGE || kind == DPCVX_LOSS_SMOOTHED_HINGE ||
         kind == DPCVX_LOSS_POWER_HINGE;
}

// Labels are counts, >= 0.
inline bool counts(int32_t kind) { return kind == DPCVX_LOSS_POISSON; }

// A caller's loss: sqrt(1 + r^2), smooth and 1-Lipschitz.
inline double pseudo_huber(double z, double b, double *slope, void *) {
  const double root = std::hypot(1, z - b);
  *slope = (z - b) / root;
  return root;
}

inline std::vector<LossSpec> specs() {
  std::vector<LossSpec> all;
  const auto add = [&all](int32_t kind, double parameter) {
    LossSpec spec;
    spec.kind = kind;
    spec.parameter = parameter;
    if (!classifies(kind)) spec.label_bound = 1;
    if (kind == DPCVX_LOSS_SQUARED || kind == DPCVX_LOSS_POWER || kind == DPCVX_LOSS_POWER_HINGE)
      spec.decision_bound = 5;
    if (kind == DPCVX_LOSS_CALLBACK) {
      spec.callback = pseudo_huber;
      spec.max_slope = spec.max_curvature = 1;
    }
    for (double smoothing : {0.0, 0.1, 3.0}) {
      spec.smoothing = smoothing;
      all.push_back(spec);
    }
  };
  add(DPCVX_LOSS_LOGISTIC, 0);
  add(DPCVX_LOSS_HINGE, 0);
  add(DPCVX_LOSS_SMOOTHED_HINGE, 0.5);
  add(DPCVX_LOSS_SMOOTHED_HINGE, 3);
  add(DPCVX_LOSS_SQUARED, 0);
  add(DPCVX_LOSS_ABSOLUTE, 0);
  add(DPCVX_LOSS_PINBALL, 0.5);
  add(DPCVX_LOSS_PINBALL, 0.9);
  add(DPCVX_LOSS_HUBER, 0.3);
  add(DPCVX_LOSS_HUBER, 2);
  for (double q : {1.01, 1.5, 1.95}) {
    add(DPCVX_LOSS_POWER_HINGE, q);
    add(DPCVX_LOSS_POWER, q);
  }
  for (double most : {1.0, 0.02, 40.0}) {
    add(DPCVX_LOSS_POISSON, 0);
    for (size_t i = all.size() - 3; i < all.size(); ++i) all[i].label_bound = most;
  }
  add(DPCVX_LOSS_CALLBACK, 0);
  return all;
}

inline std::string kind_name(const LossSpec &spec) {
  return "loss " + std::to_string(spec.kind) + " (" + std::to_string(spec.parameter) + ", smoothing " +
         std::to_string(spec.smoothing) + ")";
}

class Reference {
 public:
  typedef long double Real;

  explicit Reference(const LossSpec &spec) : spec_(spec) {}

  Real value(Real z, Real b) const {
    if (spec_.smoothing == 0) return plain(z, b);
    const Real u = minimum(z, spec_.smoothing, b), s = (z - u) / spec_.smoothing;
    return plain(u, b) + spec_.smoothing * s * s / 2;
  }
  // At a corner, 0 or the middle, as the library has it.
  Real slope(Real z, Real b) const {
    if (spec_.smoothing == 0) return plain_slope(z, b);
    return (z - minimum(z, spec_.smoothing, b)) / spec_.smoothing;
  }
  // Whether slopes there are not clamped.
  bool within(double z, double b) const {
    return std::fabs(z - b) <= spec_.decision_bound && std::fabs(z) <= spec_.decision_bound;
  }
  // Where the loss itself has a corner.
  bool corner(double z, double b) const {
    if (spec_.smoothing > 0) return false;
    return (spec_.kind == DPCVX_LOSS_HINGE && b * z == 1) ||
           ((spec_.kind == DPCVX_LOSS_ABSOLUTE || spec_.kind == DPCVX_LOSS_PINBALL) && z == b);
  }
  // Whether the slope's slope jumps, or is unbounded, between these.
  bool corner_between(Real low, Real high, Real b) const {
    const Real h = spec_.smoothing, p = spec_.parameter;
    std::vector<Real> at;
    switch (spec_.kind) {
      case DPCVX_LOSS_HINGE:
        at = {1, 1 - h};
        break;
      case DPCVX_LOSS_SMOOTHED_HINGE:
        at = {1, 1 - p - h};
        break;
      case DPCVX_LOSS_ABSOLUTE:
        at = {b - h, b + h};
        break;
      case DPCVX_LOSS_PINBALL:
        at = {b - h * p, b + h * (1 - p)};
        break;
      case DPCVX_LOSS_HUBER:
        at = {b - p - h, b + p + h};
        break;
      case DPCVX_LOSS_POWER_HINGE:
        at = {1};
        break;
      case DPCVX_LOSS_POWER:
        at = {b};
        break;
      case DPCVX_LOSS_POISSON:
        at = {poisson_edge() + h * (spec_.label_bound - b)};
        break;
      default:
        break;
    }
    // Powers bend hard near their corner.
    const bool power = spec_.kind == DPCVX_LOSS_POWER_HINGE || spec_.kind == DPCVX_LOSS_POWER;
    const Real room = power ? 100 * (high - low) + 0.01L : 0;
    for (Real c : at) {
      const Real z = classifies(spec_.kind) ? b * c : c;
      if (z >= low - room && z <= high + room) return true;
    }
    return false;
  }

  Real prox(Real v, Real h, Real b) const {
    // The envelope of width g has the proximal point v + h / (g + h) (prox_(g + h) - v).
    const Real g = spec_.smoothing;
    return v + h / (g + h) * (minimum(v, g + h, b) - v);
  }
  // How fast the slope at the proximal point changes with the point.
  Real steepness(Real u, Real h, Real b) const {
    const Real step = 1e-5L;
    return std::fmin(1 / h, std::fabs(slope(u + step, b) - slope(u - step, b)) / step + 1e-3L +
                                (corner_between(u - step, u + step, b) ? 1 / h : 0));
  }

  // max of s u - phi(u) over |u| <= reach, by golden section on a concave function.
  Real tilted(Real s, Real b, Real reach) const {
    Real low = -reach, high = reach;
    const auto at = [&](Real u) { return s * u - value(u, b); };
    for (int step = 0; step < 120; ++step) {
      const Real left = low + (high - low) / 3, right = high - (high - low) / 3;
      const bool rises = at(left) < at(right);
      (rises ? low : high) = rises ? left : right;
    }
    return at((low + high) / 2);
  }

 private:
  // Where the exponential goes on by its tangent.
  Real poisson_edge() const { return std::log(static_cast<Real>(spec_.label_bound)); }
  // e^x - 1 - x by its series.
  static Real beyond_line(Real x) {
    Real sum = 0;
    for (int k = 30; k >= 3; --k) sum = (sum + 1) * x / k;
    return x * x / 2 * (1 + sum);
  }
  Real plain(Real z, Real b) const {
    const Real p = spec_.parameter, t = 1 - b * z, r = std::fabs(z - b);
    switch (spec_.kind) {
      case DPCVX_LOSS_LOGISTIC:
        return b * z > 0 ? std::log1p(std::exp(-b * z)) : -b * z + std::log1p(std::exp(b * z));
      case DPCVX_LOSS_HINGE:
        return std::fmax(0, t);
      case DPCVX_LOSS_SMOOTHED_HINGE:
        return t <= 0 ? 0 : t <= p ? t * t / (2 * p) : t - p / 2;
      case DPCVX_LOSS_SQUARED:
        return r * r / 2;
      case DPCVX_LOSS_ABSOLUTE:
        return r;
      case DPCVX_LOSS_PINBALL:
        return z > b ? static_cast<Real>(1 - spec_.parameter) * r : p * r;
      case DPCVX_LOSS_HUBER:
        return r <= p ? r * r / (2 * p) : r - p / 2;
      case DPCVX_LOSS_POWER_HINGE:
        return t <= 0 ? 0 : long_power(t, p);
      case DPCVX_LOSS_POWER:
        return long_power(r, p);
      case DPCVX_LOSS_POISSON: {
        const Real edge = poisson_edge(), near = std::fmin(z, edge), u = near - std::log(b);
        const Real within = b == 0 ? std::exp(near) : std::fabs(u) < 1 ? b * beyond_line(u) : b * (std::expm1(u) - u);
        return within + (std::exp(edge) - b) * (z - near);
      }
      default:
        return std::sqrt(1 + r * r);
    }
  }
  Real plain_slope(Real z, Real b) const {
    const Real p = spec_.parameter, t = 1 - b * z, r = std::fabs(z - b);
    const Real side = z > b ? 1 : z < b ? -1 : 0;
    switch (spec_.kind) {
      case DPCVX_LOSS_LOGISTIC:
        return -b / (1 + std::exp(b * z));
      case DPCVX_LOSS_HINGE:
        return t > 0 ? -b : 0;
      case DPCVX_LOSS_SMOOTHED_HINGE:
        return t <= 0 ? 0 : -b * std::fmin(t / p, 1);
      case DPCVX_LOSS_SQUARED:
        return z - b;
      case DPCVX_LOSS_ABSOLUTE:
        return side;
      case DPCVX_LOSS_PINBALL:
        return side > 0 ? static_cast<Real>(1 - spec_.parameter) : side * p;
      case DPCVX_LOSS_HUBER:
        return side * std::fmin(r / p, 1);
      case DPCVX_LOSS_POWER_HINGE:
        return t <= 0 ? 0 : -b * p * long_power(t, p - 1);
      case DPCVX_LOSS_POWER:
        return side == 0 ? 0 : side * p * long_power(r, p - 1);
      case DPCVX_LOSS_POISSON:
        return std::exp(std::fmin(z, poisson_edge())) - b;
      default:
        return (z - b) / std::sqrt(1 + r * r);
    }
  }
  // argmin over u of phi(u) + (u - v)^2 / (2 h): bisection on u - v + h phi'(u), which grows with u. In terms of the
  // step from v, so that small widths lose nothing.
  Real minimum(Real v, Real h, Real b) const {
    const Real reach = h * (std::fabs(plain_slope(v, b)) + 1);
    Real low = -reach, high = reach;
    for (int step = 0; step < 80; ++step) {
      const Real middle = (low + high) / 2;
      (middle + h * plain_slope(v + middle, b) > 0 ? high : low) = middle;
    }
    return v + (low + high) / 2;
  }

  LossSpec spec_;
};

}  // namespace references

#endif
