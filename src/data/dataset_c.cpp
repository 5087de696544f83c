#include <cmath>

#include "base/check.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "data/max_records_per_user.h"
#include "random/rng_handle.h"

namespace dpcvx {
namespace {

// Strides may be negative (a table stored backwards); what matters is that no offset passes the address space.
template <class T>
dpcvx_status check_strides(const data::DenseView<T> &view, Error &error) {
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

dpcvx_status check_ranges(const double *low, const double *high, int64_t columns, Error &error) {
  DPCVX_TRY(check_all_finite("low", low, static_cast<size_t>(columns), error));
  DPCVX_TRY(check_all_finite("high", high, static_cast<size_t>(columns), error));
  for (int64_t j = 0; j < columns; ++j)
    if (!(low[j] < high[j]))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'high' = %s for column %s; accepted: above low = %s",
                        show(high[j]).text, show(j).text, show(low[j]).text);
  return DPCVX_OK;
}

dpcvx_status check_rows(const int64_t *rows, int64_t count, int64_t most, Error &error) {
  for (int64_t i = 0; i < count; ++i)
    if (rows[i] < 0 || rows[i] >= most)
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'rows' = %s at position %s; accepted: 0 to %s",
                        show(rows[i]).text, show(i).text, show(most - 1).text);
  return DPCVX_OK;
}

// A row taken twice would be one record that counts as two units.
dpcvx_status check_distinct(const int64_t *rows, int64_t count, int64_t most, Error &error) {
  Buffer<unsigned char> seen;
  if (!seen.allocate(static_cast<size_t>(most / 8 + 1))) return error.nomem("the marks of the rows chosen");
  for (int64_t i = 0; i < count; ++i) {
    unsigned char &marks = seen[static_cast<size_t>(rows[i] / 8)];
    const unsigned char mark = static_cast<unsigned char>(1u << (rows[i] % 8));
    if ((marks & mark) != 0)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'rows' = %s again at position %s; accepted: each row at most once, since a row is a "
                        "record",
                        show(rows[i]).text, show(i).text);
    marks = static_cast<unsigned char>(marks | mark);
  }
  return DPCVX_OK;
}

// Where each row begins: from 0, never falling.
dpcvx_status check_row_starts(const int64_t *row_starts, int64_t rows, Error &error) {
  if (row_starts[0] != 0)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'row_starts' = %s at 0; accepted: 0", show(row_starts[0]).text);
  for (int64_t i = 0; i < rows; ++i)
    if (row_starts[i + 1] < row_starts[i] || row_starts[i + 1] > data::kMaxStored)
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'row_starts' = %s at %s; accepted: %s to %s",
                        show(row_starts[i + 1]).text, show(i + 1).text, show(row_starts[i]).text,
                        show(data::kMaxStored).text);
  return DPCVX_OK;
}

dpcvx_status give(const data::SharedDataset &table, dpcvx_dataset **out, Error &error) {
  NewHandle<dpcvx_dataset> handle;
  DPCVX_TRY(handle.check(error));
  handle->data = table;
  *out = handle.give();
  return DPCVX_OK;
}

// What the tables of double and of float have in common.
template <class T>
dpcvx_status create_dense(const data::DenseView<T> &view, const double *labels, dpcvx_dataset **out, Error &error) {
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_pointer("features", view.entries, error));
  DPCVX_TRY(check_between("rows", view.rows, 1, data::kMaxRows, error));
  DPCVX_TRY(check_between("columns", view.columns, 1, data::kMaxColumns, error));
  DPCVX_TRY(check_strides(view, error));
  data::SharedDataset table;
  DPCVX_TRY(data::copy_dense(view, labels, &table, error));
  return give(table, out, error);
}

template <class T>
dpcvx_status create_csr(const data::SparseView<T> &view, const double *labels, dpcvx_dataset **out, Error &error) {
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_pointer("row_starts", view.row_starts, error));
  DPCVX_TRY(check_between("rows", view.rows, 1, data::kMaxRows, error));
  DPCVX_TRY(check_between("columns", view.columns, 1, data::kMaxColumns, error));
  DPCVX_TRY(check_row_starts(view.row_starts, view.rows, error));
  const size_t stored = static_cast<size_t>(view.row_starts[view.rows]);
  DPCVX_TRY(check_array("column_indices", view.column_indices, stored, error));
  DPCVX_TRY(check_array("values", view.values, stored, error));
  data::SharedDataset table;
  DPCVX_TRY(data::copy_sparse(view, labels, &table, error));
  return give(table, out, error);
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_dataset_create_dense(const double *features, int64_t rows, int64_t columns, int64_t row_stride,
                                        int64_t column_stride, const double *labels, dpcvx_dataset **out,
                                        dpcvx_error *err) {
  Error error(err, __func__);
  return create_dense<double>({features, rows, columns, row_stride, column_stride}, labels, out, error);
}

dpcvx_status dpcvx_dataset_create_dense_f32(const float *features, int64_t rows, int64_t columns, int64_t row_stride,
                                            int64_t column_stride, const double *labels, dpcvx_dataset **out,
                                            dpcvx_error *err) {
  Error error(err, __func__);
  return create_dense<float>({features, rows, columns, row_stride, column_stride}, labels, out, error);
}

