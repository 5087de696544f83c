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

}  // namespace dpcvx::data
