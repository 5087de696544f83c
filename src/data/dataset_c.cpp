#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "data/max_records_per_user.h"
#include "data/split.h"
#include "random/rng_handle.h"
#include "base/siphash.h"

namespace dpcvx {
namespace {

dpcvx_status check_rows(const int64_t *rows, int64_t count, int64_t most, Error &error) {
  for (int64_t i = 0; i < count; ++i)
    if (rows[i] < 0 || rows[i] >= most)
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'rows' = %s at position %s; accepted: 0 to %s",
                        show(rows[i]).text, show(i).text, show(most - 1).text);
  return DPCVX_OK;
}

// Marks the places of the rows that are chosen. A row taken twice would be one record that counts as two units.
dpcvx_status mark_distinct(const data::Dataset &source, const int64_t *rows, int64_t count,
                           Buffer<unsigned char> *chosen, Error &error) {
  if (!chosen->allocate(static_cast<size_t>(source.rows()))) return error.nomem("the marks of the rows chosen");
  for (int64_t i = 0; i < count; ++i) {
    unsigned char &mark = (*chosen)[static_cast<size_t>(source.place_of(rows[i]))];
    if (mark != 0)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'rows' = %s again at position %s; accepted: each row at most once, since a row is a "
                        "record",
                        show(rows[i]).text, show(i).text);
    mark = 1;
  }
  return DPCVX_OK;
}

// A choice by row number that cuts a user cannot be the same choice in a table where another user has other rows.
dpcvx_status check_whole_users(const data::Dataset &source, const Buffer<unsigned char> &chosen, Error &error) {
  const data::Users &users = *source.users();
  for (int64_t u = 0; u < users.count(); ++u) {
    const data::RowPick rows = users.rows_of(u);
    const auto is_chosen = [&](int64_t place) { return chosen[static_cast<size_t>(rows[place])] != 0; };
    for (int64_t place = 1; place < rows.count; ++place)
      if (is_chosen(place) != is_chosen(0))
        return error.fail(DPCVX_ERR_ARGUMENT,
                          "argument 'rows' = a list with row %s of user %s and without its row %s; accepted: all rows "
                          "of a user or none (dpcvx_dataset_create_split splits by user, and "
                          "dpcvx_dataset_create_record_subset takes some of a user's rows)",
                          show(source.given_row(rows[is_chosen(0) ? 0 : place])).text, show(users.id(u)).text,
                          show(source.given_row(rows[is_chosen(0) ? place : 0])).text);
  }
  return DPCVX_OK;
}

// Users of other ids would own records that were chosen by how many the former users had.
dpcvx_status check_former_users(const data::Dataset &source, const int64_t *users, Error &error) {
  if (source.choice().split != data::SplitBy::kNothing)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'source' = a part of a split; accepted: the table before it, whose users are given "
                      "first and split next");
  if (source.max_records_per_user() == 0) return DPCVX_OK;
  Buffer<int64_t> by_place;
  if (!source.lies_as_given()) {
    if (!by_place.allocate(static_cast<size_t>(source.rows()))) return error.nomem("the users of a dataset");
    for (int64_t i = 0; i < source.rows(); ++i) by_place[static_cast<size_t>(source.place_of(i))] = users[i];
    users = by_place.data();
  }
  for (int64_t u = 0; u < source.users()->count(); ++u) {
    const data::RowPick rows = source.users()->rows_of(u);
    for (int64_t place = 1; place < rows.count; ++place)
      if (users[rows[place]] != users[rows[0]])
        return error.fail(DPCVX_ERR_ARGUMENT,
                          "argument 'users' = %s for row %s and %s for row %s, both of user %s when capped; accepted: "
                          "one id for all rows of a former user, or a table without a cap",
                          show(users[rows[0]]).text, show(source.given_row(rows[0])).text,
                          show(users[rows[place]]).text, show(source.given_row(rows[place])).text,
                          show(source.users()->id(u)).text);
  }
  return DPCVX_OK;
}

enum class Cut { kUsersWhole, kUsersCut };

dpcvx_status create_subset(const dpcvx_dataset *source, const int64_t *rows, int64_t count, Cut cut,
                           data::SharedDataset *table, Error &error) {
  DPCVX_TRY(check_handle("source", source, error));
  DPCVX_TRY(check_pointer("rows", rows, error));
  DPCVX_TRY(check_between("count", count, 1, data::kMaxRows, error));
  const data::Dataset &from = *source->data;
  DPCVX_TRY(check_rows(rows, count, from.rows(), error));
  Buffer<unsigned char> chosen;
  DPCVX_TRY(mark_distinct(from, rows, count, &chosen, error));
  if (cut == Cut::kUsersWhole && from.users() != nullptr) DPCVX_TRY(check_whole_users(from, chosen, error));
  DPCVX_TRY(data::select_rows(from, rows, count, table, error));
  if (cut == Cut::kUsersWhole && from.users() != nullptr) return DPCVX_OK;
  data::RowChoice choice = from.choice();
  choice.of_records = true;
  table->edit().set_choice(choice);
  return DPCVX_OK;
}

