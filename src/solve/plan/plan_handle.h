#ifndef DPCVX_SOLVE_PLAN_PLAN_HANDLE_H_
#define DPCVX_SOLVE_PLAN_PLAN_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/solve.h"
#include "solve/plan/plan.h"

struct dpcvx_plan {
  static constexpr dpcvx::HandleType kType{"dpcvx_plan", 0x706c616e5f303031};
  dpcvx::HandleTag tag{kType};
  dpcvx::solve::Plan plan;
};

#endif
