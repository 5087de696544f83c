// Tables made from a caller's memory: checked and copied in one go, so that nothing is held twice.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "data/dataset.h"

namespace dpcvx::data {

namespace {

dpcvx_status check_entry(const char *name, double entry, int64_t row, int64_t column, Error &error) {
  if (std::isfinite(entry)) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s in row %s, column %s; accepted: finite numbers", name,
                    show(entry).text, show(row).text, show(column).text);
}

// Copies entries that lie side by side, and returns whether all are finite: only then is a product with 0 itself 0.
template <class T>
bool copy_finite(const T *from, int64_t count, T *to) {
  typedef T Several __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));
  constexpr int64_t kLanes = 16 / static_cast<int64_t>(sizeof(T));
  Several lanes = {}, others = {};
  T rest = 0;
  int64_t j = 0;
  for (; j + 2 * kLanes <= count; j += 2 * kLanes) {
    const Several one = *reinterpret_cast<const Several *>(from + j);
    const Several other = *reinterpret_cast<const Several *>(from + j + kLanes);
    *reinterpret_cast<Several *>(to + j) = one;
    *reinterpret_cast<Several *>(to + j + kLanes) = other;
    lanes += one * 0;
    others += other * 0;
  }
  lanes += others;
  for (; j < count; ++j) rest += (to[j] = from[j]) * 0;
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

template <class T>
dpcvx_status copy_features(const DenseView<T> &view, Features &features, Error &error) {
  DPCVX_TRY(features.allocate_dense<T>(view.rows, view.columns, error));
  for (int64_t i = 0; i < view.rows; ++i) {
    if (view.column_stride != 1 && i % kRowsOfColumns == 0) {
      const int64_t end = std::min(i + kRowsOfColumns, view.rows);
      if (copy_columns(view, i, end, features)) {
        i = end - 1;
        continue;
      }
    }
    if (view.column_stride == 1 &&
        copy_finite(view.entries + i * view.row_stride, view.columns, features.edit_row<T>(i)))
      continue;
    T *const row = features.edit_row<T>(i);
    for (int64_t j = 0; j < view.columns; ++j) {
      const T entry = view.entries[i * view.row_stride + j * view.column_stride];
      if (!std::isfinite(entry)) return check_entry("features", static_cast<double>(entry), i, j, error);
      row[j] = entry;
    }
  }
  return DPCVX_OK;
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
    if (!std::isfinite(view.values[k]))
      return check_entry("values", static_cast<double>(view.values[k]), i, column, error);
    indices[k] = static_cast<uint32_t>(column);
    values[k] = view.values[k];
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

dpcvx_status copy_labels(const double *labels, int64_t rows, Shared<Buffer<double>> *out, Error &error) {
  if (!out->create() || !out->edit().assign(labels, static_cast<size_t>(rows))) return error.nomem("labels");
  for (int64_t i = 0; i < rows; ++i)
    if (!std::isfinite(labels[i]))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'labels' = %s in row %s; accepted: finite numbers",
                        show(labels[i]).text, show(i).text);
  return DPCVX_OK;
}

template <class View>
dpcvx_status copy_table(const View &view, const double *labels, SharedDataset *out, Error &error) {
  SharedDataset table;
  Shared<Features> features;
  Shared<Buffer<double>> checked_labels;
  if (!table.create() || !features.create()) return error.nomem("a dataset");
  DPCVX_TRY(copy_features(view, features.edit(), error));
  if (labels != nullptr) DPCVX_TRY(copy_labels(labels, view.rows, &checked_labels, error));
  table.edit().set_features(features);
  table.edit().set_labels(checked_labels);
  *out = table;
  return DPCVX_OK;
}

}  // namespace

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
template dpcvx_status copy_sparse(const SparseView<double> &, const double *, SharedDataset *, Error &);
template dpcvx_status copy_sparse(const SparseView<float> &, const double *, SharedDataset *, Error &);

}  // namespace dpcvx::data
