#ifndef DPCVX_SOLVE_PLAN_PLAN_HANDLE_H_
#define DPCVX_SOLVE_PLAN_PLAN_HANDLE_H_

#include "base/handle.h"
#include "base/machine/thread.h"
#include "dpcvx/solve.h"
#include "solve/plan/plan.h"

struct dpcvx_plan {
  static constexpr dpcvx::HandleType kType{"dpcvx_plan", 0x706c616e5f303031};
  dpcvx::HandleTag tag{kType};
  // The comparison is completed when it is first asked for, by one thread. The chosen method is never touched.
  mutable dpcvx::Mutex mutex;
  mutable dpcvx::solve::Plan plan;

  dpcvx_status compare_rest(dpcvx::Error &error) const {
    const dpcvx::Lock lock(mutex);
    return dpcvx::solve::compare_rest(&plan, error);
  }
};

#endif
