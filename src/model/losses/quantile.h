// The quantile that a loss is of.
#ifndef DPCVX_MODEL_LOSSES_QUANTILE_H_
#define DPCVX_MODEL_LOSSES_QUANTILE_H_

#include "model/losses/spec.h"

namespace dpcvx::model {

// Returns 1/2 for losses other than pinball, whose slopes are the same on both sides.
inline double quantile_of(const LossSpec &loss) { return loss.kind == DPCVX_LOSS_PINBALL ? loss.parameter : 0.5; }

}  // namespace dpcvx::model

#endif
