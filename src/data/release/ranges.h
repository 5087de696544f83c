// Private ranges of all columns of a table, for one charge.
#ifndef DPCVX_DATA_RELEASE_RANGES_H_
#define DPCVX_DATA_RELEASE_RANGES_H_

#include "base/text.h"
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

// What records and plans say of ranges that are mostly noise, or may be far too wide.
inline constexpr const char *kNoisyRanges =
    "ranges are mostly noise: units times the epsilon of one end are below 40. Declare ranges instead";
inline constexpr const char *kWideRanges =
    "ranges may be far too wide: an end may lie beyond all values with a probability above 5 %. Declare ranges, or "
    "release those of fewer columns or at a greater price";

inline constexpr int64_t kMaxUnits = int64_t{1} << 40;

// What ranges of that many units and columns rest on. `epsilon` is for one end.
struct RangeSizes {
  double epsilon, coverage;
  int64_t units, columns;
};

// Bounds the probability that one end or more lies beyond all values of its column (README.md).
double max_wide_ranges_probability(const RangeSizes &sizes);
// Returns kNoisyRanges, kWideRanges or null: units are many.
const char *note_on_ranges(const RangeSizes &sizes);
// The same of a table's ranges; null under add/remove, where the number of units is private.
const char *note_on_ranges(const Dataset &table, int32_t adjacency, double epsilon, double coverage, int64_t columns);
// Returns the least number of units, up to kMaxUnits, for which note_on_ranges() is null; else kMaxUnits + 1. Of
// `sizes` the units are not read.
int64_t min_units_of_ranges(RangeSizes sizes);
// Writes the note of such ranges with the figures, if there is one. Where units are 0 their number is private: it
// writes how many it takes. `sizes.epsilon` is not read.
dpcvx_status write_range_notes(const privacy::Curve &price, RangeSizes sizes, Text &text, Error &error);

}  // namespace dpcvx::data

#endif
