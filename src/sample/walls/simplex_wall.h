// The simplex { x >= 0, sum x = total }, sampled on its affine hull: all coordinates but one, the pivot i, are tried
// from laws of their own beside 0, and the pivot is what is left of the total. With any number w,
//   sum_j (x_j - c_j)^2 = sum_{j != i} (x_j - (c_j - w))^2 + (x_i - (c_i - w))^2 + const   where sum x = total,
// so that the pivot is left with a factor: the density of its own law beside 0, about c_i - w, over its greatest value.
// That is near 1 where w is such that the means of all laws sum to the total.
#ifndef DPCVX_SAMPLE_WALLS_SIMPLEX_WALL_H_
#define DPCVX_SAMPLE_WALLS_SIMPLEX_WALL_H_

#include "base/buffer.h"
#include "base/status.h"
#include "sample/interval_law.h"
#include "sample/target.h"

namespace dpcvx::sample {

class SimplexWall {
 public:
  dpcvx_status prepare(const Target &target, double variance, double step, Error &error);
  void prox(double variance, double *c) const;
  void mean(double *c) const;
  void aim(const double *c);
  int64_t pivot() const { return pivot_; }
  bool attempt(int64_t j, Noise &noise, random::Rng &rng, double *x) const;
  // Sets the pivot.
  bool accept(double *x, random::Rng &rng) const;

 private:
  template <class F>
  double shift(const double *c, const F &law) const;
  Interval side() const { return {0, INFINITY, slope_}; }

  int64_t dimension_ = 0, pivot_ = 0;
  double total_ = 0, slope_ = INFINITY, variance_ = 1;
  double left_ = 0, best_ = 0;  // c_i - w, and where the pivot's own density is greatest
  Buffer<IntervalLaw> laws_;
};

}  // namespace dpcvx::sample

#endif
