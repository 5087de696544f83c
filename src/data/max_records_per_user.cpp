#include "data/max_records_per_user.h"

#include <algorithm>

#include "base/error.h"
#include "random/subset.h"

namespace dpcvx::data {

namespace {

struct Chosen {
  Buffer<int64_t> starts;  // of each user in `rows`, and the end
  Buffer<int64_t> rows;    // of the source, user after user, each user's ascending
};

// Nothing is drawn for a user who keeps all.
dpcvx_status choose(const Users &users, int64_t most, int64_t largest, random::Rng &rng, Chosen *chosen, Error &error) {
  int64_t total = 0;
  if (!chosen->starts.allocate(static_cast<size_t>(users.count()) + 1)) return error.nomem("the rows of users");
  for (int64_t u = 0; u < users.count(); ++u) {
    total += std::min(most, users.rows_of(u).count);
    chosen->starts[static_cast<size_t>(u) + 1] = total;
  }
  random::SubsetSampler sampler;
  DPCVX_TRY(sampler.reserve(largest, true, error));
  if (!chosen->rows.allocate(static_cast<size_t>(total))) return error.nomem("the rows of users");
  for (int64_t u = 0; u < users.count(); ++u) {
    const RowPick rows = users.rows_of(u);
    int64_t *const out = chosen->rows.data() + chosen->starts[static_cast<size_t>(u)];
    const int64_t kept = std::min(most, rows.count);
    if (kept < rows.count) sampler.draw(rng, rows.count, kept, out);
    for (int64_t place = 0; place < kept; ++place) out[place] = rows[kept < rows.count ? out[place] : place];
  }
  return DPCVX_OK;
}

// Lists the chosen rows in their order, and puts the new number of each in its place.
dpcvx_status renumber(int64_t rows, Buffer<int64_t> *chosen, Buffer<int64_t> *list, Error &error) {
  Buffer<int64_t> number;  // one more than the new number of a row; 0 of one that is left out
  if (!number.allocate(static_cast<size_t>(rows)) || !list->allocate(chosen->size()))
    return error.nomem("the rows of a dataset");
  for (int64_t row : *chosen) number[static_cast<size_t>(row)] = 1;
  int64_t count = 0;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t &its = number[static_cast<size_t>(row)];
    if (its == 0) continue;
    (*list)[static_cast<size_t>(count)] = row;
    its = ++count;
  }
  for (int64_t &row : *chosen) row = number[static_cast<size_t>(row)] - 1;
  return DPCVX_OK;
}

}  // namespace

dpcvx_status limit_records(const Dataset &source, int64_t most, random::Rng &rng, SharedDataset *out, Error &error) {
  const Users &users = *source.users();
  const int64_t cap = source.max_records_per_user() == 0 ? most : std::min(most, source.max_records_per_user());
  int64_t largest = 0;
  for (int64_t u = 0; u < users.count(); ++u) largest = std::max(largest, users.rows_of(u).count);
  SharedDataset table;
  if (largest <= most) {
    if (!table.create()) return error.nomem("a dataset");
    table.edit() = source;
    table.edit().set_users(source.shared_users(), cap);
    *out = table;
    return DPCVX_OK;
  }
  Chosen chosen;
  Buffer<int64_t> list, ids;
  Shared<Users> left;
  DPCVX_TRY(choose(users, most, largest, rng, &chosen, error));
  DPCVX_TRY(renumber(source.rows(), &chosen.rows, &list, error));
  DPCVX_TRY(select_without_users(source, {list.data(), 0, static_cast<int64_t>(list.size())}, &table, error));
  if (!left.create() || !ids.assign(users.ids().data(), users.ids().size()))
    return error.nomem("the users of a dataset");
  left.edit().take(&ids, &chosen.starts, &chosen.rows);
  table.edit().set_users(left, cap);
  *out = table;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
