/* dpcvx/data.h: datasets. A dataset is copied at creation, checked once, never changes, and may be shared by threads
 * and by any number of objectives. Making one releases nothing: the messages of these functions may name rows and
 * columns. */
#ifndef DPCVX_DATA_H
#define DPCVX_DATA_H

#include <dpcvx/base.h>

DPCVX_BEGIN_DECLS

/* A table of records. */
typedef struct dpcvx_dataset dpcvx_dataset;

/* A dense table: entry (i, j) is features[i * row_stride + j * column_stride], 0 <= i < rows, 0 <= j < columns; strides
 * count doubles (row-major: columns, 1; column-major: 1, rows) and may be negative, but not 0 where there is more than
 * one row or column. 1 <= rows <= 2^40, 1 <= columns <= 2^20. Entries must be finite. labels has `rows` entries, or is
 * NULL for a table without labels; the model that is made from it says which labels it takes. Each row is a
 * record, whatever the strides: where rows overlap in memory, what lies in two of them is in two records, and no
 * guarantee for one record covers both. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_dense(const double *features, int64_t rows, int64_t columns,
                                                  int64_t row_stride, int64_t column_stride, const double *labels,
                                                  dpcvx_dataset **out, dpcvx_error *err);

/* The same records with column j mapped from the public range [low[j], high[j]] to [-1, 1], values outside clipped: a
 * per-record map, so no privacy is spent. low[j] < high[j]; `columns` entries each. Ranges must be known beforehand, or
 * be released (dpcvx_release_range); minima and maxima of the data are not private. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_scaled(const dpcvx_dataset *source, const double *low, const double *high,
                                                   int64_t columns, dpcvx_dataset **out, dpcvx_error *err);

/* Rows rows[0..count) of a dataset, in that order, each at most once (DPCVX_ERR_ARGUMENT else: a record that came twice
 * would be two units). Choosing rows by their content is not private. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_subset(const dpcvx_dataset *source, const int64_t *rows, int64_t count,
                                                   dpcvx_dataset **out, dpcvx_error *err);

/* Frees a dataset; what was made from it lives on. Since 0.1. */
DPCVX_API void dpcvx_dataset_destroy(dpcvx_dataset *dataset);

/* Numbers of records and of columns. The number of records is public under replace-one; under add/remove it is as
 * private as the data. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_shape(const dpcvx_dataset *dataset, int64_t *rows, int64_t *columns,
                                           dpcvx_error *err);

DPCVX_END_DECLS

#endif
