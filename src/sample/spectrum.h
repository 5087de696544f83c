// The singular values of a matrix and matrices with its singular vectors, within stated errors (PROOFS.md, "The
// Schatten norm's part"). Points are matrices row by row.
#ifndef DPCVX_SAMPLE_SPECTRUM_H_
#define DPCVX_SAMPLE_SPECTRUM_H_

#include <cstdint>

#include "base/buffer.h"
#include "numeric/singular_values.h"
#include "sample/gram.h"

namespace dpcvx::sample {

// Bounds on a decomposition's errors, relative to the matrix in l2.
struct SpectralErrors {
  double point;  // how far the matrix is whose singular values and vectors are exact
  double turns;  // how far the computed rotation is from one, and what compose() makes from its exact value
};

class Spectrum {
 public:
  // Takes all memory that is ever needed. False: there is none.
  bool allocate(int64_t rows, int64_t columns);

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t rank() const { return rank_; }
  int64_t entries() const { return rows_ * columns_; }

  // Decomposes x - centre; null: x. Rotations come to rest in at most kMaxSweeps sweeps of one order of the rows.
  void decompose(const double *x, const double *centre) { bring_to_rest(x, centre, Way::kByTurns); }
  // The same with rotations that begin at about the singular vectors: in about half of the time, within
  // quick_errors().
  void decompose_quickly(const double *x, const double *centre) { bring_to_rest(x, centre, Way::kFromProducts); }
  // The same without singular vectors: compose() waits for the next decompose().
  void find_sizes(const double *x, const double *centre) { bring_to_rest(x, centre, Way::kSizes); }
  // `rank` singular values of the last matrix, in no order.
  const double *sizes() const { return sizes_.data(); }
  // out = sum_k size_k u_k v_k', with its singular vectors. Sizes of at most 0 count as 0.
  void compose(const double *size, double *out) const;
  SpectralErrors errors() const { return errors_from(0); }
  SpectralErrors quick_errors() const;

 private:
  enum class Way { kSizes, kByTurns, kFromProducts };
  void bring_to_rest(const double *x, const double *centre, Way way);
  bool turn(const double *x, const double *centre, Way way);
  SpectralErrors errors_from(double first) const;
  void fill(const double *x, const double *centre);

  int64_t rows_ = 0, columns_ = 0, rank_ = 0, longer_ = 0;
  bool by_rows_ = true;  // the rows of the matrix are what is turned; else its columns
  int exponent_ = 0;     // the decomposed matrix is (x - centre) / 2^exponent,
  int64_t shift_ = 0;    // its rows moved on by so many
  numeric::SingularValues values_;
  Gram gram_;
  Buffer<double> sizes_;
};

}  // namespace dpcvx::sample

#endif
