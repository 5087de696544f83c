/* dpcvx/data.h: datasets. A dataset is copied at creation, checked once, never changes, and may be shared by threads
 * and by any number of objectives. Making one releases nothing: the messages of these functions may name rows and
 * columns. What is released of one is charged to a budget: dpcvx_dataset_release_ranges. */
#ifndef DPCVX_DATA_H
#define DPCVX_DATA_H

#include <dpcvx/base.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* A table of records. */
typedef struct dpcvx_dataset dpcvx_dataset;

/* A dense table: entry (i, j) is features[i * row_stride + j * column_stride], 0 <= i < rows, 0 <= j < columns; strides
 * count entries (row-major: columns, 1; column-major: 1, rows) and may be negative, but not 0 where there is more than
 * one row or column. 1 <= rows <= 2^40, 1 <= columns <= 2^20. Entries must be finite. labels has `rows` entries, or is
 * NULL for a table without labels; the model that is made from it says which labels it takes. Each row is a
 * record, whatever the strides: where rows overlap in memory, what lies in two of them is in two records, and no
 * guarantee for one record covers both. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_dense(const double *features, int64_t rows, int64_t columns,
                                                  int64_t row_stride, int64_t column_stride, const double *labels,
                                                  dpcvx_dataset **out, dpcvx_error *err);

/* The same of floats, which are kept as floats: half the memory, and half of what a pass over the table has to read. An
 * entry counts as the double that it is; all sums are of doubles. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_dense_f32(const float *features, int64_t rows, int64_t columns,
                                                      int64_t row_stride, int64_t column_stride, const double *labels,
                                                      dpcvx_dataset **out, dpcvx_error *err);

/* A sparse table, in compressed sparse rows: the entries of row i are values[k] in column column_indices[k] for
 * row_starts[i] <= k < row_starts[i + 1]; what is not listed is 0. row_starts has rows + 1 entries, begins with 0,
 * never falls, and ends with the number of entries, at most 2^44, which is the length of the two other arrays. Within a
 * row columns increase, so that none comes twice. Values must be finite; a listed 0 is kept. Rows, columns and labels
 * as for dense tables. Kept in 12 bytes an entry and 8 a row. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_csr(const int64_t *row_starts, const int64_t *column_indices,
                                                const double *values, int64_t rows, int64_t columns,
                                                const double *labels, dpcvx_dataset **out, dpcvx_error *err);

/* The same of floats: 8 bytes an entry. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_csr_f32(const int64_t *row_starts, const int64_t *column_indices,
                                                    const float *values, int64_t rows, int64_t columns,
                                                    const double *labels, dpcvx_dataset **out, dpcvx_error *err);

/* The same records, owned by users: users[i] is the id of the user who owns row i, any number, in any order; `rows`
 * ids. Objectives made from such a table have users as their units, and a guarantee covers all records of a user at
 * once. Entries, labels and weights are shared with `source`, not copied; ids that it had are replaced. Ids are grouped
 * by sorting, in time and memory proportional to the rows. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_with_users(const dpcvx_dataset *source, const int64_t *users, int64_t rows,
                                                       dpcvx_dataset **out, dpcvx_error *err);

/* The same records with a weight each, finite and >= 0; `rows` weights. Objectives clip them to the bound that they
 * declare. Entries, labels and users are shared with `source`; weights that it had are replaced. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_with_weights(const dpcvx_dataset *source, const double *weights,
                                                         int64_t rows, dpcvx_dataset **out, dpcvx_error *err);

/* The same records with column j mapped from the public range [low[j], high[j]] to [-1, 1], values outside clipped: a
 * per-record map, so no privacy is spent. low[j] < high[j]; `columns` entries each. Ranges must be known beforehand, or
 * be released (dpcvx_dataset_release_ranges); minima and maxima of the data are not private. The table remembers its
 * ranges, and a table that is scaled already is refused. Floats stay floats, rounded within [-1, 1]. A sparse table
 * takes only ranges that keep 0 at 0, low[j] = -high[j]: others would fill it. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_scaled(const dpcvx_dataset *source, const double *low, const double *high,
                                                   int64_t columns, dpcvx_dataset **out, dpcvx_error *err);

/* Ranges of all columns without public bounds on them, for dpcvx_dataset_create_scaled: each holds about a share
 * `coverage` of the column's values, one a unit. Of a table of records, for a budget of records, these are the entries;
 * of a table with user ids, for a budget of users, each user's mean over the user's records (weights are not used), so
 * that the guarantee covers users. A table and a budget of different units are refused.
 *
 * For each column what dpcvx_release_range does, both ends of all columns at equal shares of one price, charged once:
 * bounded range epsilon' for each of 2 * columns choices, with epsilon' the greater of epsilon / (2 columns) and
 * sqrt(8 rho / (2 columns)) where the price buys a range of epsilon and a zCDP of rho, and what mu / sqrt(2 columns)
 * buys under a GDP price (McSherry and Talwar 2007; Dong, Durfee and Rogers 2020; Cesar and Rogers 2021). With fewer
 * than some 40 / epsilon' units the answers mean little. low[j] < high[j], 0 or powers of two up to 2^65 in size
 * (equal ends are moved apart), and low[j] = -high[j] of a sparse table.
 *
 * 0 < coverage < 1; low and high have `columns` entries. Prices: any (dpcvx/mechanism.h). guarantee may be NULL. Budget
 * and rng as in every release: arguments are checked, memory is taken, the budget is charged, the data are read. Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_release_ranges(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                    const dpcvx_dataset *dataset, double coverage, double *low,
                                                    double *high, int64_t columns, dpcvx_guarantee **guarantee,
                                                    dpcvx_error *err);

/* Rows rows[0..count) of a dataset, in that order, each at most once (DPCVX_ERR_ARGUMENT else: a record that came twice
 * would be two units), with their labels, weights, users and ranges. Choosing rows by their content is not private.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_subset(const dpcvx_dataset *source, const int64_t *rows, int64_t count,
                                                   dpcvx_dataset **out, dpcvx_error *err);

/* The same users with at most `max_records_per_user` records each: of a user with more a uniform random subset of that
 * many, drawn with rng from the rest of the table independently, the others left out; all of a user with fewer. Rows
 * keep their order, users their numbers, whatever is left of them; with nothing to leave out all is shared. So no
 * user's records move what is computed by more than a declared number of them can, and any guarantee for users of a fit
 * to the new table covers all the records that a user has in `source`: which of them were drawn need not be kept
 * secret. `source` must have user ids. 1 <= max_records_per_user <= 2^40. Reports state the cap. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_with_max_records_per_user(const dpcvx_dataset *source, dpcvx_rng *rng,
                                                                      int64_t max_records_per_user, dpcvx_dataset **out,
                                                                      dpcvx_error *err);

/* Frees a dataset; what was made from it lives on. Since 0.1. */
DPCVX_API void dpcvx_dataset_destroy(dpcvx_dataset *dataset);

/* Numbers of records and of columns. The number of records is public under replace-one; under add/remove it is as
 * private as the data. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_shape(const dpcvx_dataset *dataset, int64_t *rows, int64_t *columns,
                                           dpcvx_error *err);

/* Figures of a dataset. Public are the columns, the cap and, under replace-one, the number of units: records, or users
 * of a table with ids. Everything else is as private as the data. */
#define DPCVX_DATASET_FIGURE_ROWS 251                 /* records */
#define DPCVX_DATASET_FIGURE_COLUMNS 252              /* columns */
#define DPCVX_DATASET_FIGURE_USERS 253                /* different users; 0 for a table without ids */
#define DPCVX_DATASET_FIGURE_STORED 254               /* entries stored: rows * columns of a dense table */
#define DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER 255 /* the cap put on the records of a user; 0: none */

/* *value = a figure of the dataset. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_get(const dpcvx_dataset *dataset, int32_t figure, double *value, dpcvx_error *err);

DPCVX_END_DECLS

#endif
