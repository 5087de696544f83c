// Batches of an Arrow stream of tables: which columns are what, and their numbers. Nulls are refused.
#ifndef DPCVX_DATA_ARROW_BATCH_H_
#define DPCVX_DATA_ARROW_BATCH_H_

#include "base/buffer.h"
#include "base/status.h"
#include "data/arrow_interface.h"
#include "data/arrow_text.h"

namespace dpcvx::data {

// The beginning of a text, for messages: with a question mark for what is not printable ASCII.
struct Printable {
  explicit Printable(const char *from);
  char text[61] = {};
};

// What a caller calls its columns. Null or empty: there is none.
struct ArrowNames {
  const char *label, *user, *weight;
};

// What columns may be.
struct ArrowKinds {
  bool floats;    // features are floats alone
  bool text_ids;  // ids of users may be text
};

// The columns of a stream, by what they are for. All columns that no name takes are features, in their order; a column
// of lists of one fixed size is as many.
class ArrowColumns {
 public:
  // The schema outlives this.
  dpcvx_status choose(const ArrowSchema &schema, const ArrowNames &names, const ArrowKinds &kinds, Error &error);

  int64_t features() const { return features_; }
  bool has_users() const { return user_ >= 0; }
  bool has_text_ids() const { return has_users() && ArrowText::is_of(*schema_->children[user_]); }
  bool has_weights() const { return weight_ >= 0; }

 private:
  friend class ArrowBatch;

  dpcvx_status find(const char *argument, const char *name, int64_t *place, Error &error) const;
  dpcvx_status check_user(bool text_ids, Error &error) const;
  dpcvx_status check_number(const ArrowSchema &column, const char *argument, const char *accepted, Error &error) const;
  dpcvx_status count_features(bool floats, Error &error);
  bool is_feature(int64_t place) const { return place != label_ && place != user_ && place != weight_; }

  const ArrowSchema *schema_ = nullptr;
  int64_t label_ = -1, user_ = -1, weight_ = -1;
  int64_t features_ = 0;
};

// A batch whose columns were checked. The array outlives this.
class ArrowBatch {
 public:
  // `number` is that of the batch in the stream, from 0, for messages.
  dpcvx_status open(const ArrowColumns &columns, const ArrowArray &array, int64_t number, Error &error);

  int64_t rows() const { return array_->length; }
  // The features of all rows where they lie row after row, in one column of lists of T; null where they do not.
  template <class T>
  const T *lists() const;
  // Write rows [begin, begin + count). Features lie row after row, each `stride` entries behind the one before.
  template <class T>
  void read_features(int64_t begin, int64_t count, int64_t stride, T *out) const;
  void read_labels(int64_t begin, int64_t count, double *out) const { read(columns_->label_, begin, count, out); }
  void read_weights(int64_t begin, int64_t count, double *out) const { read(columns_->weight_, begin, count, out); }
  // Ids that are integers, and ids that are text.
  void read_users(int64_t begin, int64_t count, int64_t *out) const { read(columns_->user_, begin, count, out); }
  Slice user(int64_t row) const { return users_.at(row); }

 private:
  dpcvx_status check_text(const ArrowSchema &meaning, const ArrowArray *array, Error &error);
  dpcvx_status check_values(bool there, const ArrowSchema &meaning, int64_t count, Error &error) const;
  dpcvx_status check_nulls(const ArrowSchema &meaning, const ArrowArray &array, int64_t begin, int64_t count,
                           int64_t width, Error &error) const;
  dpcvx_status check(const ArrowSchema &meaning, const ArrowArray *array, int64_t begin, int64_t count, int64_t width,
                     Error &error) const;
  template <class T>
  void read(int64_t place, int64_t begin, int64_t count, T *out) const;

  const ArrowColumns *columns_ = nullptr;
  const ArrowArray *array_ = nullptr;
  int64_t number_ = 0;
  ArrowText users_;  // where ids are text
};

}  // namespace dpcvx::data

#endif
