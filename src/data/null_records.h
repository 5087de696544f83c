// Null records have weight 0, such as rows that lack a value. Releases that read no weights leave them out.
#ifndef DPCVX_DATA_NULL_RECORDS_H_
#define DPCVX_DATA_NULL_RECORDS_H_

#include "data/dataset.h"
#include "mechanism/release.h"

namespace dpcvx::data {

// What becomes of a unit whose records are all null under replace-one, where the number of units is public. A table
// whose rows were capped or chosen record by record counts one in any case: a refusal would tell which were drawn.
enum class NullUnits { kRefuse, kCountOneRecord };

// Adds what is assumed of null records where kRefuse holds: a function of public numbers, with weights or without.
void describe_null_units(const Dataset &table, int32_t adjacency, privacy::Guarantee &record);

// The table that a release counts (PROOFS.md, section 9).
class CountedRecords {
 public:
  // Takes a table without its null records. Units whose records are all null vanish under add/remove. Makes a copy only
  // where there are null records. The table must outlive this.
  dpcvx_status take(const mechanism::Release &release, const Dataset &table, NullUnits null_units, Error &error);
  // Its row numbers are places in memory, in the order of the table that was taken.
  const Dataset &table() const { return kept_ ? *kept_ : *given_; }

 private:
  const Dataset *given_ = nullptr;
  SharedDataset kept_;
};

}  // namespace dpcvx::data

#endif
