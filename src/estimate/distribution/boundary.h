// What the boundaries of distributions, and of what follows from them, have in common.
#ifndef DPCVX_ESTIMATE_DISTRIBUTION_BOUNDARY_H_
#define DPCVX_ESTIMATE_DISTRIBUTION_BOUNDARY_H_

#include "estimate/distribution/distribution.h"

namespace dpcvx::estimate {

// Reads edges and options as a caller gives them, and makes the cells.
dpcvx_status read_cells(const double *edges, int64_t edge_count, const dpcvx_options *options, CellEnd end,
                        MeanSettings *settings, Cells *cells, Error &error);

// Refuses an estimate of another kind than those named.
dpcvx_status check_kind(const char *name, bool accepted, const char *kinds, Error &error);

}  // namespace dpcvx::estimate

#endif
