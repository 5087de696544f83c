#include "data/max_records_per_user.h"

#include <algorithm>

#include "base/error.h"
#include "random/subset.h"

namespace dpcvx::data {

namespace {

struct Chosen {
  Buffer<int64_t> starts;  // of each user in `places`, and the end
  Buffer<int64_t> places;  // in the source, user after user, each user's ascending
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
  if (!chosen->places.allocate(static_cast<size_t>(total))) return error.nomem("the rows of users");
  for (int64_t u = 0; u < users.count(); ++u) {
    const RowPick rows = users.rows_of(u);
    int64_t *const out = chosen->places.data() + chosen->starts[static_cast<size_t>(u)];
    const int64_t kept = std::min(most, rows.count);
    if (kept < rows.count) sampler.draw(rng, rows.count, kept, out);
    for (int64_t place = 0; place < kept; ++place) out[place] = rows[kept < rows.count ? out[place] : place];
  }
  return DPCVX_OK;
}

// Lists the chosen rows as they were given, and the new place of each.
dpcvx_status list_rows(const Dataset &source, const Buffer<int64_t> &chosen, Buffer<int64_t> *rows,
                       Buffer<int64_t> *places, Error &error) {
  Buffer<int64_t> number;  // by place: one more than the new place; 0 of a row that is left out
  if (!number.allocate(static_cast<size_t>(source.rows())) || !rows->allocate(chosen.size()) ||
      !places->allocate(chosen.size()))
    return error.nomem("the rows of a dataset");
  for (size_t k = 0; k < chosen.size(); ++k) number[static_cast<size_t>(chosen[k])] = static_cast<int64_t>(k) + 1;
  size_t count = 0;
  for (int64_t row = 0; row < source.rows(); ++row) {
    const int64_t its = number[static_cast<size_t>(source.place_of(row))];
    if (its == 0) continue;
    (*rows)[count] = row;
    (*places)[count++] = its - 1;
  }
  return DPCVX_OK;
}

// The chosen rows, without their users.
dpcvx_status keep(const Dataset &source, const Buffer<int64_t> &chosen, SharedDataset *out, Error &error) {
  const RowPick pick{chosen.data(), 0, static_cast<int64_t>(chosen.size())};
  if (source.lies_as_given()) return select_places(source, pick, pick, out, error);
  Buffer<int64_t> rows;
  Shared<Buffer<int64_t>> places;
  if (!places.create()) return error.nomem("the rows of a dataset");
  DPCVX_TRY(list_rows(source, chosen, &rows, &places.edit(), error));
  DPCVX_TRY(select_places(source, pick, {rows.data(), 0, pick.count}, out, error));
  out->edit().set_places(places);
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
  Buffer<int64_t> ids;
  Shared<Users> left;
  DPCVX_TRY(choose(users, most, largest, rng, &chosen, error));
  DPCVX_TRY(keep(source, chosen.places, &table, error));
  if (!left.create() || !ids.assign(users.ids().data(), users.ids().size()))
    return error.nomem("the users of a dataset");
  left.edit().take(&ids, &chosen.starts);
  table.edit().set_users(left, cap);
  *out = table;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
