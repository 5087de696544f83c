// Splits a table into two parts: by a keyed hash of each unit, or by a secret coin for each (PROOFS.md, sections 5 and
// 6).
#ifndef DPCVX_DATA_SPLIT_H_
#define DPCVX_DATA_SPLIT_H_

#include "data/dataset.h"
#include "random/rng.h"

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

// Whether coins are drawn again until each part has a unit, which tells the number of units, or a part may have no
// rows.
enum class EmptyParts { kDrawnAgain, kAllowed };

// Holds each unit out with probability `fraction`, a multiple of 2^-64, by a coin of its own that is forgotten. Units
// are users where the table has users, else rows. The generator is prepared. Fails with DPCVX_ERR_ARGUMENT for a lone
// unit where coins would be drawn again.
dpcvx_status split_by_coins(const Dataset &source, double fraction, EmptyParts empty, random::Rng &rng, Parts *out,
                            Error &error);

}  // namespace dpcvx::data

#endif
