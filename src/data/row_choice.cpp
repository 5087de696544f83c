#include "data/row_choice.h"

#include "base/error.h"
#include "privacy/guarantee/guarantee.h"

namespace dpcvx::data {

dpcvx_status check_choice(const RowChoice &choice, int32_t adjacency, dpcvx_status code, Error &error) {
  if (choice.adjacency == 0 || choice.adjacency == adjacency) return DPCVX_OK;
  const bool replaced = choice.adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  return error.fail(code,
                    "argument 'budget' = a budget under %s, with a table that was split for %s; accepted: a budget "
                    "under the adjacency of the split (dpcvx_dataset_create_split)",
                    replaced ? "add/remove" : "replace-one", replaced ? "replace-one" : "add/remove");
}

void describe_choice(const RowChoice &choice, bool has_users, int32_t adjacency, privacy::Guarantee &record) {
  if (choice.of_records && has_users)
    record.add_note("which records of a user are in the table was decided for each user alone (assumed)");
  switch (choice.split) {
    case SplitBy::kNothing:
      return;
    case SplitBy::kUserId:
      record.add_note("the table is a part of a split by user id; the key was chosen without the data (assumed)");
      break;
    case SplitBy::kRecordId:
      record.add_note("the table is a part of a split by record id; the key was chosen without the data (assumed)");
      break;
    case SplitBy::kRowNumber:
      record.add_note("the table is a part of a split by row number; the key was chosen without the data (assumed)");
      return;
    case SplitBy::kContent:
      record.add_note("the table is a part of a split by content; the key was chosen without the data (assumed)");
      return;
  }
  if (adjacency == DPCVX_ADJACENCY_REPLACE_ONE)
    record.add_note("ids are public: a unit that is replaced keeps its id (assumed)");
}

}  // namespace dpcvx::data
