// The options of all estimates: one kind. Each call refuses those that have no effect there.
#ifndef DPCVX_ESTIMATE_MEAN_OPTIONS_H_
#define DPCVX_ESTIMATE_MEAN_OPTIONS_H_

#include "base/options.h"
#include "estimate/mean/mean.h"

namespace dpcvx::estimate {

// The uses of options.
enum Use : uint64_t {
  kOfReleasedRanges = 1,  // means that release a range
  kOfDeclaredRanges = 2,  // means, their sums, and intervals that are expected of them
  kOfCells = 4,           // shares of cells that divide the range between two edges
  kOfEdges = 8,           // shares of cells between given edges
  kOfDerived = 16,        // what follows from an estimate: its noise was drawn
  kOfHistograms = 32,     // beside one of the two above: cells of a histogram
};

extern const OptionsOf<MeanSettings> &kEstimateOptions;

}  // namespace dpcvx::estimate

#endif
