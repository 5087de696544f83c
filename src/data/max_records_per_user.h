// A cap on the records of a user.
#ifndef DPCVX_DATA_MAX_RECORDS_PER_USER_H_
#define DPCVX_DATA_MAX_RECORDS_PER_USER_H_

#include "data/dataset.h"
#include "random/rng.h"

namespace dpcvx::data {

// Of each user of a table of users a uniform random subset of `most` records, or all where there are no more, drawn
// independently of all others. Rows keep their order, users their numbers. The rng is prepared.
dpcvx_status limit_records(const Dataset &source, int64_t most, random::Rng &rng, SharedDataset *out, Error &error);

}  // namespace dpcvx::data

#endif
