// The domain's part of a draw. Given the centre c of the Gaussian that the tangents leave, the wall moves it to the u
// that minimises wall(u) + ||u - c||^2 / (2 variance): t = (c - u) / variance is a subgradient of the wall at u, and
//   exp(-||x - c||^2 / (2 variance) - wall(x))  ~  N(x; u, variance I) exp(-(wall(x) - wall(u) - <t, x - u>)),
// so that a constraint, however strongly active, leaves the tries next to it. What splits into coordinates is tried
// coordinate by coordinate.
#ifndef DPCVX_SAMPLE_WALL_H_
#define DPCVX_SAMPLE_WALL_H_

#include "base/buffer.h"
#include "base/error.h"
#include "sample/target.h"

namespace dpcvx::sample {

class Wall {
 public:
  // The target's domain must outlive this.
  dpcvx_status prepare(const Target &target, double variance, Error &error);
  bool there() const { return domain_ != nullptr; }

  // c becomes u, which the next tries refer to.
  void move(double *c);
  // c becomes what move() would make of it; nothing is remembered.
  void pull(double *c) const;

  // True with the probability of coordinate j's factor, and of the rest.
  bool accept_entry(int64_t j, double x, random::Rng &rng) const;
  bool accept(const double *x, random::Rng &rng) const;

 private:
  bool is_box() const;
  double widest() const;
  double norm(const double *x) const;

  const model::Domain *domain_ = nullptr;
  int64_t dimension_ = 0;
  double slope_ = INFINITY, variance_ = 0;
  Buffer<double> tilt_, edge_;  // t, and the point of the domain that it is normal at
};

}  // namespace dpcvx::sample

#endif
