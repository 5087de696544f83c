// Cells of a line between public edges, and what units have in them: integers that add up to a fixed number for each
// unit. Privacy rests on that, and on no floating-point number (PROOFS.md, section 2).
#ifndef DPCVX_ESTIMATE_DISTRIBUTION_CELLS_H_
#define DPCVX_ESTIMATE_DISTRIBUTION_CELLS_H_

#include "base/buffer.h"
#include "data/dataset.h"

namespace dpcvx::estimate {

// What one unit counts for, in all cells together. Sums over 2^40 units stay below 2^61.
constexpr int64_t kUnitSteps = int64_t{1} << 20;
constexpr int64_t kMaxCells = int64_t{1} << 16;

// Which end of a cell belongs to it. The outermost edges belong to the outermost cells in any case.
enum class CellEnd { kLow, kHigh };

class Cells {
 public:
  // Takes edges that rise, or divides the range between two edges into `divisions` cells of equal width.
  bool allocate(const double *edges, int64_t edge_count, int64_t divisions, CellEnd end);

  int64_t count() const { return static_cast<int64_t>(edges_.size()) - 1; }
  double edge(size_t i) const { return edges_[i]; }
  const Buffer<double> &edges() const { return edges_; }
  // Returns whether every edge is above the one before it.
  bool rise() const;
  // Returns the cell of a value. Values out of the range count in the outermost cells, and NaN in the first.
  size_t find(double value) const;

 private:
  Buffer<double> edges_;
  CellEnd end_ = CellEnd::kLow;
};

// Sums over units of what each has in the cells. A unit's records have equal parts of kUnitSteps.
class UnitCounts {
 public:
  bool allocate(int64_t cells);
  // Adds up all units of a table. Cannot fail.
  void add(const data::Dataset &table, int64_t column, const Cells &cells);

  int64_t *all() { return sums_.data(); }
  const int64_t *all() const { return sums_.data(); }

 private:
  Buffer<int64_t> sums_;
  Buffer<int64_t> of_unit_, touched_;  // records of one unit, by cell
};

}  // namespace dpcvx::estimate

#endif
