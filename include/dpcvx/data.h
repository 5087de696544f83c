/* dpcvx/data.h: datasets: tables of records, owned by users or not.
 *
 * A dataset is copied from arrays, and checked once. It never changes afterwards.
 * Each row is a record. The units that a guarantee protects are records, or users if the rows have user ids.
 * Making a dataset releases nothing: the messages of these functions may name rows and columns.
 * Neighbouring tables must give neighbouring datasets. "What remains of a guarantee" says where that is at stake.
 * The arguments are in src/data/PROOFS.md. Formulas are in src/data/README.md and src/data/release/README.md.
 *
 * Example: a table of three records whose two columns are scaled by public ranges.
 *
 *     const double x[] = {35, 180, 52, 165, 41, 172}, y[] = {1, -1, 1};
 *     const double low[] = {18, 140}, high[] = {98, 210};
 *     dpcvx_error err;
 *     dpcvx_dataset *raw = NULL, *data = NULL;
 *     int64_t rows, columns;
 *     if (dpcvx_dataset_create_dense(x, 3, 2, 2, 1, y, &raw, &err) != DPCVX_OK ||
 *         dpcvx_dataset_create_scaled(raw, low, high, 2, &data, &err) != DPCVX_OK ||
 *         dpcvx_dataset_shape(data, &rows, &columns, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("%d records, %d columns\n", (int)rows, (int)columns);  // prints 3 records, 2 columns
 *     dpcvx_dataset_destroy(data);
 *     dpcvx_dataset_destroy(raw);
 *
 * For every function
 *  - Requires: 1 <= rows <= 2^40, 1 <= columns <= 2^20. Entries are finite.
 *  - labels has `rows` entries, or is NULL for a table without labels.
 *    The model that is made from the table says which labels it takes.
 *  - Threads: several threads, and any number of objectives, may share a dataset.
 *  - Tables of 2^20 entries or more are made, scaled and joined to objectives on as many threads as the caller has
 *    processors, 4 at most. The threads end before the call returns. Results do not depend on their number.
 */
#ifndef DPCVX_DATA_H
#define DPCVX_DATA_H

#include <dpcvx/base.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Holds a table of records. */
typedef struct dpcvx_dataset dpcvx_dataset;

/* Frees a dataset. What was made from it lives on. Since 0.1. */
DPCVX_API void dpcvx_dataset_destroy(dpcvx_dataset *dataset);

/* ---- Tables ------------------------------------------------------------------------------------------------- */

/* Creates a dense table. Entry (i, j) is
 *
 *   features[i * row_stride + j * column_stride],   0 <= i < rows, 0 <= j < columns
 *
 * Strides count entries. Row-major tables have strides (columns, 1), column-major ones (1, rows).
 * Strides may be negative, but not 0 if there is more than one row or column.
 * Each row is a record, for any strides. If rows overlap in memory, the shared entries are in two records.
 * Then no guarantee for one record covers both.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_dense(const double *features, int64_t rows, int64_t columns,
                                                  int64_t row_stride, int64_t column_stride, const double *labels,
                                                  dpcvx_dataset **out, dpcvx_error *err);

/* Creates the same table of floats, and keeps them as floats: half the memory, half the reading.
 * An entry counts as the double that it is. All sums are of doubles.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_dense_f32(const float *features, int64_t rows, int64_t columns,
                                                      int64_t row_stride, int64_t column_stride, const double *labels,
                                                      dpcvx_dataset **out, dpcvx_error *err);

/* Creates a sparse table, in compressed sparse rows. Entries that are not listed are 0.
 * For row_starts[i] <= k < row_starts[i + 1], row i has values[k] in column column_indices[k].
 * Memory: 12 bytes an entry and 8 a row.
 * Requires: row_starts has rows + 1 entries, begins with 0, never falls, and ends with the number of entries.
 * Requires: that number is at most 2^44, and is the length of the two other arrays.
 * Requires: within a row columns increase, so that none comes twice. A listed 0 is kept.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_csr(const int64_t *row_starts, const int64_t *column_indices,
                                                const double *values, int64_t rows, int64_t columns,
                                                const double *labels, dpcvx_dataset **out, dpcvx_error *err);

/* Creates the same sparse table of floats: 8 bytes an entry. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_csr_f32(const int64_t *row_starts, const int64_t *column_indices,
                                                    const float *values, int64_t rows, int64_t columns,
                                                    const double *labels, dpcvx_dataset **out, dpcvx_error *err);

/* ---- Users, weights, exposures ------------------------------------------------------------------------------ */

