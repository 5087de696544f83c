// Columns and labels of a fit of a table, centred at means of their own: whether, at which price, and the release.
#ifndef DPCVX_SOLVE_FIT_TABLE_CENTRING_H_
#define DPCVX_SOLVE_FIT_TABLE_CENTRING_H_

#include "data/release/centres.h"
#include "data/release/spread.h"
#include "mechanism/release.h"
#include "solve/fit/table_fit.h"

namespace dpcvx::solve {

// Whether columns and labels are centred at means of their own, for a share of what is left of the budget.
struct Centring {
  bool wanted = false;
  double share = 0, rest = 1;  // of the means, and what the fit gets
  privacy::Curve price;
  data::CentrePlan plan;
  double label_centre = 0;  // released
  // Whether the bound of rows grows with the centres, so that few or no rows are shortened.
  bool lengthens_rows = false;
  privacy::Guarantee record;
  // How far labels are from 0 then, for a share of its own.
  bool wants_spread = false;
  double spread_share = 0;
  privacy::Curve spread_price;
  data::SpreadPlan spread_plan;
  double label_scale = 0;  // what plans take for the bound of labels, by what was released; 0: the bound itself
  privacy::Guarantee spread_record;

  bool of_labels() const { return wanted && plan.has_labels(); }
  // What is stated of a fit must not depend on what was released of labels, as its method's curve may through their
  // bound: it is the whole price then.
  bool states_price(bool range_released) const { return of_labels() || wants_spread || range_released; }
};

// Returns a bound on the length of most rows less their centres, of scaled columns and an intercept's entry of 1. At
// most the length that no row exceeds; sqrt(columns + 1) where centres are 0.
double bound_of_centred_rows(const Buffer<double> &centres);

// By public numbers, unless the caller chose.
dpcvx_status choose_centring(const data::Dataset &dataset, const TableFitSettings &settings,
                             const privacy::Budget &budget, Centring *centring, Error &error);

// Replaces the table by a centred one. The bounds of its labels and rows grow with their centres. `charge` may be null.
dpcvx_status centre(Centring *centring, privacy::Budget &budget, mechanism::SharedCharge *charge, random::Rng &rng,
                    TableFitSettings *settings, data::SharedDataset *table, Error &error);

}  // namespace dpcvx::solve

#endif
