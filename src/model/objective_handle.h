#ifndef DPCVX_MODEL_OBJECTIVE_HANDLE_H_
#define DPCVX_MODEL_OBJECTIVE_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/model.h"
#include "model/objective.h"

struct dpcvx_objective {
  static constexpr dpcvx::HandleType kType{"dpcvx_objective", 0x6f626a6563746931};
  dpcvx::HandleTag tag{kType};
  dpcvx::model::SharedObjective objective;
};

#endif