/* Creates the same records, owned by users: users[i] is the id of the user who owns row i. Ids are any numbers.
 * Objectives made from such a table have users as their units, and a guarantee covers all records of a user at once.
 * Storage is shared with `source` if each user's rows are neighbours, else copied. Ids that it had are replaced.
 * Time and memory: proportional to the table. Ids are grouped by sorting. Answers by row keep the order given.
 * Requires: `rows` ids. Users are given before rows are chosen: a part of a split is refused.
 * Requires: if the users of `source` were capped, all records that a former user had before the cap go to one new user.
 * Rows of a former user with unlike new ids are refused.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_with_users(const dpcvx_dataset *source, const int64_t *users, int64_t rows,
                                                       dpcvx_dataset **out, dpcvx_error *err);

/* Computes ids of names, for users that are known by text: equal names have equal ids.
 *
 *     const char names[] = "adabobada"; // three rows, of ada, bob and ada
 *     const int64_t name_ends[] = {3, 6, 9};
 *     dpcvx_ids_of_names(names, 9, name_ends, users, 3, &err);
 *     dpcvx_dataset_create_with_users(data, users, 3, &owned, &err);
 *
 * An id is SipHash-2-4 of the name's bytes, with a key of zeros. It depends on that name alone: the same in every
 * table, part and language. So neighbouring tables stay neighbours, and splits by one key agree.
 * Two names whose ids are equal count as one user. Under add/remove each of the two may then cost twice the epsilon.
 * Of 10^8 names some two have equal ids with probability 0.0003.
 * Name i has the bytes from name_ends[i - 1], or 0, up to name_ends[i]. Python, R, Go and Rust give UTF-8.
 * Requires: name_ends never fall, are at least 0, and end with names_bytes. `names` may be NULL if names_bytes is 0.
 * Requires: 1 <= count <= 2^40. ids holds `count` numbers.
 * Source: Aumasson and Bernstein 2012, for SipHash.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_ids_of_names(const void *names, size_t names_bytes, const int64_t *name_ends, int64_t *ids,
                                          int64_t count, dpcvx_error *err);

/* Creates the same users with at most `max_records_per_user` records each.
 * A user with more keeps a uniform random subset of that many, drawn with rng independently of the other users.
 * Row order and user numbers are preserved. If no user exceeds the cap, all storage is shared with the source.
 * A guarantee for users of a fit to the new table covers all records that a user has in `source`.
 * The choice of the records that were kept need not stay secret. Reports state the cap.
 * Requires: `source` has user ids. 1 <= max_records_per_user <= 2^40.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_with_max_records_per_user(const dpcvx_dataset *source, dpcvx_rng *rng,
                                                                      int64_t max_records_per_user, dpcvx_dataset **out,
                                                                      dpcvx_error *err);

/* Creates the same records with a weight each. Weights that the source had are replaced.
 * Objectives clip weights to the bound that they declare. Entries, labels and users are shared with `source`.
 * A record of weight 0 is null. It stands for a row that lacks a value.
 *  - Under add/remove estimates, hypothesis selection and released ranges leave null records out.
 *  - Private scores and centres of columns leave them out under both adjacencies.
 *    Units that have no others count as absent. Whether a table has weights is taken to be public.
 *  - MIN_RECORDS_PER_USER does not count them.
 *  - Under replace-one the number of units is public. Estimates refuse a unit that has null records alone.
 *    Their guarantee assumes that no unit has, and reports say so: a refusal would tell of it.
 *  - Of capped users, and of a record subset, one null record of such a unit counts instead.
 * Estimates read no other weights.
 * Requires: `rows` weights, finite and >= 0.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_with_weights(const dpcvx_dataset *source, const double *weights,
                                                         int64_t rows, dpcvx_dataset **out, dpcvx_error *err);

/* Creates the same records with an exposure E each, for Poisson regression of counts y: time, area, or people at risk.
 * The weight of a record is E, and its label becomes the rate y / E. Entries and users are shared with `source`.
 * With DPCVX_LOSS_POISSON that is the likelihood of y at mean E exp(z), as with an offset log E:
 *   E (exp(z) - (y/E) z) = E exp(z) - y z
 * So LABEL_BOUND of an objective bounds rates y / E, and WEIGHT_BOUND bounds exposures. What is above is clipped.
 * A clipped rate y / E > LABEL_BOUND counts fewer than y events. So the bound should hold for short exposures.
 * Decision values are logarithms of rates, and predictions are rates, both per unit of exposure.
 * Where short exposures make rates far above the ordinary ones, a CLIPPING_NORM below the default suits better.
 * Requires: `rows` exposures, finite and > 0. The labels of `source` are counts >= 0, and y / E is finite.
 * Requires: `source` has no weights. Weights that are given later replace the exposures.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_with_exposures(const dpcvx_dataset *source, const double *exposures,
                                                           int64_t rows, dpcvx_dataset **out, dpcvx_error *err);

/* ---- Ranges ------------------------------------------------------------------------------------------------- */

