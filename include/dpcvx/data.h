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
 * by sorting, in time and memory proportional to the rows.
 *
 * Requires: users are given before rows are chosen. A part of a split is refused.
 * Requires: if the users of `source` were capped, all records that a former user had before the cap are of one new
 * user. Rows of a former user with unlike new ids are refused.
 *
 * Since 0.1. */
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

/* ---- Rows of a dataset ----
 *
 * A guarantee covers a table only if neighbours of the table give neighbours of what is made of it. A choice of rows
 * can break that: one unit that is replaced, added or removed may then change which rows of other units are chosen.
 * Splits by hash keep neighbours in all cases that their comments name (src/data/PROOFS.md, section 6). Subsets keep
 * them only if the caller chooses the rows as their comments say. */

/* Makes a dataset of rows rows[0..count) of `source`, in that order, with their labels, weights, users and ranges.
 *
 * Requires: each row comes at most once; a row that came twice would be two units.
 * Requires: of a table with users, all rows of a user or none. Other choices are DPCVX_ERR_ARGUMENT, and the message
 * names the user. dpcvx_dataset_create_record_subset takes some of a user's rows.
 *
 * What remains of a guarantee:
 * - With users, all of it, if the choice of users is fixed without looking at the data, by their ids for example.
 * - Without users, under replace-one, all of it, if the row numbers are fixed without looking at the data.
 * - Without users, under add/remove, none for fixed row numbers: one record fewer moves all rows behind it. It remains
 *   if each record is chosen by its own id or content alone, as dpcvx_dataset_create_split does.
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_subset(const dpcvx_dataset *source, const int64_t *rows, int64_t count,
                                                   dpcvx_dataset **out, dpcvx_error *err);

/* Makes a dataset of rows rows[0..count) of `source`, as dpcvx_dataset_create_subset does, but may cut users: of a
 * table with users any rows are accepted.
 *
 * What remains of a guarantee for users:
 * - None for row numbers that are fixed beforehand: one user with other records moves the rows of all others.
 * - All of it, if the rows of each user are chosen by that user's id, records and own random bits alone. Under
 *   replace-one every user must keep at least one row. Reports state this assumption.
 *
 * dpcvx_dataset_create_with_max_records_per_user makes such a choice.
 *
 * Without users it is dpcvx_dataset_create_subset. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_record_subset(const dpcvx_dataset *source, const int64_t *rows,
                                                          int64_t count, dpcvx_dataset **out, dpcvx_error *err);

/* The length of the key of a split. */
#define DPCVX_SPLIT_KEY_BYTES 16

/* Splits the units of `source` into a training part and a held-out part by a keyed hash of each unit. Neighbouring
 * tables give neighbouring or equal training parts, and likewise held-out parts; at most one of the two differs.
 *
 * The hash is u = SipHash-2-4(key, name) / 2^64 (Aumasson and Bernstein 2012), rounded down to a multiple of 2^-53. A
 * unit is held out if held_out_from <= u < held_out_to. So 0 and 0.2 hold out about a fifth of the units, and k
 * intervals of 1/k are the folds of a cross-validation. The name of a unit is
 * - with users: the user's id, under either adjacency;
 * - without, under DPCVX_ADJACENCY_REPLACE_ONE: the row number, so that the sizes of the parts are public;
 * - without, under DPCVX_ADJACENCY_ADD_REMOVE: the record's entries and label, so that equal records fall together.
 *
 * Requires: `adjacency` is that of the budget the parts are used with. Without users, plans and releases refuse others.
 * Requires: the key has DPCVX_SPLIT_KEY_BYTES bytes and is chosen without looking at the data. It need not be secret.
 * Requires: with users, under replace-one, that ids are public. A user who is replaced keeps the id.
 * Requires: 0 <= held_out_from < held_out_to <= 1.
 *
 * Results: rows keep their order. The same key and ids give the same parts in every table and on every machine. A
 * second split of a part takes another key, or an interval outside the first.
 * Errors: DPCVX_ERR_ARGUMENT where a part has no rows. That tells of the data, and must not be published where sizes
 * are private. Users cannot be given to a part: dpcvx_dataset_create_with_users comes first.
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_split(const dpcvx_dataset *source, int32_t adjacency, const void *key,
                                                  size_t key_bytes, double held_out_from, double held_out_to,
                                                  dpcvx_dataset **training, dpcvx_dataset **held_out, dpcvx_error *err);

/* Splits the records of a table without users, as dpcvx_dataset_create_split does, by ids of the caller's: the name of
 * record i is ids[i], any number. Records with equal ids fall together. The parts suit both adjacencies.
 *
 * Requires: `rows` ids, none of them a function of other records. Under replace-one they are public, and a record that
 * is replaced keeps its id. Under add/remove a record comes and goes with its id; row numbers are no such ids.
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_split_by_ids(const dpcvx_dataset *source, const int64_t *ids, int64_t rows,
                                                         const void *key, size_t key_bytes, double held_out_from,
                                                         double held_out_to, dpcvx_dataset **training,
                                                         dpcvx_dataset **held_out, dpcvx_error *err);

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
