// Eigenvalues and eigenvectors of symmetric matrices, in memory that is taken beforehand: it cannot fail after a
// charge.
#ifndef DPCVX_ESTIMATE_COVARIANCE_SYMMETRIC_EIGEN_H_
#define DPCVX_ESTIMATE_COVARIANCE_SYMMETRIC_EIGEN_H_

#include <cstddef>

#include "base/buffer.h"

namespace dpcvx::estimate {

// Householder's reduction to a tridiagonal matrix, then QR steps with Wilkinson's shift. Their number is bounded: what
// is not 0 by then, which has not been seen, is left out.
class SymmetricEigen {
 public:
  bool allocate(size_t dimension);

  // Decomposes a finite matrix, stored by rows. Only its lower triangle is read.
  void decompose(const double *matrix);

  // The eigenvalues, descending, and unit eigenvectors in rows. The entry of greatest size of a vector is positive.
  const double *values() const { return values_.data(); }
  const double *vectors() const { return vectors_.data(); }

  // Writes sum_k f(value k) v_k v_k', by rows.
  template <class Function>
  void apply(const Function &f, double *out) const {
    for (size_t i = 0; i < d_ * d_; ++i) out[i] = 0;
    for (size_t k = 0; k < d_; ++k) {
      const double weight = f(values_[k]);
      const double *const v = vectors_.data() + k * d_;
      for (size_t i = 0; weight != 0 && i < d_; ++i)
        for (size_t j = 0; j < d_; ++j) out[i * d_ + j] += weight * v[i] * v[j];
    }
  }

 private:
  void reduce();
  void accumulate();
  void diagonalize();
  void step(size_t first, size_t last);
  void sort();

  size_t d_ = 0;
  Buffer<double> matrix_, vectors_, values_, beside_, factor_, work_;
};

}  // namespace dpcvx::estimate

#endif
