#include "data/nonzeros.h"

#include "base/error.h"

namespace dpcvx::data {

namespace {

// At most one entry in so many is not 0. Fits on a table of 107 columns with one in nine took 0.48 of the time of dense
// ones.
constexpr int64_t kEntriesPerNonzero = 8;

template <class Rows, class Visit>
void visit_nonzeros(const Rows &rows, int64_t i, const Visit &visit) {
  rows.for_each(i, [&](int64_t column, double entry) {
    if (entry != 0) visit(column, entry);
  });
}

// Returns how many there are, or more than `most`.
template <class Rows>
int64_t count_nonzeros(const Rows &rows, int64_t most) {
  int64_t count = 0;
  for (int64_t i = 0; i < rows.rows() && count <= most; ++i) visit_nonzeros(rows, i, [&](int64_t, double) { ++count; });
  return count;
}

}  // namespace

dpcvx_status Nonzeros::create(const Features &features, Error &error) {
  if (is_sparse(features.storage())) return DPCVX_OK;
  rows_ = features.rows();
  table_columns_ = features.columns();
  return features.with_rows([&](const auto &rows) -> dpcvx_status {
    const int64_t most = features.stored() / kEntriesPerNonzero, count = count_nonzeros(rows, most);
    if (count > most) return DPCVX_OK;
    const size_t size = static_cast<size_t>(count);
    if (!columns_.allocate_unset(size) || !values_.allocate_unset(size) ||
        !starts_.allocate_unset(static_cast<size_t>(rows_) + 1))
      return error.nomem("the entries of a table that are not 0");
    size_t at = 0;
    for (int64_t i = 0; i < rows_; ++i) {
      starts_[static_cast<size_t>(i)] = static_cast<int64_t>(at);
      visit_nonzeros(rows, i, [&](int64_t column, double entry) {
        columns_[at] = static_cast<uint32_t>(column);
        values_[at++] = entry;
      });
    }
    starts_[static_cast<size_t>(rows_)] = count;
    return DPCVX_OK;
  });
}

}  // namespace dpcvx::data
