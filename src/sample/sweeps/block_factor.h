// Factors L D L' of the blocks on the diagonal of a symmetric matrix whose own diagonal is 1. L is a lower triangle
// with ones on its diagonal, kept by columns. A column ends with its block, or before that where the matrix is a band.
#ifndef DPCVX_SAMPLE_SWEEPS_BLOCK_FACTOR_H_
#define DPCVX_SAMPLE_SWEEPS_BLOCK_FACTOR_H_

#include <cstdint>

#include "base/buffer.h"
#include "sample/sweeps/scaled_target.h"

namespace dpcvx::sample {

class BlockFactor {
 public:
  enum class Of : int8_t { kMatrix, kComparison };  // G; 2I - |G|

  // Sets the shape: ends[i] is where the block of coordinate i ends. False: no memory.
  bool shape(const ScaledTarget &target, const Buffer<int64_t> &ends);
  // Products that factor() takes.
  double work() const { return work_; }
  // Takes the memory of the factor. False: there is none.
  bool allocate() { return entries_.allocate(static_cast<size_t>(starts_[pivots_.size()])); }
  // False where a pivot is not clearly positive. Called once after allocate().
  bool factor(const ScaledTarget &target, Of of);

  // Column i of L, below its diagonal: rows i + 1 to end(i) - 1.
  int64_t end(int64_t i) const { return ends_[static_cast<size_t>(i)]; }
  const double *column(int64_t i) const { return entries_.data() + starts_[static_cast<size_t>(i)]; }
  double pivot(int64_t i) const { return pivots_[static_cast<size_t>(i)]; }
  double entries() const { return static_cast<double>(starts_[pivots_.size()]); }

  // x <- D^-1 L^-1 x, and x <- L'^-1 x, of the block from `begin` to `end` - 1.
  void forward(int64_t begin, int64_t end, double *x) const;
  void backward(int64_t begin, int64_t end, double *x) const;

 private:
  double *mutable_column(int64_t i) { return entries_.begin() + starts_[static_cast<size_t>(i)]; }
  void eliminate(int64_t i);

  Buffer<int64_t> ends_, starts_;
  Buffer<double> entries_, pivots_;
  double work_ = 0;
};

}  // namespace dpcvx::sample

#endif