/* Creates the same records with column j mapped from the public range [low[j], high[j]] to [-1, 1].
 * Values outside the range are clipped. It is a map of the single record, so no privacy is spent.
 * Ranges must be known beforehand, or be released (dpcvx_dataset_release_ranges).
 * Minima and maxima of the data are not private.
 * It serves fits and predictions. Estimates of values (dpcvx/estimate.h) take the table before it.
 * The table remembers its ranges. Floats stay floats, rounded within [-1, 1].
 * Requires: low and high have `columns` entries; low[j] < high[j].
 * Requires: a sparse table has low[j] = -high[j], which keeps 0 at 0. Other ranges would fill it.
 * Errors: DPCVX_ERR_ARGUMENT for a table that is scaled already.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_scaled(const dpcvx_dataset *source, const double *low, const double *high,
                                                   int64_t columns, dpcvx_dataset **out, dpcvx_error *err);

/* Releases ranges of all columns, for dpcvx_dataset_create_scaled. No public bounds are needed.
 * Each range holds about a share `coverage` of the column's values, one a unit.
 * In a table of records these are the entries. In a table of users they are each user's mean, weights not used.
 * Null records (weight 0) are left out. Under replace-one a unit that has no other counts with one of them.
 * It does for each column what dpcvx_release_range does, all at equal shares of one price (src/data/release/README.md).
 * With fewer than about 40 / epsilon' units the answers mean little, epsilon' the share of one end.
 * With 285 / epsilon' units or more, a column's range is far too wide with a probability of at most 1e-5.
 * dpcvx_dataset_range_notes says before the charge where ranges are likely noise.
 * Result: low[j] < high[j], 0 or powers of two of size at most 2^65. Equal ends are moved apart.
 * A sparse table has low[j] = -high[j].
 * Requires: 0 < coverage < 1; low and high have `columns` entries.
 * Requires: the units of the table are those of the budget.
 * Prices: any (dpcvx/mechanism.h). `guarantee` may be NULL. The order of a release is as there.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_release_ranges(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                    const dpcvx_dataset *dataset, double coverage, double *low,
                                                    double *high, int64_t columns, dpcvx_guarantee **guarantee,
                                                    dpcvx_error *err);

/* Writes what a reader of such ranges must not miss, a line each. There may be none: *length is 0.
 * There is one where ranges would be mostly noise, or an end may lie beyond all values, by up to 2^64.
 * The second is said where the bound on its probability, for any values, passes 5 % (src/data/release/README.md).
 * It is told from public numbers. Nothing is charged, and no data are read. The guarantee of the ranges notes it too.
 * `units` is the number of units, or a guess of it under add/remove. The rest is as in dpcvx_dataset_release_ranges.
 * units = 0 stands for a private number. There always is a note then: it says how many units are enough.
 * Requires: 0 <= units <= 2^40, 1 <= columns <= 2^40, 0 < coverage < 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_range_notes(const dpcvx_curve *price, int64_t units, int64_t columns,
                                                 double coverage, char *out, size_t capacity, size_t *length,
                                                 dpcvx_error *err);

/* ---- Subsets and splits ------------------------------------------------------------------------------------- */

