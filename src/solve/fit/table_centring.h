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

// By public numbers, unless the caller chose.
dpcvx_status choose_centring(const data::Dataset &dataset, const TableFitSettings &settings,
                             const privacy::Budget &budget, Centring *centring, Error &error);

// Replaces the table by a centred one. The bound of its labels grows with their centre. `charge` may be null.
dpcvx_status centre(Centring *centring, privacy::Budget &budget, mechanism::SharedCharge *charge, random::Rng &rng,
                    TableFitSettings *settings, data::SharedDataset *table, Error &error);

}  // namespace dpcvx::solve

#endif
