#ifndef DPCVX_SOLVE_DISTRIBUTED_DISTRIBUTED_HANDLES_H_
#define DPCVX_SOLVE_DISTRIBUTED_DISTRIBUTED_HANDLES_H_

#include "base/handle.h"
#include "dpcvx/distributed.h"
#include "solve/distributed/coordinator.h"

struct dpcvx_coordinator {
  static constexpr dpcvx::HandleType kType{"dpcvx_coordinator", 0x636f6f7264696e31};
  dpcvx::HandleTag tag{kType};
  dpcvx::solve::Coordinator coordinator;
};

struct dpcvx_partial_sum {
  static constexpr dpcvx::HandleType kType{"dpcvx_partial_sum", 0x7061727473756d31};
  dpcvx::HandleTag tag{kType};
  dpcvx::solve::PartialSum sum;
};

#endif
