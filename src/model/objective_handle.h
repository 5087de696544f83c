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

namespace dpcvx {

// Checks the handle, and that the objective is more than public facts.
inline dpcvx_status check_objective_with_table(const dpcvx_objective *objective, Error &error) {
  DPCVX_TRY(check_handle("objective", objective, error));
  return model::check_has_table(*objective->objective, error);
}

}  // namespace dpcvx

#endif
