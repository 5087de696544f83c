#include <cmath>

#include "base/check.h"
#include "base/text.h"
#include "data/dataset_handle.h"

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

dpcvx_status give(const data::SharedDataset &table, dpcvx_dataset **out, Error &error) {
  NewHandle<dpcvx_dataset> handle;
  DPCVX_TRY(handle.check(error));
  handle->data = table;
  *out = handle.give();
  return DPCVX_OK;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_dataset_create_dense(const double *features, int64_t rows, int64_t columns, int64_t row_stride,
                                        int64_t column_stride, const double *labels, dpcvx_dataset **out,
                                        dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_pointer("features", features, error));
  DPCVX_TRY(check_between("rows", rows, 1, data::kMostRows, error));
  DPCVX_TRY(check_between("columns", columns, 1, data::kMostColumns, error));
  const data::DenseView<double> view{features, rows, columns, row_stride, column_stride};
  DPCVX_TRY(check_strides(view, error));
  data::SharedDataset table;
  DPCVX_TRY(data::copy_dense(view, labels, &table, error));
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
  DPCVX_TRY(check_between("count", count, 1, data::kMostRows, error));
  DPCVX_TRY(check_rows(rows, count, source->data->rows(), error));
  DPCVX_TRY(check_distinct(rows, count, source->data->rows(), error));
  data::SharedDataset table;
  DPCVX_TRY(data::select_rows(*source->data, rows, count, &table, error));
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
