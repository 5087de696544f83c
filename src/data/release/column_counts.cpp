#include "data/release/column_counts.h"

#include <algorithm>

namespace dpcvx::data {

bool ColumnCounts::allocate(int64_t columns) {
  const size_t count = static_cast<size_t>(columns);
  return counts_.allocate(count) && counted_.allocate(count) && sums_.allocate(count) && last_user_.allocate(count) &&
         touched_.allocate(count);
}

void ColumnCounts::count(const Dataset &table, int64_t first, int64_t end) {
  first_ = first;
  end_ = end;
  std::fill(counts_.begin(), counts_.end(), mechanism::RangeCounts{});
  std::fill(counted_.begin(), counted_.end(), 0);
  std::fill(last_user_.begin(), last_user_.end(), -1);
  const Users *const users = table.users();
  table.with_rows([&](const auto &rows) { users == nullptr ? add_records(rows) : add_users(rows, *users); });
  count_zeros(users == nullptr ? table.rows() : users->count());
}

template <class Rows>
void ColumnCounts::add_records(const Rows &rows) {
  for (int64_t i = 0; i < rows.rows(); ++i)
    rows.for_each(i, [&](int64_t column, double value) {
      if (column < first_ || column >= end_) return;
      counts_[static_cast<size_t>(column - first_)].add(value);
      ++counted_[static_cast<size_t>(column - first_)];
    });
}

template <class Rows>
void ColumnCounts::add_users(const Rows &rows, const Users &users) {
  for (int64_t u = 0; u < users.count(); ++u) {
    const RowPick owned = users.rows_of(u);
    size_t touched = 0;
    for (int64_t place = 0; place < owned.count; ++place)
      rows.for_each(owned[place], [&](int64_t column, double value) {
        if (column < first_ || column >= end_) return;
        const size_t at = static_cast<size_t>(column - first_);
        if (last_user_[at] != u) {
          last_user_[at] = u;
          sums_[at] = 0;
          touched_[touched++] = static_cast<int64_t>(at);
        }
        sums_[at] += value;
      });
    for (size_t k = 0; k < touched; ++k) {
      const size_t at = static_cast<size_t>(touched_[k]);
      counts_[at].add(sums_[at] / static_cast<double>(owned.count));
      ++counted_[at];
    }
  }
}

// A unit that stores nothing in a column has 0 there.
void ColumnCounts::count_zeros(int64_t units) {
  for (int64_t column = first_; column < end_; ++column) {
    const size_t at = static_cast<size_t>(column - first_);
    counts_[at].add(0, static_cast<uint64_t>(units) - counted_[at]);
  }
}

}  // namespace dpcvx::data
