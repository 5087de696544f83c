// Proofs in doubles that a symmetric matrix is positive definite, with bounds on its least eigenvalue, by Cholesky's
// algorithm (PROOFS.md of sweeps, section 5).
#ifndef DPCVX_SAMPLE_DEFINITENESS_H_
#define DPCVX_SAMPLE_DEFINITENESS_H_

#include <cstdint>

#include "base/buffer.h"

namespace dpcvx::sample {

// The half sum of two entries, exact where these are equal.
inline double symmetric_entry(const double *matrix, size_t d, size_t i, size_t j) {
  return matrix[i * d + j] / 2 + matrix[j * d + i] / 2;
}

class Definiteness {
 public:
  // `matrix` is d x d, row by row, and must outlive this; its symmetric part H counts. False: no memory.
  bool prepare(const double *matrix, size_t d);

  // m > 0: H + beside I - m I is positive semidefinite, m within a fiftieth of the least eigenvalue where doubles tell.
  // 0: no such m is shown.
  double least(double beside);
  // g > 0: with N = diag(H + beside I), H + beside I - g N is positive semidefinite. 0: no such g is shown.
  double least_of_scaled(double beside);
  // Whether H + beside I is shown to be positive definite.
  bool shows(double beside);
  // What doubles do not tell from 0 beside the entries of H + beside I.
  double resolution(double beside) const;

 private:
  void look_at(double beside);
  double search(double lost, double most);
  bool factors(double shift);
  double estimate(double shift);
  double entry(size_t i, size_t j) const;

  const double *matrix_ = nullptr;
  size_t d_ = 0;
  double beside_ = 0;
  Buffer<double> scales_, factor_, vector_;
  Buffer<size_t> first_;  // rows of the factor are 0 before it
};

}  // namespace dpcvx::sample

#endif