dpcvx_status dpcvx_dataset_create_csr(const int64_t *row_starts, const int64_t *column_indices, const double *values,
                                      int64_t rows, int64_t columns, const double *labels, dpcvx_dataset **out,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  return create_csr<double>({row_starts, column_indices, values, rows, columns}, labels, out, error);
}

dpcvx_status dpcvx_dataset_create_csr_f32(const int64_t *row_starts, const int64_t *column_indices, const float *values,
                                          int64_t rows, int64_t columns, const double *labels, dpcvx_dataset **out,
                                          dpcvx_error *err) {
  Error error(err, __func__);
  return create_csr<float>({row_starts, column_indices, values, rows, columns}, labels, out, error);
}

dpcvx_status dpcvx_dataset_create_with_users(const dpcvx_dataset *source, const int64_t *users, int64_t rows,
                                             dpcvx_dataset **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("source", source, error));
  DPCVX_TRY(check_pointer("users", users, error));
  DPCVX_TRY(check_between("rows", rows, source->data->rows(), source->data->rows(), error));
  data::SharedDataset table;
  DPCVX_TRY(data::add_users(*source->data, users, &table, error));
  return give(table, out, error);
}

dpcvx_status dpcvx_dataset_create_with_weights(const dpcvx_dataset *source, const double *weights, int64_t rows,
                                               dpcvx_dataset **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("source", source, error));
  DPCVX_TRY(check_pointer("weights", weights, error));
  DPCVX_TRY(check_between("rows", rows, source->data->rows(), source->data->rows(), error));
  data::SharedDataset table;
  DPCVX_TRY(data::add_weights(*source->data, weights, &table, error));
  return give(table, out, error);
}

dpcvx_status dpcvx_dataset_create_scaled(const dpcvx_dataset *source, const double *low, const double *high,
                                         int64_t columns, dpcvx_dataset **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("source", source, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  DPCVX_TRY(check_between("columns", columns, source->data->columns(), source->data->columns(), error));
  DPCVX_TRY(check_ranges(low, high, columns, error));
  data::SharedDataset table;
  DPCVX_TRY(data::scale_columns(*source->data, low, high, &table, error));
  return give(table, out, error);
}

dpcvx_status dpcvx_dataset_create_subset(const dpcvx_dataset *source, const int64_t *rows, int64_t count,
                                         dpcvx_dataset **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("source", source, error));
  DPCVX_TRY(check_pointer("rows", rows, error));
  DPCVX_TRY(check_between("count", count, 1, data::kMaxRows, error));
  DPCVX_TRY(check_rows(rows, count, source->data->rows(), error));
  DPCVX_TRY(check_distinct(rows, count, source->data->rows(), error));
  data::SharedDataset table;
  DPCVX_TRY(data::select_rows(*source->data, rows, count, &table, error));
  return give(table, out, error);
}

dpcvx_status dpcvx_dataset_create_with_max_records_per_user(const dpcvx_dataset *source, dpcvx_rng *rng,
                                                            int64_t max_records_per_user, dpcvx_dataset **out,
                                                            dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("source", source, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_between("max_records_per_user", max_records_per_user, 1, data::kMaxRows, error));
  if (source->data->users() == nullptr)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'source' = a dataset without user ids; accepted: one with users");
  DPCVX_TRY(rng->rng.prepare(error));
  data::SharedDataset table;
  DPCVX_TRY(data::limit_records(*source->data, max_records_per_user, rng->rng, &table, error));
  return give(table, out, error);
}

void dpcvx_dataset_destroy(dpcvx_dataset *dataset) { destroy_handle(dataset); }

dpcvx_status dpcvx_dataset_shape(const dpcvx_dataset *dataset, int64_t *rows, int64_t *columns, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(check_pointer("rows", rows, error));
  DPCVX_TRY(check_pointer("columns", columns, error));
  *rows = dataset->data->rows();
  *columns = dataset->data->columns();
  return DPCVX_OK;
}

dpcvx_status dpcvx_dataset_get(const dpcvx_dataset *dataset, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(check_pointer("value", value, error));
  const data::Dataset &it = *dataset->data;
  switch (figure) {
    case DPCVX_DATASET_FIGURE_ROWS:
      *value = static_cast<double>(it.rows());
      return DPCVX_OK;
    case DPCVX_DATASET_FIGURE_COLUMNS:
      *value = static_cast<double>(it.columns());
      return DPCVX_OK;
    case DPCVX_DATASET_FIGURE_USERS:
      *value = it.users() == nullptr ? 0 : static_cast<double>(it.users()->count());
      return DPCVX_OK;
    case DPCVX_DATASET_FIGURE_STORED:
      *value = static_cast<double>(it.features().stored());
      return DPCVX_OK;
    case DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER:
      *value = static_cast<double>(it.max_records_per_user());
      return DPCVX_OK;
    default:
      return error.argument("figure", figure, "a DPCVX_DATASET_FIGURE_*");
  }
}
