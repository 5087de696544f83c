// Second moments of units as integers: each unit's numbers are rounded to multiples of a public step, and the multiples
// are added modulo 2^64. Such sums are exact, so any parts, orders and threads give the same bits (PROOFS.md, section
// 7).
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_INTEGER_MOMENTS_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_INTEGER_MOMENTS_H_

#include "base/machine/crew.h"
#include "data/rows.h"
#include "model/linear_model.h"
#include "solve/sufficient_statistics/sensitivity.h"

namespace dpcvx::solve {

// How units are counted. Both are public.
struct MomentLattice {
  double label_weight = 1;  // c: labels are multiplied by it
  int step = 0;             // h = 2^step
  int scale = 0;            // no number of a unit is above 2^(scale + 1); step >= scale - 40
};

// The lattice of units within these bounds, whose greatest numbers have `bits` + 1 bits.
MomentLattice moment_lattice(const StatisticsBounds &bounds, double label_weight, int bits);

// Bounds the l2 distance of one unit's numbers, as they are counted, from the exact ones: of `count` numbers. By user:
// a unit may have as many records as LinearModel takes.
double moment_rounding(const StatisticsBounds &bounds, const MomentLattice &lattice, double count, bool by_user);

class IntegerMoments {
 public:
  // The model must outlive this. It has one output.
  IntegerMoments(const model::LinearModel &linear, const MomentLattice &lattice, int32_t threads);

  // Doubles of `memory`, aligned to 64 bytes.
  size_t work_size() const { return static_cast<size_t>(blocks_ * block_size()); }

  // Adds all units to `packed`, of statistics_count(d) integers: the lower triangle of A'A row by row, sqrt(2) times
  // what is off the diagonal, then c A'y.
  void add(Crew *crew, double *memory, uint64_t *packed);

 private:
  static constexpr int64_t kTile = 64;
  struct Block;

  int64_t units() const;
  // The triangle with the row of labels below it, and the diagonal.
  int64_t sums_size() const { return (d_ + 1) * stride_ + stride_; }
  int64_t block_size() const { return (by_user_ ? 2 : 1) * sums_size() + kTile * stride_; }
  static void run_block(void *moments, size_t block);

  const model::LinearModel &linear_;
  const MomentLattice lattice_;
  const bool by_user_;
  const int64_t d_, stride_;
  int64_t blocks_ = 1;
  double *memory_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
