// Tables made from a caller's memory: checked and copied in one go, so that nothing is held twice, or borrowed.
#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "data/dataset.h"

namespace dpcvx::data {

namespace {

// Strides may be negative (a table stored backwards); what matters is that no offset passes the address space.
template <class T>
dpcvx_status check_strides(const DenseView<T> &view, Error &error) {
  const struct {
    const char *name;
    int64_t stride, count;
  } ways[] = {{"row_stride", view.row_stride, view.rows}, {"column_stride", view.column_stride, view.columns}};
  int64_t reach = 0;
  for (const auto &way : ways) {
    int64_t extent;
    if (way.stride == INT64_MIN || (way.stride == 0 && way.count > 1) ||
        __builtin_mul_overflow(way.stride < 0 ? -way.stride : way.stride, way.count - 1, &extent) ||
        __builtin_add_overflow(reach, extent, &reach) || reach > INT64_MAX / 16)
      return error.argument(way.name, way.stride,
                            "a number of entries, not 0 (negative is fine), within the address space");
  }
  return DPCVX_OK;
}

dpcvx_status check_entry(const char *name, double entry, int64_t row, int64_t column, Error &error) {
  if (std::isfinite(entry)) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s in row %s, column %s; accepted: finite numbers", name,
                    show(entry).text, show(row).text, show(column).text);
}

// Goes over entries that lie side by side, copies them where `kCopies`, and returns whether all are finite: only then
// is a product with 0 itself 0.
template <bool kCopies, class T>
bool are_finite(const T *from, int64_t count, [[maybe_unused]] T *to) {
  typedef T Several __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));
  constexpr int64_t kLanes = 16 / static_cast<int64_t>(sizeof(T));
  Several lanes = {}, others = {};
  T rest = 0;
  int64_t j = 0;
  for (; j + 2 * kLanes <= count; j += 2 * kLanes) {
    const Several one = *reinterpret_cast<const Several *>(from + j);
    const Several other = *reinterpret_cast<const Several *>(from + j + kLanes);
    if constexpr (kCopies) {
      *reinterpret_cast<Several *>(to + j) = one;
      *reinterpret_cast<Several *>(to + j + kLanes) = other;
    }
    lanes += one * 0;
    others += other * 0;
  }
  lanes += others;
  for (; j < count; ++j) {
    rest += from[j] * 0;
    if constexpr (kCopies) to[j] = from[j];
  }
  for (int64_t lane = 0; lane < kLanes; ++lane) rest += lanes[lane];
  return rest == 0;
}

// Copies rows `begin` to `end`, column after column, and returns whether all entries are finite.
template <class T>
bool copy_columns(const DenseView<T> &view, int64_t begin, int64_t end, Features &features) {
  T *const rows = features.edit_row<T>(begin);
  const int64_t stride = features.edit_row<T>(begin + 1) - rows;
  T none = 0;
  for (int64_t j = 0; j < view.columns; ++j) {
    const T *const from = view.entries + begin * view.row_stride + j * view.column_stride;
    for (int64_t i = 0; i < end - begin; ++i) {
      const T entry = from[i * view.row_stride];
      rows[i * stride + j] = entry;
      none += entry * 0;
    }
  }
  return none == 0;
}

constexpr int64_t kRowsOfColumns = 32;

// Copies rows `begin` to `end`, and returns whether all entries are finite.
template <class T>
bool copy_rows(const DenseView<T> &view, int64_t begin, int64_t end, Features &features) {
  bool finite = true;
  if (view.column_stride != 1) {
    for (int64_t i = begin; i < end; i += kRowsOfColumns)
      finite &= copy_columns(view, i, std::min(i + kRowsOfColumns, end), features);
    return finite;
  }
  if (view.row_stride == view.columns && padded_row(view.columns) == view.columns)  // without gaps on both sides
    return are_finite<true>(view.entries + begin * view.row_stride, (end - begin) * view.columns,
                            features.edit_row<T>(begin));
  for (int64_t i = begin; i < end; ++i)
    finite &= are_finite<true>(view.entries + i * view.row_stride, view.columns, features.edit_row<T>(i));
  return finite;
}

// Names the first entry, row by row, that is not finite.
template <class T>
dpcvx_status check_entries(const DenseView<T> &view, Error &error) {
  for (int64_t i = 0; i < view.rows; ++i)
    for (int64_t j = 0; j < view.columns; ++j) {
      const T entry = view.entries[i * view.row_stride + j * view.column_stride];
      DPCVX_TRY(check_entry("features", static_cast<double>(entry), i, j, error));
    }
  return DPCVX_OK;
}

template <class T>
dpcvx_status copy_features(const DenseView<T> &view, Features &features, Error &error) {
  std::atomic<bool> finite{true};
  const auto copy = [&](int64_t begin, int64_t end) {
    if (!copy_rows(view, begin, end, features)) finite.store(false, std::memory_order_relaxed);
  };
  DPCVX_TRY(features.fill_dense<T>(view.rows, view.columns, copy, error));
  if (finite.load()) return DPCVX_OK;
  DPCVX_TRY(check_entries(view, error));
  return error.fail(
      DPCVX_ERR_ARGUMENT,
      "argument 'features' changed while it was copied; accepted: an array that no other thread writes to");
}

