// Sums the second moments of a linear model's records: the lower triangle of sum_r w_r a_r a_r' and the row
// sum_r w_r (c y_r) a_r' below it. The depth of each sum does not grow with the number of records: groups of kGroup are
// added up with their rounding errors kept (PROOFS.md, section 2).
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_MOMENTS_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_MOMENTS_H_

#include <cstddef>
#include <cstdint>

#include "base/progress_monitor.h"
#include "data/rows.h"
#include "model/linear_model.h"

namespace dpcvx::solve {

class MomentSum {
 public:
  static constexpr int64_t kGroup = 4096, kTile = 64, kMaxBlocks = 16;
  static constexpr double kMaxWork = 0x1p29;

  MomentSum() = default;
  explicit MomentSum(int64_t dimension, double max_work = kMaxWork)
      : d_(dimension), stride_(data::padded(dimension + 1)), max_work_(max_work) {}

  // Entry (i, j) of the sums lies at [i * stride() + j], j <= i; row d holds those of labels.
  int64_t stride() const { return stride_; }
  int64_t size() const { return (d_ + 1) * stride_; }
  // Doubles of memory that run() needs.
  size_t work_size() const { return static_cast<size_t>(blocks() * block_size()); }

  // The sums lie where memory begins, which is aligned to 64 bytes. They do not depend on the number of threads.
  // False: the watch was cancelled. It is asked before each max_work multiplications of a block, or a tile.
  bool run(const model::LinearModel &linear, double label_weight, int32_t threads, ProgressMonitor &watch,
           double *memory) const;

 private:
  int64_t blocks() const;
  int64_t records_a_step() const;
  int64_t block_size() const { return 3 * size() + 2 * kTile * stride_; }

  int64_t d_ = 0, stride_ = 0;
  double max_work_ = kMaxWork;
};

}  // namespace dpcvx::solve

#endif
