// Plans of a fit of a table: of what is left of its budget, and of the whole call before anything is released.
#ifndef DPCVX_SOLVE_FIT_TABLE_PLAN_H_
#define DPCVX_SOLVE_FIT_TABLE_PLAN_H_

#include "solve/fit/table_fit.h"

namespace dpcvx::solve {

// Fails where the fit would for a share of what is left of the budget, as long as nothing is charged: labels, counts of
// units, a method that does not apply. Scaled and centred columns change none of this. `rehearsed`: their memory is
// tried too, where centring takes any. *settled has what AUTOMATIC took, before and after.
dpcvx_status check_centred_fit(const data::SharedDataset &dataset, const TableFitSettings &settings,
                               const privacy::Budget &budget, double share, bool rehearsed, Plan::Choice *settled,
                               Error &error);

// The same, once the range of the labels was released and charged. A method that took the nominal range before may
// refuse this one, such as a range far from 1 for lack of digits. Another about its middle replaces it then, the
// nominal one at last.
dpcvx_status plan_released(const data::SharedDataset &dataset, TableFitSettings *settings,
                           const privacy::Budget &budget, double share, double label_scale, Plan *plan, Error &error);

// Plans the fit before anything is released, with a budget of its own. `released` is the number of ranges that will be.
// `rehearsed`: on a table that is made as it will be, so that lack of memory is found.
dpcvx_status plan_whole_fit(data::SharedDataset table, TableFitSettings settings, int64_t released, bool rehearsed,
                            Plan *plan, Error &error);

}  // namespace dpcvx::solve

#endif