/* What remains of a guarantee: it covers a table only if neighbours of the table give neighbours of what is made of it.
 * A choice of rows can break that: one unit that changes may change which rows of other units are chosen.
 * Splits by hash keep neighbours in all cases that their comments name (src/data/PROOFS.md, section 5).
 * Subsets keep them only if the caller chooses the rows as their comments say. */

/* Creates a dataset of rows rows[0 ... count - 1] of `source`, in that order.
 * Labels, weights, users and ranges come along.
 * Requires: each row comes at most once. A row that came twice would be two units.
 * Requires: of a table with users, all rows of a user or none.
 * Errors: DPCVX_ERR_ARGUMENT for other choices. The message names the user.
 * dpcvx_dataset_create_record_subset takes some of a user's rows.
 * What remains of a guarantee:
 *  - With users: all of it, if the choice of users is fixed without looking at the data, by their ids for example.
 *  - Without users, under replace-one: all of it, if the row numbers are fixed without looking at the data.
 *  - Without users, under add/remove: none for fixed row numbers. One record fewer moves all rows behind it.
 *    All of it, if each record is chosen by its own id or content alone, as dpcvx_dataset_create_split does.
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_subset(const dpcvx_dataset *source, const int64_t *rows, int64_t count,
                                                   dpcvx_dataset **out, dpcvx_error *err);

/* Creates a dataset of rows of `source`, as dpcvx_dataset_create_subset does, but may cut users.
 * Of a table with users any rows are accepted. Without users it is dpcvx_dataset_create_subset.
 * dpcvx_dataset_create_with_max_records_per_user makes a choice that keeps the guarantee.
 * What remains of a guarantee for users:
 *  - None for row numbers that are fixed beforehand. One user with other records moves the rows of all others.
 *  - All of it, if each user's rows are chosen by that user's id, records and own random bits alone.
 *    Under replace-one every user must keep at least one row. Reports state this assumption.
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_record_subset(const dpcvx_dataset *source, const int64_t *rows,
                                                          int64_t count, dpcvx_dataset **out, dpcvx_error *err);

/* Splits. */
#define DPCVX_SPLIT_KEY_BYTES 16 /* the length of the key of a split */

/* Creates a training part and a held-out part of the units of `source`, by a keyed hash of each unit's name:
 *
 *   u = SipHash-2-4(key, name) / 2^64, rounded down to a multiple of 2^-53
 *
 * A unit is held out if held_out_from <= u < held_out_to. So 0 and 0.2 hold out about a fifth of the units.
 * k intervals of length 1/k are the folds of a cross-validation.
 * Neighbouring tables give neighbouring or equal training parts, and neighbouring or equal held-out parts.
 * At most one of the two differs. The name of a unit is
 *  - with users: the user's id, under either adjacency;
 *  - without users, under replace-one: the row number, so that the sizes of the parts are public;
 *  - without users, under add/remove: the record's entries and label, so that equal records fall together.
 *
 * Rows keep their order. The same key and ids give the same parts in every table and on every machine.
 * A second split of a part takes another key, or an interval outside the first.
 * Requires: `adjacency` is that of the budget for the parts. Without users, plans and releases refuse others.
 * Requires: the key has DPCVX_SPLIT_KEY_BYTES bytes, chosen without looking at the data. It need not be secret.
 * Random bytes do: those of the operating system, or any that you write down to split alike again.
 * Requires: with users, under replace-one, ids are public. A user who is replaced keeps the id.
 * Requires: 0 <= held_out_from < held_out_to <= 1.
 * Requires: users are given before the split (dpcvx_dataset_create_with_users). A part does not take them.
 * Errors: DPCVX_ERR_ARGUMENT if a part has no rows. That tells of the data.
 * It must not be published if sizes are private.
 * Source: Aumasson and Bernstein 2012, for SipHash.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_split(const dpcvx_dataset *source, int32_t adjacency, const void *key,
                                                  size_t key_bytes, double held_out_from, double held_out_to,
                                                  dpcvx_dataset **training, dpcvx_dataset **held_out, dpcvx_error *err);

/* Creates the two parts of a table without users by ids of the caller's: the name of record i is ids[i], any number.
 * Otherwise it is dpcvx_dataset_create_split. Records with equal ids fall together. The parts suit both adjacencies.
 * Requires: `rows` ids, none of them a function of other records.
 * Requires: under replace-one ids are public, and a record that is replaced keeps its id.
 * Requires: under add/remove a record comes and goes with its id. Row numbers are no such ids.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_create_split_by_ids(const dpcvx_dataset *source, const int64_t *ids, int64_t rows,
                                                         const void *key, size_t key_bytes, double held_out_from,
                                                         double held_out_to, dpcvx_dataset **training,
                                                         dpcvx_dataset **held_out, dpcvx_error *err);

/* ---- Scores of a held-out part, NOT PRIVATE ----------------------------------------------------------------- */

