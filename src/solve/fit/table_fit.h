// A table in, a private model out: ranges, objective, plan and fit under one budget of its own.
#ifndef DPCVX_SOLVE_FIT_TABLE_FIT_H_
#define DPCVX_SOLVE_FIT_TABLE_FIT_H_

#include "base/options.h"
#include "base/progress_monitor.h"
#include "data/dataset.h"
#include "mechanism/release.h"
#include "model/objective.h"
#include "random/rng.h"
#include "solve/fit/fit.h"

namespace dpcvx::solve {

// What a caller fixed: public numbers, 0 where the choice is left to fit_table().
//
// Released ranges take 0.35 of the budget: for tables of 500 to 5,000 rows and 3 to 20 columns, at epsilon = 0.5 and 1,
// mean R^2 and accuracy were within 0.02 of the best of 0.05 to 0.7. A tenth lost up to 0.4, half had worse outliers.
struct TableFitSettings {
  privacy::BudgetParameters terms;     // its unit may be 0: the table's
  model::ObjectiveSettings objective;  // its loss in full; label bounds may be infinite, the row bound 0
  int32_t method = DPCVX_METHOD_AUTOMATIC;
  int32_t threads = 1;
  double clipping_norm = 0;
  int32_t clipping = DPCVX_CLIPPING_AUTOMATIC;
  double label_low = 0, label_high = 0;  // equal: the loss has its label bound
  double label_range_fraction = 0;       // of the budget, for a released range of the labels; 0: it is declared
  bool labels_are_released = false;      // their range was: a plan may clip closer than it
  bool width_by_labels = false;          // Huber's width is a share of the label bound
  int64_t max_records_per_user = 0;      // 0: no cap
  bool allow_no_result = false;          // AUTOMATIC may select methods that may return nothing
  double range_fraction = 0.35, range_coverage = 0.95;
  double centring_fraction = -1;  // 0: columns are not centred; -1: chosen
  bool chose_row_bound = false;   // the caller gave none
  bool centres_labels = true;     // with the columns; the plan then follows from the released centre
  bool on_budget = false;         // the budget is the caller's, and so are its filter, unit and adjacency
  bool paid = false;              // a charge covers all that is released: a monitor no longer makes the call fail
};

// Returns the number of units under replace-one. Under add/remove it is private, and the caller's stands for it.
int64_t public_units(const data::Dataset &table, const TableFitSettings &settings);

// The options of dpcvx_fit_table (simple_c.cpp), by which errors name what the caller set.
extern const OptionTable &kTableFitOptions;

// Low and high ends of all columns, NaN for a column whose range is to be released; null for a table that is scaled, or
// whose ranges are all to be released.
struct DeclaredRanges {
  const double *low, *high;
};

// Fills `fit` from a table. The ranges, where they are released, and the model are charged to one budget of
// settings.terms, and the record of the fit covers both. The monitor sees the fit alone. `error` names what the table
// or the settings lack, options by DPCVX_FIT_TABLE_OPTION_*. `charge`, if there is one, covers all that is released,
// and is made with the first release. After it only memory can be lacking. A monitor that is cancelled before it makes
// the call fail, and one that is cancelled after it ends the fit.
dpcvx_status fit_table(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                       const TableFitSettings &settings, mechanism::SharedCharge *charge, random::Rng &rng,
                       ProgressMonitor &watch, Fit *fit, Error &error);

// Fails where options say of a budget that they share what is not so.
dpcvx_status check_shared_terms(const data::Dataset &dataset, const privacy::BudgetParameters &given,
                                const privacy::Budget &budget, Error &error);

// The same for a price, charged to the budget once, with the first release. The settings' own terms must not
// differ from the budget's. A table with users is refused for a budget of records, unless the settings ask for records.
dpcvx_status fit_table_on(privacy::Budget &budget, const privacy::Curve &price, const data::SharedDataset &dataset,
                          const DeclaredRanges &declared, TableFitSettings settings, random::Rng &rng,
                          ProgressMonitor &watch, Fit *fit, Error &error);

// Plans what fit_table_on() would do. Charges nothing.
dpcvx_status plan_table_fit_on(const privacy::Budget &budget, const privacy::Curve &price,
                               const data::SharedDataset &dataset, const DeclaredRanges &declared,
                               TableFitSettings settings, random::Rng &rng, Plan *plan, Error &error);

// Plans what fit_table() would do. Charges nothing.
dpcvx_status plan_table_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                            const TableFitSettings &settings, random::Rng &rng, Plan *plan, Error &error);

// Fails where fit_table() would for other reasons than memory. Charges nothing. Gives `shape` what is public of the
// fit: its loss, its method and the number of its coefficients.
dpcvx_status check_table_fit(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                             const TableFitSettings &settings, random::Rng &rng, Fit *shape, Error &error);

}  // namespace dpcvx::solve

#endif
