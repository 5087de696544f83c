// A quadratic x'Hx / 2 + <b, x> with a symmetric H, by the entries of H that are not 0. With `beside` on its diagonal H
// is positive definite.
#ifndef DPCVX_SAMPLE_QUADRATIC_H_
#define DPCVX_SAMPLE_QUADRATIC_H_

#include <cstdint>

#include "base/buffer.h"
#include "base/status.h"

namespace dpcvx::sample {

class Quadratic {
 public:
  // `matrix`: dimension x dimension, row by row, finite; its symmetric part is taken. `linear`: null stands for 0.
  // Refuses a matrix that is not symmetric to a relative 2^-40, and one for which H + beside I cannot be proved to be
  // positive definite.
  dpcvx_status make(const double *matrix, const double *linear, int64_t dimension, double beside, Error &error);

  int64_t dimension() const { return static_cast<int64_t>(diagonal_.size()); }
  double diagonal(int64_t i) const { return diagonal_[static_cast<size_t>(i)]; }
  double linear(int64_t i) const { return linear_[static_cast<size_t>(i)]; }
  // Entries off the diagonal: row i has begin(i) <= k < end(i), in the order of their columns.
  int64_t begin(int64_t i) const { return starts_[static_cast<size_t>(i)]; }
  int64_t end(int64_t i) const { return starts_[static_cast<size_t>(i) + 1]; }
  int64_t column(int64_t k) const { return columns_[static_cast<size_t>(k)]; }
  double entry(int64_t k) const { return entries_[static_cast<size_t>(k)]; }
  int64_t entries() const { return starts_[diagonal_.size()]; }

  // out = H x.
  void multiply(const double *x, double *out) const;
  // m > -beside: H - m I is positive semidefinite. Where doubles show H itself to be positive definite, m > 0 is within
  // about a hundredth of the least eigenvalue, unless the diagonal's entries are so unlike that it is only a bound.
  double least() const { return least_; }
  // g > 0: H + beside I - g diag(H + beside I) is positive semidefinite.
  double least_of_scaled() const { return least_of_scaled_; }
  // Bounds the Frobenius norm, and the length of b. Up.
  double norm() const { return norm_; }
  double linear_norm() const { return linear_norm_; }
  // The trace of H.
  double trace() const { return trace_; }

 private:
  bool take_rows(const double *matrix);
  dpcvx_status find_least(const double *matrix, double beside, Error &error);

  Buffer<double> diagonal_, linear_, entries_;
  Buffer<int64_t> starts_;
  Buffer<int32_t> columns_;
  double least_ = 0, least_of_scaled_ = 0, norm_ = 0, linear_norm_ = 0, trace_ = 0;
};

}  // namespace dpcvx::sample

#endif
