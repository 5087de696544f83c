#ifndef DPCVX_SOLVE_DISTRIBUTED_DISTRIBUTED_HANDLES_H_
#define DPCVX_SOLVE_DISTRIBUTED_DISTRIBUTED_HANDLES_H_

#include <unistd.h>

#include "base/error.h"
#include "base/handle.h"
#include "dpcvx/distributed.h"
#include "solve/distributed/coordinator.h"

struct dpcvx_coordinator {
  static constexpr dpcvx::HandleType kType{"dpcvx_coordinator", 0x636f6f7264696e31};
  dpcvx::HandleTag tag{kType};
  const pid_t process = getpid();
  dpcvx::solve::Coordinator coordinator;
};

struct dpcvx_partial_sum {
  static constexpr dpcvx::HandleType kType{"dpcvx_partial_sum", 0x7061727473756d31};
  dpcvx::HandleTag tag{kType};
  dpcvx::solve::PartialSum sum;
};

namespace dpcvx {

// Checks that a coordinator is live and in the process that made it. A child of fork() has a copy, which would add
// another noise to a sum for the same charge.
inline dpcvx_status check_coordinator(const dpcvx_coordinator *coordinator, Error &error) {
  DPCVX_TRY(check_handle("coordinator", coordinator, error));
  if (coordinator->process == getpid()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_STATE,
                    "argument 'coordinator' = a copy made by fork(), which would add other noise to a sum; accepted: a "
                    "coordinator in the process that created it");
}

}  // namespace dpcvx

#endif