/* The two readers below tell what a table holds. They are not private, and charge nothing.
 * What is computed from them must not be published: it is as private as the data.
 * dpcvx/evaluation.h releases scores privately.
 * A part of a split is scored with them, here by its mean squared error:
 *
 *     dpcvx_dataset_shape(held_out, &rows, &columns, &err);
 *     dpcvx_nonprivate_dataset_labels(held_out, labels, rows, &err);
 *     dpcvx_fit_predict(fit, held_out, predicted, rows, &err);
 *     for (i = 0; i < rows; ++i) sum += (labels[i] - predicted[i]) * (labels[i] - predicted[i]);
 *     printf("NOT PRIVATE: %g\n", sum / rows);
 */

/* Copies the labels of a dataset as they were given, one a row, unclipped.
 * Requires: `rows` is the number of rows.
 * Errors: DPCVX_ERR_UNSUPPORTED for a table without labels.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_dataset_labels(const dpcvx_dataset *dataset, double *out, int64_t rows,
                                                       dpcvx_error *err);

/* Copies the number that each row had in the caller's arrays, of which the first dataset was made.
 * Row i of a part of a split, a subset or a capped table was row out[i] of dpcvx_dataset_create_dense or _csr.
 * So it joins rows to what the dataset does not hold, such as names, dates and user ids.
 * Requires: `rows` is the number of rows.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_dataset_source_rows(const dpcvx_dataset *dataset, int64_t *out, int64_t rows,
                                                            dpcvx_error *err);

/* ---- Figures ------------------------------------------------------------------------------------------------ */

/* Reads the numbers of records and of columns.
 * The number of records is public under replace-one. Under add/remove it is as private as the data.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_shape(const dpcvx_dataset *dataset, int64_t *rows, int64_t *columns,
                                           dpcvx_error *err);

/* How the rows of a table are stored: what created it. */
#define DPCVX_STORAGE_DENSE 391     /* dpcvx_dataset_create_dense: dense rows of doubles */
#define DPCVX_STORAGE_DENSE_F32 392 /* dpcvx_dataset_create_dense_f32: dense rows of floats */
#define DPCVX_STORAGE_CSR 393       /* dpcvx_dataset_create_csr: sparse rows of doubles */
#define DPCVX_STORAGE_CSR_F32 394   /* dpcvx_dataset_create_csr_f32: sparse rows of floats */

/* Figures of a dataset.
 * Public are the columns, the cap and, under replace-one, the number of units (records, or users if there are ids).
 * Everything else is as private as the data. */
#define DPCVX_DATASET_FIGURE_ROWS 251                 /* records */
#define DPCVX_DATASET_FIGURE_COLUMNS 252              /* columns */
#define DPCVX_DATASET_FIGURE_USERS 253                /* different users, of a table with user ids */
#define DPCVX_DATASET_FIGURE_STORED 254               /* entries stored: rows * columns of a dense table */
#define DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER 255 /* the cap put on the records of a user */

/* Reads a figure (DPCVX_DATASET_FIGURE_*). All are counts.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure.
 * Errors: DPCVX_ERR_UNSUPPORTED for a figure that the dataset lacks.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_dataset_get_i64(const dpcvx_dataset *dataset, int32_t figure, int64_t *value,
                                             dpcvx_error *err);

DPCVX_END_DECLS

#endif
