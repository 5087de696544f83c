// A cap on the records of a user.
#ifndef DPCVX_DATA_MAX_RECORDS_PER_USER_H_
#define DPCVX_DATA_MAX_RECORDS_PER_USER_H_

#include "data/dataset.h"
#include "random/rng.h"

namespace dpcvx::data {

// Keeps of each user a uniform random subset of `most` records, or all if there are no more. Subsets of different users
// are independent. Rows keep their order, and users their numbers. Requires: the table has users, and the rng is
// prepared.
dpcvx_status limit_records(const Dataset &source, int64_t most, random::Rng &rng, SharedDataset *out, Error &error);

}  // namespace dpcvx::data

#endif
