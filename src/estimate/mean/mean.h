// Private means of the columns of a table, in one release that is charged before the table's rows are read.
#ifndef DPCVX_ESTIMATE_MEAN_MEAN_H_
#define DPCVX_ESTIMATE_MEAN_MEAN_H_

#include "data/release/ranges.h"
#include "dpcvx/estimate.h"
#include "estimate/estimate.h"
#include "estimate/mean/interval.h"
#include "estimate/mean/unit_sums.h"
#include "mechanism/noise/noise.h"
#include "mechanism/release.h"

namespace dpcvx::estimate {

// Public numbers that the caller fixed.
struct MeanSettings {
  int32_t noise = DPCVX_EVALUATION_NOISE_AUTOMATIC;
  double interval_level = 0.95;
  bool simultaneous = false;
  double range_fraction = 0.25, range_coverage = 0.99;
  int64_t cells = 1024;  // of a distribution between two edges
  bool levels = false;   // the cells of a histogram are levels of a category
};

// Both null, or one entry a column: finite with low < high, or NaN at both ends, to release them.
struct DeclaredRanges {
  const double *low, *high;
};

// How sums over units get their noise. Public numbers.
struct MeanPlan {
  mechanism::NoisePlan noise;
  privacy::Event event;  // what it amounts to
  MeanLaw law;
};
dpcvx_status plan_mean(const privacy::Curve &price, int32_t adjacency, int64_t columns, int32_t noise, MeanPlan *plan,
                       Error &error);

class SumSource;

// Nothing fails after the charge. Ranges of sums that were given are declared.
dpcvx_status release_mean(mechanism::Release &release, SumSource &source, const DeclaredRanges &ranges,
                          const MeanSettings &settings, Estimate *out);

// Writes what is to be known of released ranges of that many columns before a charge. Units of 0 are private.
dpcvx_status write_range_notes(const privacy::Curve &price, int64_t units, int64_t columns,
                               const MeanSettings &settings, Text &text, Error &error);

// A guess of what a column holds.
struct ExpectedColumn {
  double units;         // how many
  double low, high;     // the range
  double mean, stddev;  // of clipped values
};

// The sums of a column that has what is guessed, without noise.
ColumnSums expected_sums(const MeanLaw &law, const ExpectedColumn &guess);

// Computes the interval that a column's mean would have if the noise were 0 and the sample like its law.
dpcvx_status expect_interval(const privacy::Curve &price, int32_t adjacency, int64_t columns,
                             const ExpectedColumn &guess, const MeanSettings &settings, double *low, double *high,
                             Error &error);

}  // namespace dpcvx::estimate

#endif
