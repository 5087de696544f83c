// An lp ball, 1 <= p < infinity, as a constraint on Phi(x) = sum_j |x_j - o_j|^p <= R^p. The wall is A (Phi - R^p)_+,
// A infinite or M w_p / (p R^(p-1)). With any multiplier 0 <= l <= A,
//   wall(x) = l (Phi(x) - R^p) + [l (R^p - Phi)_+ + (A - l) (Phi - R^p)_+]:
// the first is a sum over coordinates, tried one by one; the second, >= 0, is small where l is such that tries have Phi
// near R^p. Which l is taken decides how often tries are rejected and nothing else.
//
// All but the points themselves in units of the radius, z = (x - o) / R: R^p itself may be far beyond all doubles.
#ifndef DPCVX_SAMPLE_WALLS_BALL_WALL_H_
#define DPCVX_SAMPLE_WALLS_BALL_WALL_H_

#include "base/buffer.h"
#include "base/status.h"
#include "sample/interval_law.h"
#include "sample/target.h"

namespace dpcvx::sample {

class BallWall {
 public:
  // Bounds the ratio of a multiplier to its estimate.
  static constexpr double kMaxFactor = 64;
  // Bounds the ratio of l to d + R ||c - o|| / s^2, for any estimate.
  static constexpr double kMaxExponent = 4;

  dpcvx_status prepare(const Target &target, double variance, double step, Error &error);
  void begin();
  void prox(double variance, double *c) const;
  void mean(double *c) const;
  void aim(const double *c);
  bool attempt(int64_t j, Noise &noise, random::Rng &rng, double *x) const;
  bool accept(const double *x, random::Rng &rng);

 private:
  double offset(double x, int64_t j) const { return (x - domain_->centre(j)) / radius_; }  // z
  double power(double z) const;                                                            // |z|^p
  double settle(double offset, double l) const;           // argmin l |u|^p + (u - offset)^2 / 2
  double moment(double offset, double multiplier) const;  // what |.|^p is about, of tries
  template <class F>
  double min_multiplier(const double *x, const F &f) const;
  double estimate(const double *c) const;
  void set_multiplier();
  void follow(double beyond);

  const model::Domain *domain_ = nullptr;
  int64_t dimension_ = 0;
  double p_ = 2, radius_ = 1, bound_ = INFINITY, variance_ = 1, step_ = 1;  // A; variance_ of z, step_ of x
  double multiplier_ = 0, estimate_ = 0, greatest_ = 0;
  double factor_ = 1, spread_ = 0;  // what tries have shown: multiplier / estimate, mean |Phi - 1|
  int64_t tries_ = 0;
  Buffer<double> aimed_at_;                  // c
  Buffer<double> tangent_, slope_, centre_;  // of coordinates: where, l p |.|^(p-1), and the Gaussian's centre, of x
  Buffer<IntervalLaw> corners_;              // p = 1
};

}  // namespace dpcvx::sample

#endif
