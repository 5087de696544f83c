// How the values of a column are distributed: histograms and cumulative distributions, each in one release that is
// charged before the table's rows are read, and quantiles from them.
#ifndef DPCVX_ESTIMATE_DISTRIBUTION_DISTRIBUTION_H_
#define DPCVX_ESTIMATE_DISTRIBUTION_DISTRIBUTION_H_

#include "estimate/distribution/count_source.h"
#include "estimate/estimate.h"
#include "estimate/mean/mean.h"
#include "mechanism/noise/noise.h"
#include "mechanism/release.h"

namespace dpcvx::estimate {

// Returns how far one unit moves the counts of `levels` partitions of the line, in units: in l2 for Gaussian noise,
// rounded up, or else in l1.
double count_sensitivity(bool gaussian, int32_t adjacency, int levels);

// How counts get their noise. Public numbers.
struct CountPlan {
  mechanism::NoisePlan noise;
  privacy::Event event;  // what it amounts to
  CountNoise law;
};

// Of cells alone.
dpcvx_status plan_histogram(const privacy::Curve &price, int32_t adjacency, int32_t noise, CountPlan *plan,
                            Error &error);
// Of a tree over cells, whose shape is chosen too: one shape for Gaussian and one for Laplace noise.
dpcvx_status plan_cumulative(const privacy::Curve &price, int32_t adjacency, int64_t cells, int32_t noise,
                             CountPlan *plan, TreeShape *shape, Error &error);

// Nothing fails after the charge.
dpcvx_status release_histogram(mechanism::Release &release, CountSource &source, const Cells &cells,
                               const MeanSettings &settings, Estimate *out);
dpcvx_status release_cumulative(mechanism::Release &release, CountSource &source, const Cells &cells,
                                const MeanSettings &settings, Estimate *out);

// Computes quantiles from a cumulative distribution. Nothing is charged.
dpcvx_status derive_quantiles(const Estimate &cumulative, const double *probabilities, int64_t count,
                              const MeanSettings &settings, Estimate *out, Error &error);

// From noisy counts of cells, in units, to shares and intervals.
void fill_histogram(const CountNoise &noise, const double *counts, double units, bool units_known, bool whole,
                    Strays &strays, Estimate *out);
// From a noisy cumulative distribution.
void fill_cumulative(Strays &strays, Estimate *out);

}  // namespace dpcvx::estimate

#endif
