// Whether a table suits a release: its unit, and its choice of rows. And what a record says of its units.
#ifndef DPCVX_DATA_CHECK_UNIT_H_
#define DPCVX_DATA_CHECK_UNIT_H_

#include "data/dataset.h"
#include "mechanism/release.h"

namespace dpcvx::data {

// Fails unless the table's unit is the budget's, and its choice of rows suits the adjacency.
dpcvx_status check_unit(const mechanism::Release &release, const Dataset &table, Error &error);

// Adds what is assumed of the rows of a unit.
void describe_owners(const Dataset &table, privacy::Guarantee &record);
// Adds how many records of a user count, and whether user ids were left out.
void describe_records_of_users(const Dataset &table, privacy::Guarantee &record);

}  // namespace dpcvx::data

#endif
