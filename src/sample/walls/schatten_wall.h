// A wall of finite slope around a Schatten ball K about 0, as a part of a density:
//   f(X) = phi(dist_2(X, K)),   phi(t) = b t^2 / 2 up to t = M / b, and M t - M^2 / (2 b) beyond,
// b the curvature and M the slope; phi(t) = M t at b = infinity. f is the Moreau envelope of M dist(X, K).
//
// For every G of l2 norm at most M, f(X) >= <G, X> - sup_K <G, .> - ||G||^2 / (2 b). So what acceptance rests on is the
// G that is at hand, however far it is from a normal of K.
#ifndef DPCVX_SAMPLE_WALLS_SCHATTEN_WALL_H_
#define DPCVX_SAMPLE_WALLS_SCHATTEN_WALL_H_

#include "base/buffer.h"
#include "base/status.h"
#include "model/domains/domain.h"
#include "sample/parts/part.h"
#include "sample/spectrum.h"

namespace dpcvx::sample {

class SchattenWall final : public Part {
 public:
  // The exponents of rejections are greater by this, so that rounding leaves none below 0.
  static constexpr double kShift = 0x1p-10;

  // Takes all memory that is ever needed. `ball`: of kind kSchatten. 0 < slope < infinity, 0 < curvature <= infinity.
  dpcvx_status prepare(const model::Domain &ball, double slope, double curvature, Error &error);

  void begin() override;
  void linearize(const double *v, double *g) override;
  bool accept(const double *x, random::Rng &rng) override;
  bool by_entries() const override { return true; }
  void settle(const double *c, double variance, double *v) override;
  double lipschitz(double) const override { return slope_; }
  double centre_norm() const override { return 0; }
  double roughness() const override { return roughness_of(slope_, curvature_, spectrum_.entries()); }
  PartErrors errors(const Region &region) const override;

  // A step of c over this has tries of the wall's that are taken with probability e^(-c/2) or more, in the mean.
  static double roughness_of(double slope, double curvature, int64_t entries);

  // Returns whether the l2 norm of x alone tells that x is in the ball.
  static bool is_plainly_inside(const model::Domain &ball, const double *x);

  // Returns f(x) less <g, x> and the greatest number that this is never below, as computed: perhaps slightly below 0.
  double above(const double *x);

 private:
  double measure(const double *x, bool with_vectors);
  void aim(const double *c, double variance);

  const model::Domain *ball_ = nullptr;
  model::Domain sizes_;  // the ball of singular values
  double slope_ = 1, curvature_ = INFINITY;
  double least_ = 0;  // what f(x) - <g, x> is at least, less than 0 or 0
  Spectrum spectrum_;
  Buffer<double> normal_;             // singular values, less those of the projection
  Buffer<double> settled_, tangent_;  // where the tangent is taken, and its slope g
};

}  // namespace dpcvx::sample

#endif
