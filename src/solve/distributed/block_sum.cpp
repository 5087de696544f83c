#include "solve/distributed/block_sum.h"

#include "base/error.h"
#include "base/text.h"

namespace dpcvx::solve {

namespace {

// The end of the block that begins at a row: of whole users.
template <class T>
int64_t end_of_block(const LentRows<T> &rows, int64_t begin) {
  const int64_t all = rows.features.rows, most = rows_of_block(rows.features.columns);
  if (all - begin <= most) return all;
  int64_t end = begin + most;
  if (rows.users == nullptr) return end;
  while (end > begin && rows.users[end] == rows.users[end - 1]) --end;
  if (end > begin) return end;
  for (end = begin + most; end < all && rows.users[end] == rows.users[end - 1];) ++end;
  return end;
}

dpcvx_status check_sorted(const int64_t *users, int64_t rows, Error &error) {
  for (int64_t i = 1; users != nullptr && i < rows; ++i)
    if (users[i] < users[i - 1])
      return error.fail(
          DPCVX_ERR_ARGUMENT,
          "argument 'users' = %s in row %s, after %s; accepted: rows sorted by user, so that all rows of a "
          "user lie together",
          show(users[i]).text, show(i).text, show(users[i - 1]).text);
  return DPCVX_OK;
}

// A user who goes on in the next call would be two, and the fit would not be private for both.
dpcvx_status check_first_owner(const PartialSum &sum, const int64_t *users, Error &error) {
  if (users == nullptr || !sum.had_last(users[0])) return DPCVX_OK;
  return error.fail(
      DPCVX_ERR_ARGUMENT,
      "argument 'users' = %s in row 0, who has the last row of the call before too; accepted: all rows of "
      "a user in one call",
      show(users[0]).text);
}

template <class T>
dpcvx_status check_plan(const PartialSum &sum, const LentRows<T> &rows, Error &error) {
  if (rows.features.columns != sum.columns())
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'columns' = %s; accepted: %s, as in the plan",
                      show(rows.features.columns).text, show(sum.columns()).text);
  if (sum.storage() != data::kDense<T>)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'features' = dense rows of %s; accepted: %s, as in the plan",
                      sizeof(T) == sizeof(float) ? "floats" : "doubles", name_of(sum.storage()));
  if ((rows.users != nullptr) == sum.has_users()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'users' = %s; accepted: %s, as in the plan",
                    sum.has_users() ? "NULL" : "ids", sum.has_users() ? "the ids of the rows' owners" : "NULL");
}

// Entries that can be read behind row `end` - 1 of all.
template <class T>
int64_t entries_behind(const data::DenseView<T> &rows, int64_t end) {
  return (rows.rows - end) * rows.row_stride;
}

}  // namespace

dpcvx_status AddingProgress::check(Error &error) {
  if (watch_.should_continue(sum_.bytes_added() - before_)) return DPCVX_OK;
  return error.fail(
      DPCVX_ERR_CANCELLED,
      "argument 'monitor' = one that stopped the call: nothing was added; accepted: a monitor that was not "
      "cancelled and whose callback returns 0, or NULL");
}

template <class T>
LentRows<T> LentRows<T>::part(int64_t begin, int64_t count) const {
  LentRows out = *this;
  out.features.entries += begin * features.row_stride;
  out.features.rows = count;
  if (labels != nullptr) out.labels += begin;
  if (weights != nullptr) out.weights += begin;
  if (users != nullptr) out.users += begin;
  return out;
}

template <class T>
dpcvx_status add_block(PartialSum &sum, const LentRows<T> &rows, int64_t behind, int32_t threads, Error &error) {
  data::SharedDataset block;
  DPCVX_TRY(data::borrow_dense(rows.features, behind, rows.labels, &block, error));
  if (rows.weights != nullptr) DPCVX_TRY(data::add_weights(*block, rows.weights, &block, error));
  if (rows.users != nullptr) DPCVX_TRY(data::add_users(*block, rows.users, &block, error));
  if (const data::Ranges *const ranges = sum.ranges())
    DPCVX_TRY(data::scale_columns(*block, ranges->low(), ranges->high(), &block, error));
  return sum.add(block, threads, error);
}

template <class T>
dpcvx_status add_rows(PartialSum &sum, const LentRows<T> &rows, const AddingOptions &options, Error &error) {
  DPCVX_TRY(sum.check_open(error));
  DPCVX_TRY(check_plan(sum, rows, error));
  DPCVX_TRY(check_sorted(rows.users, rows.features.rows, error));
  DPCVX_TRY(check_first_owner(sum, rows.users, error));
  AddingProgress progress(sum, options);
  const auto add_all = [&]() -> dpcvx_status {
    DPCVX_TRY(progress.check(error));
    for (int64_t begin = 0, end; begin < rows.features.rows; begin = end) {
      end = end_of_block(rows, begin);
      dpcvx_error record;
      {
        Error inner(&record, error.function());
        add_block(sum, rows.part(begin, end - begin), entries_behind(rows.features, end), options.threads, inner);
        inner.rename("'dataset' = label", "'labels' =");
        inner.rename("'dataset'", "'features'");
      }
      if (record.code != DPCVX_OK && begin == 0) return error.fail(record.code, "%s", error.own_text(record));
      if (record.code != DPCVX_OK)
        return error.fail(record.code, "from row %s on, which counts as row 0: %s", show(begin).text,
                          error.own_text(record));
      DPCVX_TRY(progress.check(error));
    }
    if (rows.users != nullptr) sum.set_last_owner(rows.users[rows.features.rows - 1]);
    return DPCVX_OK;
  };
  return sum.add_all(add_all, error);
}

dpcvx_status add_blocks(PartialSum &sum, dpcvx_partial_sum *handle, dpcvx_block_callback add_next, void *user,
                        const AddingOptions &options, Error &error) {
  DPCVX_TRY(sum.check_open(error));
  AddingProgress progress(sum, options);
  const auto add_all = [&]() -> dpcvx_status {
    DPCVX_TRY(progress.check(error));
    const int64_t failures = sum.failures();
    for (int64_t number = 0;; ++number) {
      int32_t more = 1;
      const int32_t answer = add_next(handle, &more, user);
      if (answer == DPCVX_ERR_NOMEM) return error.nomem("a block");
      if (answer != DPCVX_OK)
        return error.fail(DPCVX_ERR_CALLBACK, "argument 'add_next' returned %d at block %s; accepted: 0 to go on",
                          answer, show(number).text);
      if (sum.failures() != failures)
        return error.fail(
            DPCVX_ERR_CALLBACK,
            "argument 'add_next' returned 0 at block %s, which could not be added; accepted: the status of "
            "what failed",
            show(number).text);
      DPCVX_TRY(progress.check(error));
      if (more == 0) return DPCVX_OK;
    }
  };
  return sum.add_all(add_all, error);
}

template struct LentRows<float>;
template struct LentRows<double>;
template dpcvx_status add_block(PartialSum &, const LentRows<float> &, int64_t, int32_t, Error &);
template dpcvx_status add_block(PartialSum &, const LentRows<double> &, int64_t, int32_t, Error &);
template dpcvx_status add_rows(PartialSum &, const LentRows<float> &, const AddingOptions &, Error &);
template dpcvx_status add_rows(PartialSum &, const LentRows<double> &, const AddingOptions &, Error &);

}  // namespace dpcvx::solve
