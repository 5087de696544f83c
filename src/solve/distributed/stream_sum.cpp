#include "solve/distributed/stream_sum.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"

namespace dpcvx::solve {

namespace {

// Rows whose columns are read together, so that the rows stay in the cache.
constexpr int64_t kTile = 64;

// Rows of a stream that wait until the users that they are of are whole.
template <class T>
class Rows {
 public:
  Rows(PartialSum &sum, const data::ArrowColumns &columns, const AddingOptions &options)
      : sum_(sum),
        columns_(columns),
        threads_(options.threads),
        most_(rows_of_block(columns.features())),
        stride_(data::padded_row(columns.features())),
        progress_(sum, options) {}

  // Takes the rows of batch `number`, and adds those of whole users.
  dpcvx_status take(const data::ArrowBatch &batch, int64_t number, Error &error) {
    if (!columns_.has_users() && count_ == 0)
      if (const T *const lists = batch.lists<T>()) return take_lists(lists, batch, number, error);
    for (int64_t begin = 0; begin < batch.rows();) {
      const int64_t count = std::min(batch.rows() - begin, most_ - count_ % most_);
      DPCVX_TRY(append(batch, begin, count, error));
      DPCVX_TRY(find_users({number, begin}, count, error));
      count_ += count;
      begin += count;
      if (count_ % most_ == 0) DPCVX_TRY(add(columns_.has_users() ? last_user_ : count_, error));
    }
    return DPCVX_OK;
  }
  dpcvx_status check_progress(Error &error) { return progress_.check(error); }
  // Adds all that is left.
  dpcvx_status finish(Error &error) { return add(count_, error); }

 private:
  // Where a row lay in the stream.
  struct Place {
    int64_t batch, row;
  };

  dpcvx_status append(const data::ArrowBatch &batch, int64_t begin, int64_t count, Error &error) {
    const size_t rows = static_cast<size_t>(count_ + count), stride = static_cast<size_t>(stride_);
    if (rows > SIZE_MAX / stride - data::kPad || !features_.reserve(rows * stride + data::kPad))
      return error.nomem("rows of a stream");
    T *const entries = features_.data() + count_ * stride_;
    for (int64_t i = 0; i < count; i += kTile)
      batch.read_features(begin + i, std::min(kTile, count - i), stride_, entries + i * stride_);
    return append_others(batch, begin, count, error);
  }

  dpcvx_status append_others(const data::ArrowBatch &batch, int64_t begin, int64_t count, Error &error) {
    const size_t rows = static_cast<size_t>(count_ + count);
    if (!labels_.reserve(rows) || (columns_.has_users() && !users_.reserve(rows)) ||
        (columns_.has_weights() && !weights_.reserve(rows)))
      return error.nomem("rows of a stream");
    batch.read_labels(begin, count, labels_.data() + count_);
    if (columns_.has_weights()) batch.read_weights(begin, count, weights_.data() + count_);
    if (columns_.has_text_ids()) return number_texts(batch, begin, count, error);
    if (columns_.has_users()) batch.read_users(begin, count, users_.data() + count_);
    return DPCVX_OK;
  }

  // Numbers texts in their order: rows with equal neighbours are of one user. A text before the last gets a lesser
  // number.
  dpcvx_status number_texts(const data::ArrowBatch &batch, int64_t begin, int64_t count, Error &error) {
    for (int64_t i = 0; i < count; ++i) {
      const data::Slice text = batch.user(begin + i);
      const int order = text_number_ < 0 ? 1 : text.compare({last_text_.data(), last_length_});
      users_[static_cast<size_t>(count_ + i)] = order < 0   ? text_number_ - 1
                                                : order > 0 ? ++text_number_
                                                            : text_number_;
      if (order <= 0) continue;
      if (!last_text_.reserve(text.length)) return error.nomem("an id of a stream");
      std::copy_n(text.bytes, text.length, last_text_.data());
      last_length_ = text.length;
    }
    return DPCVX_OK;
  }

  // Adds the rows of a batch whose features lie as rows: they are lent.
  dpcvx_status take_lists(const T *lists, const data::ArrowBatch &batch, int64_t number, Error &error) {
    const int64_t columns = columns_.features();
    for (int64_t begin = 0, count; begin < batch.rows(); begin += count) {
      count = std::min(most_, batch.rows() - begin);
      DPCVX_TRY(append_others(batch, begin, count, error));
      first_place_ = {number, begin};
      DPCVX_TRY(
          add({lists + begin * columns, count, columns, columns, 1}, (batch.rows() - begin - count) * columns, error));
    }
    return DPCVX_OK;
  }

  // Looks at `count` new rows, the first of which lay at `from`.
  dpcvx_status find_users(const Place &from, int64_t count, Error &error) {
    if (count_ == 0) first_place_ = from;
    for (int64_t i = 0; columns_.has_users() && i < count; ++i) {
      const int64_t *const id = users_.data() + count_ + i;
      const bool is_first = count_ + i == 0;
      if (!is_first && id[0] < id[-1])
        return error.fail(DPCVX_ERR_ARGUMENT,
                          "argument 'stream' = a stream whose batch %s has in row %s a lesser user than before it; "
                          "accepted: rows sorted by user, so that all rows of a user lie together",
                          show(from.batch).text, show(from.row + i).text);
      if (!is_first && id[0] == id[-1]) continue;
      last_user_ = count_ + i;
      last_place_ = {from.batch, from.row + i};
    }
    return DPCVX_OK;
  }

