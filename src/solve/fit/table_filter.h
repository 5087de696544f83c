// Which filter the budget of a fit of a table has, where nobody says.
#ifndef DPCVX_SOLVE_FIT_TABLE_FILTER_H_
#define DPCVX_SOLVE_FIT_TABLE_FILTER_H_

#include "solve/fit/table_fit.h"

namespace dpcvx::solve {

// Whether the settings leave the filter open. At delta = 0 there is one alone.
bool leaves_filter(const TableFitSettings &settings);

// Plans the whole fit by the filter of the settings. Where they leave it open it is GDP, which adds up Gaussian noise
// at no loss, unless a plan by the basic filter has far less typical risk: that takes more of what is cheap under one
// (epsilon, delta). The settings have the filter then, and the plan says so. `released` is the number of ranges that
// will be released. Public numbers decide.
dpcvx_status plan_by_filter(const data::SharedDataset &table, TableFitSettings *settings, int64_t released, Plan *plan,
                            Error &error);

}  // namespace dpcvx::solve

#endif