// The entries of one row: columns in range and increasing, values finite.
template <class T>
dpcvx_status copy_sparse_row(const SparseView<T> &view, int64_t i, Features &features, Error &error) {
  uint32_t *const indices = features.edit_indices();
  T *const values = features.edit_entries<T>();
  int64_t last = -1;
  for (int64_t k = view.row_starts[i]; k < view.row_starts[i + 1]; ++k) {
    const int64_t column = view.column_indices[k];
    if (column < 0 || column >= view.columns)
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'column_indices' = %s at %s, in row %s; accepted: 0 to %s",
                        show(column).text, show(k).text, show(i).text, show(view.columns - 1).text);
    if (column <= last)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'column_indices' = %s at %s, in row %s, after %s; accepted: increasing within a row, "
                        "each column once",
                        show(column).text, show(k).text, show(i).text, show(last).text);
    indices[k] = static_cast<uint32_t>(column);
    values[k] = view.values[k];
    if (!std::isfinite(values[k])) return check_entry("values", static_cast<double>(values[k]), i, column, error);
    last = column;
  }
  return DPCVX_OK;
}

template <class T>
dpcvx_status copy_features(const SparseView<T> &view, Features &features, Error &error) {
  DPCVX_TRY(features.allocate_sparse<T>(view.rows, view.columns, view.row_starts[view.rows], error));
  for (int64_t i = 0; i < view.rows; ++i) {
    features.edit_starts()[i + 1] = view.row_starts[i + 1];
    DPCVX_TRY(copy_sparse_row(view, i, features, error));
  }
  return DPCVX_OK;
}

// The copy is checked: another thread may write to the caller's array.
dpcvx_status copy_labels(const double *labels, int64_t rows, Shared<Buffer<double>> *out, Error &error) {
  if (!out->create() || !out->edit().assign(labels, static_cast<size_t>(rows))) return error.nomem("labels");
  const double *const copied = (*out)->data();
  for (int64_t i = 0; i < rows; ++i)
    if (!std::isfinite(copied[i]))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'labels' = %s in row %s; accepted: finite numbers",
                        show(copied[i]).text, show(i).text);
  return DPCVX_OK;
}

// Whether rows lie as kernels want them. `behind` entries can be read behind the last row.
template <class T>
bool can_borrow(const DenseView<T> &view, int64_t behind) {
  const bool is_laid = view.rows > 0 && view.column_stride == 1 && view.row_stride == padded_row(view.columns) &&
                       behind >= view.row_stride - view.columns + kPad &&
                       reinterpret_cast<uintptr_t>(view.entries) % (2 * sizeof(T)) == 0;
  return is_laid && are_finite<false, T>(view.entries, view.rows * view.row_stride + kPad, nullptr);
}

// fill(features) puts the rows there.
template <class Fill>
dpcvx_status make_table(int64_t rows, const double *labels, SharedDataset *out, Error &error, const Fill &fill) {
  SharedDataset table;
  Shared<Features> features;
  Shared<Buffer<double>> checked_labels;
  if (!table.create() || !features.create()) return error.nomem("a dataset");
  DPCVX_TRY(fill(features.edit()));
  if (labels != nullptr) DPCVX_TRY(copy_labels(labels, rows, &checked_labels, error));
  table.edit().set_features(features);
  table.edit().set_labels(checked_labels);
  *out = table;
  return DPCVX_OK;
}

template <class View>
dpcvx_status copy_table(const View &view, const double *labels, SharedDataset *out, Error &error) {
  return make_table(view.rows, labels, out, error,
                    [&](Features &features) { return copy_features(view, features, error); });
}

}  // namespace

template <class T>
dpcvx_status check_view(const DenseView<T> &view, Error &error) {
  DPCVX_TRY(check_pointer("features", view.entries, error));
  DPCVX_TRY(check_between("rows", view.rows, 1, kMaxRows, error));
  DPCVX_TRY(check_between("columns", view.columns, 1, kMaxColumns, error));
  return check_strides(view, error);
}

template <class T>
dpcvx_status borrow_dense(const DenseView<T> &view, int64_t behind, const double *labels, SharedDataset *out,
                          Error &error) {
  if (!can_borrow(view, behind)) return copy_dense(view, labels, out, error);
  return make_table(view.rows, labels, out, error, [&](Features &features) {
    features.borrow_dense(view.entries, view.rows, view.columns);
    return DPCVX_OK;
  });
}

template <class T>
dpcvx_status copy_dense(const DenseView<T> &view, const double *labels, SharedDataset *out, Error &error) {
  return copy_table(view, labels, out, error);
}

template <class T>
dpcvx_status copy_sparse(const SparseView<T> &view, const double *labels, SharedDataset *out, Error &error) {
  return copy_table(view, labels, out, error);
}

template dpcvx_status copy_dense(const DenseView<double> &, const double *, SharedDataset *, Error &);
template dpcvx_status copy_dense(const DenseView<float> &, const double *, SharedDataset *, Error &);
template dpcvx_status check_view(const DenseView<double> &, Error &);
template dpcvx_status check_view(const DenseView<float> &, Error &);
template dpcvx_status borrow_dense(const DenseView<double> &, int64_t, const double *, SharedDataset *, Error &);
template dpcvx_status borrow_dense(const DenseView<float> &, int64_t, const double *, SharedDataset *, Error &);
template dpcvx_status copy_sparse(const SparseView<double> &, const double *, SharedDataset *, Error &);
template dpcvx_status copy_sparse(const SparseView<float> &, const double *, SharedDataset *, Error &);

}  // namespace dpcvx::data
