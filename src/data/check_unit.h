// Whether a table suits a release: its unit, and its choice of rows.
#ifndef DPCVX_DATA_CHECK_UNIT_H_
#define DPCVX_DATA_CHECK_UNIT_H_

#include "data/dataset.h"
#include "mechanism/release.h"

namespace dpcvx::data {

// Fails unless the table's unit is the budget's, and its choice of rows suits the adjacency.
dpcvx_status check_unit(const mechanism::Release &release, const Dataset &table, Error &error);

}  // namespace dpcvx::data

#endif
