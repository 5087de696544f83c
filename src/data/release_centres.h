// Private means of all columns of a scaled table, for one charge: what centres them.
#ifndef DPCVX_DATA_RELEASE_CENTRES_H_
#define DPCVX_DATA_RELEASE_CENTRES_H_

#include "data/dataset.h"
#include "mechanism/noise/noise.h"
#include "mechanism/release.h"

namespace dpcvx::data {

// Made from public numbers.
struct CentrePlan {
  double mu = 0;
  double units = 0;   // what sums are divided by: public
  double stddev = 0;  // of the noise in each mean
  mechanism::NoisePlan noise;
};

dpcvx_status plan_centres(const privacy::Curve &price, int64_t columns, int64_t units, int32_t adjacency,
                          CentrePlan *plan, Error &error);

// Releases centres[j] in [-1, 1], a noisy mean of each column over the units of a dense scaled table. A unit has one
// value a column: a record its entry, a user the mean of the entries of its records. The table's unit is the budget's.
// PROOFS.md, section 7.
dpcvx_status release_centres(mechanism::Release &release, const Dataset &table, const CentrePlan &plan,
                             double *centres);

// Adds the lattice points of all units' values to sums[0..columns). `values` has room for a unit's. No memory is taken.
void add_units(const Dataset &table, const mechanism::Lattice &lattice, double *values, int64_t *sums);

}  // namespace dpcvx::data

#endif
