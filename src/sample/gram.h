// The products of a matrix's rows, or of its columns where these are fewer, reduced by Householder's reflections to a
// tridiagonal matrix of the same eigenvalues: squares of singular values. Points are matrices row by row.
#ifndef DPCVX_SAMPLE_GRAM_H_
#define DPCVX_SAMPLE_GRAM_H_

#include <cstdint>

#include "base/buffer.h"

namespace dpcvx::sample {

class Gram {
 public:
  // Takes all memory that is ever needed. False: there is none.
  bool allocate(int64_t rows, int64_t columns);

  size_t rank() const { return rank_; }
  size_t longer() const { return longer_; }
  // The trace of the products of x - centre; null: x. Traces without squares that overflow, or underflow and matter,
  // are usable.
  double multiply(const double *x, const double *centre);
  static bool is_usable(double trace) { return trace >= 0x1p-300 && trace <= 0x1p300; }
  void reduce();
  // Of the tridiagonal matrix, as multiply() and reduce() leave it.
  const double *diagonal() const { return diagonal_.data(); }
  const double *beside() const { return beside_.data(); }

  // After reduce(): turns[i] = row i of about the rotation whose rows are eigenvectors, `rank` rows of `width` entries
  // each. How near it is to them matters to no bound, and it is a rotation up to rounding (PROOFS.md, "The Schatten
  // norm in short"). False: not found in kMaxPasses passes a row. Leaves another tridiagonal matrix.
  static constexpr int kMaxPasses = 4;
  bool find_turns(double *turns, size_t width);

 private:
  void reflect(size_t column, double first, double square);
  void collect_reflections(double *turns, size_t width) const;
  void pass(size_t first, size_t last, double *turns, size_t width);

  int64_t rows_ = 0, columns_ = 0;
  size_t rank_ = 0, longer_ = 0;
  size_t stride_ = 0, width_ = 0;              // of the rows, and of those of the products: whole fours
  Buffer<double> entries_, products_;          // row j of the products becomes the vector of reflection j
  Buffer<double> image_, twist_;               // G v, and what a reflection adds
  Buffer<double> diagonal_, beside_, scales_;  // scales: 2 / v'v; 0: no reflection
};

}  // namespace dpcvx::sample

#endif
