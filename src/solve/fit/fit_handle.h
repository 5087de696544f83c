#ifndef DPCVX_SOLVE_FIT_FIT_HANDLE_H_
#define DPCVX_SOLVE_FIT_FIT_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/solve.h"
#include "solve/fit/fit.h"

struct dpcvx_fit {
  static constexpr dpcvx::HandleType kType{"dpcvx_fit", 0x6670637666697431};
  dpcvx::HandleTag tag{kType};
  dpcvx::solve::Fit fit;
};

#endif
