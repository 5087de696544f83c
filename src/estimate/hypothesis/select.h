// Selects one of public hypotheses by private Scheffé contests: the release.
#ifndef DPCVX_ESTIMATE_HYPOTHESIS_SELECT_H_
#define DPCVX_ESTIMATE_HYPOTHESIS_SELECT_H_

#include "base/progress_monitor.h"
#include "data/dataset.h"
#include "estimate/hypothesis/hypotheses.h"
#include "mechanism/release.h"

namespace dpcvx::estimate {

// *index is -1 where the work was cancelled.
dpcvx_status select_hypothesis(mechanism::Release &release, const data::Dataset &given, const Hypotheses &hypotheses,
                               ProgressMonitor &watch, int64_t *index, int32_t *outcome);

}  // namespace dpcvx::estimate

#endif
