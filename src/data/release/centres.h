// Private means of all columns of a scaled table and of its labels, for one charge: what centres them.
#ifndef DPCVX_DATA_RELEASE_CENTRES_H_
#define DPCVX_DATA_RELEASE_CENTRES_H_

#include "data/dataset.h"
#include "mechanism/noise/noise.h"
#include "mechanism/release.h"

namespace dpcvx::data {

// What means are wanted of. Public numbers.
struct CentreInputs {
  int64_t columns = 0;     // of the table
  double label_bound = 0;  // Y of labels in [-Y, Y]; 0: not of labels
  int64_t units = 0;       // what sums are divided by
  int32_t adjacency = 0;
  bool weighted = false;  // the table has weights, so that records may be null
};

// Made from public numbers.
struct CentrePlan {
  double mu = 0;
  int64_t columns = 0;
  double units = 0;         // what sums are divided by: public
  double stddev = 0;        // of the noise in each column's mean
  double label_bound = 0;   // Y; 0: labels have no mean
  double label_weight = 0;  // what labels over Y are multiplied by in the sums
  double label_stddev = 0;  // of the noise in the labels' mean, over Y
  double count_weight = 0;  // of units that have a record that is not null, in the sums; 0: none may lack one
  mechanism::NoisePlan noise;

  // Coordinates of the sums: the columns, then the labels, then the number of units.
  size_t count() const { return static_cast<size_t>(columns) + (has_labels() ? 1 : 0) + (counts_units() ? 1 : 0); }
  bool has_labels() const { return label_bound > 0; }
  bool counts_units() const { return count_weight > 0; }
};

dpcvx_status plan_centres(const privacy::Curve &price, const CentreInputs &inputs, CentrePlan *plan, Error &error);

// Releases centres[j] in [-1, 1], a noisy mean of each column over the units of a dense scaled table, and *label_centre
// in [-Y, Y], that of the labels clipped to [-Y, Y]; 0 for a plan without labels. A unit has one value each: a record
// its own, a user the mean of its records'. Null records are left out, and units that have no others. Fails unless the
// table's unit is the budget's. PROOFS.md, section 2.
dpcvx_status release_centres(mechanism::Release &release, const Dataset &table, const CentrePlan &plan, double *centres,
                             double *label_centre);

// E[z | x] for z uniform on [-1, 1] and x = z + noise, normal of this deviation: the mean of a normal law about x that
// is cut to [-1, 1]. It is at most as far from 0 as x.
double mean_within_range(double seen, double stddev);

// Adds the lattice points of all units' values to sums[0..plan.count()). `values` has room for a unit's. No memory is
// taken.
void add_units(const Dataset &table, const CentrePlan &plan, double *values, int64_t *sums);

}  // namespace dpcvx::data

#endif
