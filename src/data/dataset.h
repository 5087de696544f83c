// A table of records in memory. It is checked once and never changes. Tables that have parts in common (entries,
// labels, weights, users, ranges) share them.
//
// Rows of a table with users lie user after user. So a row has two numbers: its place in memory, which is what all
// passes take, and its number as the caller gave it. They differ only where the caller's users are scattered.
#ifndef DPCVX_DATA_DATASET_H_
#define DPCVX_DATA_DATASET_H_

#include "base/buffer.h"
#include "base/shared.h"
#include "base/status.h"
#include "data/features.h"
#include "data/ranges.h"
#include "data/row_choice.h"
#include "data/users.h"

namespace dpcvx::data {

constexpr int64_t kMaxColumns = int64_t{1} << 20;
constexpr int64_t kMaxRows = int64_t{1} << 40;
constexpr int64_t kMaxStored = int64_t{1} << 44;

class Dataset {
 public:
  int64_t rows() const { return features_->rows(); }
  int64_t columns() const { return features_->columns(); }
  const Features &features() const { return *features_; }
  template <class Visit>
  auto with_rows(const Visit &visit) const {
    return features_->with_rows(visit);
  }

  bool has_labels() const { return static_cast<bool>(labels_); }
  const double *labels() const { return labels_->data(); }
  double label(int64_t i) const { return (*labels_)[static_cast<size_t>(i)]; }
  // One a row, finite and >= 0; null for a table without weights.
  const double *weights() const { return weights_ ? weights_->data() : nullptr; }
  // Whether the record at this place is null: of weight 0.
  bool is_null(int64_t place) const { return weights_ && (*weights_)[static_cast<size_t>(place)] == 0; }
  // How many of these records are not null.
  int64_t count_records(const RowPick &rows) const {
    int64_t counted = rows.count;
    for (int64_t k = 0; weights_ && k < rows.count; ++k) counted -= is_null(rows[k]) ? 1 : 0;
    return counted;
  }
  // Returns whether rows lie as they were given. Tables without users do.
  bool lies_as_given() const { return !places_; }
  // Return the place of the row that was given as number `row`, and the places of all rows as they were given.
  int64_t place_of(int64_t row) const { return places_ ? (*places_)[static_cast<size_t>(row)] : row; }
  RowPick places_as_given() const { return {places_ ? places_->data() : nullptr, 0, rows()}; }
  // Returns the number that the row at a place was given as, by a search: for messages.
  int64_t given_row(int64_t place) const;

  // Null for a table without users: each record is a unit.
  const Users *users() const { return users_ ? &*users_ : nullptr; }
  // Return the number of units, and a unit's rows: users where there are ids, else records.
  int64_t units() const { return users_ ? users_->count() : rows(); }
  RowPick rows_of_unit(int64_t unit) const { return data::rows_of_unit(users(), unit); }
  const Shared<Users> &shared_users() const { return users_; }
  // Whether users were given that this table leaves out, so that records are its units.
  bool ignores_users() const { return ignores_users_; }
  // The cap that was put on the records of a user; 0: none.
  int64_t max_records_per_user() const { return max_records_per_user_; }
  // The ranges that its columns were scaled by; null for an unscaled table.
  const Ranges *ranges() const { return ranges_ ? &*ranges_ : nullptr; }
  const Shared<Ranges> &shared_ranges() const { return ranges_; }

  const RowChoice &choice() const { return choice_; }
  // The number that the row given as number i had in the caller's table, from which this one was made.
  int64_t source_row(int64_t i) const { return source_rows_ ? (*source_rows_)[static_cast<size_t>(i)] : i; }

  // Whether no other table has its entries.
  bool has_own_features() const { return features_.is_only_holder(); }

  // While it is being made.
  Features &edit_features() { return features_.edit(); }
  void set_features(const Shared<Features> &features) { features_ = features; }
  void set_labels(const Shared<Buffer<double>> &labels) { labels_ = labels; }
  void set_weights(const Shared<Buffer<double>> &weights) { weights_ = weights; }
  void set_users(const Shared<Users> &users, int64_t max_records_per_user = 0) {
    users_ = users;
    ignores_users_ = false;
    max_records_per_user_ = max_records_per_user;
  }
  // The rows lie as they were given.
  void ignore_users() {
    set_users(Shared<Users>());
    ignores_users_ = true;
  }
  // Empty: rows lie as they were given.
  void set_places(const Shared<Buffer<int64_t>> &places) { places_ = places; }
  void set_ranges(const Shared<Ranges> &ranges) { ranges_ = ranges; }
  void set_choice(const RowChoice &choice) { choice_ = choice; }
  void set_source_rows(const Shared<Buffer<int64_t>> &source_rows) { source_rows_ = source_rows; }

