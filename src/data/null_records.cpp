#include "data/null_records.h"

#include <algorithm>

#include "base/error.h"
#include "data/check_unit.h"
#include "dpcvx/privacy.h"

namespace dpcvx::data {

namespace {

// Names no unit: messages are shown and stored, and which one it is tells of the data.
dpcvx_status refuse_null_unit(const Dataset &table, Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'dataset' = a table with a %s, under replace-one; accepted: a budget under add/remove, "
                    "which leaves null records out; or missing values filled in by a public rule. This refusal tells "
                    "of the data: keep it private, and so the number of %s that are left if you leave them out",
                    table.users() != nullptr ? "user whose records are all null (weight 0)" : "null record (weight 0)",
                    table.users() != nullptr ? "users" : "records");
}

dpcvx_status refuse_scaled(Error &error) {
  return error.argument("dataset", "a table scaled by ranges",
                        "the table before it was scaled: estimates read values in its own units");
}

// Whether some records of users were left out before, by the coins of a cap or by the caller.
bool lost_records(const Dataset &table) { return table.max_records_per_user() > 0 || table.choice().of_records; }

// The places of the rows that stay, and the users who own them.
struct Kept {
  Buffer<int64_t> places, ids, starts;
  size_t rows = 0, units = 0;

  dpcvx_status allocate(const Dataset &table, Error &error) {
    const size_t owners = table.users() == nullptr ? 0 : static_cast<size_t>(table.units());
    if (places.allocate(static_cast<size_t>(table.rows())) && ids.allocate(owners) && starts.allocate(owners + 1))
      return DPCVX_OK;
    return error.nomem("the records of a dataset");
  }

  void add_row(int64_t place) { places[rows++] = place; }
  void end_unit(const Users *users, int64_t unit) {
    if (users == nullptr) return;
    ids[units++] = users->id(unit);
    starts[units] = static_cast<int64_t>(rows);
  }

  dpcvx_status take_users(SharedDataset *table, int64_t max_records, Error &error) {
    Shared<Users> users;
    Buffer<int64_t> own_ids, own_starts;
    if (!users.create() || !own_ids.assign(ids.data(), units) || !own_starts.assign(starts.data(), units + 1))
      return error.nomem("the users of a dataset");
    users.edit().take(&own_ids, &own_starts);
    table->edit().set_users(users, max_records);
    return DPCVX_OK;
  }
};

}  // namespace

void describe_weights(const Dataset &table, int32_t adjacency, privacy::Guarantee &record) {
  if (table.weights() != nullptr) record.add_note(kWeightsNotUsed);
  if (adjacency != DPCVX_ADJACENCY_REPLACE_ONE) return;
  record.add_note(lost_records(table) ? "a unit whose records left are all null counts with one of them"
                                      : "each unit has a record that is not null (assumed)");
}

dpcvx_status CountedRecords::take(const mechanism::Release &release, const Dataset &table, Error &error) {
  return leave_nulls_out(release.adjacency(), table, NullUnits::kCountOneRecord, error);
}

dpcvx_status CountedRecords::take_values(const mechanism::Release &release, const Dataset &table, Error &error) {
  DPCVX_TRY(check_unit(release, table, error));
  return take_part(release.adjacency(), table, error);
}

dpcvx_status CountedRecords::take_part(int32_t adjacency, const Dataset &part, Error &error) {
  DPCVX_TRY(check_choice(part.choice(), adjacency, DPCVX_ERR_ARGUMENT, error));
  if (part.ranges() != nullptr) return refuse_scaled(error);
  return leave_nulls_out(adjacency, part, NullUnits::kRefuse, error);
}

dpcvx_status CountedRecords::leave_nulls_out(int32_t adjacency, const Dataset &table, NullUnits null_units,
                                             Error &error) {
  given_ = &table;
  const double *const weights = table.weights();
  if (weights == nullptr || std::find(weights, weights + table.rows(), 0.0) == weights + table.rows()) return DPCVX_OK;
  const bool replaced = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  Kept kept;
  DPCVX_TRY(kept.allocate(table, error));
  for (int64_t u = 0; u < table.units(); ++u) {
    const RowPick owned = table.rows_of_unit(u);
    const size_t before = kept.rows;
    for (int64_t k = 0; k < owned.count; ++k)
      if (weights[owned[k]] != 0) kept.add_row(owned[k]);
    if (kept.rows == before) {
      if (!replaced) continue;
      if (null_units == NullUnits::kRefuse && !lost_records(table)) return refuse_null_unit(table, error);
      kept.add_row(owned[0]);
    }
    kept.end_unit(table.users(), u);
  }
  SharedDataset out;
  const RowPick rows{kept.places.data(), 0, static_cast<int64_t>(kept.rows)};
  DPCVX_TRY(select_places(table, rows, rows, &out, error));
  if (table.users() != nullptr) DPCVX_TRY(kept.take_users(&out, table.max_records_per_user(), error));
  out.edit().set_places(Shared<Buffer<int64_t>>());
  kept_ = out;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
