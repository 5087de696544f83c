#include "data/check_unit.h"

#include "base/error.h"

namespace dpcvx::data {

dpcvx_status check_unit(const mechanism::Release &release, const Dataset &table, Error &error) {
  if (release.unit() == DPCVX_UNIT_USER && table.users() == nullptr)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'dataset' = a table without user ids, for a budget of users; accepted: one with ids "
                      "(dpcvx_dataset_create_with_users)");
  if (release.unit() != DPCVX_UNIT_USER && table.users() != nullptr)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'dataset' = a table with user ids, for a budget of records; accepted: one without, or "
                      "a budget of DPCVX_UNIT_USER");
  return check_choice(table.choice(), release.adjacency(), DPCVX_ERR_ARGUMENT, error);
}

void describe_owners(const Dataset &table, privacy::Guarantee &record) {
  record.add_note(table.users() == nullptr ? "each row is a unit, and no unit has two (assumed)"
                                           : "all records of a user carry its id (assumed)");
}

void describe_records_of_users(const Dataset &table, privacy::Guarantee &record) {
  if (table.max_records_per_user() > 0) {
    record.add_constant("max_records_per_user", static_cast<double>(table.max_records_per_user()),
                        privacy::Origin::kEnforced);
    record.add_note("of a user with more records a uniform random subset of max_records_per_user counts");
  }
  if (table.ignores_users())
    record.add_note("this protects one record, not all records of one user: the table's user ids were left out");
}

}  // namespace dpcvx::data
