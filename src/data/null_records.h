// Null records have weight 0, such as rows that lack a value. Releases that read no weights leave them out.
#ifndef DPCVX_DATA_NULL_RECORDS_H_
#define DPCVX_DATA_NULL_RECORDS_H_

#include "data/dataset.h"
#include "mechanism/release.h"

namespace dpcvx::data {

// What records of releases say that count records and not their weights.
inline constexpr const char *kWeightsNotUsed =
    "weights of records are not used: null ones (weight 0) are left out, and all units count alike";

// Adds what estimates make of weights, and assume of null records. Whether a table has weights is public.
void describe_weights(const Dataset &table, int32_t adjacency, privacy::Guarantee &record);

// The table that a release counts (PROOFS.md, section 7).
class CountedRecords {
 public:
  // Takes a table without its null records. Units whose records are all null vanish under add/remove, and count with
  // one null record under replace-one. Makes a copy only where there are null records. The table must outlive this.
  dpcvx_status take(const mechanism::Release &release, const Dataset &table, Error &error);
  // Takes the table of an estimate, which reads values as the caller gave them: refuses other units than the budget's,
  // and columns scaled by ranges. Refuses a unit whose records are all null under replace-one, where the number of
  // units is public. A table whose rows were capped or chosen record by record counts one record of it: a refusal would
  // tell which were drawn.
  dpcvx_status take_values(const mechanism::Release &release, const Dataset &table, Error &error);
  // The same for a part of a table, whose release comes later.
  dpcvx_status take_part(int32_t adjacency, const Dataset &part, Error &error);
  // Its row numbers are places in memory, in the order of the table that was taken.
  const Dataset &table() const { return kept_ ? *kept_ : *given_; }

 private:
  enum class NullUnits { kRefuse, kCountOneRecord };
  dpcvx_status leave_nulls_out(int32_t adjacency, const Dataset &table, NullUnits null_units, Error &error);

  const Dataset *given_ = nullptr;
  SharedDataset kept_;
};

}  // namespace dpcvx::data

#endif
