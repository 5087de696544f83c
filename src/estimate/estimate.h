// What a private estimate holds: numbers with their intervals, and the record of the release. All of it was released
// or is public.
#ifndef DPCVX_ESTIMATE_ESTIMATE_H_
#define DPCVX_ESTIMATE_ESTIMATE_H_

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/figures.h"
#include "base/text.h"
#include "dpcvx/estimate.h"
#include "estimate/distribution/cumulative.h"
#include "estimate/mean/interval.h"
#include "privacy/guarantee/guarantee.h"

namespace dpcvx::estimate {

// The column of counts that a caller took.
inline constexpr int64_t kNoColumn = -1;
// The constant of a record whose cells are levels.
inline constexpr const char *kLevelsConstant = "levels";

class Estimate {
 public:
  // Takes memory for this many values. Fails with DPCVX_ERR_NOMEM.
  dpcvx_status allocate(int64_t count, Error &error);
  // Begins an estimate of this kind that follows from one that was released: takes memory, and what they share. Its
  // intervals have a level of their own, which its record names.
  dpcvx_status follow(const Estimate &released, int32_t of_kind, int64_t count, double level, Error &error);
  // Takes memory for what shares of a distribution have besides.
  dpcvx_status allocate_counts(Error &error);

  int64_t count() const { return static_cast<int64_t>(values.size()); }

  Buffer<double> values, low, high;      // low <= values <= high
  Buffer<double> stddevs, max_stddevs;   // of what one unit has: estimates, and upper bounds
  Buffer<double> range_low, range_high;  // what a unit's value was clipped to
  double interval_level = 0.95;
  bool simultaneous = false;
  Buffer<bool> released_ranges;  // whether each column's was released; empty: none was
  bool gaussian = true;
  double noise_scale = 0;  // of a sum over units, in half widths of a range; of a count, in units
  double units = 0;        // under add/remove an estimate
  privacy::Guarantee guarantee;

  int32_t kind = DPCVX_ESTIMATE_KIND_MEAN;
  double fraction = 0;  // cut off at either end
  // Of means: what was released of each column, for what follows from it.
  Buffer<ColumnSums> sums;
  MeanLaw law;
  // Of a distribution.
  int64_t column = 0, cells = 0;                 // kNoColumn: of given counts
  Buffer<double> counts, count_low, count_high;  // noisy counts of units, with intervals for what the table has
  Buffer<double> probabilities;                  // that quantiles are for
  Cumulative cumulative;

  int32_t noise() const;
  bool has_released_ranges() const { return released_ranges.size() > 0; }
  Maybe<double> fraction_cut() const;
  bool has_stddevs() const;
  // Whether the cells of a histogram are levels of a category.
  bool has_levels() const {
    return kind == DPCVX_ESTIMATE_KIND_HISTOGRAM && guarantee.constant(kLevelsConstant) != nullptr;
  }
  void write_json(Text &text) const;
  void write_text(Text &text) const;

  void write_bytes(Text &out) const;
  // Fails with DPCVX_ERR_ARGUMENT for bytes that hold no estimate, or with DPCVX_ERR_NOMEM.
  dpcvx_status read_bytes(const void *bytes, size_t length, Error &error);
};

// The name of a kind: "mean", "quantiles", ...
const char *name_of(int32_t kind);

extern const FiguresOf<Estimate> &kEstimateFigures;

void write_array(const char *name, const Buffer<double> &numbers, JsonWriter &json);

}  // namespace dpcvx::estimate

#endif