dpcvx_status check_adjacency(int32_t adjacency, Error &error) {
  if (adjacency == DPCVX_ADJACENCY_REPLACE_ONE || adjacency == DPCVX_ADJACENCY_ADD_REMOVE) return DPCVX_OK;
  return error.argument("adjacency", adjacency, "DPCVX_ADJACENCY_REPLACE_ONE or DPCVX_ADJACENCY_ADD_REMOVE");
}

dpcvx_status check_name_ends(const int64_t *ends, int64_t count, size_t bytes, Error &error) {
  for (int64_t i = 0, begin = 0; i < count; begin = ends[i], ++i)
    if (ends[i] < begin || static_cast<uint64_t>(ends[i]) > bytes)
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'name_ends[%s]' = %s; accepted: %s to names_bytes = %s",
                        show(i).text, show(ends[i]).text, show(begin).text, show(static_cast<int64_t>(bytes)).text);
  if (static_cast<uint64_t>(ends[count - 1]) == bytes) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'names_bytes' = %s; accepted: %s, the last of name_ends",
                    show(static_cast<int64_t>(bytes)).text, show(ends[count - 1]).text);
}

// The arguments that all splits share.
struct SplitCall {
  const dpcvx_dataset *source;
  const void *key;
  size_t key_bytes;
  double from, to;
  dpcvx_dataset **training, **held_out;

  dpcvx_status check(Error &error) const {
    DPCVX_TRY(check_out("training", training, error));
    DPCVX_TRY(check_out("held_out", held_out, error));
    if (training == held_out)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'held_out' = 'training'; accepted: the address of another handle");
    DPCVX_TRY(check_handle("source", source, error));
    DPCVX_TRY(check_pointer("key", key, error));
    if (key_bytes != SipHash::kKeyBytes)
      return error.argument("key_bytes", show(static_cast<int64_t>(key_bytes)).text, "DPCVX_SPLIT_KEY_BYTES = 16");
    if (!(from >= 0 && from < 1)) return error.argument("held_out_from", from, "a number in [0, 1)");
    if (!(from < to && to <= 1))
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'held_out_to' = %s; accepted: above held_out_from = %s, at most 1", show(to).text,
                        show(from).text);
    return DPCVX_OK;
  }

  dpcvx_status run(data::SplitBy by, const int64_t *ids, Error &error) const {
    data::Parts parts;
    DPCVX_TRY(
        data::split_rows(*source->data, {by, static_cast<const unsigned char *>(key), ids, from, to}, &parts, error));
    NewHandle<dpcvx_dataset> first, second;
    DPCVX_TRY(first.check(error));
    DPCVX_TRY(second.check(error));
    first->data = parts.training;
    second->data = parts.held_out;
    *training = first.give();
    *held_out = second.give();
    return DPCVX_OK;
  }
};

// Checks where each row begins: from 0, never falling.
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

// Implements the functions for tables of double and of float.
template <class T>
dpcvx_status create_dense(const data::DenseView<T> &view, const double *labels, dpcvx_dataset **out, Error &error) {
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(data::check_view(view, error));
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

// Checks an output of one entry a row.
dpcvx_status check_row_output(const dpcvx_dataset *dataset, const void *out, int64_t rows, Error &error) {
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(check_pointer("out", out, error));
  return check_between("rows", rows, dataset->data->rows(), dataset->data->rows(), error);
}

Maybe<int64_t> users_of(const data::Dataset &dataset) {
  return dataset.users() != nullptr ? Maybe<int64_t>(dataset.users()->count())
                                    : Maybe<int64_t>::none("the dataset has no user ids: its units are records");
}

Maybe<int64_t> cap_of(const data::Dataset &dataset) {
  return dataset.max_records_per_user() > 0 ? Maybe<int64_t>(dataset.max_records_per_user())
                                            : Maybe<int64_t>::none("the dataset has no cap on the records of a user");
}

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_DATASET_FIGURE_ROWS), from<&data::Dataset::rows>},
    {DPCVX_NAMED(DPCVX_DATASET_FIGURE_COLUMNS), from<&data::Dataset::columns>},
    {DPCVX_NAMED(DPCVX_DATASET_FIGURE_USERS), from<&users_of>},
    {DPCVX_NAMED(DPCVX_DATASET_FIGURE_STORED), from<&data::Dataset::features, &data::Features::stored>},
    {DPCVX_NAMED(DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER), from<&cap_of>},
};
constexpr FiguresOf<data::Dataset> kFigures("DPCVX_DATASET_FIGURE_*", kRows);

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
  DPCVX_TRY(check_former_users(*source->data, users, error));
  data::SharedDataset table;
  DPCVX_TRY(data::add_users(*source->data, users, &table, error));
  return give(table, out, error);
}

