// The options of all estimates: one kind, which any of them reads.
#ifndef DPCVX_ESTIMATE_MEAN_OPTIONS_H_
#define DPCVX_ESTIMATE_MEAN_OPTIONS_H_

#include "base/options.h"
#include "estimate/mean/mean.h"

namespace dpcvx::estimate {

extern const OptionsOf<MeanSettings> &kEstimateOptions;

}  // namespace dpcvx::estimate

#endif
