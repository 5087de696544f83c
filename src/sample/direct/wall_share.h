// The wall of a direct draw, of a box or an l2 ball. A ball's is A (||x - o||^2 - R^2)_+, and a share of it in [0, 1]
// can be part of the proposals' quadratic: wall(x) >= share A (||x - o||^2 - R^2) (PROOFS.md, section 2).
#ifndef DPCVX_SAMPLE_DIRECT_WALL_SHARE_H_
#define DPCVX_SAMPLE_DIRECT_WALL_SHARE_H_

#include "sample/target.h"

namespace dpcvx::sample {

class WallShare {
 public:
  // Whether the target has no wall, or one of finite slope about a box of inner points or an l2 ball.
  static bool has(const Target &target);
  // Bounds precision(): a public number.
  static double max_precision(const Target &target);

  WallShare() = default;
  explicit WallShare(const Target &target);

  bool is_of_ball() const { return steepness_ > 0; }
  // Sets the share, rounded so that 1 - share is a double. Of a ball.
  void set_share(double share);
  double share() const { return share_; }

  // The quadratic's: 2 share A.
  double precision() const { return share_ * steepness_; }
  // Adds the quadratic's slope at v so many times.
  void add_slope(double times, const double *v, double *slope) const;
  // Returns the wall less the quadratic and its constant: not negative. Of a box, without what is beyond upper faces
  // where sides[j] is 1, and beyond lower ones where it is -1; null: with all.
  double rest(const double *x, const int8_t *sides) const;
  // Returns (||x - o||^2 + more) / R^2. Of a ball.
  double square(const double *x, double more) const;
  // Returns about the log of the mean of exp(-rest) over a law of square(x, 0) with this mean and deviation.
  double log_mean(double mean, double deviation) const;

 private:
  double outside_of_box(const double *x, const int8_t *sides) const;

  const model::Domain *domain_ = nullptr;
  int64_t dimension_ = 0;
  double wall_ = 0, share_ = 0;
  double steepness_ = 0, scale_ = 0;  // 2 A and A R^2 of a ball
};

}  // namespace dpcvx::sample

#endif
