#include "estimate/distribution/cells.h"

#include <algorithm>

namespace dpcvx::estimate {

bool Cells::allocate(const double *edges, int64_t edge_count, int64_t divisions, CellEnd end) {
  end_ = end;
  if (edge_count > 2) return edges_.assign(edges, static_cast<size_t>(edge_count));
  if (!edges_.allocate(static_cast<size_t>(divisions) + 1)) return false;
  const double low = edges[0], high = edges[1], parts = static_cast<double>(divisions);
  for (size_t i = 0; i < edges_.size(); ++i) {
    const double share = static_cast<double>(i) / parts;
    edges_[i] = low * (1 - share) + high * share;
  }
  edges_[edges_.size() - 1] = high;
  return true;
}

bool Cells::rise() const {
  for (size_t i = 1; i < edges_.size(); ++i)
    if (!(edges_[i - 1] < edges_[i])) return false;
  return true;
}

size_t Cells::find(double value) const {
  // The inner edges that are below the value, or at it.
  const double *const first = edges_.begin() + 1, *const last = edges_.end() - 1;
  if (!(value >= edges_[0])) return 0;
  const double *const at =
      end_ == CellEnd::kLow ? std::upper_bound(first, last, value) : std::lower_bound(first, last, value);
  return static_cast<size_t>(at - first);
}

bool UnitCounts::allocate(int64_t cells) {
  const size_t count = static_cast<size_t>(cells);
  return sums_.allocate(count) && of_unit_.allocate(count) && touched_.allocate(count);
}

void UnitCounts::add(const data::Dataset &table, int64_t column, const Cells &cells) {
  std::fill(sums_.begin(), sums_.end(), 0);
  std::fill(of_unit_.begin(), of_unit_.end(), 0);
  table.with_rows([&](const auto &rows) {
    for (int64_t u = 0; u < table.units(); ++u) {
      const data::RowPick owned = table.rows_of_unit(u);
      size_t touched = 0;
      for (int64_t place = 0; place < owned.count; ++place) {
        double entry = 0;  // of a sparse row that stores nothing here
        rows.for_each(owned[place], [&](int64_t j, double value) {
          if (j == column) entry = value;
        });
        const size_t cell = cells.find(entry);
        if (of_unit_[cell]++ == 0) touched_[touched++] = static_cast<int64_t>(cell);
      }
      // Differences of rounded sums from the left: integers >= 0 that add up to kUnitSteps.
      std::sort(touched_.begin(), touched_.begin() + touched);
      int64_t records = 0, before = 0;
      for (size_t k = 0; k < touched; ++k) {
        const size_t cell = static_cast<size_t>(touched_[k]);
        records += of_unit_[cell];
        of_unit_[cell] = 0;
        const int64_t here = (2 * kUnitSteps * records + owned.count) / (2 * owned.count);
        sums_[cell] += here - before;
        before = here;
      }
    }
  });
}

}  // namespace dpcvx::estimate
