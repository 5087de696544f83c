// Columns and labels of a fit of a table, centred at means of their own: whether, at which price, and the release.
#ifndef DPCVX_SOLVE_FIT_TABLE_CENTRING_H_
#define DPCVX_SOLVE_FIT_TABLE_CENTRING_H_

#include "data/release_centres.h"
#include "mechanism/release.h"
#include "solve/fit/table_fit.h"

namespace dpcvx::solve {

// Whether columns and labels are centred at means of their own, for a share of what is left of the budget.
struct Centring {
  bool wanted = false;
  double rest = 1;  // the share that the fit gets
  privacy::Curve price;
  data::CentrePlan plan;
  double label_centre = 0;  // released
  privacy::Guarantee record;

  bool of_labels() const { return wanted && plan.has_labels(); }
};

// By public numbers, unless the caller chose.
dpcvx_status choose_centring(const data::Dataset &dataset, const TableFitSettings &settings,
                             const privacy::Budget &budget, Centring *centring, Error &error);

// Replaces the table by a centred one. The bound of its labels grows with their centre. `charge` may be null.
dpcvx_status centre(Centring *centring, privacy::Budget &budget, mechanism::SharedCharge *charge, random::Rng &rng,
                    TableFitSettings *settings, data::SharedDataset *table, Error &error);

}  // namespace dpcvx::solve

#endif
