// The parts of a density exp(-V): V is a sum of convex parts. A chain replaces each by a tangent and then asks it for
// random decisions that depend on how far it lies above the tangent. No part is asked for its value.
#ifndef DPCVX_SAMPLE_PARTS_PART_H_
#define DPCVX_SAMPLE_PARTS_PART_H_

#include <cmath>
#include <cstdint>

#include "random/rng.h"

namespace dpcvx::sample {

// The region of a chain: points have norm at most `reach`, and tries are at most `spread` from the point of the
// tangent. Both are l2 norms, public, and may be infinite.
struct Region {
  double reach = INFINITY;
  double spread = INFINITY;
  double outside = INFINITY;  // how far from the domain points of the chain may be; matters where walls are finite
};

// Bounds on the rounding errors of a part, for all tangent points v and tries x in a region; infinity: not known.
struct PartErrors {
  // Bounds how far, in l2 norm, the g of linearize() is from the subgradient that accept() is consistent with.
  double tilt = INFINITY;
  // |log Pr[accept(x)] + B(x)|, those of the entries included; of x as given, a double.
  double log_ratio = INFINITY;
};

// A convex function f on R^d. Its Bregman divergence B(x) = f(x) - f(v) - <g, x - v> >= 0 from the tangent at v, g a
// subgradient of f at v, is split as
//   B(x) = sum_j b_j(x_j) + rest(x),  all terms >= 0,
// where b_j = 0 unless by_entries(). A chain first tries each coordinate by itself until it is accepted (rejections of
// coordinates add up), and then all of x at once (those of the rest of all parts multiply).
class Part {
 public:
  // Begins a chain. It forgets what earlier tries have shown for speed, so that the same draws give the same bits.
  virtual void begin() {}
  // g = a subgradient at v, which accept() and accept_entry() then refer to. `dimension` entries; g is overwritten.
  virtual void linearize(const double *v, double *g) = 0;
  // True with probability exp(-rest(x)). May be called any number of times about one v.
  virtual bool accept(const double *x, random::Rng &rng) = 0;

  // Whether linearize() takes no pass over data. Such parts choose their own v, after the others.
  virtual bool by_entries() const { return false; }
  // v: near the minimiser of f(v) + ||v - c||^2 / (2 variance). Any v is right; a good one saves tries.
  virtual void settle(const double * /*c*/, double /*variance*/, double * /*v*/) {}
  // Whether any b_j is not 0.
  virtual bool tries_entries() const { return by_entries(); }
  // True with probability exp(-b_j(x)).
  virtual bool accept_entry(int64_t /*j*/, double /*x*/, random::Rng & /*rng*/) { return true; }

  // Bounds ||subgradient||_2 at points of norm at most `reach`; infinity: nothing is known. Public.
  virtual double lipschitz(double reach) const = 0;
  // Bounds how far f moves a proximal point: ||u - w|| where w minimises h(w) + ||w - c||^2 / (2 variance), ||w|| <=
  // reach, and u the same with h + f, for any convex h. Public.
  virtual double displacement(double reach, double variance) const { return variance * lipschitz(reach); }
  // f is least at a point of norm at most this: then it draws proximal points nearer to that one. Infinity: not known.
  virtual double centre_norm() const { return INFINITY; }
  // Estimates the greatest trace of the Hessian, a public number that affects speed only.
  virtual double roughness() const = 0;
  virtual PartErrors errors(const Region &region) const = 0;

  // Passes over the data made since the part was made (1: each record once). NOT PRIVATE.
  virtual double passes() const { return 0; }

 protected:
  ~Part() = default;
};

}  // namespace dpcvx::sample

#endif
