// The ball of matrices whose singular values have an lp norm of at most r. A vector is a matrix row by row. The ball
// has memory of its own, so that projections take none; those on one ball run one after another.
#ifndef DPCVX_MODEL_DOMAINS_SCHATTEN_BALL_H_
#define DPCVX_MODEL_DOMAINS_SCHATTEN_BALL_H_

#include <cstdint>

#include "base/machine/thread.h"
#include "numeric/singular_values.h"

namespace dpcvx::model {

class SchattenBall {
 public:
  // False: there is no memory.
  bool allocate(double p, double radius, int64_t rows, int64_t columns);

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }

  // Infinite entries count as the largest doubles, NaN as 0; `out` may be w. The result is in the ball up to 2^-40 of
  // the radius. It is as near to the projection as the rounding of w's singular vectors lets it (PROOFS.md, section
  // 13).
  void project(const double *w, double *out);
  // The norm of w's singular values in lq, 1 <= q <= infinity.
  double norm(const double *w, double q);

 private:
  void decompose(const double *w);
  bool plainly_inside(const double *w) const;
  void compose(double *out);

  double p_ = 2, radius_ = 1;
  int64_t rows_ = 0, columns_ = 0, rank_ = 0;
  bool by_rows_ = true;  // the rows of the matrix are what is turned; else its columns
  int exponent_ = 0;     // the decomposed matrix is w / 2^exponent
  Mutex mutex_;
  numeric::SingularValues values_;
  Buffer<double> size_, kept_;  // singular values, and those of the projection
};

// Bounds E sup { <Z, W> : ||W||_p <= 1 } for Z of independent standard normal entries: the Gaussian width of the unit
// ball.
double schatten_width(double p, int64_t rows, int64_t columns);

}  // namespace dpcvx::model

#endif
