// How the rows of a table were chosen from another table's, as far as a guarantee rests on it.
#ifndef DPCVX_DATA_ROW_CHOICE_H_
#define DPCVX_DATA_ROW_CHOICE_H_

#include "base/status.h"

namespace dpcvx::privacy {
class Guarantee;
}

namespace dpcvx::data {

// Which name of a unit a split hashes.
enum class SplitBy : int32_t { kNothing, kUserId, kRowNumber, kContent, kRecordId };

struct RowChoice {
  bool of_records = false;            // the caller took records one by one, regardless of users
  SplitBy split = SplitBy::kNothing;  // the last split that this table is a part of
  int32_t adjacency = 0;              // the only one under which its splits keep neighbours; 0: both
};

// Fails with `code` where a split does not keep neighbours under the adjacency of a budget.
dpcvx_status check_choice(const RowChoice &choice, int32_t adjacency, dpcvx_status code, Error &error);

// Adds to a guarantee the assumptions that the choice of rows rests on.
void describe_choice(const RowChoice &choice, bool has_users, int32_t adjacency, privacy::Guarantee &record);

}  // namespace dpcvx::data

#endif