  // Adds the first `rows` rows, and forgets them.
  dpcvx_status add(int64_t rows, Error &error) {
    if (rows == 0) return DPCVX_OK;
    const int64_t columns = columns_.features();
    DPCVX_TRY(add({features_.data(), rows, columns, stride_, 1}, stride_ - columns + data::kPad, error));
    const auto forget = [&](auto &values, int64_t width) {
      if (values.size() > 0) std::copy(values.data() + rows * width, values.data() + count_ * width, values.data());
    };
    forget(features_, stride_);
    forget(labels_, 1);
    forget(weights_, 1);
    forget(users_, 1);
    count_ -= rows;
    last_user_ = 0;
    first_place_ = last_place_;
    return DPCVX_OK;
  }

  dpcvx_status add(const data::DenseView<T> &rows, int64_t behind, Error &error) {
    const LentRows<T> lent = {rows, labels_.data(), columns_.has_weights() ? weights_.data() : nullptr,
                              columns_.has_users() ? users_.data() : nullptr};
    dpcvx_error record;
    {
      Error inner(&record, error.function());
      add_block(sum_, lent, behind, threads_, inner);
      inner.rename("'dataset' = label", "'label' =");
      inner.rename("'dataset'", "'stream'");
      inner.rename("'features'", "'stream'");
    }
    if (record.code != DPCVX_OK)
      return error.fail(record.code, "from row %s of batch %s on, which counts as row 0: %s",
                        show(first_place_.row).text, show(first_place_.batch).text, error.own_text(record));
    return progress_.check(error);
  }

  PartialSum &sum_;
  const data::ArrowColumns &columns_;
  const int32_t threads_;
  const int64_t most_, stride_;  // rows of a block, and entries from one to the next
  AddingProgress progress_;
  Buffer<T> features_;
  Buffer<double> labels_, weights_;
  Buffer<int64_t> users_;
  Buffer<char> last_text_;
  size_t last_length_ = 0;
  int64_t text_number_ = -1;           // of the last text; -1 before the first
  int64_t count_ = 0, last_user_ = 0;  // where the rows of the last user begin
  Place first_place_ = {}, last_place_ = {};
};

template <class T>
dpcvx_status add_rows(PartialSum &sum, TakenStream &stream, const data::ArrowColumns &columns,
                      const AddingOptions &options, Error &error) {
  Rows<T> rows(sum, columns, options);
  DPCVX_TRY(rows.check_progress(error));
  data::Released<ArrowArray> batch;
  for (int64_t number = 0;; ++number) {
    DPCVX_TRY(stream.read_batch(number, &batch, error));
    if (!batch.is_there()) return rows.finish(error);
    data::ArrowBatch checked;
    DPCVX_TRY(checked.open(columns, *batch, number, error));
    DPCVX_TRY(rows.take(checked, number, error));
  }
}

dpcvx_status check_plan(const PartialSum &sum, const data::ArrowColumns &columns, Error &error) {
  if (columns.features() != sum.columns())
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'stream' = a stream of %s features; accepted: %s, as in the plan",
                      show(columns.features()).text, show(sum.columns()).text);
  if (columns.has_users() == sum.has_users()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'user' = %s; accepted: %s, as in the plan",
                    sum.has_users() ? "NULL" : "a column of users", sum.has_users() ? "a column of users" : "NULL");
}

}  // namespace

dpcvx_status TakenStream::failed(int code, const char *what, Error &error) {
  const char *const told = stream_->get_last_error == nullptr ? nullptr : stream_->get_last_error(stream_);
  return error.fail(code == ENOMEM ? DPCVX_ERR_NOMEM : DPCVX_ERR_CALLBACK,
                    "argument 'stream' = a stream that failed with status %d at %s: %s; accepted: one that can be read "
                    "to its end",
                    code, what, told == nullptr ? "no message" : data::Printable(told).text);
}

dpcvx_status TakenStream::read_schema(data::Released<ArrowSchema> *out, Error &error) {
  const int code = stream_->get_schema(stream_, out->fresh());
  if (code == 0) return DPCVX_OK;
  out->forget();
  return failed(code, "its schema", error);
}

dpcvx_status TakenStream::read_batch(int64_t number, data::Released<ArrowArray> *out, Error &error) {
  const int code = stream_->get_next(stream_, out->fresh());
  if (code == 0) return DPCVX_OK;
  out->forget();
  char what[40];
  std::snprintf(what, sizeof what, "batch %s", show(number).text);
  return failed(code, what, error);
}

dpcvx_status add_stream(PartialSum &sum, TakenStream &stream, const data::ArrowNames &names,
                        const AddingOptions &options, Error &error) {
  DPCVX_TRY(sum.check_open(error));
  if (data::is_sparse(sum.storage()))
    return error.fail(
        DPCVX_ERR_ARGUMENT,
        "argument 'partial_sum' = a sum of sparse rows, which streams do not have; accepted: one of a plan "
        "with dense rows");
  data::Released<ArrowSchema> schema;
  data::ArrowColumns columns;
  const bool floats = sum.storage() == data::Storage::kDenseFloat;
  DPCVX_TRY(stream.read_schema(&schema, error));
  DPCVX_TRY(columns.choose(*schema, names, {floats, !sum.draws_batches()}, error));
  DPCVX_TRY(check_plan(sum, columns, error));
  return sum.add_all(
      [&] {
        return floats ? add_rows<float>(sum, stream, columns, options, error)
                      : add_rows<double>(sum, stream, columns, options, error);
      },
      error);
}

}  // namespace dpcvx::solve
