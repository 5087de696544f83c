// Private ranges of all columns of a table, for one charge.
#ifndef DPCVX_DATA_RELEASE_RANGES_H_
#define DPCVX_DATA_RELEASE_RANGES_H_

#include "data/release/column_counts.h"
#include "data/dataset.h"
#include "mechanism/release.h"

namespace dpcvx::data {

// Releases low[j] < high[j] for each column j, or for those alone whose given[j] is NaN where `given` is not null. The
// ends of others are left as they are. At least one is released. Each unit has one value a column: a record its entry,
// a user the mean of the entries of its records. Fails unless the table's unit is the budget's. PROOFS.md, section 1.
dpcvx_status release_ranges(mechanism::Release &release, const Dataset &source, double coverage, const double *given,
                            double *low, double *high);

// Returns whether a column has its range to be released: all have, or those whose given[j] is NaN.
bool is_released(const double *given, int64_t column);
// Returns how many of the columns have ranges to be released.
int64_t released_ranges(const double *given, int64_t columns);

// Chooses ranges of all columns, or of those alone, as release_ranges() does, for a release that has been charged for
// them. Cannot fail.
class RangeChoice {
 public:
  // Takes memory. `epsilon` is for one end.
  dpcvx_status prepare(const Dataset &table, double epsilon, double coverage, Error &error);
  // Adds to a record what the ranges of `released` columns rest on.
  void describe(const mechanism::Release &release, const Dataset &table, int64_t released,
                privacy::Guarantee &record) const;
  void choose(random::Rng &rng, const Dataset &table, const double *given, double *low, double *high);

 private:
  double epsilon_ = 0, coverage_ = 0;
  mechanism::RangePlan plan_;
  ColumnCounts counts_;
};

// What a record says of ranges that are mostly noise.
inline constexpr const char *kNoisyRanges =
    "ranges are mostly noise: units times the epsilon of one end are below 40. Declare ranges instead";

// What a record says of ranges whose ends, of this epsilon each, are released from few units; null: there are enough.
// The number of units is public under replace-one alone.
const char *few_units_note(const Dataset &table, int32_t adjacency, double epsilon);

}  // namespace dpcvx::data

#endif