dpcvx_status dpcvx_ids_of_names(const void *names, size_t names_bytes, const int64_t *name_ends, int64_t *ids,
                                int64_t count, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_between("count", count, 1, data::kMaxRows, error));
  if (names_bytes > 0) DPCVX_TRY(check_pointer("names", names, error));
  DPCVX_TRY(check_pointer("name_ends", name_ends, error));
  DPCVX_TRY(check_pointer("ids", ids, error));
  DPCVX_TRY(check_name_ends(name_ends, count, names_bytes, error));
  const unsigned char *const bytes = static_cast<const unsigned char *>(names);
  for (int64_t i = 0, begin = 0; i < count; begin = name_ends[i], ++i)
    ids[i] = static_cast<int64_t>(SipHash::of_bytes(bytes + begin, static_cast<size_t>(name_ends[i] - begin)));
  return DPCVX_OK;
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

dpcvx_status dpcvx_dataset_create_with_exposures(const dpcvx_dataset *source, const double *exposures, int64_t rows,
                                                 dpcvx_dataset **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("source", source, error));
  DPCVX_TRY(check_pointer("exposures", exposures, error));
  DPCVX_TRY(check_between("rows", rows, source->data->rows(), source->data->rows(), error));
  data::SharedDataset table;
  DPCVX_TRY(data::add_exposures(*source->data, exposures, &table, error));
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
  DPCVX_TRY(data::check_ranges(low, high, columns, error));
  data::SharedDataset table;
  DPCVX_TRY(data::scale_columns(*source->data, low, high, &table, error));
  return give(table, out, error);
}

dpcvx_status dpcvx_dataset_create_subset(const dpcvx_dataset *source, const int64_t *rows, int64_t count,
                                         dpcvx_dataset **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  data::SharedDataset table;
  DPCVX_TRY(create_subset(source, rows, count, Cut::kUsersWhole, &table, error));
  return give(table, out, error);
}

dpcvx_status dpcvx_dataset_create_record_subset(const dpcvx_dataset *source, const int64_t *rows, int64_t count,
                                                dpcvx_dataset **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  data::SharedDataset table;
  DPCVX_TRY(create_subset(source, rows, count, Cut::kUsersCut, &table, error));
  return give(table, out, error);
}

dpcvx_status dpcvx_dataset_create_split(const dpcvx_dataset *source, int32_t adjacency, const void *key,
                                        size_t key_bytes, double held_out_from, double held_out_to,
                                        dpcvx_dataset **training, dpcvx_dataset **held_out, dpcvx_error *err) {
  Error error(err, __func__);
  const SplitCall call = {source, key, key_bytes, held_out_from, held_out_to, training, held_out};
  DPCVX_TRY(call.check(error));
  DPCVX_TRY(check_adjacency(adjacency, error));
  const data::Dataset &table = *source->data;
  if (table.choice().adjacency != 0 && table.choice().adjacency != adjacency)
    return error.argument("adjacency", adjacency,
                          "the adjacency of the split that 'source' is a part of (DPCVX_ADJACENCY_*)");
  return call.run(table.users() != nullptr                   ? data::SplitBy::kUserId
                  : adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? data::SplitBy::kRowNumber
                                                             : data::SplitBy::kContent,
                  nullptr, error);
}

dpcvx_status dpcvx_dataset_create_split_by_ids(const dpcvx_dataset *source, const int64_t *ids, int64_t rows,
                                               const void *key, size_t key_bytes, double held_out_from,
                                               double held_out_to, dpcvx_dataset **training, dpcvx_dataset **held_out,
                                               dpcvx_error *err) {
  Error error(err, __func__);
  const SplitCall call = {source, key, key_bytes, held_out_from, held_out_to, training, held_out};
  DPCVX_TRY(call.check(error));
  DPCVX_TRY(check_pointer("ids", ids, error));
  DPCVX_TRY(check_between("rows", rows, source->data->rows(), source->data->rows(), error));
  if (source->data->users() != nullptr)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'source' = a dataset with user ids; accepted: one without, or "
                      "dpcvx_dataset_create_split, which splits by user id");
  return call.run(data::SplitBy::kRecordId, ids, error);
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

dpcvx_status dpcvx_dataset_get_i64(const dpcvx_dataset *dataset, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("dataset", dataset, error));
  return get_figure(kFigures, *dataset->data, figure, value, error);
}

dpcvx_status dpcvx_nonprivate_dataset_labels(const dpcvx_dataset *dataset, double *out, int64_t rows,
                                             dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_row_output(dataset, out, rows, error));
  if (!dataset->data->has_labels())
    return error.fail(DPCVX_ERR_UNSUPPORTED, "argument 'dataset' = a table without labels; accepted: one with labels");
  for (int64_t i = 0; i < rows; ++i) out[i] = dataset->data->label(dataset->data->place_of(i));
  return DPCVX_OK;
}

dpcvx_status dpcvx_nonprivate_dataset_source_rows(const dpcvx_dataset *dataset, int64_t *out, int64_t rows,
                                                  dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_row_output(dataset, out, rows, error));
  for (int64_t i = 0; i < rows; ++i) out[i] = dataset->data->source_row(i);
  return DPCVX_OK;
}
