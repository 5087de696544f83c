// ||X||_q of the singular values of a matrix, 1 < q < 2, without these: within a stated share, and several times as
// fast as by rotations (PROOFS.md, "The Schatten norm in short"). Points are matrices row by row.
#ifndef DPCVX_SAMPLE_SCHATTEN_NORM_H_
#define DPCVX_SAMPLE_SCHATTEN_NORM_H_

#include <cstdint>

#include "base/buffer.h"
#include "sample/gram.h"

namespace dpcvx::sample {

class SchattenNorm {
 public:
  // Takes all memory that is ever needed. False: there is none.
  bool allocate(int64_t rows, int64_t columns, double q);

  // ||x - centre||_q^2, off by a share of error() at most. NaN: entries are too small or too large for it.
  double square(const double *x, const double *centre);
  // Infinity: square() is of no use.
  double error() const { return error_; }

 private:
  bool place_nodes(double a);
  void bound_error(double a);
  double apart() const;
  double trace_of_power(double scale);

  Gram gram_;
  double exponent_ = 1;                        // 2 / q
  double unit_ = 0;                            // of the weights
  double below_ = 0;                           // what small nodes that are left out add for each singular value, halved
  double first_ = 0, second_ = 0, third_ = 0;  // of large ones, for powers of eigenvalues
  double error_ = 0;
  Buffer<double> nodes_, weights_, reciprocals_, slopes_, sums_;
};

}  // namespace dpcvx::sample

#endif
