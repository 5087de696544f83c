// Which rows belong to which user. Users are numbered in the order in which they first own a row. A table keeps the
// rows of each user together, so that a pass over its users is a pass over memory.
#ifndef DPCVX_DATA_USERS_H_
#define DPCVX_DATA_USERS_H_

#include "base/buffer.h"
#include "base/status.h"
#include "data/rows.h"

namespace dpcvx::data {

class Users {
 public:
  // ids[i] is of the user who owns row i: any number, in any order. Made once, for a table whose rows are put into the
  // order `order`: user after user, each user's ascending. It is left empty where the rows have that order already.
  dpcvx_status create(const int64_t *ids, int64_t rows, Buffer<int64_t> *order, Error &error);

  // Takes groups that are given: user u has the id ids[u] and the rows starts[u], ..., starts[u + 1] - 1.
  void take(Buffer<int64_t> *ids, Buffer<int64_t> *starts);

  int64_t count() const { return static_cast<int64_t>(starts_.size()) - 1; }
  int64_t id(int64_t u) const { return ids_[static_cast<size_t>(u)]; }
  const Buffer<int64_t> &ids() const { return ids_; }
  // The rows of user u, at least one: a stretch of the table.
  RowPick rows_of(int64_t u) const {
    const int64_t begin = starts_[static_cast<size_t>(u)], end = starts_[static_cast<size_t>(u) + 1];
    return {nullptr, begin, end - begin};
  }

 private:
  void fill(const int64_t *ids, int64_t rows, const Buffer<int64_t> &user_of_run, Buffer<int64_t> *order);

  Buffer<int64_t> ids_;     // count
  Buffer<int64_t> starts_;  // count + 1
};

// Returns the rows of a unit: of a user, or the one row of a record where there are no users.
inline RowPick rows_of_unit(const Users *users, int64_t unit) {
  return users == nullptr ? RowPick{nullptr, unit, 1} : users->rows_of(unit);
}

}  // namespace dpcvx::data

#endif