 private:
  Shared<Features> features_;
  Shared<Buffer<double>> labels_, weights_;
  Shared<Users> users_;
  int64_t max_records_per_user_ = 0;
  bool ignores_users_ = false;
  Shared<Ranges> ranges_;
  RowChoice choice_;
  Shared<Buffer<int64_t>> places_;       // by given number; empty: each its own number
  Shared<Buffer<int64_t>> source_rows_;  // of a choice of rows, as given; else row i is the caller's row i
};

using SharedDataset = Shared<Dataset>;

// Where a caller's dense table lies: entry (i, j) is entries[i * row_stride + j * column_stride].
template <class T>
struct DenseView {
  const T *entries;
  int64_t rows, columns;
  int64_t row_stride, column_stride;
};

// A caller's compressed sparse rows. The C boundary has checked row_starts: from 0, never falling, within kMaxStored.
template <class T>
struct SparseView {
  const int64_t *row_starts, *column_indices;
  const T *values;
  int64_t rows, columns;
};

// Checks the pointer, sizes and strides of a caller's dense table.
template <class T>
dpcvx_status check_view(const DenseView<T> &view, Error &error);

// Make a checked copy. The message names the first entry or label that is not accepted. `labels` may be null.
template <class T>
dpcvx_status copy_dense(const DenseView<T> &view, const double *labels, SharedDataset *out, Error &error);
template <class T>
dpcvx_status copy_sparse(const SparseView<T> &view, const double *labels, SharedDataset *out, Error &error);

// Makes a checked table that borrows the entries where they lie as kernels want them: rows of stride
// padded_row(columns) without gaps in a row, aligned to two entries, and kPad more behind the last. Else it copies
// them. `behind` entries can be read behind the last row. They do not change, and outlive the table and what shares its
// rows. Labels are copied.
template <class T>
dpcvx_status borrow_dense(const DenseView<T> &view, int64_t behind, const double *labels, SharedDataset *out,
                          Error &error);

// Maps column j from [low[j], high[j]] to [-1, 1] and clips values outside. The caller has checked low < high.
dpcvx_status scale_columns(const Dataset &source, const double *low, const double *high, SharedDataset *out,
                           Error &error);

// Whether a table that was made from a caller's has no other holder, nor its entries: then it may be changed where it
// lies.
bool is_held_once(const SharedDataset &table);

// Takes a centre in [-1, 1] off each column of a dense table that is scaled and has no centres yet: where it lies if it
// is held once, else in a copy.
dpcvx_status centre_columns(const double *centres, SharedDataset *table, Error &error);

// Clips the labels to [-bound, bound], which may be infinite, and takes `middle` off. The source has labels.
dpcvx_status shift_labels(const Dataset &source, double bound, double middle, SharedDataset *out, Error &error);

// Takes rows rows[0..count) of those given, in that order. The caller has checked that they exist and that none comes
// twice.
dpcvx_status select_rows(const Dataset &source, const int64_t *rows, int64_t count, SharedDataset *out, Error &error);
// Takes those at `places`, in that order, whose given numbers are `rows` in the order given. The caller sets users and
// places afterwards.
dpcvx_status select_places(const Dataset &source, const RowPick &places, const RowPick &rows, SharedDataset *out,
                           Error &error);

// Makes a table of the same records owned by users; users[i] owns row i. Entries are shared with the source where they
// lie as users want them, else copied.
dpcvx_status add_users(const Dataset &source, const int64_t *users, SharedDataset *out, Error &error);
// Makes a table of the same records that leaves out their users. Its rows lie as they were given.
dpcvx_status leave_out_users(const Dataset &source, SharedDataset *out, Error &error);
// Makes a table of the same records with a weight each. The message names the first that is not finite and >= 0.
dpcvx_status add_weights(const Dataset &source, const double *weights, SharedDataset *out, Error &error);
// Makes a table whose weights are exposures E, and whose labels are rates y / E of the counts y.
dpcvx_status add_exposures(const Dataset &source, const double *exposures, SharedDataset *out, Error &error);

}  // namespace dpcvx::data

#endif
