// What a fit of a table does first: it chooses what was left open, checks the rest, and leaves out what does not count.
#ifndef DPCVX_SOLVE_FIT_PREPARE_TABLE_H_
#define DPCVX_SOLVE_FIT_PREPARE_TABLE_H_

#include "solve/fit/table_fit.h"

namespace dpcvx::solve {

// Gives the table of protected units and counted records. Releases and charges nothing.
dpcvx_status prepare_table(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                           TableFitSettings *settings, random::Rng &rng, data::SharedDataset *table, Error &error);

}  // namespace dpcvx::solve

#endif
