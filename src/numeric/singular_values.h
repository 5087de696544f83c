// Singular values and vectors of a matrix by one-sided Jacobi rotations (Hestenes 1958), in memory that is taken
// beforehand: a decomposition cannot fail.
#ifndef DPCVX_NUMERIC_SINGULAR_VALUES_H_
#define DPCVX_NUMERIC_SINGULAR_VALUES_H_

#include <cstddef>

#include "base/buffer.h"

namespace dpcvx::numeric {

// Turns `count` rows of `length` entries into rows that are orthogonal to each other:
//   turned = rotation * rows,   rotation orthogonal.
// So the lengths of the turned rows are singular values of the matrix, and all of them if count <= length.
class SingularValues {
 public:
  // Every pair of rows is met once a sweep. Matrices have taken 5 to 12 sweeps.
  static constexpr int kMaxSweeps = 60;

  bool allocate(size_t count, size_t length);

  size_t count() const { return count_; }
  size_t length() const { return length_; }
  // Where the rows go before decompose(), and where the turned rows are afterwards. Entries lie within [-1, 1]; the
  // greatest is at least 1/4, or all are 0.
  double *row(size_t i) { return rows_.data() + i * stride_; }
  const double *row(size_t i) const { return rows_.data() + i * stride_; }

  // Stops after kMaxSweeps sweeps. Returns whether the last one rotated nothing.
  bool decompose();
  // The same without the rotation, which is then unspecified: the bits of values and turned rows are those of
  // decompose().
  bool decompose_values();

  // decompose() from a first rotation, in place of none. The caller puts it where rotation() says, up to rounding.
  bool decompose_from_rotation();

  // The lengths of the turned rows, in no order. Rows shorter than 2^-70 may stay as they are.
  const double *values() const { return values_.data(); }
  // Row i of the rotation, of `count` entries.
  double *rotation(size_t i) { return rotation_.data() + i * turned_; }
  const double *rotation(size_t i) const { return rotation_.data() + i * turned_; }
  // Entries from one row of the rotation to the next.
  size_t rotation_width() const { return turned_; }
  // Sweeps of the last decomposition; kMaxSweeps: it may not have converged, which has not been seen.
  int sweeps() const { return sweeps_; }

 private:
  bool come_to_rest();
  bool sweep();
  double tangent(double a, double b, double across) const;
  void turn(size_t i, size_t j, double tangent, double across);

  size_t count_ = 0, length_ = 0, stride_ = 0, turned_ = 0;
  double tolerance_ = 0;
  int sweeps_ = 0;
  bool keeps_rotation_ = true;
  Buffer<double> rows_, unturned_, rotation_, values_, squares_;
  Buffer<double> across_, tangents_;  // of the pairs of rows of one stage
};

}  // namespace dpcvx::numeric

#endif
