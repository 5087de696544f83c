// How far labels are from 0, released for one charge: what plans take for their scale.
#ifndef DPCVX_DATA_RELEASE_SPREAD_H_
#define DPCVX_DATA_RELEASE_SPREAD_H_

#include "data/dataset.h"
#include "mechanism/noise/noise.h"
#include "mechanism/release.h"

namespace dpcvx::data {

// Made from public numbers.
struct SpreadPlan {
  double mu = 0;
  double units = 0;   // what sums are divided by
  double width = 0;   // labels farther from 0 count as this far
  double stddev = 0;  // of the noise in the mean, over the width
  mechanism::NoisePlan noise;
};

// `width` is above 0 and finite, `units` from 1 to 2^40.
dpcvx_status plan_spread(const privacy::Curve &price, double units, double width, SpreadPlan *plan, Error &error);

// Releases in *spread a noisy mean of min(|label| / width, 1) over the units of the table. A unit has one value: a
// record its own, a user the mean of its records'. Null records are left out, and units that have no others add 0. It
// may be beyond [0, 1] by noise. Fails unless the table's unit is the budget's. PROOFS.md, section 3.
dpcvx_status release_spread(mechanism::Release &release, const Dataset &table, const SpreadPlan &plan, double *spread);

// The standard deviation of a normal law about 0 for which E min(|x|, 1) is this: in [0, 10], 10 at `spread` near 1.
double deviation_of_spread(double spread);

// The sum that noise is added to, in lattice points.
int64_t sum_of_spread(const Dataset &table, const SpreadPlan &plan);

}  // namespace dpcvx::data

#endif
