// Losses with a corner, sharp or rounded: what is done for corners is done for rounded ones that are narrow.
#ifndef DPCVX_SOLVE_CORE_SHARP_LOSS_H_
#define DPCVX_SOLVE_CORE_SHARP_LOSS_H_

#include "model/losses/traits.h"
#include "model/objective.h"

namespace dpcvx::solve {

// Whether the loss bends at one point alone, however much: hinge, absolute and pinball losses with any SMOOTHING,
// smoothed hinges and Huber losses. Its smoothness says how narrow the bend is.
inline bool has_sharp_loss(const model::Objective &objective) {
  return objective.linear() != nullptr && model::bends_at_one_point(model::traits_of(objective.loss()));
}

// The slope by which an envelope is below its loss: of records. A clip holds that of a record which is a unit. Of users
// it holds the mean over records, and the records' own slopes stay as they are.
inline double record_slope(const model::Objective &objective, double clip) {
  const bool means = objective.unit() == DPCVX_UNIT_USER && objective.lipschitz() < INFINITY;
  return means ? objective.lipschitz() : clip;
}

}  // namespace dpcvx::solve

#endif
