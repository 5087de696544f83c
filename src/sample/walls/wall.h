// The domain's part of a draw: from the density exp(-||x - c||^2 / (2 s^2) - wall(x)), c the centre of the Gaussian
// that the tangents leave. What splits into coordinates is tried coordinate by coordinate, and laws that follow the
// constraints are tried from, so that a constraint, however strongly it holds, costs few tries.
#ifndef DPCVX_SAMPLE_WALLS_WALL_H_
#define DPCVX_SAMPLE_WALLS_WALL_H_

#include "base/buffer.h"
#include "base/status.h"
#include "sample/walls/ball_wall.h"
#include "sample/interval_law.h"
#include "sample/walls/simplex_wall.h"
#include "sample/target.h"

namespace dpcvx::sample {

class Wall {
 public:
  // The target's domain must outlive this. s^2 = variance; `step` is the lattice's.
  dpcvx_status prepare(const Target &target, double variance, double step, Error &error);
  bool there() const { return kind_ != Kind::kNone; }
  // Forgets the results of earlier tries.
  void begin();

  // c becomes the u that minimises wall(u) + ||u - c||^2 / (2 variance).
  void prox(double variance, double *c) const;

  // c becomes about the mean of the law about it.
  void mean(double *c) const;

  void aim(const double *c);
  // A try of coordinate j; true if it has been taken. Not of the pivot, which accept() sets from the others; -1: none.
  bool attempt(int64_t j, Noise &noise, random::Rng &rng, double *x) const;
  int64_t pivot() const { return kind_ == Kind::kSimplex ? simplex_.pivot() : -1; }
  // Tries all coordinates.
  bool accept(double *x, random::Rng &rng);

 private:
  enum class Kind : int8_t { kNone, kBox, kBall, kSimplex };

  Kind kind_ = Kind::kNone;
  double variance_ = 1;
  Buffer<Interval> sides_;  // of boxes
  Buffer<IntervalLaw> laws_;
  BallWall ball_;
  SimplexWall simplex_;
};

}  // namespace dpcvx::sample

#endif
