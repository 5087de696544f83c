#include "data/dataset.h"

#include <cmath>

#include "base/text.h"

namespace dpcvx::data {

namespace {

dpcvx_status create(int64_t rows, int64_t columns, bool labels, SharedDataset *out, Error &error) {
  if (!out->create()) return error.nomem("a dataset");
  return out->edit().allocate(rows, columns, labels, error);
}

dpcvx_status copy_features(const DenseView &view, Dataset &table, Error &error) {
  for (int64_t i = 0; i < view.rows; ++i) {
    double *const row = table.edit_row(i);
    for (int64_t j = 0; j < view.columns; ++j) {
      const double entry = view.entries[i * view.row_stride + j * view.column_stride];
      if (!std::isfinite(entry))
        return error.fail(DPCVX_ERR_ARGUMENT, "argument 'features' = %s in row %s, column %s; accepted: finite numbers",
                          show(entry).text, show(i).text, show(j).text);
      row[j] = entry;
    }
  }
  return DPCVX_OK;
}

dpcvx_status copy_labels(const double *labels, Dataset &table, Error &error) {
  for (int64_t i = 0; i < table.rows(); ++i) {
    if (!std::isfinite(labels[i]))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'labels' = %s in row %s; accepted: finite numbers",
                        show(labels[i]).text, show(i).text);
    table.set_label(i, labels[i]);
  }
  return DPCVX_OK;
}

// (2x - low - high) / (high - low), clipped to [-1, 1]; halved first, so that nothing overflows.
double scaled(double x, double low, double high) {
  if (x <= low) return -1;
  if (x >= high) return 1;
  const double middle = 0.5 * low + 0.5 * high, half = 0.5 * high - 0.5 * low;
  if (!(half > 0)) return 0;  // two neighbouring denormals
  const double y = (x - middle) / half;
  return y < -1 ? -1 : y > 1 ? 1 : y;
}

}  // namespace

dpcvx_status Dataset::allocate(int64_t rows, int64_t columns, bool labels, Error &error) {
  const int64_t stride = (columns + kLane - 1) / kLane * kLane;
  size_t entries;
  if (!checked_multiply(static_cast<size_t>(rows), static_cast<size_t>(stride), &entries) ||
      !features_.allocate(entries) || !labels_.allocate(labels ? static_cast<size_t>(rows) : 0))
    return error.nomem("the rows of a dataset");
  rows_ = rows;
  columns_ = columns;
  row_stride_ = stride;
  return DPCVX_OK;
}

dpcvx_status copy_dense(const DenseView &view, const double *labels, SharedDataset *out, Error &error) {
  SharedDataset table;
  DPCVX_TRY(create(view.rows, view.columns, labels != nullptr, &table, error));
  DPCVX_TRY(copy_features(view, table.edit(), error));
  if (labels != nullptr) DPCVX_TRY(copy_labels(labels, table.edit(), error));
  *out = table;
  return DPCVX_OK;
}

dpcvx_status scale_columns(const Dataset &source, const double *low, const double *high, SharedDataset *out,
                           Error &error) {
  SharedDataset table;
  DPCVX_TRY(create(source.rows(), source.columns(), source.has_labels(), &table, error));
  for (int64_t i = 0; i < source.rows(); ++i) {
    const double *const from = source.row(i);
    double *const to = table.edit().edit_row(i);
    for (int64_t j = 0; j < source.columns(); ++j) to[j] = scaled(from[j], low[j], high[j]);
    if (source.has_labels()) table.edit().set_label(i, source.label(i));
  }
  *out = table;
  return DPCVX_OK;
}

dpcvx_status select_rows(const Dataset &source, const int64_t *rows, int64_t count, SharedDataset *out, Error &error) {
  SharedDataset table;
  DPCVX_TRY(create(count, source.columns(), source.has_labels(), &table, error));
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(table.edit().edit_row(i), source.row(rows[i]),
                static_cast<size_t>(source.row_stride()) * sizeof(double));
    if (source.has_labels()) table.edit().set_label(i, source.label(rows[i]));
  }
  *out = table;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
