// Splits a table into two parts by a keyed hash of each unit (PROOFS.md, section 6).
#ifndef DPCVX_DATA_SPLIT_H_
#define DPCVX_DATA_SPLIT_H_

#include "data/dataset.h"

namespace dpcvx::data {

struct SplitRule {
  SplitBy by;
  const unsigned char *key;  // SipHash::kKeyBytes
  const int64_t *ids;        // one a row, for SplitBy::kRecordId
  double from, to;           // a unit is held out if its hash, as a number in [0, 1), is in [from, to)
};

struct Parts {
  SharedDataset training, held_out;
};

// Rows keep their order. Fails with DPCVX_ERR_ARGUMENT where a part has no rows. A rule by user id is for a table of
// users, which the caller has checked.
dpcvx_status split_rows(const Dataset &source, const SplitRule &rule, Parts *out, Error &error);

}  // namespace dpcvx::data

#endif
