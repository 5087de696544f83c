// Counts, for neighbouring columns, how many values lie between the candidate ends of ranges. Each unit has one value a
// column.
#ifndef DPCVX_DATA_RELEASE_COLUMN_COUNTS_H_
#define DPCVX_DATA_RELEASE_COLUMN_COUNTS_H_

#include "base/buffer.h"
#include "data/dataset.h"
#include "mechanism/selection/rank_utility.h"

namespace dpcvx::data {

class ColumnCounts {
 public:
  // Room for up to `columns` columns at once.
  bool allocate(int64_t columns);

  // Counts the columns from `first` to `end`; cannot fail.
  void count(const Dataset &table, int64_t first, int64_t end);
  const mechanism::RangeCounts &of(int64_t column) const { return counts_[static_cast<size_t>(column - first_)]; }

 private:
  template <class Rows>
  void add_records(const Rows &rows);
  template <class Rows>
  void add_users(const Rows &rows, const Users &users);
  void count_zeros(int64_t units);

  int64_t first_ = 0, end_ = 0;
  Buffer<mechanism::RangeCounts> counts_;
  Buffer<uint64_t> counted_;  // units whose value has been counted, by column
  Buffer<double> sums_;       // of one user
  Buffer<int64_t> last_user_, touched_;
};

}  // namespace dpcvx::data

#endif
